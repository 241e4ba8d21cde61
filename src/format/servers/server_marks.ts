import { uptimeEnd } from "../text/loggers/text_kernel.ts";
import { isUpper, SPACE } from "../text/text_tokens.ts";
import { MARK_WITHIN } from "./mark_pairs.ts";
import { isDigit, isLetter } from "../time/timestamp_parts.ts";

const SLASH = 0x2f, COLON = 0x3a, OPEN = 0x5b, CLOSE = 0x5d;
/** Where the clock begins behind a day, and bytes of both. */
const CLOCK_AT = 11;
const LONGEST_TIME = 48;

/** Whether five capitals and digits, of which one is a digit, stand before a word in capitals, a colon and two blanks. */
export function hasState(bytes: Uint8Array, from: number, to: number): boolean {
  const end = Math.min(to, from + MARK_WITHIN);
  let at = from;
  while (at < end && (bytes[at] !== COLON || bytes[at + 1] !== SPACE || bytes[at + 2] !== SPACE)) at++;
  let word = at;
  while (word > from && isUpper(bytes[word - 1])) word--;
  const state = word - 6;
  if (at >= end || word === at || state <= from || bytes[word - 1] !== SPACE || bytes[state - 1] !== SPACE) {
    return false;
  }
  let digits = 0;
  for (let each = state; each < word - 1; each++) {
    if (isDigit(bytes[each])) digits++;
    else if (!isUpper(bytes[each])) return false;
  }
  return digits > 0;
}

/** Behind the time in brackets a capital alone and a bracket: `] W [`. */
export function isGlusters(bytes: Uint8Array, from: number, to: number): boolean {
  const end = Math.min(to, from + LONGEST_TIME);
  let at = from;
  while (at < end && bytes[at] !== CLOSE) at++;
  return at + 4 < to && isUpper(bytes[at + 2]) && bytes[at + 3] === SPACE && bytes[at + 4] === OPEN;
}

/** A number in a bracket, and a brace behind it: `[4242]{`. */
export function isHanas(bytes: Uint8Array, from: number): boolean {
  let at = from + 1;
  while (isDigit(bytes[at])) at++;
  return bytes[at] === CLOSE && bytes[at + 1] === 0x7b;
}

/** Behind two digits of a second's fraction a name that blanks pad to twelve bytes: `.12 spid9s      message`. */
export function isSqlServers(bytes: Uint8Array, from: number, to: number): boolean {
  const name = from + 23;
  const end = name + 12;
  if (bytes[from + 19] !== 0x2e || end >= to || bytes[end - 1] !== SPACE || bytes[end] === SPACE) {
    return false;
  }
  let at = name;
  while (isDigit(bytes[at]) || isLetter(bytes[at])) at++;
  if (at === name) return false;
  while (bytes[at] === SPACE) at++;
  return at === end;
}

/** Three words and a day that exclamation marks divide: `library!WindowsService_0!1234!11/20/2026-`. */
export function isReporting(bytes: Uint8Array, from: number, to: number): boolean {
  let marks = 0;
  let at = from;
  for (; marks < 3 && at < to && bytes[at] > SPACE; at++) if (bytes[at] === 0x21) marks++;
  return marks === 3 && bytes[at + 2] === SLASH && bytes[at + 5] === SLASH && bytes[at + 10] === 0x2d;
}

/** In a bracket a clock: `[08:00:01] `. */
export function isClock(bytes: Uint8Array, from: number): boolean {
  return bytes[from + 3] === COLON && bytes[from + 6] === COLON && bytes[from + 9] === CLOSE;
}

/** In a bracket a day with slashes: `[2026/`. */
export function isSlashed(bytes: Uint8Array, from: number): boolean {
  return bytes[from + 5] === SLASH;
}

/** In a bracket a month: `[Nov`. */
export function isMonth(bytes: Uint8Array, from: number): boolean {
  return bytes[from] !== OPEN || isUpper(bytes[from + 1]);
}

/** Behind a bracket a number that begins with zeros: `] 0`. */
export function isNumbered(bytes: Uint8Array, from: number, to: number): boolean {
  const end = Math.min(to, from + LONGEST_TIME);
  let at = from;
  while (at < end && bytes[at] !== CLOSE) at++;
  return bytes[at + 2] === 0x30;
}

/** A bracket and a small letter: other heads have their time there. */
export function isCouchbases(bytes: Uint8Array, from: number): boolean {
  return bytes[from + 1] >= 0x61 && bytes[from + 1] <= 0x7a;
}

/** Behind the time small letters joined to a bracket: `app[`. */
export function isFlys(bytes: Uint8Array, from: number, to: number): boolean {
  const word = behindTime(bytes, from, to);
  let at = word;
  while (at < to && bytes[at] >= 0x61 && bytes[at] <= 0x7a) at++;
  return at > word && bytes[at] === OPEN;
}

/** Behind the time capitals in a bracket, and a slash: `[APP/`. */
export function isFoundrys(bytes: Uint8Array, from: number, to: number): boolean {
  while (from < to && bytes[from] === SPACE) from++;
  const word = behindTime(bytes, from, to) + 1;
  let at = word;
  while (at < to && isUpper(bytes[at])) at++;
  return bytes[word - 1] === OPEN && at > word && bytes[at] === SLASH;
}

/** Where what follows a day, a clock and the blank behind them begins. */
export function behindTime(bytes: Uint8Array, from: number, to: number): number {
  const end = Math.min(to, from + LONGEST_TIME);
  let at = from + CLOCK_AT;
  while (at < end && bytes[at] !== SPACE) at++;
  return at + 1;
}

/** Whether the first bracket behind a blank begins as `[Note]`, `[Warning]` and `[ERROR]` do. */
export function hasNote(bytes: Uint8Array, from: number, to: number): boolean {
  const end = Math.min(to, from + MARK_WITHIN) - 1;
  let at = from + 1;
  while (at < end && (bytes[at] !== OPEN || bytes[at - 1] !== SPACE)) at++;
  return at < end && (bytes[at + 1] === 0x4e || bytes[at + 1] === 0x57 || bytes[at + 1] === 0x45);
}

/** `[    5.123456] `: seconds since the start. */
export function isMonotonic(bytes: Uint8Array, from: number, to: number): boolean {
  return uptimeEnd(bytes, from, to) > 0;
}
