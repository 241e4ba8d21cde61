import { severityOfWord } from "../../severity_word.ts";
import {
  ADDRESS_PART,
  COLON,
  COMMA,
  CONTEXT_PART,
  DOT,
  FILE_PART,
  type HeadParts,
  LINE_PART,
  NAME_PART,
  NUMBER_PART,
  SLASH,
} from "../text_parts.ts";
import {
  isName,
  isNumber,
  isText,
  lastByte,
  lettersEnd,
  skipBlanks,
  SPACE,
  tokenEnd,
  upperEnd,
} from "../text_tokens.ts";
import { digitsEnd, isDigit } from "../../time/timestamp_parts.ts";

/** Parts that two colons divide. */
const MOST_PARTS = 5;

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

/** Reads `,name,INFO,message` behind a time; `at` is the first comma. False, with nothing added, if it is something else. */
export function readCommas(parts: HeadParts, at: number, to: number): boolean {
  const { bytes } = parts;
  const name = at + 1;
  let nameTo = name;
  while (nameTo < to && bytes[nameTo] > SPACE && bytes[nameTo] !== COMMA) nameTo++;
  if (bytes[nameTo] !== COMMA || !isName(bytes, name, nameTo)) return false;
  const word = nameTo + 1;
  const wordTo = upperEnd(bytes, word, to);
  const number = bytes[wordTo] === COMMA ? severityOfWord(bytes, word, wordTo) : 0;
  if (number === 0 || severityOfWord(bytes, name, nameTo) !== 0) return false;
  parts.add(NAME_PART, name, nameTo);
  parts.setSeverity(number, word, wordTo);
  return parts.beginMessage(skipBlanks(bytes, wordTo + 1, to));
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
