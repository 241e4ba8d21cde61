import { numberOfLog } from "../number_tracks.ts";
import { bestRun } from "./extents.ts";
import { sumsOf, widthsFor } from "./windows.ts";

export interface NumberSeries {
  count: Float64Array;
  sum: Float64Array;
  squares: Float64Array;
}

export interface Shift {
  from: number;
  to: number;
  /** Typical value (geometric mean) in the window and besides. */
  inside: number;
  outside: number;
  /** Distance of the means, in standard errors. */
  distance: number;
}

/** Standard errors that make a shift: with thousands of windows chance reaches five. */
const DISTANCE = 6.5;
/** Standard errors of the window's own values: a few that are far off are none. */
const OWN_DISTANCE = 4.5;
/** How far the typical value must move: by 40 %. */
const LEAST_MOVE = Math.log(1.4);
/** Windows that are further apart than this count as this many: neighbours are alike. */
const INDEPENDENT = 8;
/** Share of the shift that any other window may have, if it holds as large a share of the values. */
const OTHERS = 0.6;
/** Share of the shift by which a window must differ from what comes right before it and right after it. */
const AROUND = 0.5;
/** Share of the other buckets that may be as far off. */
const AS_FAR = 0.2;
/** Buckets with values that are needed besides the window, values in it. */
const LEAST_BUCKETS = 10;
const LEAST_VALUES = 12;
/** Buckets of a shift that is too short to be seen in what is smoothed; it must be a rise, to twice what is usual. */
const SHORT = [1, 2, 3];
const SHORT_MOVE = Math.log(2);

/** A window of buckets with values that stands out. */
interface Found {
  first: number;
  width: number;
  inside: number;
  outside: number;
  distance: number;
  gain: number;
}

/**
 * The window in which a number's typical value is another than in the rest: the largest distance of the mean logarithm from
 * that of all other values, in standard errors that are made from how the buckets differ among themselves (robustly: the
 * median absolute deviation, F. R. Hampel, JASA 69, 1974). It must differ from what comes right before and after it as well:
 * what comes and goes with the hour is no shift, nor is what follows `volume`, the records by bucket. Null if there is none, or if the number only ever rises or falls, as counters and
 * ids do.
 */
export function shiftOf(series: NumberSeries, volume: ArrayLike<number>): Shift | null {
  const { count, sum, squares } = series;
  const raw: number[] = [];
  const at: number[] = [];
  const within: { sum: number; freedom: number }[] = [];
  for (let i = 0; i < count.length; i++) {
    if (count[i] === 0) continue;
    raw.push(sum[i] / count[i]);
    at.push(i);
    within.push({ sum: squares[i] - sum[i] ** 2 / count[i], freedom: count[i] - 1 });
  }
  if (raw.length < LEAST_BUCKETS * 1.5 || isMonotone(raw)) return null;
  // Within a bucket values differ by `variance`; its mean by that over their number, and by how buckets differ besides.
  const variance = Math.max(0.0025, commonVariance(within));
  const middle = median(raw);
  const spread = 1.4826 * median(raw.map((mean) => Math.abs(mean - middle)));
  const between = Math.max(0.0004, spread * spread - variance * median(at.map((i) => 1 / count[i])));
  // A bucket unlike both of its neighbours is a few odd values; where there are many it may be a short shift all the same.
  const smooth = raw.map((mean, i) =>
    i === 0 || i + 1 === raw.length ? mean : middleOf(raw[i - 1], mean, raw[i + 1])
  );
  const buckets = { raw, at, variance, between, series, volume };
  return shiftIn({ ...buckets, means: smooth, widths: widthsFor(raw.length), isFar: () => true }) ??
    shiftIn({ ...buckets, means: raw, widths: SHORT, isFar: (move) => move > SHORT_MOVE });
}

/** The buckets that have values, and what is asked of a window. */
interface Buckets {
  means: readonly number[];
  /** The means before single odd ones were smoothed. */
  raw: readonly number[];
  at: readonly number[];
  variance: number;
  between: number;
  series: NumberSeries;
  volume: ArrayLike<number>;
  widths: readonly number[];
  /** Whether a number that moved by so much, as a logarithm, may be told. */
  isFar: (move: number) => boolean;
}

