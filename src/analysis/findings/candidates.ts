import type { PatternSummary } from "../../record/summary.ts";
import type { ActivityView, StreamActivity } from "../activity.ts";
import { ERROR_ALARMS, ERRORS, FALSE_ALARMS, isEnough, LEAST_ERRORS, WARM_UP, WARNINGS } from "./bounds.ts";
import { burst, lastingChange, LEAST_SURGE, LONGEST_VOLUME, moved, surge, wholeBuckets } from "./bursts.ts";
import type { Candidate } from "./candidate.ts";
import { clockSkews, isOfClock } from "./clock_skews.ts";
import type { Seen } from "./dominant_values.ts";
import { withoutClockwork } from "./clockwork.ts";
import { failedAnswers } from "./failed_answers.ts";
import { withFailures } from "./failure_words.ts";
import { groupingsOf } from "./groupings.ts";
import { addTo, badnessOf, fullIn, type Group, groupsBy, shareOutside, sumOf } from "./groups.ts";
import { risenWindow } from "./levels.ts";
import { movedNumbers } from "./moved_numbers.ts";
import { clumpOfErrors, newPatterns } from "./new_patterns.ts";
import { withoutRenamed } from "./renamed_hosts.ts";
import { isOfQuietHours } from "./quiet_hours.ts";
import { silentValues } from "./silent_values.ts";
import { longestSilence, STARTING } from "./silences.ts";
import { fasterRhythm, missedTime, slowerRhythm } from "./rhythms.ts";
import { isOnlyOfOneJob } from "./owners.ts";
import { spellsIn } from "./spells.ts";
import { lowestWindow, type Window } from "./windows.ts";
import { isOfWeekend } from "./weekends.ts";
import { ALL_PATTERNS, OTHER_PATTERNS } from "../stream_table.ts";

/** Buckets with records, and records, that a log needs to have a history. */
const LEAST_BUCKETS = 20;
const LEAST_RECORDS = 100;
const DROP_RATIO = 0.5;

/** Share of a pattern's records that its time series must hold for the pattern to be judged. */
const WHOLE = 0.99;
/** What spans this share of the log is always there; a log in which less than this share of the records is has phases. */
const THROUGHOUT = 0.7;
const STEADY = 0.5;
/** Kinds of findings that the phases of a job explain. */
const PHASES = new Set<Candidate["kind"]>(["new-pattern", "vanished", "gap", "drop", "burst"]);

