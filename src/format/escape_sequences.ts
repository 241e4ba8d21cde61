import type { Batch } from "../record/batch.ts";

const ESCAPE = 0x1b;
// deno-lint-ignore no-control-regex
const COLOURS = /\x1b(?:\[[0-9;]*m|\(B)/g;

/** A text that was decoded, without the colours in it. */
export function withoutColours(text: string): string {
  return text.replace(COLOURS, "");
}

/** Index of an ESC byte in [from, to), or -1; four bytes a step (`view` may be read 3 bytes past `to`). */
export function findEscape(view: DataView, from: number, to: number): number {
  for (let at = from; at < to; at += 4) {
    const word = view.getInt32(at, true) ^ 0x1b1b1b1b;
    if (((word - 0x01010101) & ~word & 0x80808080) === 0) continue;
    for (let near = at; near < at + 4 && near < to; near++) if (view.getUint8(near) === ESCAPE) return near;
  }
  return -1;
}

/**
 * Copies [from, to) to the side area without its escape sequences; returns where the copy begins. A command that is
 * no link (a title, the clipboard) stays, as its text may hide what was written.
 */
export function copyWithoutEscapes(batch: Batch, from: number, to: number): number {
  const { bytes } = batch;
  const start = batch.side;
  let side = start;
  for (let at = from; at < to; at++) {
    if (bytes[at] !== ESCAPE) {
      bytes[side++] = bytes[at];
      continue;
    }
    if (at + 1 >= to) break;
    if (bytes[at + 1] === 0x5d) {
      if (bytes[at + 2] !== 0x38 || bytes[at + 3] !== 0x3b) {
        bytes[side++] = bytes[at];
        continue;
      }
      at = commandEnd(bytes, at + 2, to);
      continue;
    }
    if (bytes[at + 1] !== 0x5b) {
      at = shortEnd(bytes, at + 1, to);
      continue;
    }
    // CSI: parameters up to a final byte @-~
    at += 2;
    while (at < to && (bytes[at] < 0x40 || bytes[at] > 0x7e)) at++;
  }
  batch.side = side;
  return start;
}

/** Index of the last byte of a sequence of other kinds: one, behind those that say what it is of (`(B`, a set of characters). */
function shortEnd(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && bytes[at] >= 0x20 && bytes[at] < 0x30) at++;
  return at;
}

/** Index of the last byte of an operating system command (a link, a title): BEL, or the backslash behind an escape. */
function commandEnd(bytes: Uint8Array, from: number, to: number): number {
  for (let at = from; at < to; at++) {
    if (bytes[at] === 0x07) return at;
    if (bytes[at] === ESCAPE) return bytes[at + 1] === 0x5c ? at + 1 : at - 1;
  }
  return to;
}

/** Whether [from, to) holds nothing but blanks, and escape sequences of colours, as Elixir's logger writes before each message. */
function showsNothing(bytes: Uint8Array, from: number, to: number): boolean {
  let at = from;
  while (at < to && (bytes[at] === 0x20 || bytes[at] === 0x09)) at++;
  while (at + 2 < to && bytes[at] === ESCAPE && (bytes[at + 1] === 0x5b || isCharacterSet(bytes, at))) {
    if (bytes[at + 1] !== 0x5b) {
      at += 3;
      continue;
    }
    at += 2;
    while (at < to && ((bytes[at] >= 48 && bytes[at] <= 57) || bytes[at] === 0x3b)) at++;
    if (bytes[at++] !== 0x6d) return false;
  }
  return at === to;
}

/** Index of the first byte that is not part of an escape sequence of colours. */
export function afterEscapes(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at + 2 < to && bytes[at] === ESCAPE && (bytes[at + 1] === 0x5b || isCharacterSet(bytes, at))) {
    at += 2;
    while (at < to && (bytes[at] < 0x40 || bytes[at] > 0x7e)) at++;
    at++;
  }
  return Math.min(at, to);
}

/** Whether what ncurses writes where colours end, `ESC ( B`, stands at `at`. */
function isCharacterSet(bytes: Uint8Array, at: number): boolean {
  return bytes[at + 1] === 0x28 && bytes[at + 2] === 0x42;
}

/** Whether a line is empty, or changes the colour only. */
export function isEmptyLine(bytes: Uint8Array, from: number, to: number): boolean {
  return from === to || (bytes[from] <= 0x20 && showsNothing(bytes, from, to));
}
