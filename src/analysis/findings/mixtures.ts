import type { CommonValue } from "../../record/summary.ts";
import type { ActivityView } from "../activity.ts";
import { logOfNumber } from "../number_tracks.ts";
import type { Candidate } from "./candidate.ts";
import { textOf } from "./value_text.ts";

/** The fewest numbers, with a value and without it, then and at other times, that can be compared. */
const LEAST = 8;
/** How many times its usual share of the records the value must have. */
const MORE = 2;
/** Share of the move that may be left among the records with the value, and among the others. */
const LEFT = 0.3;

/**
 * Whether a number moved only because more of its records have a value they have in common: neither with it nor without it did the
 * number move (E. H. Simpson, Journal of the Royal Statistical Society B 13, 1951), as where one client asks for what is fast.
 */
export function isMixture(candidate: Candidate, view: ActivityView): boolean {
  const { kind, name, common = [], alone, trend } = candidate;
  if (kind !== "shifted-number" || name === undefined || alone !== undefined || trend) return false;
  return common.some((value) =>
    value.usual !== null && value.share >= MORE * value.usual && isOfShares(candidate, value, view)
  );
}

function isOfShares(
  { name, from, to, streams, patterns }: Candidate,
  { text }: CommonValue,
  { samples }: ActivityView,
): boolean {
  const own = new Set(
    streams.filter(({ pattern }) => pattern === patterns[0]).map(({ stream }) => stream),
  );
  const numberOf = samples.numbersOf(name!);
  const texts = new Map<string, boolean>();
  const hasIt = (sample: number) => {
    for (let at = sample * samples.width, end = samples.endOf(sample); at < end; at++) {
      const id = `${samples.keys[at]} ${samples.values[at]}`;
      let is = texts.get(id);
      if (is === undefined) {
        const [key, value] = [samples.keyOf(samples.keys[at]), samples.textOf(samples.values[at])];
        texts.set(id, is = key !== null && value !== null && textOf(key, value) === text);
      }
      if (is) return true;
    }
    return false;
  };
  // With the value and without it, at other times and then.
  const [counts, sums] = [[0, 0, 0, 0], [0, 0, 0, 0]];
  for (let sample = 0; sample < samples.size; sample++) {
    const bucket = samples.bucket[sample];
    if (bucket < 0 || !own.has(samples.stream[sample])) continue;
    const number = numberOf(sample);
    if (number !== number) continue;
    const part = (hasIt(sample) ? 0 : 2) + (bucket >= from && bucket < to ? 1 : 0);
    counts[part]++;
    sums[part] += logOfNumber(number);
  }
  if (Math.min(...counts) < LEAST) return false;
  const [before, then, othersBefore, othersThen] = sums.map((sum, part) => sum / counts[part]);
  const all = (sums[1] + sums[3]) / (counts[1] + counts[3]) - (sums[0] + sums[2]) / (counts[0] + counts[2]);
  return Math.abs(then - before) <= LEFT * Math.abs(all) &&
    Math.abs(othersThen - othersBefore) <= LEFT * Math.abs(all);
}
