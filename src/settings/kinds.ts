import { formatDuration, parseDuration } from "./duration.ts";
import { type Kind, type NamedThing, readPart, textOf, ValueError } from "./kind.ts";
import { didYouMean } from "../record/nearest_name.ts";
import { visible, withoutCredentials } from "./raw.ts";

const TRUE = ["true", "yes", "on", "1"];
const FALSE = ["false", "no", "off", "0"];

export function boolean(): Kind<boolean> {
  const allowed = "true or false";
  return {
    placeholder: "",
    allowed,
    choices: ["true", "false"],
    read(raw) {
      const text = textOf(raw, allowed).toLowerCase();
      if (TRUE.includes(text)) return true;
      if (FALSE.includes(text)) return false;
      throw new ValueError(`must be ${allowed}`);
    },
    show: (value) => value,
  };
}

/** A whole number from `least` to `most`. */
export function integer(least: number, most = Number.MAX_SAFE_INTEGER): Kind<number> {
  const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
  const allowed = `a whole number ${range}`;
  return {
    placeholder: "<n>",
    allowed,
    read(raw) {
      const text = textOf(raw, allowed);
      const value = Number(text);
      if (!/^[+-]?\d+$/.test(text) || value < least || value > most) {
        throw new ValueError(`must be ${allowed}`);
      }
      return value;
    },
    show: (value) => value,
  };
}

/** A number from `least` to `most`, with or without a fraction. */
export function number(least: number, most = Infinity): Kind<number> {
  const allowed = `a number ${most === Infinity ? `of at least ${least}` : `from ${least} to ${most}`}`;
  return {
    placeholder: "<n>",
    allowed,
    read(raw) {
      const text = textOf(raw, allowed);
      const value = Number(text);
      if (!/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(text) || value < least || value > most) {
        throw new ValueError(`must be ${allowed}`);
      }
      return value;
    },
    show: (value) => value,
  };
}

/** Milliseconds, from `least` to `most`, written as a number and a unit. */
export function duration(least: number, most: number): Kind<number> {
  const allowed = `a duration from ${formatDuration(least)} to ${formatDuration(most)}`;
  return {
    placeholder: "<duration>",
    allowed,
    read(raw) {
      let value: number;
      try {
        value = parseDuration(textOf(raw, allowed));
      } catch (error) {
        throw error instanceof RangeError ? new ValueError(error.message) : error;
      }
      if (value < least || value > most) throw new ValueError(`must be ${allowed}`);
      return value;
    },
    show: formatDuration,
  };
}

/** Any text. `placeholder` says what of. */
export function text(placeholder: string, allowed = "text"): Kind<string> {
  return { placeholder, allowed, read: (raw) => textOf(raw, allowed), show: (value) => value };
}

/** Text of at least one character. */
export function someText(placeholder: string, allowed: string): Kind<string> {
  return {
    placeholder,
    allowed,
    read(raw) {
      const value = textOf(raw, allowed);
      if (value === "") throw new ValueError(`must be ${allowed}`);
      return value;
    },
    show: (value) => value,
  };
}

/** Text that is sent in a header: printable, without spaces. */
export function token(): Kind<string> {
  const allowed = "printable characters without spaces";
  return {
    placeholder: "<key>",
    allowed,
    read(raw) {
      const value = textOf(raw, allowed);
      if (!/^[\x21-\x7e]+$/.test(value)) throw new ValueError(`must be ${allowed}`);
      return value;
    },
    show: (value) => value,
  };
}

/** One file's path; `~/` is the home folder. */
export function path(): Kind<string> {
  const allowed = "a path";
  return {
    placeholder: "<path>",
    allowed,
    isPath: true,
    read(raw, { home }) {
      const value = textOf(raw, allowed);
      if (value === "") throw new ValueError(`must be ${allowed}`);
      return fromHome(value, home);
    },
    show: (value) => value,
  };
}

