import { extentOfCounts } from "./extents.ts";
import { highestWindow, sumsOf, type Window } from "./windows.ts";

/** Blocks that a log is cut into, and the fewest of them that a level, and the rest, must take. */
export const BLOCKS = 40;
export const LEAST_BLOCKS = 6;
/** Events needed on one side of an edge to judge how steep it is, and the most blocks searched for them. */
const AT_EDGE = 20;
const MOST_AT_EDGE = 4;
/** Share of the way between two levels (in logarithms) that must be made at the edge: a daily rhythm is less steep. */
export const STEEP = 0.5;
/** Where events are many, how many standard deviations of the other steps the step at an edge must be. */
export const FARTHER = 4;
/** The least ratio of the blocks' variance to their mean. */
const CLUMPED = 1.75;
/** Below this gain nothing is significant: more than a hundred parts are tried, for one false alarm in a thousand logs. */
const LEAST_GAIN = CLUMPED * Math.log(1e5);
/** Events that may fail to come by chance. */
const HARDLY_ANY = 2;
/** Events assumed where there are none. */
const HALF = 0.5;

/** The counts and the exposure of blocks, as sums of the first n of them. */
interface Blocks {
  readonly counts: Float64Array;
  readonly exposure: Float64Array;
}

interface Level {
  from: number;
  to: number;
  inside: number;
  outside: number;
  gain: number;
}

/**
 * A part of the series, longer than a burst, in which events come at another rate of `exposure` (records that could have been
 * one; time without it): the most likely pair of levels (change points: E. S. Page, Biometrika 41, 1954; with two of them,
 * circular binary segmentation: A. Olshen and others, Biostatistics 5, 2004), judged by the likelihood ratio of two Poisson
 * rates, divided by the blocks' dispersion. It must begin and end at once and hold throughout, which a daily rhythm does not.
 * With `ratio` above one the part's rate is at least that many times the rest's, else at most; the higher side has `least` events.
 */
export function lastingLevel(
  counts: ArrayLike<number>,
  exposure: ArrayLike<number> | null,
  { ratio, least }: { ratio: number; least: number },
): Window | null {
  const n = counts.length;
  if (n < BLOCKS) return null;
  const edges = Array.from({ length: BLOCKS + 1 }, (_, block) => Math.floor(block * n / BLOCKS));
  const sums = sumsOf(counts);
  if (sums[n] < least) return null;
  const exposed = exposure === null ? null : sumsOf(exposure);
  const blocks: Blocks = {
    counts: Float64Array.from(edges, (at) => sums[at]),
    exposure: Float64Array.from(edges, (at) => exposed === null ? at : exposed[at]),
  };
  if (!isUneven(blocks)) return null;
  const { level, looked } = likeliest(blocks, ratio);
  if (level === null) return null;
  const count = between(blocks.counts, level.from, level.to);
  const higher = ratio > 1 ? count : sums[n] - count;
  if (higher < least || !holds(blocks, level)) return null;
  const extent = extentOfCounts(counts, exposure, Math.max(level.outside, HALF / blocks.exposure[BLOCKS]), {
    from: edges[level.from],
    to: edges[level.to],
  });
  const byBucket = { counts: sums, exposure: exposed ?? Float64Array.from(sums, (_, at) => at) };
  if (!beginsAtOnce(blocks, level, byBucket, extent)) return null;
  const p = looked * Math.exp(-level.gain / dispersionOf(blocks, level));
  const share = exposed === null ? extent.to - extent.from : exposed[extent.to] - exposed[extent.from];
  return { ...extent, count: sums[extent.to] - sums[extent.from], expected: level.outside * share, p };
}

/** Where far more happened than usual, in a burst or else for longer; null if neither is `sure`. */
export function risenWindow(
  counts: ArrayLike<number>,
  exposure: ArrayLike<number> | null,
  sure: (window: Window) => boolean,
  sought: { ratio: number; least: number; longest?: number },
): Window | null {
  const burst = highestWindow(counts, exposure, sought);
  if (burst !== null && sure(burst)) return burst;
  const lasting = lastingLevel(counts, exposure, sought);
  return lasting !== null && sure(lasting) ? lasting : null;
}

/** Whether two levels can be significant: they are never likelier than a rate of its own for each block. */
function isUneven({ counts, exposure }: Blocks): boolean {
  const rate = counts[BLOCKS] / exposure[BLOCKS];
  let gain = 0;
  for (let block = 0; block < BLOCKS; block++) {
    const count = counts[block + 1] - counts[block];
    const mean = rate * (exposure[block + 1] - exposure[block]);
    if (mean > 0) gain += count > 0 ? count * Math.log(count / mean) - count + mean : mean;
  }
  return gain > LEAST_GAIN;
}

