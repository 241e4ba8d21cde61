import type { LineRange } from "./line_format.ts";
import { trimmed } from "./text/text_tokens.ts";

const NEWLINE = 0x0a, RETURN = 0x0d;
const NEWLINES = 0x0a0a0a0a;
const ONES = 0x01010101;
const HIGH_BITS = 0x80808080 | 0;

/**
 * The index of the first newline at or after `at`, eight bytes a step (three times as fast as `indexOf`). There
 * must be one, and eight readable bytes behind it: put a newline after the last byte.
 */
export function nextNewline(view: DataView, at: number): number {
  for (;; at += 8) {
    const low = view.getInt32(at, true) ^ NEWLINES;
    let found = (low - ONES) & ~low & HIGH_BITS;
    if (found !== 0) return at + ((31 - Math.clz32(found & -found)) >> 3);
    const high = view.getInt32(at + 4, true) ^ NEWLINES;
    found = (high - ONES) & ~high & HIGH_BITS;
    if (found !== 0) return at + 4 + ((31 - Math.clz32(found & -found)) >> 3);
  }
}

const BLANKS = 0x20202020;

/**
 * The index of the first control character (a newline, an escape, a tab, …) at or after `at`, under the same
 * conditions: one pass then tells where the line ends and whether it holds an escape.
 */
export function nextControl(view: DataView, at: number): number {
  for (;; at += 8) {
    const low = view.getInt32(at, true);
    let found = (low - BLANKS) & ~low & HIGH_BITS;
    if (found !== 0) return at + ((31 - Math.clz32(found & -found)) >> 3);
    const high = view.getInt32(at + 4, true);
    found = (high - BLANKS) & ~high & HIGH_BITS;
    if (found !== 0) return at + 4 + ((31 - Math.clz32(found & -found)) >> 3);
  }
}

/** Does a byte-order mark stand at `at`? Files that were written one behind the other have one inside. */
export function hasMark(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf;
}

/** The whole lines of [from, to), without their line breaks and the blanks before those. */
export function* linesOf(bytes: Uint8Array, from: number, to: number): Generator<LineRange> {
  for (let at = from; at < to;) {
    const newline = bytes.indexOf(NEWLINE, at);
    if (newline < 0 || newline >= to) return;
    yield [at, trimmed(bytes, at, bytes[newline - 1] === RETURN ? newline - 1 : newline)];
    at = newline + 1;
  }
}

/** Where the last line of [from, to) begins. */
export function lastLine(bytes: Uint8Array, from: number, to: number): number {
  let at = to;
  while (at > from && bytes[at - 1] !== NEWLINE) at--;
  return at;
}

/** The end of the line [from, to) before its carriage return. */
export function withoutReturn(bytes: Uint8Array, from: number, to: number): number {
  return to > from && bytes[to - 1] === RETURN ? to - 1 : to;
}
