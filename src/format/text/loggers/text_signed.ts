import { RARE_WITH_COLON, rarityOfWord, severityOfWord } from "../../severity_word.ts";
import { BRACKET_PART, CLOSE, COLON, DASH, GREATER, type HeadParts, NAME_PART, OPEN } from "../text_parts.ts";
import { isBlank, isName, lettersEnd, nameLikeness, PATH, skipBlanks, tokenEnd } from "../text_tokens.ts";
import { isPair } from "../message/text_fields.ts";

const ESCAPE = 0x1b, BAR = 0x7c, COLOUR = 0x6d;
/** Bytes of a sign, and of what stands before a coloured severity. */
const LONGEST_SIGN = 16;
const LONGEST_BEFORE = 60;
/** Names before a coloured severity. */
const MOST_NAMES = 2;

/**
 * Reads a sign, a severity and a category in a column or in brackets, which loggers for terminals write, at `at`:
 * `❌ error   app·db    message`, `● debug [worker] message`. False, with nothing added, if it is something else.
 */
export function readSignedWord(parts: HeadParts, at: number, to: number): boolean {
  const { bytes } = parts;
  // Punctuation, dingbats and pictures; letters of no language.
  if (bytes[at] !== 0xe2 && bytes[at] !== 0xf0) return false;
  let sign = at;
  while (sign < to && bytes[sign] >= 0x80 && sign - at < LONGEST_SIGN) sign++;
  const word = skipBlanks(bytes, sign, to);
  const end = lettersEnd(bytes, word, to);
  const number = word > sign ? severityOfWord(bytes, word, end) : 0;
  if (number === 0 || end >= to || !isBlank(bytes[end])) return false;
  const name = skipBlanks(bytes, end, to);
  const nameTo = tokenEnd(bytes, name, to);
  const isBracket = bytes[name] === OPEN && bytes[nameTo - 1] === CLOSE && nameTo < to;
  const isColumn = isBlank(bytes[nameTo]) && isBlank(bytes[nameTo + 1]) && skipBlanks(bytes, nameTo, to) < to;
  // tty-logger's `✔ success   message`
  const isPadded = name > end + 1;
  if (!isBracket && !isColumn && !isPadded) return false;
  parts.setSeverity(number, word, end);
  const isNamed = isColumn && nameLikeness(bytes, name, nameTo) === PATH &&
    !isPair(bytes, skipBlanks(bytes, nameTo, to), to);
  if (!isBracket && isPadded && !isNamed) {
    return parts.beginMessage(name);
  }
  if (isBracket) parts.add(BRACKET_PART, name + 1, nameTo - 1);
  else parts.add(NAME_PART, name, nameTo);
  return parts.beginMessage(skipBlanks(bytes, nameTo, to));
}

/**
 * Reads a line whose severity is known by its colour alone, `shop ␛[33mwarn␛[39m message`: [rawFrom, rawTo) is the line,
 * [from, to) the same without its escape sequences. False, with nothing added, if no such word stands near its start.
 */
export function readColoured(
  parts: HeadParts,
  from: number,
  to: number,
  rawFrom: number,
  rawTo: number,
): boolean {
  const { bytes } = parts;
  let shown = 0;
  for (let at = rawFrom; at < rawTo && shown < LONGEST_BEFORE;) {
    if (bytes[at] !== ESCAPE) {
      at++;
      shown++;
      continue;
    }
    while (at < rawTo && bytes[at] !== COLOUR) at++;
    const end = lettersEnd(bytes, ++at, rawTo);
    const number = severityOfWord(bytes, at, end);
    if (number === 0 || (rarityOfWord(bytes, at, end) & RARE_WITH_COLON) !== 0) continue;
    if (bytes[skipBlanks(bytes, end, rawTo)] !== ESCAPE) continue;
    const severity = from + shown;
    const severityTo = severity + end - at;
    if (severityTo >= to || (!isBlank(bytes[severityTo]) && bytes[severityTo] !== COLON)) return false;
    if (!takeNames(parts, from, severity)) return false;
    parts.setSeverity(number, severity, severityTo);
    parts.framed = true;
    const behind = skipBlanks(bytes, bytes[severityTo] === COLON ? severityTo + 1 : severityTo, to);
    const isSign = bytes[behind] === DASH || bytes[behind] === BAR || bytes[behind] === GREATER;
    return parts.beginMessage(
      isSign && isBlank(bytes[behind + 1]) ? skipBlanks(bytes, behind + 1, to) : behind,
    );
  }
  return false;
}

/** Takes the names of [from, to), bare or in brackets; false, and none taken, if something else stands there. */
function takeNames(parts: HeadParts, from: number, to: number): boolean {
  const { bytes } = parts;
  parts.count = 0;
  let names = 0;
  for (let at = skipBlanks(bytes, from, to); at < to; at = skipBlanks(bytes, at, to)) {
    const end = tokenEnd(bytes, at, to);
    const isBracket = bytes[at] === OPEN && bytes[end - 1] === CLOSE;
    const nameFrom = isBracket ? at + 1 : at;
    const nameTo = isBracket || bytes[end - 1] === COLON ? end - 1 : end;
    if (++names > MOST_NAMES || !isName(bytes, nameFrom, nameTo)) {
      parts.count = 0;
      return false;
    }
    parts.add(isBracket ? BRACKET_PART : NAME_PART, nameFrom, nameTo);
    at = end;
  }
  return true;
}
