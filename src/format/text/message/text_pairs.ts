import type { Batch } from "../../../record/batch.ts";
import {
  bracketEnd,
  findByte,
  isBlank,
  isText,
  lastByte,
  skipBlanks,
  tokenEnd,
  trimmed,
} from "../text_tokens.ts";
import { pythonToSide } from "../../python_value.ts";
import { isCompound } from "../../json/is_json.ts";
import { digitsEnd, isDigit, isLetter } from "../../time/timestamp_parts.ts";
import * as kinds from "../../../record/batch.ts";
import * as textTokensConstants from "../text_tokens.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { BOOL, DOUBLE, ESCAPED, INT, NESTED, TEXT } = kinds;
const { CLASS, IN_KEY } = textTokensConstants;

const QUOTE = 0x22,
  APOSTROPHE = 0x27,
  BACKSLASH = 0x5c,
  EQUALS = 0x3d,
  COMMA = 0x2c,
  COLON = 0x3a,
  SEMICOLON = 0x3b,
  AT = 0x40;
/** A line has no more trailing pairs than this. */
const MAX_PAIRS = 64;
const PAREN = 0x28, CLOSE_PAREN = 0x29, DOT = 0x2e;
const OPEN = 0x5b, CLOSE = 0x5d, BRACE = 0x7b, CLOSE_BRACE = 0x7d, BAR = 0x7c;
/** Bytes of a value in brackets that holds blanks. */
const MAX_BRACKET = 4096;

const decoder = new TextDecoder();

/**
 * Where the run of `key=value` pairs begins that ends the text [from, to); `to` if there is none. Values are
 * bare words or stand in double quotes; a comma or semicolon may divide the pairs.
 */
export function findTrailingPairs(bytes: Uint8Array, from: number, to: number): number {
  let start = to;
  let at = to;
  for (let pair = 0; pair < MAX_PAIRS; pair++) {
    while (at > from && (isBlank(bytes[at - 1]) || bytes[at - 1] === COMMA || bytes[at - 1] === SEMICOLON)) {
      at--;
    }
    const key = keyBefore(bytes, from, at);
    if (key < 0) break;
    start = at = key;
  }
  if (start === to) return to;
  let end = to;
  while (end > start && bytes[end - 1] === DOT) end--;
  // `[Worker(salt=1, host=web)]`
  const inner = bytes[end - 1] === CLOSE ? openingOf(bytes[end - 2]) : 0;
  if (inner !== 0 && inner !== OPEN && !closesWithin(bytes, start, end - 1, inner)) return to;
  // `Worker(salt=1, host=web)`, `Worker{salt=1, host=web}.`: what an object shows of itself.
  const open = openingOf(bytes[end - 1]);
  if (open === 0 || closesWithin(bytes, start, end, open)) return start;
  return open !== OPEN || isOfObject(bytes, from, start) ? to : start;
}

/** Whether the bracket that is open at `to` stands behind a name: `Worker[salt=1, host=web]`. */
function isOfObject(bytes: Uint8Array, from: number, to: number): boolean {
  let at = to - 1;
  for (let depth = 0; at > from; at--) {
    if (bytes[at] === CLOSE) depth++;
    else if (bytes[at] === OPEN && --depth < 0) break;
  }
  return at > from && isLetter(bytes[at - 1]);
}

/** The sign that opens what `close` ends; 0 if that is no bracket. */
function openingOf(close: number): number {
  return close === CLOSE_PAREN ? PAREN : close === CLOSE_BRACE ? BRACE : close === CLOSE ? OPEN : 0;
}

/** Whether the bracket that ends [from, to) opens in it, with the sign `open`. */
function closesWithin(bytes: Uint8Array, from: number, to: number, open: number): boolean {
  const close = bytes[to - 1];
  let depth = 0;
  for (let at = to - 1; at >= from; at--) {
    if (bytes[at] === close) depth++;
    else if (bytes[at] === open && --depth === 0) return true;
  }
  return false;
}

/**
 * Adds the pairs of ` (a=1, b="c d")` at the end of the text [from, to) as fields; answers where the text before them
 * ends, `to` if it does not end so.
 */
export function addPairsInParentheses(batch: Batch, from: number, to: number): number {
  const { bytes } = batch;
  if (to - from < 6 || bytes[to - 1] !== 0x29) return to;
  const open = lastByte(bytes, from, to - 1, 0x28);
  if (open <= from || open === to - 2 || !isBlank(bytes[open - 1]) || !arePairs(bytes, open + 1, to - 1)) {
    return to;
  }
  addPairs(batch, open + 1, to - 1);
  return trimmed(bytes, from, open);
}

/**
 * Adds the pairs that begin the text [from, to) as fields, if more stands behind them: `took=12 orders loaded`; answers
 * where that begins.
 */
