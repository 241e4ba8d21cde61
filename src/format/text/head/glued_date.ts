import { severityOfWord } from "../../severity_word.ts";
import { CLOSE, COLON, COMMA, DASH, EQUALS, GREATER, OPEN, SLASH } from "../text_parts.ts";
import { findByte, isUpper, isUpperWord, SPACE, tokenEnd } from "../text_tokens.ts";
import { isDigit, isLetter } from "../../time/timestamp_parts.ts";

/** `2026/11/20`, and with a clock. */
const DATE_BYTES = 10;
const WHOLE_BYTES = 19;
/** `[20/Nov/2026:08:00:01 +0000]`, and bytes of the words before it. */
const ACCESS_DATE = 28, LONGEST_LEAD = 60;

/**
 * Where a date begins that ends the token at `from` and has something before it: Go's log writes its prefix right before
 * the date (`raft2026/11/20 08:00:00 `), grep a file and a line (`app.log:12:2026-11-20 08:00:00 `). -1 if none does.
 */
export function gluedDate(bytes: Uint8Array, from: number, to: number): number {
  const end = tokenEnd(bytes, from, to);
  // ISO's `T` stands in the token.
  const isWhole = bytes[end - 1] !== 0x5a && !isDigit(bytes[end - 1]);
  let date = end - DATE_BYTES;
  if (isWhole || date <= from || bytes[date + 4] !== bytes[date + 7]) {
    date = from + 1;
    while (date + WHOLE_BYTES <= end && !(bytes[date + 10] === 0x54 && bytes[date + 4] === DASH)) date++;
    if (date + WHOLE_BYTES > end) return -1;
  }
  if (!isDigit(bytes[date]) || !isDigit(bytes[date + 3])) return -1;
  const sign = bytes[date - 1];
  // log4net's `ERROR2026-11-20 08:00:00 `
  if (isUpper(sign) && isUpperWord(bytes, from, date) && severityOfWord(bytes, from, date) !== 0) {
    return date;
  }
  if (bytes[date + 4] === SLASH && bytes[date + 7] === SLASH && isLetter(bytes[from])) return date;
  // wget's `FINISHED --2026-11-20 08:00:00--`
  const isApart = sign === COLON || sign === GREATER || sign === COMMA || sign === 0x3b ||
    sign === EQUALS || (sign === DASH && date === from + 2 && bytes[from] === DASH);
  return isApart && bytes[date + 4] === DASH && bytes[date + 7] === DASH ? date : -1;
}

/** Whether a few words on a date stands in a bracket as access logs write it: `[20/Nov/2026:08:00:01 +0000]`. */
export function isBeforeAccessDate(bytes: Uint8Array, at: number, to: number): boolean {
  const open = findByte(bytes, at, Math.min(to, at + LONGEST_LEAD), OPEN);
  return open > at && open + ACCESS_DATE <= to && bytes[open + ACCESS_DATE - 1] === CLOSE &&
    isDigit(bytes[open + 1]) && bytes[open + 3] === SLASH && bytes[open + 7] === SLASH &&
    bytes[open + 12] === COLON && bytes[open + 21] === SPACE;
}
