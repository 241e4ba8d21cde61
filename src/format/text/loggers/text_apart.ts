import type { Batch } from "../../../record/batch.ts";
import { HTTP, severityOfWord } from "../../severity_word.ts";
import {
  BRACKET_PART,
  CLOSE,
  COLON,
  DASH,
  type HeadParts,
  OPEN,
  PLUS,
  QUOTE,
  SLASH,
  TIME_PART,
} from "../text_parts.ts";
import { beforeDigits, isLetter } from "../../time/timestamp_parts.ts";
import { bracketEnd, isText, isUpper, isUpperWord, skipBlanks, SPACE, tokenEnd } from "../text_tokens.ts";

/** `2026/11/20 08:00:00`, and with microseconds. */
const GO_TIME_BYTES = 19;
const GO_LONG_TIME_BYTES = 26;
/** `2026-11-20T08:00:01.123`, without the zone behind it. */
const MILLISECONDS_BYTES = 23;

/**
 * npm's level `http`, of winston, perhaps behind a label: with milliseconds before it, or a date with dashes, which
 * Go's own messages of HTTP have not. Bare (`HTTP`, `[http]`), it needs the milliseconds.
 */
export function readHttp(parts: HeadParts, from: number, to: number): boolean {
  const { bytes, batch, row } = parts;
  let at = from;
  const label = bytes[at] === OPEN ? bracketEnd(bytes, at, to) : -1;
  if (label > 0 && isText(bytes, label, to, " http: ")) {
    parts.add(BRACKET_PART, at + 1, label - 1);
    at = label + 1;
  }
  const name = bytes[at] === OPEN ? at + 1 : at;
  if ((bytes[name] | 0x20) !== 0x68) return false;
  const isExact = batch.fraction[row] === 3;
  if (isText(bytes, at, to, "http: ") && (isExact || bytes[batch.timeFrom[row] + 4] === DASH)) {
    parts.setSeverity(HTTP, at, at + 4);
    return parts.beginMessage(skipBlanks(bytes, at + 6, to));
  }
  if (!isExact || name === at || !(isText(bytes, at, to, "[http]") || isText(bytes, at, to, "[HTTP]"))) {
    return false;
  }
  // `[http] warn: message`: a part of a program that has a level's name.
  const word = at + 7;
  const colon = tokenEnd(bytes, word, to) - 1;
  if (bytes[colon] === COLON && severityOfWord(bytes, word, colon) !== 0) return false;
  parts.setSeverity(HTTP, name, name + 4);
  return parts.beginMessage(skipBlanks(bytes, bytes[at + 6] === COLON ? at + 7 : at + 6, to));
}

/** Whether the severity [from, to), which begins at `start`, is written as loggers do that set pairs apart. */
export function isWrittenApart(parts: HeadParts, from: number, to: number, start: number): boolean {
  const { bytes, batch, row } = parts;
  if (
    start !== from || bytes[to] !== SPACE || bytes[to + 1] === COLON || !isUpperWord(bytes, from, from + 3)
  ) return false;
  to = withoutStep(bytes, from, to);
  // Or Go's slog, behind the time of Go's log.
  return isApartWord(bytes, from, to) || (from === batch.timeTo[row] + 1 && isGoTime(parts));
}

/** Where a severity ends before the step of Go's slog, `INF+2`. */
function withoutStep(bytes: Uint8Array, from: number, to: number): number {
  const sign = beforeDigits(bytes, from, to);
  return sign < to - 1 && (bytes[sign] === PLUS || bytes[sign] === DASH) ? sign : to;
}

/** zerolog's three capitals, not Nest's LOG, or the four of charmbracelet; [from, to) are capitals. */
export function isApartWord(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from === 3) return bytes[from] !== 0x4c;
  return to - from === 4 && !isCommon(bytes, from) && severityOfWord(bytes, from, to) !== 0;
}

/** The time is written as Go's log does, `2026/11/20 08:00:00`. */
export function isGoTime({ batch, bytes, row }: HeadParts): boolean {
  const time = batch.timeFrom[row];
  const length = batch.timeTo[row] - time;
  return bytes[time + 4] === SLASH && (length === GO_TIME_BYTES || length === GO_LONG_TIME_BYTES);
}

