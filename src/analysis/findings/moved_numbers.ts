import type { PatternSummary } from "../../record/summary.ts";
import type { ActivityView, StreamActivity } from "../activity.ts";
import type { Candidate } from "./candidate.ts";
import { isClockwork } from "./clockwork.ts";
import { addTo, badnessOf, sumOf } from "./groups.ts";
import { isDuration, isLevel, isMeasurement, isOfInterest, unitOf } from "./measures.ts";
import { logOfNumber, type NumberActivity, numberOfLog, type NumberSeries } from "../number_tracks.ts";
import { FALSE_ALARMS } from "./bounds.ts";
import type { Seen } from "./dominant_values.ts";
import { median } from "../statistics/order.ts";
import { measuredIn, risenTail } from "./moved_tails.ts";
import { deviationBesides, movedValue, samplesByStream } from "./moved_values.ts";
import { NumberBuckets } from "./number_buckets.ts";
import { lastingShift } from "./number_levels.ts";
import { FURTHER, moveOf } from "./one_thing.ts";
import { shiftOf } from "./shifts.ts";
import { STARTING } from "./silences.ts";
import { type Trend, TREND_BY_CHANCE, trendOf, trendUntilReset } from "./trends.ts";
import { ALL_PATTERNS } from "../stream_table.ts";

/** Share of the log that is its beginning, and values from which on it is over: fewer do not tell what is usual. */
const BEGINNING = 0.02;
const LEAST_BEFORE = 12;
/** How long it must have moved for one value, milliseconds: what is slow for seconds is so for whatever is asked then. */
const LEAST_OF_VALUE = 30_000;
/** Parts of a trend, the first and the last of which are compared on other hosts, and the largest part of it that those may share. */
const PARTS_OF_TREND = 8;
const LEFT_BY_LOAD = 0.15;
/** How far a number must move, in standard deviations of its values. */
const LEAST_EFFECT = 0.3;

/** Numbers of a pattern that moved, as a whole, for one value or in a few records, in a service and on each of its hosts. `eventful`: all records but those of a steady pace. */
export function movedNumbers(
  view: ActivityView,
  known: ReadonlyMap<number, PatternSummary>,
  often: Seen,
  eventful: Float64Array,
): Candidate[] {
  const joined = numbersIn(view, known);
  const volumes = volumesOf(view, eventful);
  const found: Candidate[] = [];
  const buckets = new NumberBuckets(view.buckets);
  const samplesOf = samplesByStream(view);
  const unmoved: Numbers[] = [];
  for (const numbers of joined.values()) {
    const volume = volumes.get(numbers.service)!;
    const onAll = numbers.host === null ? undefined : joined.get(keyOf(numbers, null));
    const moved = movedNumber(numbers, volume, buckets, view.width);
    if (moved !== null) {
      found.push(onAll === undefined ? moved : asOfAll(moved, onAll, view.buckets));
      continue;
    }
    const trend = onAll === undefined ? null : trendOfHost(numbers, onAll, view);
    if (trend !== null) found.push(trend);
    else unmoved.push(numbers);
  }
  // What moved for one value on all hosts is not asked of each of them.
  const told = new Set<string>();
  for (const numbers of unmoved.toSorted((x, y) => Number(x.host !== null) - Number(y.host !== null))) {
    const ofAll = keyOf(numbers, null);
    const onAll = joined.get(ofAll)!;
    if (told.has(ofAll) || numbers.host !== null && onAll.tracks.length === 1) continue;
    const moved = movedOfValue(numbers, {
      onAll,
      volume: volumes.get(numbers.service)!,
      view,
      samplesOf,
      buckets,
      often,
    });
    if (moved.length > 0) told.add(ofAll);
    found.push(...moved);
  }
  const slow = unmoved.filter((numbers) => numbers.host === null && !told.has(keyOf(numbers, null)));
  return [...found, ...slow.flatMap((numbers) => ofTail(numbers, view, samplesOf, slow.length))];
}

