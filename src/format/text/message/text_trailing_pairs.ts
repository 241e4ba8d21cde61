import { type Batch, TEXT } from "../../../record/batch.ts";
import { SEMICOLON } from "../text_parts.ts";
import {
  bracketEnd,
  findByte,
  isBlank,
  isName,
  isText,
  skipBlanks,
  SPACE,
  tokenEnd,
} from "../text_tokens.ts";
import * as textTokensConstants from "../text_tokens.ts";
import { addLeadingPairs, addPairs, findTrailingPairs, isKeyAt, kindOfBare, quoteEnd } from "./text_pairs.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { CLASS, IN_KEY } = textTokensConstants;

const QUOTE = 0x22, PAREN = 0x28, COMMA = 0x2c, COLON = 0x3a, EQUALS = 0x3d, OPEN = 0x5b, CLOSE = 0x5d;
const NONE = -1;
const FOUR_EQUALS = 0x3d3d3d3d, ONES = 0x01010101, HIGH_BITS = 0x80808080 | 0;

/** Adds the pairs that end the text [from, to), if it ends with some; answers where they begin. */
export function addTrailingPairs(batch: Batch, from: number, to: number): number {
  const equals = findEquals(batch.bytes, batch.view, from, to);
  if (equals < 0) return to;
  const list = mayList(batch.bytes, from, to) ? listStart(batch.bytes, from, to) : NONE;
  if (list !== NONE) {
    addList(batch, list, to);
    return list;
  }
  const pairs = findTrailingPairs(batch.bytes, from, to);
  if (pairs > from) {
    if (batch.bytes[from] === OPEN) addBracketed(batch, from, pairs);
    else if (equals < pairs) addPairsBetween(batch, from, pairs, to, equals);
  }
  if (pairs < to) addPairs(batch, pairs, to);
  return pairs;
}

/**
 * Adds the pairs that begin the text [from, to), `took=12 orders loaded`, or those that commas divide if it begins with them or has a colon before them, where words stand
 * between them or behind them: `C0FFEE: to=<ana@example.com>, dsn=2.0.0, status=sent (250 OK)`, `user=ana, TLS, session=7`. Those
 * that end [from, end) are no concern of it. `equals`: the first equals sign, which is in [from, to).
 */
function addPairsBetween(batch: Batch, from: number, to: number, end: number, equals: number): void {
  const { bytes, keys, view } = batch;
  let at = keyStart(bytes, from, equals);
  if (at === from && addLeadingPairs(batch, from, to) > from) return;
  const before = at > from && isBlank(bytes[at - 1]) ? at - 1 : at;
  if (
    (at > from && bytes[before - 1] !== COLON) || !isKeyAt(bytes, at, to) || !isGoneOn(bytes, equals, end)
  ) {
    return;
  }
  while (at >= 0 && at < to) {
    equals = findByte(bytes, at, to, EQUALS);
    const value = equals + 1;
    const valueTo = wordsEnd(bytes, value, to);
    if (bytes[value] === QUOTE) addPairs(batch, at, valueTo);
    else {batch.addField(
        keys.idOfBytes(bytes, view, at, equals),
        value,
        valueTo,
        kindOfBare(bytes, value, valueTo),
      );}
    at = keyBehindComma(bytes, valueTo, to);
  }
}

/** Adds the pairs of a bracket that begins the text [from, to), which may have a name: `[Consumer clientId=c-1, groupId=shop] message`. */
function addBracketed(batch: Batch, from: number, to: number): void {
  const { bytes } = batch;
  const end = bracketEnd(bytes, from, to);
  if (end < 0 || end >= to || !isBlank(bytes[end])) return;
  const first = isKeyAt(bytes, from + 1, end) ? from + 1 : tokenEnd(bytes, from, end) + 1;
  if (isKeyAt(bytes, first, end)) addPairs(batch, first, end - 1);
}

/** Adds what ModSecurity and others tell in brackets, `message [id "941100"] [uri "/orders"]`. */
export function addQuotedBrackets(batch: Batch, from: number, to: number): void {
  const { bytes, keys, view } = batch;
  for (let open = findByte(bytes, from, to, OPEN); open >= 0;) {
    const name = open + 1;
    const quote = tokenEnd(bytes, name, to) + 1;
    const end = bytes[quote] === QUOTE && isName(bytes, name, quote - 1) ? quoteEnd(bytes, quote, to) : NONE;
    const isWhole = end > quote + 1 && bytes[end + 1] === CLOSE;
    if (isWhole) batch.addField(keys.idOfBytes(bytes, view, name, quote - 1), quote + 1, end, TEXT);
    open = findByte(bytes, isWhole ? end : name, to, OPEN);
  }
}

