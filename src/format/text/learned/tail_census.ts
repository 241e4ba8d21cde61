import { areNearly } from "./head_places.ts";
import { columnedFrom } from "../message/text_spaced_pairs.ts";
import { findTrailingPairs, isAfter, nextPair, quoteEnd } from "../message/text_pairs.ts";
import { EQUALS, QUOTE } from "../text_parts.ts";
import {
  findByte,
  hashOf,
  isPlainWord,
  isText,
  skipBlanks,
  SPACE,
  tokenEnd,
  trimmed,
} from "../text_tokens.ts";
import { isDigit, isLetter } from "../../time/timestamp_parts.ts";

/** Lines of which the fewest tell something, and the beginnings of messages that they must have. */
const FEWEST = 8;
const FEWEST_BEGINNINGS = 4;
const RARE = 8;
/** Texts in quotes of which the fewest tell something, and of so many one may stand without. */
const FEWEST_TEXTS = 4;
const ALIKE = 4;
/** Words of a beginning: names that are not yet known to be the head's may be the first. */
const BEGINNING = 3;

/**
 * Counts the pairs that end the first lines of a source. What a pattern or a logger writes behind a message stands
 * behind (nearly) all of them, whatever they say; what a message says, behind some.
 */
export class TailCensus {
  #lines = 0;
  readonly #keys = new Map<number, { lines: number; first: number }>();
  readonly #beginnings = new Set<number>();
  /** Hash of the key that begins what stands behind the messages; 0 where none does. */
  #key = 0;
  /** It begins all of them. */
  #isFirst = false;
  #isApart = false;
  /** All pairs that end a message are the logger's. */
  #isAll = false;
  #concluded = 0;
  /** Lines all of whose pairs are in quotes, of these the ones with a number among them, and lines with others. */
  #quoted = 0;
  #numbers = 0;
  #bare = 0;
  /** Values in quotes that need them, for they hold blanks, and those that do not. */
  #needed = 0;
  #needless = 0;
  /** Values in quotes, and those without that are words. */
  #texts = 0;
  #words = 0;
  /** Lines whose pairs stand in a column of their own. */
  #columned = 0;

  clear(): void {
    this.#lines =
      this.#key =
      this.#concluded =
      this.#quoted =
      this.#numbers =
      this.#bare =
      this.#needed =
      this.#needless =
      this.#texts =
      this.#words =
      this.#columned =
        0;
    this.#isApart = this.#isAll = false;
    this.#keys.clear();
    this.#beginnings.clear();
  }

  /** Counts a line whose message is [from, to). */
  count(bytes: Uint8Array, from: number, to: number): void {
    this.#lines++;
    const end = trimmed(bytes, from, to);
    const pairs = findTrailingPairs(bytes, from, end);
    if (pairs >= end) return;
    if (pairs > from && columnedFrom(bytes, from, end) === pairs) this.#columned++;
    this.#beginnings.add(beginningOf(bytes, from, pairs));
    let isFirst = true;
    if (quotedFrom(bytes, pairs, end) > pairs) this.#bare++;
    else this.#quoted++;
    let hasNumber = false;
    for (let at = pairs; at < end; at = nextPair(bytes, at, end)) {
      const equals = findByte(bytes, at, end, EQUALS);
      if (equals < 0) return;
      if (!hasNumber && bytes[equals + 1] === QUOTE && isDigit(bytes[equals + 2])) {
        hasNumber = true;
        this.#numbers++;
      }
      if (bytes[equals + 1] === QUOTE) this.#countQuoted(bytes, equals + 1, end);
      else if (isWord(bytes, equals + 1, end)) this.#words++;
      const key = hashOf(bytes, at, equals);
      let known = this.#keys.get(key);
      if (known === undefined) this.#keys.set(key, known = { lines: 0, first: 0 });
      known.lines++;
      if (isFirst) known.first++;
      isFirst = false;
    }
  }

