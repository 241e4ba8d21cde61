import { type Candidate, overlapOf } from "./candidate.ts";
import { ownerOf } from "./groups.ts";

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
