import { normalTails } from "../statistics/tails.ts";
import { numberOfLog, type NumberSeries } from "../number_tracks.ts";

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
/** By how much of its way the number has left where it was. */
const LEFT = 0.2;
/** The same tau of the number of records makes the trend one of the load. */
const LOAD_TAU = 0.4;

/**
 * Whether a number has a trend: the test of H. B. Mann (Econometrica 13, 1945) and M. G. Kendall over means of equal parts of
 * the log. `volume`, the records by bucket, must not have the same trend, and the number must end at its farthest: what goes up
 * and down with the load or by the hour is none. Null if there is no trend.
 */
export function trendOf({ count, sum }: NumberSeries, volume: ArrayLike<number>): Trend | null {
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
  if (Math.abs(tau) < LEAST_TAU || tauOf(volumes) * Math.sign(tau) > LOAD_TAU) return null;
  const edge = Math.max(2, Math.round(parts / 8));
  const before = meanOf(means.slice(0, edge));
  const after = meanOf(means.slice(-edge));
  const move = after - before;
  if (Math.abs(Math.log(numberOfLog(after) / numberOfLog(before))) < LEAST_MOVE) return null;
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
