import { isBlank, isNumber, tokenEnd, trimmed } from "../text_tokens.ts";

const DASH = 0x2d, COLON = 0x3a;
/** `2026-11-20 08:00:01` */
const TIME_BYTES = 19;
const FEWEST = 6;

/** Where the time begins that ends [from, to), a row of numbers between blanks; -1 if it is something else. */
export function timeBehindNumbers(bytes: Uint8Array, from: number, to: number): number {
  const end = trimmed(bytes, from, to);
  const time = end - TIME_BYTES;
  if (time <= from || bytes[end - 3] !== COLON || bytes[end - 6] !== COLON || bytes[time + 4] !== DASH) {
    return -1;
  }
  let numbers = 0;
  for (let at = from; at < time;) {
    const stop = tokenEnd(bytes, at, time);
    if (!isNumber(bytes, at, stop)) return -1;
    numbers++;
    for (at = stop; at < time && isBlank(bytes[at]);) at++;
  }
  return numbers >= FEWEST && isBlank(bytes[time - 1]) ? time : -1;
}
