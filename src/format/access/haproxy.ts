import { type Batch, INT, TEXT } from "../../record/batch.ts";
import type { AttributeKeys } from "../attribute_keys.ts";
import type { AccessReader } from "./access_reader.ts";
import { ColumnReader } from "./column_reader.ts";
import { setRequest } from "./http_request.ts";
import { addStatus, isStatus } from "./http_status.ts";
import { addAddress } from "../text/attributes/text_address.ts";
import { findByte, isNumber, skipBlanks, SPACE, tokenEnd } from "../text/text_tokens.ts";
import { readTime } from "../time/timestamp.ts";
import { digitsStart, isDigit } from "../time/timestamp_parts.ts";

const DASH = 0x2d,
  OPEN = 0x5b,
  CLOSE = 0x5d,
  QUOTE = 0x22,
  SLASH = 0x2f,
  COLON = 0x3a,
  PLUS = 0x2b,
  LESS = 0x3c,
  BRACE = 0x7b,
  CLOSE_BRACE = 0x7d;
/** `SC--`: who ended the session, in which phase, and two about cookies. */
const STATE_BYTES = 4;

const column = new ColumnReader();

/**
 * Reads HAProxy's HTTP log behind the syslog tag: `client:port [time] frontend backend/server timers status
 * bytes … "request"`. The time is the request's, the body its request line, and its status says more than
 * syslog's priority. False, and nothing added, if it is something else.
 */
export const readHaproxy: AccessReader = (batch, row, line, to, keys, context) => {
  const { bytes } = batch;
  let from = line;
  let clientTo = tokenEnd(bytes, from, to);
  if (bytes[from + 4] === DASH && isDigit(bytes[clientTo + 1])) {
    // `log stdout format iso` has the line's own time before all.
    from = clientTo + 1;
    clientTo = tokenEnd(bytes, from, to);
  }
  const time = clientTo + 1;
  if (time + 20 >= to || bytes[time] !== OPEN) return false;
  // The fields of `option httpslog` stand behind the request.
  let end = to;
  while (end > time && bytes[end - 1] !== QUOTE) end--;
  if (end === time || (end < to && bytes[end] !== SPACE)) {
    return readTcp(batch, row, from, to, keys, context) || readFailure(batch, row, from, to, keys, context);
  }
  let quote = end - 2;
  while (quote > time && bytes[quote] !== QUOTE) quote--;
  const timeTo = findByte(bytes, time, to, CLOSE);
  const frontend = timeTo + 2;
  if (timeTo < 0 || bytes[timeTo + 1] !== SPACE) return false;
  const frontendTo = tokenEnd(bytes, frontend, to);
  const backendTo = tokenEnd(bytes, frontendTo + 1, to);
  // A captured header, the host for one, may stand between.
  let timers = backendTo + 1;
  let timersTo = tokenEnd(bytes, timers, to);
  if (findByte(bytes, timers, timersTo, SLASH) < 0) {
    timers = timersTo + 1;
    timersTo = tokenEnd(bytes, timers, to);
  }
  const status = skipBlanks(bytes, timersTo, to);
  const statusTo = tokenEnd(bytes, status, to);
  const size = skipBlanks(bytes, statusTo, to);
  const sizeTo = tokenEnd(bytes, size, to);
  if (sizeTo >= quote || !isStatus(bytes, status, statusTo)) return false;
  if (readTime(batch, row, time + 1, frontend, context) < 0) return false;
  addAddress(batch, keys, from, clientTo);
  batch.addField(keys.id.frontend, frontend, frontendTo, TEXT);
  let slash = frontendTo + 1;
  while (slash < backendTo && bytes[slash] !== SLASH) slash++;
  batch.addField(keys.id.backend, frontendTo + 1, slash, TEXT);
  if (slash + 1 < backendTo && bytes[slash + 1] !== LESS) {
    batch.addField(keys.id.server, slash + 1, backendTo, TEXT);
  }
  addStatus(batch, row, keys, status, statusTo);
  const digits = bytes[size] === PLUS ? size + 1 : size;
  if (isNumber(bytes, digits, sizeTo)) batch.addField(keys.id.responseSize, digits, sizeTo, INT);
  addTimers(batch, keys, timers, timersTo);
  addState(batch, keys, sizeTo, quote);
  setRequest(batch, row, keys, quote + 1, end - 1);
  return true;
};

