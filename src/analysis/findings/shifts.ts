import { numberOfLog, type NumberSeries } from "../number_tracks.ts";
import { bestRun } from "./extents.ts";
import { LEAST_BUCKETS, type NumberBuckets } from "./number_buckets.ts";
import { sumsOf, widthsFor } from "./windows.ts";

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
const NEAR = DISTANCE * DISTANCE;
/** A fall of so few values must be that much surer: what is drawn evenly, or waited for, has many that are far lower. */
const FEW_VALUES = 6;
/** Standard errors of the window's own values: a few that are far off are none. */
const OWN_DISTANCE = 4.5;
/** How far the typical value must move: by 40 %. */
export const LEAST_MOVE = Math.log(1.4);
/** Share of it that must be left of what is told, which may reach further. */
const LEFT_OF_MOVE = 0.75;
/** Windows that are further apart than this count as this many: neighbours are alike. */
const INDEPENDENT = 8;
/** Share of the shift that any other window may have, if it holds as large a share of the values. */
const OTHERS = 0.6;
/** Share of the shift by which a window must differ from what comes right before it and right after it. */
const AROUND = 0.5;
/** Share of the other buckets that may be as far off. */
const AS_FAR = 0.2;
/** Values that are needed in the window. */
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
export function shiftOf(
  series: NumberSeries,
  volume: ArrayLike<number>,
  buckets: NumberBuckets,
): Shift | null {
  if (!buckets.read(series)) return null;
  return shiftIn(buckets, volume, widthsFor(buckets.size), () => true) ??
    shiftIn(buckets.rough(), volume, SHORT, (move) => move > SHORT_MOVE);
}

/** `isFar`: whether a number that moved by so much, as a logarithm, may be told. */
function shiftIn(
  buckets: NumberBuckets,
  volume: ArrayLike<number>,
  widths: readonly number[],
  isFar: (move: number) => boolean,
): Shift | null {
  const best = furthest(buckets, widths, isFar);
  if (best === null) return null;
  const { size, at, raw, weights } = buckets;
  const { first, width, inside, outside } = best;
  const move = inside - outside;
  const few = Math.sqrt(1 + FEW_VALUES / buckets.valuesIn(first, first + width));
  if (move < 0 && best.distance < DISTANCE * few) return null;
  const shareOfMove = (mean: number) => (mean - outside) / move;
  let asFar = 0;
  for (let i = 0; i < size; i++) {
    if ((i < first || i >= first + width) && shareOfMove(raw[i]) > OTHERS) asFar++;
  }
  if (asFar > AS_FAR * (size - width)) return null;
  const comparable = buckets.valuesIn(first, first + width) / 2;
  for (let other = 0; other + width <= size; other++) {
    if (other < first + width * 2 && other + width * 2 > first) continue;
    if (buckets.valuesIn(other, other + width) < comparable) continue;
    if (shareOfMove(buckets.meanIn(other, other + width)) > OTHERS) return null;
  }
  const load = byLoad(buckets, smoothLoad(volume, buckets, width), first, first + width);
  if (1 - load / move < OTHERS) return null;
  const scores: number[] = [];
  for (let i = 0; i < size; i++) {
    scores.push(weights[i] * ((raw[i] - outside) ** 2 - (raw[i] - inside) ** 2));
  }
  const extent = bestRun(scores, { from: first, to: first + width });
  if (buckets.valuesIn(extent.from, extent.to) < LEAST_VALUES) return null;
  if (move < 0 && extent.to - extent.from <= SHORT.length) return null;
  const before = { from: Math.max(0, extent.from - width), to: extent.from };
  const after = { from: extent.to, to: Math.min(size, extent.to + width) };
  for (const { from, to } of [before, after]) {
    if (buckets.valuesIn(from, to) >= LEAST_VALUES && shareOfMove(buckets.meanIn(from, to)) > 1 - AROUND) {
      return null;
    }
  }
  const within = buckets.meanIn(extent.from, extent.to);
  if (Math.abs(moveOf(within, outside)) < LEFT_OF_MOVE * LEAST_MOVE) return null;
  return {
    from: at[extent.from],
    to: at[extent.to - 1] + 1,
    inside: numberOfLog(within),
    outside: numberOfLog(outside),
    distance: best.distance,
  };
}

