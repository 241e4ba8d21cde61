import { formatDuration, parseDuration } from "./duration.ts";
import { type Kind, type NamedThing, ofText, readPart, ValueError } from "./kind.ts";
import { didYouMean } from "../record/nearest_name.ts";
import { visible, withoutCredentials } from "./raw.ts";

const TRUE = ["true", "yes", "on", "1"];
const FALSE = ["false", "no", "off", "0"];

export function boolean(): Kind<boolean> {
  return ofText({ placeholder: "", allowed: "true or false", choices: ["true", "false"] }, (text) => {
    if (TRUE.includes(text.toLowerCase())) return true;
    return FALSE.includes(text.toLowerCase()) ? false : undefined;
  });
}

/** A whole number from `least` to `most`. */
export function integer(least: number, most = Number.MAX_SAFE_INTEGER): Kind<number> {
  const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
  return ofText(
    { placeholder: "<n>", allowed: `a whole number ${range}` },
    (text) => /^[+-]?\d+$/.test(text) ? within(Number(text), least, most) : undefined,
  );
}

/** A number from `least` to `most`, with or without a fraction. */
export function number(least: number, most = Infinity): Kind<number> {
  const range = most === Infinity ? `of at least ${least}` : `from ${least} to ${most}`;
  return ofText(
    { placeholder: "<n>", allowed: `a number ${range}` },
    (text) => /^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(text) ? within(Number(text), least, most) : undefined,
  );
}

/** Milliseconds, from `least` to `most`, written as a number and a unit. */
export function duration(least: number, most: number): Kind<number> {
  const allowed = `a duration from ${formatDuration(least)} to ${formatDuration(most)}`;
  return ofText({ placeholder: "<duration>", allowed, show: formatDuration }, (text) => {
    try {
      return within(parseDuration(text), least, most);
    } catch (error) {
      throw error instanceof RangeError ? new ValueError(error.message) : error;
    }
  });
}

function within(value: number, least: number, most: number): number | undefined {
  return value < least || value > most ? undefined : value;
}

/** Any text. `placeholder` says what of. */
export function text(placeholder: string, allowed = "text"): Kind<string> {
  return ofText({ placeholder, allowed }, (value) => value);
}

/** Text of at least one character. */
export function someText(placeholder: string, allowed: string): Kind<string> {
  return ofText({ placeholder, allowed }, (value) => value === "" ? undefined : value);
}

/** Text that is sent in a header: printable, without spaces. */
export function token(): Kind<string> {
  return ofText(
    { placeholder: "<key>", allowed: "printable characters without spaces" },
    (value) => /^[\x21-\x7e]+$/.test(value) ? value : undefined,
  );
}

/** One file's path; `~/` is the home folder. */
export function path(): Kind<string> {
  return ofText(
    { placeholder: "<path>", allowed: "a path", isPath: true },
    (value, { home }) => value === "" ? undefined : fromHome(value, home),
  );
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
  return ofText({ placeholder: `<${choices.join("|")}>`, allowed, choices }, (value) => {
    const found = choices.find((name) => name === value);
    if (found === undefined) throw new ValueError(`must be ${allowed}${didYouMean(value, choices)}`);
    return found;
  });
}

/** One of `always` or of the names of things that exist here. */
export function nameOf(things: NamedThing, ...always: string[]): Kind<string> {
  const fixed = always.length === 0 ? "" : `${always.join(", ")}, or `;
  const allowed = `${fixed}the name of one of the ${things}`;
  const facts = { placeholder: "<name>", allowed, choices: always, choicesFrom: things };
  return ofText(facts, (value, { names: { [things]: existing } }) => {
    const known = [...new Set([...always, ...existing ?? []])];
    if (existing === null || known.includes(value)) return value;
    throw new ValueError(`must be one of ${known.map(visible).join(", ")}${didYouMean(value, known)}`);
  });
}

/** An address that begins with http:// or https://, without its last slash. */
export function address(): Kind<string> {
  const allowed = "an address that begins with http:// or https://";
  return ofText(
    { placeholder: "<url>", allowed, show: withoutCredentials },
    (value) => /^https?:\/\//i.test(value) && URL.canParse(value) ? value.replace(/\/+$/, "") : undefined,
  );
}

/** A time zone: `local`, `UTC`, an offset such as `+02:00`, or a name of the IANA data base. */
export function timeZone(): Kind<string> {
  const allowed = "local, UTC, an offset such as +02:00 or a name such as Europe/Berlin";
  return ofText({ placeholder: "<zone>", allowed, choices: ["local", "UTC"] }, (value) => {
    if (/^local$/i.test(value)) return "local";
    return /^[+-](?:0\d|1[0-8]):?[0-5]\d$/.test(value) || isZoneName(value) ? value : undefined;
  });
}

/** Whether the runtime knows a time zone by this name. */
function isZoneName(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}
