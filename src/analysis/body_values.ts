import type { Batch } from "../record/batch.ts";
import { CLASS, DIGIT, HEX_LETTER, LETTER } from "./patterns/byte_class.ts";

/** Bytes of a value in a body, of the word before it, and between the two. */
const LONGEST = 64;
const SHORTEST = 3;
const WORD = 24;
const BETWEEN = 3;
const DOT = 0x2e;

/** Where the word before the value stands that `bodyValue` looked at last; empty if there is none. */
export const BODY_WORD = { from: 0, to: 0 };

/**
 * Whether the variable [from, to) of a body names something (a client, a path, an id), rather than measuring it. The word before it
 * is left in `BODY_WORD`.
 */
export function bodyValue(bytes: Uint8Array, bodyFrom: number, from: number, to: number): boolean {
  // `n3` names something as well.
  const shortest = isLetter(bytes[from]) ? SHORTEST - 1 : SHORTEST;
  if (to - from < shortest || to - from > LONGEST) return false;
  let letters = 0;
  let dots = 0;
  for (let at = from; at < to; at++) {
    if ((CLASS[bytes[at]] & DIGIT) !== 0) continue;
    if (bytes[at] === DOT) dots++;
    else letters++;
  }
  // A fraction, or a number with its unit.
  if (
    letters === 0
      ? dots === 1
      : (CLASS[bytes[from]] & DIGIT) !== 0 && to - from <= 8 && isLetter(bytes[to - 1])
  ) {
    return false;
  }
  let end = from;
  while (end > bodyFrom && from - end < BETWEEN && !isOfWord(bytes[end - 1])) end--;
  let start = end;
  while (start > bodyFrom && end - start < WORD && isOfWord(bytes[start - 1])) start--;
  BODY_WORD.from = start;
  BODY_WORD.to = end;
  // A bare number says nothing without a word.
  return letters > 0 || dots > 0 || end > start;
}

export function isLetter(byte: number): boolean {
  return (CLASS[byte] & (HEX_LETTER | LETTER)) !== 0 && byte < 0x80;
}

function isOfWord(byte: number): boolean {
  return isLetter(byte) || byte === 0x5f || byte === 0x2d;
}

/** Whether one of the record's attributes stands there, too. */
export function isField({ fieldFrom, fieldTo, fieldStart }: Batch, row: number, from: number): boolean {
  for (let field = fieldFrom[row]; field < fieldTo[row]; field++) if (fieldStart[field] === from) return true;
  return false;
}
