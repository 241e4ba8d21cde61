import { type Batch, INT, TEXT } from "../../../record/batch.ts";
import type { AttributeKeys } from "../../attribute_keys.ts";
import { isThreadName } from "./text_threads.ts";
import { addPairs, arePairs, nextPair } from "../message/text_pairs.ts";
import {
  AT,
  BAR,
  BRACE,
  CLOSE_BRACE,
  CLOSE_PAREN,
  COLON,
  COMMA,
  DASH,
  DOT,
  GREATER,
  HASH,
  OPEN,
  PAREN,
  SLASH,
} from "../text_parts.ts";
import {
  findByte,
  IDENTIFIER,
  isBlank,
  isFileName,
  isHex,
  isLower,
  isName,
  isNumber,
  isText,
  isUpper,
  lastByte,
  nameLikeness,
  skipBlanks,
  sourceColon,
  trimmed,
  WORD,
} from "../text_tokens.ts";
import { beforeDigits, digitsEnd, isDigit, isLetter } from "../../time/timestamp_parts.ts";
const UNDERSCORE = 0x5f, EQUALS = 0x3d, LOWER_S = 0x73;
/** Hexadecimal digits of the ids of traces and spans. */
const TRACE_DIGITS = 32, SPAN_DIGITS = 16;

// What a head writes as one text and is several fields.

/** `file.go:12` */
export function addSource(batch: Batch, keys: AttributeKeys, from: number, to: number): void {
  const colon = sourceColon(batch.bytes, from, to);
  batch.addField(keys.id.file, from, colon, TEXT);
  batch.addField(keys.id.line, colon + 1, to, INT);
}

/** `pid:4242` */
export function isProcess(bytes: Uint8Array, from: number, to: number): boolean {
  return isText(bytes, from, to, "pid:") && isNumber(bytes, from + 4, to);
}

/** Moonraker's `server.py:main()`: a file and what was called in it; false if it is something else. */
export function addCalled(batch: Batch, keys: AttributeKeys, from: number, to: number): boolean {
  const { bytes } = batch;
  if (bytes[to - 1] !== 0x29 || bytes[to - 2] !== 0x28) return false;
  const colon = findByte(bytes, from, to, COLON);
  if (colon < 0) return addMethod(batch, keys, from, to);
  const dot = findByte(bytes, from, Math.max(from, colon), DOT);
  if (dot <= from || colon - dot > 5 || !isName(bytes, from, colon) || !isName(bytes, colon + 1, to - 2)) {
    return false;
  }
  batch.addField(keys.id.file, from, colon, TEXT);
  batch.addField(keys.id.function, colon + 1, to - 2, TEXT);
  return true;
}

/**
 * Adds the logger [from, to); of a class with a method behind it, `org.example.Shop.run` before a line or a dash,
 * `Shop.run` before a line, `Shop#run` before a colon, both. (Tomcat's stand before the message.)
 */
export function addLogger(batch: Batch, keys: AttributeKeys, from: number, to: number): void {
  const { bytes } = batch;
  const isPlace = bytes[to] === COLON && isDigit(bytes[to + 1]);
  const hash = bytes[to] === COLON ? lastByte(bytes, from, to, HASH) : from;
  const dot = Math.max(lastByte(bytes, from, to, DOT), hash);
  const name = dot > from ? lastByte(bytes, from, dot, DOT) + 1 || from : dot;
  const isMethod = name < dot && (isPlace || dot === hash || (name > from && bytes[to + 1] === DASH)) &&
    isUpper(bytes[name]) &&
    isLower(bytes[name + 1]) && isLower(bytes[dot + 1]) && isName(bytes, from, dot) &&
    isName(bytes, dot + 1, to);
  batch.addField(keys.id.logger, from, isMethod ? dot : to, TEXT);
  if (isMethod) batch.addField(keys.id.function, dot + 1, to, TEXT);
}

/** tinylog's `org.example.Shop.run()`; false if it is something else. */
function addMethod(batch: Batch, keys: AttributeKeys, from: number, to: number): boolean {
  const { bytes } = batch;
  const dot = lastByte(bytes, from, to, DOT);
  if (dot <= from || !isName(bytes, from, dot) || !isName(bytes, dot + 1, to - 2)) return false;
  batch.addField(keys.id.logger, from, dot, TEXT);
  batch.addField(keys.id.function, dot + 1, to - 2, TEXT);
  return true;
}

/**
 * `engine.py:12:step`, `Engine.step():12`: a file or a class, a function and a line, as a bracket may hold them; false if it
 * is something else.
 */
