import { INFO, TRACE, WARN } from "../../../record/severity.ts";
import { SERVED } from "../../../record/batch.ts";
import { severityOfLetter, severityOfWord } from "../../severity_word.ts";
import {
  APOSTROPHE,
  BRACE_PART,
  BRACKET_PART,
  CLOSE,
  CLOSE_PAREN,
  COLON,
  CONTEXT_PART,
  DASH,
  DOT,
  EQUALS,
  FILE_PART,
  HASH,
  type HeadParts,
  LESS,
  LINE_PART,
  NAME_PART,
  NUMBER_PART,
  OPEN,
  PAREN,
  PREFIX_PART,
  TAG_PART,
  THREAD_PART,
  TIME_PART,
} from "../text_parts.ts";
import { isThread } from "../head/text_dividers.ts";
import type { HeadTimes } from "../head/text_times.ts";
import {
  bracketEnd,
  findByte,
  isName,
  isNumber,
  isText,
  isUpper,
  skipBlanks,
  SPACE,
  tokenEnd,
  tokenStart,
  upperEnd,
} from "../text_tokens.ts";
import { readWebLogic } from "./text_weblogic.ts";
import { digitsEnd, isDigit, isLetter } from "../../time/timestamp_parts.ts";

/** Units of times since a start. */
const UNITS = ["ms", "s", "us"];
/** The point and nanoseconds. */
const UPTIME_DIGITS = 10;
const MYSQL_TIME = "# Time: ";

/**
 * Reads a line whose first bytes tell by themselves which logger wrote it: ESP-IDF's `I (1234) tag: message`, MySQL's slow queries (`# Time: …`), WebLogic's `####<time> <Info> <…> <message>`.
 * False if it is something else.
 */
export function readParticular(parts: HeadParts, times: HeadTimes, at: number, to: number): boolean {
  const { bytes } = parts;
  switch (bytes[at]) {
    case HASH: // #
      if (bytes[at + 1] === SPACE) return readSlowQuery(parts, times, at, to);
      return isText(bytes, at, to, "####<") && readWebLogic(parts, times, at + 4, to);
    case LESS:
      return readWebLogic(parts, times, at, to);
    default:
      return bytes[at + 1] === SPACE && bytes[at + 2] === PAREN && readEspIdf(parts, at, to);
  }
}

/** `I (1234) tag: message`: milliseconds since the start, or a time of the day. */
function readEspIdf(parts: HeadParts, at: number, to: number): boolean {
  const { bytes } = parts;
  const number = isUpper(bytes[at]) ? severityOfLetter(bytes[at]) : 0;
  const close = number === 0 ? -1 : findByte(bytes, at + 3, to, CLOSE_PAREN);
  if (close < 0 || !isDigit(bytes[at + 3]) || bytes[close + 1] !== SPACE) return false;
  const colon = tokenEnd(bytes, close + 2, to) - 1;
  if (bytes[colon] !== COLON || !isNumber(bytes, at + 3, close) || !isName(bytes, close + 2, colon)) {
    return false;
  }
  parts.setSeverity(number, at, at + 1);
  parts.add(PREFIX_PART, at + 3, close);
  parts.add(NAME_PART, close + 2, colon);
  return parts.beginMessage(skipBlanks(bytes, colon + 1, to));
}

/** The first of the lines about a slow query; the others join it. */
function readSlowQuery(parts: HeadParts, times: HeadTimes, at: number, to: number): boolean {
  const { bytes } = parts;
  if (!isText(bytes, at, to, MYSQL_TIME)) return false;
  const end = times.read(skipBlanks(bytes, at + MYSQL_TIME.length, to), to);
  if (end < 0 || skipBlanks(bytes, end, to) < to) return false;
  parts.setSeverity(INFO, at, at);
  return parts.beginMessage(end);
}

/**
 * Reads GLib's `(shop:4242): Shop-WARNING **: `, or `** (shop:4242): WARNING **: `, at `at`, and what is no trouble, with a
 * time behind it, `Shop-INFO: 08:00:01.123: ` or `** Message: 08:00:01.123: `: the program, its process, the domain of its
 * library and the severity. Index behind it, -1, with nothing added, if it is something else.
 */
