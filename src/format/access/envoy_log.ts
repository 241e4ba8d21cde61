import { INT } from "../../record/batch.ts";
import { isNumber } from "../text/text_tokens.ts";
import { readTime } from "../time/timestamp.ts";
import type { AccessReader } from "./access_reader.ts";
import { ColumnReader } from "./column_reader.ts";
import { setRequest } from "./http_request.ts";
import { addStatus, isStatus } from "./http_status.ts";

const CLOSE = 0x5d;

const column = new ColumnReader();

/**
 * Reads a line of Envoy's default access log as the record begun last: `[time] "request" status flags received sent
 * milliseconds upstream-milliseconds "forwarded" "agent" "id" "authority" "upstream"`; Istio has more columns before
 * the numbers. False if it is something else, fields may have been added then.
 */
export const readEnvoy: AccessReader = (batch, row, from, to, keys, context) => {
  const { bytes } = batch;
  const { id } = keys;
  const time = readTime(batch, row, from + 1, to, context);
  if (time < 0 || time + 2 >= to || bytes[time] !== CLOSE) return false;
  column.start(bytes, time + 1, to);
  if (!column.next() || !column.quoted) return false;
  setRequest(batch, row, keys, column.from, column.to);
  if (!column.next()) return false;
  // No status was sent where the connection broke.
  if (isStatus(bytes, column.from, column.to)) addStatus(batch, row, keys, column.from, column.to);
  else if (!isNumber(bytes, column.from, column.to)) return false;
  if (!column.next()) return false;
  column.addTo(batch, id.responseFlags);
  do {
    if (!column.next()) return false;
  } while (!isNumber(bytes, column.from, column.to));
  for (const key of [id.requestSize, id.responseSize, id.duration]) {
    if (!isNumber(bytes, column.from, column.to)) return false;
    batch.addField(key, column.from, column.to, INT);
    if (!column.next()) return false;
  }
  for (const key of [id.forwarded, id.userAgent, id.requestId, id.requestHost, id.upstream]) {
    if (!column.next()) return true;
    if (!column.quoted) return false;
    column.addTo(batch, key);
  }
  return true;
};
