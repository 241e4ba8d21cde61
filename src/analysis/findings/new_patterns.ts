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
import { badnessOf, fullIn, type Group, sumOf } from "./groups.ts";
import { extentOfCounts } from "./extents.ts";
import { FATAL, foretellsFailure, tellsOfCorruption, tellsOfCrash, tellsOfEnd } from "./failure_words.ts";
import { kinOf } from "./kin.ts";
import { beginningsIn, isOfNewOwner, isOfOneJob, isOnceEach, shareIn, usualVolumes } from "./owners.ts";
import { isWholeProgress } from "./whole_progress.ts";
import { chanceOfClumps } from "./windows.ts";
import { ALL_PATTERNS } from "../stream_table.ts";

/** The fewest records of a new pattern, and the fewest buckets with them, by badness. */
const LEAST_NEW = [12, 6, 3, 1];
const LEAST_NEW_BUCKETS = [4, 2, 1, 1];
/** The fewest records where rare patterns keep coming: far more than those have. */
const LEAST_NEW_EVENTFUL = [12, 8, 5, 5];
/** Share of the records that must lie in their main part for the rest to be left out. */
const MOST = 0.8;
/** How many times rarer than in the main part the few records before it are, where they are none of it. */
const FAINT = 0.1;
/** The fewest buckets of something that is no error, new and soon over. */
const LEAST_TOGETHER = 5;
/** Where there are this many records a bucket, a few records are enough. */
const DENSE = 0.5;
/** The same as WARM_UP for errors, whose first ones may be a burst, and for crashes. */
const ERROR_WARM_UP = 0.02;
const FATAL_WARM_UP = 0.05;
/** The most separate times in the log of something told though it came only a few times. */
const FEW_MOMENTS = 3;
/** The same for corrupt data: what a program met every hour it would have met from the start. */
const SEVERAL_MOMENTS = 12;
const TRACE = 1;
const INFO = 3;
/** False alarms allowed for the only kind of error in a log, if it has too few records to be surer. */
const ONLY_ERROR_ALARMS = 0.02;
const SEVERAL_ERRORS = 10;
/** Where more of the records are errors, a single one is no news, however grave. */
const COMMON_ERRORS = 0.03;
/** Errors with fewer records are rare; how they clump starts from USUAL_CLUMPS clumps of two. */
const RARE_ERROR = 60;
const USUAL_CLUMPS = 6;
/** The least size of a clump that is assumed, where there are fewer clumps than FEW_CLUMPS and where there are not. */
const FEW_CLUMPS = 3;
const ONE_CLUMP = 2.5;
const SEVERAL_CLUMPS = 2;
/** After so many rare patterns that began after the warm-up, one more is no news. */
const USUAL_NOVELTY = 3;
const RARE = 3;

/**
 * Patterns that began after the warm-up. Had one always come at one rate, all its k records would lie in the last share f of the
 * log with probability f^k, and within some window of share w with k w^(k-1). Records of one bucket count as one, because some
 * programs say much at a time; for errors the further ones add the probability of such clumps. Where rare patterns keep coming
 * one more is no news. Errors whose templates differ in one word are also judged together.
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
    fatal: crashes.length,
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
  /** Patterns of errors, and those that tell of an end. */
  errors: number;
  fatal: number;
  crashes: Moments;
  usualOf: (group: Group) => Float64Array;
  /** When the patterns of each owner began; made when first needed. */
  owners: Map<string, number[]> | null;
}

/** The finding that a novelty is, if chance does not explain it. */
function foundIn(novelty: Novelty, log: Log): Candidate[] {
  const { group, first, badness, total } = novelty;
  const n = group.counts.length;
  // Patterns that differ in one word are one novelty.
  const besides = group.patterns.length - 1;
  const eventful = log.rare[badness] - besides > USUAL_NOVELTY;
  const crash = isTold(novelty, log);
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
  const below = badness === 0 ? severityBelow(log.known.get(group.patterns[0])!) : undefined;
  if (
    badness === 0 && below === undefined &&
    (isOfOneJob(group, { first, last }, log.groups) || isProgress(group, total, log))
  ) return [];
  const { chance, late, together } = chanceOf(novelty, { full, last, eventful }, log);
  const tests = [log.groups.length, log.groups.length, log.errors, log.fatal][badness] - besides;
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
    below,
    ...(badness >= 2 && tellsOfEnd(log.known.get(group.patterns[0])!) ? { ends: true } : {}),
    count: sumOf(group.counts, extent),
    before: sumOf(group.counts, { from: first, to: extent.from }),
    expected: 0,
    p,
  }];
}

