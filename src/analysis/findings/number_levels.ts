import { numberOfLog, type NumberSeries } from "../number_tracks.ts";
import { bestRun } from "./extents.ts";
import { BLOCKS, FARTHER, LEAST_BLOCKS, STEEP } from "./levels.ts";
import { LEAST_MOVE, moveOf, type Shift } from "./shifts.ts";
import { sumsOf } from "./windows.ts";

/** Values that the log must hold, and how many standard errors the two levels must be apart; more of them where values are few. */
const LEAST_VALUES = 36;
const SEVERAL_VALUES = 120;
const DISTANCE = 6.5;
const DISTANCE_OF_FEW = 12;
/** How many times as far as the load a number may move and be explained by it, both as logarithms. */
const BEYOND_LOAD = 4;
/** Share of the blocks of either level that must be nearer to it than to the other. */
const MOST = 0.9;

interface Levels {
  readonly from: number;
  readonly to: number;
  readonly inside: number;
  readonly outside: number;
}

/** Blocks of the log that hold values: how many, and their mean logarithm. */
interface Block {
  readonly at: number;
  readonly values: number;
  readonly mean: number;
}

/**
 * The part of the log, longer than `shiftOf` looks for, in which a number's typical value is another: the two levels that leave
 * the least squares (binary segmentation in its circular form: A. Olshen and others, Biostatistics 5, 2004), which must be so
 * far apart by what blocks differ besides. It must have begun and ended at once and hold throughout; `volume`, the records by
 * bucket, must not have moved with it. Null if there is none.
 */
export function lastingShift({ count, sum }: NumberSeries, volume: ArrayLike<number>): Shift | null {
  const n = count.length;
  if (n < BLOCKS) return null;
  const counts = sumsOf(count);
  if (counts[n] < LEAST_VALUES) return null;
  const totals = sumsOf(sum);
  const edges = Array.from({ length: BLOCKS + 1 }, (_, block) => Math.floor(block * n / BLOCKS));
  const blocks: Block[] = [];
  for (let at = 0; at < BLOCKS; at++) {
    const values = counts[edges[at + 1]] - counts[edges[at]];
    if (values > 0) blocks.push({ at, values, mean: (totals[edges[at + 1]] - totals[edges[at]]) / values });
  }
  // Of most numbers the blocks are alike.
  let [least, most] = [Infinity, -Infinity];
  for (const { mean } of blocks) {
    least = Math.min(least, mean);
    most = Math.max(most, mean);
  }
  if (blocks.length === 0 || Math.abs(moveOf(most, least)) < LEAST_MOVE) return null;
  const all = { values: counts[n], total: totals[n] };
  let best = { from: 0, to: 0, inside: 0, outside: 0, gain: 0 };
  for (let from = LEAST_BLOCKS; from <= BLOCKS - LEAST_BLOCKS; from++) {
    for (let to = from + LEAST_BLOCKS; to <= BLOCKS; to++) {
      const values = counts[edges[to]] - counts[edges[from]];
      const besides = all.values - values;
      if (values === 0 || besides === 0) continue;
      const inside = (totals[edges[to]] - totals[edges[from]]) / values;
      const outside = (all.total - inside * values) / besides;
      const gain = (inside - outside) ** 2 * values * besides / all.values;
      if (gain > best.gain) best = { from, to, inside, outside, gain };
    }
  }
  const { from, to, inside, outside, gain } = best;
  if (gain === 0 || Math.abs(moveOf(inside, outside)) < LEAST_MOVE || !holds(blocks, best)) return null;
  const scores = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const mean = count[i] === 0 ? 0 : sum[i] / count[i];
    scores[i] = count[i] * ((mean - outside) ** 2 - (mean - inside) ** 2);
  }
  const extent = bestRun(scores, { from: edges[from], to: edges[to] });
  if (!beginsAtOnce(blocks, best, extent, { counts, totals })) return null;
  let squares = 0;
  for (const { at, values, mean } of blocks) {
    squares += values * (mean - (at >= from && at < to ? inside : outside)) ** 2;
  }
  const distance = Math.sqrt(gain / (squares / Math.max(1, blocks.length - 2)));
  const needed = counts[n] < SEVERAL_VALUES ? DISTANCE_OF_FEW : DISTANCE;
  if (!(distance > needed) || isByLoad(volume, edges[from], edges[to], moveOf(inside, outside))) {
    return null;
  }
  return {
    ...extent,
    inside: numberOfLog(inside),
    outside: numberOfLog(outside),
    distance,
  };
}

