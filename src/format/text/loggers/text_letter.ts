import { isThrowableName } from "../text_names.ts";
import { severityOfLetter } from "../../severity_word.ts";
import {
  BRACE,
  BRACKET_PART,
  CLOSE,
  COLON,
  DASH,
  DOT,
  HASH,
  type HeadParts,
  NAME_PART,
  NUMBER_PART,
  OPEN,
  PAREN,
  PREFIX_PART,
  ROLE_PART,
  SOURCE_PART,
  STAR,
  TAG_PART,
  THREAD_PART,
} from "../text_parts.ts";
import {
  bracketEnd,
  COMPOUND,
  findByte,
  isName,
  isNumber,
  isText,
  isUpper,
  isUpperWord,
  nameLikeness,
  skipBlanks,
  sourceColon,
  SPACE,
  tokenEnd,
} from "../text_tokens.ts";
import { isDigit, isLetter } from "../../time/timestamp_parts.ts";

/**
 * Reads a severity of one letter behind a time, known by what follows it: `I shop.db] message`,
 * etcd's `I | main: message`, and semantic_logger's `I [123:thread file.rb:12] Name -- message`. False if it is something else.
 */
export function readLetter(parts: HeadParts, at: number, to: number): boolean {
  const { bytes } = parts;
  if (readComponent(parts, at, to)) return true;
  if (at + 4 > to || !isUpper(bytes[at])) return false;
  const number = severityOfLetter(bytes[at]);
  if (number === 0) return false;
  if (bytes[at + 1] === 0x21 && bytes[at + 2] === SPACE) return readLoud(parts, at, to, number);
  if (bytes[at + 1] !== SPACE) return false;
  if (isText(bytes, at + 2, to, "| ")) return readPackage(parts, at, to, number);
  if (bytes[at + 2] === OPEN) return readProcess(parts, at, to, number);
  const end = tokenEnd(bytes, at + 2, to) - 1;
  if (parts.count === 1 && isBareLetter(bytes, at, to)) {
    parts.setSeverity(number, at, at + 1);
    return parts.beginMessage(at + 2);
  }
  const isNamed = bytes[end] === COLON && nameLikeness(bytes, at + 2, end) >= COMPOUND;
  if (!isNamed && (bytes[end] !== CLOSE || !isName(bytes, at + 2, end))) return false;
  parts.setSeverity(number, at, at + 1);
  parts.addToken(bytes, at + 2, end, NAME_PART);
  return parts.beginMessage(skipBlanks(bytes, end + 1, to));
}

/** `socat[4242] N message` behind a time: a program, its process and a letter; false if it is something else. */
export function readTagAndLetter(parts: HeadParts, at: number, to: number): boolean {
  const { bytes } = parts;
  const end = tokenEnd(bytes, at, to);
  if (bytes[end - 1] !== CLOSE || bytes[end + 2] !== SPACE || !isUpper(bytes[end + 1])) return false;
  const open = findByte(bytes, at, end, OPEN);
  const number = severityOfLetter(bytes[end + 1]);
  if (number === 0 || end + 3 >= to || !isNumber(bytes, open + 1, end - 1) || !isName(bytes, at, open)) {
    return false;
  }
  // "I have …"
  if (bytes[end + 1] === 0x49 && VERBS.some((verb) => isText(bytes, end + 3, to, verb))) return false;
  parts.add(TAG_PART, at, open);
  parts.add(NUMBER_PART, open + 1, end - 1);
  parts.setSeverity(number, end + 1, end + 2);
  return parts.beginMessage(end + 3);
}

/** Bytes of `<i>`. */
export const LETTER_IN_ANGLES = 3;

/** Takes the severity of `<i> [webpack-dev-server] message` of webpack; false, and nothing changed, if it is something else. */
export function readLetterInAngles(parts: HeadParts, at: number, to: number): boolean {
  const { bytes } = parts;
  const letter = bytes[at + 1];
  const isOne = letter === 0x65 || letter === 0x77 || letter === 0x69 || letter === 0x74;
  if (!isOne || !isText(bytes, at + 2, to, "> [")) return false;
  parts.setSeverity(severityOfLetter(letter), at + 1, at + 2);
  return true;
}

/** What a sentence goes on with behind "I". */
const VERBS = ["am ", "have ", "had ", "will ", "was ", "can ", "do ", "did "];

/** `E message` directly behind the time: not `A message`, nor `I am`. */
function isBareLetter(bytes: Uint8Array, at: number, to: number): boolean {
  const letter = bytes[at];
  const isOne = letter === 0x44 || letter === 0x49 || letter === 0x57 || letter === 0x45 || letter === 0x46;
  if (!isOne || !isLetter(bytes[at + 2])) return false;
  const end = tokenEnd(bytes, at + 2, to);
  // A word, and more behind it.
  for (let each = at + 2; each < end; each++) if (!isLetter(bytes[each])) return false;
  return end < to && !VERBS.some((verb) => isText(bytes, at + 2, to, verb));
}

