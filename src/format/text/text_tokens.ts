import { beforeDigits, digitsEnd, isDigit, isLetter } from "../time/timestamp_parts.ts";

/** Questions about single tokens of a line's head; all on [from, to) of the bytes, none past `to`. */

export const TAB = 0x09, NEWLINE = 0x0a, SPACE = 0x20;
const PERCENT = 0x25, SLASH = 0x2f;
const TAB_COLUMNS = 8;

/** What bytes are, as bits: one look-up instead of many comparisons. */
export const LETTER = 1;
export const DIGIT = 2;
/** `_` and `-` */
export const JOINT = 4;
/** `.` and `$` */
const DIVIDER = 8;
/** What else may stand in a logger's name: `: / @ # [ ] * < > + ~` and bytes past ASCII. */
const IN_NAME = 16;
/** What may stand in the key of a pair: letters, digits, `_ - . @ /`. */
export const IN_KEY = 32;
/** Anything else that is visible. */
export const OTHER = 64;
/** Blanks and control characters. */
export const GAP = 128;

export const CLASS = new Uint8Array(256);
for (let byte = 0; byte < 256; byte++) {
  const sign = String.fromCharCode(byte);
  if (byte <= SPACE || byte === 0x7f) CLASS[byte] = GAP;
  else if (isLetter(byte)) CLASS[byte] = LETTER | IN_KEY;
  else if (isDigit(byte)) CLASS[byte] = DIGIT | IN_KEY;
  else if (sign === "_" || sign === "-") CLASS[byte] = JOINT | IN_KEY;
  else if (sign === ".") CLASS[byte] = DIVIDER | IN_KEY;
  else if (sign === "$") CLASS[byte] = DIVIDER;
  else if (sign === "@" || sign === "/") CLASS[byte] = IN_NAME | IN_KEY;
  else if (":#[]*<>+~".includes(sign) || byte >= 0x80) CLASS[byte] = IN_NAME;
  else CLASS[byte] = OTHER;
}

/** A table by byte: 1 for those of an ASCII text. */
export function byteSet(text: string): Uint8Array {
  const set = new Uint8Array(256);
  for (let at = 0; at < text.length; at++) set[text.charCodeAt(at)] = 1;
  return set;
}

/** The bits of all bytes of [from, to). */
export function classOf(bytes: Uint8Array, from: number, to: number): number {
  let bits = 0;
  for (let at = from; at < to; at++) bits |= CLASS[bytes[at]];
  return bits;
}

export function isBlank(byte: number): boolean {
  return byte === SPACE || byte === TAB;
}

export function skipBlanks(bytes: Uint8Array, at: number, to: number): number {
  while (at < to && (bytes[at] === SPACE || bytes[at] === TAB)) at++;
  return at;
}

/** Whether a tab stands at `at`, or behind spaces there. */
export function isTabBehind(bytes: Uint8Array, at: number, to: number): boolean {
  while (at < to && bytes[at] === SPACE) at++;
  return at < to && bytes[at] === TAB;
}

/** Behind `╭ ` that begins a line as the corner of a frame does, with the record's head in it; `from` if no corner does. */
export function behindCorner(bytes: Uint8Array, from: number, to: number): number {
  const isCorner = bytes[from] === 0xe2 && bytes[from + 1] === 0x95 && bytes[from + 2] === 0xad &&
    bytes[from + 3] === SPACE;
  return isCorner && from + 4 < to ? from + 4 : from;
}

/** Columns that the blanks before a line take up. */
export function indentOf(bytes: Uint8Array, from: number, to: number): number {
  let columns = 0;
  for (let at = from; at < to && isBlank(bytes[at]); at++) columns += bytes[at] === TAB ? TAB_COLUMNS : 1;
  return columns;
}

/** Index of a byte in [from, to), or -1. For the short runs of a head: quicker than a view and a search. */
export function findByte(bytes: Uint8Array, from: number, to: number, byte: number): number {
  for (let at = from; at < to; at++) if (bytes[at] === byte) return at;
  return -1;
}

/** Index of the last such byte in [from, to); `from` if there is none behind that. */
export function lastByte(bytes: Uint8Array, from: number, to: number, byte: number): number {
  let at = to - 1;
  while (at > from && bytes[at] !== byte) at--;
  return at;
}

