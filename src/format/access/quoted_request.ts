import { DOUBLE, INT, TEXT } from "../../record/batch.ts";
import { isMethod } from "../request_roles.ts";
import { addAddress } from "../text/attributes/text_address.ts";
import { kindOfBare } from "../text/message/text_pairs.ts";
import {
  isDecimal,
  isIpAddress,
  isNumber,
  isText,
  skipBlanks,
  SPACE,
  tokenEnd,
} from "../text/text_tokens.ts";
import { readEpoch, readTime } from "../time/timestamp.ts";
import { isDigit } from "../time/timestamp_parts.ts";
import type { AccessReader } from "./access_reader.ts";
import { ColumnReader } from "./column_reader.ts";
import { setRequest } from "./http_request.ts";
import { addStatus, isStatus } from "./http_status.ts";

const OPEN = 0x5b, CLOSE = 0x5d, DOT = 0x2e;
/** Digits of the seconds since the epoch. */
const EPOCH_SECONDS = 10;
/** The first digit of such a status. */
const REFUSED = 0x34;
/** Columns between the client and the request: identity, user, TLS' version and cipher. */
const MAX_BETWEEN = 4;

const column = new ColumnReader();

/**
 * Reads a line of an access log of one's own layout as the record begun last: a time, in brackets or not, the client's
 * address, at most a few more columns and the quoted request line, then perhaps its status and size: Apache's
 * `ssl_request_log`, `2026-11-20T08:00:01Z 10.0.0.1 "GET / HTTP/1.1" 200 12`. False if it is something else, fields
 * may have been added then.
 */
export const readQuoted: AccessReader = (batch, row, from, to, keys, context) => {
  const { bytes } = batch;
  const isBracketed = bytes[from] === OPEN;
  const time = isBracketed ? from + 1 : from;
  if (!isDigit(bytes[time])) return false;
  let at = readTime(batch, row, time, to, context);
  if (at < 0 && bytes[time + EPOCH_SECONDS] === DOT) {
    const end = tokenEnd(bytes, time, to);
    if (isDecimal(bytes, time, end) && readEpoch(batch, row, time, end)) at = end;
  }
  if (at < 0 || (isBracketed && bytes[at++] !== CLOSE) || bytes[at] !== SPACE) return false;
  column.start(bytes, skipBlanks(bytes, at, to), to);
  if (!column.next() || column.quoted || !isIpAddress(bytes, column.from, column.to)) return false;
  const client = column.from;
  const clientTo = column.to;
  for (let between = 0; between <= MAX_BETWEEN; between++) {
    if (!column.next()) return false;
    if (column.quoted) break;
    // The request stands before what is quoted.
    if (between === MAX_BETWEEN || isMethod(bytes, column.from, column.to)) return false;
    // So does the status of another layout, perhaps among more numbers.
    if (isStatus(bytes, column.from, column.to)) return false;
    if (isText(bytes, column.from, column.to, "TLSv")) {
      batch.addField(keys.id.protocolVersion, column.from, column.to, TEXT);
      if (!column.next()) return false;
      if (column.quoted) break;
      batch.addField(keys.id.cipher, column.from, column.to, TEXT);
    }
  }
  const request = column.from;
  const requestTo = column.to;
  const isWhole = isRequest(bytes, request, requestTo);
  const isAnswered = column.next() && !column.quoted && isStatus(bytes, column.from, column.to);
  // What no server could read as a request was refused.
  if (!isWhole && !(isAnswered && bytes[column.from] === REFUSED)) return false;
  addAddress(batch, keys, client, clientTo);
  setRequest(batch, row, keys, request, requestTo);
  if (isAnswered) {
    addStatus(batch, row, keys, column.from, column.to);
    if (!column.next()) return true;
  }
  if (!column.quoted && isNumber(bytes, column.from, column.to)) {
    batch.addField(keys.id.responseSize, column.from, column.to, INT);
    if (!column.next()) return true;
  }
  if (!column.quoted && kindOfBare(bytes, column.from, column.to) === DOUBLE) {
    batch.addField(keys.id.duration, column.from, column.to, DOUBLE);
    if (!column.next()) return true;
  }
  for (let others = 0;;) {
    if (column.to > column.from + 1) {
      const kind = column.quoted ? TEXT : kindOfBare(bytes, column.from, column.to);
      batch.addField(keys.context(others++), column.from, column.to, kind);
    }
    if (!column.next()) return true;
  }
};

/** `GET /path HTTP/1.1` */
function isRequest(bytes: Uint8Array, from: number, to: number): boolean {
  let last = to - 1;
  while (last > from && bytes[last] !== SPACE) last--;
  return last > from && isText(bytes, last + 1, to, "HTTP/");
}
