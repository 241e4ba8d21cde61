import type { Batch } from "../record/batch.ts";
import { jitterOf } from "./samples_view.ts";

/** Samples of a column at the most at first: of warnings and errors as many as of the rest. So many of them at once. */
const A_COLUMN = 24;
const AT_ONCE = 1;
const BAD_AT_ONCE = 4;
const FEWEST = 8;
/** The first sample of a column is taken when there could have been so many: it may hold fewer records than the last one. */
const LATE = 3;
/** Sources are counted apart in so many groups: the first one that is read must not leave nothing to the others. */
const GROUPS = 16;
/** Milliseconds of a column for each of its samples, at the least. */
const APART = 5000;
/** Samples of a column that is too short for several of them. */
const OF_SHORT = 6;

/** Records are sampled apart by the group of their source, and warnings and errors apart from others, in so many classes. */
export const CLASSES = GROUPS * 2;

/** The class of a record; those of warnings and errors are odd. */
export function classOf(source: number, bad: number): number {
  return Math.max(0, source) % GROUPS * 2 + bad;
}

/** The counter of a record in a column. */
export function counterOf(column: number, source: number, bad: number): number {
  return column * CLASSES + classOf(source, bad);
}

/**
 * When a record of a column of time is to be looked at, and of how many records those are some. Memory: two numbers for each
 * column and class.
 */
export class SampleSchedule {
  /** Times from which on the next record is looked at, of warnings and errors and of others. */
  due = Infinity;
  dueOfBad = Infinity;
  column = 0;
  #start = NaN;
  #width = NaN;
  /** By class: samples of a column at the most. */
  readonly #limits = new Uint8Array(CLASSES).fill(A_COLUMN);
  /** By group: records of its last column, if many of them were looked at; else 0. */
  readonly #dense = new Float64Array(GROUPS);
  /** Records that are passed over before the next one is looked at, those of them that are left of its run, and the time from which on none is. */
  #passed = 0;
  #rest = 0;
  #late = Infinity;
  /** The class of the records of the source that is read that are neither warnings nor errors. */
  #class = 0;
  /** By column and class: samples, and the records of which these are some. */
  readonly #used: Uint16Array;
  readonly #records: Uint32Array;
  /** The source that is read, and by source: its records and the line of its last one. */
  #reading = -1;
  readonly #ofSource = new Map<number, number>();
  readonly #lastLine = new Map<number, number>();

  /** `columns`: columns that there may be. */
  constructor(columns: number) {
    this.#used = new Uint16Array(columns * CLASSES);
    this.#records = new Uint32Array(columns * CLASSES);
  }

