import { UserError } from "../record/user_error.ts";
import { nearestName } from "../record/nearest_name.ts";
import { quote } from "../settings/raw.ts";
import { commandNamed, COMMANDS, type Entry } from "./registry.ts";

/** The command and the arguments that are left for it. */
export interface Choice {
  readonly entry: Entry;
  readonly args: readonly string[];
  /** Whether the command was named; else it is the default one. */
  readonly named: boolean;
}

/**
 * Finds the command in the arguments, whose first plain one stands at `operand`: it is the command if there
 * is one of that name, else a file of the default command. Throws UserError for what looks like a mistyped
 * command and is no file.
 */
export function chooseCommand(args: readonly string[], operand: number): Choice {
  const word = args[operand];
  const entry = word === undefined ? undefined : commandNamed(word);
  if (entry) return { entry, args: args.toSpliced(operand, 1), named: true };
  if (word !== undefined && /^[a-z]+$/i.test(word) && !exists(word)) {
    const near = nearestName(word, COMMANDS.map(({ name }) => name));
    if (near !== null) {
      throw new UserError(`No command or file is named ${quote(word)}; did you mean ${near}?`);
    }
  }
  return { entry: COMMANDS[0], args, named: false };
}

function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
