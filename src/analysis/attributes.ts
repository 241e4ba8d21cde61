import type { Batch } from "../record/batch.ts";
import type { KeyTable } from "../record/key_table.ts";
import { type AttributeSummary, MOST_LISTED } from "../record/summary.ts";
import type { Analyzer } from "./analyzer.ts";
import type { FieldHashes } from "./field_hashes.ts";
import { GroupWeights } from "./group_weights.ts";
import { FieldQueue, ValueCounts } from "./value_counts.ts";
import * as valueCountsConstants from "./value_counts.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { EXACT_VALUES } = valueCountsConstants;

/** Keys that stay after a clean-up, and keys held before one. */
const KEPT_KEYS = 2000;
const HELD_KEYS = 2500;
/** Values of a snapshot. */
const TOP_VALUES = 50;
/** Bytes that the values of all keys may take; past it each key makes do with half as many values. */
const BUDGET = 12 << 20;
const FEWEST_VALUES = 16;
/** The budget is looked at after this many batches. */
const BUDGET_EVERY = 16;

const NONE = -1;

/** One attribute. */
class Key {
  /** Records that have it, since it came into the table. */
  count = 0;
  /** Number of the record that had it last: a key that a record repeats counts once. */
  record = -1;
  /** Chain of the fields of a batch that have it: the first and the last one. */
  first = NONE;
  last = NONE;
  /** `debt`: what had been subtracted from the counts of all keys when it came; `values`: empty. */
  constructor(readonly name: string, readonly debt: number, readonly values: ValueCounts) {}
}

/**
 * Counts the attributes: for each key its records, the number of distinct values and the commonest ones.
 * Fields that records share (resource, scope) count once for each record that refers to them. A record that has a
 * key more than once has the value that comes last.
 *
 * Memory: 2,500 keys, by the same rule as `CountTable` (a key that more than n / 2,001 of the n fields have is
 * never lost, and its count is short by no more than that); the values of all keys together in 12 MiB, or 16
 * values a key.
 */
export class Attributes implements Analyzer<AttributeSummary[]> {
  readonly #byName = new Map<string, Key>();
  /** The same by the key number of `#table`. */
  readonly #byNumber: (Key | undefined)[] = [];
  #table: KeyTable | null = null;
  #generation = -1;
  #subtracted = 0;
  #values = EXACT_VALUES / 2;
  #record = 0;
  #batches = 0;
  /** The fields of a batch by key: those keys, and the next field of a chain by field. */
  readonly #busy: Key[] = [];
  #next = new Int32Array(4096);
  readonly #queue = new FieldQueue();
  readonly #shared = new GroupWeights();
  readonly #hashes: FieldHashes;
  /** Emptied values of keys that went, for those to come: of keys without end most time would go into making them. */
  #spare: ValueCounts[] = [];

  /** `hashes` must have read each batch that is added. */
  constructor(hashes: FieldHashes) {
    this.#hashes = hashes;
  }

  /** Bytes that the values take. */
  get bytes(): number {
    let bytes = 0;
    for (const key of this.#byName.values()) bytes += key.values.bytes;
    return bytes;
  }

  add(batch: Batch): void {
    if (batch.keys !== this.#table || batch.keys.generation !== this.#generation) {
      this.#forgetNumbers(batch.keys);
    }
    const before = this.#record;
    this.#sortFields(batch);
    this.#countFields(batch);
    if (batch.groupFrom.length > 0) this.#addGroups(batch, before);
    if (++this.#batches % BUDGET_EVERY === 0) this.#keepBudget();
  }

  snapshot(): AttributeSummary[] {
    return [...this.#byName.values()].sort(byCountThenName).slice(0, MOST_LISTED).map((key) => ({
      key: key.name,
      count: key.count,
      // An estimate may be too high by some per cent.
      distinct: Math.min(key.values.distinct, key.count),
      exact: key.values.exact,
      values: key.values.top(TOP_VALUES),
    }));
  }

  merge(other: Attributes): void {
    this.#shrinkTo(other.#values);
    for (const theirs of other.#byName.values()) {
      const ours = this.#keyNamed(theirs.name);
      ours.count += theirs.count;
      ours.values.merge(theirs.values);
    }
    this.#keepBudget();
  }

  reset(): void {
    this.#byName.clear();
    this.#forgetNumbers(null);
    this.#subtracted = 0;
    this.#values = EXACT_VALUES / 2;
    this.#spare = [];
  }

