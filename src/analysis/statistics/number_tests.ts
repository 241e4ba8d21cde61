import { normalTails } from "./tails.ts";

/**
 * Whether one sample tends to be larger than another, whatever their distributions: the test of H. B. Mann and D. R.
 * Whitney (Annals of Mathematical Statistics 18, 1947) with the correction for ties. `p` is two-sided; `larger` is the
 * share of pairs in which the second is larger (ties count half): 0.5 says that nothing shifted.
 */
export function rankTest(before: ArrayLike<number>, after: ArrayLike<number>): { p: number; larger: number } {
  const n = before.length;
  const m = after.length;
  if (n === 0 || m === 0) return { p: 1, larger: 0.5 };
  const first = Float64Array.from(before).sort();
  const second = Float64Array.from(after).sort();
  let i = 0;
  let j = 0;
  let pairs = 0;
  let ties = 0;
  while (j < m || i < n) {
    const value = i === n ? second[j] : j === m ? first[i] : Math.min(first[i], second[j]);
    const fromI = i;
    const fromJ = j;
    while (i < n && first[i] === value) i++;
    while (j < m && second[j] === value) j++;
    const equalBefore = i - fromI;
    const equalAfter = j - fromJ;
    pairs += equalAfter * (fromI + equalBefore / 2);
    const tied = equalBefore + equalAfter;
    ties += tied * tied * tied - tied;
  }
  const all = n + m;
  const variance = n * m / 12 * (all + 1 - ties / (all * (all - 1)));
  const larger = pairs / (n * m);
  return variance > 0
    ? { p: normalTails((pairs - n * m / 2) / Math.sqrt(variance)), larger }
    : { p: 1, larger };
}

/** Share of values that are the largest. */
const TAIL = 0.05;

/**
 * Whether one of two samples has more of the largest values than the other, though most may be alike: the two-sided normal test of the
 * shares above the 95th percentile of the one that has fewer. `times`: how many times as many they are.
 */
export function tailTest(before: ArrayLike<number>, after: ArrayLike<number>): { p: number; times: number } {
  const limits = [before, after].map((values) => quantileOf(Float64Array.from(values).sort(), 1 - TAIL));
  const limit = Math.min(...limits);
  const above = (values: ArrayLike<number>) => Array.from(values).filter((value) => value > limit).length;
  const [n, m] = [before.length, after.length];
  const [first, second] = [above(before), above(after)];
  const all = (first + second) / (n + m);
  const error = Math.sqrt(all * (1 - all) * (1 / n + 1 / m));
  if (!(error > 0)) return { p: 1, times: 1 };
  const [few, many] = [first / n, second / m].sort((x, y) => x - y);
  return { p: normalTails((many - few) / error), times: many / Math.max(few, 1 / (n + m)) };
}

/** The value below which a share of `q` of sorted numbers lies. */
export function quantileOf(sorted: ArrayLike<number>, q: number): number {
  return sorted.length === 0 ? NaN : sorted[Math.round(q * (sorted.length - 1))];
}
