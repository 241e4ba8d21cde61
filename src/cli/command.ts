import type { Kind } from "../settings/kind.ts";
import type { Settings } from "../settings/settings.ts";

/** An option of one command, read like a setting's flag. Its name is `--` and its key in the command's table. */
export interface CommandOption<T = unknown> {
  readonly kind: Kind<T>;
  /** Lower case, no full stop. */
  readonly help: string;
  readonly short?: `-${string}`;
  /** Without one an option that was not given is undefined, a boolean one false. */
  readonly default?: T;
  /** The values of all its occurrences count, not the last one's. */
  readonly repeatable?: true;
}

export type CommandOptions = Record<string, CommandOption>;

/** The values of a command's options by key. */
export type OptionValues<O> = {
  readonly [K in keyof O]: O[K] extends { kind: Kind<infer T> }
    ? O[K] extends { repeatable: true } ? readonly T[]
    : O[K] extends { default: unknown } ? T
    : [T] extends [boolean] ? boolean
    : T | undefined
    : never;
};

/** Plain arguments of a command that are no log files. */
export interface Operands {
  /** As usage shows them, such as `<shell>` or `[command]`. */
  readonly placeholder: string;
  readonly least: number;
  readonly most: number;
  /** Values to choose from, for checks and completions. */
  readonly choices?: readonly string[];
  /** Values that completions offer where the command checks for itself. */
  readonly offered?: readonly string[];
  /** Those that name a file that is there, or are a glob, are log files all the same. */
  readonly besideFiles?: boolean;
}

/** What a command is run with. */
export interface Invocation<O = unknown> {
  readonly options: OptionValues<O>;
  /** Without log files: those are in the settings. */
  readonly operands: readonly string[];
  /** The settings, resolved when first asked for; throws UserError. Their warnings go to standard error. */
  settings(): Promise<Settings>;
}

/**
 * A command, exported as `command` by the file that `registry.ts` names beside its name and summary. The
 * file is loaded for its help and the completions too, so what is heavy is imported inside `run`.
 */
export interface Command<O = CommandOptions> {
  /** Sentences for its help, after the summary. */
  readonly description?: string;
  readonly options: O;
  /** Absent: plain arguments are log files. */
  readonly operands?: Operands;
  /** Command lines with what each does. */
  readonly examples: readonly { readonly line: string; readonly does: string }[];
  /** Returns the exit status. */
  run(invocation: Invocation<O>): Promise<number>;
}

/** Gives a command's `run` the types of its own options. */
export function defineCommand<const O extends CommandOptions>(command: Command<O>): Command {
  return command as unknown as Command;
}
