import { SEVERITY_RANKS } from "../../record/severity.ts";
import type { PatternSummary } from "../../record/summary.ts";
import type { ActivityView, StreamActivity } from "../activity.ts";
import {
  CHATTER,
  ERROR_ALARMS,
  FALSE_ALARMS,
  LEAST_BURST,
  LEAST_ERRORS,
  LONGEST_BURST,
  WARM_UP,
} from "./bounds.ts";
import type { Candidate } from "./candidate.ts";
import { isClockwork } from "./clockwork.ts";
import { addTo, badnessOf, fullIn, type Group, ownerOf, sumOf } from "./groups.ts";
import { extentOfCounts } from "./extents.ts";
import { FATAL, foretellsFailure, tellsOfCorruption, tellsOfCrash } from "./failure_words.ts";
import { kinOf } from "./kin.ts";
import { chanceOfClumps, sumsOf } from "./windows.ts";
import { ALL_PATTERNS } from "../stream_table.ts";

/** Records of a new pattern, and buckets that it must be in, by its badness. */
const LEAST_NEW = [12, 6, 3, 1];
const LEAST_NEW_BUCKETS = [4, 2, 1, 1];
/** Records of it where rare patterns keep coming: far more than those have. */
const LEAST_NEW_EVENTFUL = [12, 8, 5, 5];
/** Share of the records that must lie where most of them are, for the rest to be another story. */
const MOST = 0.8;
/** Buckets in which what is no error must be, to be new and soon over. */
const LEAST_TOGETHER = 5;
/** Records a bucket that make a few of them enough. */
const DENSE = 0.5;
/** For errors, whose first ones may be a burst. */
const ERROR_WARM_UP = 0.02;
const FATAL_WARM_UP = 0.05;
/** Runs of buckets of what is told though it came but a few times in the log. */
const FEW_MOMENTS = 3;
/** The same of what is said of data: what a program meets each hour it would meet from the beginning. */
const SEVERAL_MOMENTS = 12;
const TRACE = 1;
const INFO = 3;
/** Share of the log within which things begin together. */
const NEAR = 0.02;
/** Chance may make so many new errors of the only kind of errors that there is, where there are too few to be surer. */
const ONLY_ERROR_ALARMS = 0.02;
const SEVERAL_ERRORS = 10;
/** Hosts (or services) that say something, and how often each at the most, where a start of all of them is no news; and
 * things that begin where a service does. */
const SEVERAL = 3;
const TWICE = 2;
/** So many of them may say it a few times each. */
const MANY = 10;
const FEW_TIMES = 5;
/** Where more of the records are errors a single one is no news, however grave. */
const COMMON_ERRORS = 0.03;
/** Patterns with fewer records are rare errors; before any is seen so many clumps of two are taken to have been. */
const RARE_ERROR = 60;
const USUAL_CLUMPS = 6;
/** What is not known to clump may do so: records of a clump at the least, if there are few of them and if not. */
const FEW_CLUMPS = 3;
const ONE_CLUMP = 2.5;
const SEVERAL_CLUMPS = 2;
/** Rare patterns that began after the warm-up from which one more is no news. */
const USUAL_NOVELTY = 3;
const RARE = 3;

/**
 * Patterns that began after the warm-up. Had one been there all along at one rate, all of its k records would lie in the
 * last share f of the log with probability f^k; and within a window of share w with k w^(k-1). Records of one bucket count as
 * one, because some programs say much at a time; each further one of an error adds what its clumps let expect. In a log in which
 * rare patterns keep coming one more is no news. Errors whose templates differ in one word are also judged together.
 */