  /** Whether pairs that end a message were set apart from it. */
  get isApart(): boolean {
    if (this.#concluded !== this.#lines) this.#conclude();
    return this.#isApart;
  }

  /** Whether pairs stand in a column of their own behind the messages, whatever blanks their values hold. */
  get isColumned(): boolean {
    return this.#columned > 1;
  }

  /** Whether one key stands behind (nearly) all messages. */
  get hasKey(): boolean {
    return this.isApart && this.#key !== 0;
  }

  /** Where, of the pairs [from, to), the one begins whose key stands behind (nearly) all messages; `to` if there is none. */
  keyAt(bytes: Uint8Array, from: number, to: number): number {
    if (this.#key === 0) return to;
    for (let at = from; at < to; at = nextPair(bytes, at, to)) {
      const equals = findByte(bytes, at, to, EQUALS);
      if (equals < 0) break;
      if (hashOf(bytes, at, equals) === this.#key) return at;
    }
    return to;
  }

  /**
   * Where the pairs [from, to) begin that do not belong to the message: at the key that all lines have, or, where
   * that is not always the first, with those before it that are sorted as it is.
   */
  begin(bytes: Uint8Array, from: number, to: number): number {
    if (this.#key === 0) return this.#isAll ? from : quotedFrom(bytes, from, to);
    let start = from;
    let last = from;
    for (let at = from; at < to; at = nextPair(bytes, at, to)) {
      const equals = findByte(bytes, at, to, EQUALS);
      if (equals < 0) break;
      if (at > from && !isError(bytes, last, at) && isAfter(bytes, last, at)) start = at;
      if (hashOf(bytes, at, equals) === this.#key) return this.#isFirst ? at : start;
      last = at;
    }
    return to;
  }

  #countQuoted(bytes: Uint8Array, at: number, to: number): void {
    const close = quoteEnd(bytes, at, to);
    if (close < 0) return;
    this.#texts++;
    if (findByte(bytes, at, close, SPACE) > 0) this.#needed++;
    else if (isPlainWord(bytes, at + 1, close)) this.#needless++;
  }

  #conclude(): void {
    this.#concluded = this.#lines;
    this.#key = 0;
    // What one line in eight has at most its message says.
    const isRare = (this.#quoted + this.#bare) * RARE <= this.#lines;
    // Only loggers put numbers in quotes, as logback's `%kvp` does.
    this.#isApart = this.#lines >= FEWEST && !isRare && this.#numbers > 1 && this.#quoted >= this.#bare * 4;
    if (this.#lines < FEWEST || this.#beginnings.size < FEWEST_BEGINNINGS) return;
    // Only loggers put those values in quotes that need them, and no others; or all texts, and no numbers.
    this.#isAll = !isRare && this.#bare > 1 &&
      (this.#needless === 0
        ? this.#needed > 1
        : this.#texts >= FEWEST_TEXTS && this.#words * ALIKE <= this.#texts);
    this.#isApart ||= this.#isAll;
    for (const [key, { lines, first }] of this.#keys) {
      if (!areNearly(lines, this.#lines) || first * 3 < this.#lines) continue;
      this.#key = key;
      this.#isApart = true;
      this.#isFirst = first === lines;
    }
  }
}

/** A number for the first words of a message; what holds digits is another in each message. */
function beginningOf(bytes: Uint8Array, from: number, to: number): number {
  let beginning = 0;
  for (let word = from, words = 0; word < to && words < BEGINNING; words++) {
    const end = tokenEnd(bytes, word, to);
    let at = word;
    while (at < end && !isDigit(bytes[at])) at++;
    if (at === end) beginning = Math.imul(beginning, 31) + hashOf(bytes, word, end) | 0;
    word = skipBlanks(bytes, end, to);
  }
  return beginning;
}

/** Where the run of pairs in quotes begins that ends the pairs [from, to); `to` if the last is not in quotes. */
function quotedFrom(bytes: Uint8Array, from: number, to: number): number {
  let start = to;
  for (let at = from; at < to; at = nextPair(bytes, at, to)) {
    const equals = findByte(bytes, at, to, EQUALS);
    const isQuoted = equals > 0 && bytes[equals + 1] === QUOTE;
    if (!isQuoted) start = to;
    else if (start === to) start = at;
  }
  return start;
}

/** A value without quotes that is a word, and neither of the two that are no texts. */
function isWord(bytes: Uint8Array, from: number, to: number): boolean {
  if (!isLetter(bytes[from])) return false;
  const end = tokenEnd(bytes, from, to);
  return !isText(bytes, from, end, "true") && !isText(bytes, from, end, "false");
}

/** zerolog writes its error before the others. */
function isError(bytes: Uint8Array, from: number, to: number): boolean {
  return isText(bytes, from, to, "error=") || isText(bytes, from, to, "err=");
}