/** Of a number that did not move as a whole nor for one value: that a few records take far longer than usual. */
function ofTail(
  numbers: Numbers,
  view: ActivityView,
  samplesOf: ReadonlyMap<number, readonly number[]>,
  tests: number,
): Candidate[] {
  const { name, streams, unit, pattern } = numbers;
  if (!isDuration(name, measureOf(numbers)) || !isOfInterest(name, unit, pattern.template)) return [];
  const measured = measuredIn(view, streams.map(({ stream }) => stream), name, samplesOf);
  const found = risenTail(measured, view.buckets, ({ p }) => p * tests < FALSE_ALARMS);
  if (found === null || (found.to - found.from) * view.width < LEAST_OF_VALUE) return [];
  const { from, to, p, tail } = found;
  const ofAll = foundIn(numbers, from, to);
  return [{ ...ofAll, inside: tail.typical, expected: tail.usually, p, tail }];
}

/** The numbers of each pattern in each service, and on each of its hosts, by their keys. */
function numbersIn(view: ActivityView, known: ReadonlyMap<number, PatternSummary>): Map<string, Numbers> {
  const streamOf = new Map(view.streams.map((stream) => [stream.stream, stream]));
  const joined = new Map<string, Numbers>();
  for (const track of view.numbers) {
    const owner = streamOf.get(track.stream);
    const pattern = owner === undefined ? undefined : known.get(owner.pattern);
    if (owner === undefined || pattern === undefined || track.statuses !== undefined) continue;
    const { service } = owner;
    const { unit, name } = track;
    for (const host of owner.host === "" ? [null] : [null, owner.host]) {
      const key = keyOf({ pattern, service, unit, name }, host);
      let one = joined.get(key);
      if (one === undefined) {
        joined.set(key, one = { pattern, service, host, unit, name, tracks: [], streams: [] });
      }
      if (!one.streams.includes(owner)) one.streams.push(owner);
      one.tracks.push(track);
    }
  }
  return joined;
}

/** What tells how busy each service is: its records by bucket, or where these keep a steady pace, those of all. */
function volumesOf(view: ActivityView, eventful: Float64Array): Map<string, Float64Array> {
  const volumes = new Map<string, Float64Array>();
  for (const { service, pattern, counts } of view.streams) {
    if (pattern === ALL_PATTERNS) continue;
    const volume = volumes.get(service);
    if (volume === undefined) volumes.set(service, counts.slice());
    else addTo(volume, counts);
  }
  for (const [service, volume] of volumes) if (isClockwork(volume)) volumes.set(service, eventful);
  return volumes;
}

/** A finding about a number, before what it moved from and to is known. */
function foundIn(numbers: Numbers, from: number, to: number): Candidate {
  const { pattern, service, host, unit, name, streams } = numbers;
  return {
    kind: "shifted-number",
    from,
    to,
    streams,
    patterns: [pattern.id],
    service: service || null,
    host,
    badness: badnessOf(streams, from, to),
    count: countIn(streams, from, to),
    expected: 0,
    p: 0,
    name,
    unit,
    measure: measureOf(numbers),
  };
}

/** Of a number that did not move as a whole, the one value among whose records it moved. `onAll`: the same number on all hosts. */
function movedOfValue(
  numbers: Numbers,
  { onAll, volume, view, samplesOf, buckets, often }: {
    onAll: Numbers;
    volume: Float64Array;
    view: ActivityView;
    samplesOf: ReadonlyMap<number, readonly number[]>;
    buckets: NumberBuckets;
    often: Seen;
  },
): Candidate[] {
  const { pattern, unit, name, streams } = numbers;
  if (!isOfInterest(name, unit, pattern.template)) return [];
  const measures = isMeasurement(name, unit, pattern.template);
  const mayTrend = (steady: boolean) => isLevel(name, unit, pattern.template, steady);
  const own = new Set(streams.map(({ stream }) => stream));
  const elsewhere = new Set(onAll.streams.map(({ stream }) => stream)).difference(own);
  const of = { name, measures, mayTrend, streams: own, elsewhere, volume, often };
  const moved = movedValue(of, view, samplesOf, buckets);
  if (moved === null) return [];
  const { alone, places, trend, wentBack, isElsewhere, shift: { from, to, distance } } = moved;
  const isFaster = trend && alone.inside < alone.usual && isDuration(name, measureOf(numbers));
  if (isFaster || !trend && (to - from) * view.width < LEAST_OF_VALUE) return [];
  // What moved on all hosts may be significant on one of them only.
  const found = foundIn(isElsewhere ? onAll : numbers, from, to);
  return [{
    ...found,
    count: Math.round(found.count * alone.share),
    expected: alone.usual,
    inside: alone.inside,
    p: Math.exp(-distance),
    alone,
    ...(trend ? { trend, wentBack } : {}),
    places,
  }];
}

