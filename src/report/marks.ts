import type { Summary } from "../record/summary.ts";
import type { ChartColumns } from "./chart.ts";

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
