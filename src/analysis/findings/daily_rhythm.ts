import type { Window } from "./windows.ts";

const DAY = 86_400_000;
/** Shares of a day: that a log must span to show a daily rhythm, and that a level must last to be part of it. */
const LEAST_SPAN = 0.6;
const LEAST_LEVEL = 0.08;
/** Parts of a day that are compared with the curve. */
const PARTS_OF_DAY = 48;
/** Waves of the curve (a day and half a day long), and the iterations in which it is fitted. */
const WAVES = 2;
const ROUNDS = 12;
/** Least mean, so that logarithms are finite. */
const HARDLY = 1e-6;

/**
 * Whether the hours of the day explain a window as well as a level that begins and ends at once: a curve of two waves in the
 * logarithm of the rate, with about as many parameters, leaves no more deviance (a Poisson regression: P. McCullagh and
 * J. A. Nelder, Generalized Linear Models). Short windows and logs of a few hours are not judged.
 */
export function isOfHours(
  counts: Float64Array,
  { from, to }: Pick<Window, "from" | "to">,
  width: number,
): boolean {
  const span = counts.length * width;
  if (span < LEAST_SPAN * DAY || (to - from) * width < LEAST_LEVEL * DAY) return false;
  const parts = Math.min(counts.length, Math.round(span / DAY * PARTS_OF_DAY));
  const edges = Array.from({ length: parts + 1 }, (_, part) => Math.floor(part * counts.length / parts));
  const sums = Array.from({ length: parts }, (_, part) => sumIn(counts, edges[part], edges[part + 1]));
  const inside = sumIn(counts, from, to);
  const rateIn = inside / (to - from);
  const rateOut = (sumIn(counts, 0, counts.length) - inside) / Math.max(1, counts.length - to + from);
  const rows = sums.map((_, part) => {
    const angle = 2 * Math.PI * (edges[part] + edges[part + 1]) / 2 * width / DAY;
    const row = [1];
    for (let wave = 1; wave <= WAVES; wave++) row.push(Math.cos(wave * angle), Math.sin(wave * angle));
    return row;
  });
  const widths = sums.map((_, part) => edges[part + 1] - edges[part]);
  const curve = fitted(sums, rows, widths);
  let [ofCurve, ofLevel] = [0, 0];
  for (let part = 0; part < parts; part++) {
    const within = Math.max(0, Math.min(to, edges[part + 1]) - Math.max(from, edges[part]));
    ofLevel += deviance(sums[part], within * rateIn + (widths[part] - within) * rateOut);
    ofCurve += deviance(sums[part], curve[part]);
  }
  return ofCurve <= ofLevel;
}

function sumIn(counts: Float64Array, from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at++) sum += counts[at];
  return sum;
}

function deviance(count: number, mean: number): number {
  const expected = Math.max(HARDLY, mean);
  return 2 * ((count > 0 ? count * Math.log(count / expected) : 0) - count + expected);
}

/** The means of a Poisson regression with a logarithmic link, by iteratively reweighted least squares. */
function fitted(sums: readonly number[], rows: readonly number[][], widths: readonly number[]): number[] {
  const size = rows[0].length;
  const total = sums.reduce((sum, count) => sum + count, 0);
  const beta = new Array(size).fill(0);
  beta[0] = Math.log(Math.max(HARDLY, total / widths.reduce((sum, width) => sum + width, 0)));
  const meansOf = () =>
    rows.map((row, at) =>
      widths[at] * Math.exp(Math.min(30, row.reduce((sum, x, i) => sum + x * beta[i], 0)))
    );
  for (let round = 0; round < ROUNDS; round++) {
    const means = meansOf();
    const matrix = Array.from({ length: size }, () => new Array(size + 1).fill(0));
    rows.forEach((row, at) => {
      for (let i = 0; i < size; i++) {
        for (let j = 0; j < size; j++) matrix[i][j] += means[at] * row[i] * row[j];
        matrix[i][size] += (sums[at] - means[at]) * row[i];
      }
    });
    const step = solved(matrix);
    if (step === null) break;
    for (let i = 0; i < size; i++) beta[i] += Math.max(-1, Math.min(1, step[i]));
  }
  return meansOf();
}

/** Solves linear equations by Gaussian elimination; null if they have no single solution. */
function solved(matrix: number[][]): number[] | null {
  const size = matrix.length;
  for (let i = 0; i < size; i++) {
    let pivot = i;
    for (let row = i + 1; row < size; row++) {
      if (Math.abs(matrix[row][i]) > Math.abs(matrix[pivot][i])) pivot = row;
    }
    [matrix[i], matrix[pivot]] = [matrix[pivot], matrix[i]];
    if (Math.abs(matrix[i][i]) < HARDLY) return null;
    for (let row = 0; row < size; row++) {
      if (row === i) continue;
      const factor = matrix[row][i] / matrix[i][i];
      for (let column = i; column <= size; column++) matrix[row][column] -= factor * matrix[i][column];
    }
  }
  return matrix.map((row, at) => row[size] / row[at]);
}
