/**
 * A value as it was given. A flag and a variable give text; the configuration file gives text (of a scalar as
 * it was written, never a number or a boolean), lists and maps, with the line they stand in.
 */
export type Raw =
  | { readonly kind: "text"; readonly text: string; readonly line: number }
  | { readonly kind: "list"; readonly items: readonly Raw[]; readonly line: number }
  | { readonly kind: "map"; readonly entries: ReadonlyMap<string, Raw>; readonly line: number };

/** Text that stands in no file. */
export function rawText(text: string): Raw {
  return { kind: "text", text, line: 0 };
}

/** One value that is not split at commas, such as a file named as a plain argument. */
export function rawItem(text: string): Raw {
  return { kind: "list", items: [rawText(text)], line: 0 };
}

/** What a value that cannot be used was, for a message: quoted, on one line, short, without credentials. */
export function quoteRaw(raw: Raw): string {
  // A list of one that stands in no file is a plain argument.
  if (raw.kind === "list" && raw.line === 0 && raw.items.length === 1) return quoteRaw(raw.items[0]);
  return raw.kind === "text" ? quote(raw.text) : `a ${raw.kind}`;
}

const LONGEST = 80;

/** Text in quotes, on one line: control characters as `\xNN`, passwords and queries of addresses hidden. */
export function quote(text: string): string {
  const shown = visible(withoutCredentials(text));
  return `'${shown.length > LONGEST ? `${shown.slice(0, LONGEST)}…` : shown}'`;
}

/** Text whose control characters (escape sequences among them) cannot reach a terminal. */
export function visible(text: string): string {
  // deno-lint-ignore no-control-regex
  return text.replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, (character) => {
    const code = character.charCodeAt(0);
    return code < 256 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u${code.toString(16)}`;
  });
}

/** Whether the user name or password of an address stands in a value. */
export function holdsCredentials(raw: Raw): boolean {
  if (raw.kind === "text") return /^\w+:\/\/[^/?#\s]*@/.test(raw.text);
  return [...raw.kind === "list" ? raw.items : raw.entries.values()].some(holdsCredentials);
}

/** An address without the user name, password and query in it, which may be secrets. */
export function withoutCredentials(text: string): string {
  return text.replace(/\/\/[^/?#\s]*@/g, "//***@").replace(/(:\/\/[^?\s]*\?).+/, "$1***");
}
