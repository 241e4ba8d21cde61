import type { RecordsSummary, TimelineSummary } from "../record/summary.ts";
import { bulk } from "../record/time_buckets.ts";

/** Counts by severity, a column a cell. */
export interface Chart {
  /** Epoch milliseconds: the first column's start and the last one's end. */
  start: number;
  end: number;
  /** Milliseconds that a column covers; columns of one bucket repeat it. */
  width: number;
  columns: number[][];
  /** The most records that a column holds. */
  highest: number;
}

/** Cells that one bucket is drawn wide at the most. */
const MAX_SPREAD = 6;

/** The part of a timeline that is drawn, and how many records are outside of it. */
interface DrawnTimeline extends TimelineSummary {
  outside: number;
}

/** Every frame asks, and neither summaries nor timelines change. */
const drawn = new WeakMap<RecordsSummary, DrawnTimeline>();
const charts = new WeakMap<TimelineSummary, Map<number, Chart>>();

/**
 * The part of the timeline that is drawn: where most records are. Records without a time are counted by their
 * receipt, which is far from the times of an old log; outside of those they are left out.
 */
export function drawnTimeline(summary: RecordsSummary): DrawnTimeline {
  const known = drawn.get(summary) ?? withoutFarTimes(summary);
  drawn.set(summary, known);
  return known;
}

function withoutFarTimes({ timeline, start, end }: RecordsSummary): DrawnTimeline {
  const [first, last] = bulk(timeline);
  const from = Math.max(first, (start ?? first) - timeline.width);
  const to = Math.min(last, end ?? last);
  const buckets = timeline.buckets.filter(({ time }) => time >= from && time <= to);
  return { width: timeline.width, buckets, outside: recordsIn(timeline.buckets) - recordsIn(buckets) };
}

function recordsIn(buckets: TimelineSummary["buckets"]): number {
  let records = 0;
  for (const { severities } of buckets) for (const count of severities) records += count;
  return records;
}

/** Fits a timeline into `cells` columns: several buckets a column, or several columns a bucket. */
export function chartOf(timeline: TimelineSummary, cells: number): Chart {
  let known = charts.get(timeline);
  if (!known) charts.set(timeline, known = new Map());
  let chart = known.get(cells);
  if (!chart) known.set(cells, chart = fitted(timeline, cells));
  return chart;
}

function fitted({ width, buckets }: TimelineSummary, cells: number): Chart {
  if (buckets.length === 0 || width <= 0) return { start: 0, end: 0, width, columns: [], highest: 0 };
  const start = buckets[0].time;
  const count = Math.round((buckets[buckets.length - 1].time - start) / width) + 1;
  const perColumn = Math.ceil(count / cells);
  const merged = Array.from({ length: Math.ceil(count / perColumn) }, () => [0, 0, 0, 0, 0, 0, 0]);
  for (const { time, severities } of buckets) {
    const column = merged[Math.floor(Math.round((time - start) / width) / perColumn)];
    for (let rank = 0; rank < column.length; rank++) column[rank] += severities[rank];
  }
  const highest = Math.max(1, ...merged.map((counts) => counts.reduce((sum, count) => sum + count, 0)));
  const drawn = Math.min(cells, merged.length * MAX_SPREAD);
  const columns = Array.from(
    { length: drawn },
    (_, cell) => merged[Math.floor(cell * merged.length / drawn)],
  );
  return {
    start,
    end: start + merged.length * perColumn * width,
    width: perColumn * width,
    columns,
    highest,
  };
}
