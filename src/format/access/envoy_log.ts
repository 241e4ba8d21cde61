import { type Batch, INT, TEXT } from "../../record/batch.ts";
import type { AttributeKeys } from "../attribute_keys.ts";
import { addAddress } from "../text/attributes/text_address.ts";
import { findByte, isNumber } from "../text/text_tokens.ts";
import { readTime } from "../time/timestamp.ts";
import type { AccessReader } from "./access_reader.ts";
import { addColumnPairs, isPorted, portless } from "./addresses.ts";
import { ColumnReader } from "./column_reader.ts";
import { setRequest } from "./http_request.ts";
import { addStatus, isStatus } from "./http_status.ts";

const CLOSE = 0x5d, EQUALS = 0x3d, BAR = 0x7c;

const column = new ColumnReader();

/**
 * Reads a line of Envoy's default access log as the record begun last: `[time] "request" status flags received sent
 * milliseconds upstream-milliseconds "forwarded" "agent" "id" "authority" "upstream"`; Istio has more columns before
 * the numbers and behind all of them. False if it is something else, fields may have been added then.
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
  let contexts = 0;
  while (column.next() && !isNumber(bytes, column.from, column.to)) {
    column.addTo(batch, keys.context(contexts));
    if (!column.absent) contexts++;
  }
  for (const key of [id.requestSize, id.responseSize, id.duration]) {
    if (!isNumber(bytes, column.from, column.to)) return false;
    batch.addField(key, column.from, column.to, INT);
    if (!column.next()) return false;
  }
  // Not all layouts tell how long the upstream took.
  if (!column.quoted) {
    if (!column.absent) batch.addField(id.upstreamDuration, column.from, column.to, INT);
    if (!column.next()) return true;
  }
  for (const key of [id.forwarded, id.userAgent, id.requestId, id.requestHost, id.upstream]) {
    if (!column.quoted) return false;
    column.addTo(batch, key);
    if (!column.next()) return true;
  }
  // Istio's cluster, local address, server and client.
  for (let behind = 0;; behind++) {
    const { from: at, to: end } = column;
    if (findByte(bytes, at, end, EQUALS) > 0) addColumnPairs(batch, at, end);
    else if (behind === 0 && findByte(bytes, at, end, BAR) > 0) column.addTo(batch, id.upstreamName);
    else if (behind !== 1 && isPorted(bytes, at, end)) addPeer(batch, keys, at, end, behind === 2);
    else if (!column.absent) column.addTo(batch, keys.context(contexts++));
    if (!column.next()) return true;
  }
};

/** Adds the client's address and port, or the server's. */
function addPeer(batch: Batch, keys: AttributeKeys, from: number, to: number, isServer: boolean): void {
  if (!isServer) return addAddress(batch, keys, from, to);
  const colon = portless(batch.bytes, from, to);
  batch.addField(keys.id.server, from, colon, TEXT);
  batch.addField(keys.id.serverPort, colon + 1, to, INT);
}
