import { SEVERITY_RANKS } from "../record/severity.ts";
import type { SeverityCounts, Summary } from "../record/summary.ts";
import { coarsen } from "../record/time_buckets.ts";
import { marksOf } from "../record/pattern_marks.ts";
import { withinLog } from "../record/within_log.ts";

/** Entries of any list. */
const LONGEST = 50;

/**
 * The report for programs: a stable shape, described in docs/report.md. Times are RFC 3339 in UTC; lists hold at
 * most 50 entries, those that count most. Log text is as it was read: JSON escapes what needs it.
 */
export function jsonReport(summary: Summary): string {
  const marks = marksOf(summary.findings);
  return JSON.stringify(
    {
      lines: summary.lines,
      records: summary.records,
      bytes: summary.bytes,
      start: timeText(summary.start),
      end: timeText(summary.end),
      severities: byName(summary.severities),
      timeline: coarsen(summary.timeline, LONGEST).buckets.map((bucket) => ({
        time: timeText(bucket.time),
        severities: byName(bucket.severities),
      })),
      words: summary.words.top.slice(0, LONGEST).map(({ word, count }) => ({ word, count })),
      attributes: summary.attributes.slice(0, LONGEST).map(({ key, count, distinct, values }) => ({
        key,
        count,
        distinct,
        values: values.slice(0, LONGEST).map(({ value, count }) => ({ value, count })),
      })),
      patterns: summary.patterns.top.slice(0, LONGEST).map(({ id, template, count, severities }) => ({
        id,
        template,
        count,
        severities: byName(severities),
        mark: marks.get(id) ?? null,
      })),
      services: named(summary.services),
      hosts: named(summary.hosts),
      sources: largest(summary.sources).map((
        { name, lines, records, formats, plain, truncated, errors },
      ) => ({
        name,
        lines,
        records,
        formats,
        plain,
        truncated,
        errors,
      })),
      findings: summary.findings.map((
        { start, end, severity, parts: _, ofTitle: __, merged: ___, ...finding },
      ) => ({
        ...finding,
        severity: SEVERITY_RANKS[severity],
        start: timeText(start),
        end: timeText(withinLog(end, summary)),
      })),
    },
    null,
    2,
  );
}

function named(counts: Summary["services"]): unknown {
  return counts.slice(0, LONGEST).map(({ name, count, severities }) => ({
    name,
    count,
    severities: byName(severities),
  }));
}

/** The sources with most records, in the order they were named. */
function largest(sources: Summary["sources"]): Summary["sources"] {
  if (sources.length <= LONGEST) return sources;
  const kept = new Set([...sources].sort((x, y) => y.records - x.records).slice(0, LONGEST));
  return sources.filter((source) => kept.has(source));
}

/** Counts by the severities' names, `NONE` and zeros included. */
function byName(severities: SeverityCounts): Record<string, number> {
  return Object.fromEntries(SEVERITY_RANKS.map((name, rank) => [name, severities[rank]]));
}

function timeText(time: number | null): string | null {
  return time === null || Math.abs(time) > 8.64e15 ? null : new Date(time).toISOString();
}
