import type { Batch } from "../record/batch.ts";
import type { ComparedAttribute } from "../record/comparison.ts";
import type { KeyTable } from "../record/key_table.ts";
import { CountTable } from "./count_table.ts";
import { FieldHashes } from "./field_hashes.ts";
import { FALSE_SHARE, isNotableRatio, NOTABLE_SHARE } from "./notable.ts";
import { benjaminiHochberg, noiseOf, rateStatistic, rateTest } from "./statistics/count_tests.ts";

/** Values that stay after a clean-up, values held before one, and bytes of one that are kept. */
const KEPT = 20_000;
const HELD = 40_000;
const MAX_TEXT = 200;
/** Keys that are followed, and records of either side that must have one. */
const MAX_KEYS = 2000;
const LEAST_RECORDS = 20;
/** Values told of one key, and different numbers from which on a key is a measurement. */
const TOLD = 3;
const MEASURED = 12;
const NUMBER = /^[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i;
/** Keys whose values are others in every run. */
const OF_RUN = /(?:^|[._-])(?:pid|tid|time|timestamp)$|id$/i;

interface Key {
  readonly name: string;
  /** Records of either side that have it. */
  readonly records: [before: number, after: number];
}

/**
 * Counts the values of attributes on two sides and says whose share of the records that have the attribute changed. Memory:
 * 40,000 values, some 10 MB; one that more than a 20,001st of all fields have is never lost (see `CountTable`).
 */
export class AttributeComparer {
  readonly #table = new CountTable(KEPT, HELD, MAX_TEXT);
  /** By entry: the number of its key, and the records of either side since it came. */
  readonly #keyOf = new Int32Array(HELD + 1);
  readonly #counts = new Float64Array(2 * (HELD + 1));
  readonly #keys: Key[] = [];
  readonly #byName = new Map<string, number>();
  /** By number of a key in `#names`: its number here, -1 if it is not followed; and the record that had it last. */
  #numbers: (number | undefined)[] = [];
  #last: number[] = [];
  #names: KeyTable | null = null;
  #generation = -1;
  #record = 0;
  readonly #hashes = new FieldHashes();

  /** `sides`: by row 0 for one before, 1 for one after; others are left out. */
  add(batch: Batch, sides: ArrayLike<number>): void {
    if (batch.keys !== this.#names || batch.keys.generation !== this.#generation) {
      this.#names = batch.keys;
      this.#generation = batch.keys.generation;
      this.#numbers = [];
      this.#last = [];
    }
    this.#hashes.read(batch);
    const { fieldFrom, fieldTo, groupFrom, groupTo, resource, scope } = batch;
    for (let row = 0; row < batch.count; row++) {
      const side = sides[row];
      if (side !== 0 && side !== 1) continue;
      this.#record++;
      // A record's own field goes before its scope's and its resource's, of several the last one.
      this.#addFields(batch, fieldFrom[row], fieldTo[row], side);
      for (const group of [scope[row], resource[row]]) {
        if (group >= 0) this.#addFields(batch, groupFrom[group], groupTo[group], side);
      }
    }
  }

  /** The values whose share changed, of each key the `TOLD` that changed most; the largest changes first. */
  changed(): ComparedAttribute[] {
    const values: { key: Key; entry: number; counts: [number, number] }[] = [];
    const distinct = new Map<Key, number>();
    this.#table.forEach((_a, _b, _count, entry) => {
      const key = this.#keys[this.#keyOf[entry]];
      distinct.set(key, (distinct.get(key) ?? 0) + 1);
      if (Math.min(...key.records) < LEAST_RECORDS || OF_RUN.test(key.name)) return;
      values.push({ key, entry, counts: [this.#counts[2 * entry], this.#counts[2 * entry + 1]] });
    });
    const scaleOf = ({ records: [before, after] }: Key) => after / before;
    const noise = noiseOf(
      values.filter(({ counts }) => Math.min(...counts) > 0).map(({ key, counts: [before, after] }) =>
        rateStatistic(before, after, scaleOf(key))
      ),
    );
    const qs = benjaminiHochberg(
      values.map(({ key, counts: [before, after] }) => rateTest(before, after, scaleOf(key), noise)),
    );
    const found: (ComparedAttribute & { change: number })[] = [];
    for (const [at, { key, entry, counts }] of values.entries()) {
      const [before, after] = counts.map((count, side) => count / key.records[side]);
      const ratio = after / before;
      if (qs[at] > FALSE_SHARE || Math.abs(after - before) < NOTABLE_SHARE) continue;
      if (!isNotableRatio(ratio)) continue;
      const value = this.#table.text(entry);
      if (NUMBER.test(value) && distinct.get(key)! > MEASURED) continue;
      found.push({
        key: key.name,
        value,
        before: counts[0],
        after: counts[1],
        recordsBefore: key.records[0],
        recordsAfter: key.records[1],
        q: qs[at],
        change: Math.abs(after - before),
      });
    }
    found.sort((x, y) => y.change - x.change || x.q - y.q || (x.key < y.key ? -1 : 1));
    const told = new Map<string, number>();
    return found.flatMap(({ change: _, ...attribute }) => {
      const before = told.get(attribute.key) ?? 0;
      told.set(attribute.key, before + 1);
      return before < TOLD ? [attribute] : [];
    });
  }

  #addFields(batch: Batch, from: number, to: number, side: number): void {
    const { fieldKey, fieldStart, fieldEnd } = batch;
    const { a, b } = this.#hashes;
    for (let field = to - 1; field >= from; field--) {
      const name = fieldKey[field];
      const number = this.#numbers[name] ?? this.#newNumber(name, batch);
      if (number < 0 || this.#last[name] === this.#record) continue;
      this.#last[name] = this.#record;
      this.#keys[number].records[side]++;
      if (fieldStart[field] === fieldEnd[field]) continue;
      const [ofKeyA, ofKeyB] = [Math.imul(number + 1, 0x9e3779b1), Math.imul(number + 1, 0x85ebca6b)];
      const entry = this.#entryOf(a[field] ^ ofKeyA, (b[field] + ofKeyB) | 0, number);
      if (!this.#table.hasText(entry)) this.#hashes.giveText(batch, field, this.#table, entry);
      this.#counts[2 * entry + side]++;
    }
  }

  #newNumber(name: number, { keys }: Batch): number {
    const text = keys.names[name];
    let number = this.#byName.get(text);
    if (number === undefined) {
      number = this.#keys.length < MAX_KEYS ? this.#keys.length : -1;
      if (number >= 0) {
        this.#keys.push({ name: text, records: [0, 0] });
        this.#byName.set(text, number);
      }
    }
    while (this.#numbers.length <= name) {
      this.#numbers.push(undefined);
      this.#last.push(0);
    }
    return this.#numbers[name] = number;
  }

  #entryOf(a: number, b: number, key: number): number {
    const table = this.#table;
    let entry = table.find(a, b);
    if (entry >= 0) {
      table.addAt(entry, 1);
      return entry;
    }
    entry = table.insertPruned(entry, a, b, 1, (from, to) => {
      this.#keyOf[to] = this.#keyOf[from];
      this.#counts.copyWithin(2 * to, 2 * from, 2 * from + 2);
    });
    this.#keyOf[entry] = key;
    this.#counts.fill(0, 2 * entry, 2 * entry + 2);
    return entry;
  }
}
