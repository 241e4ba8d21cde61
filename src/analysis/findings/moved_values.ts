import type { ActivityView } from "../activity.ts";
import type { KeyName, SamplesView } from "../samples_view.ts";
import { logOfNumber, numberOfLog, type NumberSeries } from "../number_tracks.ts";
import type { Candidate, MovedAlone } from "./candidate.ts";
import { pairOf, PASSING, type Seen, slotOf } from "./dominant_values.ts";
import { textOf } from "./in_common.ts";
import type { NumberBuckets } from "./number_buckets.ts";
import { lastingShift } from "./number_levels.ts";
import { LEAST_MOVE, moveOf, type Shift, shiftOf } from "./shifts.ts";
import { type Trend, TREND_BY_CHANCE, trendOf, trendUntilReset } from "./trends.ts";

/** Values of one number that are looked at. */
const MOST_VALUES = 60;
/** Share of the samples that it may have: what nearly all have is the number's own move. */
const ALL = 0.8;
/** How far the number must move: more than where all of it does, as far more values are looked at. */
const LEAST_OF_VALUE = Math.log(2);
/** The same in standard deviations of its values: where two kinds of records share a value, how many there are of each moves it. */
const LEAST_EFFECT = 1;
/** Shares of the log that are its beginning: in which nothing rises, and in which what is always there comes first. */
const BEGINNING = 0.02;
const FIRST = 0.05;
/**
 * Samples that have the value, and the share of its move that the rest, in which other values may have moved, too, has at the most:
 * of all, and of those with the value that moved furthest. There the number must have moved so much further.
 */
const OF_ALL: Sought = { least: 100, left: 0.8 };
const OF_VALUE: Sought = { least: 40, left: 0.4 };
const FURTHER = 1.25;
/** Samples of both at that time that are needed to tell. */
const LEAST_INSIDE = 12;
/** Share of the samples within that are of a kind of their own, samples besides them that tell, and how far these moved. */
const NEW_KIND = 0.3;
const LEAST_REST = 4;
const HALF = 0.5;
/** Equal parts of the log of which one must be far off for a value to be looked at further. */
const PARTS = 24;

/** A number in some streams: those of one pattern and service. */
export interface OfStreams {
  name: string;
  /** Whether it measures something, whose moves at once matter. */
  measures: boolean;
  /** Whether it may go up bit by bit, by steps of one sign or not. */
  mayTrend: (steady: boolean) => boolean;
  streams: ReadonlySet<number>;
  volume: Float64Array;
  /** How often values were seen, of whatever. */
  often: Seen;
}

/** What moved of it, the samples that show it, and how sure that is. */
export interface MovedValue {
  alone: MovedAlone;
  shift: Shift;
  /** It moved bit by bit, and went back at once. */
  trend: boolean;
  wentBack?: boolean;
  places: Candidate["places"];
}

/** A value of an attribute, and the samples that have it. */
interface Value {
  key: number;
  value: number;
  samples: number[];
}

/** A value whose samples' number moved. */
interface Moved extends Value {
  name: KeyName;
  text: string;
  shift: Shift;
  trend: Trend | null;
}

/** How much is needed of a value to be told, and what may be left of its move in the others. */
interface Sought {
  least: number;
  left: number;
}

/**
 * The one value of an attribute (a route, a client) whose records' number moved though that of all of them together did not, as when
 * one route of ten becomes slow, or the values of two (a partition of one topic); null if there is none. It is told from the records
 * that were looked at.
 */
export function movedValue(
  of: OfStreams,
  view: ActivityView,
  samplesOf: ReadonlyMap<number, readonly number[]>,
  buckets: NumberBuckets,
): MovedValue | null {
  const { samples } = view;
  const numberOf = samples.numbersOf(of.name);
  const logs = new Map<number, number>();
  for (const stream of of.streams) {
    for (const sample of samplesOf.get(stream) ?? []) {
      const number = numberOf(sample);
      // A size of nothing is far from any other, and tells none: an answer without a body.
      if (number === number && number !== 0) logs.set(sample, logOfNumber(number));
    }
  }
  const first = furthestMoved(logs, OF_ALL, of, view, buckets);
  if (first === null) return null;
  const own = new Map(first.samples.map((sample) => [sample, logs.get(sample)!]));
  const second = furthestMoved(own, OF_VALUE, of, view, buckets);
  const isOfTwo = second !== null && movedBy(second.shift) / movedBy(first.shift) > FURTHER;
  const { shift, trend, samples: having } = isOfTwo ? second : first;
  const isInside = within(shift, samples);
  const inside = having.filter(isInside);
  const rest = meansOf(besides(logs, having), isInside);
  if (rest === null) return null;
  return {
    shift,
    trend: trend !== null,
    ...(trend?.wentBack ? { wentBack: true } : {}),
    places: inside.map((sample) => ({ source: samples.source[sample], line: samples.line[sample] })),
    alone: {
      text: (isOfTwo ? [first, second] : [first]).map(({ name, text }) => textOf(name, text)).join(" and "),
      key: first.name.word ? null : first.name.name,
      value: first.text,
      inside: shift.inside,
      usual: shift.outside,
      others: numberOfLog(rest.inside),
      share: inside.length / (inside.length + rest.count),
      records: inside.length + rest.count,
    },
  };
}

