import { ERROR, INFO } from "../../../record/severity.ts";
import { severityOfLetter, severityOfWord } from "../../severity_word.ts";
import type { HeadBrackets } from "../head/text_brackets.ts";
import {
  ADDRESS_PART,
  BAR,
  BRACKET_PART,
  CLOSE,
  CLOSE_PAREN,
  COLON,
  COMMA,
  CONTEXT_PART,
  DASH,
  EQUALS,
  FILE_PART,
  GREATER,
  HASH,
  type HeadParts,
  HOST_PART,
  LESS,
  LINE_PART,
  NAME_PART,
  NUMBER_PART,
  OPEN,
  PAREN,
  SLASH,
  SOURCE_PART,
  TAG_PART,
  UNDERSCORE,
} from "../text_parts.ts";
import type { HeadTimes } from "../head/text_times.ts";
import {
  findByte,
  isBlank,
  isHex,
  isLower,
  isName,
  isNumber,
  isText,
  isUpper,
  lettersEnd,
  nameLikeness,
  PATH,
  skipBlanks,
  sourceColon,
  SPACE,
  tokenEnd,
  wordEnd,
} from "../text_tokens.ts";
import { beforeDigits, isDigit, isLetter } from "../../time/timestamp_parts.ts";

/** Capitals of a group of strongSwan's. */
const GROUP_LETTERS = 3;
/** Bytes of a bracket with a whole head. */
const LONGEST_HEAD = 120;
/** Digits of a month and a day. */
const DATE_DIGITS = 4;
/** Blanks behind a name that stands in a column of its own. */
const COLUMN_GAP = 3;
/** Bytes of a thread's number in WebSphere's logs. */
const THREAD_DIGITS = 8;

/**
 * Reads a head in which the severity is no token by itself, or stands where a column says what it is: `warning/Name: `,
 * `module.py[DEBUG]: `, `system,error,critical `, `Name: Warning: `, a letter before a dotted name, the columns of
 * WebSphere and macOS. `at` is behind the time. False, with nothing added, if it is something else.
 */
export function readGlued(parts: HeadParts, at: number, to: number): boolean {
  const { bytes } = parts;
  if (bytes[at] === DASH && bytes[at + 1] === SPACE) at += 2;
  const first = bytes[at];
  if (isDigit(first)) {
    return readMac(parts, at, to) || readWebSphere(parts, at, to) || readThreadAndGroup(parts, at, to);
  }
  if (first === OPEN) {
    const close = findByte(bytes, at, to, CLOSE);
    const number = skipBlanks(bytes, at + 1, to);
    if (close < 0 || !isNumber(bytes, number, close)) return false;
    const isLone = bytes[close + 1] === SPACE && bytes[close + 3] === SPACE;
    if (isLone ? !readLetterAndPath(parts, close + 2, to) : !readNameAndSeverity(parts, close + 1, to)) {
      return false;
    }
    parts.add(NUMBER_PART, number, close);
    return true;
  }
  if (!isLetter(first) && first !== UNDERSCORE) return false;
  const end = tokenEnd(bytes, at, to);
  if (end >= to) return false;
  if (end === at + 1) return readLetterAndPath(parts, at, to);
  if (bytes[end - 1] === COLON) {
    return readSlashed(parts, at, end - 1, to) || readBracketed(parts, at, end - 1, to) ||
      readNameAndSeverity(parts, at, to);
  }
  if (bytes[end - 1] === CLOSE) return readPlaced(parts, at, end, to) || readTagged(parts, at, to);
  return isLower(first) && (readTopics(parts, at, end, to) || readTagged(parts, at, to));
}

/** `INFO[src/main.rs:12:5] message` of slog-term: a file, a line and a column joined to the severity. */
function readPlaced(parts: HeadParts, at: number, end: number, to: number): boolean {
  const { bytes } = parts;
  const open = findByte(bytes, at, end, OPEN);
  const number = open < at + 3 || !isUpper(bytes[at]) ? 0 : severityOfWord(bytes, at, open);
  const column = beforeDigits(bytes, at, end - 1);
  if (number === 0 || bytes[column] !== COLON || sourceColon(bytes, open + 1, column) < 0) return false;
  parts.setSeverity(number, at, open);
  parts.add(SOURCE_PART, open + 1, column);
  return parts.beginMessage(skipBlanks(bytes, end, to));
}

