import type { Batch } from "../record/batch.ts";
import * as kinds from "../record/batch.ts";
import { seedA, seedB } from "../record/hash.ts";
import type { WordsSummary } from "../record/summary.ts";
import type { Analyzer } from "./analyzer.ts";
import { CountTable } from "./count_table.ts";
import { decodedLength, decodeUtf8, foldedLetter } from "./letter_folding.ts";
import * as stopWordsConstants from "./stop_words.ts";
import type { KnownText } from "./patterns/known_lines.ts";
import { Scratch, writeUtf8 } from "./unescape_bytes.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { ESCAPED, NESTED, NULL } = kinds;
const { STOP_WORDS } = stopWordsConstants;

/** Words of a snapshot. */
const TOP = 200;
const MIN_LETTERS = 3;
/** Bytes kept of a word; longer ones are cut. */
const MAX_TEXT = 64;
/** Bytes of a word with letters outside ASCII that tell it from others; what follows is ignored. */
const MAX_FOLDED = 256;

/** Words that wait to be counted together, and the most that one window can add. */
const QUEUE = 1024;
const WINDOW_WORDS = 8;

/** Bytes looked at together, one bit each. */
const WINDOW = 32;
const HIGH_BITS = 0x80808080 | 0;
/** The bytes that belong to a run of up to eight: of the first four and of the second four, by its length. */
const MASKS = Int32Array.from({ length: 18 }, (_, at) => {
  const bytes = (at >> 1) - (at & 1) * 4;
  return bytes >= 4 ? -1 : bytes <= 0 ? 0 : (1 << (bytes * 8)) - 1;
});

/**
 * Counts the words of the bodies: runs of Unicode letters, lower case, three letters or more, without stop words.
 * A structured body counts as its JSON text.
 *
 * Memory: `memorySize` words stay after a clean-up; up to twice as many and 1,024 are held before one (a quarter
 * more if it is 100,000 or above), at most 64 bytes of text each. See `CountTable` for what the counts are worth.
 */
export class Words implements Analyzer<WordsSummary> {
  readonly #table: CountTable;
  readonly #memorySize: number;
  readonly #scratch = new Scratch();
  readonly #folded = new Uint8Array(MAX_FOLDED + 8);
  readonly #foldedView = new DataView(this.#folded.buffer);
  /** Of each word that waits: what tells it from others (two places), where it starts and how long it is. */
  readonly #queue = new Int32Array(QUEUE * 4);
  readonly #missed = new Int32Array(QUEUE * 2);
  #queued = 0;
  /** What each word counts. */
  #weight = 1;

  /** `stopWords` are added to the built-in ones. */
  constructor(options: { memorySize?: number; stopWords?: readonly string[] } = {}) {
    this.#memorySize = options.memorySize ?? 10_000;
    const held = this.#memorySize < 100_000 ? this.#memorySize * 2 + 1024 : this.#memorySize * 1.25;
    this.#table = new CountTable(this.#memorySize, held, MAX_TEXT);
    for (const word of STOP_WORDS) this.#markStopWord(word);
    // As in a body: what is given with a blank, a hyphen or a digit in it is several words.
    for (const given of options.stopWords ?? []) {
      for (const word of given.normalize("NFC").match(/[\p{L}\p{M}]+/gu) ?? []) this.#markStopWord(word);
    }
  }

  /** `known`: what bodies have in common, the words of which are then counted all at once. */
  add(batch: Batch, known: KnownText | null = null): void {
    const { bytes, view, count, bodyFrom, bodyTo, bodyKind } = batch;
    for (let row = 0; row < count; row++) {
      if (known !== null && known.partsFrom[row] >= 0) {
        this.#scanParts(view, bytes, known, row);
        continue;
      }
      const kind = bodyKind[row];
      if (kind === ESCAPED || kind === NESTED) {
        this.#countQueued(bytes); // the queue is about one buffer
        const length = this.#scratch.unescape(bytes, bodyFrom[row], bodyTo[row]);
        this.#scan(this.#scratch.view, this.#scratch.bytes, 0, length);
        this.#countQueued(this.#scratch.bytes);
      } else if (kind !== NULL) {
        this.#scan(view, bytes, bodyFrom[row], bodyTo[row]);
      }
    }
    this.#countQueued(bytes);
    known?.eachText((text, textView, from, to, times) => {
      this.#weight = times;
      this.#scan(textView, text, from, to);
      this.#countQueued(text);
    });
    this.#weight = 1;
  }