export function readGlib(parts: HeadParts, at: number, to: number): number {
  const { bytes } = parts;
  const open = isText(bytes, at, to, "** ") ? at + 3 : at;
  const close = bytes[open] === PAREN ? findByte(bytes, open, to, CLOSE_PAREN) : -1;
  if (bytes[open] === PAREN && (close < 0 || !isText(bytes, close, to, "): "))) return -1;
  const domain = close < 0 ? open : close + 3;
  const colon = close < 0 ? -1 : findByte(bytes, open, close, COLON);
  if (close > 0 && (colon < 0 || !isNumber(bytes, colon + 1, close))) return -1;
  const token = tokenEnd(bytes, domain, to);
  const isTrouble = isText(bytes, token, to, " **: ");
  const end = isTrouble ? token : token - 1;
  if (!isTrouble && (bytes[end] !== COLON || !isClock(bytes, token + 1))) return -1;
  let name = end;
  while (name > domain && isLetter(bytes[name - 1])) name--;
  const number = isText(bytes, name, end, "Message") ? INFO : severityOfWord(bytes, name, end);
  if (number === 0 || (name > domain ? bytes[name - 1] !== DASH : open === at && close < 0)) return -1;
  if (close > 0) {
    parts.add(TAG_PART, open + 1, colon);
    parts.add(NUMBER_PART, colon + 1, close);
  }
  if (name > domain) parts.add(NAME_PART, domain, name - 1);
  parts.setSeverity(number, name, end);
  return isTrouble ? end + 5 : token + 1;
}

/** Reads what Node itself warns of, `(node:42) [DEP0005] DeprecationWarning: message`; false, with nothing added, if it is something else. */
export function readNodeWarning(parts: HeadParts, at: number, to: number): boolean {
  const { bytes } = parts;
  const close = isText(bytes, at, to, "(node:") ? tokenEnd(bytes, at, to) - 1 : -1;
  if (close < 0 || bytes[close] !== CLOSE_PAREN || !isNumber(bytes, at + 6, close)) return false;
  const message = close + 2;
  const word = bytes[message] === OPEN ? tokenEnd(bytes, message, to) + 1 : message;
  const colon = tokenEnd(bytes, word, to) - 1;
  if (colon <= word || bytes[colon] !== COLON || !isText(bytes, colon - 7, to, "Warning:")) return false;
  parts.add(NUMBER_PART, at + 6, close);
  parts.tellSeverity(WARN, word, colon);
  // What the program prints behind it is none of it.
  parts.batch.flags[parts.row] |= SERVED;
  return parts.beginMessage(message);
}

/** `08:00:01.123: ` */
function isClock(bytes: Uint8Array, at: number): boolean {
  return isDigit(bytes[at]) && bytes[at + 2] === COLON && bytes[at + 5] === COLON && bytes[at + 12] === COLON;
}

/**
 * Reads swift-log's `warning label : key=value [Source] message` behind a time with an offset like `+0000`; false if
 * it is something else.
 */
export function readSwift(parts: HeadParts, at: number, to: number): boolean {
  const { bytes, batch, row } = parts;
  const offset = batch.timeTo[row] - 5;
  if ((bytes[offset] !== 0x2b && bytes[offset] !== DASH) || bytes[offset + 3] === COLON) return false;
  const nameTo = tokenEnd(bytes, at, to);
  const number = severityOfWord(bytes, at, nameTo);
  if (number === 0 || isUpper(bytes[at]) || bytes[nameTo] !== SPACE) return false;
  let label = tokenEnd(bytes, nameTo + 1, to);
  let next = label;
  if (bytes[label - 1] === COLON) label--;
  else if (isText(bytes, label, to, " :")) next = label + 2;
  else return false;
  if (next >= to || !isName(bytes, nameTo + 1, label)) return false;
  parts.setSeverity(number, at, nameTo);
  parts.add(NAME_PART, nameTo + 1, label);
  next = skipBlanks(bytes, next, to);
  const source = sourceAfterPairs(bytes, next, to);
  if (source < 0) {
    return parts.beginMessage(next);
  }
  if (source > next) parts.add(BRACE_PART, next, source - 1);
  const end = bracketEnd(bytes, source, to);
  parts.add(BRACKET_PART, source + 1, end - 1);
  return parts.beginMessage(skipBlanks(bytes, end, to));
}