/** The most likely part with a rate of its own, and how many parts were tried. */
function likeliest(blocks: Blocks, ratio: number): { level: Level | null; looked: number } {
  const { counts, exposure } = blocks;
  const all = counts[BLOCKS];
  const ofAll = exposure[BLOCKS];
  const alone = all * Math.log(all / ofAll);
  let level: Level | null = null;
  let looked = 0;
  // What a log begins with is what is usual.
  for (let from = LEAST_BLOCKS; from <= BLOCKS - LEAST_BLOCKS; from++) {
    for (let to = from + LEAST_BLOCKS; to <= BLOCKS; to++) {
      looked++;
      const within = exposure[to] - exposure[from];
      const besides = ofAll - within;
      if (within <= 0 || besides <= 0) continue;
      const count = counts[to] - counts[from];
      const inside = count / within;
      const outside = (all - count) / besides;
      if (ratio > 1 ? inside < ratio * outside : inside > ratio * outside) continue;
      const gain = timesLog(count, inside) + timesLog(all - count, outside) - alone;
      if (level === null || gain > level.gain) level = { from, to, inside, outside, gain };
    }
  }
  return { level, looked };
}

/** Whether both levels hold throughout. */
function holds(blocks: Blocks, { from, to, inside, outside }: Level): boolean {
  const hardlyAny = HALF / blocks.exposure[BLOCKS];
  const isMore = inside > outside;
  const middle = Math.sqrt((inside + hardlyAny) * (outside + hardlyAny));
  const isInside = (first: number, end: number) => rateIn(blocks, first, end) > middle === isMore;
  const half = (from + to) >> 1;
  const quarter = from >> 1;
  return isInside(from, half) && isInside(half, to) && !isInside(0, quarter) && !isInside(quarter, from) &&
    !(to < BLOCKS && isInside(to, BLOCKS));
}

/**
 * Whether the levels meet in one step. It is measured from a block's length before the very bucket to one behind it: a change in
 * the middle of a block would be half a step to either neighbour.
 */
function beginsAtOnce(
  blocks: Blocks,
  { inside, outside }: Level,
  byBucket: Blocks,
  extent: { from: number; to: number },
): boolean {
  const n = byBucket.counts.length - 1;
  const block = Math.max(1, Math.round(n / BLOCKS));
  const hardlyAny = HALF / blocks.exposure[BLOCKS];
  const way = Math.log(inside + hardlyAny) - Math.log(outside + hardlyAny);
  // Right before the end there is no telling whether it ended.
  const isAtEnd = (edge: number) => inside * between(byBucket.exposure, edge, n) < HARDLY_ANY;
  const edges = [extent.from, extent.to].filter((edge) => edge > 0 && !isAtEnd(edge));
  const usual = usualStep(blocks, edges.map((edge) => edge * BLOCKS / n));
  return edges.every((edge) => {
    for (let width = block;; width += block) {
      const [from, to] = [Math.max(0, edge - width), Math.min(n, edge + width)];
      const [before, after] = [between(byBucket.counts, from, edge), between(byBucket.counts, edge, to)];
      const isLast = width === MOST_AT_EDGE * block || to === n || from === 0;
      if (Math.max(before, after) < AT_EDGE && !isLast) continue;
      const step = Math.log(rateIn(byBucket, edge, to) / rateIn(byBucket, from, edge));
      if (width === block && Math.min(before, after) >= AT_EDGE && Math.abs(step) <= FARTHER * usual) {
        return false;
      }
      return (edge === extent.from ? step : -step) / way > STEEP;
    }
  });
}

/** The standard deviation of the steps from one block to the next, away from `edges` (given in blocks). */
function usualStep(blocks: Blocks, edges: readonly number[]): number {
  let [squares, steps] = [0, 0];
  for (let at = 1; at < BLOCKS; at++) {
    const [before, after] = [rateIn(blocks, at - 1, at), rateIn(blocks, at, at + 1)];
    if (before * after === 0 || edges.some((edge) => edge > at - 1 && edge < at + 1)) continue;
    squares += Math.log(after / before) ** 2;
    steps++;
  }
  return Math.sqrt(squares / Math.max(1, steps));
}

/** Ratio of variance to mean of the blocks, each against its level. */
function dispersionOf({ counts, exposure }: Blocks, { from, to, inside, outside }: Level): number {
  let squares = 0;
  let seen = 0;
  for (let block = 0; block < BLOCKS; block++) {
    const mean = (block >= from && block < to ? inside : outside) * (exposure[block + 1] - exposure[block]);
    if (mean <= 0) continue;
    squares += (counts[block + 1] - counts[block] - mean) ** 2 / mean;
    seen++;
  }
  return Math.max(CLUMPED, squares / Math.max(1, seen - 2));
}

function rateIn({ counts, exposure }: Blocks, from: number, to: number): number {
  const within = between(exposure, from, to);
  return within > 0 ? (between(counts, from, to) + HALF) / within : 0;
}

function between(sums: Float64Array, from: number, to: number): number {
  return sums[to] - sums[from];
}

/** x ln y, 0 where x is 0. */
function timesLog(x: number, y: number): number {
  return x > 0 ? x * Math.log(y) : 0;
}