/** `information/ConfigItem: ` of Icinga. */
function readSlashed(parts: HeadParts, at: number, colon: number, to: number): boolean {
  const { bytes } = parts;
  let word = at;
  let slash = findByte(bytes, at, colon, SLASH);
  // Locust's `host/INFO/name: `
  const second = slash < 0 ? -1 : findByte(bytes, slash + 1, colon, SLASH);
  if (second > 0 && isUpper(bytes[second - 1])) {
    word = slash + 1;
    slash = second;
  }
  if (slash < 0 || !isName(bytes, slash + 1, colon)) return false;
  const number = severityOfWord(bytes, word, slash);
  if (number === 0) return false;
  if (word > at) parts.add(HOST_PART, at, word - 1);
  parts.setSeverity(number, word, slash);
  parts.add(NAME_PART, slash + 1, colon);
  return parts.beginMessage(skipBlanks(bytes, colon + 1, to));
}

/** `util.py[DEBUG]: ` of cloud-init. */
function readBracketed(parts: HeadParts, at: number, colon: number, to: number): boolean {
  const { bytes } = parts;
  if (bytes[colon - 1] !== CLOSE) return false;
  const open = findByte(bytes, at, colon, OPEN);
  const name = isText(bytes, at, open, "__") ? at + 2 : at;
  if (open <= name || !isName(bytes, name, open)) return false;
  const number = severityOfWord(bytes, open + 1, colon - 1);
  if (number === 0) return false;
  parts.add(NAME_PART, at, open);
  parts.setSeverity(number, open + 1, colon - 1);
  return parts.beginMessage(skipBlanks(bytes, colon + 1, to));
}

/** `LogNet: Warning: ` of Unreal: a name and a severity with a capital, a colon behind each. */
function readNameAndSeverity(parts: HeadParts, at: number, to: number): boolean {
  const { bytes } = parts;
  const colon = tokenEnd(bytes, at, to) - 1;
  const word = colon + 2;
  if (bytes[colon] !== COLON || bytes[colon + 1] !== SPACE || !isName(bytes, at, colon)) return false;
  const end = tokenEnd(bytes, word, to) - 1;
  if (end + 1 >= to || bytes[end] !== COLON || !isUpper(bytes[word])) return false;
  const isDisplay = isText(bytes, word, end, "Display");
  const number = isDisplay ? INFO : severityOfWord(bytes, word, end);
  if (number === 0) return false;
  parts.add(NAME_PART, at, colon);
  parts.setSeverity(number, word, end);
  return parts.beginMessage(skipBlanks(bytes, end + 1, to));
}

/** `system,error,critical ` of RouterOS: topics, of which some are severities: the highest counts. */
function readTopics(parts: HeadParts, at: number, end: number, to: number): boolean {
  const { bytes } = parts;
  let severity = 0;
  let severityFrom = 0;
  let severityTo = 0;
  let topics = 0;
  for (let from = at; from < end; topics++) {
    let comma = from;
    while (comma < end && bytes[comma] !== COMMA) {
      if (!isLower(bytes[comma]) && !isDigit(bytes[comma]) && bytes[comma] !== DASH) return false;
      comma++;
    }
    const number = severityOfWord(bytes, from, comma);
    if (number > severity) {
      severity = number;
      severityFrom = from;
      severityTo = comma;
    }
    from = comma + 1;
  }
  if (topics < 2 || severity === 0) return false;
  parts.tellSeverity(severity, severityFrom, severityTo);
  parts.add(CONTEXT_PART, at, end);
  return parts.beginMessage(skipBlanks(bytes, end, to));
}

/** `warning hostd[2100416] [Originator@6876 sub=Hostsvc] ` of ESXi: a severity in small letters before a tag. */
export function readTagged(parts: HeadParts, at: number, to: number): boolean {
  const { bytes } = parts;
  const end = tokenEnd(bytes, at, to);
  const number = end < to ? severityOfWord(bytes, at, end) : 0;
  if (number === 0) return false;
  const tag = end + 1;
  const tagTo = tokenEnd(bytes, tag, to);
  const close = tagTo - (bytes[tagTo - 1] === COLON ? 2 : 1);
  const open = bytes[close] !== CLOSE ? -1 : findByte(bytes, tag, close, OPEN);
  if (open <= tag || !isName(bytes, tag, open) || !isNumber(bytes, open + 1, close)) return false;
  parts.setSeverity(number, at, end);
  parts.add(TAG_PART, tag, open);
  parts.add(NUMBER_PART, open + 1, close);
  parts.message = skipBlanks(bytes, tagTo, to);
  const context = parts.message;
  if (bytes[context] !== OPEN) return true;
  const contextTo = findByte(bytes, context, to, CLOSE);
  if (contextTo < 0 || findByte(bytes, context, contextTo, EQUALS) < 0) return true;
  parts.add(BRACKET_PART, context + 1, contextTo);
  return parts.beginMessage(skipBlanks(bytes, contextTo + 1, to));
}

