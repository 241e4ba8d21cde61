import { UserError } from "../record/user_error.ts";
import { type PlainMaps, readPlainMaps } from "./plain_maps.ts";
import type { Skin } from "./skin.ts";
import { skinOf } from "./skin_values.ts";

/**
 * Reads a skin's file.
 * @throws UserError if it cannot be read or is wrong
 */
export async function loadSkin(path: string): Promise<Skin> {
  let text: string;
  try {
    text = await Deno.readTextFile(path);
  } catch (error) {
    throw new UserError(`Cannot read skin ${path}: ${(error as Error).message}`, 2, { cause: error });
  }
  const plain = readPlainMaps(text);
  const skin = plain === null ? null : rightSkin(plain, path);
  if (skin !== null) return skin;
  const { parseSkin } = await import("./skin_yaml.ts");
  return parseSkin(text, path);
}

/** The skin that these values make; null if something is wrong with them: who reads all of YAML says where. */
function rightSkin(values: PlainMaps, path: string): Skin | null {
  const wrong = new Error("not a skin");
  try {
    return skinOf(values, path, () => wrong);
  } catch (error) {
    if (error === wrong) return null;
    throw error;
  }
}
