import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { howMuch } from "../../src/report/heading.ts";
import { textReport } from "../../src/report/text.ts";
import { cellWidth } from "../../src/terminal/text.ts";
import type { Summary } from "../../src/record/summary.ts";
import { finding, severities, source, START, summary } from "./make_summary.ts";

const PLAIN = { timeZone: "UTC", width: 100, colour: false, ascii: false };

function report(changes: Partial<Summary> = {}, options: Partial<typeof PLAIN> = {}): string {
  return textReport(summary(changes), { ...PLAIN, ...options });
}

Deno.test("the report reads as a person would tell it", () => {
  assertEquals(
    report({ findings: [finding()] }),
    `12,345 records from app.log, 2026-11-20 08:00:00 to 08:12:00 UTC
12 min, 17 a second; 2.5 MB in 12,400 lines

Needs a look
  ! New error: connection to <addr> refused
      45 records in 3 min, none in the 9 min before
      08:09:00 to 08:12:00, api, app.log:9000

Severities over time  1 min per bar, each row to its own scale
  ERROR     50   0.4%  ▅▅▅▅▅█████▅▅▅▅▅█████▅▅▅▅▅█████▅▅▅▅▅█████▅▅▅▅▅█████▅▅▅▅▅█████▅▅▅▅▅
  WARN     150   1.2%  █████████████████████████████████████████████████████████████████
  INFO   9,800  79.4%  █████████████████████████████████████████████████████████████████
  DEBUG  2,345  19.0%  █████████████████████████████████████████████████████████████████
  needs a look                                                      ▲
                       08:00               08:04               08:08               08:12

Words                                               Services
  connection  900  ━━━━━━━━━━━━━━━━━━━━━━━━           api  12,345    0.4% errors
  refused      45  ━

Attributes  records, distinct values, most frequent
  region  12,345        2  eu 97.2%  us 2.8%
  trace   12,000  ~11,950  a1 <0.1%

Patterns
  9,800  79.4%  INFO  request done in <num> ms
     45   0.4%  ERROR new connection to <addr> refused

Errors  50 records at ERROR (0.4% of all); mostly:
  45 × connection to <addr> refused

Sources
  app.log  12,345  json
`,
  );
});

Deno.test("the first line begins with how many records, also of many sources and of none", () => {
  assertMatch(report(), /^12,345 records from app\.log, /);
  assertMatch(report({ records: 1, sources: [source(), source()] }), /^1 record from 2 sources, /);
  assertMatch(
    report({ records: 0, start: null, end: null }),
    /^0 records from app\.log, nothing to report\n/,
  );
  assertMatch(report({ start: null, end: null }), /^12,345 records from app\.log, none with a time\n/);
});

Deno.test("how much there is has the unit that suits it", () => {
  const pace = (records: number, days: number) =>
    howMuch(summary({ records, end: START + days * 86_400_000 })).split(", ").at(-1)!.split(";")[0];
  assertEquals([pace(864_000, 1), pace(864_000, 100), pace(2400, 100), pace(100, 100), pace(2, 2515)], [
    "10 a second",
    "6.0 a minute",
    "1.0 an hour",
    "1.0 a day",
    "one in 1,258 days",
  ]);
});

Deno.test("a finding of which the last bucket of time is not over ends with the log", () => {
  const late = finding();
  assertStringIncludes(
    report({ findings: [{ ...late, end: late.end! + 45_000 }] }),
    "      08:09:00 to 08:12:00, api",
  );
});

Deno.test("a finding of one moment has one time, and what shows it takes two lines at the most", () => {
  const one = finding({ end: START + 9 * 60_000 + 1, evidence: "shown ".repeat(60).trim() });
  const text = report({ findings: [one] });
  assertStringIncludes(text, "\n      08:09:00, api, app.log:9000\n");
  assertMatch(text, /\n {6}shown [^\n]+\n {8}shown [^\n]+…\n {6}08:09:00, api/);
});

Deno.test("a report without findings says that nothing needs a look", () => {
  const quiet = report({ severities: severities(0, 0, 0, 12_345), timeline: { width: 1000, buckets: [] } });
  assertStringIncludes(quiet, "Needs a look\n  nothing unusual found\n");
});