export function addLeadingPairs(batch: Batch, from: number, to: number): number {
  const { bytes } = batch;
  let at = from;
  while (at < to && isKeyAt(bytes, at, to)) {
    const next = nextPair(bytes, at, to);
    // Who writes a comma behind a value has written the pairs; the last ones may be a sentence's.
    if (next >= to || bytes[next - 2] === COMMA) return from;
    at = next;
  }
  if (at > from) addPairs(batch, from, at);
  return at;
}

/** Where the pair behind the one at `at` begins. */
export function nextPair(bytes: Uint8Array, at: number, to: number): number {
  let isQuoted = false;
  while (at < to && (isQuoted || !isBlank(bytes[at]))) {
    const byte = bytes[at++];
    if (byte === QUOTE && bytes[at - 2] !== BACKSLASH) isQuoted = !isQuoted;
    // A list or an object may hold blanks.
    const isOpen = byte === EQUALS && !isQuoted && (bytes[at] === OPEN || bytes[at] === BRACE);
    if (isOpen) at = Math.max(at, bracketEnd(bytes, at, to, MAX_BRACKET));
  }
  return skipBlanks(bytes, at, to);
}

/** Whether the key at `one` stands behind the key at `other` in the order of their bytes. */
export function isAfter(bytes: Uint8Array, one: number, other: number): boolean {
  let at = 0;
  while (bytes[one + at] === bytes[other + at] && bytes[one + at] !== EQUALS) at++;
  const first = bytes[one + at];
  const second = bytes[other + at];
  return first !== EQUALS && (second === EQUALS || first > second);
}

/** Where the longest run of pairs begins that ends the pairs [from, to) and whose keys are sorted. */
export function sortedFrom(bytes: Uint8Array, from: number, to: number): number {
  let start = from;
  for (let last = from, at = nextPair(bytes, from, to); at < to; last = at, at = nextPair(bytes, at, to)) {
    if (!isKeyAt(bytes, at, to)) return from;
    if (isAfter(bytes, last, at)) start = at;
  }
  return start;
}

/** Where what stands behind the last of the pairs [from, to) begins that a comma divides from the one before it; `from` if none does. */
export function behindWritten(bytes: Uint8Array, from: number, to: number): number {
  let start = from;
  for (let at = nextPair(bytes, from, to); at < to; at = nextPair(bytes, at, to)) {
    let end = at - 1;
    while (end > from && isBlank(bytes[end])) end--;
    if (bytes[end] === COMMA) start = nextPair(bytes, at, to);
  }
  return start;
}

/** Where the pairs begin that two blanks or more set apart from those of [from, to) before them; `from` if none do. */
export function behindGap(bytes: Uint8Array, from: number, to: number): number {
  let start = from;
  for (let at = nextPair(bytes, from, to); at < to; at = nextPair(bytes, at, to)) {
    if (isBlank(bytes[at - 2])) start = at;
  }
  return start;
}

/** Index of the dash that ends `-key="value" other="value"- ` at `at`; -1 if it is something else. */
export function dashedPairsEnd(bytes: Uint8Array, at: number, to: number): number {
  for (let key = at + 1; key < to;) {
    let end = key;
    while (end < to && (CLASS[bytes[end]] & IN_KEY) !== 0) end++;
    if (end === key || end + 1 >= to || bytes[end] !== EQUALS || bytes[end + 1] !== QUOTE) return -1;
    for (end += 2; end < to && bytes[end] !== QUOTE; end++) if (bytes[end] === BACKSLASH) end++;
    if (++end >= to) return -1;
    if (bytes[end] === 0x2d) return end + 1 === to || isBlank(bytes[end + 1]) ? end : -1;
    if (!isBlank(bytes[end])) return -1;
    key = end + 1;
  }
  return -1;
}

/** Where the pair begins whose value ends at `to`; -1 if there is no pair. */
function keyBefore(bytes: Uint8Array, from: number, to: number): number {
  let at = to - 1;
  if (at <= from) return -1;
  const quote = bytes[at];
  if (quote === QUOTE || quote === APOSTROPHE) {
    do {
      at--;
      while (at > from && bytes[at] !== quote) at--;
    } while (at > from && bytes[at - 1] === BACKSLASH);
    if (at <= from || bytes[at - 1] !== EQUALS) return -1;
    at--;
  } else if ((quote === CLOSE || quote === CLOSE_BRACE) && (at = bracketBefore(bytes, from, to)) > from) {
    at--;
  } else {
    at = to - 1;
    // The first "=" of the word: a value may hold others.
    let equals = -1;
    for (; at >= from && bytes[at] > 0x20 && bytes[at] !== QUOTE; at--) if (bytes[at] === EQUALS) equals = at;
    // What is compared, `six==99`, is no pair.
    if (equals < 0 || bytes[equals + 1] === EQUALS) return -1;
    at = equals;
  }
  const end = at;
  while (at > from && (CLASS[bytes[at - 1]] & IN_KEY) !== 0) at--;
  // hclog's `@module=`
  const first = bytes[at] === AT ? at + 1 : at;
  if (first >= end || !(isLetter(bytes[first]) || bytes[first] === 0x5f)) return -1;
  // NLog's `message |key=value`
  const isBarred = bytes[at - 1] === BAR && at > from + 1 && isBlank(bytes[at - 2]);
  return at === from || isBlank(bytes[at - 1]) || isBarred ? at : -1;
}

