import type { Batch } from "../record/batch.ts";
import * as kinds from "../record/batch.ts";
import { hashBytes, hashed } from "../record/hash.ts";
import type { ValueCount } from "../record/summary.ts";
import { CountTable } from "./count_table.ts";
import { DistinctCount } from "./distinct_count.ts";
import type { FieldHashes } from "./field_hashes.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { BATCH_RECORDS } = kinds;

/** Values of a key up to which all is exact. */
export const EXACT_VALUES = 2048;
/** Bytes of a value's text that are kept. */
const MAX_TEXT = 200;

/** Fields of one key that wait to be counted, at most one of each record of a batch. */
export class FieldQueue {
  /** Of each field: the hashes of its value (two places), its index, and an unused place. */
  readonly pairs = new Int32Array(BATCH_RECORDS * 4);
  /** For `CountTable.addCommon`. */
  readonly missed = new Int32Array(BATCH_RECORDS * 2);
  length = 0;

  push(a: number, b: number, field: number): void {
    const at = this.length++ << 2;
    this.pairs[at] = a;
    this.pairs[at + 1] = b;
    this.pairs[at + 2] = field;
  }

  clear(): void {
    this.length = 0;
  }
}

/**
 * The values of one attribute: exact up to 2,048 distinct ones. Past that the number of distinct ones is
 * estimated, and the values are counted within the bound of `CountTable`. A value seen for the first time then
 * gets a counter without text; only a second sight is worth the text (a counter of 1 goes with the next
 * clean-up anyway), which is what keeps ids and the like cheap.
 */
export class ValueCounts {
  readonly #table: CountTable;
  #sketch: DistinctCount | null = null;

  /** All is exact up to `exact` values; `maxText`: bytes kept of a value's text, which then ends in `…`. */
  constructor(exact = EXACT_VALUES, maxText = MAX_TEXT) {
    this.#table = new CountTable(exact / 2, exact, maxText, true);
  }

  get bytes(): number {
    return this.#table.bytes + (this.#sketch === null ? 0 : DistinctCount.bytes);
  }

  get exact(): boolean {
    return this.#sketch === null;
  }

  get distinct(): number {
    return this.#sketch?.estimate() ?? this.#table.size;
  }

  /** Counts the values of the fields in a queue. */
  addAll(queue: FieldQueue, hashes: FieldHashes, batch: Batch): void {
    const { pairs, missed } = queue;
    const table = this.#table;
    const misses = table.addCommon(pairs, queue.length, missed);
    if (misses === 0) return;
    if (this.#sketch !== null) {
      table.addRare(pairs, missed, misses, this.#sketch, (at, entry) => {
        hashes.giveText(batch, pairs[at + 2], table, entry);
      });
      return;
    }
    for (let i = 0; i < misses; i++) {
      const at = missed[i << 1] << 2;
      const entry = table.findAgain(missed[(i << 1) + 1], pairs[at], pairs[at + 1]);
      this.#addAt(entry, hashes, batch, pairs[at + 2], 1);
    }
  }

  /** Counts the value of a field. */
  add(hashes: FieldHashes, batch: Batch, field: number, weight: number): void {
    this.#addAt(this.#table.find(hashes.a[field], hashes.b[field]), hashes, batch, field, weight);
  }

  /** Counts the value in [from, to), whose text is kept at once; a few bytes behind it may be read. */
  addText(bytes: Uint8Array, view: DataView, from: number, to: number, weight: number): void {
    const a = hashBytes(view, from, to);
    const b = hashed[1];
    const entry = this.#table.find(a, b);
    if (entry >= 0) this.#table.addAt(entry, weight);
    else this.#table.setText(this.#insert(entry, a, b, weight), bytes, from, to);
  }

  #addAt(entry: number, hashes: FieldHashes, batch: Batch, field: number, weight: number): void {
    const table = this.#table;
    if (entry >= 0) {
      table.addAt(entry, weight);
      if (!table.hasText(entry)) hashes.giveText(batch, field, table, entry);
      return;
    }
    entry = this.#insert(entry, hashes.a[field], hashes.b[field], weight);
    if (this.#sketch === null || weight > 1) hashes.giveText(batch, field, table, entry);
  }

  /** Counts a value for the first time, in the free place that `find` gave. Returns its entry number. */
  #insert(free: number, a: number, b: number, weight: number): number {
    if (this.#table.full && this.#sketch === null) this.#approximate();
    this.#sketch?.add(a, b);
    return this.#table.insertPruned(free, a, b, weight);
  }

  /** Makes do with `keep` values; what is above that becomes approximate. */
  shrink(keep: number): void {
    const table = this.#table;
    if (keep >= table.keep) return;
    table.keep = keep;
    table.limit = keep * 2;
    if (table.size <= table.limit) return;
    if (this.#sketch === null) this.#approximate();
    table.prune();
  }

  /** Forgets all values; what it was shrunk to holds. */
  reset(): void {
    this.#sketch = null;
    this.#table.reset();
  }

  merge(other: ValueCounts): void {
    if (this.#sketch === null && (other.#sketch !== null || !this.#table.hasRoomFor(other.#table))) {
      this.#approximate();
    }
    if (other.#sketch !== null) this.#sketch!.merge(other.#sketch);
    else other.#table.forEach((a, b) => this.#sketch?.add(a, b));
    this.#table.merge(other.#table);
  }

  top(limit: number): ValueCount[] {
    return this.#table.top(limit).map(({ text, count }) => ({ value: text, count }));
  }

  #approximate(): void {
    const sketch = new DistinctCount();
    this.#table.forEach((a, b) => sketch.add(a, b));
    this.#sketch = sketch;
  }
}
