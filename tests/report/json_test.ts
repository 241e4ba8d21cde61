import { assertEquals } from "@std/assert";
import { jsonReport } from "../../src/report/json.ts";
import { finding, severities, source, START, summary } from "./make_summary.ts";

Deno.test("the JSON report has the documented keys and shapes", () => {
  const report = JSON.parse(jsonReport(summary()));
  assertEquals(Object.keys(report), [
    "lines",
    "records",
    "bytes",
    "start",
    "end",
    "severities",
    "timeline",
    "words",
    "attributes",
    "patterns",
    "services",
    "hosts",
    "sources",
    "findings",
  ]);
  const named = { NONE: 0, TRACE: 0, DEBUG: 2345, INFO: 9800, WARN: 150, ERROR: 50, FATAL: 0 };
  assertEquals(report.severities, named);
  assertEquals(report.start, "2026-11-20T08:00:00.000Z");
  assertEquals(report.timeline[1], {
    time: "2026-11-20T08:01:00.000Z",
    severities: { NONE: 0, TRACE: 0, DEBUG: 180, INFO: 754, WARN: 11, ERROR: 5, FATAL: 0 },
  });
  assertEquals(report.words, [{ word: "connection", count: 900 }, { word: "refused", count: 45 }]);
  assertEquals(report.attributes[1], {
    key: "trace",
    count: 12_000,
    distinct: 11_950,
    values: [{ value: "a1", count: 2 }],
  });
  assertEquals(report.patterns[1], {
    id: 7,
    template: "connection to <addr> refused",
    count: 45,
    severities: { NONE: 0, TRACE: 0, DEBUG: 0, INFO: 0, WARN: 0, ERROR: 45, FATAL: 0 },
    mark: null,
  });
  assertEquals(report.services, [{ name: "api", count: 12_345, severities: named }]);
  assertEquals(report.hosts, []);
  assertEquals(report.sources, [{
    name: "app.log",
    lines: 12_400,
    records: 12_345,
    formats: { json: 12_345 },
    plain: 0,
    truncated: 0,
    errors: [],
  }]);
});

Deno.test("a finding has its rank, kind, evidence, time and lines", () => {
  const report = JSON.parse(jsonReport(summary({ findings: [finding()] })));
  assertEquals(report.findings, [{
    rank: 1,
    kind: "new-pattern",
    title: "New error: connection to <addr> refused",
    evidence: "45 records in 3 min, none in the 9 min before",
    patterns: [7],
    service: "api",
    host: null,
    count: 45,
    lines: [{ source: "app.log", line: 9000 }],
    severity: "ERROR",
    start: "2026-11-20T08:09:00.000Z",
    end: "2026-11-20T08:12:00.000Z",
  }]);
});

Deno.test("no finding goes on after the log's end", () => {
  const { end } = summary();
  const late = finding({ end: end! + 30_000 });
  assertEquals(
    JSON.parse(jsonReport(summary({ findings: [late] }))).findings[0].end,
    new Date(end!).toISOString(),
  );
  assertEquals(JSON.parse(jsonReport(summary({ findings: [finding({ end: null })] }))).findings[0].end, null);
});

Deno.test("lists of the JSON report hold at most 50 entries, and the timeline at most 50 buckets", () => {
  const many = <T>(make: (i: number) => T): T[] => Array.from({ length: 120 }, (_, i) => make(i));
  const report = JSON.parse(jsonReport(summary({
    words: { top: many((i) => ({ word: `w${i}`, count: 200 - i })), tracked: 120, error: 0 },
    attributes: many((i) => ({
      key: `k${i}`,
      count: 200 - i,
      distinct: 120,
      exact: true,
      values: many((j) => ({ value: `v${j}`, count: 120 - j })),
    })),
    services: many((i) => ({ name: `s${i}`, count: 200 - i, severities: severities(200 - i) })),
    timeline: {
      width: 60_000,
      buckets: many((i) => ({ time: START + i * 60_000, severities: severities(0, 0, 0, 10) })),
    },
    sources: many((i) => source({ name: `f${i}`, records: i })),
  })));
  for (const list of ["words", "attributes", "services", "sources"]) {
    assertEquals(report[list].length, 50, list);
  }
  assertEquals(report.attributes[0].values.length, 50);
  assertEquals(report.sources[0].name, "f70");
  assertEquals(report.timeline.length, 24);
  assertEquals(report.timeline[0].severities.INFO, 50);
});

Deno.test("without any time start and end are null, and log text stays as it was read", () => {
  const words = { top: [{ word: "\u001b[31m", count: 1 }], tracked: 1, error: 0 };
  const report = JSON.parse(jsonReport(summary({ start: null, end: null, words })));
  assertEquals([report.start, report.end], [null, null]);
  assertEquals(report.words[0].word, "\u001b[31m");
});
