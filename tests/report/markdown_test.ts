import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { markdownReport } from "../../src/report/markdown.ts";
import type { Summary } from "../../src/record/summary.ts";
import { finding, severities, source, summary } from "./make_summary.ts";

const OPTIONS = { timeZone: "UTC", width: 100, colour: false, ascii: false };

function report(changes: Partial<Summary> = {}): string {
  return markdownReport(summary(changes), OPTIONS);
}

function patternOf(template: string): Partial<Summary> {
  const pattern = { id: 1, template, count: 4, severities: severities(0, 0, 0, 0, 0, 4), first: 0, last: 0 };
  return { patterns: { total: 1, top: [pattern] } };
}

Deno.test("a Markdown report begins with what was read and what needs a look", () => {
  const text = report({ findings: [finding()] });
  assertMatch(
    text,
    /^# Log report\n\n\*\*12,345 records from app\.log, 2026-11-20 08:00:00 to 08:12:00 UTC\*\*\n\n12 min, /,
  );
  assertStringIncludes(text, "\n## Needs a look\n\n- New error: connection to \\<addr\\> refused\n");
  assertStringIncludes(text, "\n  - `08:09:00 to 08:12:00, api, app.log:9000`\n");
  assertStringIncludes(text, "\n50 records at ERROR (0.4% of all); mostly:\n");
  assertStringIncludes(text, "\n- `45 × connection to <addr> refused`\n");
  assertStringIncludes(text, "| 45 | 0.4% | ERROR | **new** `connection to <addr> refused` |");
});

Deno.test("log text cannot break out of a cell, a code span or a heading", () => {
  const bar = report(patternOf("a|b \\| c"));
  assertStringIncludes(bar, "| `a\\|b \\ \\| c` |");
  assertStringIncludes(report(patternOf("run `rm` and ``x``")), "| ``` run `rm` and ``x`` ``` |");
  assertStringIncludes(
    report({ sources: [source({ name: "*x* <b>|[a](b)" })] }),
    "from \\*x\\* \\<b\\>\\|\\[a\\](b), ",
  );
});

Deno.test("every table row has as many cells as its head, whatever the log says", () => {
  const nasty = fc.string({ unit: fc.constantFrom(..."|\\`*<>&\n\r\x1b\x07\u2028 ab_#"), maxLength: 30 });
  fc.assert(fc.property(nasty, (text) => {
    const markdown = report({
      ...patternOf(text),
      attributes: [{ key: text, count: 5, distinct: 2, exact: false, values: [{ value: text, count: 4 }] }],
      services: [{ name: text, count: 2, severities: severities(2) }],
      sources: [source({ name: text, errors: [text], formats: { [text]: 1 } })],
    });
    assert(!/\p{Cc}|\u2028/u.test(markdown.replaceAll("\n", "")));
    let columns = 0;
    for (const line of markdown.split("\n")) {
      if (!line.startsWith("| ")) {
        columns = 0;
        continue;
      }
      const cells = line.replace(/\\./g, "").split("|").length;
      assertEquals(cells, columns || cells, line);
      columns = cells;
    }
  }));
});
