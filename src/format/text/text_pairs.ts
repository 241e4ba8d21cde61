import type { Batch } from "../../record/batch.ts";
import * as kinds from "../../record/batch.ts";
import { isBlank } from "./text_tokens.ts";
import * as textTokensConstants from "./text_tokens.ts";
import { isDigit, isLetter } from "../time/timestamp_parts.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { BOOL, DOUBLE, ESCAPED, INT, TEXT } = kinds;
const { CLASS, IN_KEY } = textTokensConstants;

const QUOTE = 0x22, BACKSLASH = 0x5c, EQUALS = 0x3d, COMMA = 0x2c, SEMICOLON = 0x3b;
/** A line has no more trailing pairs than this. */
const MAX_PAIRS = 64;

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
  return start;
}

/** Where the pair begins whose value ends at `to`; -1 if there is no pair. */
function keyBefore(bytes: Uint8Array, from: number, to: number): number {
  let at = to - 1;
  if (at <= from) return -1;
  if (bytes[at] === QUOTE) {
    do {
      at--;
      while (at > from && bytes[at] !== QUOTE) at--;
    } while (at > from && bytes[at - 1] === BACKSLASH);
    if (at <= from || bytes[at - 1] !== EQUALS) return -1;
    at--;
  } else {
    // The first "=" of the word: a value may hold others.
    let equals = -1;
    for (; at >= from && bytes[at] > 0x20 && bytes[at] !== QUOTE; at--) if (bytes[at] === EQUALS) equals = at;
    if (equals < 0) return -1;
    at = equals;
  }
  const end = at;
  while (at > from && (CLASS[bytes[at - 1]] & IN_KEY) !== 0) at--;
  if (at === end || !(isLetter(bytes[at]) || bytes[at] === 0x5f)) return -1;
  return at === from || isBlank(bytes[at - 1]) ? at : -1;
}

/** Adds the pairs of [from, to) as fields; what is empty or no pair is passed over. */
export function addPairs(batch: Batch, from: number, to: number): void {
  const { bytes, view, keys } = batch;
  let at = from;
  while (at < to) {
    while (at < to && (CLASS[bytes[at]] & IN_KEY) === 0) at++;
    const key = at;
    while (at < to && (CLASS[bytes[at]] & IN_KEY) !== 0) at++;
    if (at >= to || bytes[at] !== EQUALS || at === key) continue;
    const keyTo = at++;
    let valueFrom = at;
    let valueTo = at;
    let kind = -1;
    if (at < to && bytes[at] === QUOTE) {
      valueFrom = ++at;
      kind = TEXT;
      while (at < to && bytes[at] !== QUOTE) {
        if (bytes[at] === BACKSLASH) {
          kind = ESCAPED;
          at++;
        }
        at++;
      }
      valueTo = Math.min(at, to);
      at++;
    } else {
      while (at < to && !isBlank(bytes[at])) at++;
      valueTo = at;
      while (valueTo > valueFrom && (bytes[valueTo - 1] === COMMA || bytes[valueTo - 1] === SEMICOLON)) {
        valueTo--;
      }
      if (valueTo === valueFrom) continue;
    }
    if (kind < 0) kind = kindOfBare(bytes, valueFrom, valueTo);
    batch.addField(keys.idOfBytes(bytes, view, key, keyTo), valueFrom, valueTo, kind);
  }
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
  let at = bytes[from] === 0x2d ? from + 1 : from;
  if (to - at > 20 || (bytes[at] === 48 && at + 1 < to && isDigit(bytes[at + 1]))) return TEXT;
  while (at < to && isDigit(bytes[at])) at++;
  if (at === to) return INT;
  if (bytes[at] !== 0x2e || ++at === to) return TEXT;
  while (at < to && isDigit(bytes[at])) at++;
  return at === to ? DOUBLE : TEXT;
}
