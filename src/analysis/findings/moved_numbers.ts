import type { PatternSummary } from "../../record/summary.ts";
import { type ActivityView, ALL_PATTERNS, type StreamActivity } from "../activity.ts";
import type { Candidate } from "./candidate.ts";
import { badnessOf, sumOf } from "./groups.ts";
import { isClock, isLevel, isMeasurement } from "./measures.ts";
import { type NumberSeries, shiftOf } from "./shifts.ts";
import { trendOf } from "./trends.ts";

/** How likely chance may make the trend of a number. */
const TREND_BY_CHANCE = 1e-4;

/** Numbers of a pattern that moved, in a service and on each of its hosts. */
export function movedNumbers(view: ActivityView, known: ReadonlyMap<number, PatternSummary>): Candidate[] {
  const streamOf = new Map(view.streams.map((stream) => [stream.stream, stream]));
  const joined = new Map<string, Numbers>();
  const volumes = new Map<string, Float64Array>();
  for (const { service, pattern, counts } of view.streams) {
    if (pattern === ALL_PATTERNS) continue;
    const volume = volumes.get(service);
    if (volume === undefined) volumes.set(service, counts.slice());
    else counts.forEach((count, i) => volume[i] += count);
  }
  for (const track of view.numbers) {
    const owner = streamOf.get(track.stream);
    const pattern = owner === undefined ? undefined : known.get(owner.pattern);
    if (owner === undefined || pattern === undefined) continue;
    for (const host of owner.host === "" ? [null] : [null, owner.host]) {
      const key = JSON.stringify([pattern.id, owner.service, host, track.unit, track.name]);
      let one = joined.get(key);
      if (one === undefined) {
        const series = emptySeries(view.buckets);
        one = {
          pattern,
          service: owner.service,
          host,
          unit: track.unit,
          name: track.name,
          series,
          streams: [],
        };
        joined.set(key, one);
      }
      if (!one.streams.includes(owner)) one.streams.push(owner);
      for (let i = 0; i < view.buckets; i++) {
        one.series.count[i] += track.count[i];
        one.series.sum[i] += track.sum[i];
        one.series.squares[i] += track.squares[i];
      }
    }
  }
  const found: Candidate[] = [];
  for (const numbers of joined.values()) {
    const moved = movedNumber(numbers, volumes.get(numbers.service)!);
    if (moved !== null) found.push(moved);
  }
  return found;
}

/** One number over time. */
interface Numbers {
  pattern: PatternSummary;
  service: string;
  host: string | null;
  unit: string;
  name: string;
  series: NumberSeries;
  streams: StreamActivity[];
}

function movedNumber(numbers: Numbers, volume: Float64Array): Candidate | null {
  const { pattern, service, host, unit, name, series, streams } = numbers;
  const found = (from: number, to: number): Candidate => ({
    kind: "shifted-number",
    from,
    to,
    streams,
    patterns: [pattern.id],
    service: service || null,
    host,
    badness: badnessOf(streams, from, to),
    count: streams.reduce((sum, { counts }) => sum + sumOf(counts, { from, to }), 0),
    expected: 0,
    p: 0,
    name,
    unit,
  });
  const trend = trendOf(series, volume);
  if (
    trend !== null && !isClock(name, pattern.template) && isLevel(name, unit, pattern.template, trend.steady)
  ) {
    const { from, to, before, after, p } = trend;
    if (p < TREND_BY_CHANCE) return { ...found(from, to), expected: before, inside: after, p, trend: true };
  }
  const shift = shiftOf(series);
  if (shift === null || !isMeasurement(name, unit, pattern.template) || isClock(name, pattern.template)) {
    return null;
  }
  const { from, to, inside, outside, distance } = shift;
  return { ...found(from, to), expected: outside, inside, p: Math.exp(-distance) };
}

function emptySeries(buckets: number) {
  return {
    count: new Float64Array(buckets),
    sum: new Float64Array(buckets),
    squares: new Float64Array(buckets),
  };
}
