import type { Batch } from "../../record/batch.ts";

/** Deeper objects are not mended. */
const MAX_DEPTH = 64;

const QUOTE = 0x22, BACKSLASH = 0x5c, COMMA = 0x2c, COLON = 0x3a;

/**
 * Copies the JSON object [from, to), whose end is missing, to the side area and ends it there: a text that was
 * cut ends where it was cut, of what is less than a value nothing is kept. The copy is [result, batch.side); -1,
 * and nothing copied, if there is no room or it is nothing of the kind.
 */
export function endCutJson(batch: Batch, from: number, to: number): number {
  const { bytes } = batch;
  if (batch.sideFree < to - from + MAX_DEPTH + 8) return -1;
  const closers = new Uint8Array(MAX_DEPTH);
  let depth = 0;
  /** Where the last whole value ends, how deep it stood, and whether a value is open from `from` on. */
  let end = from;
  let endDepth = 0;
  let isValue = false;
  let textFrom = -1;
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      const start = at++;
      while (at < to && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
      if (at >= to) {
        textFrom = start;
        break;
      }
      if (isValue) {
        end = at + 1;
        endDepth = depth;
      }
    } else if (byte === 0x7b || byte === 0x5b) {
      if (depth === MAX_DEPTH) return -1;
      closers[depth++] = byte + 2;
      isValue = byte === 0x5b;
      end = at + 1;
      endDepth = depth;
    } else if (byte === 0x7d || byte === 0x5d) {
      if (depth === 0 || closers[--depth] !== byte) return -1;
      end = at + 1;
      endDepth = depth;
    } else if (byte === COLON) isValue = true;
    else if (byte === COMMA) {
      end = at;
      endDepth = depth;
      isValue = depth > 0 && closers[depth - 1] === 0x5d;
    }
  }
  if (depth === 0 || end === from) return -1;
  const isCutText = textFrom >= 0 && isValue;
  const copy = batch.copyToSide(from, isCutText ? wholeEnd(bytes, textFrom + 1, to) : end);
  if (isCutText) bytes[batch.side++] = QUOTE;
  for (let open = isCutText ? depth : endDepth; open > 0; open--) bytes[batch.side++] = closers[open - 1];
  return copy;
}

/** `to`, or where the escape or the character begins that was cut there. */
function wholeEnd(bytes: Uint8Array, from: number, to: number): number {
  let end = to;
  for (let back = 1; back <= 6 && end - back >= from; back++) {
    if (bytes[to - back] !== BACKSLASH) continue;
    let first = to - back;
    while (first > from && bytes[first - 1] === BACKSLASH) first--;
    const isEscape = (to - back - first) % 2 === 0;
    if (isEscape && back < (bytes[to - back + 1] === 0x75 ? 6 : 2)) end = to - back;
    break;
  }
  let lead = end - 1;
  while (lead > from && end - lead < 4 && (bytes[lead] & 0xc0) === 0x80) lead--;
  const length = bytes[lead] >= 0xf0 ? 4 : bytes[lead] >= 0xe0 ? 3 : bytes[lead] >= 0xc0 ? 2 : 1;
  return lead >= from && lead + length > end ? lead : end;
}
