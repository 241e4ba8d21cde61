import { parseConfig } from "../../src/settings/config_text.ts";
import { rawText } from "../../src/settings/raw.ts";
import { resolve } from "../../src/settings/resolve.ts";
import type { Settings } from "../../src/settings/settings.ts";
import type { SettingName } from "../../src/settings/table.ts";
import type { Clock } from "../../src/ai/retry.ts";

/** Settings as a run with these variables, this configuration file and these flags would have them. */
export function makeSettings(
  variables: Record<string, string> = {},
  yaml = "",
  flags: Partial<Record<SettingName, string>> = {},
): Settings {
  return resolve({
    flags: Object.entries(flags).map(([setting, text]) => ({
      setting: setting as SettingName,
      flag: `--${setting}`,
      raw: rawText(text),
    })),
    environment: (name) => variables[name],
    file: { path: "config.yml", ...parseConfig("config.yml", yaml) },
    names: { skins: null, formats: null },
    home: "",
    folder: null,
  });
}

/** A clock that does not wait, and remembers how long it was to. */
export function fakeClock(now = Date.UTC(2026, 10, 21, 12)): Clock & { slept: number[]; time: number } {
  const clock = {
    slept: [] as number[],
    time: now,
    now: () => clock.time,
    random: () => 0,
    sleep: (milliseconds: number) => {
      clock.slept.push(milliseconds);
      clock.time += milliseconds;
      return Promise.resolve();
    },
  };
  return clock;
}
