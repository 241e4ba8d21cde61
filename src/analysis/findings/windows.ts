import { median } from "../statistics/order.ts";
import { clumpedHead, clumpedTail } from "../statistics/tails.ts";
import { extentOfCounts } from "./extents.ts";

/** A run of buckets [from, to) that stands out. */
export interface Window {
  from: number;
  to: number;
  /** Events in it, and those that its history predicts. */
  count: number;
  expected: number;
  /** Probability of such a window anywhere in the series by chance: corrected for all windows tried. */
  p: number;
}

/** The largest share of the whole that a window may take, and other windows of its width needed to know what is usual. */
const LARGEST_SHARE = 0.3;
const LEAST_BLOCKS = 4;
/** How many times any other window of its width, not near it, a window must hold (a drop: the inverse). */
const ABOVE_OTHERS = 1.5;
/** Its surroundings, in widths of the window. */
const AROUND = 2;
/** Until a series has shown how its events clump, it is assumed that they come in twos: with the weight of so many events. */
const CLUMPED_EVENTS = 10;
const CLUMPED = 1.75;
/** The fewest full buckets that tell of separate events, and how those clump. */
const LEAST_MOMENTS = 4;
const MOMENTS_CLUMPED = 1.3;
/** Events expected where none are usual. */
const LEAST_EXPECTED = 0.1;
/** What is in less than this share of the other buckets is rare. */
const RARE = 0.03;
/** Share of full buckets that a series needs to be able to drop. */
const STEADY = 0.5;

/** Widths of windows to look at, in buckets. */
export function widthsFor(buckets: number, longest = LARGEST_SHARE): number[] {
  const widths: number[] = [];
  for (
    let width = 1;
    width <= buckets * longest;
    width = Math.max(width + 1, Math.round(width * 1.4))
  ) {
    widths.push(width);
  }
  return widths;
}

/** Sums of the first n numbers, for n from 0. */
export function sumsOf(counts: ArrayLike<number>): Float64Array {
  const sums = new Float64Array(counts.length + 1);
  for (let i = 0; i < counts.length; i++) sums[i + 1] = sums[i] + counts[i];
  return sums;
}

/** How many of the first n numbers are above zero, for n from 0. */
function fullOf(counts: ArrayLike<number>): Float64Array {
  const sums = new Float64Array(counts.length + 1);
  for (let i = 0; i < counts.length; i++) sums[i + 1] = counts[i] > 0 ? sums[i] + 1 : sums[i];
  return sums;
}

/** The sums of an exposure of one a bucket, made once for each number of buckets. */
function plainSums(buckets: number): Float64Array {
  if (plain.length !== buckets + 1) plain = Float64Array.from({ length: buckets + 1 }, (_, i) => i);
  return plain;
}

let plain = new Float64Array(1);

/**
 * The window in which far more happened than `exposure` (records that could have been it; all ones for plain time) and
 * the rest of the series let expect: the scan statistic over several widths (J. Naus, The distribution of the size of the
 * maximum cluster of points on a line, JASA 60, 1965), with the tails of clumped events, as clumped as those of the rest. The
 * rate before and after it counts where it is higher than that of the whole, so that the hours of a day are no bursts; so does
 * that by `volume` (all records), so that busy hours are none; and no other window may come near it, so that what recurs is
 * none. Null if there is none that is `ratio` times its expectation with `least` events.
 */
export function highestWindow(
  counts: ArrayLike<number>,
  exposure: ArrayLike<number> | null,
  { ratio, least, longest = LARGEST_SHARE, volume, clump = Infinity, clumped = CLUMPED }: {
    ratio: number;
    least: number;
    longest?: number;
    volume?: ArrayLike<number>;
    clump?: number;
    clumped?: number;
  },
): Window | null {
  const n = counts.length;
  const sums = sumsOf(counts);
  const total = sums[n];
  if (total < least || n < 8) return null;
  const full = fullOf(counts);
  const volumes = volume === undefined ? null : sumsOf(volume);
  const exposed = exposure === null ? plainSums(n) : sumsOf(exposure);
  const widths = widthsFor(n, longest);
  let best: Window | null = null;
  let most = 0;
  let lowest = 1;
  for (const width of widths) {
    const at = exposure === null ? fullestAt(sums, width) : highestAt(sums, exposed, width);
    const to = at + width;
    const count = sums[to] - sums[at];
    if (count < least) continue;
    const share = exposed[to] - exposed[at];
    const outside = exposed[n] - share;
    if (outside <= 0) continue;
    const rate = (total - count + 0.5) / outside;
    const before = Math.max(0, at - AROUND * width);
    const after = Math.min(n, to + AROUND * width);
    const expected = Math.max(
      share * Math.max(rate, rateIn(sums, exposed, before, at), rateIn(sums, exposed, to, after)),
      volumes === null ? 0 : byVolume(sums, volumes, at, to),
    );
    if (count < ratio * expected) continue;
    const { dispersion, highest, blocks } = elsewhere(sums, exposed, rate, at, width, clumped);
    if (blocks < LEAST_BLOCKS) continue;
    if (count / share < ABOVE_OTHERS * highest) continue;
    const p = 2 * n * widths.length *
      Math.min(clumpedTail(count, expected, dispersion), chanceOfFull(full, at, to, count, expected, clump));
    // What it spans is what raises the likelihood most (M. Kulldorff, Communications in Statistics 26, 1997).
    const gain = count * Math.log(count / expected) - (count - expected);
    lowest = Math.min(lowest, p);
    if (gain > most) {
      most = gain;
      best = { from: at, to, count, expected, p };
    }
  }
  if (best === null) return null;
  const { from, to, expected } = best;
  const usual = Math.max(expected, LEAST_EXPECTED) / (exposed[to] - exposed[from]);
  const extent = extentOfCounts(counts, exposure, usual, best);
  return {
    ...extent,
    count: sums[extent.to] - sums[extent.from],
    expected: expected * (exposed[extent.to] - exposed[extent.from]) / (exposed[to] - exposed[from]),
    p: lowest,
  };
}

