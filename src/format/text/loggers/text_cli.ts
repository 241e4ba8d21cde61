import { TRACE } from "../../../record/severity.ts";
import { HTTP, rarityOfWord, severityOfWord } from "../../severity_word.ts";
import {
  BRACKET_PART,
  COLON,
  CONTEXT_PART,
  DASH,
  type HeadParts,
  LESS,
  NAME_PART,
  OPEN,
} from "../text_parts.ts";
import {
  bracketEnd,
  isBlank,
  isLower,
  isName,
  isText,
  lettersEnd,
  lowerEnd,
  skipBlanks,
  SPACE,
  tokenEnd,
  trimmed,
} from "../text_tokens.ts";

/** The signs that tools for terminals write instead of a severity, all of three bytes. */
const SIGNS: [string, number][] = [
  ["ℹ", 9],
  ["✔", 9],
  ["✓", 9],
  ["◐", 9], // consola's of what starts
  ["⚠", 13],
  ["✖", 17],
  ["✗", 17],
  ["✘", 17],
  ["❌", 17],
  ["⨯", 17],
  ["⬤", 5],
  ["⚙", 5],
];
const NPM_NAMES = ["npm ", "gyp ", "lerna "];
const TOOL_WORDS = ["info", "verb", "sill", "verbose", "silly"];
const encoder = new TextEncoder();
const signs = SIGNS.map(([sign, number]) => ({ bytes: encoder.encode(sign), number }));
const SIGN_BYTES = 3;
/** Where the message begins behind a padded severity. */
const COLUMN = 8;
/** Bytes of a picture, with what joins its parts. */
const LONGEST_PICTURE = 16;
/** Bytes of a tag in brackets. */
const LONGEST_TAG = 64;
/** U+FE0F asks for the sign as a picture. */
const PICTURE = encoder.encode("\ufe0f");
const ARROW = encoder.encode("›");
const CORNER = encoder.encode("┌");

/** Reads `ℹ message`, `⚠  warning   message` at `at` as a head; false if no such sign stands there. */
export function readSign(parts: HeadParts, at: number, to: number): boolean {
  const { bytes } = parts;
  const sign = signs.find((each) => isBytes(bytes, at, to, each.bytes));
  if (sign === undefined) return false;
  const end = isBytes(bytes, at + SIGN_BYTES, to, PICTURE)
    ? at + SIGN_BYTES + PICTURE.length
    : at + SIGN_BYTES;
  if (end >= to || !isBlank(bytes[end])) return false;
  if (readPaddedWord(parts, end, to)) return true;
  parts.setSeverity(sign.number, at, end);
  return parts.beginMessage(skipBlanks(bytes, end, to));
}

/** Reads consola's `[shop] ℹ message` at `at`, a tag before the sign; false, with nothing added, if it is something else. */
export function readTaggedSign(parts: HeadParts, at: number, to: number): boolean {
  const { bytes, count } = parts;
  const close = bracketEnd(bytes, at, to, LONGEST_TAG);
  if (close < 0 || bytes[close] !== SPACE || !isName(bytes, at + 1, close - 1)) return false;
  if (bytes[close + 1] < 0x80 && !isLabelAt(bytes, close + 1, to)) return false;
  parts.add(NAME_PART, at + 1, close - 1);
  if (bytes[close + 1] < 0x80) {
    const colon = tokenEnd(bytes, close + 1, to) - 1;
    parts.setSeverity(severityOfWord(bytes, close + 1, colon), close + 1, colon);
    return parts.beginMessage(skipBlanks(bytes, colon + 1, to));
  }
  if (readSign(parts, close + 1, to)) return true;
  // signale's scope: `[shop] › ⚠  warning   message`
  if (readArrow(parts, close + 1, to) && parts.severity !== 0) return true;
  parts.count = count;
  return false;
}

/** `warning: message`: a severity in small letters, a colon, and text. */
function isLabelAt(bytes: Uint8Array, at: number, to: number): boolean {
  const colon = tokenEnd(bytes, at, to) - 1;
  return isLower(bytes[at]) && bytes[colon] === COLON && colon + 1 < to &&
    rarityOfWord(bytes, at, colon) === 0 &&
    severityOfWord(bytes, at, colon) !== 0;
}

