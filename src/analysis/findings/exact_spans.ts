import type { PatternSummary } from "../../record/summary.ts";
import type { ActivityView } from "../activity.ts";
import type { Candidate } from "./candidate.ts";

/** Epoch milliseconds [start, end). */
export interface Span {
  start: number;
  end: number;
}

/**
 * The times of a finding: those of its buckets or, where it is about patterns that did not come before (or, for a silence,
 * after), those of their first and last records.
 */
export function spanOf(
  { kind, from, to, patterns, before, host, service, value }: Candidate,
  { start, width }: ActivityView,
  known: ReadonlyMap<number, PatternSummary>,
): Span {
  const span = { start: start + from * width, end: start + to * width };
  const own = patterns.flatMap((id) => known.get(id) ?? []);
  if (own.length === 0 || value !== undefined) return span;
  if (kind === "vanished" && host === null && service === null) {
    const last = own[0].last + 1;
    return { ...span, start: last > span.start - width && last < span.end ? last : span.start };
  }
  if (kind !== "new-pattern" || before !== undefined && before > 0) return span;
  const first = Math.min(...own.map(({ first }) => first));
  const last = Math.max(...own.map(({ last }) => last)) + 1;
  return {
    start: first > span.start && first < span.start + width ? first : span.start,
    end: last > span.end - width && last < span.end ? last : span.end,
  };
}
