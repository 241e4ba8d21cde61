import { isBoxBar } from "./severity_look.ts";
import { severityOfWord } from "../../severity_word.ts";
import { isCommonWord, isLongDash } from "../text_names.ts";
import {
  BAR,
  BRACE,
  CLOSE,
  CLOSE_BRACE,
  COLON,
  COMMA,
  CONTEXT_PART,
  DASH,
  DASHES_PART,
  FILE_PART,
  FUNCTION_PART,
  GREATER,
  type HeadParts,
  LINE_PART,
  NAME_PART,
  NUMBER_PART,
  SEMICOLON,
  SEVERITY_PART,
  SLASH,
  SOURCE_PART,
  THREAD_PART,
  TILDE,
  TOKEN_PART,
} from "../text_parts.ts";
import {
  COMPOUND,
  findByte,
  IDENTIFIER,
  isBlank,
  isFileName,
  isName,
  isNumber,
  isText,
  isUpper,
  isUpperWord,
  isUuid,
  nameLikeness,
  NOT_A_NAME,
  skipBlanks,
  sourceColon,
  SPACE,
  TAB,
  tokenEnd,
  trimmed,
} from "../text_tokens.ts";
import { beforeDigits, digitsStart, isDigit, isLetter } from "../../time/timestamp_parts.ts";

/** Parts that are taken behind a severity because the same signs divide them. */
const MOST_PARTS = 4;
/** Bytes of a column between bars. */
const LONGEST_COLUMN = 96;
/** Bytes of a name behind another one. */
const SHORTEST_NAME = 3;
/** Signs of a divider and the blanks around them. */
const LONGEST_DIVIDER = 6;

/**
 * Takes the parts of a head that the same signs divide as stand behind its severity: what its author's pattern has
 * there is neither known nor needed (`time - name - INFO - thread - message`, `time;INFO;name;message`,
 * `INFO:name:thread:message`). `at` is the first byte behind such a divider. Answers where the message begins.
 */
export function takeDivided(parts: HeadParts, at: number, to: number): number {
  const { bytes } = parts;
  const divider = dividerBefore(bytes, parts.severityTo, at);
  if (divider < 0) return takeListed(parts, at, to);
  const length = at - divider;
  const isTight = length === 1;
  const isColon = isTight && bytes[divider] === COLON;
  for (let part = 0; part < MOST_PARTS; part++) {
    let end = at;
    while (end < to && bytes[end] > SPACE && !(isTight && bytes[end] === bytes[divider])) end++;
    // Padded before its divider.
    const next = isTight ? end : skipBlanks(bytes, end, to) - 1;
    if (end === at || next + length >= to || !isSame(bytes, divider, next, length)) break;
    if (isColon && bytes[next + 1] === SLASH) break;
    // Fields follow, no message.
    const isMessage = isTight && nameLikeness(bytes, at, end) >= COMPOUND;
    if (bytes[next + length] === BRACE && bytes[to - 1] === CLOSE_BRACE && !isMessage) break;
    if (isColon && isBlank(bytes[next + 1])) {
      // Jetty's `INFO:oejs.Server:main: message`
      if (!isThread(bytes, at, end) && !isText(bytes, at, to, "main:")) break;
      parts.add(THREAD_PART, at, end);
      return skipBlanks(bytes, next + 1, to);
    }
    if (!takePart(parts, at, end, isColon)) break;
    at = next + length;
    if (!isTight) at = skipBlanks(bytes, at, to);
  }
  return at;
}

/** Takes the name of `time, INFO, shop.db, message`, put together of words; answers where the message begins. */
function takeListed(parts: HeadParts, at: number, to: number): number {
  const { batch, bytes, row } = parts;
  if (bytes[at - 2] !== COMMA || !isBlank(bytes[at - 1]) || bytes[batch.timeTo[row]] !== COMMA) return at;
  const comma = tokenEnd(bytes, at, to) - 1;
  if (bytes[comma] !== COMMA || parts.named || nameLikeness(bytes, at, comma) < COMPOUND) return at;
  parts.add(NAME_PART, at, comma);
  return skipBlanks(bytes, comma + 1, to);
}

/** Where the divider begins that ends at `at`, with the blank before it; -1 if there is none behind `least`. */
function dividerBefore(bytes: Uint8Array, least: number, at: number): number {
  let from = at - 1;
  const isSpaced = isBlank(bytes[from]);
  if (!isSpaced) return from >= least && isTightSign(bytes[from]) ? from : -1;
  while (from > least && isBlank(bytes[from])) from--;
  const end = from + 1;
  while (from >= least && isSign(bytes[from])) from--;
  if (from < least - 1 || from + 1 === end || at - from > LONGEST_DIVIDER) return -1;
  // A comma or a colon needs no blank before it, and says less.
  return isBlank(bytes[from]) ? from : -1;
}

