import { INT, TEXT } from "../../record/batch.ts";
import { findByte, isNumber, tokenEnd } from "../text/text_tokens.ts";
import { readTime } from "../time/timestamp.ts";
import type { AccessReader } from "./access_reader.ts";
import { ColumnReader } from "./column_reader.ts";
import { setRequest } from "./http_request.ts";
import { takeStatus } from "./http_status.ts";

const OPEN = 0x5b, CLOSE = 0x5d, SPACE = 0x20;

const column = new ColumnReader();

/**
 * Reads a line of the access log of Amazon's S3 as the record begun last: `owner bucket [time] address requester id
 * operation key "request" status error sent size milliseconds … "referrer" "agent" …`. False if it is something
 * else, fields may have been added then.
 */
export const readS3: AccessReader = (batch, row, from, to, keys, context) => {
  const { bytes } = batch;
  const { id } = keys;
  const bucket = tokenEnd(bytes, from, to) + 1;
  const bucketTo = tokenEnd(bytes, bucket, to);
  const open = bucketTo + 1;
  if (open + 28 >= to || bytes[bucketTo] !== SPACE || bytes[open] !== OPEN) return false;
  const time = readTime(batch, row, open + 1, to, context);
  if (time < 0 || bytes[time] !== CLOSE) return false;
  batch.addField(id.bucket, bucket, bucketTo, TEXT);
  column.start(bytes, time + 1, to);
  for (const key of [id.client, id.user, id.requestId, id.operation, id.objectKey]) {
    if (!column.next() || column.quoted) return false;
    column.addTo(batch, key);
  }
  // What S3 does of itself has no request.
  if (!column.next() || !(column.quoted || column.absent)) return false;
  if (column.quoted && findByte(bytes, column.from, column.to, SPACE) > 0) {
    setRequest(batch, row, keys, column.from, column.to);
  }
  if (!column.next()) return false;
  if (!takeStatus(batch, row, keys, column)) return false;
  if (!column.next()) return false;
  column.addTo(batch, id.errorType);
  const numbers = [id.responseSize, id.objectSize, id.duration];
  for (const key of numbers) {
    if (!column.next()) return false;
    if (isNumber(bytes, column.from, column.to)) batch.addField(key, column.from, column.to, INT);
    else if (!column.absent) return false;
  }
  if (!column.next()) return true; // what S3 itself took
  for (const key of [id.referrer, id.userAgent]) {
    if (!column.next()) return true;
    column.addTo(batch, key);
  }
  return true;
};
