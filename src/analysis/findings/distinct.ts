import type { ActivityView } from "../activity.ts";
import { type Candidate, overlapOf } from "./candidate.ts";
import { alsoOn, belongsTo, explains, join, movedWith, moveOf } from "./one_thing.ts";
import { isReplacement, tellReplacement } from "./replacements.ts";
import { weightOf } from "./weight.ts";

/** Share of the longer of two silences in which both are. */
const SAME_TIME = 0.8;

/** The candidates with those that tell of one thing made one, most pressing first. */
export function distinctOf(candidates: readonly Candidate[], view: ActivityView): Candidate[] {
  const byWeight = (x: Candidate, y: Candidate) => weightOf(y, view) - weightOf(x, view);
  const kept: Candidate[] = [];
  const replaced: Candidate[] = [];
  for (const candidate of candidates.toSorted(byWeight)) {
    const tells = (other: Candidate) => explains(other, candidate) || belongsTo(other, candidate);
    if (replaced.some(tells)) continue;
    const other = kept.find(tells);
    const elsewhere = other ?? kept.find((other) => isSilentElsewhere(other, candidate));
    if (other === undefined && elsewhere !== undefined) {
      alsoOn(elsewhere, candidate.host!);
      // What else is fewer on those hosts is a part of it.
      elsewhere.streams = [...elsewhere.streams, ...candidate.streams];
      elsewhere.count += candidate.count;
      elsewhere.expected += candidate.expected;
      continue;
    }
    const counterpart = other ?? kept.find((other) => isReplacement(other, candidate));
    if (counterpart === undefined) kept.push(candidate);
    else if (other === undefined) {
      tellReplacement(counterpart, candidate);
      replaced.push(candidate);
    } else if (!explains(other, candidate)) join(other, candidate);
    else if (isSameElsewhere(other, candidate)) alsoOn(other, candidate.host!);
    else {
      const silent = alsoSilent(other, candidate);
      if (silent !== null) (other.alsoSilent ??= []).push(silent);
    }
  }
  // What was found on one host before more was known of another.
  for (const again of kept.toReversed()) {
    const first = kept.find((first) => first !== again && isNumberElsewhere(first, again));
    if (first === undefined) continue;
    for (const host of [again.host!, ...again.alsoOn ?? []]) alsoOn(first, host);
    kept.splice(kept.indexOf(again), 1);
  }
  for (const moved of kept.filter((one) => kept.some((first) => movedWith(first, one)))) {
    const first = kept.find((first) => movedWith(first, moved))!;
    (first.movedToo ??= []).push(moved, ...moved.movedToo ?? []);
    kept.splice(kept.indexOf(moved), 1);
  }
  // What came in place of something tells more than either by itself.
  return kept.sort(byWeight);
}

/** Whether two shares of errors (or failed answers), or two numbers, that rose at one time are those of two hosts. */
function isSameElsewhere(first: Candidate, second: Candidate): boolean {
  if (first.kind !== second.kind || first.name !== second.name || first.service !== second.service) {
    return false;
  }
  if (first.host === null || second.host === null || first.host === second.host) return false;
  return first.kind === "error-rate"
    ? first.badness === second.badness
    : first.kind === "shifted-number" && moveOf(first) > 0 === moveOf(second) > 0;
}

/** Whether a number moved on one host that is told of another one. */
function isNumberElsewhere(first: Candidate, second: Candidate): boolean {
  return second.kind === "shifted-number" && second.host !== null && first.service !== second.service &&
    belongsTo(first, second);
}

/** The value of the same attribute that is silent at the same time; null if the second is about something else. */
function alsoSilent(first: Candidate, second: Candidate): string | null {
  const [key] = first.value?.split("=") ?? [];
  const isOfKey = key !== undefined && second.value?.startsWith(`${key}=`);
  if (!isOfKey || first.kind !== second.kind || first.service !== second.service) return null;
  if (first.source !== second.source) return null;
  return isAtOneTime(first, second) ? second.value!.slice(key.length + 1) : null;
}

/** Whether one pattern, or all, is silent at one time on two hosts. */
function isSilentElsewhere(first: Candidate, second: Candidate): boolean {
  const isGap = first.kind === second.kind && (first.kind === "gap" || first.kind === "vanished");
  if (!isGap || first.service !== second.service || first.value !== second.value) return false;
  if (first.host === null || second.host === null || first.patterns[0] !== second.patterns[0]) return false;
  return isAtOneTime(first, second);
}

function isAtOneTime(first: Candidate, second: Candidate): boolean {
  const longer = Math.max(first.to - first.from, second.to - second.from);
  return overlapOf(first, second) >= SAME_TIME * longer;
}