/** Where the bracket begins, right behind an equals sign, that ends at `to`; -1 if none does. */
function bracketBefore(bytes: Uint8Array, from: number, to: number): number {
  const close = bytes[to - 1];
  const open = close === CLOSE ? OPEN : BRACE;
  let depth = 0;
  for (let at = to - 1; at > from && to - at <= MAX_BRACKET; at--) {
    if (bytes[at] === close) depth++;
    else if (bytes[at] === open && --depth <= 0) return depth === 0 && bytes[at - 1] === EQUALS ? at : -1;
  }
  return -1;
}

/** Index of the quote that ends what the one at `at` begins; -1 if none does. */
export function quoteEnd(bytes: Uint8Array, at: number, to: number): number {
  for (let end = at + 1; end < to; end++) {
    if (bytes[end] === BACKSLASH) end++;
    else if (bytes[end] === bytes[at]) return end;
  }
  return -1;
}

/** Adds the pairs of [from, to) as fields; what is no pair is passed over. */
export function addPairs(batch: Batch, from: number, to: number): void {
  const { bytes, view, keys } = batch;
  let at = from;
  let mayClose = true;
  while (at < to) {
    while (at < to && (CLASS[bytes[at]] & IN_KEY) === 0) at++;
    const key = at;
    while (at < to && (CLASS[bytes[at]] & IN_KEY) !== 0) at++;
    if (at >= to || bytes[at] !== EQUALS || at === key) continue;
    const keyTo = at++;
    let valueFrom = at;
    let valueTo = at;
    let kind = -1;
    const quote = at < to ? bytes[at] : 0;
    // Where one apostrophe does not end, none behind it does.
    if (quote === APOSTROPHE && mayClose) mayClose = isClosed(bytes, at, to);
    if (quote === QUOTE || (quote === APOSTROPHE && mayClose)) {
      valueFrom = ++at;
      kind = TEXT;
      while (at < to && bytes[at] !== quote) {
        if (bytes[at] === BACKSLASH) {
          kind = ESCAPED;
          at++;
        }
        at++;
      }
      valueTo = Math.min(at, to);
      at++;
    } else {
      // Nearly all of nearly all values: what keys may hold as well.
      while (at < to && (CLASS[bytes[at]] & IN_KEY) !== 0) at++;
      if (at < to && !isBlank(bytes[at])) at = bareEnd(bytes, at, to);
      valueTo = at;
      while (valueTo > valueFrom && (bytes[valueTo - 1] === COMMA || bytes[valueTo - 1] === SEMICOLON)) {
        valueTo--;
      }
      // `listening, port=9408.`: the sentence's own dot.
      if (at === to && bytes[valueTo - 1] === DOT && isDigit(bytes[valueTo - 2])) valueTo--;
      // `[size=1, online=1]`: the pairs' own bracket.
      const open = openingOf(bytes[valueTo - 1]);
      if (open !== 0 && findByte(bytes, valueFrom, valueTo, open) < 0) valueTo--;
    }
    if (kind < 0) kind = bareKind(bytes, valueFrom, valueTo);
    const isOpen = kind === TEXT && (bytes[valueFrom] === BRACE || bytes[valueFrom] === OPEN);
    const made = isOpen ? pythonToSide(batch, valueFrom, valueTo) : -1;
    if (made >= 0) {
      valueFrom = made;
      valueTo = batch.side;
      kind = NESTED;
    }
    const isCapital = kind === TEXT && (bytes[valueFrom] === 0x54 || bytes[valueFrom] === 0x46);
    if (isCapital && isPythonBool(bytes, valueFrom, valueTo) && batch.sideFree > 8) {
      valueFrom = batch.copyToSide(valueFrom, valueTo);
      valueTo = batch.side;
      bytes[valueFrom] |= 0x20;
      kind = BOOL;
    }
    batch.addField(keys.idOfBytes(bytes, view, key, keyTo), valueFrom, valueTo, kind);
  }
}

