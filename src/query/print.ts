import { OPERATORS, type Query } from "./query.ts";
import { tokensOf } from "./tokens.ts";

/** The shortest text that `parseQuery` reads as this query. */
export function printQuery(query: Query): string {
  switch (query.kind) {
    case "all":
      return query.parts.map((part) => grouped(part, part.kind === "any" || part.kind === "all")).join(" ");
    case "any":
      return query.parts.map((part) => grouped(part, part.kind === "any")).join(" or ");
    case "not":
      return `-${grouped(query.part, query.part.kind === "any" || query.part.kind === "all")}`;
    case "text":
      return printText(query.text);
    case "regex":
      return `/${query.source.replaceAll("/", "\\/")}/`;
    case "field":
      return `${query.field}${query.operator}${printValue(query.value, query.quoted)}`;
  }
}

function grouped(part: Query, brackets: boolean): string {
  return brackets ? `(${printQuery(part)})` : printQuery(part);
}

/** A word as it is, quoted where it would be read as something else. */
export function printText(text: string): string {
  return isPlainWord(text) ? text : quote(text);
}

/** The text of `field=value` for a value that is meant as it stands. */
export function printEquals(field: string, value: string): string {
  const plain = value !== "" && !/^=|["\s()*]/.test(value);
  return `${field}=${plain ? value : quote(value)}`;
}

/** The text of a filter for values that begin with `start`. */
export function printStart(field: string, start: string): string {
  return `${field}~${quote(`^${escaped(start)}`)}`;
}

/** The text of a filter for a path, with whatever query; a part that is `*` is any. */
export function printPath(field: string, path: string): string {
  const parts = path.split("/").map((part) => part === "*" ? "[^/?#]+" : escaped(part));
  return `${field}~${quote(`^${parts.join("/")}([?#]|$)`)}`;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&").replaceAll("\n", "\\n");
}

function printValue(value: string, quoted: boolean): string {
  return quoted || /[()]/.test(value) && !value.includes("*") ? quote(value) : value;
}

function quote(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

function isPlainWord(text: string): boolean {
  // A slash could find its end in what follows, and be an expression then.
  if (
    text === "" || /^-*\//.test(text) || /[()]/.test(text) ||
    OPERATORS.some((operator) => text.includes(operator))
  ) return false;
  try {
    const tokens = tokensOf(text);
    return tokens.length === 1 && tokens[0].kind === "text" && tokens[0].text === text;
  } catch {
    return false;
  }
}
