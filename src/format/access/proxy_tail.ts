import { type Batch, DOUBLE, INT, TEXT } from "../../record/batch.ts";
import type { AttributeKeys } from "../attribute_keys.ts";
import { kindOfBare } from "../text/message/text_pairs.ts";
import { isNumber, isText } from "../text/text_tokens.ts";
import { ColumnReader } from "./column_reader.ts";

const OPEN = 0x5b, CLOSE = 0x5d;

const column = new ColumnReader();

/**
 * Reads what Traefik writes behind the agent of a line, `12 "router@docker" "http://10.0.0.2:80" 3ms`: requests so far,
 * router, server and duration (its "common" access log). False, and nothing added, if [from, to) is something else.
 */
export function readTraefikTail(batch: Batch, keys: AttributeKeys, from: number, to: number): boolean {
  const { bytes, fieldCount } = batch;
  const { id } = keys;
  column.start(bytes, from, to);
  if (!column.next() || !isNumber(bytes, column.from, column.to)) return false;
  batch.addField(id.requestCount, column.from, column.to, INT);
  for (const key of [id.router, id.upstream]) {
    if (!column.next() || !column.quoted) return undo(batch, fieldCount);
    column.addTo(batch, key);
  }
  if (!column.next() || !isText(bytes, column.to - 2, column.to, "ms")) return undo(batch, fieldCount);
  batch.addField(id.duration, column.from, column.to, TEXT);
  return true;
}

/**
 * Reads what ingress-nginx writes there, `219 0.001 [default-web-80] [] 10.0.0.3:8080 5 0.001 404 94b299f4…`: the
 * request's size and duration, the upstream's name and its alternative, then its address, size, duration and status, and
 * the request's id (`log-format-upstream`). False, and nothing added, if it is something else.
 */
export function readIngressTail(batch: Batch, keys: AttributeKeys, from: number, to: number): boolean {
  const { bytes, fieldCount } = batch;
  const { id } = keys;
  column.start(bytes, from, to);
  if (!column.next() || !isNumber(bytes, column.from, column.to)) return false;
  batch.addField(id.requestBytes, column.from, column.to, INT);
  if (!column.next() || kindOfBare(bytes, column.from, column.to) !== DOUBLE) return undo(batch, fieldCount);
  batch.addField(id.duration, column.from, column.to, DOUBLE);
  let isThere = column.next();
  if (!isThere || bytes[column.from] !== OPEN) return undo(batch, fieldCount);
  // Older ones know no alternative.
  for (const key of [id.upstreamName, id.upstreamAlternative]) {
    if (!isThere || bytes[column.from] !== OPEN || bytes[column.to - 1] !== CLOSE) break;
    if (column.to - column.from > 2) batch.addField(key, column.from + 1, column.to - 1, TEXT);
    isThere = column.next();
  }
  for (const key of [id.upstream, id.upstreamSize, id.upstreamDuration, id.upstreamStatus, id.requestId]) {
    if (!isThere) return true;
    // Several upstreams stand with commas between them.
    const kind = key === id.requestId ? TEXT : kindOfBare(bytes, column.from, column.to);
    if (!column.absent) batch.addField(key, column.from, column.to, kind);
    isThere = column.next();
  }
  return true;
}

function undo(batch: Batch, fieldCount: number): false {
  batch.fieldCount = fieldCount;
  return false;
}
