import { type Batch, TEXT } from "../../record/batch.ts";

const OPEN = 0x5b,
  CLOSE = 0x5d,
  QUOTE = 0x22,
  BACKSLASH = 0x5c,
  EQUALS = 0x3d,
  SPACE = 0x20,
  DOT = 0x2e,
  COLON = 0x3a,
  SEMICOLON = 0x3b;

/**
 * Reads the STRUCTURED-DATA of RFC 5424, 6.3 (`[id name="value" …][…]`) at `from` as fields named
 * `id.name`; the escapes of quote, backslash and bracket are undone. Index after it, or -1 if it is broken.
 */
export function readStructuredData(batch: Batch, from: number, to: number): number {
  const { bytes } = batch;
  let at = from;
  if (bytes[at] !== OPEN) return -1;
  while (at < to && bytes[at] === OPEN) {
    const id = ++at;
    while (at < to && bytes[at] > SPACE && bytes[at] !== CLOSE) at++;
    const idTo = at;
    while (at < to && bytes[at] === SPACE) {
      const name = ++at;
      while (at < to && bytes[at] > SPACE && bytes[at] !== EQUALS && bytes[at] !== CLOSE) at++;
      if (at + 1 >= to || bytes[at] !== EQUALS || bytes[at + 1] !== QUOTE) return -1;
      const value = at + 2;
      let escaped = false;
      for (at = value; at < to && bytes[at] !== QUOTE; at++) {
        if (bytes[at] === BACKSLASH) {
          escaped = true;
          at++;
        }
      }
      if (at >= to) return -1;
      addParameter(batch, id, idTo, name, value - 2, value, at, escaped);
      at++;
    }
    if (at >= to || bytes[at] !== CLOSE) return -1;
    at++;
  }
  return at;
}

function addParameter(
  batch: Batch,
  id: number,
  idTo: number,
  name: number,
  nameTo: number,
  value: number,
  valueTo: number,
  escaped: boolean,
): void {
  const { bytes } = batch;
  if (idTo - id + nameTo - name + valueTo - value + 1 > batch.sideFree) return;
  const key = batch.copyToSide(id, idTo);
  bytes[batch.side++] = DOT;
  batch.copyToSide(name, nameTo);
  const number = batch.keys.idOfBytes(bytes, batch.view, key, batch.side);
  batch.side = key;
  addValue(batch, number, value, valueTo, escaped);
}

/** Adds the value [from, to) as a field. If it is `escaped`, that is its copy in the side area, which must have room. */
function addValue(batch: Batch, key: number, from: number, to: number, escaped: boolean): void {
  if (!escaped) {
    batch.addField(key, from, to, TEXT);
    return;
  }
  const { bytes, side } = batch;
  for (let at = from; at < to; at++) {
    const next = bytes[at + 1];
    if (bytes[at] === BACKSLASH && (next === QUOTE || next === BACKSLASH || next === CLOSE)) at++;
    bytes[batch.side++] = bytes[at];
  }
  batch.addField(key, side, batch.side, TEXT);
}

/**
 * Reads Check Point's `[action:"Accept"; src:"10.0.0.1"; …]` at `from` as fields of those names. Index after it, or -1 if it
 * is something else.
 */
export function readColonParameters(batch: Batch, from: number, to: number): number {
  const { bytes, fieldCount } = batch;
  if (bytes[from] !== OPEN) return -1;
  for (let at = from + 1; at < to;) {
    while (at < to && bytes[at] === SPACE) at++;
    const name = at;
    while (at < to && bytes[at] > SPACE && bytes[at] !== COLON && bytes[at] !== QUOTE) at++;
    const value = at + 2;
    if (at === name || bytes[at] !== COLON || bytes[at + 1] !== QUOTE) break;
    let escaped = false;
    for (at = value; at < to && bytes[at] !== QUOTE; at++) {
      if (bytes[at] === BACKSLASH) {
        escaped = true;
        at++;
      }
    }
    if (at >= to) break;
    if (at > value) {
      const key = batch.keys.idOfBytes(bytes, batch.view, name, value - 2);
      addValue(batch, key, value, at, escaped && at - value <= batch.sideFree);
    }
    at++;
    if (bytes[at] === SEMICOLON) at++;
    if (bytes[at] === CLOSE) return at + 1;
  }
  batch.fieldCount = fieldCount;
  return -1;
}