/** Index of the next blank or line break, or `to`. */
export function tokenEnd(bytes: Uint8Array, at: number, to: number): number {
  while (at < to && bytes[at] > SPACE) at++;
  return at;
}

/** Where the token begins that ends at `to`; not before `from`. */
export function tokenStart(bytes: Uint8Array, from: number, to: number): number {
  let at = to;
  while (at > from && bytes[at - 1] > SPACE) at--;
  return at;
}

/** Index behind the letters at `at`. */
export function lettersEnd(bytes: Uint8Array, at: number, to: number): number {
  while (at < to && isLetter(bytes[at])) at++;
  return at;
}

/** Index behind the capitals at `at`. */
export function upperEnd(bytes: Uint8Array, at: number, to: number): number {
  while (at < to && isUpper(bytes[at])) at++;
  return at;
}

/** Where the capitals begin that end [from, to); `to` if none do. */
export function upperStart(bytes: Uint8Array, from: number, to: number): number {
  let at = to;
  while (at > from && isUpper(bytes[at - 1])) at--;
  return at;
}

/** Index behind the small letters at `at`. */
export function lowerEnd(bytes: Uint8Array, at: number, to: number): number {
  while (at < to && isLower(bytes[at])) at++;
  return at;
}

/** Index behind the letters and digits at `at`. */
export function wordEnd(bytes: Uint8Array, at: number, to: number): number {
  while (at < to && (isLetter(bytes[at]) || isDigit(bytes[at]))) at++;
  return at;
}

/** Index of the colon behind `(…)`, a token, at `at`; -1 if something else stands there. */
export function parenthesesColon(bytes: Uint8Array, at: number, to: number): number {
  if (bytes[at] !== 0x28) return -1;
  const end = tokenEnd(bytes, at, to) - 1;
  return bytes[end] === 0x3a && bytes[end - 1] === 0x29 ? end : -1;
}

export function isNumber(bytes: Uint8Array, from: number, to: number): boolean {
  if (from >= to) return false;
  for (let at = from; at < to; at++) if (!isDigit(bytes[at])) return false;
  return true;
}

/** `2/5`, a step of several, and `42%`: no name, and no process. */
export function isStep(bytes: Uint8Array, from: number, to: number): boolean {
  const end = digitsEnd(bytes, from, to);
  if (end === from || end === to) return false;
  return bytes[end] === SLASH ? isNumber(bytes, end + 1, to) : bytes[end] === PERCENT && end + 1 === to;
}

export function isHex(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const letter = bytes[at] | 0x20;
    if (!isDigit(bytes[at]) && (letter < 97 || letter > 102)) return false;
  }
  return from < to;
}

export function isUuid(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from !== 36) return false;
  for (let at = from; at < to; at++) {
    if (bytes[at] !== 0x2d && !isHex(bytes, at, at + 1)) return false;
  }
  return bytes[from + 8] === 0x2d && bytes[from + 13] === 0x2d;
}

/** The address of a thread under Linux: `0x7fcd7561c200`, `7fcd7561c200`. */
export function isAddress(bytes: Uint8Array, from: number, to: number): boolean {
  let at = bytes[from + 1] === 0x78 && bytes[from] === 0x30 ? from + 2 : from;
  // Boost's `0x00007fcd7561c200`
  if (to - at === 16 && isText(bytes, at, to, "0000")) at += 4;
  return to - at === 12 && bytes[at] === 0x37 && bytes[at + 1] === 0x66 && isHex(bytes, at, to);
}

/** Letters only, as words of a sentence are. */
export function isPlainWord(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (!isLetter(bytes[at])) return false;
  return from < to;
}

export function isUpper(byte: number): boolean {
  return byte >= 65 && byte <= 90;
}

export function isLower(byte: number): boolean {
  return byte >= 97 && byte <= 122;
}

export function isUpperWord(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (!isUpper(bytes[at]) && !isDigit(bytes[at])) return false;
  return from < to;
}

/** A letter, a digit or a sign of names as `org.example.Name$1` and `my_module`. */
export function isNameSign(byte: number): boolean {
  return isLetter(byte) || isDigit(byte) || byte === 0x2e || byte === 0x24 || byte === 0x5f;
}

