import { type Kind, ofText, readPart, textOf, ValueError } from "./kind.ts";
import { didYouMean } from "../record/nearest_name.ts";
import { quote, type Raw } from "./raw.ts";

/** A map from names that the person chooses to values of one kind. */
export function mapOf<T>(kind: Kind<T>, allowed: string): Kind<Record<string, T>> {
  return {
    placeholder: "",
    allowed,
    read(raw, around) {
      const read: Record<string, T> = Object.create(null);
      for (const [name, value] of entriesOf(raw, allowed)) read[name] = readPart(name, value, kind, around);
      return read;
    },
    show: (value) => Object.fromEntries(Object.entries(value).map(([name, part]) => [name, kind.show(part)])),
  };
}

/** The type of an object whose fields have these kinds; each may be absent. */
export type Fields<F> = { [K in keyof F]?: F[K] extends Kind<infer T> ? T : never };

/** A map with known fields, each of its own kind and none required. An unknown one is a remark. */
export function fields<F extends Record<string, Kind<unknown>>>(known: F, allowed: string): Kind<Fields<F>> {
  const names = Object.keys(known);
  return {
    placeholder: "",
    allowed,
    read(raw, around) {
      const read: Record<string, unknown> = {};
      for (const [name, value] of entriesOf(raw, allowed)) {
        if (Object.hasOwn(known, name)) read[name] = readPart(name, value, known[name], around);
        else around.warn(value, `unknown key ${quote(name)}${didYouMean(name, names)}`);
      }
      return read as Fields<F>;
    },
    show: (value) =>
      Object.fromEntries(Object.entries(value).map(([name, part]) => [name, known[name].show(part)])),
  };
}

function entriesOf(raw: Raw, allowed: string): ReadonlyMap<string, Raw> {
  if (raw.kind !== "map") throw new ValueError(`must be ${allowed}`);
  return raw.entries;
}

/** Regular expressions, one or a list of them; they stay text. */
export function patterns(): Kind<string[]> {
  const allowed = "a list of regular expressions";
  return {
    placeholder: "",
    allowed,
    addsUp: true,
    read(raw) {
      if (raw.kind === "map") throw new ValueError(`must be ${allowed}`);
      const sources = (raw.kind === "list" ? raw.items : [raw]).map((item) => textOf(item, allowed));
      for (const source of sources) {
        try {
          new RegExp(source, "u");
        } catch {
          throw new ValueError(`must be ${allowed}; ${quote(source)} is not one`);
        }
      }
      return sources;
    },
    show: (value) => value,
  };
}

/** A regular expression with at least one named group; it stays text. */
export function expression(): Kind<string> {
  const allowed = "a regular expression with named groups, such as (?<time>…) (?<severity>…) (?<body>…)";
  return ofText({ placeholder: "<regex>", allowed }, (source) => {
    try {
      new RegExp(source, "u");
    } catch (error) {
      const reason = error instanceof Error ? error.message.replace(/^.*\/u: /s, "") : "";
      throw new ValueError(`must be ${allowed}: ${reason.toLowerCase()}`);
    }
    return /\(\?<[^=!]/.test(source) ? source : undefined;
  });
}