/** Tells a move on one host of all hosts, if they moved about as far together: on the others it may just miss being significant. */
function asOfAll(moved: Candidate, { tracks, streams }: Numbers, buckets: number): Candidate {
  if (tracks.length === 1) return moved;
  const { from, to } = moved;
  const { count, sum } = joinedSeries(tracks.map((track) => track.series()), buckets);
  const within = sumOf(count, { from, to });
  const besides = sumOf(count, { from: 0, to: buckets }) - within;
  if (within === 0 || besides === 0) return moved;
  const ofWithin = sumOf(sum, { from, to });
  const inside = numberOfLog(ofWithin / within);
  const expected = numberOfLog((sumOf(sum, { from: 0, to: buckets }) - ofWithin) / besides);
  const all: Candidate = { ...moved, host: null, streams, inside, expected };
  if (Math.abs(moveOf(moved)) > FURTHER * Math.abs(moveOf(all))) return moved;
  return { ...all, badness: badnessOf(streams, from, to), count: countIn(streams, from, to) };
}

/** One number over time. */
interface Numbers {
  pattern: PatternSummary;
  service: string;
  host: string | null;
  unit: string;
  name: string;
  tracks: NumberActivity[];
  streams: StreamActivity[];
}

/** What it is measured in. */
function measureOf({ pattern, unit, name, tracks }: Numbers): string {
  return unitOf(name, unit, pattern.template, tracks.every(({ isWhole }) => isWhole));
}

function keyOf(
  { pattern, service, unit, name }: Pick<Numbers, "pattern" | "service" | "unit" | "name">,
  host: string | null,
): string {
  return JSON.stringify([pattern.id, service, host, unit, name]);
}

function countIn(streams: readonly StreamActivity[], from: number, to: number): number {
  return streams.reduce((sum, { counts }) => sum + sumOf(counts, { from, to }), 0);
}

/** `width`: milliseconds of a bucket. */
function movedNumber(
  numbers: Numbers,
  volume: Float64Array,
  buckets: NumberBuckets,
  width: number,
): Candidate | null {
  const { pattern, unit, name, tracks } = numbers;
  // Most numbers are not looked at further.
  if (!isOfInterest(name, unit, pattern.template)) return null;
  const series = joinedSeries(tracks.map((track) => track.series()), volume.length);
  const measures = isMeasurement(name, unit, pattern.template);
  // A rise at once to a lasting level is no trend, though it ends where it never was before.
  const level = measures ? lastingShift(series, volume) : null;
  const measure = measureOf(numbers);
  const ofTrend = (trend: Trend | null) => asTrend(numbers, trend, width);
  const trend = level === null ? ofTrend(trendOf(series, volume, measure === "%")) : null;
  if (trend !== null) return trend;
  const shift = level ?? (measures ? shiftOf(series, volume, buckets) : null);
  // For a number that rose gradually until it fell back, the mean of the rise would mislead.
  const untilReset = level === null ? ofTrend(trendUntilReset(series, volume)) : null;
  // What gets faster bit by bit has warmed up.
  if (untilReset !== null && moveOf(untilReset) < 0 && isDuration(name, measure)) return null;
  if (untilReset !== null && (shift === null || shift.to > untilReset.from && shift.from < untilReset.to)) {
    return untilReset;
  }
  if (shift === null) return null;
  const { from, to, inside, outside, distance } = shift;
  // Where several kinds of records have numbers far apart, a few more or less of one kind move the mean.
  if (Math.abs(logOfNumber(inside) - logOfNumber(outside)) < LEAST_EFFECT * deviationBesides(series, shift)) {
    return null;
  }
  // What is lower at the start of a log fills up or is counted: it rose later.
  const isBeginning = from <= BEGINNING * volume.length ||
    sumOf(series.count, { from: 0, to: from }) < LEAST_BEFORE;
  if (isBeginning && inside < outside) return null;
  // What is slow as programs start has to warm up.
  if (from <= STARTING * volume.length && isDuration(name, measure)) return null;
  return { ...foundIn(numbers, from, to), expected: outside, inside, p: Math.exp(-distance) };
}

