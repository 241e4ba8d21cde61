import { type Batch, TEXT } from "../../record/batch.ts";
import { findByte, isText, skipBlanks, SPACE } from "../text/text_tokens.ts";
import type { ReadContext } from "../line_format.ts";
import { kindOfBare } from "../text/message/text_pairs.ts";
import { readEpoch, readTime } from "../time/timestamp.ts";
import { isDigit, isLetter } from "../time/timestamp_parts.ts";

const BAR = 0x7c, EQUALS = 0x3d, BACKSLASH = 0x5c;
/** The seven parts of the header, by the names that the format gives them; the version is left out. */
const HEADER = [
  "",
  "device.vendor",
  "device.product",
  "device.version",
  "event.id",
  "event.name",
  "event.severity",
];
const NAME = 5, SEVERITY = 6;
/** OpenTelemetry's numbers: low (0-3), medium (4-6), high (7-8), very high (9-10). */
const LOW = 9, MEDIUM = 13, HIGH = 17, HIGHEST = 18;

/**
 * Reads ArcSight's common event format, `CEF:0|vendor|product|version|id|name|severity|key=value …`, at [from, to) as the
 * message of the record `row`: the body is `msg`, else the event's name; `rt` is the time where
 * none stands before. False, and nothing added, if it is something else.
 */
export function readCef(batch: Batch, row: number, from: number, to: number, context: ReadContext): boolean {
  const { bytes } = batch;
  if (!isText(bytes, from, to, "CEF:")) return false;
  const starts = [from + 4];
  for (let at = from + 4; at < to && starts.length < HEADER.length + 1; at++) {
    if (bytes[at] === BAR && bytes[at - 1] !== BACKSLASH) starts.push(at + 1);
  }
  // UniFi's own events have no name.
  const isNameless = starts.length === HEADER.length && isSeverity(bytes, starts[NAME], starts[NAME + 1] - 1);
  if (isNameless) starts.splice(NAME, 0, starts[NAME]);
  if (starts.length <= HEADER.length) return false;
  for (let part = 1; part < HEADER.length; part++) {
    const end = starts[part + 1] - 1;
    if (part === NAME) {
      setBody(batch, row, starts[isNameless ? NAME - 1 : NAME], isNameless ? starts[NAME] - 1 : end);
    } else if (end > starts[part]) addText(batch, batch.keys.idOf(HEADER[part]), starts[part], end);
  }
  // It says more than the priority that a relay gave the whole stream.
  const severity = severityOf(bytes, starts[SEVERITY]);
  if (severity !== 0) batch.severity[row] = severity;
  readExtension(batch, row, skipBlanks(bytes, starts[HEADER.length], to), to, context);
  return true;
}

/**
 * Reads IBM's log event extended format, `LEEF:2.0|vendor|product|version|id|^|key=value^…`, as `readCef` does its own: tabs
 * divide the pairs where the header names no other sign. The body is `msg`, else the event's id; `sev` is its severity and
 * `devTime` the time where none stands before.
 */
export function readLeef(batch: Batch, row: number, from: number, to: number, context: ReadContext): boolean {
  const { bytes } = batch;
  if (!isText(bytes, from, to, "LEEF:")) return false;
  const starts = [from + 5];
  for (let at = from + 5; at < to && starts.length < 7; at++) if (bytes[at] === BAR) starts.push(at + 1);
  if (starts.length < 6) return false;
  for (let part = 1; part < 5; part++) {
    const end = starts[part + 1] - 1;
    if (end > starts[part]) batch.addField(batch.keys.idOf(HEADER[part]), starts[part], end, TEXT);
  }
  batch.setBody(row, starts[4], starts[5] - 1);
  let divider = 0x09;
  let at = starts[5];
  // LEEF 2: a sign, or its number.
  if (starts.length === 7 && starts[6] - at <= 5 && bytes[from + 5] === 0x32) {
    const text = String.fromCharCode(...bytes.subarray(at, starts[6] - 1));
    const number = /^(?:0?x)([0-9a-fA-F]{2})$/.exec(text);
    if (text !== "") divider = number === null ? text.charCodeAt(0) : Number.parseInt(number[1], 16);
    at = starts[6];
  }
  while (at < to) {
    let end = at;
    while (end < to && bytes[end] !== divider) end++;
    const equals = keyEnd(bytes, at, end);
    if (equals > 0 && end > equals + 1) takeLeef(batch, row, at, equals, end, context);
    at = end + 1;
  }
  return true;
}

