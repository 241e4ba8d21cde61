import type { Kind } from "../settings/kind.ts";
import { SETTING_NAMES, type SettingName, settingOf } from "../settings/table.ts";
import type { CommandOptions } from "./command.ts";

/** A flag that may be written: that of a setting, or of a command's own option (by its key). */
export interface Flag {
  readonly long: string;
  readonly short: string | undefined;
  readonly kind: Kind<unknown>;
  readonly help: string;
  readonly target: { readonly setting: SettingName } | { readonly option: string };
}

/** Flags of settings: they work before and after the command. */
export const SETTING_FLAGS: readonly Flag[] = SETTING_NAMES.flatMap((name) => {
  const { flag, short, kind, help } = settingOf(name);
  return flag === undefined ? [] : [{ long: flag, short, kind, help, target: { setting: name } }];
});

/** Flags of a command's own options. */
export function optionFlags(options: CommandOptions): Flag[] {
  return Object.entries(options).map(([option, { kind, short, help }]) => {
    return { long: `--${option}`, short, kind, help, target: { option } };
  });
}

/** Whether a flag needs no value. */
export function isSwitch(flag: Flag): boolean {
  return flag.kind.placeholder === "";
}

/** How one argument that begins with a hyphen is read: the flags in it, and the value that it holds itself. */
export interface Written {
  readonly flag: Flag;
  /** As it was written, without its value. */
  readonly name: string;
  /** undefined: the next argument is the value. */
  readonly value: string | undefined;
}

/** Reads `--name`, `--name=value`, `--no-name`, `-n`, `-nvalue`, `-n=value` and `-abc`; null if one is unknown. */
export function readFlagArgument(argument: string, flags: readonly Flag[]): Written[] | null {
  return argument.startsWith("--") ? readLong(argument, flags) : readShort(argument, flags);
}

function readLong(argument: string, flags: readonly Flag[]): Written[] | null {
  const [, name, value] = /^([^=]*)(?:=(.*))?$/s.exec(argument)!;
  const flag = flags.find(({ long }) => long === name);
  if (flag) return [{ flag, name, value: value ?? (isSwitch(flag) ? "true" : undefined) }];
  const denied = flags.find((flag) => isSwitch(flag) && name === `--no-${flag.long.slice(2)}`);
  return denied && value === undefined ? [{ flag: denied, name, value: "false" }] : null;
}

function readShort(argument: string, flags: readonly Flag[]): Written[] | null {
  const written: Written[] = [];
  for (let at = 1; at < argument.length; at++) {
    const name = `-${argument[at]}`;
    const flag = flags.find(({ short }) => short === name);
    if (!flag) return null;
    const rest = argument.slice(at + 1);
    if (rest.startsWith("=")) return [...written, { flag, name, value: rest.slice(1) }];
    if (!isSwitch(flag)) return [...written, { flag, name, value: rest === "" ? undefined : rest }];
    written.push({ flag, name, value: "true" });
  }
  return written;
}
