import type { ActivityView } from "../activity.ts";
import { type KeyName, recordsOf, type SamplesView } from "../samples_view.ts";
import { logOfNumber, numberOfLog, type NumberSeries } from "../number_tracks.ts";
import type { Candidate, MovedAlone } from "./candidate.ts";
import { PASSING, type Seen } from "./dominant_values.ts";
import { groupedByValue, hasValue, type ValueGroup } from "./value_groups.ts";
import { textOf } from "./value_text.ts";
import type { NumberBuckets } from "./number_buckets.ts";
import { lastingShift } from "./number_levels.ts";
import { LEAST_MOVE, moveOf, type Shift, shiftOf } from "./shifts.ts";
import { weightedMedian } from "../statistics/order.ts";
import { typically } from "./typical_numbers.ts";
import { type Trend, TREND_BY_CHANCE, trendOf, trendUntilReset } from "./trends.ts";

/** The most values of a number's records that are judged. */
const MOST_VALUES = 60;
/** The largest share of the samples that may have the value: a move of nearly all is the number's own. */
const ALL = 0.8;
/** How far the number must move (logarithm): further than for all records, because far more values are judged. */
const LEAST_OF_VALUE = Math.log(2);
/** The same in standard deviations: where two kinds of records share a value, their mixture moves the mean. */
const LEAST_EFFECT = 1;
/** Shares of the log: its beginning, in which nothing can rise, and in which what is always there appears. */
const BEGINNING = 0.02;
const FIRST = 0.05;
/**
 * The fewest samples with the value, and the largest part of its move that the rest may share: among all samples, and among those
 * with the value that moved furthest, where a second value must move FURTHER times as far.
 */
const OF_ALL: Sought = { least: 100, left: 0.5 };
const OF_VALUE: Sought = { least: 40, left: 0.4 };
const FURTHER = 1.25;
/** The same of a move for which the load could be to blame: that of the others would tell. */
const LEFT_BY_LOAD = 0.15;
/** The fewest samples at that time, with the value and without it. */
const LEAST_INSIDE = 12;
/** Share of the window's samples that must be of a new kind, the fewest others, and how much of the move those may lack. */
const NEW_KIND = 0.3;
const LEAST_REST = 4;
const HALF = 0.5;
/** Equal parts of the log, one of which must be far off for a value to be judged. */
const PARTS = 24;

/** A number in some streams: those of one pattern and service. */
export interface OfStreams {
  name: string;
  /** Whether it measures something, so that sudden moves matter. */
  measures: boolean;
  /** Whether a trend of it can matter, `steady` (steps of one sign) or not. */
  mayTrend: (steady: boolean) => boolean;
  streams: ReadonlySet<number>;
  /** The same pattern and service on other hosts, where these are of one. */
  elsewhere: ReadonlySet<number>;
  volume: Float64Array;
  /** How often values of all attributes were seen. */
  often: Seen;
}

/** The value among whose records the number moved, the move, and samples that show it. */
export interface MovedValue {
  alone: MovedAlone;
  shift: Shift;
  /** It moved bit by bit, and went back at once. */
  trend: boolean;
  wentBack?: boolean;
  /** On other hosts it moved about as far, too. */
  isElsewhere: boolean;
  places: Candidate["places"];
}

/** A value whose samples' number moved. */
interface Moved extends ValueGroup {
  name: KeyName;
  text: string;
  shift: Shift;
  trend: Trend | null;
}

/** The fewest samples of a value, and the largest part of its move that the others may share. */
interface Sought {
  least: number;
  left: number;
}

/**
 * The value of an attribute (a route, a client), or the values of two (a partition of one topic), among whose records a number moved
 * though it did not move as a whole: one route of ten becomes slow. Judged by the samples; null if there is none.
 */
