import { type Batch, BOOL, BYTES, DOUBLE, ESCAPED, INT, NESTED, NULL, TEXT } from "../../record/batch.ts";
import { JsonCursor } from "../json/json_cursor.ts";
import { unescapeInto } from "../json/json_escape.ts";
import { hasEscape } from "../json/json_token.ts";
import { otlpName } from "./otlp_names.ts";

/** Deeper lists of attributes stay values; deeper values become null. */
const MAX_DEPTH = 32;

/** The value that `readAnyValue` read last: its kind and range. */
export const value = { kind: NULL, from: 0, to: 0 };

/**
 * Reads an AnyValue (`{"stringValue":"x"}`) at the cursor into `value`. Arrays and lists become plain JSON in
 * the side area; 64-bit integers keep their digits.
 */
export function readAnyValue(batch: Batch, cursor: JsonCursor): void {
  let kind = NULL;
  let from = cursor.at;
  let to = cursor.at;
  if (!cursor.isObject) cursor.skip();
  else {
    cursor.enter();
    while (cursor.nextKey()) {
      const name = otlpName(cursor.bytes, cursor.keyFrom, cursor.keyTo);
      const start = cursor.at;
      const isText = cursor.byte === 0x22;
      cursor.skip();
      if (name === null || cursor.bytes[start] === 0x6e) continue;
      from = isText ? start + 1 : start;
      to = isText ? cursor.at - 1 : cursor.at;
      kind = KINDS[name] ?? NULL;
      if (kind === TEXT && hasEscape(cursor.bytes, from, to)) kind = ESCAPED;
      if (kind === NESTED) {
        from = batch.side;
        writeValue(batch, new JsonCursor(cursor.bytes, start, cursor.at), name === "kvlistValue", 0);
        to = batch.side;
      }
    }
  }
  value.kind = kind;
  value.from = from;
  value.to = to;
}

const KINDS: Record<string, number> = {
  stringValue: TEXT,
  intValue: INT,
  doubleValue: DOUBLE,
  boolValue: BOOL,
  bytesValue: BYTES,
  arrayValue: NESTED,
  kvlistValue: NESTED,
};

/** Adds the KeyValue list at the cursor as fields; lists inside it become dotted keys below `prefix`. */
export function addKeyValues(batch: Batch, cursor: JsonCursor, prefix: Uint8Array, depth: number): void {
  if (!cursor.isArray) return cursor.skip();
  cursor.enter();
  while (cursor.nextItem()) {
    if (cursor.isObject) addKeyValue(batch, cursor, prefix, depth);
    else cursor.skip();
  }
}

function addKeyValue(batch: Batch, cursor: JsonCursor, prefix: Uint8Array, depth: number): void {
  let keyFrom = 0;
  let keyTo = 0;
  let valueAt = -1;
  cursor.enter();
  while (cursor.nextKey()) {
    const name = otlpName(cursor.bytes, cursor.keyFrom, cursor.keyTo);
    if (name === "key" && cursor.byte === 0x22) {
      keyFrom = cursor.at + 1;
      cursor.skip();
      keyTo = cursor.at - 1;
      continue;
    }
    if (name === "value") valueAt = cursor.at;
    cursor.skip();
  }
  const end = cursor.at;
  const path = pathOf(cursor.bytes, prefix, keyFrom, keyTo);
  const inner = new JsonCursor(cursor.bytes, valueAt < 0 ? end : valueAt, end);
  const list = valueAt < 0 || depth >= MAX_DEPTH ? -1 : listAt(new JsonCursor(cursor.bytes, valueAt, end));
  if (list >= 0) {
    addKeyValues(batch, new JsonCursor(cursor.bytes, list, end), withDot(path), depth + 1);
    return;
  }
  value.kind = NULL;
  value.from = value.to = end;
  if (valueAt >= 0) readAnyValue(batch, inner);
  const padded = new Uint8Array(path.length + 8);
  padded.set(path);
  const key = batch.keys.idOfBytes(padded, new DataView(padded.buffer), 0, path.length);
  batch.addField(key, value.from, value.to, value.kind);
}

