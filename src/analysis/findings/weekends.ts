import type { ActivityView } from "../activity.ts";
import { sumOf } from "./groups.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
/** The first Saturday of 1970, 00:00 UTC. */
const SATURDAY = 2 * DAY;
/** How far from midnight UTC a weekend may begin and end: zones, and evenings before it. */
const ABOUT = 14 * HOUR;
/** How many times a quiet weekend's records another one may have. */
const ALIKE = 2;

/** Whether a window is a weekend and the other weekends of the log are as quiet. */
export function isOfWeekend(
  counts: Float64Array,
  { from, to }: { from: number; to: number },
  { start, width }: Pick<ActivityView, "start" | "width">,
): boolean {
  const [begin, end] = [start + from * width, start + to * width];
  const saturday = SATURDAY + Math.round((begin - SATURDAY) / WEEK) * WEEK;
  if (Math.abs(begin - saturday) > ABOUT || Math.abs(end - saturday - 2 * DAY) > ABOUT) return false;
  const rate = sumOf(counts, { from, to }) / (to - from);
  for (let other = from % Math.round(WEEK / width); other < counts.length; other += WEEK / width) {
    const first = Math.round(other);
    const last = Math.min(counts.length, first + to - from);
    if (first !== from && sumOf(counts, { from: first, to: last }) > ALIKE * rate * (last - first)) {
      return false;
    }
  }
  return true;
}