/** Whether all of it is the progress of a job that ended well. */
function isProgress({ patterns, streams }: Group, total: number, { known, view }: Log): boolean {
  const numbers = new Set(streams.map(({ stream }) => stream));
  return isWholeProgress(known.get(patterns[0])!.template, total, numbers, view.samples);
}

/** Whether something is told though it came only once: a crash, a failure announced, corrupt data; not where such things keep happening. */
function isTold(
  { group, first, badness }: Novelty,
  log: Log,
): boolean {
  const { view: { buckets: n }, known, crashes } = log;
  if (badness === 3) {
    return isSoonOver(crashes, first, n) && errorShareAround(group, log) < COMMON_ERRORS;
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
  // Busy hours make the first record of something rare more likely.
  const usual = usualOf(group);
  const late = Math.pow(Math.max((n - first) / n, shareIn(usual, first, n)), full);
  // All of it in a short time, and nothing after it, is as unlikely as all of it late.
  const within = Math.max((last + 1 - first) / n, shareIn(usual, first, last + 1));
  const together = full * Math.pow(within, full - 1);
  const leastClump = full < FEW_CLUMPS ? ONE_CLUMP : SEVERAL_CLUMPS;
  const chance = badness >= 2
    // Where new errors keep coming, it is unknown how they clump.
    ? Math.min(late, 2 * together) *
      (eventful ? 1 : chanceOfClumps(total, full, Math.max(clump, leastClump)))
    : full >= LEAST_TOGETHER
    ? Math.min(late, 2 * together)
    : badness === 1 && !eventful
    // More warnings at a time than programs usually write at a time.
    ? Math.min(late, 2 * together * chanceOfClumps(total, full, Math.max(clump, CHATTER)))
    : late;
  return { chance, late, together };
}

/** The severity below INFO that nearly all records of a pattern have. */
function severityBelow({ severities, count }: PatternSummary): string | undefined {
  return SEVERITY_RANKS.slice(TRACE, INFO).find((_name, at) => severities[TRACE + at] > MOST * count);
}

/** When any records of some groups came. */
interface Moments {
  /** The first and the last full bucket, and the runs of full ones. */
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

/** Whether it came late enough to be new, and within a short time or only a few times. */
function isSoonOver(
  { first, last, runs }: Moments,
  from: number,
  buckets: number,
  moments = FEW_MOMENTS,
): boolean {
  return from >= buckets * FATAL_WARM_UP && last - first <= buckets * LONGEST_BURST[0] ||
    first >= buckets * WARM_UP && runs <= moments;
}

/** The main part of what is new, if some of it came long before or much later; else all of it. */
function mainPart(counts: Float64Array, whole: { from: number; to: number }, total: number) {
  const extent = extentOfCounts(counts, null, 1 / counts.length, whole);
  const within = sumOf(counts, extent);
  if (within < MOST * total) return whole;
  if (extent.from === whole.from) return extent;
  if (within < LEAST_BURST) return whole;
  const [length, ahead] = [extent.to - extent.from, extent.from - whole.from];
  const before = sumOf(counts, { from: whole.from, to: extent.from });
  const isFaint = before * length < FAINT * within * ahead;
  return isFaint || ahead > length ? extent : whole;
}

/** The share of other errors, without those that tell of an end, too, among the records of a pattern's services. */
function errorShareAround({ streams, patterns }: Group, { view, known }: Log): number {
  const services = new Set(streams.map(({ service }) => service));
  let errors = 0;
  let records = 0;
  for (const { service, pattern, badness, counts } of view.streams) {
    if (!services.has(service) || pattern === ALL_PATTERNS) continue;
    const count = sumOf(counts, { from: 0, to: view.buckets });
    records += count;
    if (badness < 2 || patterns.includes(pattern)) continue;
    if (!known.has(pattern) || !tellsOfCrash(known.get(pattern)!)) errors += count;
  }
  return errors / records;
}

function isError({ streams }: { streams: readonly StreamActivity[] }): boolean {
  return streams.some(({ badness }) => badness === 2);
}

/** The mean number of records that rare errors have in a full bucket. */
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
