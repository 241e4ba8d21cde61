import { isThreadName } from "../attributes/text_threads.ts";
import { takeDivided } from "../head/text_dividers.ts";
import { severityOfWord } from "../../severity_word.ts";
import {
  ADDRESS_PART,
  COLON,
  CONTEXT_PART,
  DASH,
  DOT,
  FILE_PART,
  FUNCTION_PART,
  type HeadParts,
  LINE_PART,
  NAME_PART,
  NUMBER_PART,
  SLASH,
  THREAD_PART,
} from "../text_parts.ts";
import {
  findByte,
  isBlank,
  isFileName,
  isName,
  isNumber,
  isText,
  isUpper,
  isUpperWord,
  lastByte,
  lettersEnd,
  skipBlanks,
  SPACE,
  tokenEnd,
} from "../text_tokens.ts";
import { digitsEnd, isDigit } from "../../time/timestamp_parts.ts";

/** Parts that two colons divide, or other signs before a severity. */
const MOST_PARTS = 5;
/** Digits that numbers of lines are shorter than. */
const LINE_DIGITS = 5;

/**
 * Reads what two colons divide behind a time or a severity, `::name::INFO::message`, `::main.py::12 - message`; `at` is
 * the first colon. False, with nothing added, if no severity is known then.
 */
export function readDoubleColon(parts: HeadParts, at: number, to: number): boolean {
  const { bytes } = parts;
  const { count } = parts;
  let start = at + 2;
  for (let part = 0; part < MOST_PARTS; part++) {
    let end = start;
    while (end < to && bytes[end] > SPACE && !(bytes[end] === COLON && bytes[end + 1] === COLON)) end++;
    const isDashed = isNumber(bytes, start, end) && isText(bytes, end, to, " - ");
    if (!isDashed && (end >= to || bytes[end] !== COLON)) break;
    if (!takePart(parts, start, end)) break;
    start = isDashed ? end + 3 : end + 2;
    if (isDashed) break;
  }
  if (parts.severity === 0) {
    parts.count = count;
    return false;
  }
  return parts.beginMessage(skipBlanks(bytes, start, to));
}

/**
 * Reads what the same sign divides up to a severity in capitals: `name,INFO,message`, `name:INFO:message`,
 * `app.py:12:main:INFO: message`, `42;name;INFO;message`; `at` is where the first part begins. False, with nothing added,
 * if it is something else.
 */
export function readDivided(parts: HeadParts, at: number, to: number, divider: number): boolean {
  const { bytes, count } = parts;
  let start = at;
  for (let part = 0; part <= MOST_PARTS; part++) {
    let end = start;
    while (end < to && bytes[end] > SPACE && bytes[end] !== divider) end++;
    if (end === start || bytes[end] !== divider || end >= to) break;
    const number = isUpper(bytes[start]) ? severityOfWord(bytes, start, end) : 0;
    if (number !== 0) {
      if (
        part === 0 || !isUpperWord(bytes, start, end) || isSlash(bytes, end + 1) || isTime(bytes, end + 1)
      ) break;
      parts.setSeverity(number, start, end);
      const message = skipBlanks(bytes, end + 1, to);
      return parts.beginMessage(message === end + 1 ? takeDivided(parts, message, to) : message);
    }
    if (!takeDividedPart(parts, start, end)) break;
    start = end + 1;
  }
  parts.count = count;
  return false;
}

/**
 * Reads the name of `time:shop.db:message`, whose parts Python's `%(asctime)s:%(name)s:%(message)s` divides by nothing but colons;
 * `at` is behind the first one. False, with nothing added, if it is something else.
 */
export function readNameBetweenColons(parts: HeadParts, at: number, to: number): boolean {
  const { bytes } = parts;
  const end = findByte(bytes, at, tokenEnd(bytes, at, to), COLON);
  if (end < 0 || isBlank(bytes[end + 1]) || isSlash(bytes, end + 1) || !isName(bytes, at, end)) return false;
  parts.add(NAME_PART, at, end);
  return parts.beginMessage(end + 1);
}

