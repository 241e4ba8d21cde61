import type { ActivityView } from "../activity.ts";
import { weightedMedian } from "../statistics/order.ts";
import type { Candidate } from "./candidate.ts";
import { moveOf } from "./one_thing.ts";

/** The fewest sampled numbers on either side that tell what is typical. */
const LEAST = 12;
/** Where the typical numbers are nearer to each other than this part of how far the number moved, they say nothing of it. */
const HALF = 0.5;

/** A number and how many records have it. */
interface Weighted {
  value: number;
  weight: number;
}

/** The medians of a number then and usually; null where they are of too few, or tell nothing of how far it `moved`. */
export function typically(
  within: Weighted[],
  besides: Weighted[],
  moved: { inside: number; expected: number },
): { inside: number; expected: number } | null {
  if (within.length < LEAST || besides.length < LEAST) return null;
  const typical = { inside: weightedMedian(within), expected: weightedMedian(besides) };
  return moveOf(typical) / moveOf(moved) > HALF ? typical : null;
}

/** The same finding, with the numbers in it as `typicalOf` tells them. */
export function withTypical(
  candidate: Candidate,
  view: ActivityView,
): Candidate {
  const { movedToo } = candidate;
  const typical = typicalOf(candidate, view);
  return movedToo === undefined
    ? typical
    : { ...typical, movedToo: movedToo.map((one) => typicalOf(one, view)) };
}

/**
 * A number that moved, told by the medians of its samples within and outside its time: the means of the logarithms, by which it is
 * found, are such as hardly any record has where a part of them moved, and those of errors count as what is usual for these.
 */
function typicalOf(
  candidate: Candidate,
  { samples }: ActivityView,
): Candidate {
  const { kind, name, from, to } = candidate;
  const isWhole = candidate.alone === undefined && candidate.tail === undefined && !candidate.trend;
  if (kind !== "shifted-number" || name === undefined || !isWhole) return candidate;
  const own = new Set(candidate.streams.map(({ stream }) => stream));
  const numberOf = samples.numbersOf(name);
  const [within, besides]: Weighted[][] = [[], []];
  for (let sample = 0; sample < samples.size; sample++) {
    const bucket = samples.bucket[sample];
    if (bucket < 0 || !own.has(samples.stream[sample])) continue;
    const value = numberOf(sample);
    if (value === value) {
      (bucket >= from && bucket < to ? within : besides).push({ value, weight: samples.weight[sample] });
    }
  }
  const { inside = 0, expected } = candidate;
  return { ...candidate, ...typically(within, besides, { inside, expected }) };
}
