import type { Raw } from "./raw.ts";
import { isFileKey, type SettingName } from "./table.ts";

/** A value that YAML takes for a text as it stands: in quotes, without escapes, or a word without signs of YAML's own. */
const VALUE = String.raw`(?:"([^"\\]+)"|'([^']+)'|([A-Za-z0-9./][\w.,/:@+~-]*))`;
const BEHIND = " *(?: #.*)?$";
const KEY = new RegExp(`^([a-z][a-z-]*):(?: +${VALUE})?${BEHIND}`);
const ITEM = new RegExp(`^( *)- +${VALUE}${BEHIND}`);
const ENTRY = new RegExp(`^( +)([A-Za-z][\\w.-]*): +${VALUE}${BEHIND}`);

/** A setting whose values stand in the lines below its key, all equally deep: texts, or texts by key. */
interface Block {
  name: SettingName;
  depth: number;
  line: number;
  items: Raw[];
  entries: Map<string, Raw>;
}

/**
 * Reads a configuration of the plainest kind: known settings that are texts, lists of texts or maps of texts, a line each. Null
 * if there is anything else: then a reader of all of YAML has to look, which takes a tenth of a second to load.
 */
export function readPlainConfig(text: string): Map<SettingName, Raw> | null {
  const values = new Map<SettingName, Raw>();
  let block: Block | null = null;
  for (const [at, written] of text.split(/\r?\n/).entries()) {
    if (/^ *(?:#.*)?$/.test(written)) continue;
    const line = at + 1;
    const key = KEY.exec(written);
    if (key === null) {
      if (block === null || !takeLine(block, written, line)) return null;
      continue;
    }
    if (block !== null && !close(block, values)) return null;
    const [, name, ...groups] = key;
    if (!isFileKey(name) || values.has(name)) return null;
    const given = textOf(groups);
    if (given !== null) values.set(name, { kind: "text", text: given, line });
    else if (groups.some((group) => group !== undefined)) return null;
    block = given === null ? { name, depth: -1, line: 0, items: [], entries: new Map() } : null;
  }
  return block === null || close(block, values) ? values : null;
}

/** Takes a line below a key; false if it is no plain one. */
function takeLine(block: Block, written: string, line: number): boolean {
  const item = ITEM.exec(written);
  const found = item ?? ENTRY.exec(written);
  if (found === null) return false;
  const [, { length }, ...groups] = found;
  const name = item === null ? groups.shift() : undefined;
  const given = textOf(groups);
  if (given === null || (block.depth >= 0 && length !== block.depth)) return false;
  if (block.depth < 0) block.line = line;
  block.depth = length;
  if (name === undefined) block.items.push({ kind: "text", text: given, line });
  else if (block.entries.has(name)) return false;
  else block.entries.set(name, { kind: "text", text: given, line });
  return true;
}

/** Puts a block among the values; false if it holds nothing, or both kinds of lines. */
function close({ name, line, items, entries }: Block, values: Map<SettingName, Raw>): boolean {
  if ((items.length === 0) === (entries.size === 0)) return false;
  values.set(name, items.length > 0 ? { kind: "list", items, line } : { kind: "map", entries, line });
  return true;
}

/** The text of a value's groups; null if there is none, or it is no text to YAML. */
function textOf([double, single, word]: (string | undefined)[]): string | null {
  const quoted = double ?? single;
  if (quoted !== undefined) return quoted;
  return word === undefined || word === "null" || word.endsWith(":") ? null : word;
}
