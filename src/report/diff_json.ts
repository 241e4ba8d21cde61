import type { ComparedPattern, ComparedSide, Comparison } from "../record/comparison.ts";
import { SEVERITY_RANKS } from "../record/severity.ts";
import type { SeverityCounts } from "../record/summary.ts";

/** A comparison for programs, described in docs/ci.md. Times are RFC 3339 in UTC. */
export function diffJson(comparison: Comparison): string {
  const { before, after, scale, patterns } = comparison;
  return JSON.stringify(
    {
      before: sideJson(before),
      after: sideJson(after),
      scale,
      patterns,
      new: comparison.fresh.map(patternJson),
      vanished: comparison.vanished.map(patternJson),
      more: comparison.more.map(patternJson),
      less: comparison.less.map(patternJson),
      severities: comparison.severities.map(({ rank, ...counts }) => ({
        severity: SEVERITY_RANKS[rank],
        ...counts,
      })),
      otherSeverity: comparison.otherSeverity.map(patternJson),
      attributes: comparison.attributes,
      numbers: comparison.numbers,
    },
    null,
    2,
  ) + "\n";
}

function sideJson({ name, records, start, end, severities }: ComparedSide): unknown {
  return { name, records, start: timeText(start), end: timeText(end), severities: byName(severities) };
}

function patternJson(pattern: ComparedPattern): unknown {
  const { template, before, after, ratio, q, significant } = pattern;
  return {
    template,
    before,
    after,
    ratio: Number.isFinite(ratio) ? ratio : null,
    q,
    significant,
    severities: { before: byName(pattern.severitiesBefore), after: byName(pattern.severitiesAfter) },
  };
}

function byName(severities: SeverityCounts): Record<string, number> {
  return Object.fromEntries(SEVERITY_RANKS.map((name, rank) => [name, severities[rank]]));
}

function timeText(time: number | null): string | null {
  return time === null || Math.abs(time) > 8.64e15 ? null : new Date(time).toISOString();
}
