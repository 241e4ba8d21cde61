import { median } from "./order.ts";
import { chiSquareTail, logGamma } from "./tails.ts";

/** Events up to which the exact test is used: beyond, the G-test is as good. */
const EXACT = 60;
/** Statistics from which their noise can be told; the median of χ² with one degree of freedom. */
const ENOUGH = 8;
const MEDIAN_CHI_SQUARE = 0.4549;

/**
 * Whether two counts come from one rate, where the second has `scale` times the exposure of the first: the
 * conditional test of J. Przyborowski and H. Wilenski (Homogeneity of results in testing samples from Poisson
 * series, Biometrika 31, 1940), exact for few events, else as a G-test (J. H. McDonald, Handbook of Biological
 * Statistics). `dispersion` ≥ 1 is how much more than Poisson's the variance is; the evidence is divided by it.
 * Returns the two-sided p.
 */
export function rateTest(before: number, after: number, scale: number, dispersion = 1): number {
  const events = before + after;
  if (events === 0) return 1;
  const share = scale / (1 + scale);
  if (dispersion === 1 && events <= EXACT) return exactBinomial(after, events, share);
  return chiSquareTail(rateStatistic(before, after, scale) / dispersion, 1);
}

/** The G statistic of `rateTest`, about χ² with one degree of freedom. */
export function rateStatistic(before: number, after: number, scale: number): number {
  const events = before + after;
  const share = scale / (1 + scale);
  return 2 * (surprise(after, events * share) + surprise(before, events * (1 - share)));
}

/**
 * How much more than by Poisson's law many counts differ on the whole, from the median of their `rateStatistic`s, which the few that
 * really changed do not move (after B. Devlin, K. Roeder, Genomic control for association studies, Biometrics 55, 1999). At least 1.
 */
export function noiseOf(statistics: readonly number[]): number {
  if (statistics.length < ENOUGH) return 1;
  return Math.max(1, median(Float64Array.from(statistics)) / MEDIAN_CHI_SQUARE);
}

/** Whether two lists of counts have the same shares (G-test of independence); the p. */
export function sharesTest(before: readonly number[], after: readonly number[]): number {
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  const totalBefore = sum(before);
  const totalAfter = sum(after);
  if (totalBefore === 0 || totalAfter === 0) return 1;
  let statistic = 0;
  let kinds = 0;
  before.forEach((count, at) => {
    const both = count + after[at];
    if (both === 0) return;
    kinds++;
    const share = both / (totalBefore + totalAfter);
    statistic += 2 * (surprise(count, totalBefore * share) + surprise(after[at], totalAfter * share));
  });
  return kinds < 2 ? 1 : chiSquareTail(statistic, kinds - 1);
}

/**
 * The p of many tests, each corrected for the others: the smallest share of false discoveries at which it would still
 * count (Y. Benjamini, Y. Hochberg, Controlling the false discovery rate, J. Royal Statistical Society B 57, 1995).
 */
export function benjaminiHochberg(ps: readonly number[]): number[] {
  const order = ps.map((_p, at) => at).sort((x, y) => ps[y] - ps[x]);
  const corrected = new Array<number>(ps.length);
  let least = 1;
  order.forEach((at, place) => {
    least = Math.min(least, ps[at] * ps.length / (ps.length - place));
    corrected[at] = least;
  });
  return corrected;
}

function surprise(count: number, expected: number): number {
  return count === 0 ? 0 : count * Math.log(count / expected);
}

/** Two-sided: all outcomes that are not more likely than the one seen. */
function exactBinomial(count: number, events: number, share: number): number {
  const logOf = (k: number) =>
    logGamma(events + 1) - logGamma(k + 1) - logGamma(events - k + 1) +
    k * Math.log(share) + (events - k) * Math.log(1 - share);
  const seen = logOf(count) + 1e-9;
  let p = 0;
  for (let k = 0; k <= events; k++) {
    const log = logOf(k);
    if (log <= seen) p += Math.exp(log);
  }
  return Math.min(1, p);
}