/** charmbracelet's four capitals tell who writes by DEBU and ERRO; then INFO and WARN have their pairs apart, too. */
export class FourCapitals {
  /** A line has told that it is charmbracelet's. */
  isKnown = false;

  /** Whether the severity of four letters, which was just read, is one of that logger's. */
  isApart({ batch, bytes, row, severityFrom, severityTo }: HeadParts): boolean {
    if (bytes[severityTo] !== SPACE || bytes[severityTo + 1] === SPACE) return false;
    // It writes the time before it.
    if (batch.timeFrom[row] > severityFrom) return false;
    if (!isUpperWord(bytes, severityFrom, severityTo)) return false;
    // slog-term's time, which begins with a month.
    if (batch.fraction[row] > 0 && isLetter(bytes[batch.timeFrom[row]])) return false;
    const isTold = isText(bytes, severityFrom, severityTo, "DEBU") ||
      isText(bytes, severityFrom, severityTo, "ERRO");
    if (isTold) this.isKnown = true;
    return this.isKnown;
  }
}

/** INFO and WARN, which others write as well, where ERRO and DEBU tell who writes; FINE is java.util.logging's. */
function isCommon(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0x49 || bytes[at] === 0x57 || (bytes[at] === 0x46 && bytes[at + 1] === 0x49);
}

/** tracing-subscriber writes microseconds, Z, and the severity padded to five letters; or the time since the start. */
export function isTracing({ batch, bytes, row, severityTo, uptime }: HeadParts): boolean {
  return uptime || batch.fraction[row] >= 6 && bytes[batch.timeTo[row] - 1] === 0x5a &&
      batch.timeTo[row] + 6 === severityTo;
}

/** All of it stands between two quotes, and holds neither more of them nor a backslash. */
export function isQuotedWhole(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from < 3 || bytes[from] !== QUOTE || bytes[to - 1] !== QUOTE) return false;
  for (let at = from + 1; at < to - 1; at++) if (bytes[at] === QUOTE || bytes[at] === 0x5c) return false;
  return true;
}

/**
 * hclog divides message and pairs by a colon; its severities are `[INFO]  ` and `[ERROR] `, in capitals, behind a time
 * with milliseconds and a zone, or any where the pairs are known to be a logger's (`isTold`).
 */
export function isDividedByColon(
  batch: Batch,
  row: number,
  message: number,
  end: number,
  isTold = false,
): boolean {
  const { bytes } = batch;
  const from = batch.severityFrom[row];
  const to = batch.severityTo[row];
  if (to <= from || bytes[to] !== CLOSE || bytes[from - 1] !== OPEN || !isUpper(bytes[from])) return false;
  const behind = skipBlanks(bytes, to + 1, end);
  if (behind - from !== 7 || (bytes[from - 2] === SPACE && batch.timeTo[row] !== from - 2)) return false;
  // Nothing but a logger's name stands between the severity and the message.
  if (message > behind && (bytes[message - 2] !== COLON || bytes[message - 3] <= SPACE)) return false;
  const time = batch.timeFrom[row];
  const timeTo = batch.timeTo[row];
  return isTold || timeTo === time || (bytes[time + 10] === 0x54 && timeTo - time > MILLISECONDS_BYTES);
}

/**
 * Where a logger's pairs are behind a message whose first line is [from, to), and it ends at `end`: without the colon by
 * which hclog divides them.
 */
export function withoutColon(batch: Batch, row: number, from: number, to: number, end = to): number {
  return batch.bytes[end - 1] === COLON && isDividedByColon(batch, row, from, to, true) ? end - 1 : end;
}

/** bunyan's command, which writes a record's fields in parentheses: `name/123 on host: `, or a time of day in UTC. */
export function isBunyan(head: HeadParts): boolean {
  if (head.particular) return true;
  const { bytes, from, to } = head;
  return head.kind[0] === TIME_PART && to[0] - from[0] === 13 && bytes[to[0] - 1] === 0x5a &&
    bytes[from[0] + 2] === COLON;
}