/** `client:port [time] frontend backend/server waited/connected/total bytes state …`: all of it is the body. */
const readTcp: AccessReader = (batch, row, from, to, keys, context) => {
  const { bytes } = batch;
  const clientTo = tokenEnd(bytes, from, to);
  const timeTo = tokenEnd(bytes, clientTo + 1, to);
  const frontendTo = tokenEnd(bytes, timeTo + 1, to);
  const backendTo = tokenEnd(bytes, frontendTo + 1, to);
  const timersTo = tokenEnd(bytes, backendTo + 1, to);
  const slash = findByte(bytes, frontendTo, backendTo, SLASH);
  if (timersTo >= to || slash < 0 || findByte(bytes, backendTo, timersTo, SLASH) < 0) return false;
  const digits = bytes[timersTo + 1] === PLUS ? timersTo + 2 : timersTo + 1;
  const sizeTo = tokenEnd(bytes, digits, to);
  if (!isNumber(bytes, digits, sizeTo)) return false;
  if (readTime(batch, row, clientTo + 2, timeTo, context) < 0) return false;
  batch.setBody(row, from, to);
  addAddress(batch, keys, from, clientTo);
  batch.addField(keys.id.frontend, timeTo + 1, frontendTo, TEXT);
  batch.addField(keys.id.backend, frontendTo + 1, slash, TEXT);
  if (bytes[slash + 1] !== LESS) batch.addField(keys.id.server, slash + 1, backendTo, TEXT);
  batch.addField(keys.id.responseSize, digits, sizeTo, INT);
  addTimers(batch, keys, backendTo + 1, timersTo);
  column.start(bytes, sizeTo, to);
  if (column.next()) addCounts(batch, keys);
  return true;
};

/** `client:port [time] frontend/1: SSL handshake failure`: no session began. */
const readFailure: AccessReader = (batch, row, from, to, keys, context) => {
  const { bytes } = batch;
  const clientTo = tokenEnd(bytes, from, to);
  const timeTo = tokenEnd(bytes, clientTo + 1, to);
  const colon = tokenEnd(bytes, timeTo + 1, to) - 1;
  const slash = findByte(bytes, timeTo, colon, SLASH);
  if (slash < 0 || bytes[colon] !== COLON || bytes[timeTo - 1] !== CLOSE || colon + 2 >= to) return false;
  if (readTime(batch, row, clientTo + 2, timeTo, context) < 0) return false;
  batch.setBody(row, colon + 2, to);
  addAddress(batch, keys, from, clientTo);
  batch.addField(keys.id.frontend, timeTo + 1, slash, TEXT);
  batch.addField(keys.id.context, slash + 1, colon, TEXT);
  return true;
};

/** `0/0/1/12/13`: milliseconds of each phase, and of all of it last; a plus says that it went on. */
function addTimers(batch: Batch, keys: AttributeKeys, from: number, to: number): void {
  const { bytes } = batch;
  batch.addField(keys.id.timers, from, to, TEXT);
  const total = digitsStart(bytes, from, to);
  if (total < to) batch.addField(keys.id.duration, total, to, INT);
}

/** The column read last, how the session ended, and those behind it, connections and queues; false if these are not there. */
function addCounts(batch: Batch, keys: AttributeKeys): boolean {
  const { id } = keys;
  batch.addField(id.terminationState, column.from, column.to, TEXT);
  for (const key of [id.connections, id.queues]) {
    if (!column.next() || findByte(batch.bytes, column.from, column.to, SLASH) < 0) return false;
    batch.addField(key, column.from, column.to, TEXT);
  }
  return true;
}

/**
 * What stands between size and request: two captured cookies, how the session ended, connections, queues, and the
 * headers that were captured ("HTTP log format" of HAProxy's configuration manual).
 */
function addState(batch: Batch, keys: AttributeKeys, from: number, to: number): void {
  const { bytes } = batch;
  const { id } = keys;
  column.start(bytes, from, to);
  const state = column.next() && column.next() && column.next();
  if (!state || column.to - column.from !== STATE_BYTES || !addCounts(batch, keys)) return;
  let at = column.to;
  for (const key of [id.capturedRequest, id.capturedResponse]) {
    at = skipBlanks(bytes, at, to);
    const end = bytes[at] === BRACE ? findByte(bytes, at, to, CLOSE_BRACE) : -1;
    if (end < 0) return;
    batch.addField(key, at + 1, end, TEXT);
    at = end + 1;
  }
}