/** The first `=` of [from, to), -1 if there is none. Most messages have none: eight bytes a step. */
export function findEquals(bytes: Uint8Array, view: DataView, from: number, to: number): number {
  let at = from;
  for (; at + 8 <= to; at += 8) {
    const first = view.getInt32(at, true) ^ FOUR_EQUALS;
    const second = view.getInt32(at + 4, true) ^ FOUR_EQUALS;
    if ((((first - ONES) & ~first | (second - ONES) & ~second) & HIGH_BITS) !== 0) break;
  }
  return findByte(bytes, at, to, EQUALS);
}

function keyStart(bytes: Uint8Array, from: number, equals: number): number {
  let at = equals;
  while (at > from && (CLASS[bytes[at - 1]] & IN_KEY) !== 0) at--;
  return at;
}

/** Whether a pair stands behind the value at `at` and a comma. */
function isGoneOn(bytes: Uint8Array, at: number, to: number): boolean {
  return keyBehindComma(bytes, wordsEnd(bytes, at + 1, to), to) >= 0;
}

/** Where the value of a pair ends: at a blank or a comma, a host goes on to its address: `relay=mx-1 [10.0.0.7]`. */
function wordsEnd(bytes: Uint8Array, from: number, to: number): number {
  const quote = bytes[from] === QUOTE ? quoteEnd(bytes, from, to) : NONE;
  let at = quote > 0 ? quote + 1 : from;
  for (; at < to && !isBlank(bytes[at]); at++) {
    if (bytes[at] === COMMA && (isBlank(bytes[at + 1]) || isKeyAt(bytes, at + 1, to))) return at;
  }
  if (bytes[at + 1] !== OPEN) return bytes[at - 1] === COLON ? at - 1 : at;
  const close = findByte(bytes, at, to, CLOSE);
  return close > 0 ? close + 1 : at;
}

/** Where the next pair begins behind a comma outside parentheses; -1 if there is none. */
function keyBehindComma(bytes: Uint8Array, from: number, to: number): number {
  for (let at = from; at < to; at++) {
    if (bytes[at] === PAREN) {
      at = bracketEnd(bytes, at, to, to - at) - 1;
      if (at < 0) return NONE;
    } else if (bytes[at] === COMMA) {
      const key = skipBlanks(bytes, at + 1, to);
      if (isKeyAt(bytes, key, to)) return key;
    }
  }
  return NONE;
}

/**
 * Whether ` : ` stands before the text, or behind its first word and syslog's tag, as behind the name of sudo's user: few messages
 * are looked at whole.
 */
function mayList(bytes: Uint8Array, from: number, to: number): boolean {
  let before = from - 1;
  while (bytes[before] === SPACE) before--;
  if (bytes[before] !== COLON || before === from - 1) return false;
  return bytes[before - 1] === SPACE || isText(bytes, tokenEnd(bytes, from, to), to, " : ");
}

/**
 * Where sudo's `TTY=pts/0 ; PWD=/home/ana ; COMMAND=/usr/bin/apt update` begins, pairs between semicolons that stand alone,
 * whose values may hold blanks; -1 if there are no two such dividers.
 */
function listStart(bytes: Uint8Array, from: number, to: number): number {
  const first = dividerAt(bytes, from, to);
  if (first === NONE || dividerAt(bytes, first + 3, to) === NONE) return NONE;
  let start = first;
  while (start > from && !isBlank(bytes[start - 1])) start--;
  return isKeyAt(bytes, start, first) ? start : first + 3;
}

/** Index of the next ` ; ` before a key; -1 if there is none. */
function dividerAt(bytes: Uint8Array, from: number, to: number): number {
  for (let at = findByte(bytes, from, to, SEMICOLON); at >= 0; at = findByte(bytes, at + 1, to, SEMICOLON)) {
    const isAlone = bytes[at - 1] === SPACE && bytes[at + 1] === SPACE;
    if (isAlone && at > from && isKeyAt(bytes, at + 2, to)) return at - 1;
  }
  return NONE;
}

function addList(batch: Batch, from: number, to: number): void {
  const { bytes, keys, view } = batch;
  for (let at = from; at < to;) {
    const next = dividerAt(bytes, at, to);
    // Where the line is broken behind a divider that ends the list.
    const end = next === NONE ? to - (isText(bytes, to - 2, to, " ;") ? 2 : 0) : next;
    const equals = findByte(bytes, at, end, EQUALS);
    const value = equals + 1;
    batch.addField(keys.idOfBytes(bytes, view, at, equals), value, end, kindOfBare(bytes, value, end));
    at = next === NONE ? to : next + 3;
  }
}