/** `I  NETWORK  [listener] message`, `D2 COMMAND  [conn1] message` of MongoDB: a component and a thread, padded. */
function readComponent(parts: HeadParts, at: number, to: number): boolean {
  const { bytes } = parts;
  const number = at + 4 < to && isUpper(bytes[at]) ? severityOfLetter(bytes[at]) : 0;
  if (number === 0) return false;
  const end = isDigit(bytes[at + 1]) ? at + 2 : at + 1;
  const name = Math.min(skipBlanks(bytes, end, to), at + 3);
  if (bytes[end] !== SPACE || bytes[name] === SPACE) return false;
  const nameTo = tokenEnd(bytes, name, to);
  const open = skipBlanks(bytes, nameTo, to);
  const isAbsent = nameTo === name + 1 && bytes[name] === DASH;
  if (open === nameTo || bytes[open] !== OPEN || !(isAbsent || isUpperWord(bytes, name, nameTo))) {
    return false;
  }
  const close = bracketEnd(bytes, open, to);
  if (close < 0 || close >= to) return false;
  parts.setSeverity(number, at, end);
  parts.add(THREAD_PART, open + 1, close - 1);
  if (!isAbsent) parts.add(NAME_PART, name, nameTo);
  return parts.beginMessage(skipBlanks(bytes, close, to));
}

/** `I! [agent] message` of Telegraf. */
function readLoud(parts: HeadParts, at: number, to: number, number: number): boolean {
  const { bytes } = parts;
  parts.setSeverity(number, at, at + 1);
  parts.message = skipBlanks(bytes, at + 2, to);
  const close = bytes[parts.message] === OPEN ? tokenEnd(bytes, parts.message, to) - 1 : -1;
  if (close > 0 && bytes[close] === CLOSE) {
    parts.add(NAME_PART, parts.message + 1, close);
    parts.message = skipBlanks(bytes, close + 1, to);
  }
  return true;
}

/** `I | etcdmain: message` */
function readPackage(parts: HeadParts, at: number, to: number, number: number): boolean {
  const { bytes } = parts;
  const name = at + 4;
  const end = tokenEnd(bytes, name, to) - 1;
  parts.setSeverity(number, at, at + 1);
  // `E | NoMethodError: undefined method`: no package.
  if (bytes[end] !== COLON || !isName(bytes, name, end) || isThrowableName(bytes, name, end)) {
    parts.message = skipBlanks(bytes, name, to);
    return true;
  }
  parts.add(NAME_PART, name, end);
  return parts.beginMessage(skipBlanks(bytes, end + 1, to));
}

function readProcess(parts: HeadParts, at: number, to: number, number: number): boolean {
  const { bytes } = parts;
  const open = at + 2;
  const close = bracketEnd(bytes, open, to);
  const colon = close < 0 ? -1 : findByte(bytes, open, close, COLON);
  if (colon < 0 || !isNumber(bytes, open + 1, colon)) return false;
  let name = skipBlanks(bytes, close, to);
  // Its named tags and its duration.
  while (bytes[name] === BRACE || bytes[name] === PAREN || bytes[name] === OPEN) {
    const end = bracketEnd(bytes, name, to);
    if (end < 0) return false;
    if (bytes[name] !== PAREN) parts.add(BRACKET_PART, name + 1, end - 1);
    name = skipBlanks(bytes, end, to);
  }
  const nameTo = tokenEnd(bytes, name, to);
  if (!isText(bytes, nameTo, to, " -- ")) return false;
  parts.setSeverity(number, at, at + 1);
  parts.add(NUMBER_PART, open + 1, colon);
  const thread = tokenEnd(bytes, colon + 1, close - 1);
  parts.add(BRACKET_PART, colon + 1, thread);
  const file = skipBlanks(bytes, thread, close - 1);
  if (sourceColon(bytes, file, close - 1) >= 0) parts.add(SOURCE_PART, file, close - 1);
  parts.add(NAME_PART, name, nameTo);
  return parts.beginMessage(nameTo + 4);
}

/** Takes the symbol of Redis that is its severity, known by the `123:M` before the time; false if it is something else. */
export function takeSymbol(parts: HeadParts, at: number, to: number): boolean {
  const { bytes } = parts;
  if (
    at + 1 >= to || bytes[at + 1] !== SPACE || parts.count < 2 || parts.kind[0] !== PREFIX_PART
  ) {
    return false;
  }
  const from = parts.from[0];
  const role = parts.to[0] - 1;
  // `123:M`, KeyDB's `123:124:M` with a thread, and `[123]` of versions before 2.8.
  const isBracketed = bytes[from] === OPEN && bytes[role] === CLOSE;
  const colon = isBracketed ? role : findByte(bytes, from, role, COLON);
  if (!isBracketed && (!isUpper(bytes[role]) || bytes[role - 1] !== COLON)) return false;
  if (!isNumber(bytes, isBracketed ? from + 1 : from, colon)) return false;
  if (colon < role - 1 && !isNumber(bytes, colon + 1, role - 1)) return false;
  const symbol = bytes[at];
  const number = symbol === DOT ? 5 : symbol === DASH ? 8 : symbol === STAR ? 10 : symbol === HASH ? 13 : 0;
  if (number === 0) return false;
  parts.kind[0] = NUMBER_PART;
  parts.from[0] = isBracketed ? from + 1 : from;
  parts.to[0] = colon;
  if (colon < role - 1) parts.add(NUMBER_PART, colon + 1, role - 1);
  if (!isBracketed) parts.add(ROLE_PART, role, role + 1);
  parts.setSeverity(number, at, at + 1);
  return parts.beginMessage(at + 2);
}
