import { type Batch, ESCAPED } from "../record/batch.ts";
import { hashBytes, hashed } from "../record/hash.ts";
import { SEVERITY_RANKS, severityRank } from "../record/severity.ts";
import type { NamedCount } from "../record/summary.ts";
import type { Analyzer } from "./analyzer.ts";
import { CountTable } from "./count_table.ts";
import { Scratch } from "./unescape_bytes.ts";

/** Names that stay after a clean-up, and names held before one. */
const KEPT = 1000;
const HELD = 2000;
/** Bytes of a name that are kept. */
const MAX_TEXT = 200;
/** Names of a snapshot. */
const TOP = 100;
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
  readonly #scratch = new Scratch();

  constructor(column: "service" | "host") {
    this.#column = column;
  }

  add(batch: Batch): void {
    const fields = batch[this.#column];
    const { count, severity } = batch;
    let last = -1;
    let a = 0;
    let b = 0;
    for (let row = 0; row < count; row++) {
      const field = fields[row];
      if (field < 0 || batch.fieldStart[field] === batch.fieldEnd[field]) continue;
      if (field !== last) { // records of one resource share the field
        a = this.#hash(batch, field);
        b = hashed[1];
        last = field;
      }
      const slot = this.#table.find(a, b);
      let entry;
      if (slot >= 0) {
        this.#table.addAt(slot, 1);
        entry = this.#table.entryAt(slot);
      } else {
        entry = this.#newEntry(a, b, 1);
        this.#setText(entry, batch, field);
      }
      this.#counts[entry * RANKS + severityRank(severity[row])]++;
    }
  }

  snapshot(): NamedCount[] {
    const totals = new Float64Array(this.#table.size);
    totals.forEach((_zero, entry) => {
      for (let rank = 0; rank < RANKS; rank++) totals[entry] += this.#counts[entry * RANKS + rank];
    });
    return this.#table.topBy(totals, TOP).map(({ entry, text, count }) => ({
      name: text,
      count,
      severities: [...this.#counts.subarray(entry * RANKS, (entry + 1) * RANKS)],
    }));
  }

  merge(other: NamedCounts): void {
    this.#table.error += other.#table.error;
    other.#table.forEach((a, b, count, theirs) => {
      const slot = this.#table.find(a, b);
      let ours;
      if (slot >= 0) {
        this.#table.addAt(slot, count);
        ours = this.#table.entryAt(slot);
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
    if (this.#table.full) {
      this.#table.prune((from, to) => counts.copyWithin(to * RANKS, from * RANKS, (from + 1) * RANKS));
    }
    const entry = this.#table.insert(this.#table.find(a, b), a, b, weight);
    if ((entry + 1) * RANKS > counts.length) {
      this.#counts = new Float64Array(counts.length * 2);
      this.#counts.set(counts);
    }
    this.#counts.fill(0, entry * RANKS, (entry + 1) * RANKS);
    return entry;
  }

  #hash(batch: Batch, field: number): number {
    const from = batch.fieldStart[field];
    const to = batch.fieldEnd[field];
    if (batch.fieldKind[field] !== ESCAPED) return hashBytes(batch.view, from, to);
    return hashBytes(this.#scratch.view, 0, this.#scratch.unescape(batch.bytes, from, to));
  }

  #setText(entry: number, batch: Batch, field: number): void {
    const from = batch.fieldStart[field];
    const to = batch.fieldEnd[field];
    if (batch.fieldKind[field] !== ESCAPED) return this.#table.setText(entry, batch.bytes, from, to);
    const length = this.#scratch.unescape(batch.bytes, from, to);
    this.#table.setText(entry, this.#scratch.bytes, 0, length);
  }
}
