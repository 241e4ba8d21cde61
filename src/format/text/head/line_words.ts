import { isBehindFile } from "./text_dividers.ts";
import {
  BAR,
  COLON,
  COMMA,
  DASH,
  DOT,
  EQUALS,
  FILE_PART,
  FUNCTION_PART,
  HASH,
  type HeadParts,
  LINE_PART,
  NAME_PART,
  SLASH,
} from "../text_parts.ts";
import { isBlank, isFileName, isText, lastByte, skipBlanks, tokenEnd } from "../text_tokens.ts";
import { digitsEnd, isDigit } from "../../time/timestamp_parts.ts";

/** What may stand between `line` and its number. */
const NUMBERS = [" number", " no", "no", "_no", "No"];

/** Where the digits begin behind `line `, `Line: `, `line no: `, `lineno=` at `at`; -1 if they do not. */
export function lineNumberAt(bytes: Uint8Array, at: number, to: number): number {
  if ((bytes[at] | 0x20) !== 0x6c || !(isText(bytes, at + 1, to, "ine") || isText(bytes, at, to, "LINE"))) {
    return -1;
  }
  let end = at + "line".length;
  const word = NUMBERS.find((each) => isText(bytes, end, to, each));
  if (word !== undefined) end += word.length;
  if (word !== undefined && bytes[end] === DOT) end++;
  const sign = skipBlanks(bytes, end, to);
  const isSigned = bytes[sign] === COLON || bytes[sign] === EQUALS || bytes[sign] === HASH;
  const number = isSigned ? skipBlanks(bytes, sign + 1, to) : sign;
  return number > end && number < to && isDigit(bytes[number]) ? number : -1;
}

/** Where the name of a source file ends at `at` that a comma or a blank divides from `line 20`; -1 if none stands there. */
export function fileBeforeLine(bytes: Uint8Array, at: number, to: number): number {
  const end = tokenEnd(bytes, at, to);
  const fileTo = bytes[end - 1] === COMMA ? end - 1 : end;
  const name = lastByte(bytes, at, fileTo, SLASH) + 1;
  if (!isFileName(bytes, name > at ? name : at, fileTo)) return -1;
  return lineNumberAt(bytes, skipBlanks(bytes, end, to), to) < 0 ? -1 : fileTo;
}

/**
 * Takes `Line: 20 - ` behind a file, and `main.py, line 20 - ` or `main.py line 20: `; index where what they divide
 * begins, `at` if something else stands there.
 */
export function takeLineWords(parts: HeadParts, at: number, to: number): number {
  const { bytes } = parts;
  const fileTo = isBehindPlace(parts) ? -1 : fileBeforeLine(bytes, at, to);
  const word = fileTo < 0 ? at : skipBlanks(bytes, tokenEnd(bytes, at, to), to);
  const number = lineNumberAt(bytes, word, to);
  if (number < 0 || (fileTo < 0 && !mayBeLine(parts, bytes[number - 2] === COLON))) return at;
  const end = digitsEnd(bytes, number, to);
  const sign = skipBlanks(bytes, end, to);
  const isDivided = bytes[sign] === COLON || (sign > end && (bytes[sign] === DASH || bytes[sign] === BAR));
  if (!isDivided || !isBlank(bytes[sign + 1])) return at;
  if (fileTo > 0) parts.add(FILE_PART, at, fileTo);
  parts.add(LINE_PART, number, end);
  return skipBlanks(bytes, sign + 1, to);
}

function isBehindPlace({ count, kind }: HeadParts): boolean {
  return kind[count - 1] === FILE_PART || kind[count - 1] === LINE_PART;
}

/** Behind a module, too, if a colon tells that it is no message that begins so. */
function mayBeLine(parts: HeadParts, hasColon: boolean): boolean {
  const last = parts.kind[parts.count - 1];
  return isBehindFile(parts) || (hasColon && (last === NAME_PART || last === FUNCTION_PART));
}
