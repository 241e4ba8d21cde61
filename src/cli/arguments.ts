import { UserError } from "../record/user_error.ts";
import { didYouMean, nearestName } from "../record/nearest_name.ts";
import { quote, type Raw, rawItem, rawText } from "../settings/raw.ts";
import type { FlagValue } from "../settings/resolve.ts";
import { SETTINGS } from "../settings/table.ts";
import { variablesOf } from "../settings/variables.ts";
import type { Command } from "./command.ts";
import { type Flag, isSwitch, optionFlags, readFlagArgument, SETTING_FLAGS } from "./flags.ts";

/** What a quick look at the arguments finds, before the command and so its options are known. */
export interface Glance {
  /** Index of the first plain argument, -1 for none. */
  readonly operand: number;
  readonly help: boolean;
  readonly version: boolean;
}

/** Finds the first plain argument. The options of commands are not known yet and count as switches. */
export function glance(args: readonly string[]): Glance {
  let operand = -1;
  let help = false;
  let version = false;
  for (let at = 0; at < args.length; at++) {
    const argument = args[at];
    if (argument === "--") break;
    if (!isFlag(argument)) {
      if (operand < 0) operand = at;
      continue;
    }
    help ||= argument === "-h" || argument === "--help";
    version ||= argument === "-v" || argument === "--version";
    const written = readFlagArgument(argument, SETTING_FLAGS);
    if (written?.at(-1)?.value === undefined && written !== null) at++;
  }
  return { operand, help, version };
}

/** The arguments of one command. */
export interface CommandLine {
  /** Settings; log files named as plain arguments among them. */
  readonly flags: readonly FlagValue[];
  /** What was given for the command's own options, by key. */
  readonly options: ReadonlyMap<string, readonly { readonly flag: string; readonly raw: Raw }[]>;
  readonly operands: readonly string[];
}

/**
 * Thrown for a flag that is neither a setting's nor the command's. `meant` is the flag, or what weir calls another
 * program's, which may be another command's; null where the message says what to use.
 */
export class UnknownFlag extends UserError {
  constructor(message: string, readonly flag: string, readonly meant: string | null = flag) {
    super(message);
  }
}

/** Reads the arguments without the command's name. Throws UserError. */
export function readArguments(args: readonly string[], name: string, command: Command): CommandLine {
  const known = [...SETTING_FLAGS, ...optionFlags(command.options)];
  const flags: FlagValue[] = [];
  const options = new Map<string, { flag: string; raw: Raw }[]>();
  const operands: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const argument = args[at];
    if (argument === "--") {
      operands.push(...args.slice(at + 1));
      break;
    }
    if (!isFlag(argument)) {
      operands.push(argument);
      continue;
    }
    const written = readFlagArgument(argument, known);
    if (written === null) throw unknownFlag(argument, known);
    for (const { flag, name, value } of written) {
      const raw = rawText(value ?? valueAfter(args, at++, flag, name));
      if ("setting" in flag.target) flags.push({ setting: flag.target.setting, flag: name, raw });
      else options.set(flag.target.option, [...options.get(flag.target.option) ?? [], { flag: name, raw }]);
    }
  }
  const areFiles = !command.operands
    ? operands
    : command.operands.besideFiles
    ? operands.filter(isLogFile)
    : [];
  const others = operands.filter((operand) => !areFiles.includes(operand));
  if (command.operands) checkOperands(others, name, command.operands);
  const files = areFiles.map((file) => ({ setting: "files", flag: "argument", raw: rawItem(file) }) as const);
  return { flags: [...flags, ...files], options, operands: others };
}

/** Whether a plain argument beside which there may be others is a log file: it is there, or looks for such. */
function isLogFile(operand: string): boolean {
  if (/^\S*\*\S*$/.test(operand)) return true;
  try {
    return Deno.statSync(operand).isFile;
  } catch {
    return false;
  }
}

function isFlag(argument: string): boolean {
  return argument.length > 1 && argument.startsWith("-");
}