  #scanParts(view: DataView, bytes: Uint8Array, { parts, partsFrom, partsTo }: KnownText, row: number): void {
    for (let part = partsFrom[row]; part < partsTo[row]; part++) {
      this.#scan(view, bytes, parts[part << 1], parts[(part << 1) + 1]);
    }
  }

  snapshot(): WordsSummary {
    const top = this.#table.top(Math.min(TOP, this.#memorySize));
    return {
      top: top.map(({ text, count }) => ({ word: text, count })),
      tracked: Math.min(this.#table.size, this.#memorySize),
      more: this.#table.error > 0 || this.#table.size > this.#memorySize,
      error: this.#table.error,
    };
  }

  merge(other: Words): void {
    this.#table.merge(other.#table);
  }

  reset(): void {
    this.#table.reset();
  }

  /**
   * Takes 32 bytes at a time: a bit for each says whether it may belong to a word (an ASCII letter, or not ASCII
   * at all), and runs are found by counting zeros. Looking at each byte costs twice as much.
   */
  #scan(view: DataView, bytes: Uint8Array, from: number, to: number): void {
    for (let base = from; to - base >= MIN_LETTERS;) {
      const left = to - base;
      let any = 0;
      let runs = 0;
      for (let at = 0; at < WINDOW && at < left; at += 8) { // reads up to 7 bytes past the end
        const first = view.getInt32(base + at, true);
        const second = view.getInt32(base + at + 4, true);
        any |= first | second;
        runs |= lettersOfEight(first, second) << at;
      }
      let next = base + WINDOW;
      if (left < WINDOW) {
        runs &= (1 << left) - 1;
      } else if (runs < 0 && left > WINDOW) { // the last run may go on: it gets a window of its own
        const length = Math.clz32(~runs);
        next = length < WINDOW ? next - length : this.#countLongRun(view, bytes, base, to);
        runs = length < WINDOW ? runs & (-1 >>> length) : 0;
      }
      runs &= (runs >>> 1) & (runs >>> 2); // of each run, all but its last two letters
      if (runs !== 0) {
        if ((any & HIGH_BITS) === 0) this.#queueRuns(view, bytes, base, runs);
        else this.#countRuns(view, bytes, base, runs);
      }
      base = next;
    }
  }

  /**
   * Puts the words of a window of ASCII into the queue. In a word of up to eight letters these are what tells it from
   * others, in a longer one it is their hashes, with a bit that no ASCII letter has.
   */
  #queueRuns(view: DataView, bytes: Uint8Array, base: number, runs: number): void {
    if (this.#queued > QUEUE - WINDOW_WORDS) this.#countQueued(bytes);
    const queue = this.#queue;
    let at = this.#queued << 2;
    while (runs !== 0) {
      const lowest = runs & -runs;
      const beyond = runs + lowest; // the carry goes to the end of the run
      const start = base + 31 - Math.clz32(lowest);
      const length = lettersOfRun(lowest, runs & ~beyond);
      runs &= beyond;
      if (length <= 8) {
        queue[at] = (view.getInt32(start, true) | 0x20202020) & MASKS[length << 1];
        queue[at + 1] = (view.getInt32(start + 4, true) | 0x20202020) & MASKS[(length << 1) + 1];
      } else {
        hashWord(view, start, length, 0x20202020);
        queue[at] = wordHash[0];
        queue[at + 1] = wordHash[1];
      }
      queue[at + 2] = start;
      queue[at + 3] = length;
      at += 4;
    }
    this.#queued = at >> 2;
  }

  /** Counts the words that wait; `bytes` is what they stand in. */
  #countQueued(bytes: Uint8Array): void {
    if (this.#queued === 0) return;
    const queue = this.#queue;
    const misses = this.#table.addCommon(queue, this.#queued, this.#missed, this.#weight);
    for (let i = 0; i < misses; i++) {
      const at = this.#missed[i << 1] << 2;
      this.#countOne(queue[at], queue[at + 1], bytes, queue[at + 2], queue[at + 3], true);
    }
    this.#queued = 0;
  }

  /** Counts the words of a window that holds bytes which are not ASCII. */
  #countRuns(view: DataView, bytes: Uint8Array, base: number, runs: number): void {
    while (runs !== 0) {
      const lowest = runs & -runs;
      const beyond = runs + lowest;
      this.#countMixed(view, bytes, base + 31 - Math.clz32(lowest), lettersOfRun(lowest, runs & ~beyond));
      runs &= beyond;
    }
  }

  /** Counts the words of a run that may hold bytes which are not ASCII. */
  #countMixed(view: DataView, bytes: Uint8Array, start: number, length: number): void {
    for (let at = start; at < start + length; at++) {
      if (bytes[at] >= 0x80) return this.#scanUnicode(bytes, start, start + length);
    }
    asciiWord(view, start, length);
    this.#countOne(wordHash[0], wordHash[1], bytes, start, length, true);
  }

  /** Counts a run of a whole window or more. Returns where it ends. */
  #countLongRun(view: DataView, bytes: Uint8Array, start: number, to: number): number {
    let end = start + WINDOW;
    while (end < to && lettersOfEight(bytes[end], 0) !== 0) end++;
    this.#countMixed(view, bytes, start, end - start);
    return end;
  }

  /**
   * Counts any word. The text of a new one is kept now, or, once the table has been cleaned up, when it comes a
   * second time: most new words are then never seen again.
   */
  #countOne(a: number, b: number, bytes: Uint8Array, from: number, length: number, lower: boolean): void {
    const table = this.#table;
    let entry = table.find(a, b);
    if (entry >= 0) {
      table.addAt(entry, this.#weight);
      if (table.isMarked(entry) || table.hasText(entry)) return;
    } else {
      entry = table.insertPruned(entry, a, b, this.#weight);
      if (table.error > 0 && this.#weight === 1) return;
    }
    table.setText(entry, bytes, from, from + length);
    if (lower) table.lowerText(entry);
  }

  /** Words of a run that is not all ASCII: each is folded letter by letter into a buffer of its own. */
  #scanUnicode(bytes: Uint8Array, from: number, to: number): void {
    const folded = this.#folded;
    let end = 0;
    let letters = 0;
    for (let at = from; at < to; at += decodedLength) {
      const code = decodeUtf8(bytes, at, to);
      const letter = code < 0 ? 0 : foldedLetter(code);
      if (letter > 0) {
        letters++;
        if (end < MAX_FOLDED - 4) end = writeUtf8(letter, folded, end);
      } else if (letter < 0 && letters > 0) {
        if (end < MAX_FOLDED - 4) end = writeUtf8(-letter, folded, end);
      } else {
        if (letters >= MIN_LETTERS) this.#countFolded(end);
        end = letters = 0;
      }
    }
    if (letters >= MIN_LETTERS) this.#countFolded(end);
  }

  /** Counts the word in the first bytes of the buffer of folded letters. */
  #countFolded(length: number): void {
    this.#hashFolded(length);
    this.#countOne(wordHash[0], wordHash[1], this.#folded, 0, length, false);
  }

  /** What `#queueRuns` tells the same word by, if it is ASCII; else its hashes. */
  #hashFolded(length: number): void {
    let high = 0;
    for (let at = 0; at < length; at++) high |= this.#folded[at];
    if (high >= 0x80) hashWord(this.#foldedView, 0, length, 0);
    else asciiWord(this.#foldedView, 0, length);
  }

  #markStopWord(word: string): void {
    let end = 0;
    for (const character of word) {
      const code = character.codePointAt(0)!;
      const letter = Math.abs(foldedLetter(code)) || code;
      if (end < MAX_FOLDED - 4) end = writeUtf8(letter, this.#folded, end);
    }
    this.#hashFolded(end);
    this.#table.mark(wordHash[0], wordHash[1]);
  }
}