/** Events for each unit of exposure in [from, to); 0 where there is none. */
function rateIn(sums: Float64Array, exposed: Float64Array, from: number, to: number): number {
  const exposure = exposed[to] - exposed[from];
  return exposure > 0 ? (sums[to] - sums[from]) / exposure : 0;
}

/**
 * How likely so many buckets of a window hold something, if the others tell how often one does: many records at one moment
 * may be one event, moments that follow each other are not. Where it is rare that a bucket holds something, each further
 * record of one is as likely as clumps of `clump` records let expect.
 */
function chanceOfFull(
  full: Float64Array,
  from: number,
  to: number,
  count: number,
  expected: number,
  clump: number,
): number {
  const n = full.length - 1;
  const moments = full[to] - full[from];
  const outside = (full[n] - moments + 0.5) / (n - to + from);
  const usual = Math.max(outside * (to - from), moments * expected / count);
  const chance = clumpedTail(moments, usual, MOMENTS_CLUMPED);
  if (outside < RARE && clump < Infinity) return chance * chanceOfClumps(count, moments, clump);
  return moments < LEAST_MOMENTS ? 1 : chance;
}

/** Probability that `clumps` clumps of geometric sizes, `clump` on average, hold `records` or more. */
export function chanceOfClumps(records: number, clumps: number, clump: number): number {
  return clumpedTail(records - clumps, clumps * (clump - 1), clump);
}

/** What a window would hold if the events kept pace with the other records. */
export function byVolume(sums: Float64Array, volumes: Float64Array, from: number, to: number): number {
  const n = sums.length - 1;
  const count = sums[to] - sums[from];
  const others = Math.max(0, volumes[to] - volumes[from] - count);
  const othersOutside = volumes[n] - sums[n] - (volumes[to] - volumes[from] - count);
  return othersOutside <= 0 ? 0 : (sums[n] - count) * others / othersOutside;
}

/** What is beside a drop, in lengths of it, and how many events a piece of that holds on average. */
const BESIDE = 4;
const IN_PIECE = 6;
/** The fewest buckets of a drop at either end of a log: its writers do not all begin and end at one moment. */
const LEAST_AT_EDGE = 4;

/**
 * The window in which far less happened than before and after it, and than `volume` (all records) predicts: at most `ratio` times
 * that; null if there is none.
 */
export function lowestWindow(
  counts: ArrayLike<number>,
  ratio: number,
  longest: number,
  volume?: ArrayLike<number>,
): Window | null {
  const n = counts.length;
  let full = 0;
  for (let i = 0; i < n; i++) if (counts[i] > 0) full++;
  if (full < STEADY * n) return null;
  const sums = sumsOf(counts);
  const exposed = plainSums(n);
  const volumes = volume === undefined ? null : sumsOf(volume);
  const widths = widthsFor(n, longest);
  let best: Window | null = null;
  for (const width of widths) {
    const edge = width < LEAST_AT_EDGE ? 1 : 0;
    const at = emptiestAt(sums, width, edge);
    const to = at + width;
    const count = sums[to] - sums[at];
    const before = Math.max(0, at - AROUND * width);
    const after = Math.min(n, to + AROUND * width);
    const rate = (sums[n] - count) / (n - width);
    const expected = Math.min(
      width * Math.min(
        rate,
        at > before ? rateIn(sums, exposed, before, at) : Infinity,
        after > to ? rateIn(sums, exposed, to, after) : Infinity,
      ),
      volumes === null ? Infinity : byVolume(sums, volumes, at, to),
    );
    if (expected <= 0 || count > ratio * expected) continue;
    const { steps, lowest, blocks } = elsewhere(sums, exposed, rate, at, width);
    if (blocks < LEAST_BLOCKS || lowest < ABOVE_OTHERS * count / width) continue;
    if (count > ratio * width * typicalBeside(sums, at, to)) continue;
    const p = clumpedHead(count, expected, steps) * n * widths.length;
    if (best === null || p < best.p) best = { from: at, to, count, expected, p: Math.max(p, 1e-300) };
  }
  if (best === null) return null;
  const usual = best.expected / (best.to - best.from);
  const extent = extentOfCounts(counts, null, usual, best);
  return {
    ...extent,
    count: sums[extent.to] - sums[extent.from],
    expected: usual * (extent.to - extent.from),
    p: best.p,
  };
}

