import { type Batch, DOUBLE, INT, TEXT } from "../../record/batch.ts";
import type { AttributeKeys } from "../attribute_keys.ts";
import { addAddress } from "../text/attributes/text_address.ts";
import { isSpan } from "../text/attributes/text_threads.ts";
import { kindOfBare } from "../text/message/text_pairs.ts";
import { isIpAddress, isNumber, isText, isUpperWord, skipBlanks, tokenEnd } from "../text/text_tokens.ts";
import { ColumnReader } from "./column_reader.ts";
import { takeStatus } from "./http_status.ts";

const SLASH = 0x2f;
const IN = " in ";

const column = new ColumnReader();

/**
 * Reads a line of morgan's short formats as the record begun last: `METHOD /path status 1.234 ms - size`, the size
 * before the time as well, and `address user METHOD /path HTTP/1.1 status size - 1.234 ms`; and Next.js' `METHOD /path status in 12ms`. False if it is
 * something else, fields may have been added then.
 */
export function readMorgan(
  batch: Batch,
  row: number,
  from: number,
  to: number,
  keys: AttributeKeys,
): boolean {
  const { bytes } = batch;
  const { id } = keys;
  // All of them end with a time in milliseconds, or with the size behind it.
  column.start(bytes, from, to);
  if (!column.next()) return false;
  let isUserless = false;
  const hasAddress = !isUpperWord(bytes, column.from, column.to);
  if (hasAddress) {
    // A message of another logger may tell of a request too, behind its time.
    if (!isIpAddress(bytes, column.from, column.to)) return false;
    addAddress(batch, keys, column.from, column.to);
    if (!column.next()) return false;
    isUserless = column.absent;
    column.addTo(batch, id.user);
    if (!column.next() || !isUpperWord(bytes, column.from, column.to)) return false;
  }
  if (column.to - column.from < 3) return false;
  batch.bodyFrom[row] = column.from;
  batch.addField(id.method, column.from, column.to, TEXT);
  if (!column.next() || bytes[column.from] !== SLASH) return false;
  batch.bodyTo[row] = column.to;
  batch.addField(id.target, column.from, column.to, TEXT);
  if (!column.next()) return false;
  if (isText(bytes, column.from, column.to, "HTTP/")) {
    batch.bodyTo[row] = column.to;
    batch.addField(id.protocol, column.from + 5, column.to, TEXT);
    if (!column.next()) return false;
  } else if (hasAddress && !isUserless) return false;
  if (!takeStatus(batch, row, keys, column)) return false;
  if (isText(bytes, column.to, to, IN)) {
    return !hasAddress && takeNextsDuration(batch, column.to + IN.length, to, keys);
  }
  let isTimed = false;
  let before = -1;
  let beforeTo = -1;
  while (column.next()) {
    if (isText(bytes, column.from, column.to, "ms") && column.to - column.from === 2 && before >= 0) {
      const kind = kindOfBare(bytes, before, beforeTo);
      if (kind !== DOUBLE && kind !== INT && bytes[before] !== 0x2d) return false;
      if (bytes[before] !== 0x2d) batch.addField(id.duration, before, beforeTo, kind);
      isTimed = true;
      before = -1;
      continue;
    }
    if (!column.absent && kindOfBare(bytes, column.from, column.to) === TEXT) return false;
    if (before >= 0 && isNumber(bytes, before, beforeTo)) {
      batch.addField(id.responseSize, before, beforeTo, INT);
    }
    before = column.from;
    beforeTo = column.to;
  }
  if (before >= 0 && isNumber(bytes, before, beforeTo)) {
    batch.addField(id.responseSize, before, beforeTo, INT);
  }
  return isTimed;
}

/** `12ms`, `2.3s` behind `in` ends the line, but for what the parts of it took: ` (compile: 5ms, render: 7ms)`. */
function takeNextsDuration(batch: Batch, from: number, to: number, keys: AttributeKeys): boolean {
  const { bytes } = batch;
  const end = tokenEnd(bytes, from, to);
  if (!isSpan(bytes, from, end) || (end < to && !isText(bytes, end, to, " ("))) return false;
  batch.addField(keys.id.duration, from, end, TEXT);
  return true;
}

/**
 * Reads koa-logger's and Hono's `<-- GET /path` and `--> GET /path 200 8ms 2b`, or `xxx` for an error, as the record begun last;
 * false if it is something else.
 */
export function readKoa(batch: Batch, row: number, start: number, to: number, keys: AttributeKeys): boolean {
  const { bytes } = batch;
  const from = skipBlanks(bytes, start, to);
  const isIndented = from > start;
  const { id } = keys;
  const isAnswer = isText(bytes, from, to, "--> ") || isText(bytes, from, to, "xxx ");
  if (!isAnswer && !isText(bytes, from, to, "<-- ")) return false;
  column.start(bytes, from + 4, to);
  if (!column.next() || !isUpperWord(bytes, column.from, column.to)) return false;
  const method = column.from;
  const methodTo = column.to;
  if (!column.next() || bytes[column.from] !== SLASH) return false;
  batch.addField(id.method, method, methodTo, TEXT);
  batch.addField(id.target, column.from, column.to, TEXT);
  // Hono's are messages as they stand.
  batch.setBody(row, isIndented ? method : from, isIndented ? column.to : to);
  if (!column.next()) return !isAnswer;
  if (!isAnswer || !takeStatus(batch, row, keys, column)) return false;
  if (column.next() && !column.absent) batch.addField(id.duration, column.from, column.to, TEXT);
  if (column.next() && bytes[column.to - 1] === 0x62 && isNumber(bytes, column.from, column.to - 1)) {
    batch.addField(id.responseSize, column.from, column.to - 1, INT);
  }
  return true;
}
