import { SEVERITY_RANKS } from "../record/severity.ts";
import type { PatternsSummary } from "../record/summary.ts";
import { grouped, percent } from "./figures.ts";
import { visible } from "./visible_text.ts";

/** The patterns as one JSON object; `lines` by pattern where the lines were asked for. */
export function patternsJson(patterns: PatternsSummary, lines: Map<number, number[]> | null): string {
  const listed = patterns.top.map((pattern) => ({
    id: pattern.id,
    template: pattern.template,
    count: pattern.count,
    first: new Date(pattern.first).toISOString(),
    last: new Date(pattern.last).toISOString(),
    severities: Object.fromEntries(SEVERITY_RANKS.map((name, rank) => [name, pattern.severities[rank]])),
    ...(lines === null ? {} : { lines: lines.get(pattern.id) ?? [] }),
  }));
  return JSON.stringify({ patterns: listed, total: patterns.total }, null, 2) + "\n";
}

/** The patterns as a table for a person: count, share, highest severity, template. */
export function patternsText(patterns: PatternsSummary): string {
  const records = patterns.top.reduce((sum, { count }) => sum + count, 0);
  const width = grouped(patterns.top[0]?.count ?? 0).length;
  const lines = patterns.top.map(({ count, severities, template }) => {
    const highest = severities.findLastIndex((of) => of > 0);
    const severity = highest > 0 ? SEVERITY_RANKS[highest] : "";
    const share = percent(count, records).padStart(6);
    return `${grouped(count).padStart(width)}  ${share}  ${severity.padEnd(5)}  ${visible(template)}`;
  });
  return [...lines, `${grouped(patterns.total)} patterns in ${grouped(records)} records`].join("\n") + "\n";
}
