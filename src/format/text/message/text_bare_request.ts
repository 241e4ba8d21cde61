import { isMethod } from "../../request_roles.ts";
import { type Batch, INT, TEXT } from "../../../record/batch.ts";
import { addRequest } from "../../access/http_request.ts";
import { addStatus, isStatus } from "../../access/http_status.ts";
import type { AttributeKeys } from "../../attribute_keys.ts";
import { addAddress } from "../attributes/text_address.ts";
import { isClient } from "./text_request.ts";
import { kindOfBare } from "./text_pairs.ts";
import { AT, CLOSE, CLOSE_PAREN, DASH, type HeadParts, OPEN, SLASH } from "../text_parts.ts";
import {
  findByte,
  isDecimal,
  isNumber,
  isText,
  isUpper,
  skipBlanks,
  SPACE,
  TAB,
  tokenEnd,
  trimmed,
} from "../text_tokens.ts";
import { isDigit } from "../../time/timestamp_parts.ts";

const STATUS_BYTES = 3;
const METHODS = ["GET ", "POST ", "PUT ", "DELETE ", "PATCH ", "HEAD ", "OPTIONS "];

/**
 * Reads a request and its status behind a time, in either order: `GET /path 200 4.6µs` as echo's and others' own
 * formats have it, `10.0.0.1:5432 200 - GET /path` of Fiber's. Adds its fields, sets the severity, and makes the
 * request line the message.
 */
export function readBareRequest(
  batch: Batch,
  row: number,
  head: HeadParts,
  to: number,
  keys: AttributeKeys,
): void {
  const { bytes } = batch;
  const from = head.message;
  // Right behind the time: behind a level, `http`, it is a message of its own.
  const timeTo = batch.timeTo[row];
  const behind = skipBlanks(bytes, bytes[timeTo] === CLOSE ? timeTo + 1 : timeTo, to);
  if (isDigit(bytes[behind]) && readClientsRequest(batch, row, head, behind, to, keys)) return;
  if (head.count !== 1 || behind !== from) return;
  if (isUpper(bytes[from])) {
    const end = requestEnd(bytes, from, to);
    const status = skipBlanks(bytes, end, to);
    const statusTo = tokenEnd(bytes, status, to);
    if (end < 0 || !isStatus(bytes, status, statusTo)) return;
    if (!isNumberOrEnd(bytes, statusTo, to)) return;
    addRequest(batch, keys, from, end);
    addStatus(batch, row, keys, status, statusTo);
    addDuration(batch, keys, skipBlanks(bytes, statusTo, to), to);
    head.message = from;
    head.messageEnd = end;
    return;
  }
  if (!isDigit(bytes[from])) return;
  const first = tokenEnd(bytes, from, to);
  if (bytes[first + 1] === OPEN && bytes[first + 5] === CLOSE && isText(bytes, first + 6, to, ": ")) {
    // PHP's own server: `10.0.0.1:51234 [404]: GET /path - No such file or directory`
    const path = first + 8;
    if (!isStatus(bytes, first + 2, first + 5) || !METHODS.some((each) => isText(bytes, path, to, each))) {
      return;
    }
    const end = tokenEnd(bytes, tokenEnd(bytes, path, to) + 1, to);
    addAddress(batch, keys, from, first);
    addRequest(batch, keys, path, end);
    addStatus(batch, row, keys, first + 2, first + 5);
    head.message = path;
    head.messageEnd = to;
    return;
  }
  let status = from;
  if (!isStatus(bytes, from, first)) status = skipBlanks(bytes, first, to);
  const statusTo = tokenEnd(bytes, status, to);
  if (!isStatus(bytes, status, statusTo)) return;
  const isDashed = isText(bytes, statusTo, to, " - ");
  // echo's `200 GET /path 4.6µs`
  if (!isDashed && status > from) return;
  let request = isDashed ? statusTo + 3 : skipBlanks(bytes, statusTo, to);
  // The time that it took may stand there: `200 - 1.2ms GET /path`.
  const duration = request;
  if (request < to && isDigit(bytes[request])) request = skipBlanks(bytes, tokenEnd(bytes, request, to), to);
  const end = requestEnd(bytes, request, to);
  if (end < 0 || !(isDashed ? skipBlanks(bytes, end, to) === to : isNumberOrEnd(bytes, end, to))) return;
  if (status > from) addAddress(batch, keys, from, first);
  addRequest(batch, keys, request, end);
  addStatus(batch, row, keys, status, statusTo);
  addDuration(batch, keys, request > duration ? duration : skipBlanks(bytes, end, to), to);
  head.message = request;
  head.messageEnd = end;
}

/** `10.0.0.1 GET /path 200 0.012 512`, divided by blanks or tabs, with what stands behind the status as its context; false if it is something else. */
function readClientsRequest(
  batch: Batch,
  row: number,
  head: HeadParts,
  from: number,
  to: number,
  keys: AttributeKeys,
): boolean {
  const { bytes } = batch;
  const end = addClientsRequest(batch, row, from, to, keys);
  if (end < 0) return false;
  head.keepUpTo(batch.timeTo[row]);
  let others = 0;
  for (let at = skipBlanks(bytes, end, to); at < to;) {
    const end = bytes[at - 1] === TAB ? cellEnd(bytes, at, to) : tokenEnd(bytes, at + 1, to);
    if (end > at + 1) batch.addField(keys.context(others++), at, end, kindOfBare(bytes, at, end));
    at = skipBlanks(bytes, end, to);
  }
  const method = skipBlanks(bytes, tokenEnd(bytes, from, to), to);
  const methodTo = tokenEnd(bytes, method, to);
  head.message = method;
  head.messageEnd = trimmed(
    bytes,
    method,
    isStatus(bytes, end - STATUS_BYTES, end) ? end - STATUS_BYTES : end,
  );
  if (bytes[methodTo] === TAB) {
    const target = skipBlanks(bytes, methodTo, to);
    const joined = batch.joinToSide(method, methodTo, target, tokenEnd(bytes, target, to));
    if (joined < 0) return true;
    // As other request lines are written.
    head.message = joined;
    head.messageEnd = batch.side;
  }
  return true;
}

