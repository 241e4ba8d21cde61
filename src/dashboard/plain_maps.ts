import { readPlainYaml } from "../record/plain_yaml.ts";

/** Texts by key, and maps of them. */
export type PlainMaps = Record<string, string | Record<string, string>>;

/** Words that YAML takes for texts. */
const WORD = /^(?!(?:true|false)$)[A-Z][A-Z-]*$/i;

/** Reads a skin that is plain YAML; null if it is another. */
export function readPlainMaps(text: string): PlainMaps | null {
  const values = readPlainYaml(text, (word) => WORD.test(word));
  if (values === null) return null;
  const maps: PlainMaps = {};
  for (const [key, value] of values) {
    if (value.kind === "list") return null;
    maps[key] = value.kind === "text"
      ? value.text
      : Object.fromEntries([...value.entries].map(([name, { text }]) => [name, text]));
  }
  return maps;
}
