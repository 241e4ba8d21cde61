import { deviance, fitted } from "../statistics/poisson_curve.ts";
import { sumOf } from "./groups.ts";
import type { Window } from "./windows.ts";

const DAY = 86_400_000;
/** Shares of a day: that a log must span to show a daily rhythm, and that a level must last to be part of it. */
const LEAST_SPAN = 0.6;
const LEAST_LEVEL = 0.08;
/** Parts of a day that are compared with the curve. */
const PARTS_OF_DAY = 48;
/** Waves of the curve: a day and half a day long. */
const WAVES = 2;
/** Parts of a log of some hours, and the least level of it that is judged, as a share. */
const PARTS_OF_HOURS = 24;
const LEAST_OF_HOURS = 0.15;
/** The log of a part of a day shows a part of the curve: a parabola. */
const DEGREE = 2;

/**
 * Whether the hours of the day explain a window as well as a level that begins and ends at once: a curve of two waves in the
 * logarithm of the rate, with about as many parameters, leaves no more deviance (a Poisson regression: P. McCullagh and
 * J. A. Nelder, Generalized Linear Models). Short windows and logs of a few hours are not judged.
 */
export function isOfHours(counts: Float64Array, window: Part, width: number): boolean {
  const span = counts.length * width;
  if (span < LEAST_SPAN * DAY || (window.to - window.from) * width < LEAST_LEVEL * DAY) return false;
  return explains(counts, window, Math.round(span / DAY * PARTS_OF_DAY), (along) => {
    const angle = 2 * Math.PI * along * span / DAY;
    const row = [1];
    for (let wave = 1; wave <= WAVES; wave++) row.push(Math.cos(wave * angle), Math.sin(wave * angle));
    return row;
  });
}

/**
 * The same of a log of some hours, as of a morning: whether what rises or falls gradually explains a window as well, by a parabola
 * in the logarithm of the rate.
 */
export function isOfMorning(counts: Float64Array, window: Part, width: number): boolean {
  const isOfDays = counts.length * width >= LEAST_SPAN * DAY;
  if (isOfDays || window.to - window.from < LEAST_OF_HOURS * counts.length) return false;
  return explains(
    counts,
    window,
    PARTS_OF_HOURS,
    (along) => Array.from({ length: DEGREE + 1 }, (_, power) => (2 * along - 1) ** power),
  );
}

type Part = Pick<Window, "from" | "to">;

/** Whether a curve leaves no more deviance than two levels; `rowOf`: its terms at a place in the log, from 0 to 1. */
function explains(
  counts: Float64Array,
  { from, to }: Part,
  most: number,
  rowOf: (along: number) => number[],
): boolean {
  const n = counts.length;
  const parts = Math.min(n, most);
  const edges = Array.from({ length: parts + 1 }, (_, part) => Math.floor(part * n / parts));
  const sums = Array.from(
    { length: parts },
    (_, part) => sumOf(counts, { from: edges[part], to: edges[part + 1] }),
  );
  const inside = sumOf(counts, { from, to });
  const rateIn = inside / (to - from);
  const rateOut = (sumOf(counts, { from: 0, to: n }) - inside) / Math.max(1, n - to + from);
  const widths = sums.map((_, part) => edges[part + 1] - edges[part]);
  const curve = fitted(sums, sums.map((_, part) => rowOf((edges[part] + edges[part + 1]) / 2 / n)), widths);
  let [ofCurve, ofLevel] = [0, 0];
  for (let part = 0; part < parts; part++) {
    const within = Math.max(0, Math.min(to, edges[part + 1]) - Math.max(from, edges[part]));
    ofLevel += deviance(sums[part], within * rateIn + (widths[part] - within) * rateOut);
    ofCurve += deviance(sums[part], curve[part]);
  }
  return ofCurve <= ofLevel;
}
