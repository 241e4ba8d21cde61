import type { ActivityView } from "../activity.ts";
import { CHATTER, LEAST_BURST, LONGEST_BURST, WARM_UP } from "./bounds.ts";
import type { Candidate } from "./candidate.ts";
import { isOfHours, isOfMorning } from "./daily_rhythm.ts";
import { addTo, badnessOf, fullIn, type Group, sumOf } from "./groups.ts";
import { lastingLevel, risenWindow } from "./levels.ts";
import { isOnceEach, isOnlyOfOneJob } from "./owners.ts";
import { highestWindow, type Window } from "./windows.ts";

/** How many times what is expected makes a burst, by badness. */
const BURST_RATIO = [4, 3, 2.5];
/** The longest surge or drop of all records of a service, as a share of the log. */
export const LONGEST_VOLUME = 0.15;
/** Buckets besides a burst of no errors that must hold records: otherwise it has no history. */
const LEAST_HISTORY = 10;
/** With less history, how many times everything besides it a burst must be. */
const FAR_MORE = 10;
/**
 * What is said in at most ONCE buckets of the START of the log, then AGAIN times as often for at most a share LONGEST_AGAIN
 * of it, starts again and again.
 */
const START = 0.02;
const ONCE = 2;
const AGAIN = 4;
const LONGEST_AGAIN = 0.4;
/** Ratio and fewest records of a surge: a burst of all records of a service, a host or the log. */
const SURGE_RATIO = 1.8;
export const LEAST_SURGE = 50;
/** A surge this long, of hours (milliseconds), with this share of the records, is what is usual; the rest is quiet. */
const LONG = 0.2;
const HOURS = 2 * 3_600_000;
const HALF = 0.5;
/** How many times as many records of a pattern, of which none is a warning or an error, make another level, and its longest share of the log. */
const LASTING_RATIO = 2.5;
const LONGEST_LASTING = 0.5;
/** Other records, for each record judged, that are needed to know what the log does as a whole. */
const ENOUGH_OTHERS = 0.2;
/**
 * A job that runs once: the shares of the excess and of its own records that lie in the window, the buckets that it takes,
 * and the largest share of all records that the excess may be.
 */
const MOST_OF_IT = 0.5;
const WHOLE_RUN = 0.9;
const FEW_BUCKETS = 4;
const LARGE = 0.1;

/** What a burst is compared with: all records, how many records rare errors bring at a time; and the buckets' width in milliseconds. */
export interface Usual {
  volume: Float64Array;
  clump: number;
  width: number;
}

export function burst(group: Group, sure: (window: Window) => boolean, usual: Usual): Candidate[] {
  const worst = badnessOf(group.streams, 0, group.counts.length);
  const window = highestWindow(group.counts, null, {
    ratio: BURST_RATIO[worst],
    least: LEAST_BURST,
    longest: LONGEST_BURST[worst],
    ...usual,
    ...(worst < 2 ? { clump: Math.max(usual.clump, CHATTER), clumped: CHATTER } : {}),
  });
  if (window === null || !sure(window)) {
    const found = lastingBurst(group, worst, usual) ?? saidAgain(group);
    if (found === null || !sure(found) || worst === 0 && isOnceEach(group, found)) return [];
    return [{ kind: "burst", ...group, ...found, badness: worst }];
  }
  const badness = badnessOf(group.streams, window.from, window.to);
  const whole = { from: 0, to: group.counts.length };
  const history = fullIn(group.counts, whole) - fullIn(group.counts, window);
  if (badness < 2 && window.from < group.counts.length * WARM_UP) return [];
  if (badness === 0 && isOnceEach(group, window)) return [];
  if (badness < 2 && history < LEAST_HISTORY && !isFarMore(group.counts, window)) {
    const again = saidAgain(group);
    return again === null || !sure(again) ? [] : [{ kind: "burst", ...group, ...again, badness }];
  }
  return [{ kind: "burst", ...group, ...window, badness }];
}

/** Another level that is higher. What is no error must be so among the others, and come at other times, too: as all records, it may be quiet by night. */
function lastingBurst({ counts }: Group, worst: number, { volume, width }: Usual): Window | null {
  if (worst > 0) return lastingChange(counts, volume, { ratio: BURST_RATIO[worst], least: LEAST_BURST });
  if (!hasOthers(counts, volume)) return null;
  const found = lastingChange(counts, volume, { ratio: LASTING_RATIO, least: LEAST_SURGE });
  if (found === null || found.to - found.from > LONGEST_LASTING * counts.length) return null;
  const besides = counts.length - found.to + found.from;
  const history = fullIn(counts, { from: 0, to: counts.length }) - fullIn(counts, found);
  const isUsual = history < HALF * besides || isOfHours(counts, found, width) ||
    isOfMorning(counts, found, width);
  return isUsual ? null : found;
}

