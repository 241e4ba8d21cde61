/** The iterations in which a curve is fitted. */
const ROUNDS = 12;
/** Least mean, so that logarithms are finite. */
const HARDLY = 1e-6;

/** How far a count is from a mean: twice the logarithm of how much likelier it is under itself. */
export function deviance(count: number, mean: number): number {
  const expected = Math.max(HARDLY, mean);
  return 2 * ((count > 0 ? count * Math.log(count / expected) : 0) - count + expected);
}

/**
 * The means of a Poisson regression with a logarithmic link, by iteratively reweighted least squares: of `sums` over so many `widths`,
 * with these terms.
 */
export function fitted(
  sums: readonly number[],
  rows: readonly number[][],
  widths: readonly number[],
): number[] {
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