export function newPatterns(
  groups: readonly Group[],
  view: ActivityView,
  known: ReadonlyMap<number, PatternSummary>,
  clump: number,
): Candidate[] {
  const n = view.buckets;
  const begun = groups.map((group) => ({ group, first: group.counts.findIndex((count) => count > 0) }))
    .filter(({ group, first }) => first >= Math.max(3, n * (isError(group) ? ERROR_WARM_UP : WARM_UP)));
  const rare = [0, 0, 0, 0];
  const crashes = groups.filter(({ patterns: [id] }) => {
    const pattern = known.get(id)!;
    return pattern.severities[FATAL] > 0 || tellsOfCrash(pattern);
  });
  const judged = begun.map(({ group, first }): Novelty => {
    const pattern = known.get(group.patterns[0])!;
    const badness = badnessOf(group.streams, first, n, pattern);
    const total = sumOf(group.counts, { from: first, to: n });
    if (total <= RARE) { for (let i = 0; i <= badness; i++) rare[i]++; }
    return { group, first, badness, total };
  });
  const scattered = judged.filter(({ badness, total }) => badness >= 2 && total < RARE_ERROR);
  const joined = kinOf(scattered.map(({ group }) => group), groups, known).map((group): Novelty => {
    const first = group.counts.findIndex((count) => count > 0);
    return { group, first, badness: 2, total: sumOf(group.counts, { from: first, to: n }) };
  });
  const log: Log = {
    view,
    known,
    clump,
    rare,
    groups,
    errors: groups.filter(isError).length,
    crashes: momentsOf(crashes, n),
    usualOf: usualVolumes(groups, n),
    owners: null,
  };
  return [...judged, ...joined].flatMap((novelty) => foundIn(novelty, log));
}

/** What began after the warm-up: its first bucket, its badness and its records. */
interface Novelty {
  group: Group;
  first: number;
  badness: number;
  total: number;
}

/** What all novelties of a log are judged by. */
interface Log {
  view: ActivityView;
  known: ReadonlyMap<number, PatternSummary>;
  /** Records that rare errors bring at a time. */
  clump: number;
  /** By badness: rare patterns at least that bad that began after the warm-up. */
  rare: readonly number[];
  groups: readonly Group[];
  /** Patterns of errors. */
  errors: number;
  crashes: Moments;
  usualOf: (group: Group) => Float64Array;
  /** When the patterns of each owner began; made when first needed. */
  owners: Map<string, number[]> | null;
}

/** The finding that a novelty is, if chance does not explain it. */
function foundIn(novelty: Novelty, log: Log): Candidate[] {
  const { group, first, badness, total } = novelty;
  const n = group.counts.length;
  // What differs in a word is one novelty.
  const besides = group.patterns.length - 1;
  const eventful = log.rare[badness] - besides > USUAL_NOVELTY;
  const crash = isTold(novelty, eventful, log);
  const last = group.counts.findLastIndex((count) => count > 0);
  if (!crash && first < n * WARM_UP && (last - first > n * LONGEST_BURST[0] || total < LEAST_ERRORS)) {
    return [];
  }
  const full = fullIn(group.counts, { from: first, to: n });
  const least = eventful ? LEAST_NEW_EVENTFUL[badness] : LEAST_NEW[badness];
  const dense = full >= LEAST_TOGETHER && total >= (last + 1 - first) * DENSE;
  const few = total < (dense ? Math.min(least, LEAST_ERRORS) : least) || full < LEAST_NEW_BUCKETS[badness];
  if (few && !crash) return [];
  if (
    badness === 0 &&
    (isOnceEach(group) || isOfNewOwner(group, first, log.owners ??= beginningsIn(log.groups)))
  ) return [];
  const { chance, late, together } = chanceOf(novelty, { full, last, eventful }, log);
  const tests = (badness >= 2 ? log.errors : log.groups.length) - besides;
  const p = crash ? 0 : chance * tests;
  const alarms = badness >= 2 && log.errors === 1 + besides && total < SEVERAL_ERRORS
    ? ONLY_ERROR_ALARMS
    : badness >= 1 && late > together
    ? ERROR_ALARMS
    : FALSE_ALARMS;
  if (p > alarms) return [];
  const extent = mainPart(group.counts, { from: first, to: last + 1 }, total);
  return [{
    kind: !crash && first < n * WARM_UP ? "burst" : "new-pattern",
    ...extent,
    ...group,
    badness,
    below: badness === 0 ? severityBelow(log.known.get(group.patterns[0])!) : undefined,
    count: sumOf(group.counts, extent),
    before: sumOf(group.counts, { from: first, to: extent.from }),
    expected: 0,
    p,
  }];
}

