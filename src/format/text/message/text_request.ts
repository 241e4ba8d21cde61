import { type Batch, INT, SERVED, TEXT } from "../../../record/batch.ts";
import type { AttributeKeys } from "../../attribute_keys.ts";
import { addStatus, isStatus } from "../../access/http_status.ts";
import { addRequest } from "../../access/http_request.ts";
import { addAddress } from "../attributes/text_address.ts";
import { CLOSE, COLON, COMMA, DASH, type HeadParts, OPEN, QUOTE } from "../text_parts.ts";
import { findByte, isIpAddress, isNumber, isText, isUpper, SPACE, tokenEnd } from "../text_tokens.ts";
import { beforeDigits } from "../../time/timestamp_parts.ts";

/** Bytes of a user and a time between a client and its request. */
const MOST_BETWEEN = 96;

/**
 * Adds the fields of what web servers for Python, Rust and Java log of a request behind whatever head, if the message is that:
 * `client:port - "GET /path HTTP/1.1" 200 OK`, `client "GET …" 200 12`, `client - user [time] "GET …" 200 12 "referer" "agent"`,
 * or without a client, as Django's own server has it. It stays whole.
 */
export function addServedRequest(
  batch: Batch,
  row: number,
  from: number,
  to: number,
  keys: AttributeKeys,
): void {
  const { bytes } = batch;
  const hasClient = bytes[from] !== QUOTE;
  const clientTo = hasClient ? tokenEnd(bytes, from, to) : from;
  const request = findByte(bytes, clientTo, Math.min(to, clientTo + MOST_BETWEEN), QUOTE) + 1;
  if (request === 0 || !isUpper(bytes[request])) return;
  const isTimed = hasClient && bytes[request - 3] === CLOSE && isText(bytes, clientTo, to, " - ");
  if (hasClient) {
    if (!isClient(bytes, from, clientTo)) return;
    if (!isTimed && request !== clientTo + 2 && !isText(bytes, clientTo, to, ' - "')) return;
  }
  const requestTo = findByte(bytes, request, to, QUOTE);
  const status = requestTo + 2;
  if (requestTo < 0) return;
  if (!isStatus(bytes, status, tokenEnd(bytes, status, to))) {
    // http-server's `"GET /path" "agent"`, before it answers
    if (hasClient || !addRequest(batch, keys, request, requestTo) || bytes[to - 1] !== QUOTE) return;
    if (bytes[status] === QUOTE) batch.addField(keys.id.userAgent, status + 1, to - 1, TEXT);
    return;
  }
  if (!addRequest(batch, keys, request, requestTo)) return;
  const isVersioned = batch.fieldKey[batch.fieldCount - 1] === keys.id.protocol;
  if (hasClient) addAddress(batch, keys, from, clientTo);
  const user = clientTo + 3;
  if (isTimed && bytes[user] !== DASH) batch.addField(keys.id.user, user, tokenEnd(bytes, user, to), TEXT);
  addStatus(batch, row, keys, status, status + 3);
  // Ghost's, without a protocol, tells more of the request below.
  if (!hasClient && !isVersioned) batch.flags[row] &= ~SERVED;
  const size = status + 4;
  const sizeTo = tokenEnd(bytes, size, to);
  if (isNumber(bytes, size, sizeTo)) batch.addField(keys.id.responseSize, size, sizeTo, INT);
  addQuoted(batch, keys, sizeTo + 1, to);
}

/** Adds `"referer" "agent"` at `at`; a dash stands for none. */
function addQuoted(batch: Batch, keys: AttributeKeys, at: number, to: number): void {
  const { bytes } = batch;
  for (const key of [keys.id.referrer, keys.id.userAgent]) {
    const end = bytes[at] === QUOTE ? findByte(bytes, at + 1, to, QUOTE) : -1;
    if (end < 0) return;
    const isNone = end === at + 1 || (end === at + 2 && bytes[at + 1] === DASH);
    if (!isNone) batch.addField(key, at + 1, end, TEXT);
    at = end + 2;
  }
}

/** An address, with its port or without. */
export function isClient(bytes: Uint8Array, from: number, to: number): boolean {
  if (bytes[from] === OPEN || isIpAddress(bytes, from, to)) return true;
  const colon = beforeDigits(bytes, from, to);
  return bytes[colon] === COLON && (colon === from || isIpAddress(bytes, from, colon));
}