/** A trend of a number that matters; null if it does not. */
function asTrend(numbers: Numbers, trend: Trend | null, width: number): Candidate | null {
  if (trend === null || trend.p >= TREND_BY_CHANCE) return null;
  const { unit, name, pattern: { template } } = numbers;
  const { from, to, before, after, p, steady, wentBack } = trend;
  const isSum = steady && !(measureOf(numbers) === "ms" && !isTimeThatPasses(trend, width));
  if (!isLevel(name, unit, template, isSum)) return null;
  return { ...foundIn(numbers, from, to), expected: before, inside: after, p, trend: true, wentBack };
}

/** A trend of one host for which the load could be to blame, if it did not move the number of the other hosts. */
function trendOfHost(numbers: Numbers, onAll: Numbers, { buckets, width }: ActivityView): Candidate | null {
  const { name, unit, pattern: { template }, tracks } = numbers;
  const others = onAll.tracks.filter((track) => !tracks.includes(track));
  if (others.length === 0 || !isOfInterest(name, unit, template)) return null;
  const series = joinedSeries(tracks.map((track) => track.series()), buckets);
  const steady = new Float64Array(buckets).fill(1);
  const found = asTrend(numbers, trendOf(series, steady) ?? trendUntilReset(series, steady), width);
  if (found === null || isDuration(name, measureOf(numbers)) && moveOf(found) < 0) return null;
  const { from, to } = found;
  const { count, sum } = joinedSeries(others.map((track) => track.series()), buckets);
  const meanIn = (from: number, to: number) => sumOf(sum, { from, to }) / sumOf(count, { from, to });
  // As it ends against as it begins.
  const part = Math.max(1, Math.round((to - from) / PARTS_OF_TREND));
  const besides = meanIn(to - part, to) - meanIn(from, from + part);
  return besides / (logOfNumber(found.inside!) - logOfNumber(found.expected)) <= LEFT_BY_LOAD ? found : null;
}

/** A number that grows by at least 1/WITH_TIME and at most WITH_TIME times the time that passes is taken for a duration that runs. */
const WITH_TIME = 4;

/** Whether a number of milliseconds grows as time passes, as an uptime does. */
function isTimeThatPasses({ from, to, before, after }: Trend, width: number): boolean {
  const grown = Math.abs(after - before) / ((to - from) * width);
  return grown > 1 / WITH_TIME && grown < WITH_TIME;
}

/**
 * One series of a number from several hosts (or severities). Each is shifted to the level of all: otherwise the mean would move
 * whenever one of them logs more or less than usual.
 */
function joinedSeries(tracks: readonly NumberSeries[], buckets: number): NumberSeries {
  if (tracks.length === 1) return tracks[0];
  const joined = {
    count: new Float64Array(buckets),
    sum: new Float64Array(buckets),
    squares: new Float64Array(buckets),
  };
  const levels = tracks.map(levelOf);
  let values = 0;
  let total = 0;
  tracks.forEach(({ count }, at) => {
    const of = sumOf(count, { from: 0, to: buckets });
    values += of;
    total += of * levels[at];
  });
  tracks.forEach(({ count, sum, squares }, at) => {
    const move = total / values - levels[at];
    for (let i = 0; i < buckets; i++) {
      joined.count[i] += count[i];
      joined.sum[i] += sum[i] + move * count[i];
      joined.squares[i] += squares[i] + 2 * move * sum[i] + move * move * count[i];
    }
  });
  return joined;
}

/** The median of the buckets' means. */
function levelOf({ count, sum }: NumberSeries): number {
  const means = new Float64Array(count.length);
  let full = 0;
  for (let i = 0; i < count.length; i++) if (count[i] > 0) means[full++] = sum[i] / count[i];
  return full === 0 ? 0 : median(means.subarray(0, full));
}