/** Adds the fields of `10.0.0.1 GET /path`, with a protocol and a status behind it or without; where it ends, -1 and nothing added if it is something else. */
function addClientsRequest(batch: Batch, row: number, from: number, to: number, keys: AttributeKeys): number {
  const { bytes } = batch;
  const clientTo = tokenEnd(bytes, from, to);
  const method = skipBlanks(bytes, clientTo, to);
  const methodTo = tokenEnd(bytes, method, to);
  if (!isMethod(bytes, method, methodTo) || !isClient(bytes, from, clientTo)) return -1;
  const target = skipBlanks(bytes, methodTo, to);
  if (bytes[target] !== SLASH && !isText(bytes, target, to, "http")) return -1;
  const targetTo = tokenEnd(bytes, target, to);
  let status = skipBlanks(bytes, targetTo, to);
  const version = tokenEnd(bytes, status, to);
  // Quart writes the protocol's version alone.
  if (version > status && (isText(bytes, status, to, "HTTP/") || isDecimal(bytes, status, version))) {
    status = skipBlanks(bytes, version, to);
  }
  const statusTo = tokenEnd(bytes, status, to);
  if (status < to && !isStatus(bytes, status, statusTo)) return -1;
  addAddress(batch, keys, from, clientTo);
  batch.addField(keys.id.method, method, methodTo, TEXT);
  batch.addField(keys.id.target, target, targetTo, TEXT);
  if (status < to) addStatus(batch, row, keys, status, statusTo);
  return statusTo;
}

/**
 * Adds the fields of `10.0.0.1:5432 GET http://host/path 200 5  41.2ms`, as Sanic and Quart write it behind their heads, if a message
 * is that; it stays whole.
 */
export function addAnsweredRequest(
  batch: Batch,
  row: number,
  from: number,
  to: number,
  keys: AttributeKeys,
): void {
  const { bytes } = batch;
  const end = addClientsRequest(batch, row, from, to, keys);
  if (end < 0) return;
  const size = skipBlanks(bytes, end, to);
  const sizeTo = tokenEnd(bytes, size, to);
  const hasSize = isNumber(bytes, size, sizeTo);
  if (hasSize) batch.addField(keys.id.responseSize, size, sizeTo, INT);
  addDuration(batch, keys, hasSize ? skipBlanks(bytes, sizeTo, to) : size, to);
}

function cellEnd(bytes: Uint8Array, at: number, to: number): number {
  const tab = findByte(bytes, at, to, TAB);
  return tab < 0 ? to : tab;
}

/**
 * Adds the fields of `404 GET /path (10.0.0.1) 1.23ms`, which Tornado writes behind whatever head (Jupyter's has a sign before the
 * address), if a message is that; it stays whole.
 */
export function addTimedRequest(
  batch: Batch,
  row: number,
  from: number,
  to: number,
  keys: AttributeKeys,
): void {
  const { bytes } = batch;
  if (!isUpper(bytes[from + 4]) || !isStatus(bytes, from, from + 3)) return;
  const end = requestEnd(bytes, from + 4, to);
  if (end < 0 || !isText(bytes, end, to, " (")) return;
  const close = findByte(bytes, end, to, CLOSE_PAREN);
  const took = close + 2;
  const tookTo = tokenEnd(bytes, took, to);
  if (close < 0 || !isDigit(bytes[took]) || !isText(bytes, tookTo - 2, tookTo, "ms")) return;
  const client = bytes[end + 2] === AT ? end + 3 : end + 2;
  addRequest(batch, keys, from + 4, end);
  addStatus(batch, row, keys, from, from + 3);
  addAddress(batch, keys, client, close);
  batch.addField(keys.id.duration, took, tookTo, TEXT);
}

/** Whether a duration or a size stands at `at` behind blanks and dashes, which stand for none, or nothing, no words. */
function isNumberOrEnd(bytes: Uint8Array, at: number, to: number): boolean {
  let behind = skipBlanks(bytes, at, to);
  while (bytes[behind] === DASH && bytes[behind + 1] === SPACE) behind = skipBlanks(bytes, behind + 1, to);
  return behind === to || isDigit(bytes[behind]);
}

/** Adds `4.6µs`, what of a request's line tells how long it took, if it stands at `at`. */
function addDuration(batch: Batch, keys: AttributeKeys, at: number, to: number): void {
  const end = tokenEnd(batch.bytes, at, to);
  if (end > at && isDigit(batch.bytes[at]) && !isDigit(batch.bytes[end - 1])) {
    batch.addField(keys.id.duration, at, end, TEXT);
  }
}

/** Where `GET /path` ends, with `HTTP/1.1` behind it if it is there; -1 if it is none. */
function requestEnd(bytes: Uint8Array, from: number, to: number): number {
  const method = METHODS.find((each) => isText(bytes, from, to, each));
  if (method === undefined) return -1;
  const path = from + method.length;
  if (bytes[path] !== SLASH) return -1;
  const end = tokenEnd(bytes, path, to);
  if (isText(bytes, end, to, " HTTP/")) return tokenEnd(bytes, end + 1, to);
  return end < to && bytes[end] === SPACE && bytes[end + 1] === DASH ? -1 : end;
}
