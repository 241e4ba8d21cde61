import type { NumberSeries } from "../number_tracks.ts";
import { median, middle, nth } from "../statistics/order.ts";

/** Buckets with values that are needed besides a window. */
export const LEAST_BUCKETS = 10;

/** The buckets of a series that hold values, and sums over them; one is used for many series, so that they need no memory each. */
export class NumberBuckets {
  /** How many hold values, and where they are. */
  size = 0;
  readonly at: Int32Array;
  /** Their means, and those that are looked at: without single odd ones, or as they are. */
  readonly raw: Float64Array;
  means: Float64Array;
  /** By how much values differ within a bucket, and how buckets differ besides (variances); how much each weighs. */
  variance = 0;
  between = 0;
  readonly weights: Float64Array;
  /** Sums of the first n of them, for n from 0: of weights, weighted means, values, their logarithms and the squares of these. */
  readonly weight: Float64Array;
  readonly weighted: Float64Array;
  readonly values: Float64Array;
  readonly totals: Float64Array;
  readonly totalSquares: Float64Array;
  readonly #smooth: Float64Array;
  readonly #scratch: Float64Array;
  readonly #within: Float64Array;
  readonly #freedom: Float64Array;

  /** `buckets`: of each series. */
  constructor(buckets: number) {
    const row = () => new Float64Array(buckets + 1);
    this.at = new Int32Array(buckets);
    [this.raw, this.#smooth, this.weights, this.#scratch, this.#within, this.#freedom] = Array.from(
      { length: 6 },
      row,
    );
    [this.weight, this.weighted, this.values, this.totals, this.totalSquares] = Array.from(
      { length: 5 },
      row,
    );
    this.means = this.#smooth;
  }

  /** Takes in a series; false if it has too few buckets, or only ever rises or falls, as counters and ids do. */
  read({ count, sum, squares }: NumberSeries): boolean {
    const { at, raw } = this;
    const within = this.#within;
    const freedom = this.#freedom;
    let size = 0;
    for (let i = 0; i < count.length; i++) {
      if (count[i] === 0) continue;
      at[size] = i;
      raw[size] = sum[i] / count[i];
      within[size] = squares[i] - sum[i] ** 2 / count[i];
      freedom[size++] = count[i] - 1;
    }
    this.size = size;
    if (size < LEAST_BUCKETS * 1.5 || isMonotone(raw, size)) return false;
    const scratch = this.#scratch;
    const all = scratch.subarray(0, size);
    // Within a bucket values differ by `variance`; its mean by that over their number, and by how buckets differ besides.
    const variance = Math.max(0.0025, commonVariance(within, freedom, size, scratch));
    for (let i = 0; i < size; i++) scratch[i] = raw[i];
    const usual = median(all);
    for (let i = 0; i < size; i++) scratch[i] = Math.abs(raw[i] - usual);
    const spread = 1.4826 * median(all);
    for (let i = 0; i < size; i++) scratch[i] = 1 / count[at[i]];
    const between = Math.max(0.0004, spread * spread - variance * median(all));
    this.variance = variance;
    this.between = between;
    const { weights, weight, values, totals, totalSquares } = this;
    for (let i = 0; i < size; i++) {
      const bucket = at[i];
      weights[i] = 1 / (between + variance / count[bucket]);
      weight[i + 1] = weight[i] + weights[i];
      values[i + 1] = values[i] + count[bucket];
      totals[i + 1] = totals[i] + sum[bucket];
      totalSquares[i + 1] = totalSquares[i] + squares[bucket];
    }
    // A bucket unlike both of its neighbours is a few odd values; where there are many it may be a short shift all the same.
    const smooth = this.#smooth;
    smooth[0] = middle(raw[0], raw[1], raw[2]);
    smooth[size - 1] = middle(raw[size - 3], raw[size - 2], raw[size - 1]);
    for (let i = 1; i + 1 < size; i++) smooth[i] = middle(raw[i - 1], raw[i], raw[i + 1]);
    this.#lookAt(smooth);
    return true;
  }

  /** The same with single odd buckets as they are. */
  rough(): this {
    this.#lookAt(this.raw);
    return this;
  }

  valuesIn(from: number, to: number): number {
    return this.values[to] - this.values[from];
  }

  meanIn(from: number, to: number): number {
    return (this.weighted[to] - this.weighted[from]) / (this.weight[to] - this.weight[from]);
  }

  #lookAt(means: Float64Array): void {
    this.means = means;
    const { weights, weighted, size } = this;
    for (let i = 0; i < size; i++) weighted[i + 1] = weighted[i] + means[i] * weights[i];
  }
}

/**
 * The variance within buckets, without the tenth of them in which it is the largest. What that takes away of what chance does is
 * put back: of values that are normal the rest has 1 - 0.377 / √f of their variance, f being the degrees of freedom of each.
 */
function commonVariance(
  sum: Float64Array,
  freedom: Float64Array,
  size: number,
  scratch: Float64Array,
): number {
  let some = 0;
  for (let i = 0; i < size; i++) if (freedom[i] > 0) scratch[some++] = sum[i] / freedom[i];
  if (some === 0) return 0;
  let room = Math.ceil(some * 0.9);
  const largest = nth(scratch.subarray(0, some), room - 1);
  let total = 0;
  let free = 0;
  // Those that are just as large last: there may be more of them than belong to the rest.
  for (let i = 0; i < size; i++) {
    if (freedom[i] === 0 || sum[i] / freedom[i] >= largest) continue;
    room--;
    total += sum[i];
    free += freedom[i];
  }
  for (let i = 0; i < size && room > 0; i++) {
    if (freedom[i] === 0 || sum[i] / freedom[i] !== largest) continue;
    room--;
    total += sum[i];
    free += freedom[i];
  }
  const kept = Math.ceil(some * 0.9);
  return free === 0 ? 0 : total / free / (1 - 0.377 / Math.sqrt(Math.max(1, free / kept)));
}

/** Whether nearly every bucket is above (or below) the one before: a counter, an id, or a number with a trend. */
function isMonotone(means: Float64Array, size: number): boolean {
  let rises = 0;
  let falls = 0;
  for (let i = 1; i < size; i++) {
    if (means[i] > means[i - 1]) rises++;
    else if (means[i] < means[i - 1]) falls++;
  }
  return Math.max(rises, falls) > 0.85 * (rises + falls);
}
