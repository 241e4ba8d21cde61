import type { PatternSummary } from "../../record/summary.ts";
import type { ActivityView } from "../activity.ts";
import type { Candidate } from "./candidate.ts";
import { sumOf } from "./groups.ts";

/** Milliseconds before an incident in which what announces it may have begun. */
const AHEAD = 30 * 60_000;
/** Share of the log at whose start everything is new. */
const SETTLED = 0.1;
const NONE = 0;

export interface Precursor {
  pattern: PatternSummary;
  /** Buckets from its first record to the incident, and its records. */
  ahead: number;
  count: number;
}

/**
 * The warning that came before errors, if there is one: a pattern at WARN or above (or without a severity) of the same
 * service or host, never seen before, whose first record came within half an hour before them. Of several, the first.
 */
export function precursorOf(
  candidate: Candidate,
  view: ActivityView,
  patterns: readonly PatternSummary[],
): Precursor | null {
  const { from, to, kind, badness } = candidate;
  if (badness < 2 || (kind !== "new-pattern" && kind !== "error-rate" && kind !== "burst")) return null;
  const earliest = Math.max(view.buckets * SETTLED, from - AHEAD / view.width);
  const services = new Set(candidate.streams.map(({ service, source }) => `${service}\n${source}`));
  const counts = new Map<number, Float64Array>();
  for (const { pattern, service, source, counts: of } of view.streams) {
    if (pattern < 0 || candidate.patterns.includes(pattern)) continue;
    // Those of another service are of no interest, but must not make it look new.
    const sum = counts.get(pattern) ?? new Float64Array(view.buckets);
    const weight = services.has(`${service}\n${source}`) ? 1 : NaN;
    for (let at = 0; at < sum.length; at++) if (of[at] !== 0) sum[at] += of[at] * weight;
    counts.set(pattern, sum);
  }
  let best: Precursor | null = null;
  for (const pattern of patterns) {
    const of = counts.get(pattern.id);
    if (of === undefined || !isWarning(pattern)) continue;
    const first = of.findIndex((count) => count !== 0);
    if (!(first >= earliest && first < from) || sumOf(of, { from: to, to: view.buckets }) > 0) continue;
    const count = sumOf(of, { from: first, to });
    if (!(count > 0) || (best !== null && best.ahead >= from - first)) continue;
    best = { pattern, ahead: from - first, count };
  }
  return best;
}

function isWarning({ severities, count }: PatternSummary): boolean {
  return (severities[NONE] + severities[4] + severities[5] + severities[6]) * 2 > count;
}
