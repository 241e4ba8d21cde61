import { normalTails } from "../statistics/tails.ts";
import { ERROR_ALARMS } from "./bounds.ts";
import { extentOfCounts } from "./extents.ts";
import { sumsOf, widthsFor, type Window } from "./windows.ts";

/** A rhythm: its largest ratio of variance to mean, the fewest buckets on either side of a step, the step's ratio, and its height in standard errors. */
const EVEN = 0.3;
const LEAST_EVEN = 10;
const STEP = 0.85;
const STEP_DISTANCE = 8;

/**
 * The window in which a rhythm is slower than elsewhere, as when one of several that beat together has stopped; null if the
 * series has no rhythm or keeps it.
 */
export function slowerRhythm(counts: ArrayLike<number>): Window | null {
  const n = counts.length;
  // Most of it must be even to be a rhythm.
  const sorted = new Float64Array(counts).sort();
  if (sorted[n >> 1] < 1.5 || sorted[n >> 1] - sorted[n >> 2] > 0.5 * sorted[n >> 1]) return null;
  const sums = sumsOf(counts);
  const squares = new Float64Array(n + 1);
  for (let i = 0; i < n; i++) squares[i + 1] = squares[i] + counts[i] * counts[i];
  let best: Window | null = null;
  const widths = widthsFor(n).filter((width) => width >= LEAST_EVEN);
  const tests = n * widthsFor(n).length;
  for (let from = LEAST_EVEN; from + LEAST_EVEN <= n; from++) {
    for (let i = 0; i <= widths.length; i++) {
      const width = i < widths.length ? widths[i] : n - from;
      const to = from + width;
      if (width < LEAST_EVEN || to > n || n - width < LEAST_EVEN) continue;
      const count = sums[to] - sums[from];
      const mean = count / width;
      const usual = (sums[n] - count) / (n - width);
      if (mean > STEP * usual || mean === 0) continue;
      // A rhythm that is slower where the log begins became faster.
      if (sums[from] / from < STEP * usual) continue;
      const inside = (squares[to] - squares[from]) / width - mean * mean;
      const outside = (squares[n] - squares[to] + squares[from]) / (n - width) - usual * usual;
      if (inside > EVEN * mean || outside > EVEN * usual) continue;
      const error = (inside + 0.1 * mean) / width + (outside + 0.1 * usual) / (n - width);
      const distance = (usual - mean) / Math.sqrt(error);
      const p = normalTails(distance) * tests;
      if (distance < STEP_DISTANCE || (best !== null && p >= best.p)) continue;
      best = { from, to, count, expected: usual * width, p: Math.max(p, 1e-300) };
    }
  }
  return best;
}

/** Pieces of the log that hold about as many each; the fewest pieces of a pace, the fewest records of a piece, and how many times the pace must rise. */
const PIECES = 40;
const LEAST_PIECES = 5;
const LEAST_IN_PIECE = 3;
const FASTER = 1.6;
/** The shortest interval of a job, milliseconds: what comes more often may depend on how many clients there are. */
const JOB_APART = 4 * 60_000;

/** The window in which something of a steady pace (a job) comes more often, as when two run it; null if there is none. */
export function fasterRhythm(counts: ArrayLike<number>, width: number): Window | null {
  const n = counts.length;
  const sums = sumsOf(counts);
  if (n < PIECES || sums[n] < PIECES * LEAST_IN_PIECE || n * width / sums[n] < JOB_APART / 2) return null;
  const edges = Array.from({ length: PIECES + 1 }, (_, piece) => Math.floor(piece * n / PIECES));
  const own = Array.from({ length: PIECES }, (_, piece) => {
    return (sums[edges[piece + 1]] - sums[edges[piece]]) * n / PIECES / (edges[piece + 1] - edges[piece]);
  });
  let best: Window | null = null;
  for (let from = LEAST_PIECES; from + LEAST_PIECES <= PIECES; from++) {
    for (const to of [PIECES, ...Array.from({ length: PIECES }, (_, to) => to)]) {
      if (to < from + LEAST_PIECES) continue;
      // The piece in which it changed belongs to neither.
      const inside = evenly(own.slice(from, to));
      const outside = evenly([...own.slice(0, from - 1), ...own.slice(to + 1)]);
      if (inside === null || outside === null || inside.mean < FASTER * outside.mean) continue;
      if (n * width / PIECES / outside.mean < JOB_APART) continue;
      const error = Math.sqrt(inside.variance / (to - from) + outside.variance / (PIECES - to + from));
      const p = normalTails((inside.mean - outside.mean) / error) * PIECES * PIECES;
      const distance = inside.mean - outside.mean > STEP_DISTANCE * error;
      if (!distance || (best !== null && to - from <= best.to - best.from)) continue;
      const count = sums[edges[to]] - sums[edges[from]];
      best = { from, to, count, expected: outside.mean * (to - from), p: Math.max(p, 1e-300) };
    }
  }
  if (best === null) return null;
  const { p, expected, from, to } = best;
  const usual = expected / (to - from) * PIECES / n;
  const extent = extentOfCounts(counts, null, usual, { from: edges[from], to: edges[to] });
  const count = sums[extent.to] - sums[extent.from];
  return { ...extent, count, expected: usual * (extent.to - extent.from), p };
}

