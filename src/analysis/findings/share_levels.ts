import { bestRun } from "./extents.ts";
import { sumsOf, type Window } from "./windows.ts";

/** Parts of the log whose edges are tried, the fewest of them, and the fewest samples of a part that tell something. */
const PARTS = 64;
const FEWEST_PARTS = 16;
const LEAST_IN_PART = 4;
/** Shares of the log: the longest rise that ended, and the least that must precede one that did not, or any. */
const LONGEST = 0.4;
const LEAST_BEFORE = 0.25;
const BEGINNING = 0.05;
/** Share of a level's parts that must be nearer to it than to the other, and of the way between them that an edge must make. */
const MOST = 0.85;
const STEEP = 0.6;
/** Parts on either side of an edge that are compared. */
const AT_EDGE = 3;
/** The least ratio of variance to mean: what one client does is alike. */
const CLUMPED = 1.5;
/** Records assumed of each kind where there are none. */
const HALF = 0.5;

/** Where a share rose. */
export interface RisenShare extends Window {
  inside: number;
  outside: number;
}

/**
 * The run of buckets in which `counts` is a larger share of `exposure` than elsewhere; null if there is none. It is the most
 * likely pair of binomial shares (circular binary segmentation: A. Olshen and others, Biostatistics 5, 2004), judged by their
 * likelihood ratio divided by the parts' dispersion. It must begin and end at once and hold throughout. Where there is little
 * `exposure` the parts are larger.
 */
export function risenShare(counts: Float64Array, exposure: Float64Array): RisenShare | null {
  const n = counts.length;
  const [sums, exposed] = [sumsOf(counts), sumsOf(exposure)];
  const parts = Math.min(n, Math.max(FEWEST_PARTS, Math.min(PARTS, exposed[n] / (2 * LEAST_IN_PART) | 0)));
  const edges = Array.from({ length: parts + 1 }, (_, part) => Math.floor(part * n / parts));
  const [own, all] = [sums, exposed].map((sums) => edges.map((at) => sums[at]));
  const total = all[parts];
  const ofTotal = own[parts];
  const alone = logLikelihood(ofTotal, total);
  // The best of so many windows gains as much by chance.
  let best = { from: 0, to: 0, inside: 0, outside: 0, gain: CLUMPED * Math.log(parts) };
  let looked = 0;
  const variance = ofTotal / total * (1 - ofTotal / total);
  for (let from = Math.ceil(parts * BEGINNING); from < parts; from++) {
    for (let to = from + 1; to <= parts; to++) {
      if (to === parts ? from < LEAST_BEFORE * parts : to - from > LONGEST * parts) continue;
      looked++;
      const count = own[to] - own[from];
      const seen = all[to] - all[from];
      const more = count - ofTotal * seen / total;
      if (seen === 0 || seen === total || more <= 0) continue;
      // Pearson's statistic is never below the gain, and found without a logarithm.
      if (more * more * total <= best.gain * variance * seen * (total - seen)) continue;
      const gain = logLikelihood(count, seen) + logLikelihood(ofTotal - count, total - seen) - alone;
      if (gain <= best.gain) continue;
      best = { from, to, inside: count / seen, outside: (ofTotal - count) / (total - seen), gain };
    }
  }
  if (best.to === 0 || !holds(own, all, best)) return null;
  const { from, to, inside, outside, gain } = best;
  const [likely, usual] = [within(inside, total), within(outside, total)];
  const scores = new Float64Array(n);
  const [more, less] = [Math.log(likely / usual), Math.log((1 - likely) / (1 - usual))];
  for (let at = 0; at < n; at++) scores[at] = counts[at] * more + (exposure[at] - counts[at]) * less;
  const extent = bestRun(scores, { from: edges[from], to: edges[to] });
  const count = sums[extent.to] - sums[extent.from];
  const ofExtent = exposed[extent.to] - exposed[extent.from];
  return {
    ...extent,
    count,
    expected: outside * ofExtent,
    p: looked * Math.exp(-gain / dispersionOf(own, all, best)),
    inside: count / ofExtent,
    outside: (ofTotal - count) / Math.max(1, total - ofExtent),
  };
}

/** x ln(x/n) + (n-x) ln((n-x)/n) */
function logLikelihood(count: number, seen: number): number {
  const rest = seen - count;
  return (count > 0 ? count * Math.log(count / seen) : 0) + (rest > 0 ? rest * Math.log(rest / seen) : 0);
}

/** Strictly between none and all. */
function within(share: number, total: number): number {
  return Math.min(1 - HALF / total, Math.max(HALF / total, share));
}

/** Whether both shares hold throughout, and the one ends where the other begins. */
function holds(
  own: readonly number[],
  all: readonly number[],
  { from, to, inside, outside }: { from: number; to: number; inside: number; outside: number },
): boolean {
  const parts = own.length - 1;
  const middle = (inside + outside) / 2;
  const [near, of] = [[0, 0], [0, 0]];
  for (let part = 0; part < parts; part++) {
    const seen = all[part + 1] - all[part];
    if (seen < LEAST_IN_PART) continue;
    const level = part >= from && part < to ? 1 : 0;
    of[level]++;
    if ((own[part + 1] - own[part]) / seen > middle === (level === 1)) near[level]++;
  }
  if (near[0] < MOST * of[0] || near[1] < MOST * of[1] || of[0] === 0) return false;
  const shareIn = (first: number, end: number) =>
    (own[end] - own[first]) / Math.max(1, all[end] - all[first]);
  return [from, to].filter((edge) => edge < parts).every((edge) => {
    // A part in which it changed belongs to neither.
    const before = shareIn(Math.max(0, edge - AT_EDGE), edge);
    const after = shareIn(edge, Math.min(parts, edge + AT_EDGE));
    return Math.abs(after - before) > STEEP * (inside - outside);
  });
}

/** The parts' variance, each against its share, over that of binomial chance. */
function dispersionOf(
  own: readonly number[],
  all: readonly number[],
  { from, to, inside, outside }: { from: number; to: number; inside: number; outside: number },
): number {
  let [squares, parts] = [0, 0];
  for (let part = 0; part + 1 < own.length; part++) {
    const seen = all[part + 1] - all[part];
    const share = within(part >= from && part < to ? inside : outside, all.at(-1)!);
    if (seen === 0) continue;
    squares += (own[part + 1] - own[part] - share * seen) ** 2 / Math.max(HALF, share * (1 - share) * seen);
    parts++;
  }
  return Math.max(CLUMPED, squares / Math.max(1, parts - 2));
}
