import { SEVERITY_RANKS } from "./severity.ts";
import type { TimelineBucket, TimelineSummary } from "./summary.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Widths of buckets in milliseconds. Each is a multiple of the one before, so that narrow buckets add up to
 * wide ones; the last ones are for clocks that are far off.
 */
export const BUCKET_WIDTHS: readonly number[] = [
  ...[1, 5, 15].map((seconds) => seconds * SECOND),
  ...[1, 5, 15].map((minutes) => minutes * MINUTE),
  ...[1, 6].map((hours) => hours * HOUR),
  ...[1, 7, 28, 364, 3640, 36_400, 364_000, 3_640_000].map((days) => days * DAY),
];

/** Buckets are counted from a Monday, 1970-01-05, 00:00 UTC, so that weeks begin on one. */
const ORIGIN = 4 * DAY;

/** Start of the bucket that a time falls in. */
export function bucketStart(time: number, width: number): number {
  return Math.floor((time - ORIGIN) / width) * width + ORIGIN;
}

/** Share of the records at either end that may lie far off without making the buckets wide. */
const OUTLIERS = 0.005;

/**
 * The timeline in at most `buckets` buckets that hold something, as narrow as can be so that the bulk of the
 * records spans no more than `buckets` of them: a record from 1970 gets its bucket, and nothing else changes.
 * Buckets come sorted by time.
 */
export function coarsen(timeline: TimelineSummary, buckets: number): TimelineSummary {
  const fine = timeline.buckets;
  const [from, to] = bulk(timeline);
  let at = Math.max(0, BUCKET_WIDTHS.indexOf(timeline.width));
  for (; at < BUCKET_WIDTHS.length - 1; at++) {
    const width = BUCKET_WIDTHS[at];
    if ((bucketStart(to, width) - bucketStart(from, width)) / width >= buckets) continue;
    if (countBuckets(fine, width) <= buckets) break;
  }
  return atWidth(fine, BUCKET_WIDTHS[at]);
}

/**
 * First and last time of the buckets that most records are in: all but the outliers, and what lies next to them
 * (no farther off than they span).
 */
export function bulk(timeline: TimelineSummary): [number, number] {
  const { buckets, width } = timeline;
  if (buckets.length === 0) return [0, 0];
  const totals = buckets.map((bucket) => sum(bucket.severities));
  const spare = sum(totals) * OUTLIERS;
  let first = 0;
  for (let seen = totals[0]; seen <= spare && first < buckets.length - 1;) seen += totals[++first];
  let last = buckets.length - 1;
  for (let seen = totals[last]; seen <= spare && last > first;) seen += totals[--last];
  const reach = Math.max(buckets[last].time - buckets[first].time, width);
  const earliest = buckets[first].time - reach;
  const latest = buckets[last].time + reach;
  while (first > 0 && buckets[first - 1].time >= earliest) first--;
  while (last < buckets.length - 1 && buckets[last + 1].time <= latest) last++;
  return [buckets[first].time, buckets[last].time];
}

function countBuckets(fine: TimelineBucket[], width: number): number {
  let count = 0;
  let current = NaN;
  for (const { time } of fine) {
    const start = bucketStart(time, width);
    if (start !== current) count++;
    current = start;
  }
  return count;
}

function atWidth(fine: TimelineBucket[], width: number): TimelineSummary {
  const buckets: TimelineBucket[] = [];
  for (const { time, severities } of fine) {
    const start = bucketStart(time, width);
    let bucket = buckets.at(-1);
    if (bucket?.time !== start) {
      bucket = { time: start, severities: SEVERITY_RANKS.map(() => 0) };
      buckets.push(bucket);
    }
    for (let rank = 0; rank < severities.length; rank++) bucket.severities[rank] += severities[rank];
  }
  return { width, buckets };
}

function sum(numbers: number[]): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
