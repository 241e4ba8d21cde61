import { type Batch, ESCAPED, NESTED, NULL } from "../record/batch.ts";
import { seedA, seedB } from "../record/hash.ts";
import type { WordsSummary } from "../record/summary.ts";
import type { Analyzer } from "./analyzer.ts";
import { CountTable } from "./count_table.ts";
import { decodedLength, decodeUtf8, foldedLetter } from "./letter_folding.ts";
import { STOP_WORDS } from "./stop_words.ts";
import { Scratch, writeUtf8 } from "./unescape_bytes.ts";

/** Words of a snapshot. */
const TOP = 200;
const MIN_LETTERS = 3;
/** Bytes kept of a word; longer ones are cut. */
const MAX_TEXT = 64;
/** Bytes of a word with letters outside ASCII that tell it from others; what follows is ignored. */
const MAX_FOLDED = 256;

const HIGH_BITS = 0x80808080 | 0;

/**
 * Counts the words of the bodies: runs of Unicode letters, lower case, three letters or more, without stop words.
 * A structured body counts as its JSON text.
 *
 * Memory: `memorySize` words stay after a clean-up and half as many more are held before one (but at least
 * 1,024), at most 64 bytes of text each; see `CountTable` for what the counts are worth.
 */
export class Words implements Analyzer<WordsSummary> {
  readonly #table: CountTable;
  readonly #memorySize: number;
  readonly #scratch = new Scratch();
  readonly #folded = new Uint8Array(MAX_FOLDED + 8);
  readonly #foldedView = new DataView(this.#folded.buffer);

  /** `stopWords` are added to the built-in ones. */
  constructor(options: { memorySize?: number; stopWords?: readonly string[] } = {}) {
    this.#memorySize = options.memorySize ?? 10_000;
    const held = this.#memorySize + Math.max(1024, this.#memorySize >> 1);
    this.#table = new CountTable(this.#memorySize, held, MAX_TEXT);
    for (const word of STOP_WORDS) this.#markStopWord(word);
    for (const word of options.stopWords ?? []) this.#markStopWord(word);
  }

  add(batch: Batch): void {
    for (let row = 0; row < batch.count; row++) {
      const from = batch.bodyFrom[row];
      const to = batch.bodyTo[row];
      const kind = batch.bodyKind[row];
      if (kind === ESCAPED || kind === NESTED) {
        const length = this.#scratch.unescape(batch.bytes, from, to);
        this.#scan(this.#scratch.view, this.#scratch.bytes, 0, length);
      } else if (kind !== NULL) {
        this.#scan(batch.view, batch.bytes, from, to);
      }
    }
  }

  snapshot(): WordsSummary {
    const top = this.#table.top(Math.min(TOP, this.#memorySize));
    return {
      top: top.map(({ text, count }) => ({ word: text, count })),
      tracked: Math.min(this.#table.size, this.#memorySize),
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
   * Finds the runs of letters four bytes at a time. In `candidates` the high bit of each byte says whether it is
   * an ASCII letter or not ASCII at all; the runs with such bytes are decoded.
   */
  #scan(view: DataView, bytes: Uint8Array, from: number, to: number): void {
    const table = this.#table;
    let at = from;
    while (at < to) {
      let candidates = candidatesIn(view.getInt32(at, true));
      if (candidates === 0) {
        at += 4;
        continue;
      }
      at += (31 - Math.clz32(candidates & -candidates)) >> 3;
      if (at >= to) return;
      const start = at;
      let a = seedA;
      let b = seedB;
      let high = 0;
      for (;;) {
        const four = view.getInt32(at, true);
        candidates = candidatesIn(four);
        if (at + 4 > to) candidates &= (1 << ((to - at) << 3)) - 1;
        if (candidates === HIGH_BITS) {
          const word = four | 0x20202020;
          high |= four;
          a = Math.imul(a ^ word, 0x5bd1e995);
          a ^= a >>> 15;
          b = Math.imul(b ^ word, 0x1b873593);
          b = (b << 13) | (b >>> 19);
          at += 4;
          continue;
        }
        const ends = ~candidates & HIGH_BITS;
        const bits = (31 - Math.clz32(ends & -ends)) & ~7;
        if (bits !== 0) {
          const mask = (1 << bits) - 1;
          const word = (four | 0x20202020) & mask;
          high |= four & mask;
          a = Math.imul(a ^ word, 0x5bd1e995);
          a ^= a >>> 15;
          b = Math.imul(b ^ word, 0x1b873593);
          b = (b << 13) | (b >>> 19);
          at += bits >> 3;
        }
        break;
      }
      if ((high & HIGH_BITS) !== 0) {
        this.#scanUnicode(bytes, start, at);
      } else if (at - start >= MIN_LETTERS) {
        a ^= at - start;
        a = Math.imul(a ^ (a >>> 16), 0x85ebca6b);
        a ^= a >>> 13;
        b = Math.imul(b ^ (b >>> 15), 0xc2b2ae35);
        b ^= b >>> 16;
        const slot = table.count(a, b);
        if (slot < 0) this.#insert(a, b, bytes, start, at);
      }
    }
  }

  #insert(a: number, b: number, bytes: Uint8Array, from: number, to: number): void {
    const entry = this.#table.insertPruned(a, b, 1);
    this.#table.setText(entry, bytes, from, to);
    this.#table.lowerText(entry);
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
    hashWord(this.#foldedView, length);
    const [a, b] = wordHash;
    if (this.#table.count(a, b) === 0) return;
    const entry = this.#table.insertPruned(a, b, 1);
    this.#table.setText(entry, this.#folded, 0, length);
  }

  #markStopWord(word: string): void {
    let end = 0;
    for (const character of word) {
      const code = character.codePointAt(0)!;
      const letter = Math.abs(foldedLetter(code)) || code;
      if (end < MAX_FOLDED - 4) end = writeUtf8(letter, this.#folded, end);
    }
    hashWord(this.#foldedView, end);
    this.#table.mark(wordHash[0], wordHash[1]);
  }
}

/** The high bit of each byte: an ASCII letter, or not ASCII. */
function candidatesIn(four: number): number {
  const low = (four | 0x20202020) & 0x7f7f7f7f;
  return (((low + 0x1f1f1f1f) & ~(low + 0x05050505)) | four) & HIGH_BITS;
}

/** Where `hashWord` leaves its two hashes. */
const wordHash = new Int32Array(2);

/** The hash that `#scan` makes of the same word in ASCII letters, of the first `length` bytes of lower-case text. */
function hashWord(view: DataView, length: number): void {
  let a = seedA;
  let b = seedB;
  for (let at = 0; at < length; at += 4) {
    const left = length - at;
    const word = view.getInt32(at, true) & (left >= 4 ? -1 : (1 << (left << 3)) - 1);
    a = Math.imul(a ^ word, 0x5bd1e995);
    a ^= a >>> 15;
    b = Math.imul(b ^ word, 0x1b873593);
    b = (b << 13) | (b >>> 19);
  }
  a ^= length;
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b);
  wordHash[0] = a ^ (a >>> 13);
  b = Math.imul(b ^ (b >>> 15), 0xc2b2ae35);
  wordHash[1] = b ^ (b >>> 16);
}