function shiftIn(
  { means, raw, at, variance, between, series, volume, widths, isFar }: Buckets,
): Shift | null {
  const buckets = means.length;
  const weights = at.map((i) => 1 / (between + variance / series.count[i]));
  const sums = sumsOfBuckets(means, weights, at, series);
  let best: Found | null = null;
  for (const width of widths) {
    for (let first = 0; first + width <= buckets; first++) {
      const end = first + width;
      const values = sums.values(first, end);
      if (values < LEAST_VALUES || buckets - width < LEAST_BUCKETS) continue;
      const inside = sums.mean(first, end);
      const outside = sums.meanBesides(first, end);
      const error = between / Math.min(width, INDEPENDENT) + variance / values;
      const distance = Math.abs(inside - outside) / Math.sqrt(error);
      if (distance < DISTANCE) continue;
      const move = moveOf(inside, outside);
      if (Math.abs(move) < LEAST_MOVE || !isFar(move)) continue;
      if (Math.abs(inside - outside) < OWN_DISTANCE * Math.sqrt(sums.varianceOf(first, end) / values)) {
        continue;
      }
      // What it spans is what raises the likelihood most.
      const gain = (inside - outside) ** 2 * sums.weight(first, end);
      if (best === null || gain > best.gain) best = { first, width, inside, outside, distance, gain };
    }
  }
  if (best === null) return null;
  const { first, width, inside, outside } = best;
  const move = inside - outside;
  const shareOfMove = (mean: number) => (mean - outside) / move;
  const asFar = raw.filter((mean, i) => (i < first || i >= first + width) && shareOfMove(mean) > OTHERS);
  if (asFar.length > AS_FAR * (buckets - width)) return null;
  const comparable = sums.values(first, first + width) / 2;
  for (let other = 0; other + width <= buckets; other++) {
    if (other < first + width * 2 && other + width * 2 > first) continue;
    if (sums.values(other, other + width) < comparable) continue;
    if (shareOfMove(sums.mean(other, other + width)) > OTHERS) return null;
  }
  const load = byLoad(means, weights, smoothLoad(volume, at, width), first, first + width);
  if (1 - load / move < OTHERS) return null;
  const scores = raw.map((mean, i) => weights[i] * ((mean - outside) ** 2 - (mean - inside) ** 2));
  const extent = bestRun(scores, { from: first, to: first + width });
  const before = { from: Math.max(0, extent.from - width), to: extent.from };
  const after = { from: extent.to, to: Math.min(buckets, extent.to + width) };
  for (const { from, to } of [before, after]) {
    if (sums.values(from, to) >= LEAST_VALUES && shareOfMove(sums.mean(from, to)) > 1 - AROUND) return null;
  }
  return {
    from: at[extent.from],
    to: at[extent.to - 1] + 1,
    inside: numberOfLog(sums.mean(extent.from, extent.to)),
    outside: numberOfLog(outside),
    distance: best.distance,
  };
}

/** The logarithms of the load at the buckets `at`, each the mean of `width` around it. */
function smoothLoad(volume: ArrayLike<number>, at: readonly number[], width: number): number[] {
  const sums = sumsOf(volume);
  return at.map((bucket) => {
    const from = Math.max(0, bucket - (width >> 1));
    const to = Math.min(volume.length, from + width);
    return Math.log((sums[to] - sums[from] + 1) / (to - from));
  });
}

/** How far the load lets expect that [from, to) differs from the rest, if it moves the number as it does in the rest. */
function byLoad(
  means: readonly number[],
  weights: readonly number[],
  loads: readonly number[],
  from: number,
  to: number,
): number {
  let [weight, load, mean, loadWithin, weightWithin] = [0, 0, 0, 0, 0];
  means.forEach((value, i) => {
    if (i >= from && i < to) {
      loadWithin += loads[i] * weights[i];
      weightWithin += weights[i];
      return;
    }
    weight += weights[i];
    load += loads[i] * weights[i];
    mean += value * weights[i];
  });
  let [squares, products] = [0, 0];
  means.forEach((value, i) => {
    if (i >= from && i < to) return;
    const away = loads[i] - load / weight;
    squares += weights[i] * away * away;
    products += weights[i] * away * (value - mean / weight);
  });
  return squares === 0 ? 0 : products / squares * (loadWithin / weightWithin - load / weight);
}

/** The variance within buckets, without the tenth of them in which it is the largest. */
function commonVariance(within: readonly { sum: number; freedom: number }[]): number {
  const sorted = within.filter(({ freedom }) => freedom > 0).sort((x, y) =>
    x.sum / x.freedom - y.sum / y.freedom
  );
  const kept = sorted.slice(0, Math.ceil(sorted.length * 0.9));
  const freedom = kept.reduce((total, one) => total + one.freedom, 0);
  return kept.reduce((total, one) => total + one.sum, 0) / Math.max(1, freedom);
}

/** By how much a number moved, as a logarithm. */
function moveOf(inside: number, outside: number): number {
  const [x, y] = [numberOfLog(inside), numberOfLog(outside)];
  if (x > 0 && y > 0) return Math.log(x / y);
  return x === y ? 0 : x > y ? Infinity : -Infinity;
}

/** Whether nearly every bucket is above (or below) the one before: a counter, an id, or a number with a trend. */
export function isMonotone(means: readonly number[]): boolean {
  let rises = 0;
  let falls = 0;
  for (let i = 1; i < means.length; i++) {
    if (means[i] > means[i - 1]) rises++;
    else if (means[i] < means[i - 1]) falls++;
  }
  return Math.max(rises, falls) > 0.85 * (rises + falls);
}

/** Sums over buckets [from, to) of those that have values. */
function sumsOfBuckets(
  means: readonly number[],
  weights: readonly number[],
  at: readonly number[],
  { count, sum, squares }: NumberSeries,
) {
  const weighted = sumsOf(means.map((mean, i) => mean * weights[i]));
  const weight = sumsOf(weights);
  const values = sumsOf(at.map((i) => count[i]));
  const totals = sumsOf(at.map((i) => sum[i]));
  const totalSquares = sumsOf(at.map((i) => squares[i]));
  const n = means.length;
  return {
    mean: (from: number, to: number) => (weighted[to] - weighted[from]) / (weight[to] - weight[from]),
    meanBesides: (from: number, to: number) =>
      (weighted[n] - weighted[to] + weighted[from]) / (weight[n] - weight[to] + weight[from]),
    weight: (from: number, to: number) => weight[to] - weight[from],
    values: (from: number, to: number) => values[to] - values[from],
    /** Variance of the values themselves. */
    varianceOf: (from: number, to: number) => {
      const of = values[to] - values[from];
      const mean = (totals[to] - totals[from]) / of;
      return Math.max(0, (totalSquares[to] - totalSquares[from]) / of - mean * mean);
    },
  };
}

function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[sorted.length >> 1];
}

function middleOf(x: number, y: number, z: number): number {
  return Math.max(Math.min(x, y), Math.min(Math.max(x, y), z));
}
