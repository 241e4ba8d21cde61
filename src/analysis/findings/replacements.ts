import { type Candidate, overlapOf } from "./candidate.ts";
import type { ActivityView } from "../activity.ts";
import { ownerOf, sumOf } from "./groups.ts";

/** By how many times the numbers of what comes and what fails to come may differ. */
const ALIKE = 3;
/** Share of the longer span that the two must share, and how far apart they may begin: share of it, buckets at the least. */
const SAME_TIME = 0.5;
const APART = 0.1;
const LEAST_APART = 2;

const RISES = new Set<Candidate["kind"]>(["new-pattern", "burst"]);
/** Kinds that are about records that fail to come. */
export const FALLS: ReadonlySet<Candidate["kind"]> = new Set(["drop", "vanished", "gap"]);

/**
 * Whether one pattern of a service comes in place of another: it began when the other failed to come, with about as many records
 * as the other lacks (`cache miss` for `cache hit`).
 */
export function isReplacement(first: Candidate, second: Candidate): boolean {
  const rising = RISES.has(first.kind) ? first : second;
  const falling = rising === first ? second : first;
  if (!RISES.has(rising.kind) || !FALLS.has(falling.kind) || first.instead !== undefined) return false;
  // What was missed once and came again was not replaced.
  const isOne = ({ kind, patterns, value, missed }: Candidate) =>
    patterns.length > 0 && value === undefined && (missed === undefined || kind === "vanished");
  if (!isOne(rising) || !isOne(falling)) return false;
  const longer = Math.max(first.to - first.from, second.to - second.from);
  const apart = Math.abs(first.from - second.from);
  if (overlapOf(first, second) < SAME_TIME * longer || apart > Math.max(LEAST_APART, APART * longer)) {
    return false;
  }
  const times = (rising.count - rising.expected) / missingOf(falling);
  if (times > ALIKE || times < 1 / ALIKE) return false;
  const owners = new Set(rising.streams.map(ownerOf));
  return falling.streams.some((stream) => owners.has(ownerOf(stream)));
}

/**
 * What a job that did not come says in place of it: a warning or an error of the same program that came about as often since it was due,
 * and hardly ever before. Undefined if there is none.
 */
export function failureOf(
  { patterns, streams, from, to, missed }: Candidate,
  view: ActivityView,
): Candidate["instead"] {
  if (missed === undefined || patterns.length !== 1) return undefined;
  const owners = new Set(streams.map(ownerOf));
  const counts = new Map<number, { inside: number; before: number }>();
  // It fails sooner than it ends.
  const since = Math.max(0, from - Math.ceil(missed.every / 2));
  for (const stream of view.streams) {
    const { pattern, badness } = stream;
    if (pattern < 0 || badness === 0 || pattern === patterns[0] || !owners.has(ownerOf(stream))) continue;
    const { inside, before } = counts.get(pattern) ?? { inside: 0, before: 0 };
    counts.set(pattern, {
      inside: inside + sumOf(stream.counts, { from: since, to }),
      before: before + sumOf(stream.counts, { from: 0, to: since }),
    });
  }
  const alike = [...counts].filter(([, { inside, before }]) =>
    inside >= missed.times / ALIKE && inside <= missed.times * ALIKE && before * ALIKE <= inside
  );
  if (alike.length !== 1) return undefined;
  const [[pattern, { inside, before }]] = alike;
  return { pattern, count: inside, expected: before };
}

/** Makes one finding of two such. It stays about its own pattern and names the other. */
export function tellReplacement(first: Candidate, second: Candidate): void {
  const [pattern] = second.patterns;
  const count = second.kind === "drop" || RISES.has(second.kind) ? second.count : 0;
  first.instead = { pattern, count, expected: second.expected };
}

/** Records that did not come. */
function missingOf({ kind, expected, count }: Candidate): number {
  return Math.max(1, kind === "drop" ? expected - count : expected);
}
