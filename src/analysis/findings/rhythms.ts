import { normalTails } from "../statistics/tails.ts";
import { sumsOf, widthsFor, type Window } from "./windows.ts";

/** Of a rhythm: its variance over its mean at the most, buckets on either side of a step, its height in standard errors. */
const EVEN = 0.3;
const LEAST_EVEN = 10;
const STEP = 0.85;
const STEP_DISTANCE = 8;

/**
 * The window in which a rhythm is slower than besides, as when one of several that beat together has stopped; null if the series
 * is no rhythm or keeps it. A step is told by its distance in standard errors, made from both sides.
 */
export function slowerRhythm(counts: ArrayLike<number>): Window | null {
  const n = counts.length;
  // Most of it even: else it is no rhythm, and nothing more is looked at.
  const sorted = new Float64Array(counts).sort();
  if (sorted[n >> 1] < 1.5 || sorted[n >> 1] - sorted[n >> 2] > 0.5 * sorted[n >> 1]) return null;
  const sums = sumsOf(counts);
  const squares = new Float64Array(n + 1);
  for (let i = 0; i < n; i++) squares[i + 1] = squares[i] + counts[i] * counts[i];
  let best: Window | null = null;
  const widths = widthsFor(n).filter((width) => width >= LEAST_EVEN);
  const tests = n * widthsFor(n).length;
  for (let from = LEAST_EVEN; from + LEAST_EVEN <= n; from++) {
    for (let i = 0; i <= widths.length; i++) {
      const width = i < widths.length ? widths[i] : n - from;
      const to = from + width;
      if (width < LEAST_EVEN || to > n || n - width < LEAST_EVEN) continue;
      const count = sums[to] - sums[from];
      const mean = count / width;
      const usual = (sums[n] - count) / (n - width);
      if (mean > STEP * usual || mean === 0) continue;
      const inside = (squares[to] - squares[from]) / width - mean * mean;
      const outside = (squares[n] - squares[to] + squares[from]) / (n - width) - usual * usual;
      if (inside > EVEN * mean || outside > EVEN * usual) continue;
      const error = (inside + 0.1 * mean) / width + (outside + 0.1 * usual) / (n - width);
      const distance = (usual - mean) / Math.sqrt(error);
      const p = normalTails(distance) * tests;
      if (distance < STEP_DISTANCE || (best !== null && p >= best.p)) continue;
      best = { from, to, count, expected: usual * width, p: Math.max(p, 1e-300) };
    }
  }
  return best;
}