/** `I i.q.Server message`, `I orders - message`: a letter before a name with dots, or one with a dash behind it. */
function readLetterAndPath(parts: HeadParts, at: number, to: number): boolean {
  const { bytes } = parts;
  const number = isUpper(bytes[at]) ? severityOfLetter(bytes[at]) : 0;
  const name = at + 2;
  const end = tokenEnd(bytes, name, to);
  const isDashed = isText(bytes, end, to, " - ") && isName(bytes, name, end);
  if (number === 0 || end >= to || !(isDashed || nameLikeness(bytes, name, end) === PATH)) return false;
  parts.setSeverity(number, at, at + 1);
  parts.add(NAME_PART, name, end);
  return parts.beginMessage(skipBlanks(bytes, isDashed ? end + 3 : end, to));
}

/** `0000002a ServletWrappe E   SRVE0068E: message` of WebSphere: a thread, a name cut to its column, a letter. */
function readWebSphere(parts: HeadParts, at: number, to: number): boolean {
  const { bytes } = parts;
  const end = tokenEnd(bytes, at, to);
  const name = end + 1;
  const nameTo = tokenEnd(bytes, name, to);
  const letter = skipBlanks(bytes, nameTo, to);
  if (end - at !== THREAD_DIGITS || !isHex(bytes, at, end) || !isName(bytes, name, nameTo)) return false;
  if (letter + 4 > to || !isBlank(bytes[letter + 1]) || !isBlank(bytes[letter + 2])) return false;
  // Audit, output and error streams beside the usual ones.
  const byte = bytes[letter];
  const number = byte === 0x41 || byte === 0x4f || byte === 0x43 ? INFO : severityOfLetter(byte);
  if (number === 0 || !isUpper(byte)) return false;
  parts.add(NUMBER_PART, at, end);
  parts.add(NAME_PART, name, nameTo);
  parts.setSeverity(number, letter, letter + 1);
  return parts.beginMessage(skipBlanks(bytes, letter + 1, to));
}

/** `0x1f4b     Error       0x0       123    0    process: message` of macOS' log show: thread, type, activity, process, time to live. */
function readMac(parts: HeadParts, from: number, to: number): boolean {
  const { bytes } = parts;
  if (bytes[from] !== 0x30 || bytes[from + 1] !== 0x78) return false;
  const type = nextToken(bytes, from, to);
  const typeTo = tokenEnd(bytes, type, to);
  const pid = nextToken(bytes, nextToken(bytes, type, to), to);
  const pidTo = tokenEnd(bytes, pid, to);
  const life = nextToken(bytes, pid, to);
  const tag = nextToken(bytes, life, to);
  const colon = tokenEnd(bytes, tag, to) - 1;
  if (!isNumber(bytes, pid, pidTo) || !isNumber(bytes, life, tokenEnd(bytes, life, to))) return false;
  const number = severityOfType(bytes, type, typeTo);
  if (number === 0 || bytes[colon] !== COLON) return false;
  parts.tellSeverity(number, type, typeTo);
  parts.add(NUMBER_PART, pid, pidTo);
  parts.add(TAG_PART, tag, colon);
  return parts.beginMessage(skipBlanks(bytes, colon + 1, to));
}

function severityOfType(bytes: Uint8Array, from: number, to: number): number {
  if (isText(bytes, from, to, "Default") || isText(bytes, from, to, "Activity")) return INFO;
  return isText(bytes, from, to, "Fault") ? ERROR : severityOfWord(bytes, from, to);
}

function nextToken(bytes: Uint8Array, at: number, to: number): number {
  return skipBlanks(bytes, tokenEnd(bytes, at, to), to);
}

/**
 * What divides a time from a message without a severity: `-> `, `| `, `kid1| `, and a name in a column of its own
 * (`Server      message`). Index of the message, `at` if there is nothing of the kind.
 */
export function afterColumn(parts: HeadParts, at: number, to: number): number {
  const { bytes } = parts;
  if (bytes[at] === DASH && bytes[at + 1] === GREATER && bytes[at + 2] === SPACE) return at + 3;
  if (!isLetter(bytes[at])) return at;
  const end = wordEnd(bytes, at, to);
  if (bytes[end] === BAR && bytes[end + 1] === SPACE) {
    parts.add(NAME_PART, at, end);
    return end + 2;
  }
  const next = skipBlanks(bytes, end, to);
  if (next < to && bytes[end] === SPACE && next - end >= COLUMN_GAP) {
    parts.add(NAME_PART, at, end);
    return next;
  }
  return at;
}

/**
 * Chromium's `[4242:4243:1120/080001.123456:ERROR:file.cc(12)] message`: a process and a thread, or one of them, or neither, a
 * time, a severity and a place.
 */