/** Between single characters, without blanks. */
function isTightSign(byte: number): boolean {
  return byte === COMMA || byte === SEMICOLON || byte === COLON || byte === BAR;
}

function isSign(byte: number): boolean {
  return byte === DASH || byte === COLON || byte === BAR || byte === SLASH || byte === GREATER ||
    byte === TILDE || byte === SEMICOLON;
}

function isSame(bytes: Uint8Array, divider: number, at: number, length: number): boolean {
  for (let index = 0; index < length; index++) if (bytes[divider + index] !== bytes[at + index]) return false;
  return true;
}

/** Takes [from, to) as the part it looks like; false if it may as well be a word of the message. */
function takePart(parts: HeadParts, from: number, to: number, isColon: boolean): boolean {
  const { bytes } = parts;
  if (sourceColon(bytes, from, to) >= 0) {
    parts.add(SOURCE_PART, from, to);
    return true;
  }
  if (isFileName(bytes, from, to) && !parts.named) {
    parts.add(FILE_PART, from, to);
    return true;
  }
  // `db.py - connect - 12 - `
  if (isBehindFile(parts) && (isNumber(bytes, from, to) || isName(bytes, from, to))) {
    const isLine = isNumber(bytes, from, to);
    parts.add(isLine ? LINE_PART : FUNCTION_PART, from, to);
    return true;
  }
  if (isNumber(bytes, from, to)) {
    const last = parts.count - 1;
    const isLine = last >= 0 && parts.kind[last] === NAME_PART && to - from < 5;
    parts.add(isLine ? LINE_PART : NUMBER_PART, from, to);
    return true;
  }
  if (isUuid(bytes, from, to)) {
    parts.add(TOKEN_PART, from, to);
    return true;
  }
  if (!isName(bytes, from, to) || severityOfWord(bytes, from, to) !== 0) return false;
  const isMain = !isColon && parts.named && to - from === 4 && isText(bytes, from, to, "main");
  if (isMain || isThread(bytes, from, to)) {
    parts.add(THREAD_PART, from, to);
    return true;
  }
  const likeness = nameLikeness(bytes, from, to);
  if (likeness === NOT_A_NAME) return false;
  const isBefore = isColon && isLineBehind(bytes, to);
  if (!parts.named) {
    if (likeness < (isColon ? COMPOUND : IDENTIFIER) && !isBefore) return false;
    parts.add(NAME_PART, from, to);
    return true;
  }
  const least = isColon && !isBefore ? COMPOUND : IDENTIFIER;
  if (likeness < least || to - from < SHORTEST_NAME || isUpperWord(bytes, from, to)) return false;
  if (isCommonWord(bytes, from, to) || isNumberedThing(bytes, from, to)) return false;
  parts.add(isBehindCode(parts, to) || namesLine(bytes, from, to) ? NAME_PART : CONTEXT_PART, from, to);
  return true;
}

/** `HikariPool-1 - `: what a message is about, as a logger's name stands before it. */
function isNumberedThing(bytes: Uint8Array, from: number, to: number): boolean {
  const at = digitsStart(bytes, from, to);
  return at < to && bytes[at - 1] === DASH && isUpper(bytes[from]);
}

/** A file was read last, or a function in it. */
export function isBehindFile({ count, kind }: HeadParts): boolean {
  const last = count - 1;
  return kind[last] === FILE_PART || (kind[last] === FUNCTION_PART && kind[last - 1] === FILE_PART);
}

/** `shop.db:connect:12`: a module, a function and a line, by which it is the logger's, whatever else stands before it. */
export function namesLine(bytes: Uint8Array, from: number, to: number): boolean {
  const colon = beforeDigits(bytes, from, to);
  const first = findByte(bytes, from, to, COLON);
  return bytes[colon] === COLON && colon < to - 1 && first > from && first < colon - 1;
}

/** `u17 | shop | message`: the name before is a code that ends in a digit, and this one, which ends at `to`, is none. */
function isBehindCode({ bytes, count, kind, to: ends }: HeadParts, to: number): boolean {
  let last = count - 1;
  while (last >= 0 && kind[last] !== NAME_PART) last--;
  return last >= 0 && isDigit(bytes[ends[last] - 1]) && !isDigit(bytes[to - 1]);
}

