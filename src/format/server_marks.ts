import { uptimeEnd } from "./text/text_kernel.ts";
import { SPACE } from "./text/text_tokens.ts";

const COLON = 0x3a, OPEN = 0x5b;

/** Bytes of a line in which what marks a head must stand. */
export const MARK_WITHIN = 140;

/** Whether five capitals and digits, of which one is a digit, stand before a word in capitals, a colon and two blanks. */
export function hasState(bytes: Uint8Array, from: number, to: number): boolean {
  const end = Math.min(to, from + MARK_WITHIN);
  let at = from;
  while (at < end && (bytes[at] !== COLON || bytes[at + 1] !== SPACE || bytes[at + 2] !== SPACE)) at++;
  let word = at;
  while (word > from && isCapital(bytes[word - 1])) word--;
  const state = word - 6;
  if (at >= end || word === at || state <= from || bytes[word - 1] !== SPACE || bytes[state - 1] !== SPACE) {
    return false;
  }
  let digits = 0;
  for (let each = state; each < word - 1; each++) {
    if (bytes[each] >= 0x30 && bytes[each] <= 0x39) digits++;
    else if (!isCapital(bytes[each])) return false;
  }
  return digits > 0;
}

/** Whether the first bracket behind a blank begins as `[Note]`, `[Warning]` and `[ERROR]` do. */
export function hasNote(bytes: Uint8Array, from: number, to: number): boolean {
  const end = Math.min(to, from + MARK_WITHIN) - 1;
  let at = from + 1;
  while (at < end && (bytes[at] !== OPEN || bytes[at - 1] !== SPACE)) at++;
  return at < end && (bytes[at + 1] === 0x4e || bytes[at + 1] === 0x57 || bytes[at + 1] === 0x45);
}

/** `[    5.123456] `: seconds since the start. */
export function isMonotonic(bytes: Uint8Array, from: number, to: number): boolean {
  return uptimeEnd(bytes, from, to) > 0;
}

function isCapital(byte: number): boolean {
  return byte >= 0x41 && byte <= 0x5a;
}
