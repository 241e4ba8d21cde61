export interface PlainText {
  readonly kind: "text";
  readonly text: string;
  readonly line: number;
}

/** A text, or the texts in the lines below a key, with the line that they begin in. */
export type PlainValue =
  | PlainText
  | { readonly kind: "list"; readonly items: PlainText[]; readonly line: number }
  | { readonly kind: "map"; readonly entries: Map<string, PlainText>; readonly line: number };

/** What YAML takes as it stands: in quotes, without escapes, or a word without signs of YAML's own. */
const VALUE = String.raw`(?:"([^"\\]+)"|'([^']+)'|([A-Za-z0-9./](?:[\w.,/:@+~-]*[\w.,/@+~-])?))`;
/** `key: value`, `key:` or `- value`. */
const LINE = new RegExp(`^( *)(?:-|([A-Za-z][\\w.-]*):)(?: +${VALUE})? *(?: #.*)?$`);
const BLANK = /^ *(?:#.*)?$/;
const NULL = /^null$/i;
const NONE = -1;

/**
 * Reads YAML of the plainest kind: keys with texts, with lists of texts or with maps of texts, a line each, and comments. Null
 * if there is anything else: then a reader of all of YAML has to look, which takes a tenth of a second to load.
 * `isText` tells whether a word without quotes is a text to who asks, and no number or boolean.
 */
export function readPlainYaml(
  text: string,
  isText: (word: string) => boolean = () => true,
): Map<string, PlainValue> | null {
  const values = new Map<string, PlainValue>();
  /** The key whose values stand below it, and how deep they do; NONE before the first. */
  let open: string | null = null;
  let depth = NONE;
  for (const [at, written] of text.split(/\r?\n/).entries()) {
    if (BLANK.test(written)) continue;
    const found = LINE.exec(written);
    if (found === null) return null;
    const [, { length: indent }, key, double, single, word] = found;
    if (key !== undefined && NULL.test(key)) return null;
    if (word !== undefined && (NULL.test(word) || !isText(word))) return null;
    const given = double ?? single ?? word;
    const line = at + 1;
    if (indent === 0 && key !== undefined) {
      if (values.has(key) || (open !== null && depth === NONE)) return null;
      if (given !== undefined) values.set(key, { kind: "text", text: given, line });
      open = given === undefined ? key : null;
      depth = NONE;
      continue;
    }
    if (open === null || given === undefined || (depth !== NONE && indent !== depth)) return null;
    if (depth === NONE) {
      values.set(
        open,
        key === undefined ? { kind: "list", items: [], line } : { kind: "map", entries: new Map(), line },
      );
      depth = indent;
    }
    const value = values.get(open);
    if (value?.kind === "list" && key === undefined) value.items.push({ kind: "text", text: given, line });
    else if (value?.kind === "map" && key !== undefined && !value.entries.has(key)) {
      value.entries.set(key, { kind: "text", text: given, line });
    } else return null;
  }
  return open !== null && depth === NONE ? null : values;
}
