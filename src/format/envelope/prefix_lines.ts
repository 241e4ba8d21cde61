import { severityOfWord } from "../severity_word.ts";
import { isAllPairs, isPair } from "./prefix_names.ts";
import { afterEscapes } from "../escape_sequences.ts";
import { isText, isUpper, skipBlanks, SPACE } from "../text/text_tokens.ts";
import { digitsEnd, isDigit, isLetter } from "../time/timestamp_parts.ts";

/** Blanks before a padded severity. */
const DEEPEST = 4;
/** Bytes of a head behind its severity that may hold its time. */
const LONGEST_HEAD = 64;
/** Seconds since 1970. */
const EPOCH_DIGITS = 10;
const TAB = 0x09,
  LESS = 0x3c,
  COMMA = 0x2c,
  COLON = 0x3a,
  DASH = 0x2d,
  PAREN = 0x28,
  DOT = 0x2e,
  BRACE = 0x7b,
  OPEN = 0x5b,
  CLOSE = 0x5d;

// What the lines behind a prefix begin with.

/** Whether the line at `at` begins as records do: a time, JSON, pairs, a severity in capitals, Ruby's `I, [`. */
export function begins(bytes: Uint8Array, at: number, to: number): boolean {
  const first = bytes[at];
  if (isDigit(first) || first === BRACE) return true;
  // `<2026-11-20 08:00:00>`, and klog's `I1120 08:00:00`
  if (first === LESS || first === PAREN || (isUpper(first) && isDigit(bytes[at + 1]))) {
    return isDigit(bytes[at + 1]);
  }
  if (first === OPEN) return isDigit(bytes[at + 1]) || isSeverityAt(bytes, at + 1, to);
  if (isUpper(first)) return bytes[at + 1] === COMMA || isSeverityAt(bytes, at, to);
  return isPair(bytes, at, to) && isAllPairs(bytes, at, to);
}

/** A severity in capitals, and no letter behind it. */
function isSeverityAt(bytes: Uint8Array, at: number, to: number): boolean {
  let end = at;
  while (end < to && isUpper(bytes[end])) end++;
  return severityOfWord(bytes, at, end) !== 0 && !isLetter(bytes[end]);
}

/**
 * Whether a severity at `at` shows the time of nine digits before it to be its logger's own: no sign and no other time stands
 * behind it, but for a dash where one stands before it, and the logger of a message that stands behind another time has its own.
 */
export function isOwnTime(bytes: Uint8Array, at: number, to: number): boolean {
  const from = afterEscapes(bytes, at, to);
  at = skipBlanks(bytes, from, to);
  // log4rs' `time - INFO - message`
  const isDashed = bytes[at] === DASH && bytes[at + 1] === SPACE;
  if (isDashed) at += 2;
  const isBoxed = bytes[at] === OPEN;
  if (isBoxed) at++;
  let end = at;
  while (end < to && isLetter(bytes[end])) end++;
  if (at - from > DEEPEST || !isUpper(bytes[at]) || severityOfWord(bytes, at, end) === 0) return false;
  if (isBoxed && bytes[end++] !== CLOSE) return false;
  end = afterEscapes(bytes, end, to);
  const behind = skipBlanks(bytes, end, to);
  const isSign = bytes[behind + 1] === SPACE && !isLetter(bytes[behind]) && !isDigit(bytes[behind]);
  return behind > end && (!isSign || (isDashed && bytes[behind] === DASH)) &&
    !holdsTime(bytes, behind, Math.min(to, behind + LONGEST_HEAD));
}

/** Whether seconds since 1970 or a time of the day stand in [from, to). */
function holdsTime(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    if (!isDigit(bytes[at])) continue;
    const end = digitsEnd(bytes, at, to);
    if (end - at >= EPOCH_DIGITS) return true;
    if (end === at + 2 && bytes[end] === COLON && digitsEnd(bytes, end + 1, end + 4) === end + 3) return true;
    at = end;
  }
  return false;
}

/** Whether the time `2026-11-20T08:00:00.123456789` at `from` has nine digits of a second. */
export function hasNanos(bytes: Uint8Array, from: number, to: number): boolean {
  return bytes[from + 19] === DOT && digitsEnd(bytes, from + 20, to) === from + 29;
}

/** Empty, indented, or part of a stack trace or an object over several lines. */
export function goesOn(bytes: Uint8Array, at: number, to: number): boolean {
  const first = bytes[at];
  if (at >= to || first === TAB || (first === SPACE && bytes[at + 1] === SPACE)) return true;
  const isAlone = at + 1 === to && (first === BRACE || first === BRACE + 2);
  return isAlone || isText(bytes, at, to, "Traceback (");
}