export function movedValue(
  of: OfStreams,
  view: ActivityView,
  samplesOf: ReadonlyMap<number, readonly number[]>,
  buckets: NumberBuckets,
): MovedValue | null {
  const { samples } = view;
  const numberOf = samples.numbersOf(of.name);
  const logs = new Map(logsOf([...of.streams], samplesOf, numberOf));
  const first = furthestMoved(logs, OF_ALL, of, view, buckets);
  if (first === null) return null;
  const own = new Map(Array.from(first.samples, (sample) => [sample, logs.get(sample)!]));
  const second = furthestMoved(own, OF_VALUE, of, view, buckets);
  const isOfTwo = second !== null && movedBy(second.shift) / movedBy(first.shift) > FURTHER;
  const { shift, trend, samples: having } = isOfTwo ? second : first;
  const isInside = within(shift, samples);
  const inside = having.filter(isInside);
  const rest = meansOf(besides(logs, having), isInside);
  if (rest === null) return null;
  const values = isOfTwo ? [first, second] : [first];
  const weighted = (sample: number) => ({
    value: numberOfLog(logs.get(sample)!),
    weight: samples.weight[sample],
  });
  const theOthers = besides(logs, having).map(([sample]) => sample).filter(isInside);
  const typical = trend === null
    ? typically(
      Array.from(inside, weighted),
      Array.from(having).filter((sample) => !isInside(sample)).map(weighted),
      { inside: shift.inside, expected: shift.outside },
    )
    : null;
  const others = logsOf([...of.elsewhere], samplesOf, numberOf).filter(([sample]) =>
    values.every((value) => hasValue(sample, value, samples))
  );
  const there = meansOf(others, isInside);
  return {
    shift,
    isElsewhere: there !== null && (there.inside - there.outside) / movedBy(shift) > HALF,
    trend: trend !== null,
    ...(trend?.wentBack ? { wentBack: true } : {}),
    places: Array.from(inside, (sample) => ({ source: samples.source[sample], line: samples.line[sample] })),
    alone: {
      text: values.map(({ name, text }) => textOf(name, text)).join(" and "),
      key: first.name.word ? null : first.name.name,
      value: first.text,
      inside: typical?.inside ?? shift.inside,
      usual: typical?.expected ?? shift.outside,
      others: typical === null ? numberOfLog(rest.inside) : weightedMedian(theOthers.map(weighted)),
      share: shareOf(Array.from(inside), theOthers, samples),
      records: inside.length + rest.count,
    },
  };
}

/** The share of the records that some samples stand for, among those that they and others do. */
export function shareOf(
  some: readonly number[],
  others: readonly number[],
  samples: SamplesView,
): number {
  const own = recordsOf(some, samples);
  return own / (own + recordsOf(others, samples));
}

/** The samples of some streams that have the number, and its logarithm. */
function logsOf(
  streams: readonly number[],
  samplesOf: ReadonlyMap<number, readonly number[]>,
  numberOf: (sample: number) => number,
): [number, number][] {
  return streams.flatMap((stream) =>
    (samplesOf.get(stream) ?? []).flatMap((sample): [number, number][] => {
      const number = numberOf(sample);
      // A size of 0 (an answer without a body) is far from any other and tells nothing.
      return number === number && number !== 0 ? [[sample, logOfNumber(number)]] : [];
    })
  );
}

/** The value among whose samples the number moved furthest, in standard errors; null if there is none. */
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
  const series = emptySeries(view.buckets);
  const steady = new Float64Array(view.buckets).fill(1);
  for (const { key, value, samples: having } of mostFrequent(logs, least, samples, often)) {
    if (having.length < least) break;
    if (having.length > ALL * logs.size) continue;
    const name = samples.keyOf(key);
    const text = samples.textOf(value);
    if (name === null || text === null) continue;
    fillSeries(series, having, logs, samples.bucket);
    if (!isEverFar(series)) continue;
    const byLoad = measures ? lastingShift(series, volume) ?? shiftOf(series, volume, buckets) : null;
    const trend = byLoad === null ? trendOf(series, volume) ?? trendUntilReset(series, volume) : null;
    // What busy hours explain they explain for the others, too.
    const alone = byLoad === null && trend === null && measures ? lastingShift(series, steady) : null;
    const level = byLoad ?? alone;
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
    const most = alone === null ? left : LEFT_BY_LOAD;
    if (rest === null || (rest.inside - rest.outside) / move > most) continue;
    if (inside.length < LEAST_INSIDE) continue;
    best = { key, value, samples: having, name, text, shift, trend };
  }
  return best;
}