function valueAfter(args: readonly string[], at: number, flag: Flag, name: string): string {
  const next = args[at + 1];
  const { placeholder, allowed, mayBeginWithHyphen = false } = flag.kind;
  const looksLikeFlag = mayBeginWithHyphen ? /^-(-|.?$)/ : /^-[^\d.]/;
  if (next === undefined || looksLikeFlag.test(next)) {
    throw new UserError(`${name} needs a value: ${name} ${placeholder}, ${allowed}`);
  }
  return next;
}

/** Flags of other programs that read logs, and what to use here. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ...[
    "--filter",
    "--query",
    "--grep",
    "--include",
    "--search",
    "--level",
    "--severity",
    "-q",
    "-l",
    "-i",
    "-e",
  ]
    .map((flag) => [flag, "--where"] as const),
  ["--exclude", "--where '-word'"],
  ["--json", "--output json"],
  ["--html", "--output html"],
  ["-o", "--output"],
  ["-F", "--follow"],
  ["--tail", "--follow"],
  ["--from", "--since"],
  ["--to", "--until"],
  ["--log-format", "--format"],
  ["--theme", "--skin"],
  ["--no-color", "NO_COLOR=1"],
  ["--no-colour", "NO_COLOR=1"],
]);

/** Only the flag's name is told: what follows it may be a secret. */
function unknownFlag(argument: string, known: readonly Flag[]): UnknownFlag {
  const letters = [...argument.slice(1)];
  const name = argument.startsWith("--")
    ? argument.split("=")[0]
    : `-${letters.find((letter) => !known.some(({ short }) => short === `-${letter}`))}`;
  if (name === "--help" || name === "--version") return new UnknownFlag(`${name} takes no value`, name);
  if (name === "-h" || name === "-v") {
    return new UnknownFlag(`${name} cannot be combined with other letters`, name);
  }
  if (name.startsWith("--no-") && readFlagArgument(name, known) !== null) {
    return new UnknownFlag(`${name} takes no value`, name);
  }
  const setting = name.slice(2);
  if (Object.hasOwn(SETTINGS, setting)) {
    const way = variablesOf(setting as keyof typeof SETTINGS)[0];
    const variable = way === undefined ? "" : ` with ${way} or`;
    return new UnknownFlag(
      `${name} is not a flag; set ${setting}${variable} in the configuration file`,
      name,
    );
  }
  const meant = ELSEWHERE.get(name);
  if (meant !== undefined) {
    const [flag] = meant.split(" ");
    const has = !meant.startsWith("-") || known.some(({ long }) => long === flag);
    return has
      ? new UnknownFlag(`Unknown flag ${quote(name)}; did you mean ${meant}?`, name, null)
      : new UnknownFlag(`Unknown flag ${quote(name)}`, name, flag);
  }
  const names = [...known.flatMap(namesOf), "--help", "--version"].map((long) => long.slice(2));
  // Without their hyphens, which every two flags share.
  const near = name.startsWith("--")
    ? nearestName(setting, names) ?? nearestName(setting.replace(/^no-/, ""), names)
    : null;
  const hint = near === null ? "" : `; did you mean --${near}?`;
  return new UnknownFlag(`Unknown flag ${quote(name)}${hint}`, name);
}

function namesOf(flag: Flag): string[] {
  return isSwitch(flag) ? [flag.long, `--no-${flag.long.slice(2)}`] : [flag.long];
}

function checkOperands(
  operands: readonly string[],
  name: string,
  { placeholder, least, most, choices }: NonNullable<Command["operands"]>,
): void {
  if (operands.length < least) throw new UserError(`weir ${name} needs ${placeholder}${oneOf(choices)}`);
  if (operands.length > most) {
    const takes = most === 0 ? "no arguments" : placeholder;
    throw new UserError(`weir ${name} takes ${takes}, not ${quote(operands[most])}`);
  }
  for (const operand of operands) {
    if (choices === undefined || choices.includes(operand)) continue;
    throw new UserError(
      `weir ${name} does not know ${quote(operand)}${oneOf(choices)}${didYouMean(operand, choices)}`,
    );
  }
}

function oneOf(choices: readonly string[] | undefined): string {
  return choices === undefined ? "" : `: one of ${choices.join(", ")}`;
}
