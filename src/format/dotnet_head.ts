import { isText, skipBlanks, SPACE, tokenEnd } from "./text/text_tokens.ts";
import { isDigit } from "./time/timestamp_parts.ts";

const OPEN = 0x5b, CLOSE = 0x5d;
/** `info: ` */
const SEVERITY_BYTES = 6;
const SEVERITIES = ["trce: ", "dbug: ", "info: ", "warn: ", "fail: ", "crit: "];

/** Whether `info: Shop.Orders[14]` is all of [at, to): the first of the two lines of .NET's console. */
export function isDotnet(bytes: Uint8Array, at: number, to: number): boolean {
  const end = tokenEnd(bytes, at + SEVERITY_BYTES, to);
  if (bytes[at + 5] !== SPACE || bytes[end - 1] !== CLOSE || skipBlanks(bytes, end, to) < to) return false;
  let digit = end - 2;
  while (isDigit(bytes[digit])) digit--;
  return digit < end - 2 && bytes[digit] === OPEN && SEVERITIES.some((word) => isText(bytes, at, to, word));
}