/** The severity that a picture before a time stands for (`⚠️ [2026-11-20 …]`); 0 for any other. */
export function severityOfPicture(bytes: Uint8Array, at: number, to: number): number {
  const sign = signs.find((each) => isBytes(bytes, at, to, each.bytes));
  return sign?.number ?? 0;
}

/**
 * Reads signale's `› ℹ  info      message`, Prism's `› [HTTP SERVER] get /path ✖  error     message`, or `› message`, at `at`;
 * false if it is something else.
 */
export function readArrow(parts: HeadParts, at: number, to: number): boolean {
  const { bytes } = parts;
  const sign = at + ARROW.length + 1;
  if (sign >= to || !isBytes(bytes, at, to, ARROW) || bytes[sign - 1] !== SPACE) return false;
  const open = skipBlanks(bytes, sign, to);
  if (bytes[open] === OPEN && readScoped(parts, open, to)) return true;
  if (readSignAndWord(parts, sign, to)) return true;
  return parts.beginMessage(sign);
}

/** `[HTTP SERVER] get /path ✖  error     message`: a scope, at most two words, and a sign. */
function readScoped(parts: HeadParts, open: number, to: number): boolean {
  const { bytes, count } = parts;
  const close = bracketEnd(bytes, open, to, LONGEST_TAG);
  if (close < 0 || bytes[close] !== SPACE) return false;
  parts.add(BRACKET_PART, open + 1, close - 1);
  let sign = close + 1;
  for (let word = 0; word < 2 && sign < to && bytes[sign] < 0x80; word++) {
    sign = skipBlanks(bytes, tokenEnd(bytes, sign, to), to);
  }
  if (sign > close + 1) parts.add(CONTEXT_PART, close + 1, trimmed(bytes, close + 1, sign));
  if (readSignAndWord(parts, sign, to)) return true;
  parts.count = count;
  return false;
}

/** A sign and behind it what `readPaddedWord` reads, or another word than a severity, as signale's types are. */
function readSignAndWord(parts: HeadParts, sign: number, to: number): boolean {
  const { bytes } = parts;
  let at = sign;
  while (at < to && bytes[at] >= 0x80) at++;
  return at > sign && readPaddedWord(parts, at, to, true);
}

/** Behind a sign two blanks, a severity, and two blanks or more. */
function readPaddedWord(parts: HeadParts, at: number, to: number, isAny = false): boolean {
  const { bytes } = parts;
  const word = skipBlanks(bytes, at, to);
  if (word - at < 2) return false;
  const end = lettersEnd(bytes, word, to);
  const message = skipBlanks(bytes, end, to);
  const number = severityOfWord(bytes, word, end);
  if (message - end < 2 || (number === 0 && !(isAny && isLower(bytes[word])))) return false;
  if (number !== 0) parts.setSeverity(number, word, end);
  else parts.add(CONTEXT_PART, word, end);
  return parts.beginMessage(message);
}

/** Reads Julia's `[ Info: message` and `┌ Warning: message` at `at`; false if it is something else. */
export function readJulia(parts: HeadParts, at: number, to: number): boolean {
  const { bytes } = parts;
  const word = bytes[at] === OPEN ? at + 2 : at + CORNER.length + 1;
  if (bytes[word - 1] !== SPACE || (bytes[at] !== OPEN && !isBytes(bytes, at, to, CORNER))) return false;
  const end = lettersEnd(bytes, word, to);
  const number = end + 1 < to && bytes[end] === COLON && bytes[end + 1] === SPACE
    ? severityOfWord(bytes, word, end)
    : 0;
  if (number === 0) return false;
  parts.setSeverity(number, word, end);
  return parts.beginMessage(end + 2);
}

/** Index after a picture and the blanks behind it; `at` if none stands there. */
export function afterPicture(bytes: Uint8Array, at: number, to: number): number {
  let end = at;
  while (end < to && bytes[end] >= 0x80 && end - at < LONGEST_PICTURE) end++;
  if (end === at || end >= to || !isBlank(bytes[end])) return at;
  // Emoji and dingbats: F0 9F …, E2 8C … to E2 AF …; not the letters and dashes of texts.
  const isPicture = (bytes[at] === 0xf0 && bytes[at + 1] === 0x9f) ||
    (bytes[at] === 0xe2 && bytes[at + 1] >= 0x84 && bytes[at + 1] <= 0xaf);
  return isPicture ? skipBlanks(bytes, end, to) : at;
}

