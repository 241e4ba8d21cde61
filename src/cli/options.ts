import { UserError } from "../record/user_error.ts";
import { type Surroundings, ValueError } from "../settings/kind.ts";
import { quoteRaw, type Raw } from "../settings/raw.ts";
import type { CommandLine } from "./arguments.ts";
import type { CommandOptions, OptionValues } from "./command.ts";

const NOTHING_NEEDED: Surroundings = {
  names: { skins: [], formats: [], providers: [] },
  home: "",
  warn: () => {},
};

/** Reads what was given for a command's own options. Throws UserError. */
export function readOptions<O extends CommandOptions>(
  table: O,
  given: CommandLine["options"],
): OptionValues<O> {
  const values: Record<string, unknown> = {};
  for (const [key, option] of Object.entries(table)) {
    const read = (given.get(key) ?? []).map(({ flag, raw }) => readOne(option.kind.read, flag, raw));
    const fallback = option.default ?? (option.kind.placeholder === "" ? false : undefined);
    values[key] = option.repeatable ? read : read.at(-1) ?? fallback;
  }
  return values as OptionValues<O>;
}

function readOne<T>(read: (raw: Raw, around: Surroundings) => T, flag: string, raw: Raw): T {
  try {
    return read(raw, NOTHING_NEEDED);
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    throw new UserError(`Cannot set ${flag} to ${quoteRaw(raw)}: ${error.message}`);
  }
}