/** Mean and variance of the pieces; null if they do not hold about as many each. */
function evenly(own: readonly number[]): { mean: number; variance: number } | null {
  const mean = own.reduce((sum, count) => sum + count, 0) / own.length;
  const variance = own.reduce((sum, count) => sum + (count - mean) ** 2, 0) / own.length + 0.1 * mean;
  return own.length === 0 || mean < LEAST_IN_PIECE || variance > EVEN * mean + 0.1 * mean
    ? null
    : { mean, variance };
}

/** The fewest equal intervals, by what share they may differ, and how many intervals a missed time leaves empty. */
const LEAST_INTERVALS = 4;
const UNLIKE = 0.05;
const MISSED = 1.8;
const MISSED_AT_END = 1.5;
/** The fewest buckets between two times, and the largest share of the interval that one may take. */
const LEAST_APART = 4;
const TAKES = 0.5;
/**
 * The longest silence, in intervals, that is told of something that comes several times a day: it may keep office hours. What was
 * there from the start of the log may be silent for longer, up to as long as it was there.
 */
const MOST_MISSED = 4;
/** What is no longer than that (milliseconds), and no more than such a share of the times it came, are no office's hours either. */
const SHORT = 4 * 3_600_000;
const HARDLY_ANY = 0.25;
const DAY = 86_400_000;
/** Saturday and Sunday, as `Date` has them. */
const FREE_DAYS = [6, 0];

export interface MissedTime {
  /** Buckets [from, to) without it. */
  from: number;
  to: number;
  every: number;
  times: number;
  p: number;
}

/**
 * The one time (or several in a row) that something of equal intervals, such as a job, failed to come; null if it has no such
 * interval or kept it. By chance k intervals are equal to within a share s with probability s^(k-1). What comes daily may
 * pause at weekends.
 */
export function missedTime(
  counts: ArrayLike<number>,
  { start, width }: { start: number; width: number },
  tests: number,
): MissedTime | null {
  const n = counts.length;
  const times = timesIn(counts);
  if (times.length <= LEAST_INTERVALS) return null;
  const intervals = times.slice(1).map(({ from }, at) => from - times[at].from);
  const every = intervals.toSorted((x, y) => x - y)[intervals.length >> 1];
  const unlike = Math.max(1, UNLIKE * every);
  if (every < LEAST_APART || times.some(({ from, to }) => to - from > TAKES * every)) return null;
  const away = intervals.map((interval) => Math.abs(interval - every));
  const odd = away.flatMap((by, at) => by > unlike ? [at] : []);
  const alike = intervals.length - odd.length;
  if (alike < LEAST_INTERVALS || odd.length > 1) return null;
  const apart = Math.max(...away.filter((by) => by <= unlike));
  const p = ((2 * apart + 1) / every) ** (alike - 1) * tests;
  if (p > ERROR_ALARMS) return null;
  const last = times.at(-1)!;
  const [at] = odd;
  const atEnd = odd.length === 0;
  // After the last time it came, until now or until it came again.
  const before = atEnd ? last : times[at];
  const until = atEnd ? n : times[at + 1].from;
  const missed = (until - before.from) / every;
  if (missed < (atEnd ? MISSED_AT_END : MISSED)) return null;
  if (!atEnd && Math.abs(missed - Math.round(missed)) * every > 2 * unlike) return null;
  const isDaily = every * width > DAY * 0.8;
  const sinceStart = times[0].from <= every + unlike && missed < times.length;
  const isShort = (until - before.from) * width <= SHORT && missed <= HARDLY_ANY * times.length;
  if (!isDaily && missed > MOST_MISSED && !isShort && !(atEnd && sinceStart)) return null;
  const isFree = (bucket: number) => FREE_DAYS.includes(new Date(start + bucket * width).getUTCDay());
  // It may rest on both days of a weekend, unless it came on one of them.
  if (isDaily && !times.some(({ from }) => isFree(from))) {
    let bucket = before.from + every;
    while (bucket < until && isFree(bucket)) bucket += every;
    if (bucket >= until) return null;
  }
  // What came again is missed from the time at which it was due.
  const from = atEnd ? before.to : Math.round(before.from + every);
  return { from, to: until, every, times: Math.max(1, Math.round(missed) - 1), p };
}

/** The runs of full buckets; short pauses belong to them. */
function timesIn(counts: ArrayLike<number>): { from: number; to: number }[] {
  const times: { from: number; to: number }[] = [];
  for (let at = 0; at < counts.length; at++) {
    if (counts[at] === 0) continue;
    const last = times.at(-1);
    if (last !== undefined && at - last.to < LEAST_APART - 1) last.to = at + 1;
    else times.push({ from: at, to: at + 1 });
  }
  return times;
}
