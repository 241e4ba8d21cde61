import { readPlainYaml } from "../record/plain_yaml.ts";
import type { Raw } from "./raw.ts";
import { isFileKey, type SettingName } from "./table.ts";

/** Reads a configuration that is plain YAML and holds nothing but known settings; null if it is another. */
export function readPlainConfig(text: string): Map<SettingName, Raw> | null {
  const read = readPlainYaml(text);
  if (read === null) return null;
  const values = new Map<SettingName, Raw>();
  for (const [name, value] of read) {
    if (!isFileKey(name)) return null;
    values.set(name, value);
  }
  return values;
}
