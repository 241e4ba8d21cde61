import type { SeverityCounts, TimelineSummary } from "../record/summary.ts";
import { bulk, coarsen } from "../record/time_buckets.ts";

const BLOCKS = "▁▂▃▄▅▆▇█";
const ASCII = ".:-=+*#@";
/** Columns a bucket may be wide, so that few buckets do not look lost. */
const WIDEST = 6;

/** A timeline laid out on columns of equal length of time. */
export interface ChartColumns {
  /** Start of the first and of the last bucket, epoch milliseconds, and what a bucket covers. */
  first: number;
  last: number;
  width: number;
  /** Columns a bucket takes. */
  each: number;
  buckets: (SeverityCounts | null)[];
  /** Records that lie so far off that they are not on the chart. */
  outside: number;
}

/** Lays a timeline out on at most `columns` columns; null if it is empty. */
export function chartColumns(timeline: TimelineSummary, columns: number): ChartColumns | null {
  if (timeline.buckets.length === 0) return null;
  const fitting = coarsen(timeline, columns);
  const { width } = fitting;
  const [first, last] = bulk(fitting);
  const count = Math.min(columns, Math.round((last - first) / width) + 1);
  const buckets: (SeverityCounts | null)[] = new Array(count).fill(null);
  let outside = 0;
  for (const { time, severities } of fitting.buckets) {
    const at = Math.round((time - first) / width);
    if (at >= 0 && at < count) buckets[at] = severities;
    else outside += severities.reduce((sum, n) => sum + n, 0);
  }
  const each = Math.max(1, Math.min(WIDEST, Math.floor(columns / count)));
  return { first, last, width, each, buckets, outside };
}

/** One line of a chart: `count` of each bucket as a bar of eight heights, to the largest of them. */
export function bars(chart: ChartColumns, count: (bucket: SeverityCounts) => number, ascii: boolean): string {
  const heights = ascii ? ASCII : BLOCKS;
  const counts = chart.buckets.map((bucket) => bucket === null ? 0 : count(bucket));
  const highest = Math.max(...counts);
  return counts.map((n) => {
    const bar = n === 0 ? " " : heights[Math.ceil(n * heights.length / highest) - 1];
    return bar.repeat(chart.each);
  }).join("").trimEnd();
}