/** Where the `[Source]` stands behind pairs, or in front; -1 if there is none. */
function sourceAfterPairs(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && bytes[at] !== OPEN) {
    const end = tokenEnd(bytes, at, to);
    if (findByte(bytes, at, end, EQUALS) <= at || end >= to) return -1;
    at = skipBlanks(bytes, end, to);
  }
  const end = at < to ? bracketEnd(bytes, at, to) : -1;
  return end > 0 && end < to && isName(bytes, at + 1, end - 1) ? at : -1;
}

/** Play's `from logger in thread - ` behind the severity; index of the message, `at` if it is something else. */
export function afterLoggerInThread(parts: HeadParts, at: number, to: number): number {
  const { bytes } = parts;
  const name = isText(bytes, at, to, "from ") ? at + 5 : at;
  const nameTo = tokenEnd(bytes, name, to);
  if (!isText(bytes, nameTo, to, " in ") || !isName(bytes, name, nameTo)) return at;
  const thread = nameTo + 4;
  const end = tokenEnd(bytes, thread, to);
  const isDashed = isText(bytes, end, to, " - ");
  if (!isDashed && (name > at || !isText(bytes, end, to, "  "))) return at;
  parts.add(NAME_PART, name, nameTo);
  parts.add(THREAD_PART, thread, end);
  return skipBlanks(bytes, isDashed ? end + 3 : end, to);
}

/**
 * Prefect's `Flow run 'quick-otter' - ` and `Task run 'load-0' - ` before a message; index of the message, `at` if it is
 * something else.
 */
export function afterRun(parts: HeadParts, at: number, to: number): number {
  const { bytes } = parts;
  if (!isText(bytes, at + 4, to, " run '") || !isUpper(bytes[at])) return at;
  const end = findByte(bytes, at + 10, to, APOSTROPHE);
  if (end < 0 || !isText(bytes, end + 1, to, " - ")) return at;
  parts.add(CONTEXT_PART, at, end + 1);
  return skipBlanks(bytes, end + 4, to);
}

/**
 * Reads what Python's relative times begin, `134 MainThread INFO message`: milliseconds, a thread and a severity; false
 * if it is something else.
 */
export function readRelative(parts: HeadParts, at: number, to: number): boolean {
  const { bytes } = parts;
  const end = tokenEnd(bytes, at, to);
  const threadTo = tokenEnd(bytes, end + 1, to);
  const wordTo = tokenEnd(bytes, threadTo + 1, to);
  if (wordTo >= to || !isNumber(bytes, at, end) || !isThread(bytes, end + 1, threadTo)) return false;
  const number = isUpper(bytes[threadTo + 1]) ? severityOfWord(bytes, threadTo + 1, wordTo) : 0;
  if (number === 0) return false;
  parts.add(PREFIX_PART, at, end);
  // log4j's `6562 [worker-2] INFO message`
  const isBracketed = bytes[end + 1] === OPEN && bytes[threadTo - 1] === CLOSE;
  parts.add(THREAD_PART, isBracketed ? end + 2 : end + 1, isBracketed ? threadTo - 1 : threadTo);
  parts.setSeverity(number, threadTo + 1, wordTo);
  return true;
}

/**
 * Reads Dancer's `[app:123] info @2026-11-20 08:00:01> message in lib/App.pm l. 12`; false if it is something else.
 */