/** Whether the text that the quote at `at` begins ends with such a quote that a blank follows. */
function isClosed(bytes: Uint8Array, at: number, to: number): boolean {
  const quote = bytes[at];
  for (let end = at + 1; end < to; end++) {
    if (bytes[end] === BACKSLASH) end++;
    else if (bytes[end] === quote) {
      const next = bytes[end + 1];
      if (end + 1 === to || isBlank(next) || next === COMMA) return true;
      return openingOf(next) !== 0 && (end + 2 === to || bytes[end + 2] === COLON || isBlank(bytes[end + 2]));
    }
  }
  return false;
}

/** Where a value without quotes ends: at a blank, but for those between brackets, or at the comma before a pair. */
function bareEnd(bytes: Uint8Array, from: number, to: number): number {
  let mayClose = true;
  for (let at = from;; at++) {
    while (at < to && (CLASS[bytes[at]] & IN_KEY) !== 0) at++;
    if (at >= to) return to;
    const byte = bytes[at];
    if (isBlank(byte) || (byte === COMMA && isKeyAt(bytes, at + 1, to))) return at;
    if (!mayClose || (byte !== 0x7b && byte !== 0x5b && byte !== 0x28)) continue;
    const end = bracketEnd(bytes, at, to, MAX_BRACKET);
    // Behind a bracket that does not close near by, another is as good as any sign.
    if (end < 0) mayClose = false;
    else at = end - 1;
  }
}

/** Whether the key of a pair, `user.name=`, stands at `from`. */
export function isKeyAt(bytes: Uint8Array, from: number, to: number): boolean {
  if (bytes[from] === AT) from++;
  let at = from;
  while (at < to && (CLASS[bytes[at]] & IN_KEY) !== 0) at++;
  return at > from && isLetter(bytes[from]) && at < to && bytes[at] === EQUALS;
}

/** `True` or `False` */
function isPythonBool(bytes: Uint8Array, from: number, to: number): boolean {
  const first = bytes[from];
  if (first === 0x54) return to - from === 4 && isText(bytes, from, to, "True");
  return first === 0x46 && to - from === 5 && isText(bytes, from, to, "False");
}

/** INT, DOUBLE, BOOL, NESTED or TEXT of a value without quotes. */
export function bareKind(bytes: Uint8Array, from: number, to: number): number {
  const first = bytes[from];
  if ((first !== OPEN && first !== BRACE) || to - from > MAX_BRACKET) return kindOfBare(bytes, from, to);
  return isCompound(decoder.decode(bytes.subarray(from, to))) ? NESTED : TEXT;
}

/** INT, DOUBLE, BOOL or TEXT of a value without quotes. */
export function kindOfBare(bytes: Uint8Array, from: number, to: number): number {
  const length = to - from;
  const first = bytes[from];
  if (isDigit(first) || (first === 0x2d && length > 1 && isDigit(bytes[from + 1]))) {
    return kindOfNumber(bytes, from, to);
  }
  if (
    length === 4 && first === 0x74 && bytes[from + 1] === 0x72 && bytes[from + 2] === 0x75 &&
    bytes[from + 3] === 0x65
  ) {
    return BOOL;
  }
  const isFalse = length === 5 && first === 0x66 && bytes[from + 1] === 0x61 && bytes[from + 2] === 0x6c &&
    bytes[from + 3] === 0x73 && bytes[from + 4] === 0x65;
  return isFalse ? BOOL : TEXT;
}

/** A number as JSON writes it; one with leading zeros or much longer than any number is text. */
function kindOfNumber(bytes: Uint8Array, from: number, to: number): number {
  const first = bytes[from] === 0x2d ? from + 1 : from;
  if (to - first > 20 || (bytes[first] === 48 && first + 1 < to && isDigit(bytes[first + 1]))) return TEXT;
  const point = digitsEnd(bytes, first, to);
  if (point === to) return INT;
  const isDecimal = bytes[point] === 0x2e && point + 1 < to && digitsEnd(bytes, point + 1, to) === to;
  return isDecimal ? DOUBLE : TEXT;
}

/** Every word is a pair. */
export function arePairs(bytes: Uint8Array, from: number, to: number): boolean {
  let at = from;
  while (at < to) {
    at = skipBlanks(bytes, at, to);
    while (at < to && bytes[at] === COMMA) at++;
    at = skipBlanks(bytes, at, to);
    if (at >= to) break;
    const equals = findByte(bytes, at, to, EQUALS);
    if (equals <= at) return false;
    for (let key = at; key < equals; key++) {
      if (!isKeyByte(bytes[key])) return false;
    }
    at = tokenEnd(bytes, at, to);
  }
  return true;
}

function isKeyByte(byte: number): boolean {
  return isDigit(byte) || isLetter(byte) || byte === 0x5f || byte === 0x2e || byte === 0x2d;
}