export function addFunctionAndLine(batch: Batch, keys: AttributeKeys, from: number, to: number): boolean {
  const { bytes } = batch;
  const colon = lastByte(bytes, from, to, COLON);
  if (colon <= from || colon + 1 >= to) return false;
  if (isNumber(bytes, colon + 1, to)) {
    const name = lastByte(bytes, from, colon, COLON);
    if (name > from) return addPlaceAndFunction(batch, keys, from, name, to);
    if (bytes[colon - 1] !== CLOSE_PAREN || bytes[colon - 2] !== PAREN) return false;
    const dot = lastByte(bytes, from, colon - 1, DOT);
    if (dot <= from) return false;
    batch.addField(keys.id.logger, from, dot, TEXT);
    batch.addField(keys.id.function, dot + 1, colon - 2, TEXT);
    batch.addField(keys.id.line, colon + 1, to, INT);
    return true;
  }
  if (addSourceAndFunction(batch, keys, from, colon, to)) return true;
  const comma = findByte(bytes, colon, to, COMMA);
  return comma > 0 && addSourceAndFunction(batch, keys, from, comma, to);
}

/** `main.go:12:run`, `main.go:12,run`, divided by the sign at `sign`; false if it is something else. */
function addSourceAndFunction(
  batch: Batch,
  keys: AttributeKeys,
  from: number,
  sign: number,
  to: number,
): boolean {
  const { bytes } = batch;
  if (sourceColon(bytes, from, sign) < 0 || !isName(bytes, sign + 1, to)) return false;
  addSource(batch, keys, from, sign);
  batch.addField(keys.id.function, sign + 1, to, TEXT);
  return true;
}

/** `src/ice.c:ice_start:12`: a file, a function behind the colon at `colon`, and the line; false if it is something else. */
function addPlaceAndFunction(
  batch: Batch,
  keys: AttributeKeys,
  from: number,
  colon: number,
  to: number,
): boolean {
  const { bytes } = batch;
  const line = lastByte(bytes, from, to, COLON) + 1;
  let file = colon;
  while (file > from && bytes[file - 1] !== SLASH) file--;
  if (!isFileName(bytes, file, colon) || !isName(bytes, colon + 1, line - 1)) return false;
  batch.addField(keys.id.file, from, colon, TEXT);
  batch.addField(keys.id.function, colon + 1, line - 1, TEXT);
  batch.addField(keys.id.line, line, to, INT);
  return true;
}

/** `shop.db:12`, or a name alone. */
export function addNameAndLine(batch: Batch, keys: AttributeKeys, from: number, to: number): void {
  const { bytes } = batch;
  if (sourceColon(bytes, from, to) >= 0) return addSource(batch, keys, from, to);
  if (addFunctionAndLine(batch, keys, from, to)) return;
  if (addCalled(batch, keys, from, to)) return;
  const slash = findByte(bytes, from, to, SLASH);
  if (slash > from && isDigit(bytes[slash + 1])) {
    // log4cplus' and Kea's `kea-dhcp4.dhcp4/42.140275`: process and thread behind the name.
    const end = digitsEnd(bytes, slash + 1, to);
    const isThread = bytes[end] === DOT && isNumber(bytes, end + 1, to);
    if (end === to || isThread) {
      batch.addField(keys.id.logger, from, slash, TEXT);
      batch.addField(keys.id.pid, slash + 1, end, INT);
      if (isThread) batch.addField(keys.id.threadId, end + 1, to, INT);
      return;
    }
  }
  const open = bytes[to - 1] === CLOSE_PAREN ? findByte(bytes, from, to, PAREN) : -1;
  if (open > from && isNumber(bytes, open + 1, to - 1)) {
    // `shop.db(123)`
    batch.addField(keys.id.logger, from, open, TEXT);
    batch.addField(keys.id.pid, open + 1, to - 1, INT);
    return;
  }
  // A class may have a name of one word: `Program:75`.
  const colon = lineColon(bytes, from, to, isUpper(bytes[from]) ? WORD : IDENTIFIER);
  let nameTo = colon;
  // Padded: Salt's `salt.minion      :123`
  while (isBlank(bytes[nameTo - 1])) nameTo--;
  addLogger(batch, keys, from, nameTo);
  if (colon < to) batch.addField(keys.id.line, colon + 1, to, INT);
}

