import type { Batch } from "../record/batch.ts";
import type { Analyzer } from "./analyzer.ts";

export interface TotalsSummary {
  records: number;
  /** Epoch milliseconds of the earliest and latest own time; null while no record had one. */
  start: number | null;
  end: number | null;
}

/** How many records, from when to when. */
export class Totals implements Analyzer<TotalsSummary> {
  #records = 0;
  #start = Infinity;
  #end = -Infinity;

  add(batch: Batch): void {
    const { count, time } = batch;
    let start = this.#start;
    let end = this.#end;
    for (let row = 0; row < count; row++) { // comparisons with NaN (no time) are false
      if (time[row] < start) start = time[row];
      if (time[row] > end) end = time[row];
    }
    this.#records += count;
    this.#start = start;
    this.#end = end;
  }

  snapshot(): TotalsSummary {
    const dated = this.#end >= this.#start;
    return { records: this.#records, start: dated ? this.#start : null, end: dated ? this.#end : null };
  }

  merge(other: Totals): void {
    this.#records += other.#records;
    this.#start = Math.min(this.#start, other.#start);
    this.#end = Math.max(this.#end, other.#end);
  }

  reset(): void {
    this.#records = 0;
    this.#start = Infinity;
    this.#end = -Infinity;
  }
}
