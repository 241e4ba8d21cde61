/** Tail probabilities of the distributions that tests compare with. */

/** Lanczos' coefficients for g = 7 (C. Lanczos, A precision approximation of the gamma function, 1964). */
const LANCZOS = [
  0.99999999999980993,
  676.5203681218851,
  -1259.1392167224028,
  771.32342877765313,
  -176.61502916214059,
  12.507343278686905,
  -0.13857109526572012,
  9.9843695780195716e-6,
  1.5056327351493116e-7,
];

/** ln Γ(x), for x > 0. */
export function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const t = x + 6.5;
  let sum = LANCZOS[0];
  for (let i = 1; i < LANCZOS.length; i++) sum += LANCZOS[i] / (x - 1 + i);
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(sum);
}

/** The regularised upper incomplete gamma function Q(a, x) (Abramowitz and Stegun, 6.5.29 and 6.5.31). */
function upperGamma(a: number, x: number): number {
  if (x <= 0) return 1;
  const scale = Math.exp(a * Math.log(x) - x - logGamma(a));
  if (x < a + 1) {
    let term = 1 / a;
    let sum = term;
    for (let n = 1; n < 10_000 && term > sum * 1e-15; n++) sum += term *= x / (a + n);
    return Math.max(0, 1 - sum * scale);
  }
  // The continued fraction, by Lentz's method.
  let b = x + 1 - a;
  let c = 1e300;
  let d = 1 / b;
  let h = d;
  for (let i = 1; i < 10_000; i++) {
    const an = -i * (i - a);
    b += 2;
    d = 1 / nonZero(an * d + b);
    c = nonZero(b + an / c);
    h *= d * c;
    if (Math.abs(d * c - 1) < 1e-14) break;
  }
  return Math.min(1, scale * h);
}

/** P(X ≥ x) of a χ² distribution. */
export function chiSquareTail(x: number, freedom: number): number {
  return upperGamma(freedom / 2, x / 2);
}

/** P(X ≥ count) of a Poisson distribution; exact down to the smallest numbers. */
export function poissonTail(count: number, mean: number): number {
  if (count <= 0) return 1;
  if (mean <= 0) return 0;
  if (count <= mean) return 1 - upperGamma(count, mean);
  let term = Math.exp(count * Math.log(mean) - mean - logGamma(count + 1));
  let sum = term;
  for (let k = count + 1; term > sum * 1e-15 && k < count + 10_000; k++) sum += term *= mean / k;
  return Math.min(1, sum);
}

/**
 * P(X ≥ count) of a negative binomial distribution with this mean and `dispersion` times its variance: of events that come
 * in clumps (a Poisson number of clumps with logarithmic sizes: M. H. Quenouille, Biometrics 5, 1949). With dispersion 1 it
 * is Poisson's.
 */
export function clumpedTail(count: number, mean: number, dispersion: number): number {
  if (dispersion <= 1.001) return poissonTail(count, mean);
  if (count <= 0) return 1;
  if (mean <= 0) return 0;
  const clumps = mean / (dispersion - 1);
  const size = 1 - 1 / dispersion;
  const logOf = (k: number) =>
    logGamma(k + clumps) - logGamma(k + 1) - logGamma(clumps) - clumps * Math.log(dispersion) +
    k * Math.log(size);
  const upper = count > mean;
  let k = upper ? count : Math.ceil(count) - 1;
  let term = Math.exp(logOf(k));
  let sum = term;
  // Away from the mean terms only become smaller.
  while (term > sum * 1e-12 && (upper ? k < count + 100_000 : k > 0)) {
    term *= upper ? (k + clumps) / (k + 1) * size : k / (k - 1 + clumps) / size;
    sum += term;
    k += upper ? 1 : -1;
  }
  return upper ? Math.min(1, sum) : Math.max(0, 1 - sum);
}

/** P(X ≤ count) of the same distribution; exact down to the smallest numbers. */
export function clumpedHead(count: number, mean: number, dispersion: number): number {
  const scale = Math.max(1.001, dispersion);
  const clumps = mean / (scale - 1);
  let term = Math.exp(-clumps * Math.log(scale));
  let sum = term;
  for (let k = 1; k <= count; k++) sum += term *= (k - 1 + clumps) / k * (1 - 1 / scale);
  return Math.min(1, sum);
}

/** P(|Z| ≥ |z|) of the normal distribution. */
export function normalTails(z: number): number {
  return upperGamma(0.5, z * z / 2);
}

function nonZero(value: number): number {
  return Math.abs(value) < 1e-300 ? 1e-300 : value;
}