export function readDancer(parts: HeadParts, times: HeadTimes, at: number, to: number): boolean {
  const { bytes } = parts;
  const close = tokenEnd(bytes, at, to) - 1;
  const colon = findByte(bytes, at, close, COLON);
  if (bytes[close] !== CLOSE || colon < 0 || !isNumber(bytes, colon + 1, close)) return false;
  const name = close + 2;
  const nameTo = tokenEnd(bytes, name, to);
  const number = severityOfWord(bytes, name, nameTo);
  if ((number === 0 && !isText(bytes, name, nameTo, "core")) || !isText(bytes, nameTo, to, " @")) {
    return false;
  }
  const end = times.read(nameTo + 2, to);
  if (end < 0 || !isText(bytes, end, to, "> ")) return false;
  parts.count = 0;
  parts.add(TAG_PART, at + 1, colon);
  parts.add(NUMBER_PART, colon + 1, close);
  parts.add(TIME_PART, nameTo + 2, end);
  parts.setSeverity(number === 0 ? TRACE : number, name, nameTo);
  parts.message = end + 2;
  parts.framed = true;
  // The file and its line.
  const line = tokenStart(bytes, parts.message, to);
  if (!isText(bytes, line - 4, line, " l. ")) return true;
  const file = tokenStart(bytes, parts.message, line - 4);
  if (!isText(bytes, file - 4, file, " in ") || file - 4 < parts.message) return true;
  if (isNumber(bytes, line, to)) {
    parts.add(FILE_PART, file, line - 4);
    parts.add(LINE_PART, line, to);
  }
  parts.messageEnd = file - 4;
  return true;
}

/** tracing's `   0.000689768s  INFO target: message`, the time since the start; false if it is something else. */
export function readUptime(parts: HeadParts, at: number, to: number): boolean {
  const { bytes } = parts;
  const end = uptimeEnd(bytes, at, to);
  if (end < 0) return false;
  const name = skipBlanks(bytes, end, to);
  const nameTo = tokenEnd(bytes, name, to);
  parts.add(PREFIX_PART, at, end);
  parts.setSeverity(severityOfWord(bytes, name, nameTo), name, nameTo);
  parts.uptime = true;
  return true;
}

/**
 * `   12.3 ms INFO message`, `0.001s WARN: message`, minlog's minutes and seconds `00:12  INFO: message`: a time since the
 * start and a severity in capitals; false if it is something else.
 */
export function readElapsed(parts: HeadParts, at: number, to: number): boolean {
  const { bytes } = parts;
  let end = at;
  while (end < to && (isDigit(bytes[end]) || bytes[end] === DOT)) end++;
  const unit = bytes[end] === SPACE ? end + 1 : end;
  const isClock = bytes[end] === COLON && isNumber(bytes, end + 1, tokenEnd(bytes, end, to));
  const unitTo = tokenEnd(bytes, isClock ? end : unit, to);
  const isMeasured = UNITS.some((each) => each.length === unitTo - unit && isText(bytes, unit, to, each));
  if (!isClock && !isMeasured) return false;
  const name = skipBlanks(bytes, unitTo, to);
  const nameTo = upperEnd(bytes, name, to);
  const number = nameTo < to && bytes[nameTo] <= COLON ? severityOfWord(bytes, name, nameTo) : 0;
  if (number === 0) return false;
  parts.add(PREFIX_PART, at, unitTo);
  parts.setSeverity(number, name, nameTo);
  return true;
}

/** Index behind such a time, if it stands at `at` and a severity of five columns behind it; -1 if not. */
export function uptimeEnd(bytes: Uint8Array, at: number, to: number): number {
  const point = digitsEnd(bytes, at, to);
  if (point === at || bytes[point] !== DOT) return -1;
  const end = digitsEnd(bytes, point + 1, to);
  if (end !== point + UPTIME_DIGITS || bytes[end] !== 0x73 || bytes[end + 1] !== SPACE) return -1;
  const name = skipBlanks(bytes, end + 1, to);
  const nameTo = tokenEnd(bytes, name, to);
  const isSeverity = nameTo === end + 7 && isUpper(bytes[name]) && severityOfWord(bytes, name, nameTo) !== 0;
  return isSeverity ? end + 1 : -1;
}