/** Everything that stands out, however unimportant. */
export function candidatesIn(
  seen: ActivityView,
  patterns: readonly PatternSummary[],
  values: Seen,
): Candidate[] {
  if (seen.buckets < LEAST_BUCKETS) return [];
  const known = wholePatterns(seen, patterns);
  const view = withFailures(seen, known);
  const all = groupsBy(view, ({ pattern }) => pattern === ALL_PATTERNS ? null : {});
  if (all.length === 0 || sumOf(all[0].counts, { from: 0, to: view.buckets }) < LEAST_RECORDS) return [];
  const volume = all[0].counts;
  // Two days a month apart have no history either.
  if (fullIn(volume, { from: 0, to: view.buckets }) < LEAST_BUCKETS) return [];
  const { byPattern, mixed, streams, shared, services, hosts, sources, pairs } = groupingsOf(view, known);
  const eventful = withoutClockwork(volume, byPattern);
  const clump = clumpOfErrors(byPattern);
  const usual = { volume, clump, width: view.width };
  const paused = sources.length + services.length > 1 ? sources : [];
  const wholes = [...all, ...(services.length > 1 ? services : []), ...(hosts.length > 1 ? hosts : [])];
  const sureOf = (tests: number, alarms = FALSE_ALARMS) => ({ p }: { p: number }) => p * tests < alarms;
  const surePattern = sureOf(byPattern.length * 3);
  const sureStream = sureOf(streams.length);
  const sure = sureOf((wholes.length + paused.length) * 4);
  const told = [
    ...newPatterns(byPattern, view, known, clump),
    ...byPattern.flatMap((group) =>
      burst(group, surePattern, usual).filter((one) => !isOnlyOfOneJob({ ...group, ...one }, byPattern))
    ),
    ...mixed.flatMap((group) => burst(group, sureOf(mixed.length * 3), usual)),
    ...shared.flatMap((group) => burst(group, sureOf(shared.length * 3), usual)),
    ...wholes.flatMap((group) => silence(group, sure, view)),
    ...paused.flatMap((group) => silence(group, sure, view)).filter(({ kind }) =>
      kind === "gap" || !isHandedOn(sources)
    ),
    ...paused.flatMap((group) => drop(group, sure, view, volume)),
    ...byPattern.flatMap((group) => silence(group, surePattern, view, volume)),
    ...streams.flatMap((group) => silence(group, sureStream, view, volume)),
    ...byPattern.flatMap((group) => missed(group, view, byPattern.length)),
    ...byPattern.flatMap((group) => moreOften(group, surePattern, view)),
    ...[...all, ...services, ...(hosts.length > 1 ? hosts : []), ...paused].flatMap((group) =>
      errorRate(group, sureOf(wholes.length + paused.length, ERROR_ALARMS))
    ),
    ...pairs.flatMap((group) => errorRate(group, sureOf(pairs.length, ERROR_ALARMS))),
    ...wholes.flatMap((group) => errorRate(group, sure, WARNINGS)),
    ...failedAnswers(view, wholes, sureOf(wholes.length * 2)),
    ...wholes.flatMap((group) => surge(group, sure, view)),
    ...wholes.flatMap((group) => drop(group, sure, view, group === all[0] ? undefined : volume)),
    ...byPattern.flatMap((group) => drop(group, surePattern, view, volume, eventful)),
    ...movedNumbers(view, known, values, eventful),
    ...silentValues(view, values),
  ];
  const found = withoutRenamed(told, view);
  const clocks = clockSkews(view);
  const isOfPhase = ({ kind, badness }: Candidate) => badness === 0 && PHASES.has(kind);
  const isPhased = found.some(isOfPhase) && isOfPhases(byPattern, view.buckets);
  const rest = found.filter((one) => !(isPhased && isOfPhase(one)) && !isOfClock(one, clocks, view.buckets));
  return [...clocks, ...rest];
}

/** Whether most records have patterns that come in a part of the log only: a job that does one thing after the other. */
function isOfPhases(byPattern: readonly Group[], buckets: number): boolean {
  let lasting = 0;
  let passing = 0;
  let most = 0;
  for (const { counts } of byPattern) {
    const of = sumOf(counts, { from: 0, to: buckets });
    const first = counts.findIndex((count) => count > 0);
    const last = counts.findLastIndex((count) => count > 0);
    if (last - first >= THROUGHOUT * buckets) lasting += of;
    else {
      passing += of;
      most = Math.max(most, of);
    }
  }
  // One thing that came or went makes no phases.
  return lasting < STEADY * (lasting + passing - most);
}

/** Whether some source begins long after the log does: it may continue one that ended. */
function isHandedOn(sources: readonly Group[]): boolean {
  return sources.some(({ counts }) => counts.findIndex((count) => count > 0) > counts.length * WARM_UP);
}

/**
 * The patterns by their numbers. Where there was no room to follow all of them those with missing records are left out, which
 * would seem to begin, fall or vanish.
 */
function wholePatterns(
  { streams, buckets }: ActivityView,
  patterns: readonly PatternSummary[],
): Map<number, PatternSummary> {
  const counts = new Map<number, number>();
  for (const { pattern, counts: of } of streams) {
    counts.set(pattern, (counts.get(pattern) ?? 0) + sumOf(of, { from: 0, to: buckets }));
  }
  const isWhole = ({ id, count }: PatternSummary) => (counts.get(id) ?? 0) >= WHOLE * count;
  const all = (counts.get(OTHER_PATTERNS) ?? 0) === 0;
  return new Map(patterns.filter((one) => all || isWhole(one)).map((pattern) => [pattern.id, pattern]));
}

function silence(
  group: Group,
  sure: (window: Window) => boolean,
  view: ActivityView,
  volume?: Float64Array,
): Candidate[] {
  // Nobody waits for errors.
  if (group.patterns.length > 0 && badnessOf(group.streams, 0, view.buckets) === 2) return [];
  const counts = wholeBuckets(group);
  const found = longestSilence(counts, volume?.subarray(1, volume.length - 1));
  if (found === null || !sure(found)) return [];
  const toTheEnd = found.to === counts.length && group.counts[view.buckets - 1] === 0;
  const before = sumOf(group.counts, { from: 0, to: found.from + 1 });
  const from = found.from + 1;
  const to = toTheEnd ? view.buckets : found.to + 1;
  const window = { from, to, count: before, expected: found.expected, p: found.p };
  if (isOfQuietHours(group.counts, window, view.width)) return [];
  const kind = toTheEnd ? "vanished" : "gap";
  return [{ kind, ...group, ...window, badness: 0 }];
}

