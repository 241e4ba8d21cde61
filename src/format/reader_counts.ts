import type { Batch } from "../record/batch.ts";
import * as kinds from "../record/batch.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { LATE, PLAIN, TRUNCATED } = kinds;

/** What is counted of a source while it is read. */
export interface ReaderCounts {
  lines: number;
  bytes: number;
  records: number;
  plain: number;
  truncated: number;
  late: number;
  undated: number;
  /** Records by number of format. */
  formats: number[];
}

/** Counts from nothing. */
export function noCounts(): ReaderCounts {
  return { lines: 0, bytes: 0, records: 0, plain: 0, truncated: 0, late: 0, undated: 0, formats: [] };
}

/** Counts the records of a batch, and marks those that come later than one of a later time; answers the latest time. */
export function countRecords(counts: ReaderCounts, batch: Batch, latest: number): number {
  const { flags, time, format } = batch;
  counts.records += batch.count;
  for (let row = 0; row < batch.count; row++) {
    const at = time[row];
    if (at !== at) counts.undated++;
    else if (at < latest) {
      flags[row] |= LATE;
      counts.late++;
    } else latest = at;
    if (flags[row] & PLAIN) counts.plain++;
    if (flags[row] & TRUNCATED) counts.truncated++;
    while (counts.formats.length <= format[row]) counts.formats.push(0);
    counts.formats[format[row]]++;
  }
  return latest;
}