/**
 * Events a bucket that half of the pieces around a window have, or more: pieces that hold enough of them. Between two peaks, as of a
 * job that runs every two hours, nothing is missing.
 */
function typicalBeside(sums: Float64Array, from: number, to: number): number {
  const n = sums.length - 1;
  const reach = BESIDE * (to - from);
  const [begin, end] = [Math.max(0, from - reach), Math.min(n, to + reach)];
  const rate = (sums[from] - sums[begin] + sums[end] - sums[to]) / Math.max(1, end - begin - to + from);
  const piece = Math.max(1, Math.ceil(IN_PIECE / Math.max(rate, 1e-9)));
  const rates: number[] = [];
  for (let at = from; at - piece >= begin; at -= piece) rates.push((sums[at] - sums[at - piece]) / piece);
  for (let at = to; at + piece <= end; at += piece) rates.push((sums[at + piece] - sums[at]) / piece);
  return rates.length < LEAST_BLOCKS ? Infinity : median(Float64Array.from(rates));
}

/** Where the window of this width that holds the most begins. */
function fullestAt(sums: Float64Array, width: number): number {
  const n = sums.length - 1;
  let at = 0;
  let most = sums[width];
  for (let i = 1; i + width <= n; i++) {
    const count = sums[i + width] - sums[i];
    if (count > most) {
      most = count;
      at = i;
    }
  }
  return at;
}

/** Where the one that holds the least begins, `edge` buckets from either end. */
function emptiestAt(sums: Float64Array, width: number, edge: number): number {
  const end = sums.length - 1 - edge;
  let at = edge;
  let least = sums[at + width] - sums[at];
  for (let i = at + 1; i + width <= end; i++) {
    const count = sums[i + width] - sums[i];
    if (count < least) {
      least = count;
      at = i;
    }
  }
  return at;
}

/** Where the one that is the most above what its exposure lets expect begins. */
function highestAt(sums: Float64Array, exposed: Float64Array, width: number): number {
  const n = sums.length - 1;
  const mean = sums[n] / exposed[n];
  let at = 0;
  let most = -Infinity;
  for (let i = 0; i + width <= n; i++) {
    const exposure = exposed[i + width] - exposed[i];
    if (exposure <= 0) continue;
    // In standard deviations.
    const above = (sums[i + width] - sums[i] - mean * exposure) / Math.sqrt(mean * exposure);
    if (above > most) {
      most = above;
      at = i;
    }
  }
  return at;
}

/**
 * Of the windows of this width that do not touch the one at `at`: variance over mean, `steps` the same from differences of
 * neighbours, in which the hours of a day cancel (J. von Neumann, Annals of Mathematical Statistics 12, 1941), both at
 * least 1 and nearer to that of clumped events the fewer there are; and the extremes of the rate.
 */
function elsewhere(
  sums: Float64Array,
  exposed: Float64Array,
  rate: number,
  at: number,
  width: number,
  clumped = CLUMPED,
): { dispersion: number; steps: number; highest: number; lowest: number; blocks: number } {
  const n = sums.length - 1;
  let squares = 0;
  let blocks = 0;
  let differences = 0;
  let pairs = 0;
  let highest = 0;
  let lowest = Infinity;
  const usual = exposed[n] / n * width;
  const step = Math.max(1, width >> 1);
  for (let i = at % step; i + width <= n; i += step) {
    if (i < at + width + step && i + width + step > at) continue;
    const exposure = exposed[i + width] - exposed[i];
    if (exposure <= 0) continue;
    const count = sums[i + width] - sums[i];
    squares += (count - rate * exposure) ** 2 / (rate * exposure);
    blocks++;
    const next = i + 2 * width <= n && (i + 2 * width + step <= at || i >= at + width)
      ? exposed[i + 2 * width] - exposed[i + width]
      : 0;
    if (next > 0) {
      const difference = count / exposure - (sums[i + 2 * width] - sums[i + width]) / next;
      differences += difference ** 2 / (rate * (1 / exposure + 1 / next));
      pairs++;
    }
    if (exposure < usual * 0.3) continue;
    highest = Math.max(highest, count / exposure);
    lowest = Math.min(lowest, count / exposure);
  }
  const seen = blocks < 2 ? 1 : squares / (blocks - 1);
  const events = blocks < 2 ? 0 : (sums[n] - sums[at + width] + sums[at]);
  const shrunk = (of: number) =>
    Math.max(1, (of * events + clumped * CLUMPED_EVENTS) / (events + CLUMPED_EVENTS));
  return {
    dispersion: shrunk(seen),
    steps: shrunk(pairs < 2 ? seen : differences / pairs),
    highest,
    lowest,
    blocks,
  };
}
