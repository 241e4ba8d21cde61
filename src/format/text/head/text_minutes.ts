import { RARE_IN_CAPITALS, rarityOfWord, severityOfWord } from "../../severity_word.ts";
import { BAR, CLOSE, CLOSE_PAREN, COLON, DASH, GREATER, LESS, OPEN, PAREN } from "../text_parts.ts";
import { bracketEnd, isName, isUpperWord, skipBlanks, SPACE, tokenEnd, wordEnd } from "../text_tokens.ts";
import { readDigits, readShort } from "../../time/timestamp_parts.ts";

/** Names and signs between such a time and its severity. */
const MOST_BETWEEN = 4;

/**
 * Index behind `11:35` at `at`, -1 if no time of day without seconds stands there. Two numbers and a colon may be anything
 * (a ratio, minutes and seconds): a severity behind them, as heads have it, makes them a time.
 */
export function minuteEnd(bytes: Uint8Array, at: number, to: number): number {
  const colon = readShort(bytes, at, to);
  if (colon < 0 || bytes[colon] !== COLON) return -1;
  const end = readDigits(bytes, colon + 1, to, 2);
  if (end < 0 || end >= to || (bytes[end] !== SPACE && bytes[end] !== CLOSE)) return -1;
  const behind = bytes[end] === CLOSE ? end + 1 : end;
  const word = skipBlanks(bytes, behind, to);
  if (isElapsedMinute(bytes, end, word, wordEnd(bytes, word, to))) return -1;
  return hasSeverity(bytes, behind, to) ? end : -1;
}

/** Whether what ends at `end` before the severity [from, to) is minlog's time since the start, `00:12  INFO: `: it aligns severities with a colon. */
export function isElapsedMinute(bytes: Uint8Array, end: number, from: number, to: number): boolean {
  return from === end + 2 && to === from + 4 && bytes[to] === COLON && bytes[end] === SPACE &&
    bytes[end - 3] === COLON;
}

/** Whether a severity stands at `at`, or behind names that signs divide from it: ` INFO: `, ` - shop.db - INFO - `. */
function hasSeverity(bytes: Uint8Array, at: number, to: number): boolean {
  for (let token = 0; token <= MOST_BETWEEN; token++) {
    at = skipBlanks(bytes, at, to);
    if (at >= to) return false;
    const isBracket = bytes[at] === OPEN || bytes[at] === PAREN || bytes[at] === LESS;
    const word = isBracket ? skipBlanks(bytes, at + 1, to) : at;
    const wordTo = wordEnd(bytes, word, to);
    if (isSeverity(bytes, word, wordTo, to, isBracket)) return true;
    const end = isBracket ? bracketEnd(bytes, at, to) : tokenEnd(bytes, at, to);
    if (end < 0 || end >= to) return false;
    const isSign = end === at + 1 && (bytes[at] === DASH || bytes[at] === BAR);
    if (!isSign && !isBracket && !isDividedName(bytes, at, end)) return false;
    at = end;
  }
  return false;
}

/** Whether [from, wordTo) is a severity in capitals, or one in a bracket or before a colon. */
function isSeverity(
  bytes: Uint8Array,
  from: number,
  wordTo: number,
  to: number,
  isBracket: boolean,
): boolean {
  if (severityOfWord(bytes, from, wordTo) === 0) return false;
  const end = skipBlanks(bytes, wordTo, to);
  if (isBracket) return bytes[end] === CLOSE || bytes[end] === CLOSE_PAREN || bytes[end] === GREATER;
  if (bytes[wordTo] === COLON) return wordTo + 1 === to || bytes[wordTo + 1] === SPACE;
  return isUpperWord(bytes, from, wordTo) && (wordTo === to || bytes[wordTo] === SPACE) &&
    (rarityOfWord(bytes, from, wordTo) & RARE_IN_CAPITALS) === 0;
}

/** `shop.db: `, `shop.db - `, `shop.db | ` */
function isDividedName(bytes: Uint8Array, from: number, end: number): boolean {
  if (bytes[end - 1] === COLON) return isName(bytes, from, end - 1);
  const sign = bytes[end + 1];
  return isName(bytes, from, end) && (sign === DASH || sign === BAR) && bytes[end + 2] === SPACE;
}