/** What comes at equal intervals and failed to. */
function missed(group: Group, view: ActivityView, tests: number): Candidate[] {
  if (badnessOf(group.streams, 0, view.buckets) === 2) return [];
  const found = missedTime(group.counts, view, tests);
  if (found === null) return [];
  const { from, to, every, times, p } = found;
  if (isOfQuietHours(group.counts, found, view.width)) return [];
  const count = sumOf(group.counts, { from: 0, to: from });
  const expected = count * every * times / from;
  const kind = to === view.buckets ? "vanished" : "gap";
  return [{ kind, ...group, from, to, count, expected, p, badness: 0, missed: { every, times } }];
}

/** What comes at equal intervals, shorter ones from some time on. */
function moreOften(
  group: Group,
  sure: (window: Window) => boolean,
  { buckets, width }: ActivityView,
): Candidate[] {
  if (badnessOf(group.streams, 0, buckets) === 2) return [];
  const window = fasterRhythm(group.counts, width);
  return window === null || !sure(window)
    ? []
    : [{ kind: "burst", ...group, ...window, badness: 0, rhythm: true }];
}

function errorRate(
  group: Group,
  sure: (window: Window) => boolean,
  { badness, ratio, share } = ERRORS,
): Candidate[] {
  const streams = group.streams.filter((stream) => stream.badness === badness);
  if (streams.length === 0) return [];
  const errors = new Float64Array(group.counts.length);
  for (const { counts } of streams) addTo(errors, counts);
  const risen = risenWindow(errors, group.counts, sure, { ratio, least: LEAST_ERRORS });
  // What came and went is none that stands out.
  const spells = risen === null && badness === ERRORS.badness ? spellsIn(errors, group.counts) : null;
  const window = risen ?? spells;
  if (window === null || !sure(window)) return [];
  const records = spells?.exposed ?? sumOf(group.counts, window);
  if (!isEnough(window, records, share)) return [];
  const within = streams.filter(({ counts }) => sumOf(counts, window) > 0);
  const patterns = byShare(within, window);
  const inside = window.count / records;
  const outside = spells === null ? shareOutside(errors, group.counts, window) : window.expected / records;
  return [{ kind: "error-rate", ...group, ...window, streams: within, patterns, badness, inside, outside }];
}

/** Far fewer records than usual, but some. */
function drop(
  group: Group,
  sure: (window: Window) => boolean,
  view: ActivityView,
  volume?: Float64Array,
  eventful = volume,
): Candidate[] {
  const counts = wholeBuckets(group);
  const inner = volume?.subarray(1, volume.length - 1);
  const ofEvents = eventful?.subarray(1, eventful.length - 1);
  const isDrop = (window: Window | null) =>
    window !== null && sure(window) && window.count > 0 ? window : null;
  const window = isDrop(lowestWindow(counts, DROP_RATIO, LONGEST_VOLUME, inner)) ??
    isDrop(slowerRhythm(counts)) ??
    isDrop(lastingChange(counts, ofEvents, { ratio: DROP_RATIO, least: LEAST_SURGE }));
  if (window === null) return [];
  // Hardly anything came before: it had not begun.
  if (window.from <= STARTING * counts.length) return [];
  // What lasts for most of the log, but not to its end, is usual: the rest was busier.
  if (window.to < counts.length && window.to - window.from > counts.length * STEADY) return [];
  if (isOfWeekend(group.counts, moved(window), view)) return [];
  return [{ kind: "drop", ...group, ...moved(window), badness: 0 }];
}

/** The patterns that most of the streams' records in a window have, at most ten. */
function byShare(streams: readonly StreamActivity[], window: Window): number[] {
  const counts = new Map<number, number>();
  for (const { pattern, counts: of } of streams) {
    if (pattern >= 0) counts.set(pattern, (counts.get(pattern) ?? 0) + sumOf(of, window));
  }
  return [...counts].sort((x, y) => y[1] - x[1]).slice(0, 10).map(([pattern]) => pattern);
}