/** Whether there are enough records besides to know what the log does as a whole. */
function hasOthers(counts: Float64Array, volume: Float64Array): boolean {
  const whole = { from: 0, to: counts.length };
  const own = sumOf(counts, whole);
  return sumOf(volume, whole) - own >= ENOUGH_OTHERS * own;
}

/** Whether something with little history is so frequent, for so long, that it needs none. */
function isFarMore(counts: Float64Array, window: Window): boolean {
  const besides = sumOf(counts, { from: 0, to: counts.length }) - window.count;
  return besides > 0 && window.count >= FAR_MORE * besides && fullIn(counts, window) >= LEAST_HISTORY;
}

/** What was said at the start of the log and then not until it is said over and over: something keeps restarting. */
function saidAgain({ counts }: Group): Window | null {
  const n = counts.length;
  const start = Math.ceil(n * START);
  const before = sumOf(counts, { from: 0, to: start });
  const from = counts.findIndex((count, at) => at >= start && count > 0);
  const to = counts.findLastIndex((count) => count > 0) + 1;
  if (
    before === 0 || fullIn(counts, { from: 0, to: start }) > ONCE || from < n * WARM_UP ||
    to - from > n * LONGEST_AGAIN
  ) return null;
  const count = sumOf(counts, { from, to });
  const full = fullIn(counts, { from, to });
  if (count < AGAIN * before || full < LEAST_HISTORY) return null;
  const expected = before / n * (to - from);
  // As of what is new: all of it so near together.
  return { from, to, count, expected, p: full * ((to - from) / n) ** (full - 1) };
}

/** A lasting rise (or fall), over time and, where there are enough other records, relative to these too. */
export function lastingChange(
  counts: Float64Array,
  volume: Float64Array | undefined,
  sought: { ratio: number; least: number },
): Window | null {
  const inTime = lastingLevel(counts, null, sought);
  if (inTime === null || volume === undefined) return inTime;
  if (!hasOthers(counts, volume)) return inTime;
  const others = volume.map((records, i) => records - counts[i]);
  const ofOthers = lastingLevel(counts, others, sought);
  return ofOthers === null ? null : { ...inTime, p: Math.max(inTime.p, ofOthers.p) };
}

/** Far more records of a whole service, host or log than usual. */
export function surge(group: Group, sure: (window: Window) => boolean, { width }: ActivityView): Candidate[] {
  const window = risenWindow(wholeBuckets(group), null, sure, {
    ratio: SURGE_RATIO,
    least: LEAST_SURGE,
    longest: LONGEST_VOLUME,
  });
  if (window === null) return [];
  // A host that takes part for some hours is no burst.
  const whole = { from: 0, to: group.counts.length };
  if (fullIn(group.counts, whole) - fullIn(group.counts, moved(window)) < LEAST_HISTORY) return [];
  // Where most is said for a fifth of the log and more, it is the rest that is quiet: an office at night.
  const length = window.to - window.from;
  const isLong = length > LONG * group.counts.length && length * width > HOURS;
  if (isLong && window.count > HALF * sumOf(group.counts, whole)) return [];
  if (isOfHours(group.counts, moved(window), width) || isOfMorning(group.counts, moved(window), width)) {
    return [];
  }
  if (isOneRun(group, moved(window))) return [];
  return [{ kind: "burst", ...group, ...moved(window), badness: 0 }];
}

/** Whether one pattern makes most of the excess, in a few buckets and never else, or between the start and the end of a job: one that runs once a day. */
function isOneRun({ streams, counts }: Group, window: Window): boolean {
  const byPattern = Map.groupBy(streams.filter(({ pattern }) => pattern >= 0), ({ pattern }) => pattern);
  const whole = { from: 0, to: counts.length };
  const excess = window.count - window.expected;
  if (excess > LARGE * sumOf(counts, whole)) return false;
  const groups = Array.from(byPattern.values(), (streams) => {
    const of = new Float64Array(counts.length);
    for (const stream of streams) addTo(of, stream.counts);
    return { streams, counts: of };
  });
  return groups.some((one) => {
    const inside = sumOf(one.counts, window);
    const badness = badnessOf(one.streams, window.from, window.to);
    return inside >= MOST_OF_IT * excess && inside >= WHOLE_RUN * sumOf(one.counts, whole) && badness === 0 &&
      (fullIn(one.counts, whole) < FEW_BUCKETS || isOnlyOfOneJob({ ...one, badness }, groups));
  });
}

/** Counts without the first and the last bucket, which the log fills only in part. */
export function wholeBuckets({ counts }: Group): Float64Array {
  return counts.subarray(1, counts.length - 1);
}

export function moved(window: Window): Window {
  return { ...window, from: window.from + 1, to: window.to + 1 };
}
