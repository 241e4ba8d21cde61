import type { FindingKind, PatternSummary } from "../../record/summary.ts";
import { type ActivityView, ALL_PATTERNS, type StreamActivity } from "../activity.ts";
import { withFailures } from "./failure_words.ts";
import { type NumberSeries, shiftOf } from "./shifts.ts";
import { trendOf } from "./trends.ts";
import { chanceOfClumps, highestWindow, longestSilence, lowestWindow, type Window } from "./windows.ts";

/** Something that may need a look, before it is weighed against the others. */
export interface Candidate {
  kind: FindingKind;
  /** Buckets [from, to). */
  from: number;
  to: number;
  /** Streams behind it. */
  streams: StreamActivity[];
  /** What it is about: patterns, or the whole of a service, a host or the log (no pattern). */
  patterns: number[];
  service: string | null;
  host: string | null;
  /** 0 below WARN, 1 WARN, 2 ERROR and FATAL, 3 FATAL. */
  badness: number;
  count: number;
  /** What the rest of the series let expect; for numbers the typical value. */
  expected: number;
  /** How sure: corrected for everything that was looked at, the less the surer. */
  p: number;
  name?: string;
  unit?: string;
  inside?: number;
  /** The number moved bit by bit. */
  trend?: boolean;
}

/** Chance may make so many false findings of one kind in a log, at most, as far as its assumptions hold. */
const FALSE_ALARMS = 1e-3;
/** Buckets without which there is no history to speak of. */
const LEAST_BUCKETS = 20;
const LEAST_RECORDS = 300;
/** Share of the log after which a pattern can be new; records, and buckets that it must be in, by its badness. */
const WARM_UP = 0.15;
const LEAST_NEW = [12, 6, 3, 1];
const LEAST_NEW_BUCKETS = [4, 2, 1, 1];
/** Buckets in which what is no error must be, to be new and soon over. */
const LEAST_TOGETHER = 5;
/** How likely chance may make a new error: to be told of one matters more than of other new things. */
const NEW_ERROR = 0.005;
/** For errors, whose first ones may be a burst. */
const ERROR_WARM_UP = 0.02;
/** Patterns with fewer records are rare errors; before any is seen so many clumps of two are taken to have been. */
const RARE_ERROR = 60;
const USUAL_CLUMPS = 6;
/** How many times its expectation a burst has, by badness, and its records. */
const BURST_RATIO = [4, 3, 2.5];
const LEAST_BURST = 12;
/** Share of the log that a burst may last, by badness, and a change of all records of a service. */
const LONGEST_BURST = [0.15, 0.2, 0.3];
const LONGEST_VOLUME = 0.15;
/** Buckets outside of a burst that must hold something, where it is no error: else it has no history. */
const LEAST_HISTORY = 10;
/** Rare patterns that began after the warm-up from which one more is no news. */
const USUAL_NOVELTY = 3;
const RARE = 3;
/** The same for all records of a service. */
const SURGE_RATIO = 2.5;
const DROP_RATIO = 0.4;
/** An error share that rose: how many times, by how much, and from how many errors on. */
const ERROR_RATIO = 2;
const ERROR_SHARE = 0.02;
const LEAST_ERRORS = 8;
const FATAL = 6;

/** What a burst is compared with: all records, and how many records rare errors have at a time. */
interface Usual {
  volume: Float64Array;
  clump: number;
}

/** One thing whose records over time are judged by themselves. */
interface Group {
  streams: StreamActivity[];
  counts: Float64Array;
  patterns: number[];
  service: string | null;
  host: string | null;
}