function takeLeef(
  batch: Batch,
  row: number,
  from: number,
  equals: number,
  to: number,
  context: ReadContext,
): void {
  const { bytes } = batch;
  const isNamed = (name: string) => equals - from === name.length && isText(bytes, from, equals, name);
  if (isNamed("msg")) {
    batch.setBody(row, equals + 1, to);
    return;
  }
  if (isNamed("devTime") && batch.time[row] !== batch.time[row]) {
    if (readTime(batch, row, equals + 1, to, context) > 0 || readEpoch(batch, row, equals + 1, to)) return;
  }
  if (isNamed("sev")) {
    const severity = severityOf(bytes, equals + 1);
    if (severity !== 0) batch.severity[row] = severity;
  }
  const key = batch.keys.idOfBytes(bytes, batch.view, from, equals);
  batch.addField(key, equals + 1, to, kindOfBare(bytes, equals + 1, to));
}

/** Whether a part is a number of one digit or two. */
function isSeverity(bytes: Uint8Array, from: number, to: number): boolean {
  return isDigit(bytes[from]) && (to === from + 1 || (to === from + 2 && isDigit(bytes[from + 1])));
}

/** A number, or the word that stands for some of them. */
function severityOf(bytes: Uint8Array, at: number): number {
  if (isDigit(bytes[at])) {
    const number = isDigit(bytes[at + 1]) ? 10 : bytes[at] - 48;
    return number > 8 ? HIGHEST : number > 6 ? HIGH : number > 3 ? MEDIUM : LOW;
  }
  switch (bytes[at] | 0x20) {
    case 0x6c:
      return LOW;
    case 0x6d:
      return MEDIUM;
    case 0x68:
      return HIGH;
    case 0x76:
      return HIGHEST;
    default:
      return 0;
  }
}

/** An epoch number, or a date as ArcSight writes it: `Nov 20 2026 08:00:00.123 UTC`. */
function readDate(batch: Batch, row: number, from: number, to: number, context: ReadContext): boolean {
  return readEpoch(batch, row, from, to) || readTime(batch, row, from, to, context) === to;
}

function setBody(batch: Batch, row: number, from: number, to: number): void {
  const start = unescaped(batch, from, to);
  batch.setBody(row, start, start === from ? to : batch.side);
}

function addText(batch: Batch, key: number, from: number, to: number): void {
  const start = unescaped(batch, from, to);
  batch.addField(key, start, start === from ? to : batch.side, TEXT);
}

/** Where the text [from, to) begins with its signs that stand behind a backslash read, at the end of the side area; `from` if it has none. */
function unescaped(batch: Batch, from: number, to: number): number {
  const { bytes } = batch;
  if (findByte(bytes, from, to, BACKSLASH) < 0 || to - from > batch.sideFree) return from;
  const start = batch.side;
  for (let at = from; at < to; at++) {
    const next = at + 1 < to && bytes[at] === BACKSLASH ? bytes[at + 1] : 0;
    if (next === BAR || next === EQUALS || next === BACKSLASH) at++;
    bytes[batch.side++] = bytes[at];
  }
  return start;
}

/** Pairs whose values may hold blanks: each ends before the next key. */
function readExtension(batch: Batch, row: number, from: number, to: number, context: ReadContext): void {
  const { bytes } = batch;
  for (let at = from; at < to;) {
    const equals = keyEnd(bytes, at, to);
    if (equals < 0) return;
    let end = equals + 1;
    while (end < to && !(bytes[end] === SPACE && keyEnd(bytes, end + 1, to) >= 0)) end++;
    const isMessage = equals - at === 3 && isText(bytes, at, to, "msg");
    const isTime = equals - at === 2 && isText(bytes, at, to, "rt") && batch.time[row] !== batch.time[row];
    if (isMessage && end > equals + 1) setBody(batch, row, equals + 1, end);
    else if (!isTime || !readDate(batch, row, equals + 1, end, context)) {
      addText(batch, batch.keys.idOfBytes(bytes, batch.view, at, equals), equals + 1, end);
    }
    at = skipBlanks(bytes, end, to);
  }
}

/** Where the equals sign stands behind a key at `at`, -1 if there is no key. */
function keyEnd(bytes: Uint8Array, at: number, to: number): number {
  const from = at;
  while (at < to && (isLetter(bytes[at]) || isDigit(bytes[at]) || bytes[at] === 0x5f || bytes[at] === 0x2e)) {
    at++;
  }
  return at > from && at < to && bytes[at] === EQUALS ? at : -1;
}