/** Where the items of a list that is not empty begin, if the AnyValue at the cursor is one; else -1. */
function listAt(cursor: JsonCursor): number {
  if (!cursor.isObject) return -1;
  cursor.enter();
  while (cursor.nextKey()) {
    if (otlpName(cursor.bytes, cursor.keyFrom, cursor.keyTo) === "kvlistValue" && cursor.isObject) {
      const values = valuesAt(cursor);
      return values >= 0 && hasItems(new JsonCursor(cursor.bytes, values, cursor.at)) ? values : -1;
    }
    cursor.skip();
  }
  return -1;
}

function hasItems(cursor: JsonCursor): boolean {
  if (!cursor.isArray) return false;
  cursor.enter();
  return cursor.nextItem();
}

/** Where the `values` of the ArrayValue or KeyValueList at the cursor stand, -1 for none; goes behind it. */
function valuesAt(cursor: JsonCursor): number {
  let at = -1;
  if (!cursor.isObject) {
    cursor.skip();
    return at;
  }
  cursor.enter();
  while (cursor.nextKey()) {
    if (otlpName(cursor.bytes, cursor.keyFrom, cursor.keyTo) === "values" && cursor.isArray) at = cursor.at;
    cursor.skip();
  }
  return at;
}

function pathOf(bytes: Uint8Array, prefix: Uint8Array, from: number, to: number): Uint8Array {
  const path = new Uint8Array(prefix.length + to - from);
  path.set(prefix);
  return path.subarray(0, unescapeInto(path, prefix.length, bytes, from, to));
}

function withDot(path: Uint8Array): Uint8Array {
  const dotted = new Uint8Array(path.length + 1);
  dotted.set(path);
  dotted[path.length] = 0x2e;
  return dotted;
}

/** Writes an ArrayValue or a KeyValueList as plain JSON to the side area; it is never longer than what it was. */
function writeValue(batch: Batch, cursor: JsonCursor, isList: boolean, depth: number): void {
  const values = valuesAt(cursor);
  put(batch, isList ? 0x7b : 0x5b);
  if (values >= 0) {
    const items = new JsonCursor(cursor.bytes, values, cursor.at);
    items.enter();
    for (let index = 0; items.nextItem(); index++) {
      if (index > 0) put(batch, 0x2c);
      if (isList) writeKeyValue(batch, items, depth);
      else writeAny(batch, items, depth);
    }
  }
  put(batch, isList ? 0x7d : 0x5d);
}

function writeKeyValue(batch: Batch, cursor: JsonCursor, depth: number): void {
  const start = cursor.at;
  cursor.skip();
  const end = cursor.at;
  let key = -1;
  let keyEnd = 0;
  let valueAt = -1;
  const pair = new JsonCursor(cursor.bytes, start, end);
  if (pair.isObject) {
    pair.enter();
    while (pair.nextKey()) {
      const name = otlpName(cursor.bytes, pair.keyFrom, pair.keyTo);
      const at = pair.at;
      pair.skip();
      if (name === "key" && cursor.bytes[at] === 0x22) {
        key = at;
        keyEnd = pair.at;
      } else if (name === "value") valueAt = at;
    }
  }
  if (key >= 0) batch.copyToSide(key, keyEnd);
  else putText(batch, '""');
  put(batch, 0x3a);
  if (valueAt < 0) putText(batch, "null");
  else writeAny(batch, new JsonCursor(cursor.bytes, valueAt, end), depth);
}

function writeAny(batch: Batch, cursor: JsonCursor, depth: number): void {
  const start = cursor.at;
  cursor.skip();
  const any = new JsonCursor(cursor.bytes, start, cursor.at);
  if (any.isObject && depth < MAX_DEPTH) {
    any.enter();
    while (any.nextKey()) {
      const name = otlpName(cursor.bytes, any.keyFrom, any.keyTo);
      const kind = name === null ? undefined : KINDS[name];
      const at = any.at;
      any.skip();
      if (kind === undefined || cursor.bytes[at] === 0x6e) continue;
      if (kind === NESTED) {
        writeValue(batch, new JsonCursor(cursor.bytes, at, any.at), name === "kvlistValue", depth + 1);
      } else if (kind === INT && cursor.bytes[at] === 0x22) batch.copyToSide(at + 1, any.at - 1);
      else batch.copyToSide(at, any.at);
      return;
    }
  }
  putText(batch, "null");
}

function put(batch: Batch, byte: number): void {
  batch.bytes[batch.side++] = byte;
}

function putText(batch: Batch, text: string): void {
  for (let at = 0; at < text.length; at++) put(batch, text.charCodeAt(at));
}