/** Whether something is told though it came only once: a crash, a failure announced, corrupt data; not where such things keep happening. */
function isTold(
  { group, first, badness }: Novelty,
  eventful: boolean,
  { view, known, crashes }: Log,
): boolean {
  const n = view.buckets;
  if (badness === 3) {
    return !eventful && isSoonOver(crashes, first, n) && errorShareAround(group, view) < COMMON_ERRORS;
  }
  if (group.patterns.length > 1) return false;
  const pattern = known.get(group.patterns[0])!;
  return foretellsFailure(pattern) && isSoonOver(momentsOf([group], n), first, n) ||
    tellsOfCorruption(pattern) && isSoonOver(momentsOf([group], n), first, n, SEVERAL_MOMENTS);
}

/** The probabilities that all of it comes so late, that it comes so near together, and of the novelty as a whole. */
function chanceOf(
  { group, first, badness, total }: Novelty,
  { full, last, eventful }: { full: number; last: number; eventful: boolean },
  { clump, usualOf }: Log,
): { chance: number; late: number; together: number } {
  const n = group.counts.length;
  // By day, when there is more to be said, what is rare may come for the first time.
  const usual = usualOf(group);
  const late = Math.pow(Math.max((n - first) / n, shareIn(usual, first, n)), full);
  // All of it in a short time, and nothing after it, is as unlikely as all of it late.
  const within = Math.max((last + 1 - first) / n, shareIn(usual, first, last + 1));
  const together = full * Math.pow(within, full - 1);
  const leastClump = full < FEW_CLUMPS ? ONE_CLUMP : SEVERAL_CLUMPS;
  const chance = badness >= 2
    // Where new errors keep coming nothing is known of how they clump.
    ? Math.min(late, 2 * together) *
      (eventful ? 1 : chanceOfClumps(total, full, Math.max(clump, leastClump)))
    : full >= LEAST_TOGETHER
    ? Math.min(late, 2 * together)
    : badness === 1 && !eventful
    // So many warnings at a time are more than what programs say at a time.
    ? Math.min(late, 2 * together * chanceOfClumps(total, full, Math.max(clump, CHATTER)))
    : late;
  return { chance, late, together };
}

/**
 * Gives what the owners of a group usually say, as sums of the first n buckets: no warnings and errors, nothing that keeps its own
 * time, and nothing that itself began late.
 */
function usualVolumes(
  groups: readonly Group[],
  buckets: number,
): (group: Group) => Float64Array {
  const byOwner = new Map<string, Float64Array>();
  for (const { streams, counts } of groups) {
    if (counts.findIndex((count) => count > 0) > buckets * WARM_UP || isClockwork(counts)) continue;
    for (const stream of streams) {
      if (stream.badness > 0) continue;
      const owner = ownerOf(stream);
      const volume = byOwner.get(owner);
      if (volume === undefined) byOwner.set(owner, stream.counts.slice());
      else addTo(volume, stream.counts);
    }
  }
  const known = new Map<string, Float64Array>();
  return ({ streams }) => {
    const owners = [...new Set(streams.map(ownerOf))].sort();
    const key = owners.join("\0");
    let sums = known.get(key);
    if (sums === undefined) {
      const volume = new Float64Array(buckets);
      for (const owner of owners) addTo(volume, byOwner.get(owner) ?? new Float64Array(buckets));
      known.set(key, sums = sumsOf(volume));
    }
    return sums;
  };
}

/** Share of a volume, given as its sums, that lies in [from, to); 0 where there is none. */
function shareIn(sums: Float64Array, from: number, to: number): number {
  const all = sums[sums.length - 1];
  return all === 0 ? 0 : (sums[to] - sums[from]) / all;
}

/** The severity below INFO that nearly all records of a pattern have. */
function severityBelow({ severities, count }: PatternSummary): string | undefined {
  return SEVERITY_RANKS.slice(TRACE, INFO).find((_name, at) => severities[TRACE + at] > MOST * count);
}

