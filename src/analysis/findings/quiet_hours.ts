import { sumsOf, type Window } from "./windows.ts";

const DAY = 86_400_000;
/** Share of a silence that the log must cover at the same hours of another day. */
const LEAST_COVERED = 0.5;
/** The largest share of the usual records in those hours, and how near, in lengths of the silence, records must be there too. */
const HARDLY = 0.1;
const NEAR = 0.5;

/**
 * Whether a silence is part of a daily rhythm: the day before or after is silent at the same hours and not around them, as for
 * hosts that run by day only. A day before the first record does not count.
 */
export function isOfQuietHours(
  counts: Float64Array,
  { from, to }: Pick<Window, "from" | "to">,
  width: number,
): boolean {
  const n = counts.length;
  const day = Math.round(DAY / width);
  const sums = sumsOf(counts);
  const between = (a: number, b: number) =>
    sums[Math.min(n, Math.max(0, b))] - sums[Math.min(n, Math.max(0, a))];
  const usual = (sums[n] - between(from, to)) / Math.max(1, n - to + from);
  const near = Math.max(1, Math.ceil((to - from) * NEAR));
  let covered = 0;
  for (const away of [-day, day]) {
    const [begin, end] = [from + away, to + away];
    const reach = Math.min(n, end) - Math.max(0, begin);
    if (reach <= 0) continue;
    if (between(begin, end) > HARDLY * usual * reach) return false;
    const starts = begin > 0 && between(begin - near, begin) > 0;
    const ends = end < n && between(end, end + near) > 0;
    if ((begin <= 0 || starts) && (end >= n || ends) && (starts || ends)) covered += reach;
  }
  return covered >= LEAST_COVERED * (to - from);
}