export function readChromium(parts: HeadParts, times: HeadTimes, at: number, to: number): boolean {
  const { bytes } = parts;
  const close = findByte(bytes, at, Math.min(to, at + LONGEST_HEAD), CLOSE);
  let time = at + 1;
  let numbers = 0;
  for (; numbers < 2; numbers++) {
    const colon = findByte(bytes, time, close, COLON);
    if (colon < 0 || !isNumber(bytes, time, colon)) break;
    time = colon + 1;
  }
  if (bytes[time + DATE_DIGITS] !== SLASH) return false;
  const word = findByte(bytes, time, close, COLON) + 1;
  const wordTo = word === 0 ? -1 : findByte(bytes, word, close, COLON);
  const number = wordTo < 0 ? 0 : severityOfWord(bytes, word, wordTo);
  if (number === 0 || times.read(time, word - 1) < 0) return false;
  const paren = findByte(bytes, wordTo, close, PAREN);
  for (let from = at + 1; numbers > 0; numbers--) {
    const end = findByte(bytes, from, close, COLON);
    parts.add(NUMBER_PART, from, end);
    from = end + 1;
  }
  parts.setSeverity(number, word, wordTo);
  parts.add(FILE_PART, wordTo + 1, paren < 0 ? close : paren);
  if (paren > 0) parts.add(LINE_PART, paren + 1, close - 1);
  return parts.beginMessage(skipBlanks(bytes, close + 1, to));
}

/** `715:20261120:080001.123 message` of Zabbix: a process, a date and a time. */
export function readZabbix(parts: HeadParts, times: HeadTimes, at: number, to: number): boolean {
  const { bytes } = parts;
  const colon = findByte(bytes, at, Math.min(to, at + 10), COLON);
  if (colon < 0 || bytes[colon + 9] !== COLON || !isNumber(bytes, colon + 1, colon + 9)) return false;
  if (!isNumber(bytes, at, colon)) return false;
  const end = times.read(colon + 1, to);
  if (end < 0) return false;
  parts.add(NUMBER_PART, at, colon);
  return parts.beginMessage(skipBlanks(bytes, end, to));
}

/**
 * `(INFO) 2026-11-20 08:00:01 `, qBittorrent's `(W) 2026-11-20T08:00:02 - `: a severity in parentheses before the time; index
 * behind the time, -1 if it is something else.
 */
export function severityInParentheses(parts: HeadParts, times: HeadTimes, at: number, to: number): number {
  const { bytes } = parts;
  const word = at + 1;
  const end = lettersEnd(bytes, word, to);
  if (bytes[end] !== CLOSE_PAREN || bytes[end + 1] !== SPACE || !isDigit(bytes[end + 2])) return -1;
  const letter = end === word + 1 && isUpper(bytes[word]) ? severityOfLetter(bytes[word]) : 0;
  const number = letter || severityOfWord(bytes, word, end);
  const time = number === 0 ? -1 : times.read(end + 2, to);
  if (time >= 0) parts.setSeverity(number, word, end);
  return time;
}

/** `E [20/Nov/2026:08:00:02 +0000] message` of CUPS. */
export function letterBeforeBracket(
  parts: HeadParts,
  brackets: HeadBrackets,
  at: number,
  to: number,
  number: number,
): boolean {
  const end = brackets.leading(at + 2, to);
  if (end < 0 || !parts.hasTime) return false;
  parts.setSeverity(number, at, at + 1);
  return parts.beginMessage(skipBlanks(parts.bytes, end, to));
}

/** `##[error]message` of a workflow's log. */
export function readWorkflow(parts: HeadParts, brackets: HeadBrackets, at: number, to: number): boolean {
  const { bytes } = parts;
  const end = bytes[at + 1] === HASH && bytes[at + 2] === OPEN ? brackets.severity(at + 2, to) : -1;
  if (end >= 0) parts.message = end;
  return end >= 0;
}

/** strongSwan's `05[IKE] <vpn|1> message`, its level behind the group or not: a thread, a group and a connection. */
function readThreadAndGroup(parts: HeadParts, at: number, to: number): boolean {
  const { bytes } = parts;
  const group = at + 3;
  let end = group + GROUP_LETTERS;
  if (end + 2 >= to || !isNumber(bytes, at, at + 2) || bytes[at + 2] !== OPEN) return false;
  for (let letter = group; letter < end; letter++) if (!isUpper(bytes[letter])) return false;
  if (isDigit(bytes[end])) end++;
  if (bytes[end] !== CLOSE || bytes[end + 1] !== SPACE) return false;
  parts.add(ADDRESS_PART, at, at + 2);
  parts.add(NAME_PART, group, group + GROUP_LETTERS);
  let message = end + 2;
  if (bytes[message] === LESS) {
    const close = tokenEnd(bytes, message, to) - 1;
    if (bytes[close] === GREATER) {
      parts.add(CONTEXT_PART, message + 1, close);
      message = close + 2;
    }
  }
  return parts.beginMessage(message);
}
