import type { Batch } from "../../record/batch.ts";
import { isDigit } from "../time/timestamp_parts.ts";

/**
 * Undoes the escapes of a JSON string's inside into the side area: the text is [result, batch.side). It is
 * never longer than what it was made of. What is no valid escape stays as it stands; half a surrogate pair
 * becomes U+FFFD.
 */
export function unescapeToSide(batch: Batch, from: number, to: number): number {
  const start = batch.copyToSide(from, to);
  batch.side = unescapeInto(batch.bytes, start, batch.bytes, from, to);
  return start;
}

/** Writes the unescaped [from, to) of `bytes` into `target` from `at` on; returns the index after it. */
export function unescapeInto(
  target: Uint8Array,
  at: number,
  bytes: Uint8Array,
  from: number,
  to: number,
): number {
  while (from < to) {
    const byte = bytes[from];
    if (byte !== 0x5c || from + 1 >= to) {
      target[at++] = byte;
      from++;
      continue;
    }
    const escape = bytes[from + 1];
    if (escape === 0x75) {
      let code = hexOf(bytes, from + 2, to);
      if (code >= 0) {
        from += 6;
        if (code >= 0xd800 && code < 0xe000) {
          const low = code < 0xdc00 && bytes[from] === 0x5c && bytes[from + 1] === 0x75
            ? hexOf(bytes, from + 2, to)
            : -1;
          if (low >= 0xdc00 && low < 0xe000) {
            code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
            from += 6;
          } else code = 0xfffd;
        }
        at = putCode(target, at, code);
        continue;
      }
    }
    const plain = SHORT[escape];
    target[at++] = plain === 0 ? 0x5c : plain;
    from += plain === 0 ? 1 : 2;
  }
  return at;
}

/** What a one-letter escape stands for, by its letter; 0 if it is none. */
const SHORT = new Uint8Array(256);
for (const [letter, text] of Object.entries({ b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" })) {
  SHORT[letter.charCodeAt(0)] = text.charCodeAt(0);
}
// An apostrophe is Rust's and Python's.
for (const same of `"'\\/`) SHORT[same.charCodeAt(0)] = same.charCodeAt(0);

/** The number of four hexadecimal digits, -1 if they are not there. */
function hexOf(bytes: Uint8Array, at: number, to: number): number {
  if (at + 4 > to) return -1;
  let code = 0;
  for (const end = at + 4; at < end; at++) {
    const byte = bytes[at];
    const letter = byte | 0x20;
    if (byte >= 48 && byte <= 57) code = (code << 4) | (byte - 48);
    else if (letter >= 97 && letter <= 102) code = (code << 4) | (letter - 87);
    else return -1;
  }
  return code;
}

function putCode(target: Uint8Array, at: number, code: number): number {
  if (code < 0x80) {
    target[at++] = code;
    return at;
  }
  if (code < 0x800) target[at++] = 0xc0 | (code >> 6);
  else {
    if (code < 0x10000) target[at++] = 0xe0 | (code >> 12);
    else {
      target[at++] = 0xf0 | (code >> 18);
      target[at++] = 0x80 | ((code >> 12) & 63);
    }
    target[at++] = 0x80 | ((code >> 6) & 63);
  }
  target[at++] = 0x80 | (code & 63);
  return at;
}

/** `\u001b[`, with a digit or a letter in either case at the last place of the number. */
const ESCAPE = [0x5c, 0x75, 0x30, 0x30, 0x31, 0x62, 0x5b];
const SEMICOLON = 0x3b;
const LETTER_M = 0x6d;

/** Index behind the escape sequence of a colour that begins at `at` of a JSON string's inside; `at` if none does. */
function colourEnd(bytes: Uint8Array, at: number, to: number): number {
  for (let i = 1; i < ESCAPE.length; i++) {
    const byte = bytes[at + i];
    if (at + i >= to || (i === 5 ? byte | 0x20 : byte) !== ESCAPE[i]) return at;
  }
  let end = at + ESCAPE.length;
  while (end < to && (isDigit(bytes[end]) || bytes[end] === SEMICOLON)) end++;
  return end < to && bytes[end] === LETTER_M ? end + 1 : at;
}

/**
 * Copies the inside of a JSON string to the side area without the colours in it, as a program's own formatter leaves them that writes
 * for a terminal first: still with its escapes, it is [result, batch.side). -1, and nothing is copied, if there is none.
 */
export function copyWithoutColours(batch: Batch, from: number, to: number): number {
  const { bytes } = batch;
  let at = from;
  while (at < to && (bytes[at] !== 0x5c || colourEnd(bytes, at, to) === at)) at += bytes[at] === 0x5c ? 2 : 1;
  if (at >= to || to - from > batch.sideFree) return -1;
  const start = batch.side;
  let side = start;
  for (at = from; at < to;) {
    const end = bytes[at] === 0x5c ? colourEnd(bytes, at, to) : at;
    if (end > at) {
      at = end;
      continue;
    }
    if (bytes[at] === 0x5c && at + 1 < to) bytes[side++] = bytes[at++];
    bytes[side++] = bytes[at++];
  }
  batch.side = side;
  return start;
}