/** Of the values that some samples have the one whose number moved the furthest, in standard errors; null if none did. */
function furthestMoved(
  logs: ReadonlyMap<number, number>,
  { least, left }: Sought,
  { measures, mayTrend, volume, often }: OfStreams,
  view: ActivityView,
  buckets: NumberBuckets,
): Moved | null {
  const { samples } = view;
  if (logs.size < least / ALL) return null;
  let best: Moved | null = null;
  for (const { key, value, samples: having } of valuesOf(logs, least, samples, often)) {
    if (having.length < least) break;
    if (having.length > ALL * logs.size) continue;
    const name = samples.keyOf(key);
    const text = samples.textOf(value);
    if (name === null || text === null) continue;
    const series = seriesOf(having, logs, samples.bucket, view.buckets);
    if (!isEverFar(series)) continue;
    const level = measures ? lastingShift(series, volume) ?? shiftOf(series, volume, buckets) : null;
    const trend = level === null ? trendOf(series, volume) ?? trendUntilReset(series, volume) : null;
    const shift = level !== null
      ? ofLater(level, series)
      : trend === null || !mayTrend(trend.steady)
      ? null
      : shiftOfTrend(trend);
    if (shift === null || trend === null && Math.abs(movedBy(shift)) < LEAST_OF_VALUE) continue;
    if (best !== null && shift.distance <= best.shift.distance) continue;
    const move = movedBy(shift);
    if (
      shift.from <= BEGINNING * view.buckets ||
      Math.abs(move) < LEAST_EFFECT * deviationBesides(series, shift)
    ) continue;
    const isInside = within(shift, samples);
    const inside = having.filter(isInside);
    if (PASSING.test(name.name) && !wasThere(having, shift, samples, view.buckets)) continue;
    if (isOfNewKind(having, inside, logs, samples, shift)) continue;
    if (trend !== null && trend.p * MOST_VALUES > TREND_BY_CHANCE) continue;
    const rest = meansOf(besides(logs, having), isInside);
    if (rest === null || (rest.inside - rest.outside) / move > left) continue;
    if (inside.length < LEAST_INSIDE) continue;
    best = { key, value, samples: having, name, text, shift, trend };
  }
  return best;
}

/** The values that some samples have, the most frequent first; those of which fewer than `least` were seen are left out. */
function valuesOf(
  logs: ReadonlyMap<number, number>,
  least: number,
  samples: SamplesView,
  often: Seen,
): Value[] {
  const values = new Map<number, Value>();
  for (const sample of logs.keys()) {
    for (let at = sample * samples.width, end = samples.endOf(sample); at < end; at++) {
      const [key, value] = [samples.keys[at], samples.values[at]];
      if (often.counts[slotOf(key, value)] < least) continue;
      const pair = pairOf(key, value);
      const one = values.get(pair);
      if (one === undefined) values.set(pair, { key, value, samples: [sample] });
      else one.samples.push(sample);
    }
  }
  return [...values.values()].sort((x, y) => y.samples.length - x.samples.length).slice(0, MOST_VALUES);
}

/** Whether what comes and goes was there from the beginning, or long before: the first values of others tell of how they begin. */
function wasThere(having: readonly number[], { from, to }: Shift, { bucket }: SamplesView, buckets: number) {
  const before = having.filter((sample) => bucket[sample] < from);
  const longBefore = Math.max(from - (to - from) / 2, FIRST * buckets);
  return before.length >= LEAST_INSIDE && before.some((sample) => bucket[sample] < longBefore);
}

function within({ from, to }: Shift, { bucket }: SamplesView): (sample: number) => boolean {
  return (sample) => bucket[sample] >= from && bucket[sample] < to;
}

function besides(logs: ReadonlyMap<number, number>, having: readonly number[]): [number, number][] {
  const own = new Set(having);
  return [...logs].filter(([sample]) => !own.has(sample));
}

/** Values before a shift that are none to speak of. */
const HARDLY_ANY = 2;

/** What a new value begins with is what is usual for it: the number moved as that ended. */
export function ofLater(shift: Shift, { count }: NumberSeries): Shift {
  const sumIn = (from: number, to: number) => count.subarray(from, to).reduce((sum, of) => sum + of, 0);
  if (
    shift.from <= BEGINNING * count.length || sumIn(0, shift.from) > HARDLY_ANY ||
    sumIn(shift.to, count.length) < LEAST_INSIDE
  ) return shift;
  return { ...shift, from: shift.to, to: count.length, inside: shift.outside, outside: shift.inside };
}

