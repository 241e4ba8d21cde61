import { INT, TEXT } from "../../record/batch.ts";
import { findByte, isNumber } from "../text/text_tokens.ts";
import { addAddress } from "../text/attributes/text_address.ts";
import { readEpoch, readTime } from "../time/timestamp.ts";
import type { AccessReader } from "./access_reader.ts";
import { ColumnReader } from "./column_reader.ts";
import { addStatus, isStatus } from "./http_status.ts";

const SLASH = 0x2f, DOT = 0x2e, DASH = 0x2d;
/** `1795161600.123`: seconds, a dot and milliseconds. */
const TIME_BYTES = 14;

const column = new ColumnReader();

/**
 * Reads a line of Squid's native access log, `time elapsed client result/status bytes method URL user
 * hierarchy/peer type`, as the record begun last; false if it is something else, fields may have been added then.
 */
export const readSquid: AccessReader = (batch, row, from, to, keys, context) => {
  const { bytes } = batch;
  const { id } = keys;
  if (bytes[from + TIME_BYTES - 4] === DOT) {
    column.start(bytes, from, to);
    if (!column.next() || column.to - from !== TIME_BYTES || !readEpoch(batch, row, from, column.to)) {
      return false;
    }
  } else {
    // A logformat of one's own: `20/Nov/2026:08:00:01 +0000      5 10.0.0.1 TCP_MISS/200 …`
    const timeTo = bytes[from + 2] === SLASH ? readTime(batch, row, from, to, context) : -1;
    if (timeTo < 0) return false;
    column.start(bytes, timeTo, to);
  }
  if (!column.next() || !isNumber(bytes, column.from, column.to)) return false;
  batch.addField(id.duration, column.from, column.to, INT);
  if (!column.next()) return false;
  addAddress(batch, keys, column.from, column.to);
  if (!column.next()) return false;
  const status = column.to - 3;
  if (bytes[status - 1] !== SLASH || !isStatus(bytes, status, column.to)) return false;
  batch.addField(id.cacheResult, column.from, status - 1, TEXT);
  addStatus(batch, row, keys, status, column.to);
  if (!column.next() || !isNumber(bytes, column.from, column.to)) return false;
  batch.addField(id.responseSize, column.from, column.to, INT);
  if (!column.next()) return false;
  batch.bodyFrom[row] = column.from;
  column.addTo(batch, id.method);
  if (!column.next()) return false;
  batch.bodyTo[row] = column.to;
  batch.addField(id.target, column.from, column.to, TEXT);
  if (!column.next()) return false;
  column.addTo(batch, id.user);
  if (!column.next()) return false;
  const slash = findByte(bytes, column.from, column.to, SLASH);
  if (slash > 0) batch.addField(id.hierarchy, column.from, slash, TEXT);
  if (slash > 0 && slash < column.to - 1 && bytes[slash + 1] !== DASH) {
    batch.addField(id.upstream, slash + 1, column.to, TEXT);
  }
  if (column.next()) column.addTo(batch, id.contentType);
  return true;
};