/** The window that raises the likelihood most, of those that are far enough from the rest. */
function furthest(
  buckets: NumberBuckets,
  widths: readonly number[],
  isFar: (move: number) => boolean,
): Found | null {
  let best: Found | null = null;
  for (const width of widths) {
    if (buckets.size - width < LEAST_BUCKETS) break;
    best = furtherOf(buckets, width, isFar, best);
  }
  return best;
}

/** The same among the windows of one width, or `best`, if none of them raises it more. */
function furtherOf(
  { size, variance, between, weight, weighted, values, totals, totalSquares }: NumberBuckets,
  width: number,
  isFar: (move: number) => boolean,
  best: Found | null,
): Found | null {
  const all = weight[size];
  const ofAll = weighted[size];
  const ofWidth = between / Math.min(width, INDEPENDENT);
  for (let first = 0, end = width; end <= size; first++, end++) {
    const many = values[end] - values[first];
    if (many < LEAST_VALUES) continue;
    const own = weight[end] - weight[first];
    const ofOwn = weighted[end] - weighted[first];
    // Too near in most cases: found without a division.
    const apartTimes = ofOwn * all - ofAll * own;
    const times = own * (all - own);
    if (apartTimes * apartTimes * many < NEAR * (ofWidth * many + variance) * times * times) continue;
    const inside = ofOwn / own;
    const outside = (ofAll - ofOwn) / (all - own);
    const apart = (inside - outside) ** 2;
    const error = ofWidth + variance / many;
    const move = moveOf(inside, outside);
    if (Math.abs(move) < LEAST_MOVE || !isFar(move)) continue;
    const mean = (totals[end] - totals[first]) / many;
    const ofValues = Math.max(0, (totalSquares[end] - totalSquares[first]) / many - mean * mean);
    if (apart < OWN_DISTANCE * OWN_DISTANCE * ofValues / many) continue;
    // What it spans is what raises the likelihood most.
    const gain = apart * own;
    if (best !== null && gain <= best.gain) continue;
    best = { first, width, inside, outside, distance: Math.sqrt(apart / error), gain };
  }
  return best;
}

/** The logarithms of the load at the buckets `at`, each the mean of `width` around it. */
function smoothLoad(volume: ArrayLike<number>, { at, size }: NumberBuckets, width: number): number[] {
  const sums = sumsOf(volume);
  return Array.from(at.subarray(0, size), (bucket) => {
    const from = Math.max(0, bucket - (width >> 1));
    const to = Math.min(volume.length, from + width);
    return Math.log((sums[to] - sums[from] + 1) / (to - from));
  });
}

/** How far the load lets expect that [from, to) differs from the rest, if it moves the number as it does in the rest. */
function byLoad(
  { size, means, weights }: NumberBuckets,
  loads: readonly number[],
  from: number,
  to: number,
): number {
  let [weight, load, mean, loadWithin, weightWithin] = [0, 0, 0, 0, 0];
  for (let i = 0; i < size; i++) {
    if (i >= from && i < to) {
      loadWithin += loads[i] * weights[i];
      weightWithin += weights[i];
      continue;
    }
    weight += weights[i];
    load += loads[i] * weights[i];
    mean += means[i] * weights[i];
  }
  let [squares, products] = [0, 0];
  for (let i = 0; i < size; i++) {
    if (i >= from && i < to) continue;
    const away = loads[i] - load / weight;
    squares += weights[i] * away * away;
    products += weights[i] * away * (means[i] - mean / weight);
  }
  return squares === 0 ? 0 : products / squares * (loadWithin / weightWithin - load / weight);
}

/** By how much a number moved, as a logarithm. */
export function moveOf(inside: number, outside: number): number {
  const [x, y] = [numberOfLog(inside), numberOfLog(outside)];
  if (x > 0 && y > 0) return Math.log(x / y);
  return x === y ? 0 : x > y ? Infinity : -Infinity;
}
