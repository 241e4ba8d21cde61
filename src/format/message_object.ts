import type { Batch } from "../record/batch.ts";
import { isSpace } from "./json/json_token.ts";

const QUOTE = 0x22, BACKSLASH = 0x5c, BRACE = 0x7b, COLON = 0x3a;

const decoder = new TextDecoder();

/**
 * Where the object begins that is the value of a key `message` or `msg`, if the value at `value` is the first one
 * in it, or the first in the first object in it; -1 if there is no such object behind `from`.
 */
export function messageObjectAt(bytes: Uint8Array, from: number, value: number): number {
  let at = value;
  for (;;) {
    const key = keyBefore(bytes, from, at);
    if (key < 0) return -1;
    const brace = spaceBefore(bytes, from, key);
    if (brace <= from || bytes[brace - 1] !== BRACE) return -1;
    at = brace - 1;
    const outer = keyBefore(bytes, from, at);
    if (outer < 0) return -1;
    if (/^"(message|msg)"/i.test(decoder.decode(bytes.subarray(outer, at)))) return at;
  }
}

/** Where the key begins, with its quote, of the value at `at`; -1 if there is none. */
function keyBefore(bytes: Uint8Array, from: number, at: number): number {
  let end = spaceBefore(bytes, from, bytes[at - 1] === QUOTE ? at - 1 : at);
  if (end <= from || bytes[end - 1] !== COLON) return -1;
  end = spaceBefore(bytes, from, end - 1) - 1;
  if (end <= from || bytes[end] !== QUOTE) return -1;
  do end--; while (end >= from && (bytes[end] !== QUOTE || bytes[end - 1] === BACKSLASH));
  return end < from ? -1 : end;
}

function spaceBefore(bytes: Uint8Array, from: number, at: number): number {
  while (at > from && isSpace(bytes[at - 1])) at--;
  return at;
}

/** Takes the fields of the record begun last whose values stand in [from, to) out of it. */
export function removeFields(batch: Batch, row: number, from: number, to: number): void {
  const { fieldKey, fieldStart, fieldEnd, fieldKind } = batch;
  let kept = batch.fieldFrom[row];
  for (let field = kept; field < batch.fieldCount; field++) {
    if (fieldStart[field] >= from && fieldStart[field] < to) continue;
    fieldKey[kept] = fieldKey[field];
    fieldStart[kept] = fieldStart[field];
    fieldEnd[kept] = fieldEnd[field];
    fieldKind[kept] = fieldKind[field];
    if (batch.service[row] === field) batch.service[row] = kept;
    if (batch.host[row] === field) batch.host[row] = kept;
    kept++;
  }
  batch.fieldCount = kept;
}
