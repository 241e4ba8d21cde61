import { LineCounter, parseDocument } from "yaml";
import { UserError } from "../record/user_error.ts";
import type { Skin } from "./skin.ts";
import { skinOf } from "./skin_values.ts";

/**
 * Reads a skin from the text of its file, in YAML.
 * @throws UserError naming file, place, key and value for whatever is wrong
 */
export function parseSkin(text: string, path: string): Skin {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const wrong = (offset: number | undefined, what: string): UserError => {
    const at = offset === undefined ? undefined : lines.linePos(offset);
    return new UserError(`Skin ${path}${at ? `:${at.line}:${at.col}` : ""}: ${what}`);
  };
  const [broken] = document.errors;
  if (broken) throw wrong(broken.pos[0], broken.message);
  let all: unknown;
  try {
    all = document.toJS();
  } catch (error) {
    // An alias without its anchor, or far too many.
    throw wrong(undefined, (error as Error).message);
  }
  return skinOf(all, path, (place, value, why) => {
    const node: unknown = place.length === 0 ? document.contents : document.getIn(place, true);
    const range = typeof node === "object" && node !== null && "range" in node
      ? node.range as number[]
      : undefined;
    const key = place.join(".") || "the file";
    const shown = value === undefined
      ? "is missing but"
      : value === null
      ? "is empty but"
      : `is ${JSON.stringify(value)} but`;
    return wrong(range?.[0], why.startsWith("is not") ? `${key} ${why}` : `${key} ${shown} ${why}`);
  });
}