/** Where [from, to) ends without the blanks at its end. */
export function trimmed(bytes: Uint8Array, from: number, to: number): number {
  while (to > from && isBlank(bytes[to - 1])) to--;
  return to;
}

/** Whether it may be a logger's name where something else says that one stands there (` - ` behind it). */
export function isName(bytes: Uint8Array, from: number, to: number): boolean {
  if (from >= to || to - from > 160) return false;
  if (!isLetter(bytes[from]) && bytes[from] !== 0x5f && bytes[from] !== 0x2e && bytes[from] !== 0x2f) {
    return false;
  }
  return (classOf(bytes, from + 1, to) & (OTHER | GAP)) === 0;
}

/** How much a token looks like a logger's name by itself. */
export const NOT_A_NAME = 0;
/** A word as sentences have them. */
export const WORD = 1;
/** Lower case letters, perhaps with digits, `_` or `-`: a module, or a word. */
export const IDENTIFIER = 2;
/** `DataNode`, `my_module`: no word of a sentence. */
export const COMPOUND = 3;
/** With dots, `::` or `$` inside: a path of names. */
export const PATH = 4;

export function nameLikeness(bytes: Uint8Array, from: number, to: number): number {
  if (!isName(bytes, from, to)) return isPackage(bytes, from, to) ? PATH : NOT_A_NAME;
  if (classOf(bytes, from, to) === (LETTER | IN_KEY)) return wordLikeness(bytes, from, to);
  // Python's `__main__`
  if (bytes[from] === 0x5f && bytes[from + 1] === 0x5f) return PATH;
  let dots = 0;
  let upper = 0;
  let lower = 0;
  let joints = 0;
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    if (isUpper(byte)) {
      if (at > from) upper++;
    } else if (isLower(byte)) lower++;
    else if (byte === 0x2e || byte === 0x24) {
      if (at > from && at + 1 < to) dots++;
    } else if (byte === 0x3a) {
      if (at + 1 >= to || bytes[at + 1] !== 0x3a) return NOT_A_NAME;
      at++;
      dots++;
    } else if (byte === 0x2f) return dots > 0 || lower === 0 ? NOT_A_NAME : slashed(bytes, at, to);
    else joints++;
  }
  if (dots > 0 && (lower > 0 || upper > 0)) return PATH;
  if (lower > 0 && (upper > 0 || findByte(bytes, from, to, 0x5f) >= 0)) return COMPOUND;
  if (isLower(bytes[from])) return IDENTIFIER;
  return joints > 0 && lower > 0 ? COMPOUND : WORD;
}

/** Of letters only: `Server` is a word, `server` may name a module, `DataNode` is no word. */
function wordLikeness(bytes: Uint8Array, from: number, to: number): number {
  let upper = 0;
  for (let at = from + 1; at < to; at++) if (isUpper(bytes[at])) upper++;
  if (isUpper(bytes[from])) return upper === 0 || upper === to - from - 1 ? WORD : COMPOUND;
  return upper === 0 ? IDENTIFIER : COMPOUND;
}

/** npm's `@shop/cart`, or `@shop/cart:worker`. */
function isPackage(bytes: Uint8Array, from: number, to: number): boolean {
  if (bytes[from] !== 0x40 || !isLower(bytes[from + 1])) return false;
  const slash = findByte(bytes, from, to, 0x2f);
  return slash > from && isLower(bytes[slash + 1]) && slash + 2 < to && isName(bytes, from + 1, to);
}

/** `sidekiq/worker`, `net/http.Server`: names divided by slashes, no URL and no path from the root. */
function slashed(bytes: Uint8Array, at: number, to: number): number {
  for (; at < to; at++) {
    if (bytes[at] === 0x3a || (bytes[at] === 0x2f && (at + 1 >= to || bytes[at + 1] === 0x2f))) {
      return NOT_A_NAME;
    }
  }
  return COMPOUND;
}

const EXTENSIONS = new Set(
  ("go py rs js ts jsx tsx mjs cjs c cc cpp cxx h hh hpp java kt kts scala groovy rb php ex exs erl cs vb fs swift m mm " +
    "lua pl pm clj dart zig nim jl r hs ml sh sql pyx vue s f90 cu cuh inl ipp hxx tcc d rst md").split(" "),
);

