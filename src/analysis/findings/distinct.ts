import type { ActivityView } from "../activity.ts";
import type { Candidate } from "./candidate.ts";
import { belongsTo, explains, join, movedWith } from "./one_thing.ts";
import { isReplacement, tellReplacement } from "./replacements.ts";
import { weightOf } from "./weight.ts";

/** The candidates with those that tell of one thing made one, most pressing first. */
export function distinctOf(candidates: readonly Candidate[], view: ActivityView): Candidate[] {
  const byWeight = (x: Candidate, y: Candidate) => weightOf(y, view) - weightOf(x, view);
  const kept: Candidate[] = [];
  const replaced: Candidate[] = [];
  for (const candidate of candidates.toSorted(byWeight)) {
    const tells = (other: Candidate) => explains(other, candidate) || belongsTo(other, candidate);
    if (replaced.some(tells)) continue;
    const other = kept.find(tells);
    const counterpart = other ?? kept.find((other) => isReplacement(other, candidate));
    if (counterpart === undefined) kept.push(candidate);
    else if (other === undefined) {
      tellReplacement(counterpart, candidate);
      replaced.push(candidate);
    } else if (!explains(other, candidate)) join(other, candidate);
    else if (isSameElsewhere(other, candidate)) (other.alsoOn ??= []).push(candidate.host!);
  }
  for (const moved of kept.filter((one) => kept.some((first) => movedWith(first, one)))) {
    const first = kept.find((first) => movedWith(first, moved))!;
    (first.movedToo ??= []).push(moved, ...moved.movedToo ?? []);
    kept.splice(kept.indexOf(moved), 1);
  }
  // What came in place of something tells more than either by itself.
  return kept.sort(byWeight);
}

/** Whether two shares of errors (or failed answers) that rose at one time are those of two hosts. */
function isSameElsewhere(first: Candidate, second: Candidate): boolean {
  return first.kind === "error-rate" && second.kind === first.kind && first.badness === second.badness &&
    first.name === second.name && first.service === second.service && first.host !== null &&
    second.host !== null && first.host !== second.host;
}
