import { severityOfWord } from "../../severity_word.ts";
import { isThread } from "../head/text_dividers.ts";
import {
  BAR,
  BRACE,
  COLON,
  DASH,
  EQUALS,
  HASH,
  LESS,
  OPEN,
  PAREN,
  SLASH,
  STAR,
  UNDERSCORE,
} from "../text_parts.ts";
import {
  bracketEnd,
  CLASS,
  COMPOUND,
  DIGIT,
  isBlank,
  isText,
  LETTER,
  nameLikeness,
  SPACE,
  TAB,
  tokenEnd,
} from "../text_tokens.ts";
import { isDigit, isLetter } from "../../time/timestamp_parts.ts";

/** OpenTelemetry's number of the lowest information. */
const INFO = 9;

/**
 * Whether what stands at `at`, behind a head that a source's lines are known to have, may go on with that head: a
 * number, a bracket with more than words in it, a name that is no word of a sentence, a severity. A word with a colon,
 * words in brackets and signs alone do not: where the lines before had no such part, they are the message's own.
 * Of a severity below INFO loggers write more: their records may have a name that others have not.
 */
export function isMoreOfHead(bytes: Uint8Array, at: number, to: number, severity: number): boolean {
  if (at >= to) return false;
  const first = bytes[at];
  if (isLetter(first)) return isMoreWord(bytes, at, to, severity < INFO);
  if (first === OPEN || first === PAREN || first === LESS) return isMoreGroup(bytes, at, to);
  if (first === DASH) return at + 1 < to && isLetter(bytes[at + 1]);
  return isDigit(first) || first === BAR || first === BRACE || first === HASH || first === STAR ||
    first === SLASH || first === UNDERSCORE || first === TAB || first === 0xe2;
}

function isMoreWord(bytes: Uint8Array, from: number, to: number, isDetailed: boolean): boolean {
  const end = tokenEnd(bytes, from, to);
  for (let at = from; at < end; at++) {
    const byte = bytes[at];
    if (byte === EQUALS || byte === BRACE || byte === OPEN || byte === PAREN || byte === BAR) return true;
  }
  if (end < to && bytes[end] !== SPACE) return true;
  const nameTo = bytes[end - 1] === COLON ? end - 1 : end;
  if ((isDetailed && nameTo < end) || isThread(bytes, from, nameTo)) return true;
  if (nameLikeness(bytes, from, nameTo) >= COMPOUND) return !isSlashed(bytes, from, nameTo);
  return isDigit(bytes[nameTo - 1]) || (nameTo === end && isText(bytes, from, to, "in "));
}

/** `io/timeout`: small letters on both sides of a slash. */
function isSlashed(bytes: Uint8Array, from: number, to: number): boolean {
  let slashes = 0;
  for (let at = from; at < to; at++) {
    if (bytes[at] === SLASH) slashes++;
    else if ((CLASS[bytes[at]] & LETTER) === 0 || bytes[at] < 0x61) return false;
  }
  return slashes > 0;
}

function isMoreGroup(bytes: Uint8Array, from: number, to: number): boolean {
  const end = bracketEnd(bytes, from, to);
  if (end < 0 || end - from < 3) return true;
  const inner = end - 1;
  if (severityOfWord(bytes, from + 1, inner) !== 0 || isThread(bytes, from + 1, inner)) return true;
  if (isText(bytes, from + 1, inner, "main")) return true;
  for (let at = from + 1; at < inner; at++) {
    if ((CLASS[bytes[at]] & LETTER) === 0 && !isBlank(bytes[at]) && bytes[at] < 0x80) return true;
  }
  return (CLASS[bytes[from + 1]] & (LETTER | DIGIT)) === 0;
}
