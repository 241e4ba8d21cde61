import type { Batch } from "../record/batch.ts";

/** Longest value that is taken for an id; Google Cloud writes a path before it. */
const MAX_ID = 64;

/** Where an id begins in a value (after the last `/`); -1 if there is none, or one of zeros only. */
export function idStart(batch: Batch, from: number, to: number): number {
  const length = to - from;
  if (length === 32 || length === 16) {
    // Four bytes at a time: no control character, blank, punctuation or byte past ASCII, not only zeros.
    const { view } = batch;
    let isZero = true;
    let at = from;
    for (; at < to; at += 4) {
      const word = view.getInt32(at, true);
      if ((((word >>> 4) | (word >>> 6)) & ~(word >>> 7) & 0x01010101) !== 0x01010101) break;
      if (word !== 0x30303030) isZero = false;
    }
    if (at === to) return isZero ? -1 : from;
  }
  return idStartOfAny(batch.bytes, from, to);
}

const QUOTE = 0x22;

/**
 * The index of the quote that ends an id of 32 or 16 digits and small letters, which begins at `from`; -1 if it
 * is any other text, `idStart` may still know it then. Tells in one look that the quote is the first one, that
 * there is no escape before it, and that all is of an id, not of zeros only.
 */
export function quotedIdEnd(batch: Batch, from: number, to: number): number {
  const { bytes, view } = batch;
  let end = from + 32;
  if (end >= to || bytes[end] !== QUOTE) {
    end = from + 16;
    if (end >= to || bytes[end] !== QUOTE) return -1;
  }
  // Digits and small letters are 0x30-0x3f or 0x60-0x7f, as some signs are that `idStart` lets pass, too.
  let fits = -1;
  let isOther = 0;
  for (let at = from; at < end; at += 4) {
    const word = view.getInt32(at, true);
    fits &= ((word >>> 4) | (word >>> 6)) & (word >>> 5) & ~(word >>> 7);
    isOther |= word ^ 0x30303030;
  }
  return (fits & 0x01010101) === 0x01010101 && isOther !== 0 ? end : -1;
}

function idStartOfAny(bytes: Uint8Array, from: number, to: number): number {
  let start = to;
  let isZero = true;
  while (start > from && bytes[start - 1] !== 0x2f) {
    const byte = bytes[--start];
    const letter = byte | 0x20;
    const isId = (byte >= 48 && byte <= 57) || (letter >= 97 && letter <= 122) || byte === 0x2d;
    if (!isId || to - start > MAX_ID) return -1;
    if (byte !== 48 && byte !== 0x2d) isZero = false;
  }
  if (isZero) return -1;
  // OpenTelemetry's console exporters write `0x4bf9…`.
  const isHex = bytes[start] === 48 && bytes[start + 1] === 0x78 && (to - start === 34 || to - start === 18);
  return isHex ? start + 2 : start;
}

/** W3C Trace Context: `00-` 32 digits `-` 16 digits `-01`. */
export function isTraceparent(bytes: Uint8Array, from: number, to: number): boolean {
  return to - from === 55 && bytes[from + 2] === 0x2d && bytes[from + 35] === 0x2d &&
    bytes[from + 52] === 0x2d &&
    idStartOfAny(bytes, from + 3, from + 35) >= 0;
}