/** Everything that stands out, whatever its importance. */
export function candidatesIn(seen: ActivityView, patterns: readonly PatternSummary[]): Candidate[] {
  if (seen.buckets < LEAST_BUCKETS) return [];
  const known = new Map(patterns.map((pattern) => [pattern.id, pattern]));
  const view = withFailures(seen, known);
  const all = groupsBy(view, ({ pattern }) => pattern === ALL_PATTERNS ? null : "all");
  if (all.length === 0 || sumOf(all[0].counts, { from: 0, to: view.buckets }) < LEAST_RECORDS) return [];
  const volume = all[0].counts;
  const byPattern = groupsBy(view, ({ pattern }) => pattern >= 0 && known.has(pattern) ? `${pattern}` : null);
  for (const group of byPattern) group.patterns = [group.streams[0].pattern];
  const clump = clumpOfErrors(byPattern);
  const streams = groupsBy(
    view,
    ({ pattern, service, host }) =>
      pattern >= 0 && known.has(pattern) && (service !== "" || host !== "")
        ? `${pattern} ${service} ${host}`
        : null,
  );
  for (const group of streams) {
    const [{ pattern, service, host }] = group.streams;
    Object.assign(group, { patterns: [pattern], service: service || null, host: host || null });
  }
  const services = groupsBy(
    view,
    ({ pattern, service }) => service === "" || pattern === ALL_PATTERNS ? null : service,
  );
  for (const group of services) group.service = group.streams[0].service;
  const hosts = groupsBy(view, ({ host }) => host === "" ? null : host);
  for (const group of hosts) group.host = group.streams[0].host;
  const wholes = [...all, ...(services.length > 1 ? services : []), ...(hosts.length > 1 ? hosts : [])];
  const sureOf = (tests: number) => ({ p }: { p: number }) => p * tests < FALSE_ALARMS;
  const [surePattern, sureStream, sure] = [byPattern.length * 3, streams.length, wholes.length * 4].map(
    sureOf,
  );
  return [
    ...newPatterns(byPattern, view, known, clump),
    ...byPattern.flatMap((group) => burst(group, surePattern, { volume, clump })),
    ...wholes.flatMap((group) => silence(group, sure, view)),
    ...byPattern.flatMap((group) => silence(group, surePattern, view, volume)),
    ...streams.flatMap((group) => silence(group, sureStream, view, volume)),
    ...[...all, ...services, ...(hosts.length > 1 ? hosts : [])].flatMap((group) => errorRate(group, sure)),
    ...wholes.flatMap((group) => surge(group, sure)),
    ...wholes.flatMap((group) => drop(group, sure)),
    ...byPattern.flatMap((group) => drop(group, surePattern)),
    ...shifts(view, known),
  ];
}

function groupsBy(view: ActivityView, keyOf: (stream: StreamActivity) => string | null): Group[] {
  const groups = new Map<string, Group>();
  for (const stream of view.streams) {
    const key = keyOf(stream);
    if (key === null) continue;
    let group = groups.get(key);
    if (group === undefined) {
      group = {
        streams: [],
        counts: new Float64Array(view.buckets),
        patterns: [],
        service: null,
        host: null,
      };
      groups.set(key, group);
    }
    group.streams.push(stream);
    for (let i = 0; i < view.buckets; i++) group.counts[i] += stream.counts[i];
  }
  return [...groups.values()];
}

/**
 * Patterns that began after the warm-up. Had one been there all along at one rate, all of its k records would lie in the
 * last share f of the log with probability f^k; and within a window of share w with k w^(k-1). Records of one bucket count as
 * one, because some programs say much at a time; each further one of an error adds what its clumps let expect. In a log in which rare patterns keep coming one more is no news.
 */
function newPatterns(
  groups: readonly Group[],
  view: ActivityView,
  known: ReadonlyMap<number, PatternSummary>,
  clump: number,
): Candidate[] {
  const n = view.buckets;
  const begun = groups.map((group) => ({ group, first: group.counts.findIndex((count) => count > 0) }))
    .filter(({ group, first }) => first >= Math.max(3, n * (isError(group) ? ERROR_WARM_UP : WARM_UP)));
  const rare = [0, 0, 0, 0];
  const found: Candidate[] = [];
  const judged = begun.map(({ group, first }) => {
    const pattern = known.get(group.patterns[0])!;
    const badness = badnessOf(group.streams, first, n, pattern);
    const total = sumOf(group.counts, { from: first, to: n });
    if (total <= RARE) { for (let i = 0; i <= badness; i++) rare[i]++; }
    return { group, first, badness, total };
  });
  for (const { group, first, badness, total } of judged) {
    let full = 0;
    let last = first;
    group.counts.forEach((count, i) => {
      if (count === 0) return;
      full++;
      last = i;
    });
    const eventful = rare[badness] > USUAL_NOVELTY;
    const least = eventful ? LEAST_NEW[Math.max(0, badness - 2)] : LEAST_NEW[badness];
    if (first < n * WARM_UP && badness < 3 && (last - first > n * LONGEST_BURST[0] || total < LEAST_ERRORS)) {
      continue;
    }
    if (
      total < (full >= LEAST_TOGETHER ? Math.min(least, LEAST_ERRORS) : least) ||
      full < LEAST_NEW_BUCKETS[badness]
    ) continue;
    const late = Math.pow((n - first) / n, full);
    // All of it in a short time, and nothing after it, is as unlikely as all of it late.
    const together = full * Math.pow((last + 1 - first) / n, full - 1);
    const chance = badness >= 2 && !eventful
      ? Math.min(late, 2 * together) * chanceOfClumps(total, full, clump)
      : full >= LEAST_TOGETHER
      ? Math.min(late, 2 * together)
      : late;
    // A crash is told even if it is the first of its kind.
    const p = badness === 3 && !eventful ? 0 : chance * groups.length;
    if (p > (badness >= 2 ? NEW_ERROR : FALSE_ALARMS)) continue;
    found.push({
      kind: first < n * WARM_UP && badness < 3 ? "burst" : "new-pattern",
      from: first,
      to: last + 1,
      ...group,
      badness,
      count: total,
      expected: 0,
      p,
    });
  }
  return found;
}