/**
 * Reads `"GET http://host/path HTTP/1.1" from 1.2.3.4:5678 - 200 5B in 12.3µs`, as Go's chi writes it, if the message
 * is that: adds its fields, sets the severity, and makes the request line the message.
 */
export function readRoutedRequest(
  batch: Batch,
  row: number,
  head: HeadParts,
  to: number,
  keys: AttributeKeys,
): void {
  const { bytes } = batch;
  const from = head.message + 1;
  if (bytes[from - 1] !== QUOTE) return;
  const requestTo = findByte(bytes, from, to, QUOTE);
  if (requestTo < 0) return;
  if (isStatus(bytes, requestTo + 2, tokenEnd(bytes, requestTo + 2, to))) {
    return readAnswered(batch, row, head, from, requestTo, to, keys);
  }
  if (!isText(bytes, requestTo, to, '" from ')) return;
  const client = requestTo + 7;
  const clientTo = tokenEnd(bytes, client, to);
  const status = clientTo + 3;
  if (!isText(bytes, clientTo, to, " - ") || !isStatus(bytes, status, tokenEnd(bytes, status, to))) return;
  addAddress(batch, keys, client, clientTo);
  addRequest(batch, keys, from, requestTo);
  addStatus(batch, row, keys, status, status + 3);
  const size = status + 4;
  const sizeTo = tokenEnd(bytes, size, to);
  if (bytes[sizeTo - 1] === 0x42 && isNumber(bytes, size, sizeTo - 1)) {
    batch.addField(keys.id.responseSize, size, sizeTo - 1, INT);
  }
  if (isText(bytes, sizeTo, to, " in ")) batch.addField(keys.id.duration, sizeTo + 4, to, TEXT);
  head.message = from;
  head.messageEnd = requestTo;
}

/** `"GET /path HTTP/1.1" 200 1234`, as Django's own server writes it. */
function readAnswered(
  batch: Batch,
  row: number,
  head: HeadParts,
  from: number,
  requestTo: number,
  to: number,
  keys: AttributeKeys,
): void {
  const { bytes } = batch;
  const status = requestTo + 2;
  const size = status + 4;
  const sizeTo = tokenEnd(bytes, Math.min(size, to), to);
  if (sizeTo < to || (size < to && !isNumber(bytes, size, sizeTo))) return;
  addRequest(batch, keys, from, requestTo);
  addStatus(batch, row, keys, status, status + 3);
  if (size < to) batch.addField(keys.id.responseSize, size, sizeTo, INT);
  head.message = from;
  head.messageEnd = requestTo;
}

/** Adds the fields of `, client: 1.2.3.4, server: name, request: "…", host: "…"` at the end of nginx's errors. */
export function addErrorContext(batch: Batch, from: number, to: number, keys: AttributeKeys): void {
  const { bytes } = batch;
  let at = from;
  while (at < to && !isText(bytes, at, to, ", client: ")) at++;
  while (at < to && bytes[at] === COMMA && bytes[at + 1] === SPACE) {
    const name = at + 2;
    let nameTo = name;
    while (nameTo < to && bytes[nameTo] !== COLON) nameTo++;
    let value = nameTo + 2;
    if (value >= to) return;
    const quoted = bytes[value] === QUOTE;
    let end = quoted ? ++value : value;
    while (end < to && bytes[end] !== (quoted ? QUOTE : COMMA)) end++;
    addContextField(batch, keys, name, nameTo, value, end);
    at = quoted ? end + 1 : end;
  }
}

function addContextField(
  batch: Batch,
  keys: AttributeKeys,
  name: number,
  nameTo: number,
  from: number,
  to: number,
): void {
  const { bytes } = batch;
  const { id } = keys;
  if (from >= to) return;
  if (isText(bytes, name, nameTo, "client")) addAddress(batch, keys, from, to);
  else if (isText(bytes, name, nameTo, "server")) batch.addField(id.server, from, to, TEXT);
  else if (isText(bytes, name, nameTo, "request")) addRequest(batch, keys, from, to);
  else if (isText(bytes, name, nameTo, "upstream")) batch.addField(id.upstream, from, to, TEXT);
  else if (isText(bytes, name, nameTo, "host")) batch.addField(id.requestHost, from, to, TEXT);
  else if (isText(bytes, name, nameTo, "referrer")) batch.addField(id.referrer, from, to, TEXT);
}
