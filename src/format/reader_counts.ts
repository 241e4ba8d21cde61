import type { Batch } from "../record/batch.ts";
import * as kinds from "../record/batch.ts";
import { RepeatedHours } from "./time/repeated_hours.ts";

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

/** A step ahead of more than a day, in milliseconds, is a clock that is off until the next record is there too. */
const FAR = 86_400_000;

/** Milliseconds that a time stands for, by the digits of its second's fraction. */
const MEANT = Float64Array.of(1000, 100, 10, 1, 1, 1, 1, 1, 1, 1);

/** The times of a source's records so far, as far as those that come late must be known by them. */
export class TimeOrder {
  /** The latest time, in epoch milliseconds, and that of a record far ahead of all before it, NaN if the last was none. */
  readonly #times = new Float64Array([-Infinity, NaN]);
  readonly #repeated: RepeatedHours;
  /** Whether what is read is `REPEATED`; null where the records before tell. */
  isRepeated: boolean | null = null;

  /** `offsetAt`: see `ReadContext`. */
  constructor(offsetAt: (wall: number) => number = () => 0) {
    this.#repeated = new RepeatedHours(offsetAt);
  }

  /** What is read follows records of which the latest was of this time. */
  follow(time: number): void {
    this.#times[0] = time;
  }

  /** Sets right the times of a batch that a clock showed twice. */
  settle(batch: Batch): void {
    this.#repeated.apply(batch, this.#times[0], this.isRepeated);
  }

  /**
   * Takes the next record's time, written with so many digits of its second's fraction; true if one of a later time was there
   * before. A whole second is any of its milliseconds: it is not late for having none.
   */
  isLate(time: number, digits: number): boolean {
    const times = this.#times;
    const latest = times[0];
    if (time < latest) return time + MEANT[digits] <= latest;
    const isFar = time - latest > FAR && latest !== -Infinity && !(time >= times[1] - FAR);
    times[1] = isFar ? time : NaN;
    if (!isFar) times[0] = time;
    return false;
  }
}

/** Counts the records of a batch, and marks those that come later than one of a later time. */
export function countRecords(counts: ReaderCounts, batch: Batch, order: TimeOrder): void {
  order.settle(batch);
  const { count, flags, time, fraction, format } = batch;
  const { formats } = counts;
  let undated = 0, late = 0, plain = 0, truncated = 0;
  for (let row = 0; row < count; row++) {
    const at = time[row];
    const isUndated = at !== at;
    // Where all rows go the same way the engine has nothing to compile again when the first late one comes.
    const flag = flags[row] | (!isUndated && order.isLate(at, fraction[row]) ? LATE : 0);
    flags[row] = flag;
    undated += +isUndated;
    late += flag & LATE;
    plain += flag & PLAIN;
    truncated += flag & TRUNCATED;
    while (formats.length <= format[row]) formats.push(0);
    formats[format[row]]++;
  }
  counts.records += count;
  counts.undated += undated;
  counts.late += late / LATE;
  counts.plain += plain / PLAIN;
  counts.truncated += truncated / TRUNCATED;
}
