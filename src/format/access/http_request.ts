import { type Batch, TEXT } from "../../record/batch.ts";
import type { AttributeKeys } from "../attribute_keys.ts";
import { isText, isUpper, SPACE } from "../text/text_tokens.ts";
import { isDigit } from "../time/timestamp_parts.ts";

const DOT = 0x2e;

/**
 * Adds the fields of a request line `GET /path?query HTTP/1.1` in [from, to); false, and nothing added, if it
 * is none.
 */
export function addRequest(batch: Batch, keys: AttributeKeys, from: number, to: number): boolean {
  const { bytes } = batch;
  let method = from;
  while (method < to && (isUpper(bytes[method]) || bytes[method] === 0x5f || bytes[method] === 0x2d)) {
    method++;
  }
  if (method - from < 3 || method >= to || bytes[method] !== SPACE) return false;
  let target = method + 1;
  while (target < to && bytes[target] !== SPACE) target++;
  if (target === method + 1) return false;
  // A target with blanks in it: the protocol is what stands behind the last one.
  let last = to - 1;
  while (last > target && bytes[last] !== SPACE) last--;
  const isNamed = isText(bytes, last + 1, to, "HTTP/");
  const versioned = last >= target && (isNamed || isVersion(bytes, last + 1, to));
  if (versioned) target = last;
  else if (target < to) return false;
  const { id } = keys;
  batch.addField(id.method, from, method, TEXT);
  batch.addField(id.target, method + 1, target, TEXT);
  if (versioned) batch.addField(id.protocol, last + (isNamed ? 6 : 1), to, TEXT);
  return true;
}

/** `1.1`, or `2`: Hypercorn writes it alone. */
function isVersion(bytes: Uint8Array, from: number, to: number): boolean {
  if (!isDigit(bytes[from])) return false;
  return to === from + 1 || (to === from + 3 && bytes[from + 1] === DOT && isDigit(bytes[from + 2]));
}

/** Makes the request line in [from, to) the body of the record begun last, and adds its fields. */
export function setRequest(batch: Batch, row: number, keys: AttributeKeys, from: number, to: number): void {
  batch.setBody(row, from, to);
  addRequest(batch, keys, from, to);
}
