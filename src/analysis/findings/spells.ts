import { clumpedTail } from "../statistics/tails.ts";
import { LEAST_ERRORS, WARM_UP } from "./bounds.ts";
import { extentOfCounts } from "./extents.ts";
import { sumsOf, type Window } from "./windows.ts";

/** Pieces that a log is cut into, and the share of them, the least, that tells what is usual. */
const PIECES = 100;
const QUIETEST = 0.7;
/** The fewest spells and the most, the largest share of the log that they may take, and the fewest full buckets of each. */
const LEAST_SPELLS = 2;
const MOST_SPELLS = 12;
const LONGEST = 0.3;
const LEAST_FULL = 3;
/** How many times what is usual each spell must have, and what share of the greatest one's rate: else that one is told by itself. */
const RATIO = 5;
const ALIKE = 0.25;
/** Share of the errors that must lie in the spells. */
const MOSTLY = 0.7;
/** How events clump. */
const CLUMPED = 1.75;
/** Events assumed where there are none. */
const HARDLY = 0.5;

/** A time in which something happened far more than usual, as other such times. */
export interface Spell {
  from: number;
  to: number;
}

/** From the beginning of the first spell to the end of the last one; `count` and `exposed` are theirs together. */
export interface Spells extends Window {
  spells: Spell[];
  exposed: number;
}

/**
 * What comes and goes: several spells in which far more happened than the rest of the series and `exposure` let expect, each of them
 * unlikely by chance. What comes right from the start of the log is usual. Null if there is none, or only one.
 */
export function spellsIn(counts: Float64Array, exposure: Float64Array): Spells | null {
  const n = counts.length;
  const width = Math.max(1, Math.round(n / PIECES));
  const [sums, exposed] = [sumsOf(counts), sumsOf(exposure)];
  if (sums[n] < LEAST_SPELLS * LEAST_ERRORS) return null;
  const pieces: { from: number; to: number; count: number; exposure: number }[] = [];
  for (let from = 0; from < n; from += width) {
    const to = Math.min(n, from + width);
    pieces.push({ from, to, count: sums[to] - sums[from], exposure: exposed[to] - exposed[from] });
  }
  const usual = usualRate(pieces);
  const isHigh = pieces.map(({ count, exposure }) =>
    count >= LEAST_FULL && count >= RATIO * usual * exposure
  );
  const spells: Spell[] = [];
  for (const [at, { from, to }] of pieces.entries()) {
    if (!isHigh[at]) continue;
    const last = spells.at(-1);
    // One piece between them does not make two spells of one.
    if (last !== undefined && from - last.to <= width) last.to = to;
    else spells.push({ from, to });
  }
  if (spells.length < LEAST_SPELLS || spells.length > MOST_SPELLS) return null;
  const exact = spells.map((spell) => extentOfCounts(counts, exposure, usual, spell));
  const of = (of: Float64Array) => ({ from, to }: Spell) => of[to] - of[from];
  const [count, records] = [sums, exposed].map((all) =>
    exact.reduce((sum, spell) => sum + of(all)(spell), 0)
  );
  const length = exact.reduce((sum, { from, to }) => sum + to - from, 0);
  if (exact[0].from < WARM_UP * n || length > LONGEST * n || count < MOSTLY * sums[n]) return null;
  const rates = exact.map((spell) => of(sums)(spell) / of(exposed)(spell));
  if (Math.min(...rates) < ALIKE * Math.max(...rates)) return null;
  let p = 0;
  for (const spell of exact) {
    let full = 0;
    for (let at = spell.from; at < spell.to; at++) if (counts[at] > 0) full++;
    if (full < LEAST_FULL || of(sums)(spell) < LEAST_ERRORS) return null;
    p = Math.max(p, PIECES * clumpedTail(of(sums)(spell), usual * of(exposed)(spell), CLUMPED));
  }
  const expected = (sums[n] - count) / Math.max(1, exposed[n] - records) * records;
  return { from: exact[0].from, to: exact.at(-1)!.to, count, exposed: records, expected, p, spells: exact };
}

/** What happens for each unit of exposure in the quietest pieces. */
function usualRate(pieces: readonly { count: number; exposure: number }[]): number {
  const byRate = pieces.filter(({ exposure }) => exposure > 0)
    .sort((x, y) => x.count / x.exposure - y.count / y.exposure);
  const quiet = byRate.slice(0, Math.ceil(QUIETEST * byRate.length));
  const sum = (of: (piece: { count: number; exposure: number }) => number) =>
    quiet.reduce((sum, piece) => sum + of(piece), 0);
  return (sum(({ count }) => count) + HARDLY) / sum(({ exposure }) => exposure);
}
