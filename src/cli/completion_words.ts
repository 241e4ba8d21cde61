import { FORMAT_NAMES } from "../format/format_names.ts";
import { configFolder, HERE } from "../settings/places.ts";
import { installedSkins } from "./installed_skins.ts";
import { type Flag, isSwitch, optionFlags, SETTING_FLAGS } from "./flags.ts";
import { COMMANDS } from "./registry.ts";

/** A flag as a shell is told of it. */
export interface FlagWords {
  readonly long: string;
  readonly short: string | undefined;
  readonly help: string;
  /** null: it takes no value. */
  readonly value: { readonly choices: readonly string[]; readonly isPath: boolean } | null;
}

/** A command as a shell is told of it. */
export interface CommandWords {
  readonly name: string;
  readonly summary: string;
  readonly flags: readonly FlagWords[];
  /** null: plain arguments are files. */
  readonly operands: readonly string[] | null;
}

export interface CompletionWords {
  readonly flags: readonly FlagWords[];
  /** The first one is run when none is named. */
  readonly commands: readonly CommandWords[];
}

/** All that the completions of any shell offer, from the tables of settings and commands. */
export async function completionWords(): Promise<CompletionWords> {
  const commands: CommandWords[] = [];
  for (const { name, summary, load } of COMMANDS) {
    const { command } = await load();
    const { choices, offered, besideFiles = false } = command.operands ?? { besideFiles: true };
    const operands = besideFiles ? null : choices ?? offered ?? [];
    commands.push({ name, summary, operands, flags: optionFlags(command.options).map(flagWords) });
  }
  const everywhere = [
    { long: "--help", short: "-h", help: "show help for weir, or for the command before it", value: null },
    { long: "--version", short: "-v", help: "print the version", value: null },
  ];
  return { flags: [...SETTING_FLAGS.flatMap(withDenial), ...everywhere], commands };
}

/** A switch and its `--no-` form. */
function withDenial(flag: Flag): FlagWords[] {
  const words = flagWords(flag);
  if (!isSwitch(flag)) return [words];
  return [words, {
    long: `--no-${flag.long.slice(2)}`,
    short: undefined,
    help: `the opposite of ${flag.long}`,
    value: null,
  }];
}

function flagWords(flag: Flag): FlagWords {
  const { long, short, help, kind } = flag;
  const value = isSwitch(flag) ? null : { choices: choicesOf(flag), isPath: kind.isPath === true };
  return { long, short, help, value };
}

/** Names as they may stand in a script: a skin's file may be named anything, and shells expand words. */
function choicesOf({ kind }: Flag): readonly string[] {
  const fixed = kind.choices ?? [];
  if (kind.choicesFrom === "formats") return [...fixed, ...FORMAT_NAMES];
  if (kind.choicesFrom !== "skins") return fixed;
  return [...fixed, ...installedSkins(configFolder(HERE)).map(({ name }) => name)].filter(isPlain);
}

function isPlain(name: string): boolean {
  return /^[\w][\w.+-]*$/.test(name);
}
