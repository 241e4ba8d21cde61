import type { Batch } from "../record/batch.ts";
import { jsonOfInspected } from "./inspected_text.ts";

const BRACE = 0x7b, APOSTROPHE = 0x27;
/** Bytes of a value that is read. */
const LONGEST = 4096;

const decoder = new TextDecoder();

/**
 * Writes the dictionary [from, to), as Python prints it, as JSON into the side area; answers where that begins (it ends at
 * `batch.side`), -1 and nothing written if it is something else.
 */
export function pythonToSide(batch: Batch, from: number, to: number): number {
  const { bytes } = batch;
  if (bytes[from] !== BRACE || bytes[from + 1] !== APOSTROPHE || to - from > LONGEST) return -1;
  const json = jsonOfInspected(decoder.decode(bytes.subarray(from, to)));
  return typeof json !== "string" || json.length * 3 > batch.sideFree ? -1 : batch.textToSide(json);
}
