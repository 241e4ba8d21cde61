import { type Batch, ESCAPED, TEXT } from "../../../record/batch.ts";
import { isBlank, isText, skipBlanks, trimmed } from "../text_tokens.ts";
import { bareKind, quoteEnd } from "./text_pairs.ts";
import * as textTokensConstants from "../text_tokens.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { CLASS, IN_KEY } = textTokensConstants;

const ESCAPE = 0x1b,
  OPEN = 0x5b,
  PAREN = 0x28,
  ZERO = 0x30,
  LAST_OF_COLOUR = 0x6d,
  QUOTE = 0x22,
  BACKSLASH = 0x5c;
const COMMA = 0x2c, COLON = 0x3a, EQUALS = 0x3d;
/** A line has no more such pairs than this. */
const MAX_PAIRS = 64;
/** The preamble of a source whose pairs have colours; no program writes it. */
const COLOURED = "\x1fcoloured";
const PREAMBLE: readonly string[] = [COLOURED];
const NO_LINES: readonly string[] = [];

/**
 * The pairs of a line whose keys have a colour of their own, `key=value` or `, key: value`: a logger wrote them, whatever
 * they say, and each value goes on to the next key. One for each source; it tells of the line looked at last.
 */
export class ColouredPairs {
  /** Where the keys begin, and the signs behind them, in the copy of the line without its escape sequences. */
  readonly #keys: number[] = [];
  readonly #signs: number[] = [];
  /** A line of the source had such pairs; the line looked at last has colours, and none. */
  #isUsed = false;
  #isBare = false;

  /** Whether the source's loggers colour the keys of their pairs, and the line has none of those. */
  get isBare(): boolean {
    return this.#isBare;
  }

  /** Whether colours tell nothing of the line. */
  get isUnused(): boolean {
    return !this.#isBare && this.#keys.length === 0;
  }

  /** What a later reader of the source's lines is told. */
  get preamble(): readonly string[] {
    return this.#isUsed ? PREAMBLE : NO_LINES;
  }

  /** Takes over what lines before told; false if [from, to) is no such line of a preamble. */
  takePreamble(bytes: Uint8Array, from: number, to: number): boolean {
    if (!isText(bytes, from, to, COLOURED)) return false;
    this.#isUsed = true;
    return true;
  }

  /** Nothing of a line that was looked at before is told any more. */
  clear(): void {
    this.#isBare = false;
    if (this.#keys.length > 0) this.#keys.length = this.#signs.length = 0;
  }

  /** Finds the pairs of the line [from, to), whose copy without escape sequences begins at `copy`. */
  find(bytes: Uint8Array, from: number, to: number, copy: number): void {
    this.clear();
    let isColoured = false;
    // Where the key of a pair begins, 0 outside of one.
    let key = 0;
    for (let at = from, side = copy; at < to; at++) {
      const byte = bytes[at];
      if (byte === ESCAPE) {
        // `ESC ( B` ends a colour, too.
        if (bytes[at + 1] === PAREN) {
          at += 2;
          isColoured = false;
          continue;
        }
        if (bytes[at + 1] !== OPEN) return this.clear();
        const parameters = at += 2;
        while (at < to && (bytes[at] < 0x40 || bytes[at] > 0x7e)) at++;
        if (bytes[at] !== LAST_OF_COLOUR) return this.clear();
        isColoured = at > parameters && !(at === parameters + 1 && bytes[parameters] === ZERO);
        continue;
      }
      if (key > 0) {
        const isSign = byte === EQUALS || (byte === COLON && bytes[key - 2] === COMMA);
        if (isSign && side > key && this.#keys.length < MAX_PAIRS) {
          this.#keys.push(key);
          this.#signs.push(side);
        }
        if ((CLASS[byte] & IN_KEY) === 0) key = 0;
      } else if (isColoured && (CLASS[byte] & IN_KEY) !== 0 && side > copy && isBlank(bytes[side - 1])) {
        // The copy before this byte is written: the blank stands there.
        key = bytes[at - 1] === LAST_OF_COLOUR ? side : 0;
      }
      side++;
    }
    if (this.#keys.length > 0) this.#isUsed = true;
    else this.#isBare = this.#isUsed;
  }

  /** Whether pairs end the message [from, to). */
  isTold(from: number, to: number): boolean {
    const first = this.#first(from);
    return first < this.#keys.length && this.#keys[first] < to;
  }

  /** Number of the first pair behind `from`. */
  #first(from: number): number {
    let first = 0;
    while (first < this.#keys.length && this.#keys[first] <= from) first++;
    return first;
  }

  /** Adds the pairs that end the message [from, to); answers where it ends without them. */
  take(batch: Batch, from: number, to: number): number {
    const { bytes, view, keys } = batch;
    const first = this.#first(from);
    if (first === this.#keys.length || this.#keys[first] >= to) return to;
    for (let pair = first; pair < this.#keys.length && this.#keys[pair] < to; pair++) {
      const sign = this.#signs[pair];
      const next = pair + 1 < this.#keys.length ? Math.min(this.#keys[pair + 1], to) : to;
      const value = bytes[sign] === COLON ? skipBlanks(bytes, sign + 1, next) : sign + 1;
      let end = trimmed(bytes, value, next);
      if (bytes[end - 1] === COMMA) end--;
      const id = keys.idOfBytes(bytes, view, this.#keys[pair], sign);
      const isQuoted = bytes[value] === QUOTE && quoteEnd(bytes, value, end) === end - 1;
      if (isQuoted) {
        const isEscaped = bytes.subarray(value + 1, end - 1).includes(BACKSLASH);
        batch.addField(id, value + 1, end - 1, isEscaped ? ESCAPED : TEXT);
      } else batch.addField(id, value, end, bareKind(bytes, value, end));
    }
    const end = trimmed(bytes, from, this.#keys[first]);
    return bytes[this.#signs[first]] === COLON ? end - 1 : end;
  }
}