/** By how much a number moved, on the scale of its logarithms. */
function movedBy({ inside, outside }: Shift): number {
  return logOfNumber(inside) - logOfNumber(outside);
}

/** A trend as a shift from what it was to what it came to, which is less sure than one that happened at once. */
function shiftOfTrend({ from, to, before, after }: Trend): Shift {
  return { from, to, inside: after, outside: before, distance: 0 };
}

/** The samples of each stream that are in a bucket; of warnings and errors, of which more are looked at, none. */
export function samplesByStream({ samples }: ActivityView): Map<number, number[]> {
  const byStream = new Map<number, number[]>();
  for (let sample = 0; sample < samples.size; sample++) {
    if (samples.bucket[sample] < 0 || samples.bad[sample] === 1) continue;
    const stream = samples.stream[sample];
    const some = byStream.get(stream);
    if (some === undefined) byStream.set(stream, [sample]);
    else some.push(sample);
  }
  return byStream;
}

function seriesOf(
  having: readonly number[],
  logs: ReadonlyMap<number, number>,
  bucketOf: Int32Array,
  buckets: number,
): NumberSeries {
  const [count, sum, squares] = [0, 1, 2].map(() => new Float64Array(buckets));
  for (const sample of having) {
    const log = logs.get(sample)!;
    const bucket = bucketOf[sample];
    count[bucket]++;
    sum[bucket] += log;
    squares[bucket] += log * log;
  }
  return { count, sum, squares };
}

/** Whether the mean of some part of the log is far from that of another: of most values none is. */
function isEverFar({ count, sum }: NumberSeries): boolean {
  let [least, most] = [Infinity, -Infinity];
  for (let part = 0; part < PARTS; part++) {
    let [values, total] = [0, 0];
    for (
      let i = Math.floor(part * count.length / PARTS);
      i < Math.floor((part + 1) * count.length / PARTS);
      i++
    ) {
      values += count[i];
      total += sum[i];
    }
    if (values === 0) continue;
    least = Math.min(least, total / values);
    most = Math.max(most, total / values);
  }
  return Math.abs(moveOf(most, least)) > LEAST_MOVE;
}

/**
 * Whether it moved but by records of a kind that is new, as when something else begins to ask: many of those within have a value that
 * none of the others has, and the rest of them moved by less than half.
 */
function isOfNewKind(
  having: readonly number[],
  inside: readonly number[],
  logs: ReadonlyMap<number, number>,
  samples: SamplesView,
  shift: Shift,
): boolean {
  const within = new Set(inside);
  const fresh = new Map<string, number[]>();
  const old = new Set<string>();
  for (const sample of having) {
    for (let at = sample * samples.width, end = samples.endOf(sample); at < end; at++) {
      const id = `${samples.keys[at]} ${samples.values[at]}`;
      const some = fresh.get(id);
      if (!within.has(sample)) old.add(id);
      else if (some === undefined) fresh.set(id, [sample]);
      else some.push(sample);
    }
  }
  const [from, to] = [logOfNumber(shift.outside), logOfNumber(shift.inside)];
  for (const [id, its] of fresh) {
    if (old.has(id) || its.length < NEW_KIND * inside.length) continue;
    const own = new Set(its);
    const rest = inside.filter((sample) => !own.has(sample));
    const mean = rest.reduce((sum, sample) => sum + logs.get(sample)!, 0) / rest.length;
    if (rest.length >= LEAST_REST && (mean - from) / (to - from) < HALF) return true;
  }
  return false;
}

/** Standard deviation of the values besides a window. */
export function deviationBesides({ count, sum, squares }: NumberSeries, { from, to }: Shift): number {
  let [values, total, ofSquares] = [0, 0, 0];
  for (let i = 0; i < count.length; i++) {
    if (i >= from && i < to) continue;
    values += count[i];
    total += sum[i];
    ofSquares += squares[i];
  }
  return Math.sqrt(Math.max(0, ofSquares / values - (total / values) ** 2));
}

function meansOf(
  logs: readonly [number, number][],
  isInside: (sample: number) => boolean,
): { inside: number; outside: number; count: number } | null {
  const [sums, counts] = [[0, 0], [0, 0]];
  for (const [sample, log] of logs) {
    const part = isInside(sample) ? 1 : 0;
    sums[part] += log;
    counts[part]++;
  }
  if (Math.min(...counts) < LEAST_INSIDE) return null;
  return { inside: sums[1] / counts[1], outside: sums[0] / counts[0], count: counts[1] };
}