Deno.test("a report of too few records, or of none with a time, says that nothing can be told", () => {
  const few =
    "Needs a look\n  too little data to tell what is unusual: that takes 100 records over 20 seconds\n";
  assertStringIncludes(report({ findings: [], records: 99 }), few);
  assertStringIncludes(report({ findings: [], records: 0, start: null, end: null }), few);
  assertStringIncludes(
    report({ findings: [], start: null, end: null }),
    "Needs a look\n  cannot tell what is unusual: no record has a time\n",
  );
});

Deno.test("sources with problems and poor understanding need a look", () => {
  const text = report({
    sources: [
      source({ name: "a.log", plain: 5000, undated: 5000, truncated: 2 }),
      source({ name: "b.log", state: "failed", errors: ["b.log: permission denied"] }),
    ],
  });
  assertStringIncludes(text, "! b.log (failed): 1 problem while reading\n      b.log: permission denied");
  assertStringIncludes(text, "* a.log: 40.5% in no known format, 40.5% without a time, 2 cut (too long)");
});

Deno.test("a record with a time that is far off does not flatten the chart", () => {
  const timeline = summary().timeline;
  timeline.buckets.unshift({ time: 0, severities: severities(0, 0, 0, 1) });
  const text = report({ timeline, start: 0 });
  assertStringIncludes(
    text,
    "1 min per bar, each row to its own scale; 1 record far outside not shown",
  );
});

Deno.test("charts and signs can be ASCII, and colour is only there when asked for", () => {
  const text = report({}, { ascii: true });
  assertMatch(text, /^[\x20-\x7e\n]*$/);
  assert(!report().includes("\x1b"));
  assertStringIncludes(report({}, { colour: true }), "\x1b[31mERROR");
});

Deno.test("no character of log text reaches the terminal as a control, and no line is wider than the width", () => {
  const nasty = fc.array(
    fc.oneof(
      fc.constantFrom(
        "\x1b[31m",
        "\x1b]0;title\x07",
        "\r",
        "\n",
        "\u009b2J",
        "\u202e",
        "\u200b",
        "日本",
        "\ud800",
        "\x7f",
      ),
      fc.string({ unit: "binary", maxLength: 8 }),
    ),
    { maxLength: 30 },
  ).map((parts) => parts.join(""));
  fc.assert(fc.property(nasty, fc.integer({ min: 40, max: 140 }), (text, width) => {
    const report = textReport(
      summary({
        words: { top: [{ word: text, count: 3 }], tracked: 9, error: 2 },
        attributes: [{ key: text, count: 5, distinct: 2, exact: false, values: [{ value: text, count: 4 }] }],
        patterns: {
          total: 1,
          top: [{
            id: 1,
            template: text,
            count: 4,
            severities: severities(0, 0, 0, 0, 0, 4),
            first: 0,
            last: 0,
          }],
        },
        services: [{ name: text, count: 2, severities: severities(2) }],
        hosts: [{ name: text, count: 2, severities: severities(2) }],
        sources: [source({ name: text, errors: [text], plain: 9000, formats: { [text]: 1 } })],
      }),
      { title: text, timeZone: "UTC", width, colour: false, ascii: false },
    );
    assert(
      !/\p{Cc}|\p{Cs}|[\u200b\u202e\u2028\u2029]/u.test(report.replaceAll("\n", "")),
      JSON.stringify(report),
    );
    for (const line of report.split("\n")) {
      assert(cellWidth(line) <= width, `${cellWidth(line)} > ${width}: ${line}`);
    }
  }));
});

Deno.test("of errors that are partly FATAL it is said how many are", () => {
  const [request, refused] = summary().patterns.top;
  const top = [
    { ...request, severities: severities(0, 0, 0, 9793, 0, 0, 7) },
    { ...refused, severities: severities(0, 0, 0, 0, 0, 43, 2) },
  ];
  const text = report({ severities: severities(0, 0, 2345, 9800, 150, 43, 9), patterns: { top, total: 2 } });
  assertStringIncludes(
    text,
    "  7 × FATAL request done in <num> ms\n  45 × (2 FATAL) connection to <addr> refused\n",
  );
});