/** The values of some samples, most frequent first, without those seen fewer than `least` times. */
function mostFrequent(
  logs: ReadonlyMap<number, number>,
  least: number,
  samples: SamplesView,
  often: Seen,
): ValueGroup[] {
  return groupedByValue(Int32Array.from(logs.keys()), samples, often, least)
    .sort((x, y) => y.samples.length - x.samples.length).slice(0, MOST_VALUES);
}

/** Whether a passing value (a job, a release) was there long before the move: its first numbers only tell how it begins. */
function wasThere(having: Int32Array, { from, to }: Shift, { bucket }: SamplesView, buckets: number) {
  const before = having.filter((sample) => bucket[sample] < from);
  const longBefore = Math.max(from - (to - from) / 2, FIRST * buckets);
  return before.length >= LEAST_INSIDE && before.some((sample) => bucket[sample] < longBefore);
}

function within({ from, to }: Shift, { bucket }: SamplesView): (sample: number) => boolean {
  return (sample) => bucket[sample] >= from && bucket[sample] < to;
}

function besides(logs: ReadonlyMap<number, number>, having: Int32Array): [number, number][] {
  const own = new Set(having);
  return [...logs].filter(([sample]) => !own.has(sample));
}

/** So few samples before a shift are as good as none. */
const HARDLY_ANY = 2;

/** For a value that is new at the shift, what it began with is usual: the number moved when the shift ended. */
export function ofLater(shift: Shift, { count }: NumberSeries): Shift {
  const sumIn = (from: number, to: number) => count.subarray(from, to).reduce((sum, of) => sum + of, 0);
  if (
    shift.from <= BEGINNING * count.length || sumIn(0, shift.from) > HARDLY_ANY ||
    sumIn(shift.to, count.length) < LEAST_INSIDE
  ) return shift;
  return { ...shift, from: shift.to, to: count.length, inside: shift.outside, outside: shift.inside };
}

/** How far a number moved, as a logarithm. */
function movedBy({ inside, outside }: Shift): number {
  return logOfNumber(inside) - logOfNumber(outside);
}

/** A trend as a shift, less sure than any sudden one. */
function shiftOfTrend({ from, to, before, after }: Trend): Shift {
  return { from, to, inside: after, outside: before, distance: 0 };
}

/** The samples of each stream within the view's time, without warnings and errors, which are sampled more densely. */
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

function emptySeries(buckets: number): NumberSeries {
  const [count, sum, squares] = [0, 1, 2].map(() => new Float64Array(buckets));
  return { count, sum, squares };
}

/** One series is for many values, one after the other, so that they need no memory each. */
function fillSeries(
  { count, sum, squares }: NumberSeries,
  having: Int32Array,
  logs: ReadonlyMap<number, number>,
  bucketOf: Int32Array,
): void {
  for (const row of [count, sum, squares]) row.fill(0);
  for (const sample of having) {
    const log = logs.get(sample)!;
    const bucket = bucketOf[sample];
    count[bucket]++;
    sum[bucket] += log;
    squares[bucket] += log * log;
  }
}

/** Whether the means of any two parts of the log are far apart, which rules out most values. */
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
 * Whether it moved only because a new kind of records came (another client): many within have a value that none outside has, and
 * the rest moved by less than half as far.
 */
function isOfNewKind(
  having: Int32Array,
  inside: Int32Array,
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

/** Standard deviation of the values outside a window. */
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