/** g3log's `[shop->db.cpp->connect:12]`, `[db.cpp->connect:12]`; false if it is something else. */
export function addPointed(
  batch: Batch,
  row: number,
  keys: AttributeKeys,
  from: number,
  to: number,
): boolean {
  const { bytes } = batch;
  const first = findByte(bytes, from, to, GREATER) + 1;
  if (first === 0 || !isDigit(bytes[to - 1])) return false;
  const second = findByte(bytes, first, to, GREATER) + 1;
  const file = second > 0 ? first : from;
  const call = second > 0 ? second : first;
  const line = findByte(bytes, call, to, COLON) + 1;
  if (line === 0 || bytes[call - 2] !== DASH || !isFileName(bytes, file, call - 2)) return false;
  if (!isNumber(bytes, line, to) || !isName(bytes, call, line - 1)) return false;
  if (file > from) batch.service[row] = batch.addField(keys.id.service, from, file - 2, TEXT);
  batch.addField(keys.id.file, file, call - 2, TEXT);
  batch.addField(keys.id.function, call, line - 1, TEXT);
  batch.addField(keys.id.line, line, to, INT);
  return true;
}

/** `thread:Class@12`: thread, class and line in one. */
export function addThreadAndPlace(batch: Batch, keys: AttributeKeys, from: number, to: number): boolean {
  const { bytes } = batch;
  const at = beforeDigits(bytes, from, to);
  if (at === to - 1 || bytes[at] !== AT) return false;
  const colon = lastByte(bytes, from, at, COLON);
  if (colon === from || colon === at - 1 || !isLetter(bytes[colon + 1])) return false;
  batch.addField(keys.id.thread, from, colon, TEXT);
  batch.addField(keys.id.logger, colon + 1, at, TEXT);
  batch.addField(keys.id.line, at + 1, to, INT);
  return true;
}

/** `123:tid 456`, `123` */
export function addPidAndTid(batch: Batch, keys: AttributeKeys, from: number, to: number): void {
  const { bytes } = batch;
  const end = digitsEnd(bytes, from, to);
  if (end > from) batch.addField(keys.id.pid, from, end, INT);
  if (!isText(bytes, end, to, ":tid ")) return;
  const tid = end + 5;
  if (isNumber(bytes, tid, to)) batch.addField(keys.id.threadId, tid, to, INT);
  else if (tid < to) batch.addField(keys.id.thread, tid, to, TEXT);
}

/** `app,4bf92f3577b34da6a3ce929d0e0e4736,00f067aa0ba902b7`, `trace-span`, `trace=…, span=…` */
export function addTraceAndSpan(
  batch: Batch,
  row: number,
  keys: AttributeKeys,
  from: number,
  to: number,
): boolean {
  const { bytes } = batch;
  if (isText(bytes, to - 2, to, ",,")) {
    // Spring Boot's `[shop,,]`, before `[shop,,,]`: neither is known.
    const nameTo = bytes[to - 3] === COMMA ? to - 3 : to - 2;
    if (isName(bytes, from, nameTo)) {
      if (isThreadName(bytes, from, nameTo)) batch.addField(keys.id.thread, from, nameTo, TEXT);
      else batch.service[row] = batch.addField(keys.id.service, from, nameTo, TEXT);
      return true;
    }
  }
  if (addShortIds(batch, row, keys, from, to)) return true;
  if (to - from < 32) return false;
  if (arePairs(bytes, from, to)) return addPairsAndIds(batch, row, from, to);
  let found = false;
  for (let start = from; start < to;) {
    let end = start;
    while (end < to && isWordByte(bytes[end])) end++;
    if (end - start === 32 && isHex(bytes, start, end)) {
      batch.setTrace(row, start, end);
      found = true;
    } else if (found && end - start === 16 && isHex(bytes, start, end)) {
      batch.setSpan(row, start, end);
    }
    start = end + 1;
  }
  if (found) addBesideIds(batch, row, keys, from, to);
  return found;
}

/** What a comma, slash or bar divides from the ids of a trace: a thread, the service before them, a request or something else. */
function addBesideIds(batch: Batch, row: number, keys: AttributeKeys, from: number, to: number): void {
  const { bytes, spanFrom, traceFrom } = batch;
  let contexts = 0;
  for (let start = from, end = from; start < to; start = end + 1) {
    end = start;
    while (end < to && bytes[end] !== COMMA && bytes[end] !== SLASH && bytes[end] !== BAR) end++;
    const at = skipBlanks(bytes, start, end), valueTo = trimmed(bytes, at, end);
    const isId = (traceFrom[row] >= at && traceFrom[row] < end) ||
      (spanFrom[row] >= at && spanFrom[row] < end);
    if (isId || at >= valueTo) continue;
    if (isThreadName(bytes, at, valueTo)) batch.addField(keys.id.thread, at, valueTo, TEXT);
    else if (start === from && bytes[end] === COMMA) {
      batch.service[row] = batch.addField(keys.id.service, at, valueTo, TEXT);
    } else if (isText(bytes, at, valueTo, "req-")) batch.addField(keys.id.requestId, at, valueTo, TEXT);
    else batch.addField(keys.context(contexts++), at, valueTo, TEXT);
  }
}

