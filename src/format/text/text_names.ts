import {
  AT,
  BRACE,
  CLOSE_PAREN,
  COLON,
  COMMA,
  DASH,
  DOT,
  EQUALS,
  HASH,
  LESS,
  OPEN,
  PAREN,
  QUOTE,
  SLASH,
  STAR,
  UNDERSCORE,
} from "./text_parts.ts";
import {
  findByte,
  isBlank,
  isLower,
  isNameSign,
  isNumber,
  isPlainWord,
  isText,
  isUpper,
  isUpperWord,
  lastByte,
  nameLikeness,
  PATH,
  sourceColon,
  SPACE,
} from "./text_tokens.ts";
import { isDigit } from "../time/timestamp_parts.ts";

/** `key: value`: what a message says, not its head. */
export function hasColonBlank(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from + 1; at < to; at++) if (bytes[at] === SPACE && bytes[at - 1] === COLON) return true;
  return false;
}

/** `[Broker id=1] ` or Java's `[/10.0.0.1:80] ` behind ` - `, and no dash behind it: messages begin so. */
export function saysPairs(bytes: Uint8Array, from: number, to: number): boolean {
  const isBehindDash = bytes[from - 1] === SPACE && bytes[from - 2] === DASH && bytes[from - 3] === SPACE;
  if (!isBehindDash || bytes[to + 1] === DASH) return false;
  return bytes[from + 1] === SLASH ||
    (findByte(bytes, from, to, EQUALS) >= 0 && findByte(bytes, from, to, SPACE) >= 0);
}

/** A path of names followed by a blank: by its root, by its class at the end, or by the bracket behind it. */
export function isPackage(bytes: Uint8Array, from: number, to: number, next: number): boolean {
  if (nameLikeness(bytes, from, to) !== PATH || bytes[to - 1] === DOT) return false;
  let dots = 0;
  let before = from;
  let last = from;
  for (let at = from; at < to; at++) {
    if (bytes[at] === DOT || bytes[at] === COLON) {
      dots++;
      before = last;
      last = at + 1;
    }
  }
  if (next === OPEN || (next === PAREN && isUpper(bytes[last]))) return true;
  if (dots < 2) return isModule(bytes, from, to, last) || isClass(bytes, from, to, last);
  // A class, or a method of one.
  if (isUpper(bytes[last]) || isUpper(bytes[before])) return true;
  return ROOTS.some((root) => isText(bytes, from, to, root));
}

/** `shop.Db`, `shop::Db`: a class in a module of small letters. */
function isClass(bytes: Uint8Array, from: number, to: number, last: number): boolean {
  if (!isLower(bytes[from]) || !isUpper(bytes[last]) || to - last < 2 || !isLower(bytes[to - 1])) {
    return false;
  }
  for (let at = from; at < last; at++) {
    if (!isLower(bytes[at]) && bytes[at] !== DOT && bytes[at] !== COLON && bytes[at] !== UNDERSCORE) {
      return false;
    }
  }
  return true;
}

/** `django.request`: two names in lower case, and no file's name or domain. */
function isModule(bytes: Uint8Array, from: number, to: number, last: number): boolean {
  if (last === from || to - last < 4) return false;
  for (let at = from; at < to; at++) {
    if (!isLower(bytes[at]) && bytes[at] !== UNDERSCORE && bytes[at] !== DOT && !(bytes[at] === COLON)) {
      return false;
    }
  }
  const extension = String.fromCharCode(...bytes.subarray(last, to));
  return !ENDINGS.has(extension);
}

/** `shop.db`: a module by the place where it stands, if it is no file and no domain. */
export function isDottedModule(bytes: Uint8Array, from: number, to: number): boolean {
  let last = from;
  for (let at = from; at < to; at++) {
    if (bytes[at] === DOT) last = at + 1;
    else if (!isLower(bytes[at]) && bytes[at] !== UNDERSCORE && !isDigit(bytes[at])) return false;
  }
  if (last === from || last === to || isDigit(bytes[from])) return false;
  const extension = String.fromCharCode(...bytes.subarray(last, to));
  return !ENDINGS.has(extension) && !SHORT_ENDINGS.has(extension);
}

/** Bytes of `EPIPE`, the number of an error as Unix names it. */
const SHORTEST_ERRNO = 5;

const SHORT_ENDINGS = new Set(
  ("py js ts go rb php c h cc cpp rs java log txt gz zip tar csv xml md sh so exe dll jar ini cfg pid sock sql " +
    "com org net io dev app edu gov").split(" "),
);

/** Last parts of names of files and hosts, of four letters or more; shorter ones are never taken. */
const ENDINGS = new Set(
  ("json yaml toml conf html local info test example service socket gzip lock cloud tech internal timer mount slice scope target properties")
    .split(" "),
);

const ROOTS = ["com.", "org.", "net.", "io.", "java.", "javax.", "jakarta.", "de.", "dev."];

const COMMON_WORDS = new Set(
  ("error success exception warning failed failure note usage reason caused http https message status result panic")
    .split(" "),
);

/** Words that begin messages with a colon behind them; participles are such words, too (`spawned: …`). */
export function isCommonWord(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from > 5 && isText(bytes, to - 2, to, "ed") && isPlainWord(bytes, from, to)) return true;
  if (isErrorName(bytes, from, to)) return true;
  return to - from <= 9 && isPlainWord(bytes, from, to) && COMMON_WORDS.has(wordOf(bytes, from, to));
}

