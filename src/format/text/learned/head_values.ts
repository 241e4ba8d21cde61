import { lineColon } from "../attributes/text_composites.ts";
import { isTag } from "./head_looks.ts";
import { CLOSE_PAREN, COLON, DOT, PAREN } from "../text_parts.ts";
import { isHex, isLower, isText, isUpper, nameLikeness, PATH, tokenEnd, WORD } from "../text_tokens.ts";
import { beforeDigits, isDigit, isLetter } from "../../time/timestamp_parts.ts";

/** Signs that messages begin with, and words in the middle of sentences hardly. */
const STARTS = '[("<>#=*';

/** `java.lang.IllegalStateException`, `app.TimeoutError`: what has failed, no logger. */
export function saysError(bytes: Uint8Array, from: number, to: number): boolean {
  return isText(bytes, Math.max(from, to - 9), to, "Exception") ||
    isText(bytes, Math.max(from, to - 5), to, "Error");
}

/** Bytes of the shortest id that looks random. */
const SHORTEST_ID = 8;

/** A name with a line or a process, or an id of hexadecimal digits. */
export function isNumbered(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from >= SHORTEST_ID && isHex(bytes, from, to)) return true;
  if (lineColon(bytes, from, to, WORD) < to || isTag(bytes, from, to)) return true;
  // `Shop.lambda$main$0(15)`, `Shop::connect()`
  const at = beforeDigits(bytes, from, to - 1);
  // `connect() failed` may begin all messages.
  const isNamed = at < to - 2 || nameLikeness(bytes, from, at) === PATH;
  return isNamed && bytes[to - 1] === CLOSE_PAREN && bytes[at] === PAREN && isLetter(bytes[from]);
}

/** A bare name in small letters, and behind it a sentence begins, or a name that a colon ends (`item 7:` counts something). */
export function beginsSentence(bytes: Uint8Array, from: number, after: number, to: number): boolean {
  const next = bytes[after];
  if (!isLower(bytes[from])) return false;
  if (isUpper(next) || next >= 0x80 || STARTS.includes(String.fromCharCode(next))) return true;
  return after < to && !isDigit(next) && bytes[tokenEnd(bytes, after, to) - 1] === COLON;
}

/** Whether digits stand in it and no dot does: `WFLYSRV0025`, `1abcde-000001-AB`. */
export function isCoded(bytes: Uint8Array, from: number, to: number): boolean {
  let digits = 0;
  for (let at = from; at < to; at++) {
    if (bytes[at] === DOT) return false;
    if (isDigit(bytes[at])) digits++;
  }
  return digits > 1;
}
