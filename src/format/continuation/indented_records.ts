import { isDebugLine } from "./debug_lines.ts";
import { isWorkers } from "../servers/daemon_heads.ts";
import { isUptimeBeforeNumbers } from "../servers/mobile_heads.ts";
import { severityOfWord } from "../severity_word.ts";
import { uptimeEnd } from "../text/loggers/text_particular.ts";
import { timeBehindNumbers } from "../text/loggers/text_rows.ts";
import { isBlank, isText, isUpper, skipBlanks, upperEnd } from "../text/text_tokens.ts";
import { digitsEnd, isDigit, isLetter } from "../time/timestamp_parts.ts";

const SPACE = 0x20, STAR = 0x2a, COMMA = 0x2c, DASH = 0x2d, DOT = 0x2e, SLASH = 0x2f, COLON = 0x3a;
const LESS = 0x3c, GREATER = 0x3e, OPEN = 0x5b, CLOSE = 0x5d;
/** Where the column of severities begins at least, and how wide it is. */
const LEAST_COLUMN = 8;
const SEVERITY_COLUMN = 8;
/** Bytes up to the end of a severity that loggers align on its right. */
const WIDEST_COLUMN = 12;

/**
 * Whether the line that begins at `from`, and behind its blanks at `at`, is a record although it is indented: of a logger
 * that pads what it writes first, or leaves out what the line before has.
 */
export function isIndentedRecord(bytes: Uint8Array, from: number, at: number, to: number): boolean {
  if (startsWithDate(bytes, at, to) || isInColumn(bytes, from, at, to)) return true;
  if (isDigit(bytes[at]) && timeBehindNumbers(bytes, at, to) > 0) return true;
  if (at === from + 1) {
    // Free Pascal's ` [2026-11-20 08:00:01.123 Info] message` has no name before its bracket.
    if (bytes[at] === OPEN && startsWithDate(bytes, at + 1, to)) return true;
    return isPaddedSeverity(bytes, at, to) || isSign(bytes, at, to) || isShallow(bytes, at, to);
  }
  return (at < from + 4 && isShallow(bytes, at, to)) || isDebugLine(bytes, from, at, to);
}

/** Where the severity ends that begins at `at`, counted from `from`; 0 if there is none (`{level: >8} | message`). */
export function endOfSeverity(bytes: Uint8Array, from: number, at: number, to: number): number {
  let end = at;
  while (end < to && isLetter(bytes[end])) end++;
  const isWord = end < to && isBlank(bytes[end]) && end - from <= WIDEST_COLUMN;
  return isWord && severityOfWord(bytes, at, end) !== 0 ? end - from : 0;
}

/** What stands behind a few blanks. */
function isShallow(bytes: Uint8Array, at: number, to: number): boolean {
  return isSeverityAndTime(bytes, at, to) || isEnclosedSeverity(bytes, at, to) || isArrow(bytes, at, to) ||
    uptimeEnd(bytes, at, to) > 0 ||
    isWorkers(bytes, at, to);
}

/**
 * ` INFO message`: loggers that write no time pad the names of four letters to five; those for terminals have a
 * blank before any (` ERROR message`).
 */
function isPaddedSeverity(bytes: Uint8Array, at: number, to: number): boolean {
  return isText(bytes, at, to, "INFO ") || isText(bytes, at, to, "WARN ") ||
    isText(bytes, at, to, "info: ") ||
    isText(bytes, at, to, "warn: ") || isText(bytes, at, to, "ERROR ") || isText(bytes, at, to, "DEBUG ") ||
    isText(bytes, at, to, "LOG  ") || isText(bytes, at, to, "TRACE ") || isText(bytes, at, to, "FATAL ") ||
    // Vitest's verdict of a file.
    isText(bytes, at, to, "FAIL  ");
}

/** `INFO shop:db 2026-11-20T…` behind a few blanks: a severity with a capital, and a date soon; `HTTP  11/20/2026 8:00:01 AM`: any capitals right before one. */
function isSeverityAndTime(bytes: Uint8Array, at: number, to: number): boolean {
  let end = at;
  while (end < to && isLetter(bytes[end])) end++;
  if (end >= to || !isBlank(bytes[end])) return false;
  let date = skipBlanks(bytes, end, to);
  if (severityOfWord(bytes, at, end) === 0) {
    return end - at > 1 && upperEnd(bytes, at, end) === end && startsWithDate(bytes, date, to);
  }
  // Small letters only right before the date.
  if (!isUpper(bytes[at])) return startsWithDate(bytes, date, to);
  if (date < to && !isDigit(bytes[date])) {
    while (date < to && bytes[date] > SPACE) date++;
    date = skipBlanks(bytes, date, to);
  }
  return startsWithDate(bytes, date, to);
}

