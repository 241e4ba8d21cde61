import { localZoneRemark } from "./local_zone.ts";
import { UserError } from "../record/user_error.ts";
import { checkTogether } from "./check_together.ts";
import type { ConfigFile } from "./config_file.ts";
import { type NamedThing, type Surroundings, ValueError } from "./kind.ts";
import { type Origin, originText } from "./origin.ts";
import { quoteRaw, type Raw, rawText } from "./raw.ts";
import { type Resolved, Settings } from "./settings.ts";
import type { Setting } from "./setting.ts";
import { SETTING_NAMES, type SettingName, settingOf } from "./table.ts";
import { type Environment, findVariable } from "./variables.ts";

/** A setting on the command line: `flag` as it was written, such as `-s`. */
export interface FlagValue {
  readonly setting: SettingName;
  readonly flag: string;
  readonly raw: Raw;
}

/** Names of the skins and of the built-in formats that exist; null: not known, any is taken. */
export interface ExistingNames {
  readonly skins: readonly string[] | null;
  readonly formats: readonly string[] | null;
}

/** The layers above the defaults, and what else reading the values needs. */
export interface Layers {
  readonly flags: readonly FlagValue[];
  readonly environment: Environment;
  readonly file: ConfigFile | null;
  readonly names: ExistingNames;
  readonly home: string;
  /** The folder of the configuration. */
  readonly folder: string | null;
}

/** One thing that was given, from one layer; several where flags add up. */
interface Given {
  /** The setting under whose name it was given: another one where that overrules. */
  readonly as: SettingName;
  readonly raws: readonly Raw[];
  readonly origin: (raw: Raw) => Origin;
}

/**
 * Answers every setting from the highest layer that gives it: flags, variables, configuration file, defaults.
 * Throws UserError with a line for each remark and each value that cannot be used, naming the setting, the value, what is
 * allowed and where it came from. Values that a higher layer overrules are not looked at.
 */
export function resolve(layers: Layers): Settings {
  const warnings = [...layers.file?.warnings ?? []];
  const problems: string[] = [];
  const resolved = new Map<SettingName, Resolved>();
  const names: Record<NamedThing, readonly string[] | null> = { ...layers.names, providers: [] };
  const around: Surroundings = {
    names,
    home: layers.home,
    warn: (raw, message) => warnings.push(`${layers.file?.path}:${raw.line}: ${message}`),
  };
  for (const name of ["formats", "providers", ...SETTING_NAMES] as const) {
    if (resolved.has(name)) continue;
    const answer = readSetting(name, findGiven(name, layers), around, problems);
    resolved.set(name, answer);
    if (name === "formats") problems.push(...takenNames(answer, layers.names.formats));
    if (name === "formats" || name === "providers") {
      names[name] &&= [...names[name], ...Object.keys(answer.value as Record<string, unknown>)];
    }
  }
  const remark = resolved.get("time-zone")?.value === "local" ? localZoneRemark(layers.environment) : null;
  if (remark !== null) warnings.push(remark);
  const settings = new Settings(resolved, warnings, layers.folder);
  if (problems.length === 0) problems.push(...checkTogether(settings));
  // The remarks too: a mistyped key may be why another value counts.
  if (problems.length > 0) throw new UserError([...warnings, ...problems].join("\n"));
  return settings;
}

function findGiven(name: SettingName, layers: Layers): Given | null {
  const { overruledBy, kind } = settingOf(name);
  const candidates = overruledBy === undefined ? [name] : [overruledBy as SettingName, name];
  for (const layer of [findFlag, findInEnvironment, findInFile]) {
    for (const candidate of candidates) {
      const given = layer(candidate, layers, kind.addsUp === true);
      if (given !== null) return given;
    }
  }
  return null;
}

function findFlag(name: SettingName, { flags }: Layers, addsUp: boolean): Given | null {
  const own = flags.filter(({ setting }) => setting === name).slice(addsUp ? 0 : -1);
  if (own.length === 0) return null;
  const flagOf = (raw: Raw) => own.find((flag) => flag.raw === raw)?.flag ?? own[0].flag;
  return {
    as: name,
    raws: own.map(({ raw }) => raw),
    origin: (raw) => ({ kind: "flag", name: flagOf(raw) }),
  };
}

function findInEnvironment(name: SettingName, { environment }: Layers): Given | null {
  const variable = findVariable(name, environment);
  if (variable === null) return null;
  return {
    as: name,
    raws: [rawText(variable.text)],
    origin: () => ({ kind: "variable", name: variable.name }),
  };
}

function findInFile(name: SettingName, { file }: Layers): Given | null {
  const raw = file?.values.get(name);
  if (!file || !raw) return null;
  return { as: name, raws: [raw], origin: ({ line }) => ({ kind: "file", path: file.path, line }) };
}

function readSetting(
  name: SettingName,
  given: Given | null,
  around: Surroundings,
  problems: string[],
): Resolved {
  const setting = settingOf(name);
  const fallback: Resolved = { value: setting.default, origin: { kind: "default" } };
  if (given === null) return fallback;
  const values: unknown[] = [];
  for (const raw of given.raws) {
    try {
      values.push(setting.kind.read(raw, around));
    } catch (error) {
      if (!(error instanceof ValueError)) throw error;
      const problem = problemText(given.as, setting, error, given.origin(error.raw ?? raw), error.raw ?? raw);
      // What overrules another setting is read for both, and told once.
      if (!problems.includes(problem)) problems.push(problem);
      return fallback;
    }
  }
  const value = values.length === 1 ? values[0] : values.flat();
  return { value, origin: given.origin(given.raws[0]), parts: partsOf(given) };
}

/** Where the entries of a map stand. */
function partsOf({ raws: [raw], origin }: Given): Map<string, Origin> | undefined {
  if (raw.kind !== "map") return undefined;
  return new Map(Array.from(raw.entries, ([name, entry]) => [name, origin(entry)]));
}

/** Formats of one's own that are named like one that exists: nobody could tell which of the two is meant. */
function takenNames({ value, origin, parts }: Resolved, existing: readonly string[] | null): string[] {
  const taken = Object.keys(value as Record<string, unknown>)
    .filter((name) => name === "auto" || existing?.includes(name));
  return taken.map((name) =>
    `Cannot set formats.${name} (${
      originText(parts?.get(name) ?? origin)
    }): weir already has a format with that name`
  );
}

function problemText(name: string, setting: Setting, error: ValueError, origin: Origin, raw: Raw): string {
  const place = [name, ...error.path].join(".");
  const value = setting.secret ? "" : ` to ${quoteRaw(raw)}`;
  return `Cannot set ${place}${value} (${originText(origin)}): ${error.message}`;
}
