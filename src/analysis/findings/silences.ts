import { clumpedHead } from "../statistics/tails.ts";
import { byVolume, sumsOf, type Window } from "./windows.ts";

/** Full buckets, and records, that make a rhythm, and how many times the longest usual pause a silence must be. */
const LEAST_FULL = 12;
const LEAST_RECORDS = 20;
const SILENCE_TIMES = 2.5;
/** The same for records that keep no rhythm, and the fewest buckets of a silence. */
const SILENCE_TIMES_UNEVEN = 5;
const SILENCE_LEAST = 4;
/** Where every other bucket holds this many records, so few empty ones are a silence. */
const DENSE = 5;
const SILENCE_LEAST_DENSE = 2;
/** What began within this share of the log was there from the beginning. */
const BEGINNING = 0.15;
/** Share of the log in which programs still start, and may wait for what they are to do. */
export const STARTING = 0.05;
/** Ratio of variance to mean below which a series keeps its own time, whatever the other records do. */
const REGULAR = 0.5;

/** The share of a series that is taken for a burst. */
const BUSIEST = 0.1;
/** What is around a silence, in lengths of it. */
const AROUND = 2;

export interface Silence extends Window {
  /** Its longest other pause, in buckets. */
  usual: number;
}

/**
 * The longest run of empty buckets since the first full one, if it is far longer than any other and unlikely by chance; null if
 * there is none. A series more regular than chance is held to its rhythm; others may pause when `volume` (all records) is low.
 */
export function longestSilence(counts: ArrayLike<number>, volume?: ArrayLike<number>): Silence | null {
  const n = counts.length;
  let first = 0;
  while (first < n && counts[first] === 0) first++;
  let run = { from: 0, length: 0 };
  let usual = 0;
  let full = 0;
  let fullBefore = 0;
  let total = 0;
  let last = first;
  let lowest = Infinity;
  for (let i = first; i <= n; i++) {
    if (i < n && counts[i] === 0) continue;
    const length = i - last - 1;
    if (i > first && length > run.length) {
      usual = Math.max(usual, run.length);
      run = { from: last + 1, length };
      fullBefore = full;
    } else if (i > first) {
      usual = Math.max(usual, length);
    }
    last = i;
    if (i === n) break;
    full++;
    total += counts[i];
    // The silence may begin and end within the buckets at it.
    if (i !== first) lowest = Math.min(lowest, Math.max(counts[i], counts[i - 1], counts[i + 1] ?? 0));
  }
  if (full < LEAST_FULL || total < LEAST_RECORDS || run.length < SILENCE_LEAST_DENSE) return null;
  const active = n - first - run.length;
  // What was there for less time than it is silent had no rhythm to stop, unless the log begins with it.
  const ended = run.from + run.length === n && first < n * BEGINNING;
  if (active < run.length && (!ended || run.from - first < 0.25 * (n - first))) return null;
  // What has hardly begun has not stopped.
  if (fullBefore < LEAST_FULL && run.from - first < Math.max(run.length, STARTING * n)) return null;
  const mean = total / active;
  let squares = 0;
  for (let i = first; i < n; i++) {
    if (i < run.from || i >= run.from + run.length) squares += (counts[i] - mean) ** 2;
  }
  const dispersion = Math.max(0.25, squares / active / mean);
  const uneven = volume !== undefined && dispersion > REGULAR;
  const times = uneven ? SILENCE_TIMES_UNEVEN : SILENCE_TIMES;
  const least = usual === 0 && lowest >= DENSE ? SILENCE_LEAST_DENSE : times * usual + SILENCE_LEAST;
  if (run.length < least) return null;
  const to = run.from + run.length;
  const sums = sumsOf(counts);
  // By night little is to be expected of what is busy by day.
  let expected = Math.min(mean, rateAround(sums, first, run.from, to)) * run.length;
  if (uneven) {
    expected = Math.min(
      expected,
      byVolume(sums, sumsOf(volume), run.from, to),
      withoutBusiest(sums, active) * run.length,
    );
  }
  const p = (dispersion > 1 ? clumpedHead(0, expected, dispersion) : Math.exp(-expected / dispersion)) *
    active;
  return { from: run.from, to, count: 0, expected, p, usual };
}

/** Records a bucket right before and after a silence, since the first of them. */
function rateAround(sums: Float64Array, first: number, from: number, to: number): number {
  const reach = AROUND * (to - from);
  const begin = Math.max(first, from - reach);
  const end = Math.min(sums.length - 1, to + reach);
  return (sums[end] - sums[begin]) / Math.max(1, from - begin + end - to);
}

/** Records a bucket without the busiest tenth of the series: a burst is not what is usual. */
function withoutBusiest(sums: Float64Array, active: number): number {
  const n = sums.length - 1;
  const width = Math.floor(n * BUSIEST);
  let most = 0;
  for (let to = width; to <= n; to++) most = Math.max(most, sums[to] - sums[to - width]);
  return (sums[n] - most) / Math.max(1, active - width);
}
