import { digitsEnd } from "../time/timestamp_parts.ts";
import { DOUBLE, INT } from "../../record/batch.ts";

/**
 * Tokens of JSON (RFC 8259) in bytes. Strings are read more leniently than the letter: control characters
 * and unknown escapes are let pass, since there are loggers that write them and nothing else in the line
 * is in doubt. All else is strict, so that half a line is never taken for a whole one.
 */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The index of the quote that ends the string whose first byte is at `at`; -1 if there is none before `to`. */
export function stringEnd(bytes: Uint8Array, at: number, to: number): number {
  for (; at < to; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) return at;
    if (byte === BACKSLASH) at++;
  }
  return -1;
}

/** Whether [from, to) holds a backslash. */
export function hasEscape(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (bytes[at] === BACKSLASH) return true;
  return false;
}

/** The index of the first byte that is no white space, `to` if there is none. */
export function skipSpace(bytes: Uint8Array, at: number, to: number): number {
  while (at < to && isSpace(bytes[at])) at++;
  return at;
}

export function isSpace(byte: number): boolean {
  return byte === 32 || byte === 10 || byte === 13 || byte === 9;
}

/** INT or DOUBLE: the kind of the number that `numberEnd` read last. */
export let numberKind = INT;

/** The index after the number at `at` (NaN and Infinity too, as Python writes them); -1 if there is none. */
export function numberEnd(bytes: Uint8Array, at: number, to: number): number {
  numberKind = INT;
  if (at < to && bytes[at] === 0x2d) at++;
  const first = at < to ? bytes[at] : 0;
  if (first === 0x4e || first === 0x49) {
    numberKind = DOUBLE;
    return wordEnd(bytes, at, to, first === 0x4e ? NAN : INFINITY);
  }
  const start = at;
  at = digitsEnd(bytes, at, to);
  if (at === start || (first === 0x30 && at > start + 1)) return -1;
  if (at < to && bytes[at] === 0x2e) {
    numberKind = DOUBLE;
    const fraction = at + 1;
    at = digitsEnd(bytes, fraction, to);
    if (at === fraction) return -1;
  }
  if (at < to && (bytes[at] | 0x20) === 0x65) {
    numberKind = DOUBLE;
    at++;
    if (at < to && (bytes[at] === 0x2b || bytes[at] === 0x2d)) at++;
    const exponent = at;
    at = digitsEnd(bytes, exponent, to);
    if (at === exponent) return -1;
  }
  return at;
}

export const TRUE = new TextEncoder().encode("true");
export const FALSE = new TextEncoder().encode("false");
export const NULL_WORD = new TextEncoder().encode("null");
const NAN = new TextEncoder().encode("NaN");
const INFINITY = new TextEncoder().encode("Infinity");

/** The index after `word` if it stands at `at`, else -1. */
export function wordEnd(bytes: Uint8Array, at: number, to: number, word: Uint8Array): number {
  if (at + word.length > to) return -1;
  for (let index = 0; index < word.length; index++) {
    if (bytes[at + index] !== word[index]) return -1;
  }
  return at + word.length;
}