/** ` <INFO> [08:00:01] message` of log4cl: a severity in capitals in a bracket, right before a time. */
function isEnclosedSeverity(bytes: Uint8Array, at: number, to: number): boolean {
  if (bytes[at] !== OPEN && bytes[at] !== LESS) return false;
  const close = upperEnd(bytes, at + 1, to);
  if (bytes[close] !== (bytes[at] === OPEN ? CLOSE : GREATER)) return false;
  if (severityOfWord(bytes, at + 1, close) === 0) return false;
  let time = skipBlanks(bytes, close + 1, to);
  if (bytes[time] === OPEN) time++;
  const isClock = time + 8 < to && bytes[time + 2] === COLON && bytes[time + 5] === COLON &&
    isDigit(bytes[time]) && isDigit(bytes[time + 7]);
  return isClock || startsWithDate(bytes, time, to);
}

/**
 * ` ⚠ message`, ` ⨯ message`: the signs that Next.js writes instead of a severity; ` * message` of Flask as it starts.
 */
function isSign(bytes: Uint8Array, at: number, to: number): boolean {
  if (bytes[at] === STAR) return at + 2 < to && isBlank(bytes[at + 1]) && isUpper(bytes[at + 2]);
  return at + 4 < to && bytes[at] === 0xe2 && bytes[at + 3] === SPACE &&
    (bytes[at + 1] === 0x9a ? bytes[at + 2] === 0xa0 : bytes[at + 1] === 0xa8 && bytes[at + 2] === 0xaf);
}

/** `  <-- GET /path`, `  --> GET /path 200` of koa-logger. */
function isArrow(bytes: Uint8Array, at: number, to: number): boolean {
  return (isText(bytes, at, to, "<-- ") || isText(bytes, at, to, "--> ") || isText(bytes, at, to, "xxx ")) &&
    at + 7 < to && isUpper(bytes[at + 4]) && isUpper(bytes[at + 6]);
}

/** Rich leaves a time out that is the same as before: a severity in its column of eight, far from the margin. */
function isInColumn(bytes: Uint8Array, from: number, at: number, to: number): boolean {
  if (at - from < LEAST_COLUMN || at + SEVERITY_COLUMN >= to || !isBlank(bytes[at + SEVERITY_COLUMN])) {
    return false;
  }
  let end = at;
  while (end < at + SEVERITY_COLUMN && isUpper(bytes[end])) end++;
  for (let pad = end; pad < at + SEVERITY_COLUMN; pad++) if (!isBlank(bytes[pad])) return false;
  return severityOfWord(bytes, at, end) !== 0;
}

/** `11/20/2026 8:00:01 AM`, `11/20/2026, 08:00:01`. */
function isDayBeforeClock(bytes: Uint8Array, at: number, to: number): boolean {
  const month = digitsEnd(bytes, at, to) + 1;
  const year = digitsEnd(bytes, month, to) + 1;
  if (bytes[year - 1] !== SLASH || year > at + 6 || digitsEnd(bytes, year, to) !== year + 4) return false;
  const hour = skipBlanks(bytes, bytes[year + 4] === COMMA ? year + 5 : year + 4, to);
  const minute = digitsEnd(bytes, hour, to) + 1;
  return minute > hour + 1 && minute < to && bytes[minute - 1] === COLON && isDigit(bytes[minute]);
}

/** An indented line that begins with a date, or a process and one, is a record of a logger that pads. */
function startsWithDate(bytes: Uint8Array, at: number, to: number): boolean {
  if (at + 16 > to || !isDigit(bytes[at])) return false;
  const colon = digitsEnd(bytes, at, to);
  if (bytes[colon] === COLON && colon + 16 < to && bytes[colon + 9] === COLON) {
    return isDigit(bytes[colon + 1]) && isDigit(bytes[colon + 8]) && isDigit(bytes[colon + 15]);
  }
  // seconds since 1970, padded: logcat's `         1795161601.123  1702  2395 I …`
  if (colon === at + 10 && bytes[colon] === DOT && bytes[at] === 0x31) return isDigit(bytes[colon + 3]);
  if (bytes[colon] === DOT) return isUptimeBeforeNumbers(bytes, at, to);
  if (bytes[colon] === SLASH && colon < at + 3) return isDayBeforeClock(bytes, at, to);
  for (let digit = 0; digit < 4; digit++) if (!isDigit(bytes[at + digit])) return false;
  return (bytes[at + 4] === DASH || bytes[at + 4] === SLASH) && isDigit(bytes[at + 5]) &&
    isDigit(bytes[at + 11]);
}
