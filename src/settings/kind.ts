import type { Raw } from "./raw.ts";

/** What reading a value may need to know besides the value. */
export interface Surroundings {
  /** Names that exist here; null where that is not known, so that any is taken. */
  readonly names: Readonly<Record<NamedThing, readonly string[] | null>>;
  /** The person's home folder, for `~/`; "" if it is not known. */
  readonly home: string;
  /** Takes a remark about a value that can be used all the same. */
  warn(raw: Raw, message: string): void;
}

/** Things whose names are not written in the table. */
export type NamedThing = "skins" | "formats" | "providers";

/** What a value may be: how it is read from what was given, and how it is shown. */
export interface Kind<T> {
  /** Stands for the value in the help, such as `<n>`; "" for a boolean, whose flag needs none. */
  readonly placeholder: string;
  /** What is allowed, as words that follow "must be". */
  readonly allowed: string;
  /** The values to choose from, for completions. */
  readonly choices?: readonly string[];
  /** Whose names the choices are, when the table cannot know them. */
  readonly choicesFrom?: NamedThing;
  /** Whether values are paths, for completions. */
  readonly isPath?: true;
  /** Whether values may begin with a hyphen, as a filter that leaves out does. */
  readonly mayBeginWithHyphen?: true;
  /** Whether several values given one after the other add up instead of the last one counting. */
  readonly addsUp?: true;
  /** Throws `ValueError`. */
  read(raw: Raw, around: Surroundings): T;
  /** The value as `weir config` shows it: plain data in the form it would be written in. */
  show(value: T): unknown;
}

/** Why a value cannot be used; `path` and `raw` lead to the part of it that is wrong. */
export class ValueError extends Error {
  override name = "ValueError";
  constructor(message: string, readonly path: readonly string[] = [], readonly raw?: Raw) {
    super(message);
  }
}

/** Reads a part of a value; an error of it says where in the whole it stands. */
export function readPart<T>(name: string, raw: Raw, kind: Kind<T>, around: Surroundings): T {
  try {
    return kind.read(raw, around);
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    throw new ValueError(error.message, [name, ...error.path], error.raw ?? raw);
  }
}

/** The text of a value that is not a list or a map; throws `ValueError` with what is allowed instead. */
export function textOf(raw: Raw, allowed: string): string {
  if (raw.kind !== "text") throw new ValueError(`must be ${allowed}`);
  return raw.text.trim();
}

/** A kind of text: `meaningOf` gives the value that it stands for, undefined if it is none of what is allowed. */
export function ofText<T>(
  facts: Omit<Kind<T>, "read" | "show"> & Partial<Pick<Kind<T>, "show">>,
  meaningOf: (text: string, around: Surroundings) => T | undefined,
): Kind<T> {
  const { allowed } = facts;
  return {
    show: (value) => value,
    ...facts,
    read(raw, around) {
      const value = meaningOf(textOf(raw, allowed), around);
      if (value === undefined) throw new ValueError(`must be ${allowed}`);
      return value;
    },
  };
}