/** When the patterns of each service (of each source without one) are first there. */
function beginningsIn(groups: readonly Group[]): Map<string, number[]> {
  const owners = new Map<string, number[]>();
  for (const { streams } of groups) {
    for (const [owner, theirs] of Map.groupBy(streams, ownerOf)) {
      const first = Math.min(...theirs.map(({ counts }) => counts.findIndex((count) => count > 0)));
      const firsts = owners.get(owner);
      if (firsts === undefined) owners.set(owner, [first]);
      else firsts.push(first);
    }
  }
  return owners;
}

/** Whether all that says it began at that time, with several other things: a service (or a file) that is new says new things. */
function isOfNewOwner(
  { streams, counts }: Group,
  first: number,
  owners: ReadonlyMap<string, number[]>,
): boolean {
  const near = NEAR * counts.length;
  return streams.every((stream) => {
    const firsts = owners.get(ownerOf(stream)) ?? [];
    return firsts.every((of) => of >= first - near) &&
      firsts.filter((of) => of <= first + near).length >= SEVERAL;
  });
}

/** When anything of some groups is there. */
interface Moments {
  /** The first and the last bucket, and the runs of buckets. */
  first: number;
  last: number;
  runs: number;
}

function momentsOf(groups: readonly Group[], buckets: number): Moments {
  let first = Infinity;
  let last = -1;
  let runs = 0;
  for (let at = 0; at < buckets; at++) {
    if (!groups.some(({ counts }) => counts[at] > 0)) continue;
    if (at - last > 1 || last < 0) runs++;
    first = Math.min(first, at);
    last = at;
  }
  return { first, last, runs };
}

/** Whether what is told though it came but once came late enough to be new, and in a short time or a few times. */
function isSoonOver(
  { first, last, runs }: Moments,
  from: number,
  buckets: number,
  moments = FEW_MOMENTS,
): boolean {
  return from >= buckets * FATAL_WARM_UP && last - first <= buckets * LONGEST_BURST[0] ||
    first >= buckets * WARM_UP && runs <= moments;
}

/** Whether each of several hosts (or services) said it once or twice, as when they are all started anew. */
export function isOnceEach({ streams }: Group, window?: { from: number; to: number }): boolean {
  const said = new Map<string, number>();
  for (const { service, host, counts } of streams) {
    const owner = `${service}\n${host}`;
    const count = sumOf(counts, window ?? { from: 0, to: counts.length });
    if (count > 0) said.set(owner, (said.get(owner) ?? 0) + count);
  }
  const most = said.size >= MANY ? FEW_TIMES : TWICE;
  return said.size >= SEVERAL && [...said.values()].every((count) => count <= most);
}

/** Where most of what is new lies, if some of it came long before or much later: else all of it. */
function mainPart(counts: Float64Array, whole: { from: number; to: number }, total: number) {
  const extent = extentOfCounts(counts, null, 1 / counts.length, whole);
  const within = sumOf(counts, extent);
  if (within < MOST * total) return whole;
  if (extent.from === whole.from) return extent;
  const isForerun = within >= LEAST_BURST && extent.from - whole.from > extent.to - extent.from;
  return isForerun ? extent : whole;
}

/** Share of other errors among the records of a pattern's services. */
function errorShareAround({ streams, patterns }: Group, view: ActivityView): number {
  const services = new Set(streams.map(({ service }) => service));
  let errors = 0;
  let records = 0;
  for (const { service, pattern, badness, counts } of view.streams) {
    if (!services.has(service) || pattern === ALL_PATTERNS) continue;
    const count = sumOf(counts, { from: 0, to: view.buckets });
    records += count;
    if (badness === 2 && !patterns.includes(pattern)) errors += count;
  }
  return errors / records;
}

function isError({ streams }: { streams: readonly StreamActivity[] }): boolean {
  return streams.some(({ badness }) => badness === 2);
}

/** Records that rare errors have in one bucket, if any. */
export function clumpOfErrors(groups: readonly Group[]): number {
  let records = 2 * USUAL_CLUMPS;
  let clumps = USUAL_CLUMPS;
  for (const { streams, counts } of groups) {
    if (!isError({ streams })) continue;
    const total = sumOf(counts, { from: 0, to: counts.length });
    if (total >= RARE_ERROR) continue;
    const full = fullIn(counts, { from: 0, to: counts.length });
    if (full < 3) continue;
    records += total;
    clumps += full;
  }
  return records / clumps;
}