/** Whether nearly all blocks are on their level's side. */
function holds(blocks: readonly Block[], { from, to, inside, outside }: Levels): boolean {
  const within = blocks.filter(({ at }) => at >= from && at < to);
  const besides = blocks.filter(({ at }) => at < from || at >= to);
  if (within.length < LEAST_BLOCKS / 2 || besides.length < LEAST_BLOCKS / 2) return false;
  const share = ({ mean }: Block) => (mean - outside) / (inside - outside);
  const near = within.filter((block) => share(block) > STEEP).length;
  const far = besides.filter((block) => share(block) < STEEP).length;
  return near >= MOST * within.length && far >= MOST * besides.length;
}

/**
 * Whether where the levels meet the step is far larger than elsewhere: from the length of a block right before the very bucket to that
 * right behind it, as what changes in the middle of a block is half a step to either of its neighbours.
 */
function beginsAtOnce(
  blocks: readonly Block[],
  { inside, outside }: Levels,
  extent: { from: number; to: number },
  { counts, totals }: { counts: Float64Array; totals: Float64Array },
): boolean {
  const n = counts.length - 1;
  const width = Math.max(1, Math.round(n / BLOCKS));
  const move = inside - outside;
  const edges = [extent.from, extent.to].filter((edge) => counts[edge] > 0 && counts[edge] < counts[n]);
  let [squares, steps] = [0, 0];
  for (let i = 1; i < blocks.length; i++) {
    const [before, after] = [blocks[i - 1], blocks[i]];
    if (edges.some((edge) => edge * BLOCKS / n > before.at && edge * BLOCKS / n < after.at + 1)) continue;
    squares += ((after.mean - before.mean) / move) ** 2;
    steps++;
  }
  const usual = Math.sqrt(squares / Math.max(1, steps));
  return edges.every((edge) => {
    const before = meanNear(edge, -width, counts, totals);
    const after = meanNear(edge, width, counts, totals);
    const step = (after - before) / move * (edge === extent.from ? 1 : -1);
    return step > STEEP && step > FARTHER * usual;
  });
}

/** The mean of the buckets right behind an edge (before it, if `width` is negative), or of as many more as hold a value. */
function meanNear(edge: number, width: number, counts: Float64Array, totals: Float64Array): number {
  const n = counts.length - 1;
  for (let reach = width;; reach += width) {
    const from = Math.max(0, Math.min(edge, edge + reach));
    const to = Math.min(n, Math.max(edge, edge + reach));
    const values = counts[to] - counts[from];
    if (values > 0) return (totals[to] - totals[from]) / values;
  }
}

/**
 * Whether there were so many more (or fewer) records at that time that the number may have followed them. What is busy waits more
 * than in proportion, but a query that takes hundreds of times as long is no doubling of the records.
 */
function isByLoad(volume: ArrayLike<number>, from: number, to: number, move: number): boolean {
  const sums = sumsOf(volume);
  const n = volume.length;
  const within = sums[to] - sums[from];
  const load = Math.log((within + 1) / (to - from) * (n - to + from) / (sums[n] - within + 1));
  return load * Math.sign(move) > LEAST_MOVE && Math.abs(move) < BEYOND_LOAD * Math.abs(load);
}