/** `module:12:` */
function isLineBehind(bytes: Uint8Array, colon: number): boolean {
  let at = colon + 1;
  while (bytes[at] >= 48 && bytes[at] <= 57) at++;
  return at > colon + 1 && bytes[at] === COLON;
}

/** Behind `name - ` or `INFO - `: words in brackets and before a colon are the message's. */
export function isDashed(parts: HeadParts, at: number): boolean {
  const { bytes, count, kind } = parts;
  const isHead = kind[count - 1] === NAME_PART || kind[count - 1] === SEVERITY_PART ||
    kind[count - 1] === SOURCE_PART;
  return isHead && bytes[at - 1] === SPACE && (bytes[at - 2] === DASH || isLongDash(bytes, at - 4, at));
}

/**
 * Takes the sign that divides a part of the head from the next one, `- `, `| `, `--> `, `— `; index behind it and its
 * blanks, `at` if none stands there.
 */
export function takeSeparator(parts: HeadParts, at: number, to: number): number {
  const { bytes } = parts;
  if (at + 1 >= to) return at;
  const byte = bytes[at];
  if (byte === BAR) return skipBlanks(bytes, bytes[at + 1] === BAR ? at + 2 : at + 1, to);
  if (byte === 0xe2 || byte === 0xc2 || byte === TILDE) {
    if (isBoxBar(bytes, at)) return skipBlanks(bytes, at + 3, to);
    return isLongDash(bytes, at, to) ? skipBlanks(bytes, at + 3, to) : behindSameSign(parts, at, to);
  }
  if (isText(bytes, at, to, "--> ") || isText(bytes, at, to, "==> ")) {
    // Appium's `[HTTP] --> GET /path` tells which way a request went.
    const isRequest = bytes[at - 2] === CLOSE && bytes[tokenEnd(bytes, at + 4, to) + 1] === SLASH;
    return isRequest ? at : skipBlanks(bytes, at + 4, to);
  }
  // An arrow divides where a dash did so before the severity; else it is the message's.
  const { severityFrom, from } = parts;
  if (
    byte === DASH && bytes[at + 1] === GREATER && from[0] < severityFrom - 2 &&
    bytes[severityFrom - 2] === DASH
  ) {
    return skipBlanks(bytes, at + 2, to);
  }
  if (byte !== DASH && byte !== GREATER && byte !== COLON && byte !== SLASH) return at;
  let end = at + 1;
  while (end < to && bytes[end] === byte && end - at < 3) end++;
  if (end >= to || !isBlank(bytes[end]) || isFramed(bytes, at, end, to)) return at;
  if (byte === GREATER && end - at === 3) return at;
  if (byte === DASH && end - at === 3) parts.add(DASHES_PART, at, end);
  return skipBlanks(bytes, end, to);
}

/** `• INFO • `, `~ INFO ~ `, `» `: behind a sign that stands before the severity, too, or of a quotation's end; `at` if it is another. */
function behindSameSign({ bytes, severity, severityFrom }: HeadParts, at: number, to: number): number {
  if (severity === 0) return at;
  const end = tokenEnd(bytes, at, to);
  const length = end - at;
  if (length > 3 || end >= to) return at;
  const before = severityFrom - 1 - length;
  const isQuote = (bytes[at] === 0xc2 && bytes[at + 1] === 0xbb) || (length === 3 && bytes[at + 2] === 0xba);
  return (before > 0 && isSame(bytes, at, before, length)) || isQuote ? skipBlanks(bytes, end, to) : at;
}

/** `--- shutdown requested ---`: what several signs at [from, to) begin ends with them, too, and is a message. */
function isFramed(bytes: Uint8Array, from: number, to: number, end: number): boolean {
  const last = trimmed(bytes, to, end) - 1;
  return to - from > 1 && bytes[last] === bytes[from] && bytes[last - 1] === bytes[from];
}

/** Takes a cell behind a bar that is no name, or two words that are one; index behind its bar, -1 if it is something else. */
export function takeCell(parts: HeadParts, at: number, to: number, severe: boolean): number {
  const { bytes } = parts;
  const byte = bytes[at];
  if (severe && (byte === DASH || isDigit(byte))) return takeBarColumn(parts, at, to);
  const words = isLetter(byte) && !parts.named ? wordsEnd(bytes, at, to) : -1;
  if (words < 0) return -1;
  parts.add(NAME_PART, at, words);
  return skipBlanks(bytes, skipBlanks(bytes, words, to) + 1, to);
}

