/** How often the rate within is estimated again from the last extent. */
const ROUNDS = 3;

/**
 * Where something began and ended: the run of buckets with the largest sum of `scores` (maximum subarray: J. Bentley,
 * Communications of the ACM 27, 1984), where a score tells how much more a bucket is like those within than those outside. It
 * shares a bucket with [from, to) and reaches at most that window's width beyond it.
 */
export function bestRun(
  scores: ArrayLike<number>,
  { from, to }: { from: number; to: number },
): { from: number; to: number } {
  const first = Math.max(0, 2 * from - to);
  const end = Math.min(scores.length, 2 * to - from);
  let best = { from, to };
  let most = -Infinity;
  let sum = 0;
  let begin = first;
  for (let i = first; i < end; i++) {
    if (sum <= 0) {
      sum = 0;
      begin = i;
    }
    sum += scores[i];
    if (sum > most && i >= from && begin < to) {
      most = sum;
      best = { from: begin, to: i + 1 };
    }
  }
  return best;
}

/**
 * The extent of a window of counts: scores are the logarithms of likelihood ratios of two Poisson rates, that within the window and
 * `usual` (of each unit of `exposure`; of each bucket without one).
 */
export function extentOfCounts(
  counts: ArrayLike<number>,
  exposure: ArrayLike<number> | null,
  usual: number,
  window: { from: number; to: number },
): { from: number; to: number } {
  const scores = new Float64Array(counts.length);
  let { from, to } = window;
  for (let round = 0; round < ROUNDS; round++) {
    let count = 0.5;
    let share = 0;
    for (let i = from; i < to; i++) {
      count += counts[i];
      share += exposure === null ? 1 : exposure[i];
    }
    const within = count / share;
    const step = Math.log(within / usual);
    for (let i = 0; i < scores.length; i++) {
      scores[i] = counts[i] * step - (within - usual) * (exposure === null ? 1 : exposure[i]);
    }
    const best = bestRun(scores, window);
    if (best.from === from && best.to === to) break;
    ({ from, to } = best);
  }
  return { from, to };
}
