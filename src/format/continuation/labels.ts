import type { Batch } from "../../record/batch.ts";
import { isDigit, isLetter } from "../time/timestamp_parts.ts";
import { bracketEnd, isBlank, isLower, isName, isUpper, trimmed } from "../text/text_tokens.ts";

const HASH = 0x23, COLON = 0x3a, OPEN = 0x5b, BACKSLASH = 0x5c, UNDERLINE = 0x5f;
/** Bytes of a name in a bracket. */
const LONGEST_TAG = 40;
/** Bytes of a picture's line, and the strokes in it. */
const WIDEST = 200;
const FEWEST_STROKES = 3;

/**
 * What a line without a time begins with: its severity as a label, `Info: message`, or in a bracket, `[info] message`, or behind a name in one, or
 * the sign of a comment. A picture is a line of letters that signs draw, as programs begin with.
 */
export type Label = "none" | "word" | "bracket" | "comment" | "picture";

/** How the row's line begins at `from`. */
export function labelOf(
  { bytes, severity, severityFrom, severityTo }: Batch,
  row: number,
  from: number,
): Label {
  if (severity[row] === 0) return "none";
  if (bytes[from] === HASH && isBlank(bytes[from + 1])) return "comment";
  const at = severityFrom[row];
  const isInBracket = bytes[at - 1] === OPEN && at - from < LONGEST_TAG;
  if (bytes[from] === OPEN && (isInBracket || isTagged(bytes, from, severityTo[row]))) return "bracket";
  const isWord = at === from && isUpper(bytes[from]) && bytes[severityTo[row]] === COLON &&
    isLower(bytes[severityTo[row] - 1]);
  return isWord ? "word" : "none";
}

/** `  '  |____| .__|_| |_|_| |_\\__, | / / / /`: few letters, and strokes enough to draw some. */
export function isPicture(bytes: Uint8Array, from: number, to: number): boolean {
  if (isLetter(bytes[from]) || isDigit(bytes[from]) || to - from > WIDEST) return false;
  let signs = 0, strokes = 0, others = 0;
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    if (isBlank(byte)) continue;
    signs++;
    if (byte === UNDERLINE || byte === BACKSLASH) strokes++;
    else if (isLetter(byte) || isDigit(byte)) others++;
  }
  return strokes >= FEWEST_STROKES && others * 4 <= signs;
}

/** `[download] Destination: a`: a name in a bracket, and text behind it. */
export function isTagged(bytes: Uint8Array, from: number, to: number): boolean {
  if (bytes[from] !== OPEN || !isLetter(bytes[from + 1])) return false;
  const end = bracketEnd(bytes, from, to, LONGEST_TAG);
  return end > 0 && end + 1 < to && isBlank(bytes[end]) &&
    isName(bytes, from + 1, trimmed(bytes, from + 1, end - 1));
}