function isError({ streams }: { streams: readonly StreamActivity[] }): boolean {
  return streams.some(({ badness }) => badness === 2);
}

/** Records that rare errors have in one bucket, if any. */
function clumpOfErrors(groups: readonly Group[]): number {
  let records = 2 * USUAL_CLUMPS;
  let clumps = USUAL_CLUMPS;
  for (const { streams, counts } of groups) {
    if (!isError({ streams })) continue;
    const total = sumOf(counts, { from: 0, to: counts.length });
    if (total >= RARE_ERROR) continue;
    const full = counts.reduce((sum, count) => count > 0 ? sum + 1 : sum, 0);
    if (full < 3) continue;
    records += total;
    clumps += full;
  }
  return records / clumps;
}

function burst(group: Group, sure: (window: Window) => boolean, usual: Usual): Candidate[] {
  const worst = badnessOf(group.streams, 0, group.counts.length);
  const window = highestWindow(group.counts, null, {
    ratio: BURST_RATIO[worst],
    least: LEAST_BURST,
    longest: LONGEST_BURST[worst],
    ...usual,
  });
  if (window === null || !sure(window)) return [];
  const badness = badnessOf(group.streams, window.from, window.to);
  const history = group.counts.reduce(
    (full, count, i) => count > 0 && (i < window.from || i >= window.to) ? full + 1 : full,
    0,
  );
  if (badness < 2 && (history < LEAST_HISTORY || window.from < group.counts.length * WARM_UP)) return [];
  return [{ kind: "burst", ...group, ...window, badness }];
}

function silence(
  group: Group,
  sure: (window: Window) => boolean,
  view: ActivityView,
  volume?: Float64Array,
): Candidate[] {
  const counts = wholeBuckets(group);
  const found = longestSilence(counts, volume?.subarray(1, volume.length - 1));
  if (found === null || !sure(found)) return [];
  const toTheEnd = found.to === counts.length && group.counts[view.buckets - 1] === 0;
  const before = group.counts.slice(0, found.from + 1).reduce((sum, count) => sum + count, 0);
  const from = found.from + 1;
  const to = toTheEnd ? view.buckets : found.to + 1;
  const window = { from, to, count: before, expected: found.expected, p: found.p };
  const kind = toTheEnd ? "vanished" : "gap";
  return [{ kind, ...group, ...window, badness: 0 }];
}

function errorRate(group: Group, sure: (window: Window) => boolean): Candidate[] {
  const streams = group.streams.filter(({ badness }) => badness === 2);
  if (streams.length === 0) return [];
  const errors = new Float64Array(group.counts.length);
  for (const { counts } of streams) for (let i = 0; i < errors.length; i++) errors[i] += counts[i];
  const window = highestWindow(errors, group.counts, { ratio: ERROR_RATIO, least: LEAST_ERRORS });
  if (window === null || !sure(window)) return [];
  let records = 0;
  for (let i = window.from; i < window.to; i++) records += group.counts[i];
  if ((window.count - window.expected) / records < ERROR_SHARE) return [];
  const within = streams.filter(({ counts }) => sumOf(counts, window) > 0);
  const patterns = byShare(within, window);
  const inside = window.count / records;
  return [{ kind: "error-rate", ...group, ...window, streams: within, patterns, badness: 2, inside }];
}

/** Far more of all records of a service, a host or the log. */
function surge(group: Group, sure: (window: Window) => boolean): Candidate[] {
  const window = highestWindow(wholeBuckets(group), null, {
    ratio: SURGE_RATIO,
    least: 50,
    longest: LONGEST_VOLUME,
  });
  if (window === null || !sure(window)) return [];
  return [{ kind: "burst", ...group, ...moved(window), badness: 0 }];
}

/** Far fewer records than before and after, but some. */
function drop(group: Group, sure: (window: Window) => boolean): Candidate[] {
  const counts = wholeBuckets(group);
  const window = lowestWindow(counts, DROP_RATIO, LONGEST_VOLUME);
  if (window === null || !sure(window) || window.count === 0) return [];
  return [{ kind: "drop", ...group, ...moved(window), badness: 0 }];
}

