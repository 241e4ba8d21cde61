/** Texts by key, and maps of them. */
export type PlainMaps = Record<string, string | Record<string, string>>;

/** `key: value`, deeper than the outermost keys or not; the value a word, a text in double quotes, or nothing. */
const ENTRY = /^( *)([a-z][a-z-]*):(?: +(?:"([^"\\]*)"|([A-Za-z][A-Za-z-]*)))? *(?: #.*)?$/;
/** Words that are no texts in YAML. */
const VALUES = new Set(["true", "false", "null"]);

/**
 * Reads YAML of the plainest kind: keys with texts, and maps of such keys, with comments. Null if there is anything else: then
 * a reader of all of YAML has to look, which takes a tenth of a second to load.
 */
export function readPlainMaps(text: string): PlainMaps | null {
  const all: PlainMaps = {};
  let within: Record<string, string> | null = null;
  let indent = 0;
  for (const line of text.split(/\r?\n/)) {
    if (/^ *(?:#.*)?$/.test(line)) continue;
    const entry = ENTRY.exec(line);
    if (entry === null) return null;
    const [, { length: depth }, key, quoted, word] = entry;
    const value: string | undefined = quoted ?? word;
    if (quoted === undefined && word !== undefined && VALUES.has(word.toLowerCase())) return null;
    if (depth === 0) {
      if (Object.hasOwn(all, key)) return null;
      within = value === undefined ? {} : null;
      indent = 0;
      all[key] = within ?? value;
      continue;
    }
    if (within === null || value === undefined || Object.hasOwn(within, key)) return null;
    if (indent !== 0 && depth !== indent) return null;
    indent = depth;
    within[key] = value;
  }
  // A key with nothing behind it is no empty map.
  return Object.values(all).some((value) => Object.keys(value).length === 0) ? null : all;
}
