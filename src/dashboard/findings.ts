import { printEquals } from "../query/print.ts";
import type { Finding, PatternSummary, Summary } from "../record/summary.ts";
import { type State, summaryOf } from "./state.ts";

/** A pattern is new if it began in the last part of what was read, and enough was read to say so. */
const NEW_SHARE = 0.2;
const NEW_RECORDS = 200;

/** Patterns that the filter of one finding names at the most. */
const MAX_PATTERNS = 8;

/** A finding by what stays the same of it while counts grow. */
export function keyOfFinding({ kind, title, service, host }: Finding): string {
  return [kind, title, service ?? "", host ?? ""].join(" ");
}

/** The findings of a state, most pressing first: those that were acknowledged come last. */
export function findingsIn(state: State): Finding[] {
  const all = summaryOf(state)?.findings ?? [];
  if (state.acknowledged.length === 0) return all;
  const isOpen = (finding: Finding) => !state.acknowledged.includes(keyOfFinding(finding));
  return [...all.filter(isOpen), ...all.filter((finding) => !isOpen(finding))];
}

/** How many findings were not acknowledged. */
export function openFindings(state: State): number {
  return findingsIn(state).filter((finding) => !state.acknowledged.includes(keyOfFinding(finding))).length;
}

/** The filter for a finding's records; null where it is about records that are not there, or about an input. */
export function whereOfFinding({ kind, patterns, service, host, start, end }: Finding): string | null {
  if (kind === "source") return null;
  if (patterns.length > 0) {
    return patterns.slice(0, MAX_PATTERNS).map((id) => `pattern=${id}`).join(" or ");
  }
  const owner = [
    ...(service === null ? [] : [printEquals("service", service)]),
    ...(host === null ? [] : [printEquals("host", host)]),
  ];
  const parts = kind === "error-rate" ? [...owner, "severity>=error"] : owner;
  if (parts.length > 0) return parts.join(" ");
  if (start === null || end === null) return null;
  return `time>=${new Date(start).toISOString()} time<${new Date(end).toISOString()}`;
}

/** Whether a pattern began only lately. */
export function isNew(pattern: PatternSummary, summary: Summary): boolean {
  if (summary.start === null || summary.end === null || summary.records < NEW_RECORDS) return false;
  return pattern.first > summary.end - (summary.end - summary.start) * NEW_SHARE &&
    summary.end > summary.start;
}