/** The first and the last bucket are not whole. */
function wholeBuckets({ counts }: Group): Float64Array {
  return counts.subarray(1, counts.length - 1);
}

function moved(window: Window): Window {
  return { ...window, from: window.from + 1, to: window.to + 1 };
}

/** Numbers of a pattern that moved, in a service and on each of its hosts. */
function shifts(view: ActivityView, known: ReadonlyMap<number, PatternSummary>): Candidate[] {
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
  if (trend !== null && isLevel(numbers, trend.steady)) {
    const { from, to, before, after, p } = trend;
    if (p < FALSE_ALARMS) return { ...found(from, to), expected: before, inside: after, p, trend: true };
  }
  const shift = shiftOf(series);
  if (shift === null || !isMeasurement(name, unit, pattern.template)) return null;
  const { from, to, inside, outside, distance } = shift;
  return { ...found(from, to), expected: outside, inside, p: Math.exp(-distance) };
}

const MEASURES =
  /took|latenc|durat|elaps|time|delay|wait|lag|depth|size|length|(?<![a-z])queue|backlog|usage|used|memory|heap|rss|cpu|load|byte|rate|pending|active|connections|(?:^|[_. ])(?:ms|pct|percent|count|total|rows|items)(?:$|[_. =:])/i;
const IDENTITIES =
  /(?:^|[_.-])(?:pid|tid|port|uid|gid|seq|thread|line|code|status|year|version)$|id$|timestamp/i;

const LEVELS =
  /memory|heap|rss|(?<![a-z])mem|queue|depth|backlog|(?<![a-z])lag|pending|usage|used|utili[sz]ation|cpu|load|latenc|took|elapsed|duration|pool|handles|descriptors|(?<![a-z])fds?(?![a-z])|goroutines|threads|connections|sessions|disk|temp/i;
const COUNTERS =
  /uptime|total|sequence|(?<![a-z])seq(?![a-z])|offset|elapsed since|until|expires|(?<![a-z])age(?![a-z])/i;

/** Whether a number can have a trend that matters: time that went by, and what is counted, only ever rise. */
function isLevel({ name, unit, pattern: { template } }: Numbers, steady: boolean): boolean {
  const place = /^number (\d+)$/.exec(name);
  const near = place === null ? name : template;
  if (COUNTERS.test(near)) return false;
  return steady ? LEVELS.test(near) : isMeasurement(name, unit, template) || LEVELS.test(near);
}

/** Whether a number measures something; an order, a process or a status that changes is no shift. */
function isMeasurement(name: string, unit: string, template: string): boolean {
  if (unit !== "") return true;
  const place = /^number (\d+)$/.exec(name);
  if (place === null) return !IDENTITIES.test(name);
  // What stands right before the number and right behind it.
  const parts = template.split(/<(?:num|dur)>/);
  const before = parts[Number(place[1]) - 1] ?? "";
  const after = parts[Number(place[1])] ?? "";
  const near = `${before.split(/[,;<>]/).at(-1)!.slice(-20)} ${after.split(/[,;<>]/)[0].slice(0, 10)}`;
  return MEASURES.test(near);
}

function emptySeries(buckets: number) {
  return {
    count: new Float64Array(buckets),
    sum: new Float64Array(buckets),
    squares: new Float64Array(buckets),
  };
}

/** The patterns that most of the streams' records in a window have, at most ten. */
function byShare(streams: readonly StreamActivity[], window: Window): number[] {
  const counts = new Map<number, number>();
  for (const { pattern, counts: of } of streams) {
    if (pattern >= 0) counts.set(pattern, (counts.get(pattern) ?? 0) + sumOf(of, window));
  }
  return [...counts].sort((x, y) => y[1] - x[1]).slice(0, 10).map(([pattern]) => pattern);
}

export function sumOf(counts: Float64Array, { from, to }: { from: number; to: number }): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += counts[i];
  return sum;
}

/** What most of the records of some streams are in [from, to). */
function badnessOf(
  streams: readonly StreamActivity[],
  from: number,
  to: number,
  pattern?: PatternSummary,
): number {
  const counts = [0, 0, 0];
  for (const { badness, counts: of } of streams) counts[badness] += sumOf(of, { from, to });
  const worst = counts[2] * 2 >= counts[0] + counts[1] + counts[2] ? 2 : counts[1] > counts[0] ? 1 : 0;
  return worst === 2 && pattern !== undefined && pattern.severities[FATAL] * 2 > pattern.count ? 3 : worst;
}