/** Eight bits, of the first byte to the last: an ASCII letter, or not ASCII. */
function lettersOfEight(first: number, second: number): number {
  const low = (first | 0x20202020) & 0x7f7f7f7f;
  const high = (((low + 0x1f1f1f1f) & ~(low + 0x05050505)) | first) & HIGH_BITS;
  const low2 = (second | 0x20202020) & 0x7f7f7f7f;
  const high2 = (((low2 + 0x1f1f1f1f) & ~(low2 + 0x05050505)) | second) & HIGH_BITS;
  return Math.imul((high >>> 7) | (high2 >>> 3), 0x01020408) >>> 24; // the product gathers every fourth bit
}

/** The letters of a run from its lowest bit and all its bits, which are two fewer than it has letters. */
function lettersOfRun(lowest: number, run: number): number {
  return Math.clz32(lowest) - Math.clz32(run) + MIN_LETTERS;
}

/** Where `hashWord` leaves its two hashes. */
const wordHash = new Int32Array(2);

/** What tells a word of ASCII letters from others: itself in lower case, or its hashes. */
function asciiWord(view: DataView, start: number, length: number): void {
  if (length > 8) return hashWord(view, start, length, 0x20202020);
  wordHash[0] = (view.getInt32(start, true) | 0x20202020) & MASKS[length << 1];
  wordHash[1] = (view.getInt32(start + 4, true) | 0x20202020) & MASKS[(length << 1) + 1];
}

/** Hashes a word after setting the bits of `lower` in each four bytes. */
function hashWord(view: DataView, from: number, length: number, lower: number): void {
  let a = seedA;
  let b = seedB;
  for (let at = 0; at < length; at += 4) {
    const left = length - at;
    const word = (view.getInt32(from + at, true) | lower) & (left >= 4 ? -1 : (1 << (left << 3)) - 1);
    a = Math.imul(a ^ word, 0x5bd1e995);
    a ^= a >>> 15;
    b = Math.imul(b ^ word, 0x1b873593);
    b = (b << 13) | (b >>> 19);
  }
  a ^= length;
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b);
  wordHash[0] = a ^ (a >>> 13) | 0x80;
  b = Math.imul(b ^ (b >>> 15), 0xc2b2ae35);
  wordHash[1] = b ^ (b >>> 16);
}
