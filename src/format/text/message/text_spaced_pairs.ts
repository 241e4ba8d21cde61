import type { Batch } from "../../../record/batch.ts";
import { bracketEnd, isBlank, isText, isUpper, skipBlanks, trimmed } from "../text_tokens.ts";
import { digitsEnd, isLetter } from "../../time/timestamp_parts.ts";
import { addPairs, kindOfBare, quoteEnd } from "./text_pairs.ts";
import * as textTokensConstants from "../text_tokens.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { CLASS, IN_KEY } = textTokensConstants;

const QUOTE = 0x22, PAREN = 0x28, EQUALS = 0x3d, COMMA = 0x2c, SEMICOLON = 0x3b;

/** Bytes between parentheses at the most. */
const MAX_PARENTHESES = 512;
/** Blanks that a column behind a message has more of. */
const WIDE_GAP = 3;

// Pairs whose values may hold blanks without quotes: each goes on to the next one.

/**
 * Where the first `key=value` behind a blank begins, or a `key=` before another pair; `to` if there is none. What stands in parentheses
 * is one thing with them: `taken from the pool (active=7, idle=3)`.
 */
export function findFirstPair(bytes: Uint8Array, from: number, to: number): number {
  for (let at = from + 1; at < to; at++) {
    if (bytes[at - 1] === PAREN) at = Math.max(at, bracketEnd(bytes, at - 1, to, MAX_PARENTHESES));
    if (!isBlank(bytes[at - 1]) || !isLetter(bytes[at])) continue;
    let value = valueOf(bytes, at, to);
    if (value > 0 && isBlank(bytes[value])) value = valueOf(bytes, value + 1, to);
    if (value > 0 && !isBlank(bytes[value])) return at;
  }
  return to;
}

/** Where, before `to`, the value of the key that begins at `at` stands, 0 if none begins there. */
function valueOf(bytes: Uint8Array, at: number, to: number): number {
  let end = at;
  while (end < to && (CLASS[bytes[end]] & IN_KEY) !== 0) end++;
  return end > at && end + 1 < to && bytes[end] === EQUALS ? end + 1 : 0;
}

/**
 * Where the first pair begins, behind a blank, of those that a logger may have written whose values hold blanks without
 * quotes: an error, what begins with a digit or a capital (`latency=0 ms`). `use tax.mode=v2 instead` is the message's.
 * `to` if there is none.
 */
export function firstSpacedPair(bytes: Uint8Array, from: number, to: number): number {
  let first = to;
  for (let at = findFirstPair(bytes, from, to); at < to;) {
    const next = findFirstPair(bytes, at, to);
    if (isWritable(bytes, at, next)) first = Math.min(first, at);
    else first = to;
    at = next;
  }
  return first;
}

/** Where the pairs begin that stand in a column of their own behind the message [from, to); `to` if there are none. */
export function columnedFrom(bytes: Uint8Array, from: number, to: number): number {
  for (let at = from + WIDE_GAP + 1; at < to; at++) {
    if (!isBlank(bytes[at - 1]) || isBlank(bytes[at])) continue;
    let gap = at - 1;
    while (gap > from && isBlank(bytes[gap - 1])) gap--;
    if (gap > from && at - gap > WIDE_GAP && valueOf(bytes, at, to) > 0) return at;
  }
  return to;
}

/** Words of keys whose values are sentences. */
const TOLD = ["err", "cause", "reason", "source", "message", "panic", "detail", "status"];

/** Words that go on with a sentence behind a number: `set x=3 for orders`. */
const SENTENCES = ["for ", "and ", "or ", "by ", "in ", "of ", "to ", "from ", "with ", "at ", "on ", "is "];

function isWritable(bytes: Uint8Array, from: number, to: number): boolean {
  const equals = bytes.indexOf(EQUALS, from);
  const value = bytes[equals + 1];
  const number = digitsEnd(bytes, equals + 1, to);
  if (
    number > equals + 1 && isBlank(bytes[number]) &&
    SENTENCES.some((word) => isText(bytes, number + 1, to, word))
  ) {
    return false;
  }
  if (!isLetter(value) || isUpper(value)) return true;
  let blank = equals + 1;
  while (blank < to && !isBlank(bytes[blank])) blank++;
  if (skipBlanks(bytes, blank, to) >= to) return true;
  for (let at = from; at < equals; at++) {
    for (const word of TOLD) if (isText(bytes, at, equals, word)) return true;
  }
  // `error=…`, and what Debug prints: `Some(3)`, `Point { x: 1 }`.
  for (let at = equals; at < blank; at++) if (bytes[at] === 0x28 || bytes[at] === 0x5b) return true;
  return bytes[skipBlanks(bytes, blank, to)] === 0x7b;
}

/** Adds pairs as `addPairs` does; a value without quotes goes on to the next pair. */
export function addSpacedPairs(batch: Batch, from: number, to: number): void {
  const { bytes, view, keys } = batch;
  for (let at = from; at < to;) {
    const equals = bytes.indexOf(EQUALS, at);
    const next = findFirstPair(bytes, equals, to);
    // An empty value before a comma is none of the next pair.
    let end = bytes[equals + 1] === COMMA ? equals + 1 : trimmed(bytes, equals, next);
    if (bytes[end - 1] === COMMA || bytes[end - 1] === SEMICOLON) end--;
    const quoteTo = bytes[equals + 1] === QUOTE ? quoteEnd(bytes, equals + 1, end) : -1;
    // Words behind a quote belong to the next key, as logrus writes one with blanks: `error="gone" retrying in seconds=10`
    if (quoteTo > 0 && quoteTo < end - 1 && next < to && isBlank(bytes[quoteTo + 1])) {
      addPairs(batch, at, quoteTo + 1);
      at = skipBlanks(bytes, quoteTo + 1, to);
      continue;
    }
    if (quoteTo > 0 && quoteTo === end - 1) addPairs(batch, at, end);
    else if (end > equals + 1) {
      const key = keys.idOfBytes(bytes, view, at, equals);
      batch.addField(key, equals + 1, end, kindOfBare(bytes, equals + 1, end));
    }
    at = next;
  }
}
