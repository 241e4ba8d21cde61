import { FATAL } from "../../../record/severity.ts";
import { RARE_WITH_COLON, rarityOfWord, severityOfWord } from "../../severity_word.ts";
import { isCommonWord, isThrowableName } from "../text_names.ts";
import {
  CLOSE_PAREN,
  COLON,
  COMMA,
  DOT,
  FILE_PART,
  type HeadParts,
  LINE_PART,
  NAME_PART,
  OPEN,
  PAREN,
  SOURCE_PART,
} from "../text_parts.ts";
import {
  bracketEnd,
  findByte,
  isName,
  isText,
  isUpper,
  skipBlanks,
  sourceColon,
  SPACE,
  tokenEnd,
  upperStart,
} from "../text_tokens.ts";
import { digitsEnd, digitsStart, isDigit } from "../../time/timestamp_parts.ts";

/** What compilers say when they stop, and Swift's programs with a capital, behind its first letter. */
const FATAL_ERROR = "atal error: ";
const STACK = "Stack";
/** Bytes of a program's name, or of a path with a line. */
const LONGEST_NAME = 120;

/**
 * Reads `munged: Notice: message`, `gpsd:INFO: message` and a compiler's `main.c:12:5: error: message`: a program or a place
 * before a severity, a colon behind each, in a line without a time. False, with nothing added, if it is something else.
 */
export function readNamedSeverity(parts: HeadParts, at: number, to: number): boolean {
  const { bytes } = parts;
  const end = tokenEnd(bytes, at, to) - 1;
  if (end + 2 >= to || end - at > LONGEST_NAME) return false;
  if (bytes[end] !== COLON) {
    if (isText(bytes, end + 1, to, " : ")) return readOriginApart(parts, at, end + 1, to);
    return isDigit(bytes[end]) && readPlaceBeforeDash(parts, at, end + 1, to);
  }
  if (bytes[end - 1] === CLOSE_PAREN) return readPlaceInParentheses(parts, at, end, to);
  if (bytes[end + 2] === OPEN) return readBracketBehindPlace(parts, at, end, to);
  let name = end;
  let word = end + 2;
  let wordTo = tokenEnd(bytes, word, to) - 1;
  if ((bytes[word] | 0x20) === 0x66 && isText(bytes, word + 1, to, FATAL_ERROR)) {
    if (!takePlaceOrName(parts, at, end)) return false;
    parts.setSeverity(FATAL, word, word + FATAL_ERROR.length - 1);
    return parts.beginMessage(word + 1 + FATAL_ERROR.length);
  }
  if (bytes[wordTo] !== COLON || wordTo + 1 >= to || severityOfWord(bytes, word, wordTo) === 0) {
    // In capitals right behind the first colon.
    wordTo = end;
    word = upperStart(bytes, at, end);
    name = word - 1;
    if (name <= at || bytes[name] !== COLON) return false;
  }
  const number = severityOfWord(bytes, word, wordTo);
  if (number === 0 || (rarityOfWord(bytes, word, wordTo) & RARE_WITH_COLON) !== 0) return false;
  if (!takePlaceOrName(parts, at, name)) return false;
  parts.setSeverity(number, word, wordTo);
  return parts.beginMessage(skipBlanks(bytes, wordTo + 1, to));
}

/** Reads `src/main.ts:12:5 - error TS2322: message` of TypeScript's compiler in a terminal; the place ends at `placeTo`. */
function readPlaceBeforeDash(parts: HeadParts, at: number, placeTo: number, to: number): boolean {
  const { bytes } = parts;
  const word = placeTo + 3;
  if (!isText(bytes, placeTo, to, " - ")) return false;
  const wordTo = tokenEnd(bytes, word, to);
  const number = severityOfWord(bytes, word, wordTo);
  const code = skipBlanks(bytes, wordTo, to);
  if (number === 0 || bytes[tokenEnd(bytes, code, to) - 1] !== COLON) return false;
  if (!takePlaceOrName(parts, at, placeTo)) return false;
  parts.setSeverity(number, word, wordTo);
  return parts.beginMessage(code);
}