  /** To be called before the records of a batch. */
  begin(batch: Batch): void {
    if (batch.count > 0) this.#lastLine.set(batch.source, batch.line[batch.count - 1]);
    this.#reading = batch.source;
    const own = classOf(batch.source, 0);
    if (own === this.#class) return;
    this.#class = own;
    this.#rest = 0;
    this.enter(this.column, this.#start, this.#width);
  }

  /** What follows is in this column, which begins at `start` and is `width` milliseconds wide. */
  enter(column: number, start: number, width: number): void {
    const last = this.#records[this.column * CLASSES + this.#class];
    if (column !== this.column) this.#dense[this.#class >> 1] = last >= FEWEST ? last : 0;
    this.column = column;
    this.#start = start;
    this.#width = width;
    if (start !== start) return;
    const counter = column * CLASSES + this.#class;
    this.#wait(this.#used[counter]);
    this.dueOfBad = this.#dueAfter(this.#used[counter + 1], BAD_AT_ONCE, 1);
  }

  /** Whether a record that is due, and neither a warning nor an error, is to be looked at. */
  isItsTurn(time: number): boolean {
    return --this.#passed < 0 || time >= this.#late;
  }

  /** Counts records of the source that is read, in the column that was entered last; `bad` of them are warnings and errors. */
  count(records: number, bad: number): void {
    const counter = this.column * CLASSES + this.#class;
    this.#records[counter] += records - bad;
    this.#records[counter + 1] += bad;
    this.#ofSource.set(this.#reading, (this.#ofSource.get(this.#reading) ?? 0) + records);
  }

  /** A record that is due is looked at: the how manieth of its column and class it is, from 1. */
  take(bad: boolean): number {
    const ordinal = ++this.#used[this.column * CLASSES + this.#class + (bad ? 1 : 0)];
    if (bad) this.dueOfBad = this.#dueAfter(ordinal, BAD_AT_ONCE, 1);
    else this.#wait(ordinal);
    return ordinal;
  }

  /** Counters, see `counterOf`. */
  get counters(): number {
    return this.#records.length;
  }

  /** Records of a counter. */
  recordsIn(counter: number): number {
    return this.#records[counter];
  }

  /** Records of each class. */
  recordsByClass(): Float64Array {
    const counted = new Float64Array(CLASSES);
    for (let counter = 0; counter < this.#records.length; counter++) {
      counted[counter % CLASSES] += this.#records[counter];
    }
    return counted;
  }

  /** Records of a source, and the line of its last one. */
  recordsOf(source: number): number {
    return this.#ofSource.get(source) ?? 0;
  }

  lastLineOf(source: number): number {
    return this.#lastLine.get(source) ?? 0;
  }

  /** Every other sample of a class has gone; of each column half as many are taken from now on. */
  halve(ofClass: number): void {
    this.#limits[ofClass] = Math.max(1, this.#limits[ofClass] >> 1);
    for (let counter = ofClass; counter < this.#used.length; counter += CLASSES) {
      this.#used[counter] = this.#used[counter] + 1 >> 1;
    }
  }

  /** Column c has become `now[c]`, none of them one behind it. */
  joinColumns(now: Int32Array, used: number): void {
    const counts = this.#used;
    const records = this.#records;
    for (let column = 0; column < used; column++) {
      const from = column * CLASSES;
      const into = now[column] * CLASSES;
      if (into === from) continue;
      for (let i = 0; i < CLASSES; i++) {
        counts[into + i] = Math.min(0xffff, counts[into + i] + counts[from + i]);
        records[into + i] += records[from + i];
        counts[from + i] = records[from + i] = 0;
      }
    }
  }

  reset(): void {
    this.#limits.fill(A_COLUMN);
    this.#dense.fill(0);
    this.#used.fill(0);
    this.#records.fill(0);
    this.#class = 0;
    this.#lastLine.clear();
    this.#ofSource.clear();
    this.#start = NaN;
    this.due = this.dueOfBad = Infinity;
  }

  /**
   * Waits for the next sample that is neither a warning nor an error; `used`: those that the column has. Where there are many it is any of
   * each run of so many records: of what comes many at once the first one behind a time would be one in ever so many.
   */
  #wait(used: number): void {
    const step = this.#stepOf(0);
    const run = Math.ceil(this.#dense[this.#class >> 1] * step / this.#width);
    this.due = this.#dueAfter(used, AT_ONCE, 0);
    if (run <= 1) {
      this.#passed = this.#rest = 0;
      return;
    }
    if (this.due !== Infinity) this.due = this.#start;
    this.#late = used === 0 ? this.#start + LATE * step : Infinity;
    const at = Math.floor(jitterOf(~this.column, used) * run);
    this.#passed = this.#rest + at;
    this.#rest = run - 1 - at;
  }

  #dueAfter(used: number, atOnce: number, kind: number): number {
    if (used >= this.#limits[this.#class + kind]) return Infinity;
    // What comes at its own times, each minute at the same second, must not be looked at always or never.
    const from = used === 0 ? this.#dense[this.#class >> 1] > 0 ? 0 : -1 : used - atOnce;
    return this.#start + (from < 0 ? 0 : (from + jitterOf(this.column, used)) * this.#stepOf(kind));
  }

  /** Milliseconds of a column for each of its samples. */
  #stepOf(kind: number): number {
    const limit = this.#limits[this.#class + kind];
    return Math.max(Math.min(APART, this.#width / OF_SHORT), this.#width / limit);
  }
}
