import type { FindingKind, Summary } from "../record/summary.ts";
import type { ChartColumns } from "./chart.ts";

/** What a pattern is marked with, by the kind of the finding about it. */
const MARKS: Partial<Record<FindingKind, string>> = {
  "new-pattern": "new",
  burst: "burst",
  vanished: "gone",
};

/** The mark of each pattern that a finding is about: new, in a burst, or gone. One rule for all that shows patterns. */
export function marksOf({ findings }: Summary): ReadonlyMap<number, string> {
  const marks = new Map<number, string>();
  for (const { kind, patterns } of findings) {
    const mark = MARKS[kind];
    if (mark === undefined) continue;
    for (const pattern of patterns) if (!marks.has(pattern)) marks.set(pattern, mark);
  }
  return marks;
}

/** Columns of a chart in which a finding begins, with the ranks of those that do. */
export function columnsOfFindings({ findings }: Summary, chart: ChartColumns): ReadonlyMap<number, number[]> {
  const columns = new Map<number, number[]>();
  for (const { start, rank } of findings) {
    if (start === null) continue;
    const column = Math.floor((start - chart.first) / chart.width);
    if (column < 0 || column >= chart.buckets.length) continue;
    columns.set(column, [...columns.get(column) ?? [], rank]);
  }
  return columns;
}

/** One line of marks over or under a chart; "" if no finding begins in it. */
export function markLine(summary: Summary, chart: ChartColumns, ascii: boolean): string {
  const columns = columnsOfFindings(summary, chart);
  if (columns.size === 0) return "";
  const cells = chart.buckets.map((_bucket, column) =>
    (columns.has(column) ? ascii ? "^" : "▲" : " ").padEnd(chart.each)
  );
  return cells.join("").trimEnd();
}