/** `java.lang.IllegalStateException`, `app.errors.TimeoutError`: what a message begins with, no logger. */
export function isThrowableName(bytes: Uint8Array, from: number, to: number): boolean {
  return to - from > 9 &&
    (isText(bytes, to - 9, to, "Exception") || isText(bytes, to - 5, to, "Error") ||
      isText(bytes, to - 7, to, "Warning"));
}

/** `KeyError`, `TimeoutException`, `ECONNRESET`: what has failed, no logger. */
function isErrorName(bytes: Uint8Array, from: number, to: number): boolean {
  if (!isPlainWord(bytes, from, to)) return false;
  if (to - from > 5 && (isText(bytes, to - 5, to, "Error") || isText(bytes, to - 5, to, "Fault"))) {
    return true;
  }
  if (to - from > 9 && isText(bytes, to - 9, to, "Exception")) return true;
  return to - from >= SHORTEST_ERRNO && bytes[from] === 0x45 && isUpperWord(bytes, from, to);
}

function wordOf(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to)).toLowerCase();
}

/** `MY-010068`, `AH00094`: capitals and digits. */
export function isCode(bytes: Uint8Array, from: number, to: number): boolean {
  if (!isUpper(bytes[from]) || !isDigit(bytes[to - 1])) return false;
  let digits = 0;
  for (let at = from; at < to; at++) {
    if (isDigit(bytes[at])) digits++;
    else if (digits > 0 || (!isUpper(bytes[at]) && bytes[at] !== DASH)) return false;
  }
  return digits > 2;
}

/** `shop.db`, `shop::db`, or Python's `__main__`. */
export function isPath(bytes: Uint8Array, from: number, to: number): boolean {
  if (bytes[from] === 0x5f && bytes[from + 1] === 0x5f) return true;
  for (let at = from + 1; at < to - 1; at++) {
    if (bytes[at] === DOT || bytes[at] === 0x24 || (bytes[at] === COLON && bytes[at + 1] === COLON)) {
      return true;
    }
  }
  return false;
}

/** An en dash or em dash standing alone. */
export function isLongDash(bytes: Uint8Array, at: number, to: number): boolean {
  return at + 3 < to && bytes[at + 1] === 0x80 && (bytes[at + 2] === 0x93 || bytes[at + 2] === 0x94) &&
    isBlank(bytes[at + 3]);
}

/** No word of a sentence: has a digit or a joint, or stands in brackets. */
export function isPrefix(bytes: Uint8Array, from: number, to: number): boolean {
  if (bytes[from] === OPEN || bytes[to - 1] === COLON || bytes[from] === STAR) return true;
  if (bytes[from] === QUOTE || bytes[from] === BRACE) return false;
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    if (
      isDigit(byte) || byte === DASH || byte === DOT || byte === UNDERSCORE || byte === SLASH ||
      byte === COLON ||
      byte === AT
    ) {
      return bytes[to - 1] !== DOT && bytes[to - 1] !== COMMA;
    }
  }
  return to - from === 1 || isUpperWord(bytes, from, to);
}

/** `shop.db>`: a path of names and a sign that divides it from the message. */
export function isMarkedName(bytes: Uint8Array, from: number, to: number): boolean {
  return findByte(bytes, from, to, LESS) < 0 && isNameSign(bytes[to - 2]) &&
    nameLikeness(bytes, from, to - 1) === PATH;
}

/** `CUID#9 - `: what a message tells of is numbered so, no logger. */
export function isCounted(bytes: Uint8Array, from: number, to: number): boolean {
  const hash = findByte(bytes, from + 1, to, HASH);
  return hash > 0 && isNumber(bytes, hash + 1, to);
}

/** Whether [from, to) is a place in parentheses. */
export function isPlaceAlone(bytes: Uint8Array, from: number, to: number): boolean {
  return bytes[from] === PAREN && bytes[to - 1] === CLOSE_PAREN && sourceColon(bytes, from + 1, to - 1) >= 0;
}

/** Bytes of an id behind a logger's name. */
const SHORTEST_MARK = 8;

/**
 * Where the marker or the id ends that stands between a logger's name and a dash, `org.example.Shop AUDIT - message`,
 * `org.example.Shop 3f1a2b3c4d5e6f70 -- message`; -1 if none does.
 */
export function markEnd(bytes: Uint8Array, from: number, to: number): number {
  if (bytes[to] !== SPACE || nameLikeness(bytes, from, to) !== PATH) return -1;
  const mark = to + 1;
  let end = mark;
  let digits = 0;
  while (isNameSign(bytes[end]) || bytes[end] === DASH) if (isDigit(bytes[end++])) digits++;
  const isMark = isUpperWord(bytes, mark, end) || (digits > 1 && end - mark >= SHORTEST_MARK);
  return isMark && (isText(bytes, end, end + 3, " - ") || isText(bytes, end, end + 4, " -- ")) ? end : -1;
}

/** `org.example.Shop.run`: a class and a method of it. */
export function namesMethod(bytes: Uint8Array, from: number, to: number): boolean {
  const dot = lastByte(bytes, from, to, DOT);
  return dot > from && isLower(bytes[dot + 1]) && isUpper(bytes[lastByte(bytes, from, dot, DOT) + 1]);
}