/** logback's `[%mdc]`, `[traceId=…, spanId=…, requestId=req-7]`: what is the id of a trace or span is no attribute; always true. */
export function addPairsAndIds(batch: Batch, row: number, from: number, to: number): boolean {
  const { bytes } = batch;
  for (let at = from; at < to;) {
    const next = nextPair(bytes, at, to);
    const value = findByte(bytes, at, next, EQUALS) + 1;
    let end = trimmed(bytes, value, next);
    if (bytes[end - 1] === COMMA) end--;
    const digits = isHex(bytes, value, end) ? end - value : 0;
    if (digits === TRACE_DIGITS) batch.setTrace(row, value, end);
    else if (digits === SPAN_DIGITS && (bytes[at] | 0x20) === LOWER_S) batch.setSpan(row, value, end);
    else if (end > value) addPairs(batch, at, next);
    at = next;
  }
  return true;
}

/** Sleuth's `shop,5f3a2b1c4d5e6f70,8a9b0c1d2e3f4a5b,true`, ids of 16 digits both; false if it is something else. */
function addShortIds(batch: Batch, row: number, keys: AttributeKeys, from: number, to: number): boolean {
  const { bytes } = batch;
  const comma = findByte(bytes, from, to, COMMA);
  const trace = comma + 1, span = comma + 18, end = comma + 34;
  if (comma <= from || end > to || bytes[span - 1] !== COMMA || (end < to && bytes[end] !== COMMA)) {
    return false;
  }
  if (!isHex(bytes, trace, span - 1) || !isHex(bytes, span, end) || !isName(bytes, from, comma)) return false;
  batch.service[row] = batch.addField(keys.id.service, from, comma, TEXT);
  batch.setTrace(row, trace, span - 1);
  batch.setSpan(row, span, end);
  if (end + 1 < to) batch.addField(keys.context(0), end + 1, to, TEXT);
  return true;
}

/** `user@database`; of a server's own process both are empty, and `[unknown]` before someone has logged in. */
export function addUser(batch: Batch, keys: AttributeKeys, from: number, to: number): void {
  const { bytes } = batch;
  const at = bytes.indexOf(AT, from);
  if (at > from && !isUnknown(bytes, from, at)) batch.addField(keys.id.user, from, at, TEXT);
  if (at + 1 < to && !isUnknown(bytes, at + 1, to)) batch.addField(keys.id.database, at + 1, to, TEXT);
}

function isUnknown(bytes: Uint8Array, from: number, to: number): boolean {
  return bytes[from] === OPEN && isText(bytes, from, to, "[unknown]");
}

/** `10.0.0.1(5432)` */
export function addPeer(batch: Batch, keys: AttributeKeys, from: number, to: number): void {
  const { bytes } = batch;
  const open = beforeDigits(bytes, from, to - 1);
  const isPorted = bytes[open] === PAREN && open < to - 2;
  batch.addField(keys.id.client, from, isPorted ? open : to, TEXT);
  if (isPorted) batch.addField(keys.id.clientPort, open + 1, to - 1, INT);
}

/** `{req=7, user=bob}`, the map of a context that log4j2's `[%X]` writes in a bracket. */
export function isMap(bytes: Uint8Array, from: number, to: number): boolean {
  return bytes[from] === BRACE && bytes[to - 1] === CLOSE_BRACE && arePairs(bytes, from + 1, to - 1);
}

/** Spring's `4bf92f35…-00f067aa…`, `app,trace,span`, ids that a bar divides, or a dash or blanks for none. */
export function isTraceBracket(bytes: Uint8Array, from: number, to: number): boolean {
  return skipBlanks(bytes, from, to) === to || findByte(bytes, from, to, BAR) >= 0 ||
    (to - from === 1 && bytes[from] === DASH) || findByte(bytes, from, to, COMMA) >= 0 ||
    (to - from >= 32 && isHex(bytes, from, from + 32));
}

/** Where the line behind a name begins, `shop.db:12`; `to` if there is none. */
export function lineColon(bytes: Uint8Array, from: number, to: number, least = IDENTIFIER): number {
  const colon = beforeDigits(bytes, from, to);
  const nameTo = trimmed(bytes, from, colon);
  const isLine = colon < to - 1 && bytes[colon] === COLON && findByte(bytes, from, colon, GREATER) < 0 &&
    nameLikeness(bytes, from, nameTo) >= least;
  return isLine ? colon : to;
}

function isWordByte(byte: number): boolean {
  return isDigit(byte) || isLetter(byte) || byte === UNDERSCORE || byte === DOT;
}