/** Reads `/INFO/shop.db: message` behind a time; `at` is the first slash. False, with nothing added, if it is something else. */
export function readSlashes(parts: HeadParts, at: number, to: number): boolean {
  const { bytes } = parts;
  const wordTo = lettersEnd(bytes, at + 1, to);
  const number = bytes[wordTo] === SLASH ? severityOfWord(bytes, at + 1, wordTo) : 0;
  const end = tokenEnd(bytes, wordTo + 1, to);
  if (number === 0 || bytes[end - 1] !== COLON || end >= to || !isName(bytes, wordTo + 1, end - 1)) {
    return false;
  }
  parts.setSeverity(number, at + 1, wordTo);
  parts.add(NAME_PART, wordTo + 1, end - 1);
  return parts.beginMessage(skipBlanks(bytes, end, to));
}

/** Reads `@512/info - message` behind a clock: a thread and a severity; `at` is the sign. False if it is something else. */
export function readThreadAndSeverity(parts: HeadParts, at: number, to: number): boolean {
  const { bytes } = parts;
  const word = digitsEnd(bytes, at + 1, to);
  const wordTo = tokenEnd(bytes, word + 1, to);
  if (word === at + 1 || bytes[word] !== SLASH || !isText(bytes, wordTo, to, " - ")) return false;
  parts.add(ADDRESS_PART, at + 1, word);
  const number = severityOfWord(bytes, word + 1, wordTo);
  if (number !== 0) parts.setSeverity(number, word + 1, wordTo);
  return parts.beginMessage(wordTo + 3);
}

/** `2026-11-20`, `20.11.2026`, `08:00:01`: a time of which more is read elsewhere. */
function isTime(bytes: Uint8Array, at: number): boolean {
  if (!isDigit(bytes[at]) || !isDigit(bytes[at + 1])) return false;
  const sign = isDigit(bytes[at + 2]) && isDigit(bytes[at + 3]) ? at + 4 : at + 2;
  const isSign = bytes[sign] === COLON || bytes[sign] === DASH || bytes[sign] === SLASH ||
    bytes[sign] === DOT;
  return isSign && isDigit(bytes[sign + 1]);
}

/** `https://` */
function isSlash(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === SLASH && bytes[at + 1] === SLASH;
}

/** Takes [from, to) as what it looks like, with a severity behind it for sure; false if it is no part of a head. */
function takeDividedPart(parts: HeadParts, from: number, to: number): boolean {
  const { bytes, count, kind } = parts;
  const last = kind[count - 1];
  if (isNumber(bytes, from, to)) {
    const isLine = (last === FILE_PART || last === NAME_PART || last === FUNCTION_PART) &&
      to - from < LINE_DIGITS;
    parts.add(isLine ? LINE_PART : NUMBER_PART, from, to);
    return true;
  }
  const isBehindPlace = last === LINE_PART || last === FILE_PART;
  if (isBehindPlace && isText(bytes, from, to, "<module>")) parts.add(FUNCTION_PART, from, to);
  else if (!isName(bytes, from, to)) return false;
  else if (isBehindPlace) parts.add(FUNCTION_PART, from, to);
  else if (isThreadName(bytes, from, to)) parts.add(THREAD_PART, from, to);
  else if (!parts.named && isFileName(bytes, from, to)) parts.add(FILE_PART, from, to);
  else parts.add(parts.named ? CONTEXT_PART : NAME_PART, from, to);
  return true;
}

function takePart(parts: HeadParts, from: number, to: number): boolean {
  const { bytes } = parts;
  const number = parts.severity === 0 ? severityOfWord(bytes, from, to) : 0;
  if (number !== 0) parts.setSeverity(number, from, to);
  else if (isNumber(bytes, from, to)) {
    parts.add(parts.kind[parts.count - 1] === FILE_PART ? LINE_PART : NUMBER_PART, from, to);
  } else if (!isName(bytes, from, to)) return false;
  // A file whose line stands behind the next two colons.
  else if (bytes[to] === COLON && isFile(bytes, from, to)) parts.add(FILE_PART, from, to);
  else parts.add(parts.named ? CONTEXT_PART : NAME_PART, from, to);
  return true;
}

/** `main.py` before `::12`. */
function isFile(bytes: Uint8Array, from: number, to: number): boolean {
  const dot = lastByte(bytes, from, to, DOT);
  return isDigit(bytes[to + 2]) && dot > from && to - dot < 5;
}
