import { printEquals } from "../query/print.ts";
import type { Finding } from "../record/summary.ts";
import { type State, summaryOf } from "./state.ts";

/** Patterns that the filter of one finding names at the most. */
const MAX_PATTERNS = 8;

/** Figures in a title, with what they measure: they change while a finding goes on. */
const FIGURE = /\d[\d.,]*(?: (?:ms|s|min|h|days|bytes|[kMGT]B)\b)?%?/g;

/** A finding by what stays the same of it while counts grow. */
export function keyOfFinding({ kind, title, service, host }: Finding): string {
  return [kind, title.replace(FIGURE, "#"), service ?? "", host ?? ""].join(" ");
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

/** Numbers of the patterns that are new, as the findings tell. */
export function newPatterns(state: State): ReadonlySet<number> {
  const findings = summaryOf(state)?.findings ?? [];
  return new Set(findings.filter(({ kind }) => kind === "new-pattern").flatMap(({ patterns }) => patterns));
}