  /** Makes a chain of the fields of each key, so that each table is used for a whole batch at once. */
  #sortFields(batch: Batch): void {
    const { count, fieldFrom, fieldTo, fieldKey } = batch;
    if (batch.fieldCount > this.#next.length) this.#next = new Int32Array(batch.fieldCount * 2);
    const next = this.#next;
    const byNumber = this.#byNumber;
    let record = this.#record;
    for (let row = 0; row < count; row++) {
      record++;
      for (let field = fieldFrom[row], to = fieldTo[row]; field < to; field++) {
        const key = byNumber[fieldKey[field]] ?? this.#newNumber(fieldKey[field], batch);
        if (key.record === record) {
          this.#replaceLast(key, field);
          continue;
        }
        key.record = record;
        if (key.last === NONE) {
          key.first = field;
          this.#busy.push(key);
        } else {
          next[key.last] = field;
        }
        next[field] = NONE;
        key.last = field;
      }
    }
    this.#record = record;
  }

  /** Counts the fields that were sorted, and takes the chains apart. */
  #countFields(batch: Batch): void {
    const { a, b } = this.#hashes;
    const next = this.#next;
    const queue = this.#queue;
    for (const key of this.#busy) {
      queue.clear();
      for (let field = key.first; field !== NONE; field = next[field]) queue.push(a[field], b[field], field);
      key.last = NONE;
      key.count += queue.length;
      key.values.addAll(queue, this.#hashes, batch);
    }
    this.#busy.length = 0;
  }

  /** Puts a field in the place of the one before it in the same record. */
  #replaceLast(key: Key, field: number): void {
    if (key.last === NONE) return; // it was counted before a clean-up
    const next = this.#next;
    if (key.first === key.last) key.first = field;
    else {
      let at = key.first;
      while (next[at] !== key.last) at = next[at];
      next[at] = field;
    }
    next[field] = NONE;
    key.last = field;
  }

  /** `before`: the number of the last record before the batch. */
  #addGroups(batch: Batch, before: number): void {
    this.#shared.count(batch, (key) => (this.#byNumber[key]?.record ?? 0) > before);
    const { weights } = this.#shared;
    for (let group = 0; group < batch.groupFrom.length; group++) {
      for (let at = batch.groupFrom[group]; at < batch.groupTo[group]; at++) {
        if (weights[at] === 0) continue;
        const key = this.#byNumber[batch.fieldKey[at]] ?? this.#newNumber(batch.fieldKey[at], batch);
        key.count += weights[at];
        key.values.add(this.#hashes, batch, at, weights[at]);
      }
    }
  }

  /** The key that a number of the table stands for, met for the first time in `batch`. */
  #newNumber(number: number, batch: Batch): Key {
    const name = this.#table!.names[number];
    // a clean-up may take keys whose fields still wait to be counted
    if (this.#byName.size >= HELD_KEYS && !this.#byName.has(name)) this.#countFields(batch);
    const key = this.#keyNamed(name);
    while (this.#byNumber.length <= number) this.#byNumber.push(undefined);
    this.#byNumber[number] = key;
    return key;
  }

  #keyNamed(name: string): Key {
    let key = this.#byName.get(name);
    if (key === undefined) {
      if (this.#byName.size >= HELD_KEYS) this.#dropRareKeys();
      key = new Key(name, this.#subtracted, this.#spare.pop() ?? new ValueCounts());
      key.values.shrink(this.#values);
      this.#byName.set(name, key);
    }
    return key;
  }

  /** What a key would count under Misra-Gries; its shown count is nearer to the truth. */
  #credit(key: Key): number {
    return key.count - (this.#subtracted - key.debt);
  }

  #dropRareKeys(): void {
    const credits = Float64Array.from(this.#byName.values(), (key) => this.#credit(key)).sort();
    this.#subtracted += Math.max(0, credits[credits.length - KEPT_KEYS - 1]);
    for (const key of this.#byName.values()) {
      if (this.#credit(key) > 0) continue;
      this.#byName.delete(key.name);
      key.values.reset();
      this.#spare.push(key.values);
    }
    this.#forgetNumbers(this.#table);
  }

  #forgetNumbers(table: KeyTable | null): void {
    this.#byNumber.length = 0;
    this.#table = table;
    this.#generation = table?.generation ?? -1;
  }

  #keepBudget(): void {
    while (this.#values > FEWEST_VALUES && this.bytes > BUDGET) this.#shrinkTo(this.#values / 2);
  }

  #shrinkTo(values: number): void {
    if (values >= this.#values) return;
    this.#values = values;
    for (const key of this.#byName.values()) key.values.shrink(values);
  }
}

function byCountThenName(x: Key, y: Key): number {
  return y.count - x.count || (x.name < y.name ? -1 : 1);
}