/** Whether it is the extension of a source file, in lower case. */
function isExtension(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from < 1 || to - from > 6 || !isLower(bytes[from])) return false;
  return EXTENSIONS.has(String.fromCharCode(...bytes.subarray(from, to)));
}

/** `main.py`: the name of a source file alone. */
export function isFileName(bytes: Uint8Array, from: number, to: number): boolean {
  const dot = findByte(bytes, from, to, 0x2e);
  return dot > from && isExtension(bytes, dot + 1, to) &&
    (classOf(bytes, from, dot) & ~(LETTER | DIGIT | JOINT | IN_KEY)) === 0;
}

/** Index of the colon of `file.ext:12`, or -1; a trailing colon or column must be cut off before. */
export function sourceColon(bytes: Uint8Array, from: number, to: number): number {
  const colon = beforeDigits(bytes, from, to);
  if (colon === to - 1 || bytes[colon] !== 0x3a || colon - from < 3) return -1;
  let dot = colon - 1;
  while (dot > from && isLetter(bytes[dot])) dot--;
  if (bytes[dot] !== 0x2e || dot === from || !isExtension(bytes, dot + 1, colon)) return -1;
  for (let at = from; at < dot; at++) {
    const byte = bytes[at];
    if ((CLASS[byte] & (OTHER | GAP)) !== 0 && byte !== 0x5c) return -1;
    if (byte === 0x3a && !(at === from + 1 && (bytes[at + 1] === 0x5c || bytes[at + 1] === 0x2f))) return -1;
  }
  // 1.2.3.com:80 and the like have digits before the dot only if they are addresses; files begin with a letter.
  return isDigit(bytes[from]) ? -1 : colon;
}

/** Brackets of a kind that stand in one another; where there are more nothing closes them. */
const MAX_DEPTH = 64;

/** Index after the bracket that closes the one at `from`, at most `bound` bytes on; -1 if there is none. */
export function bracketEnd(bytes: Uint8Array, from: number, to: number, bound = 200): number {
  const open = bytes[from];
  const close = open === 0x28 ? 0x29 : open === 0x3c ? 0x3e : open === 0x7b ? 0x7d : 0x5d;
  const end = Math.min(to, from + bound);
  let depth = 0;
  for (let at = from; at < end; at++) {
    const byte = bytes[at];
    if (byte === open) {
      if (++depth > MAX_DEPTH) return -1;
    } else if (byte === close && --depth === 0) return at + 1;
    else if (byte === NEWLINE) return -1;
  }
  return -1;
}

/** Seconds since a start, `12.345`, or a version, `5.15.0`. */
export function isDecimal(bytes: Uint8Array, from: number, to: number): boolean {
  const dot = findByte(bytes, from, to, 0x2e);
  if (dot <= from || !isNumber(bytes, from, dot)) return false;
  const next = findByte(bytes, dot + 1, to, 0x2e);
  return isNumber(bytes, dot + 1, next < 0 ? to : next) && (next < 0 || isNumber(bytes, next + 1, to));
}

/** Whether [from, to) reads `text` (ASCII). */
export function isText(bytes: Uint8Array, from: number, to: number, text: string): boolean {
  if (to - from < text.length) return false;
  for (let at = 0; at < text.length; at++) if (bytes[from + at] !== text.charCodeAt(at)) return false;
  return true;
}

/** `2026-11-20`, `2026/11/20` */
export function isDate(bytes: Uint8Array, at: number): boolean {
  const sign = bytes[at + 4];
  return isDigit(bytes[at]) && (sign === 0x2d || sign === 0x2f) && bytes[at + 7] === sign;
}

/** `192.0.2.1`, `2001:db8::1`, `::ffff:192.0.2.1`; no time of day. */
export function isIpAddress(bytes: Uint8Array, from: number, to: number): boolean {
  let dots = 0;
  let colons = 0;
  let isShort = false;
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    if (byte === 0x2e) dots++;
    else if (byte === 0x3a) {
      colons++;
      isShort ||= bytes[at + 1] === 0x3a;
    } else if (!isHex(bytes, at, at + 1)) return false;
  }
  return colons === 0 ? dots === 3 : isShort || colons === 7;
}

/** A number for a text, to tell the same one again; what is hostile can make two texts one. */
export function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0;
  for (let at = from; at < to; at++) hash = (Math.imul(hash, 31) + bytes[at]) | 0;
  return hash;
}