/** Reads `/src/shop.csproj : error NU1101: message`, `CSC : warning CS1668: message` of MSBuild; the origin ends at `originTo`. */
function readOriginApart(parts: HeadParts, at: number, originTo: number, to: number): boolean {
  const { bytes } = parts;
  const word = originTo + 3;
  const wordTo = tokenEnd(bytes, word, to);
  const number = severityOfWord(bytes, word, wordTo);
  const codeTo = tokenEnd(bytes, wordTo + 1, to);
  if (
    number === 0 || bytes[codeTo - 1] !== COLON || !isDigit(bytes[codeTo - 2]) || !isUpper(bytes[wordTo + 1])
  ) {
    return false;
  }
  parts.add(
    isName(bytes, at, originTo) && !bytes.subarray(at, originTo).includes(DOT) ? NAME_PART : FILE_PART,
    at,
    originTo,
  );
  parts.setSeverity(number, word, wordTo);
  return parts.beginMessage(wordTo + 1);
}

/** Reads Helm's `install.go:214: [debug] message`; `colon` is the one behind the place. */
function readBracketBehindPlace(parts: HeadParts, at: number, colon: number, to: number): boolean {
  const { bytes } = parts;
  const close = bracketEnd(bytes, colon + 2, to, LONGEST_NAME);
  if (close < 0 || close + 1 >= to || bytes[close] !== SPACE || sourceColon(bytes, at, colon) < 0) {
    return false;
  }
  const number = severityOfWord(bytes, colon + 3, close - 1);
  if (number === 0) return false;
  parts.add(SOURCE_PART, at, colon);
  parts.setSeverity(number, colon + 3, close - 1);
  return parts.beginMessage(skipBlanks(bytes, close, to));
}

/** Reads `src/main.ts(12,5): error TS2322: message` of Microsoft's compilers; `colon` is the first one behind a blank. */
function readPlaceInParentheses(parts: HeadParts, at: number, colon: number, to: number): boolean {
  const { bytes } = parts;
  const open = findByte(bytes, at, colon, PAREN);
  const line = digitsEnd(bytes, open + 1, to);
  if (open <= at || line === open + 1 || (bytes[line] !== COMMA && line !== colon - 1)) return false;
  const word = colon + 2;
  const wordTo = tokenEnd(bytes, word, to);
  const number = severityOfWord(bytes, word, wordTo);
  if (number === 0 || bytes[wordTo] !== SPACE || bytes[tokenEnd(bytes, wordTo + 1, to) - 1] !== COLON) {
    return false;
  }
  parts.add(FILE_PART, at, open);
  parts.add(LINE_PART, open + 1, line);
  parts.setSeverity(number, word, wordTo);
  return parts.beginMessage(wordTo + 1);
}

/** Adds `main.c:12:5`, of which the column is left out, or the name of a program; false if it is neither. */
function takePlaceOrName(parts: HeadParts, from: number, to: number): boolean {
  const { bytes } = parts;
  const column = digitsStart(bytes, from, to);
  const isPlace = sourceColon(bytes, from, to) >= 0;
  const placeTo = isPlace || column === to || bytes[column - 1] !== COLON ? to : column - 1;
  if (isPlace || (placeTo < to && sourceColon(bytes, from, placeTo) >= 0)) {
    parts.add(SOURCE_PART, from, placeTo);
    return true;
  }
  // `Stack: Error: message`, as layouts write a trace below its message
  if (isText(bytes, from, to, STACK)) return false;
  // `munged`, too: no participle stands before a severity.
  const isDaemon = isText(bytes, to - 2, to, "ed");
  if (!isName(bytes, from, to) || (!isDaemon && isCommonWord(bytes, from, to))) return false;
  if (severityOfWord(bytes, from, to) !== 0 || isThrowableName(bytes, from, to)) return false;
  parts.add(NAME_PART, from, to);
  return true;
}
