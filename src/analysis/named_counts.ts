import type { Batch } from "../record/batch.ts";
import { severityRank } from "../record/severity.ts";
import * as severityConstants from "../record/severity.ts";
import { MOST_LISTED, type NamedCount } from "../record/summary.ts";
import type { Analyzer } from "./analyzer.ts";
import { CountTable } from "./count_table.ts";
import type { FieldHashes } from "./field_hashes.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { SEVERITY_RANKS } = severityConstants;

/** Names that stay after a clean-up, and names held before one. */
const KEPT = 1000;
const HELD = 2000;
/** Bytes of a name that are kept. */
const MAX_TEXT = 200;
const RANKS = SEVERITY_RANKS.length;

/**
 * Counts the services, or the hosts, that records name, by severity. A name that more than one in 1,001 of the
 * records has is never lost. Memory: 2,000 names, some 700 KB.
 */
export class NamedCounts implements Analyzer<NamedCount[]> {
  readonly #column: "service" | "host";
  readonly #table = new CountTable(KEPT, HELD, MAX_TEXT);
  /** Records by severity since the name came into the table, by its entry number. */
  #counts = new Float64Array(16 * RANKS);
  readonly #hashes: FieldHashes;

  /** `hashes` must have read each batch that is added. */
  constructor(column: "service" | "host", hashes: FieldHashes) {
    this.#column = column;
    this.#hashes = hashes;
  }

  add(batch: Batch): void {
    const fields = batch[this.#column];
    const { count, severity, fieldStart, fieldEnd } = batch;
    const { a: hashA, b: hashB } = this.#hashes;
    const table = this.#table;
    let counts = this.#counts;
    for (let row = 0; row < count; row++) {
      const field = fields[row];
      if (field < 0 || fieldStart[field] === fieldEnd[field]) continue;
      const a = hashA[field];
      const b = hashB[field];
      let entry = table.find(a, b);
      if (entry >= 0) {
        table.addAt(entry, 1);
      } else {
        entry = this.#newEntry(a, b, 1);
        this.#hashes.giveText(batch, field, table, entry);
        counts = this.#counts;
      }
      counts[entry * RANKS + severityRank(severity[row])]++;
    }
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
