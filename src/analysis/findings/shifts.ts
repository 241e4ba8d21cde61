import { numberOfLog } from "../number_tracks.ts";
import { widthsFor } from "./windows.ts";

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
/** Share of the shift that any other window may have. */
const OTHERS = 0.6;
/** Share of the other buckets that may be as far off. */
const AS_FAR = 0.2;
/** Buckets with values that are needed besides the window, values in it. */
const LEAST_BUCKETS = 10;
const LEAST_VALUES = 10;

/**
 * The window in which a number's typical value is another than in the rest: the largest distance of the mean logarithm from
 * that of all other buckets, in standard errors that are made from how the buckets differ among themselves (robustly: the
 * median absolute deviation, F. R. Hampel, JASA 69, 1974). Null if there is none, or if the number only ever rises or
 * falls, as counters and ids do.
 */
export function shiftOf({ count, sum, squares }: NumberSeries): Shift | null {
  const n = count.length;
  const means: number[] = [];
  const at: number[] = [];
  const within: { sum: number; freedom: number }[] = [];
  for (let i = 0; i < n; i++) {
    if (count[i] === 0) continue;
    means.push(sum[i] / count[i]);
    at.push(i);
    within.push({ sum: squares[i] - sum[i] ** 2 / count[i], freedom: count[i] - 1 });
  }
  const buckets = means.length;
  if (buckets < LEAST_BUCKETS * 1.5 || isMonotone(means)) return null;
  const raw = means.slice();
  // A bucket unlike both of its neighbours is a few odd values.
  for (let i = 1; i + 1 < buckets; i++) {
    means[i] = middleOf(raw[i - 1], raw[i], raw[i + 1]);
  }
  // Within a bucket values differ by `variance`; its mean by that over their number, and by how buckets differ besides.
  const variance = Math.max(0.0025, commonVariance(within));
  const middle = median(raw);
  const spread = 1.4826 * median(raw.map((mean) => Math.abs(mean - middle)));
  const between = Math.max(0.0004, spread * spread - variance * median(at.map((i) => 1 / count[i])));
  const weights = sumsOfPairs(means, at, { count, sum, squares });
  let best: (Shift & { first: number; width: number }) | null = null;
  for (const width of widthsFor(buckets)) {
    for (let first = 0; first + width <= buckets; first++) {
      const inside = weights.mean(first, first + width);
      if (weights.values(first, first + width) < LEAST_VALUES || buckets - width < LEAST_BUCKETS) continue;
      const outside = weights.meanBesides(first, first + width);
      const error = (between + variance * weights.scarcity(first, first + width)) /
        Math.min(width, INDEPENDENT);
      const distance = Math.abs(inside - outside) / Math.sqrt(error);
      if (distance < DISTANCE || moveOf(inside, outside) < LEAST_MOVE) continue;
      const own = weights.varianceOf(first, first + width) / weights.values(first, first + width);
      if (Math.abs(inside - outside) < OWN_DISTANCE * Math.sqrt(own)) continue;
      // Of windows that are as far off the one with more values tells more.
      if (best !== null && distance * Math.sqrt(width) <= best.distance * Math.sqrt(best.width)) continue;
      best = { from: at[first], to: at[first + width - 1] + 1, inside, outside, distance, first, width };
    }
  }
  if (best === null) return null;
  const { first, width, inside, outside } = best;
  const far = outside + OTHERS * (inside - outside);
  const asFar = raw.filter((mean, i) => (i < first || i >= first + width) && mean > far === inside > outside);
  if (asFar.length > AS_FAR * (buckets - width)) return null;
  for (let other = 0; other + width <= buckets; other++) {
    if (other < first + width * 2 && other + width * 2 > first) continue;
    const mean = weights.mean(other, other + width);
    if (
      Math.sign(mean - outside) === Math.sign(inside - outside) &&
      Math.abs(mean - outside) > OTHERS * Math.abs(inside - outside)
    ) return null;
  }
  return { ...best, inside: numberOfLog(inside), outside: numberOfLog(outside) };
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

function moveOf(inside: number, outside: number): number {
  const [x, y] = [numberOfLog(inside), numberOfLog(outside)];
  if (x > 0 && y > 0) return Math.abs(Math.log(x / y));
  return x === y ? 0 : Infinity;
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

function sumsOfPairs(means: readonly number[], at: readonly number[], { count, sum, squares }: NumberSeries) {
  const sums = new Float64Array(means.length + 1);
  const values = new Float64Array(means.length + 1);
  const parts = new Float64Array(means.length + 1);
  const totals = new Float64Array(means.length + 1);
  const totalSquares = new Float64Array(means.length + 1);
  means.forEach((mean, i) => {
    // Each bucket counts alike: a bucket with many values is one moment too.
    sums[i + 1] = sums[i] + mean;
    values[i + 1] = values[i] + count[at[i]];
    parts[i + 1] = parts[i] + 1 / count[at[i]];
    totals[i + 1] = totals[i] + sum[at[i]];
    totalSquares[i + 1] = totalSquares[i] + squares[at[i]];
  });
  const n = means.length;
  return {
    mean: (from: number, to: number) => (sums[to] - sums[from]) / (to - from),
    meanBesides: (from: number, to: number) => (sums[n] - sums[to] + sums[from]) / (n - to + from),
    values: (from: number, to: number) => values[to] - values[from],
    /** Variance of the values themselves. */
    varianceOf: (from: number, to: number) => {
      const of = values[to] - values[from];
      const mean = (totals[to] - totals[from]) / of;
      return Math.max(0, (totalSquares[to] - totalSquares[from]) / of - mean * mean);
    },
    /** Mean of one over the number of values. */
    scarcity: (from: number, to: number) => (parts[to] - parts[from]) / (to - from),
  };
}

function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[sorted.length >> 1];
}

function middleOf(x: number, y: number, z: number): number {
  return Math.max(Math.min(x, y), Math.min(Math.max(x, y), z));
}
