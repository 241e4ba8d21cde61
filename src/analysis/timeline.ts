import type { Batch } from "../record/batch.ts";
import { SEVERITY_RANKS, severityRank } from "../record/severity.ts";
import type { TimelineBucket, TimelineSummary } from "../record/summary.ts";
import { BUCKET_WIDTHS, bucketStart, coarsen } from "../record/time_buckets.ts";
import type { Analyzer } from "./analyzer.ts";

/** Buckets held; when one more is needed, all become as wide as the next width. */
const HELD = 4096;
/** Buckets of a snapshot. */
const SHOWN = 300;
/** The farthest a Date reaches from 1970, in milliseconds. */
const FARTHEST = 8.64e15;
const RANKS = SEVERITY_RANKS.length;

/**
 * Records by severity over their own time. Undated ones count at the time of the record before them in their
 * source, else of the first dated one of their batch, and over the time of receipt where none has a time. Only
 * buckets that hold something exist, so a clock that is far off costs one bucket. Memory: 4,096 buckets, 330 KB.
 */
export class Timeline implements Analyzer<TimelineSummary> {
  #level = 0;
  #size = 0;
  #starts = new Float64Array(64);
  #counts = new Float64Array(64 * RANKS);
  /** Open addressing: number of the bucket + 1. */
  #slots = new Int32Array(128);
  /** The bucket found last, from when to when. */
  #bucket = 0;
  #from = NaN;
  #to = NaN;
  /** Of each source: the time that its last dated record had. */
  #latest: number[] = [];

  add(batch: Batch): void {
    const { count, time, severity } = batch;
    let latest = this.#latest[batch.source] ?? firstTime(batch);
    let from = this.#from;
    let to = this.#to;
    let counts = this.#counts;
    let first = this.#bucket * RANKS;
    for (let row = 0; row < count; row++) {
      const own = time[row];
      if (Math.abs(own) <= FARTHEST) latest = own; // false for NaN: it has none
      const when = latest === latest ? latest : batch.received;
      if (!(when >= from && when < to)) {
        this.#find(when);
        from = this.#from;
        to = this.#to;
        counts = this.#counts;
        first = this.#bucket * RANKS;
      }
      counts[first + severityRank(severity[row])]++;
    }
    if (latest === latest) this.#latest[batch.source] = latest;
  }

  snapshot(): TimelineSummary {
    return coarsen({ width: BUCKET_WIDTHS[this.#level], buckets: this.#sorted() }, SHOWN);
  }

  merge(other: Timeline): void {
    while (this.#level < other.#level) this.#widen();
    for (const { time, severities } of other.#sorted()) {
      this.#find(time);
      severities.forEach((count, rank) => this.#counts[this.#bucket * RANKS + rank] += count);
    }
    this.#from = NaN;
  }

  reset(): void {
    this.#level = 0;
    this.#latest = [];
    this.#empty();
  }

  #empty(): void {
    this.#size = 0;
    this.#slots.fill(0);
    this.#counts.fill(0);
    this.#from = NaN;
  }

  /** Makes the bucket of a time the one found last. */
  #find(when: number): void {
    let width = BUCKET_WIDTHS[this.#level];
    let start = bucketStart(when, width);
    let slot = this.#slotOf(start);
    if (this.#slots[slot] === 0) {
      while (this.#size === HELD) {
        this.#widen();
        width = BUCKET_WIDTHS[this.#level];
        start = bucketStart(when, width);
      }
      slot = this.#slotOf(start);
      if (this.#slots[slot] === 0) slot = this.#addBucket(start, slot);
    }
    this.#bucket = this.#slots[slot] - 1;
    this.#from = start;
    this.#to = start + width;
  }

  #slotOf(start: number): number {
    const mask = this.#slots.length - 1;
    let slot = Math.imul((start / 1000) | 0, 0x9e3779b1) >>> 12 & mask;
    while (this.#slots[slot] !== 0 && this.#starts[this.#slots[slot] - 1] !== start) slot = (slot + 1) & mask;
    return slot;
  }

  /** Returns the slot of the new bucket. */
  #addBucket(start: number, slot: number): number {
    if (this.#size === this.#starts.length) {
      this.#resize(this.#size * 2);
      slot = this.#slotOf(start);
    }
    this.#starts[this.#size] = start;
    this.#slots[slot] = ++this.#size;
    return slot;
  }

  #resize(buckets: number): void {
    const starts = new Float64Array(buckets);
    starts.set(this.#starts);
    const counts = new Float64Array(buckets * RANKS);
    counts.set(this.#counts);
    this.#starts = starts;
    this.#counts = counts;
    this.#slots = new Int32Array(buckets * 2);
    for (let bucket = 0; bucket < this.#size; bucket++) {
      this.#slots[this.#slotOf(starts[bucket])] = bucket + 1;
    }
  }

  /** Goes to the next width. */
  #widen(): void {
    const buckets = this.#sorted();
    this.#empty();
    this.#level++;
    for (const { time, severities } of buckets) {
      this.#find(time);
      severities.forEach((count, rank) => this.#counts[this.#bucket * RANKS + rank] += count);
    }
  }

  #sorted(): TimelineBucket[] {
    const counts = this.#counts;
    const buckets: TimelineBucket[] = [];
    let latest = -Infinity;
    let inOrder = true;
    for (let bucket = 0; bucket < this.#size; bucket++) {
      const time = this.#starts[bucket];
      if (time < latest) inOrder = false;
      latest = time;
      const severities: number[] = [];
      for (let at = bucket * RANKS; at < (bucket + 1) * RANKS; at++) severities.push(counts[at]);
      buckets.push({ time, severities });
    }
    return inOrder ? buckets : buckets.sort((x, y) => x.time - y.time);
  }
}

/** The time of the first record of a batch that has one; NaN if none has. */
function firstTime({ count, time }: Batch): number {
  for (let row = 0; row < count; row++) if (Math.abs(time[row]) <= FARTHEST) return time[row];
  return NaN;
}