/**
 * Takes a column between bars that is no name: the end of a thread's name (`| -nio-8080-exec-3 | `), and the bundle of
 * Karaf (`| 12 - org.example.shop - 4.2.0 | `); index behind the bar, -1 if it is something else.
 */
function takeBarColumn(parts: HeadParts, at: number, to: number): number {
  const { bytes } = parts;
  if (bytes[at - 2] !== BAR || bytes[at] === BAR) return -1;
  let bar = at;
  while (bar < to && bytes[bar] !== BAR) bar++;
  if (bar + 2 >= to || bar - at > LONGEST_COLUMN || !isBlank(bytes[bar - 1])) return -1;
  const end = trimmed(bytes, at, bar);
  const first = tokenEnd(bytes, at, end);
  if (!isBlank(bytes[bar + 1])) {
    // TeamSpeak's `|VirtualServer | 1 |message`
    if (first < end || !isNumber(bytes, at, end)) return -1;
    parts.add(CONTEXT_PART, at, end);
    return bar + 1;
  }
  if (first === end && bytes[at] === DASH && end > at + 1) parts.add(THREAD_PART, at, end);
  else {
    if (!isNumber(bytes, at, first) || !isText(bytes, first, end, " - ")) return -1;
    const name = tokenEnd(bytes, first + 3, end);
    if (!isText(bytes, name, end, " - ") || tokenEnd(bytes, name + 3, end) !== end) return -1;
    parts.add(CONTEXT_PART, at, end);
  }
  return skipBlanks(bytes, bar + 1, to);
}

/** Where two words end that are a cell between bars, padded, `| cli control     | `; -1 if none is at `at`, behind a bar. */
export function wordsEnd(bytes: Uint8Array, at: number, to: number): number {
  const second = tokenEnd(bytes, at, to) + 1;
  const end = tokenEnd(bytes, second, to);
  const bar = skipBlanks(bytes, end, to);
  if (bar - end < 2 || bytes[bar] !== BAR || !isBlank(bytes[bar + 1])) return -1;
  return isName(bytes, at, second - 1) && isName(bytes, second, end) ? end : -1;
}

/** `MainThread`, `Thread-1`, `pool-1-thread-2`, `ForkPoolWorker-1` */
export function isThread(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at + 5 < to; at++) {
    const first = bytes[at] | 0x20;
    if (first !== 0x74 && first !== 0x77) continue;
    const word = String.fromCharCode(...bytes.subarray(at, Math.min(to, at + 6))).toLowerCase();
    // What bars divide are several parts.
    if (word === "thread" || word === "worker") return findByte(bytes, from, to, BAR) < 0;
  }
  return false;
}

/**
 * `name - INFO - message`, `name : WARN  message`, `name: WARN     message`: a name, a divider and a severity in capitals that begin a line
 * without a time; `name      info⇥message`: in any case if blanks pad the name and a tab ends the severity. Index where the
 * severity begins, -1 if it is something else.
 */
export function severityBehindName(bytes: Uint8Array, at: number, to: number): number {
  const end = tokenEnd(bytes, at, to);
  const sign = skipBlanks(bytes, end, to);
  const isJoined = bytes[end - 1] === COLON;
  if (sign === end) return -1;
  if (sign - end > 1 && !isJoined && isLetter(bytes[sign])) {
    const word = tokenEnd(bytes, sign, to);
    if (bytes[word] === TAB && severityOfWord(bytes, sign, word) !== 0) return sign;
  }
  if (!isName(bytes, at, isJoined ? end - 1 : end)) return -1;
  let after = sign;
  while (after < to && isSign(bytes[after])) after++;
  const severity = skipBlanks(bytes, after, to);
  // `OrderService                     INFO  message`, in columns
  const isInColumn = after === sign && !isJoined && sign - end > 1;
  if (isJoined ? after > sign : !isInColumn && (after === sign || after - sign > 2 || severity === after)) {
    return -1;
  }
  const severityTo = tokenEnd(bytes, severity, to);
  if (severityTo >= to || !isUpperWord(bytes, severity, severityTo)) return -1;
  if (severityOfWord(bytes, severity, severityTo) === 0) return -1;
  const message = skipBlanks(bytes, severityTo, to);
  const isPadded = message - severityTo > 1 || severityTo - severity === 8 || (isInColumn && sign - end > 2);
  return isPadded || (!isJoined && isSign(bytes[message])) ? severity : -1;
}
