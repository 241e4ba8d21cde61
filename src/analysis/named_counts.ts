import type { Batch } from "../record/batch.ts";
import * as kinds from "../record/batch.ts";
import { severityRank } from "../record/severity.ts";
import * as severityConstants from "../record/severity.ts";
import { MOST_LISTED, type NamedCount } from "../record/summary.ts";
import type { Analyzer } from "./analyzer.ts";
import { CountTable } from "./count_table.ts";
import type { FieldHashes } from "./field_hashes.ts";
import * as nameNumbers from "./name_numbers.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { BATCH_RECORDS } = kinds;
const { NUMBERS, OTHERS } = nameNumbers;
const { SEVERITY_RANKS } = severityConstants;

/** Names that stay after a clean-up, and names held before one. */
const KEPT = 1000;
const HELD = 2000;
/** Bytes of a name that are kept. */
const MAX_TEXT = 200;
const RANKS = SEVERITY_RANKS.length;
/** A rank in the lowest bits of a number. */
const RANK_BITS = 3;
const RANK_MASK = (1 << RANK_BITS) - 1;

/**
 * Counts the services, or the hosts, that records name, by severity. A name that more than one in 1,001 of the
 * records has is never lost. Memory: 2,000 names, some 800 KB.
 */
export class NamedCounts implements Analyzer<NamedCount[]> {
  readonly #column: "service" | "host";
  readonly #table = new CountTable(KEPT, HELD, MAX_TEXT);
  /** Records by severity since the name came into the table, by its entry number. */
  #counts = new Float64Array(16 * RANKS);
  readonly #hashes: FieldHashes;
  readonly names = new nameNumbers.NameNumbers();
  /** The number that `names` has for the name of each row of the last batch. */
  readonly numbers = new Int16Array(BATCH_RECORDS);
  /** By number and severity: records of the batch being added; which of these are not 0, and the row of the first one. */
  readonly #tally = new Int32Array(NUMBERS << RANK_BITS);
  readonly #tallied = new Int32Array(BATCH_RECORDS);
  readonly #firstRow = new Int32Array(BATCH_RECORDS);

  /** `hashes` must have read each batch that is added. */
  constructor(column: "service" | "host", hashes: FieldHashes) {
    this.#column = column;
    this.#hashes = hashes;
  }

  add(batch: Batch): void {
    const fields = batch[this.#column];
    const { count, severity } = batch;
    const { numbers } = this;
    const tally = this.#tally;
    const tallied = this.#tallied;
    this.names.ofRows(batch, fields, this.#hashes.a, this.#hashes.b, numbers);
    let used = 0;
    for (let row = 0; row < count; row++) {
      const number = numbers[row];
      if (number <= OTHERS) {
        if (number === OTHERS) this.#count(batch, fields[row], severityRank(severity[row]), 1);
        continue;
      }
      const at = number << RANK_BITS | severityRank(severity[row]);
      if (tally[at]++ === 0) {
        this.#firstRow[used] = row;
        tallied[used++] = at;
      }
    }
    for (let i = 0; i < used; i++) {
      const at = tallied[i];
      this.#count(batch, fields[this.#firstRow[i]], at & RANK_MASK, tally[at]);
      tally[at] = 0;
    }
  }

  #count(batch: Batch, field: number, rank: number, weight: number): void {
    const a = this.#hashes.a[field];
    const b = this.#hashes.b[field];
    const table = this.#table;
    let entry = table.find(a, b);
    if (entry >= 0) {
      table.addAt(entry, weight);
    } else {
      entry = this.#newEntry(a, b, weight);
      this.#hashes.giveText(batch, field, table, entry);
    }
    this.#counts[entry * RANKS + rank] += weight;
  }

  snapshot(): NamedCount[] {
    const totals = new Float64Array(this.#table.size + 1); // entry numbers start at 1
    totals.forEach((_zero, entry) => {
      for (let rank = 0; rank < RANKS; rank++) totals[entry] += this.#counts[entry * RANKS + rank];
    });
    return this.#table.topBy(totals, MOST_LISTED).map(({ entry, text, count }) => ({
      name: text,
      count,
      severities: [...this.#counts.subarray(entry * RANKS, (entry + 1) * RANKS)],
    }));
  }

  merge(other: NamedCounts): void {
    this.#table.error += other.#table.error;
    other.#table.forEach((a, b, count, theirs) => {
      let ours = this.#table.find(a, b);
      if (ours >= 0) {
        this.#table.addAt(ours, count);
      } else {
        ours = this.#newEntry(a, b, count);
        this.#table.copyText(ours, other.#table, theirs);
      }
      for (let rank = 0; rank < RANKS; rank++) {
        this.#counts[ours * RANKS + rank] += other.#counts[theirs * RANKS + rank];
      }
    });
  }

  reset(): void {
    this.#table.reset();
  }

  #newEntry(a: number, b: number, weight: number): number {
    const counts = this.#counts;
    const entry = this.#table.insertPruned(this.#table.find(a, b), a, b, weight, (from, to) => {
      counts.copyWithin(to * RANKS, from * RANKS, (from + 1) * RANKS);
    });
    if ((entry + 1) * RANKS > counts.length) {
      this.#counts = new Float64Array(counts.length * 2);
      this.#counts.set(counts);
    }
    this.#counts.fill(0, entry * RANKS, (entry + 1) * RANKS);
    return entry;
  }
}
