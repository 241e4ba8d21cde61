import { commonestRank, SEVERITY_RANKS } from "../record/severity.ts";
import type { PatternDetails, PatternsSummary, VariableSummary } from "../record/summary.ts";
import { counted, grouped, measured, percent } from "./figures.ts";
import { fit, visible } from "../terminal/text.ts";

/** Values of a variable that are printed, cells of each, and services. */
const VALUES = 3;
const VALUE = 30;
const SERVICES = 3;
/** In a range as narrow as this percentiles, which are within 1 % of a value, tell nothing. */
const FEW_PERCENT = 0.05;

/** What is known of patterns besides their list. */
export interface PatternsKnown {
  detailsOf(id: number): PatternDetails | null;
  /** Services by pattern, those with most records first. */
  services: ReadonlyMap<number, readonly { name: string; count: number }[]>;
  /** Line numbers by pattern, from 1; null if they were not asked for. */
  lines: ReadonlyMap<number, readonly (number | { source: string; line: number })[]> | null;
}

/** The patterns as one JSON object, described in docs/patterns.md. */
export function patternsJson(
  patterns: PatternsSummary,
  { detailsOf, services, lines }: PatternsKnown,
): string {
  const listed = patterns.top.map((pattern) => ({
    id: pattern.id,
    template: pattern.template,
    count: pattern.count,
    first: new Date(pattern.first).toISOString(),
    last: new Date(pattern.last).toISOString(),
    severities: Object.fromEntries(SEVERITY_RANKS.map((name, rank) => [name, pattern.severities[rank]])),
    services: services.get(pattern.id) ?? [],
    variables: detailsOf(pattern.id)?.variables ?? [],
    ...(lines === null ? {} : { lines: lines.get(pattern.id) ?? [] }),
  }));
  return JSON.stringify({ patterns: listed, total: patterns.total }, null, 2) + "\n";
}

/** The patterns as a table for a person: count, share, the severity that most records have, template; below, services and variables. */
export function patternsText(patterns: PatternsSummary, { detailsOf, services }: PatternsKnown): string {
  const records = patterns.top.reduce((sum, { count }) => sum + count, 0);
  const width = grouped(patterns.top[0]?.count ?? 0).length;
  const indent = " ".repeat(width + 17);
  const lines = patterns.top.flatMap(({ id, count, severities, template }) => {
    const rank = commonestRank(severities);
    const severity = rank > 0 ? SEVERITY_RANKS[rank] : "";
    const share = percent(count, records).padStart(6);
    const from = (services.get(id) ?? []).slice(0, SERVICES)
      .map(({ name, count: of }) => `${visible(name)} ${percent(of, count)}`).join("  ");
    return [
      `${grouped(count).padStart(width)}  ${share}  ${severity.padEnd(5)}  ${visible(template)}`,
      ...(from === "" ? [] : [`${indent}from ${from}`]),
      ...(detailsOf(id)?.variables ?? []).map((variable) => `${indent}${variableText(variable)}`),
    ];
  });
  return [...lines, `${counted(patterns.total, "pattern")} in ${counted(records, "record")}`].join("\n") +
    "\n";
}

/** `<num>` min 1, median 20, p95 80, p99 95, max 100, of a narrow range (ids, ports) its ends; a variable that is no number with its most frequent values. */
function variableText({ kind, count, distinct, exact, values, numbers }: VariableSummary): string {
  if (numbers !== null && numbers.max > numbers.min) {
    const { unit, min, median, p95, p99, max } = numbers;
    const of = (value: number) => measured(value, unit);
    if (max - min <= FEW_PERCENT * Math.max(Math.abs(min), Math.abs(max))) {
      return `<${kind}> min ${of(min)}, max ${of(max)}`;
    }
    return `<${kind}> min ${of(min)}, median ${of(median)}, p95 ${of(p95)}, p99 ${of(p99)}, max ${of(max)}`;
  }
  const common = values.slice(0, VALUES)
    .map(({ value, count: of }) => `${fit(visible(value), VALUE)} ${percent(of, count)}`).join("  ");
  return `<${kind}> ${exact ? "" : "~"}${grouped(distinct)} value${distinct === 1 ? "" : "s"}: ${common}`;
}
