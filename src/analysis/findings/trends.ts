import { normalTails } from "../statistics/tails.ts";
import { logOfNumber, numberOfLog, type NumberSeries } from "../number_tracks.ts";
import { sumsOf } from "./windows.ts";

/** A number that went up (or down) for long. */
export interface Trend {
  /** Buckets [from, to) in which it moved. */
  from: number;
  to: number;
  /** Typical value (geometric mean) before and at the end. */
  before: number;
  after: number;
  p: number;
  /** It hardly ever took a step back, as counters do. */
  steady: boolean;
  /** It then went back at once, as the memory of what is started anew does. */
  wentBack?: boolean;
}

/** How likely chance may make the trend of a number. */
export const TREND_BY_CHANCE = 1e-4;

/** Parts of the log that are compared, and how many of them must have values. */
const PARTS = 24;
const LEAST_PARTS = 10;
const LEAST_VALUES = 40;
/** Kendall's tau that makes a trend: pairs of parts in order less those out of order, as a share. */
const LEAST_TAU = 0.6;
/** How far the typical value must move: by half. */
const LEAST_MOVE = Math.log(1.5);
/** A share of a whole that is in use is nearly all of it from here on; of what was left as much must be gone as is left still. */
const NEARLY_FULL = 90;
/** By how much of its way the number has left where it was. */
const LEFT = 0.2;
/** Of what went back at once: share of the log that must come before, and of its way that it went back. */
const LEAST_BEFORE = 0.25;
const WAY_BACK = 0.6;
/** Share of the largest step back that makes another one of its kind. */
const NEARLY = 0.8;
/** The same tau of the number of records makes the trend one of the load, where that rose by such a share of the number's way (as logarithms). */
const LOAD_TAU = 0.4;
const LOAD_SHARE = 0.25;

/**
 * Whether a number has a trend: the test of H. B. Mann (Econometrica 13, 1945) and M. G. Kendall over means of equal parts of
 * the log. `volume`, the records by bucket, must not have the same trend, and the number must end at its farthest: what goes up
 * and down with the load or by the hour is none. A percentage that fills up counts by what is left of it. Null if there is no trend.
 */
export function trendOf(
  { count, sum }: NumberSeries,
  volume: ArrayLike<number>,
  isPercentage = false,
): Trend | null {
  const n = count.length;
  const width = n / PARTS;
  const means: number[] = [];
  const volumes: number[] = [];
  const at: number[] = [];
  let values = 0;
  for (let part = 0; part < PARTS; part++) {
    let of = 0;
    let total = 0;
    let records = 0;
    for (let i = Math.floor(part * width); i < Math.floor((part + 1) * width); i++) {
      of += count[i];
      total += sum[i];
      records += volume[i];
    }
    values += of;
    if (of === 0) continue;
    means.push(total / of);
    volumes.push(records);
    at.push(part);
  }
  const parts = means.length;
  if (parts < LEAST_PARTS || values < LEAST_VALUES) return null;
  const tau = tauOf(means);
  if (Math.abs(tau) < LEAST_TAU) return null;
  const edge = Math.max(2, Math.round(parts / 8));
  const before = meanOf(means.slice(0, edge));
  const after = meanOf(means.slice(-edge));
  const move = after - before;
  const way = Math.log(numberOfLog(after) / numberOfLog(before));
  const fills = isPercentage && isFilling(numberOfLog(before), numberOfLog(after));
  if (Math.abs(way) < LEAST_MOVE && !fills) return null;
  if (tauOf(volumes) * Math.sign(tau) > LOAD_TAU) {
    const load = Math.log(meanOf(volumes.slice(-edge)) / meanOf(volumes.slice(0, edge)));
    if (!(load / way < LOAD_SHARE)) return null;
  }
  // Where it is at the end it was not before.
  const middle = means.slice(0, -2 * edge);
  if (middle.some((mean) => (mean - before) / move > 1)) return null;
  const left = means.findLastIndex((mean) => (mean - before) / move < LEFT) + 1;
  const deviation = Math.sqrt(2 * (2 * parts + 5) / (9 * parts * (parts - 1)));
  return {
    from: Math.floor(at[Math.min(left, parts - 1)] * width),
    to: n,
    before: numberOfLog(before),
    after: numberOfLog(after),
    p: normalTails(tau / deviation),
    steady: Math.abs(tauOfNeighbours(means)) > 0.9,
  };
}

/** Whether a share of a hundred rose to where little is left: a disk at 96% that was at 80%. */
function isFilling(before: number, after: number): boolean {
  return after >= NEARLY_FULL && after <= 100 && 100 - before >= 2 * (100 - after) && before < after;
}

/**
 * A trend up to where the number went back at once: the largest step of the series, or one of those that are nearly as large where
 * it does so time and again, if the way to it was a trend: the first such way that is not the load's.
 */
export function trendUntilReset(series: NumberSeries, volume: Float64Array): Trend | null {
  const { count, sum, squares } = series;
  let start = 0;
  for (const { at, step } of stepsBack(series)) {
    const way = {
      count: count.subarray(start, at),
      sum: sum.subarray(start, at),
      squares: squares.subarray(start, at),
    };
    const trend = trendOf(way, volume.subarray(start, at));
    if (trend !== null) {
      const climbed = logOfNumber(trend.after) - logOfNumber(trend.before);
      if (step / climbed < -WAY_BACK) {
        const { from, to, p } = trend;
        return { ...trend, from: start + from, to: start + to, p: p * PARTS, wentBack: true };
      }
    }
    start = at;
  }
  return null;
}

/** Where the number moved the furthest at once, and where nearly as far the same way. */
function stepsBack({ count, sum }: NumberSeries): { at: number; step: number }[] {
  const n = count.length;
  const width = Math.max(2, Math.round(n / PARTS));
  const [counts, totals] = [sumsOf(count), sumsOf(sum)];
  const steps = new Float64Array(n);
  let furthest = 0;
  for (let edge = Math.ceil(LEAST_BEFORE * n); edge < n; edge++) {
    const end = Math.min(n, edge + width);
    const [before, after] = [counts[edge] - counts[edge - width], counts[end] - counts[edge]];
    if (before === 0 || after === 0) continue;
    const step = (totals[end] - totals[edge]) / after - (totals[edge] - totals[edge - width]) / before;
    steps[edge] = step;
    if (Math.abs(step) > Math.abs(furthest)) furthest = step;
  }
  if (Math.abs(furthest) < WAY_BACK * LEAST_MOVE) return [];
  const found: { at: number; step: number }[] = [];
  for (let edge = 0; edge < n; edge++) {
    if (steps[edge] / furthest <= NEARLY) continue;
    let at = edge;
    for (const last = Math.min(n, edge + width); edge < last; edge++) {
      if (steps[edge] / furthest > steps[at] / furthest) at = edge;
    }
    found.push({ at, step: steps[at] });
  }
  return found;
}

function tauOf(values: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) {
    for (let j = 0; j < i; j++) sum += Math.sign(values[i] - values[j]);
  }
  return sum / (values.length * (values.length - 1) / 2);
}

function tauOfNeighbours(values: readonly number[]): number {
  let sum = 0;
  for (let i = 1; i < values.length; i++) sum += Math.sign(values[i] - values[i - 1]);
  return sum / (values.length - 1);
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
