import type { Finding, SeverityCounts, SourceHealth, Summary } from "../../src/record/summary.ts";

export const START = Date.UTC(2026, 10, 20, 8, 0, 0);

/** Counts by severity: none, trace, debug, info, warn, error, fatal. */
export function severities(...counts: number[]): SeverityCounts {
  return [0, 1, 2, 3, 4, 5, 6].map((rank) => counts[rank] ?? 0);
}

export function source(changes: Partial<SourceHealth> = {}): SourceHealth {
  return {
    name: "app.log",
    lines: 12_400,
    records: 12_345,
    bytes: 2_500_000,
    formats: { json: 12_345 },
    plain: 0,
    truncated: 0,
    late: 0,
    undated: 0,
    errors: [],
    state: "ended",
    ...changes,
  };
}

/** Twelve minutes of an ordinary service, with a few errors. */
export function summary(changes: Partial<Summary> = {}): Summary {
  return {
    lines: 12_400,
    records: 12_345,
    bytes: 2_500_000,
    start: START,
    end: START + 12 * 60_000,
    severities: severities(0, 0, 2345, 9800, 150, 50),
    timeline: {
      width: 60_000,
      buckets: Array.from({ length: 13 }, (_, minute) => ({
        time: START + minute * 60_000,
        severities: severities(0, 0, 180, 754, 11, 3 + (minute % 2) * 2),
      })),
    },
    words: {
      top: [{ word: "connection", count: 900 }, { word: "refused", count: 45 }],
      tracked: 2,
      error: 0,
    },
    attributes: [
      {
        key: "region",
        count: 12_345,
        distinct: 2,
        exact: true,
        values: [{ value: "eu", count: 12_000 }, { value: "us", count: 345 }],
      },
      { key: "trace", count: 12_000, distinct: 11_950, exact: false, values: [{ value: "a1", count: 2 }] },
    ],
    patterns: {
      top: [
        {
          id: 3,
          template: "request done in <num> ms",
          count: 9800,
          severities: severities(0, 0, 0, 9800),
          first: START,
          last: START,
        },
        {
          id: 7,
          template: "connection to <addr> refused",
          count: 45,
          severities: severities(0, 0, 0, 0, 0, 45),
          first: START,
          last: START,
        },
      ],
      total: 2,
    },
    services: [{ name: "api", count: 12_345, severities: severities(0, 0, 2345, 9800, 150, 50) }],
    hosts: [],
    sources: [source()],
    findings: [],
    ...changes,
  };
}

export function finding(changes: Partial<Finding> = {}): Finding {
  return {
    rank: 1,
    kind: "new-pattern",
    title: "New error: connection to <addr> refused",
    evidence: "45 records in 3 min, none in the 9 min before",
    start: START + 9 * 60_000,
    end: START + 12 * 60_000,
    patterns: [7],
    service: "api",
    host: null,
    severity: 5,
    count: 45,
    lines: [{ source: "app.log", line: 9000 }],
    ...changes,
  };
}
