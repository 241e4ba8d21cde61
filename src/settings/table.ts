import { AI_SETTINGS } from "./ai_settings.ts";
import type { Kind } from "./kind.ts";
import { READING_SETTINGS } from "./reading_settings.ts";
import { RECEIVER_SETTINGS } from "./receiver_settings.ts";
import { RUN_SETTINGS } from "./run_settings.ts";
import type { Setting } from "./setting.ts";

/**
 * Every setting, in the order in which they are shown: its flags, variables, key, type, default, bounds and help stand
 * in its row and nowhere else.
 */
export const SETTINGS = { ...READING_SETTINGS, ...RECEIVER_SETTINGS, ...AI_SETTINGS, ...RUN_SETTINGS };

export type SettingName = keyof typeof SETTINGS;

type Row<N extends SettingName> = typeof SETTINGS[N];

/** The type of a setting's value; null where nothing need be chosen. */
export type SettingValue<N extends SettingName> = Row<N>["kind"] extends Kind<infer T>
  ? (null extends Row<N>["default"] ? T | null : T)
  : never;

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

/** A row of the table without its particular type. */
export function settingOf(name: SettingName): Setting {
  return SETTINGS[name];
}

/** The settings that a configuration file may hold. */
export const FILE_KEYS: readonly SettingName[] = SETTING_NAMES.filter((name) =>
  settingOf(name).inFile !== false
);

export function isFileKey(name: string): name is SettingName {
  return FILE_KEYS.includes(name as SettingName);
}