/** Paths and globs: comma-separated text or a list. A comma in braces, or behind a backslash, does not separate. */
export function paths(): Kind<string[]> {
  const allowed = "a path, paths separated by commas, a glob, or - for standard input";
  const names = list("<path>", allowed);
  return {
    ...names,
    isPath: true,
    read: (raw, around) => {
      const read = names.read(raw, around);
      // The name of a file, which a shell gives as it is, may begin or end with blanks.
      const whole = raw.kind === "list"
        ? raw.items.flatMap((item) => item.kind === "text" && item.text.trim() !== "" ? [item.text] : [])
        : read;
      return whole.map((name) => fromHome(name, around.home));
    },
  };
}

/** A path whose `~/` is the home folder. */
export function fromHome(name: string, home: string): string {
  return home !== "" && /^~[/\\]/.test(name) ? home + name.slice(1) : name;
}

/** Several texts: comma-separated, or a list. */
export function list(placeholder: string, allowed: string): Kind<string[]> {
  return {
    placeholder,
    allowed,
    addsUp: true,
    read(raw) {
      if (raw.kind === "map") throw new ValueError(`must be ${allowed}`);
      const items = raw.kind === "text"
        ? splitAtCommas(raw.text)
        : raw.items.map((item, at) => readPart(String(at + 1), item, text(placeholder), NOWHERE));
      const values = items.filter((item) => item !== "");
      // An empty list says that there is none; an empty text, that it was forgotten.
      if (values.length === 0 && !(raw.kind === "list" && items.length === 0)) {
        throw new ValueError(`must be ${allowed}`);
      }
      return values;
    },
    show: (value) => value,
  };
}

const NOWHERE = { names: { skins: [], formats: [], providers: [] }, home: "", warn: () => {} };

function splitAtCommas(text: string): string[] {
  const pieces = text.match(/(?:\\,|\{[^{}]*\}|[^,])+/g) ?? [];
  return pieces.map((piece) => piece.trim().replaceAll("\\,", ","));
}

/** One of some names. */
export function choice<const C extends string>(...choices: C[]): Kind<C> {
  const allowed = `one of ${choices.join(", ")}`;
  return {
    placeholder: `<${choices.join("|")}>`,
    allowed,
    choices,
    read(raw) {
      const value = textOf(raw, allowed);
      const found = choices.find((name) => name === value);
      if (found === undefined) throw new ValueError(`must be ${allowed}${didYouMean(value, choices)}`);
      return found;
    },
    show: (value) => value,
  };
}

/** One of `always` or of the names of things that exist here. */
export function nameOf(things: NamedThing, ...always: string[]): Kind<string> {
  const allowed = `the name of one of the ${things}`;
  return {
    placeholder: "<name>",
    allowed,
    choices: always,
    choicesFrom: things,
    read(raw, { names }) {
      const value = textOf(raw, allowed);
      const existing = names[things];
      const known = [...new Set([...always, ...existing ?? []])];
      if (existing === null || known.includes(value)) return value;
      throw new ValueError(`must be one of ${known.map(visible).join(", ")}${didYouMean(value, known)}`);
    },
    show: (value) => value,
  };
}

/** An address that begins with http:// or https://, without its last slash. */
export function address(): Kind<string> {
  const allowed = "an address that begins with http:// or https://";
  return {
    placeholder: "<url>",
    allowed,
    read(raw) {
      const value = textOf(raw, allowed);
      if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) throw new ValueError(`must be ${allowed}`);
      return value.replace(/\/+$/, "");
    },
    show: withoutCredentials,
  };
}

/** A time zone: `local`, `UTC`, an offset such as `+02:00`, or a name of the IANA data base. */
export function timeZone(): Kind<string> {
  const allowed = "local, UTC, an offset such as +02:00 or a name such as Europe/Berlin";
  return {
    placeholder: "<zone>",
    allowed,
    choices: ["local", "UTC"],
    read(raw) {
      const value = textOf(raw, allowed);
      if (/^local$/i.test(value)) return "local";
      if (/^[+-](?:0\d|1[0-8]):?[0-5]\d$/.test(value) || isZoneName(value)) return value;
      throw new ValueError(`must be ${allowed}`);
    },
    show: (value) => value,
  };
}

/** Whether the runtime knows a time zone by this name. */
function isZoneName(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}