/** A severity and an arrow, or three dashes: `warn --- message`, `error--- message`, `http <-- 200, …` of Verdaccio. */
function readArrowed(parts: HeadParts, at: number, end: number, to: number): boolean {
  const { bytes } = parts;
  const arrow = skipBlanks(bytes, end, to);
  const isPlain = isText(bytes, arrow, to, "--- ");
  if (arrow > end + 1 || !(isPlain || isText(bytes, arrow, to, "<-- ") || isText(bytes, arrow, to, "--> "))) {
    return false;
  }
  const number = isText(bytes, at, end, "http") ? HTTP : severityOfWord(bytes, at, end);
  if (number === 0) return false;
  parts.setSeverity(number, at, end);
  // The direction is what the message tells.
  return parts.beginMessage(isPlain ? arrow + 4 : arrow);
}

/**
 * Reads npm's `npm ERR! message`, `npm warn message`, `info message`, and `ERR! message` at `at`, node-gyp's and lerna's, which
 * are written alike; false if it is something else.
 */
export function readNpm(parts: HeadParts, at: number, to: number): boolean {
  const { bytes } = parts;
  const name = NPM_NAMES.find((each) => isText(bytes, at, to, each));
  const isNamed = name !== undefined;
  const from = isNamed ? at + name.length : at;
  let end = lettersEnd(bytes, from, to);
  const isLoud = isText(bytes, from, to, "ERR! ");
  if (isArrow(bytes[end]) || isArrow(bytes[end + 1])) return readArrowed(parts, at, end, to);
  if (isLoud) end++;
  else if (!isNamed && (end >= to || bytes[end] !== SPACE || !isToolWord(bytes, from, end))) return false;
  else if (isNamed && (end === from || (end < to && bytes[end] !== SPACE))) return false;
  const number = isLoud ? 17 : isNamed ? severityOfNpm(bytes, from, end) : severityOfWord(bytes, from, end);
  if (number === 0) return false;
  parts.setSeverity(number, from, end);
  // rslog pads `info    message`.
  return parts.beginMessage(isNamed ? Math.min(end + 1, to) : skipBlanks(bytes, end, to));
}

/** Of npm's levels, its own for what it asks servers for and how long its parts take, and `sill`, among them. */
function severityOfNpm(bytes: Uint8Array, from: number, to: number): number {
  if (to - from === 4 && isText(bytes, from, to, "sill")) return TRACE;
  const isHttp = (to - from === 4 && isText(bytes, from, to, "http")) ||
    (to - from === 6 && isText(bytes, from, to, "timing"));
  return isHttp ? HTTP : severityOfWord(bytes, from, to);
}

/** `info message`, `verb message`: words that npm's and yarn's logs begin with, and no sentence does. */
function isToolWord(bytes: Uint8Array, from: number, to: number): boolean {
  return TOOL_WORDS.some((word) => to - from === word.length && isText(bytes, from, to, word));
}

/** Reads `info    message` at `at`, a severity in small letters in a column of eight; false if it is something else. */
export function readPadded(parts: HeadParts, at: number, to: number): boolean {
  const { bytes } = parts;
  const message = at + COLUMN;
  if (message >= to || !isLower(bytes[at]) || isBlank(bytes[message])) return false;
  if (bytes[message - 1] !== SPACE || bytes[message - 3] !== SPACE) return false;
  const end = lowerEnd(bytes, at, to);
  if (skipBlanks(bytes, end, to) !== message || rarityOfWord(bytes, at, end) !== 0) return false;
  const number = severityOfWord(bytes, at, end);
  if (number === 0) return false;
  parts.setSeverity(number, at, end);
  return parts.beginMessage(message);
}

function isArrow(byte: number): boolean {
  return byte === DASH || byte === LESS;
}

function isBytes(bytes: Uint8Array, at: number, to: number, wanted: Uint8Array): boolean {
  if (at + wanted.length > to) return false;
  for (let index = 0; index < wanted.length; index++) if (bytes[at + index] !== wanted[index]) return false;
  return true;
}
