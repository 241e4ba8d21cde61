import { sumsOf, type Window } from "./windows.ts";

const DAY = 86_400_000;
/** Share of a silence that must lie at hours which the log has on another day too. */
const LEAST_COVERED = 0.5;
/** Share of the usual records that those hours may hold, and of the silence within which it must have begun or ended there as well. */
const HARDLY = 0.1;
const NEAR = 0.5;

/**
 * Whether a silence is one of the hours of a day: the day before or the day after it is as silent at the same hours, and before or
 * behind them is not, as it is with hosts that are there by day only. What had not begun the day before is no quiet hour of it.
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
