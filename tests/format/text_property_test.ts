import { assert, assertEquals } from "@std/assert";
import * as fc from "fast-check";
import { AccessLogFormat } from "../../src/format/access/access_log.ts";
import { CriFormat } from "../../src/format/envelope/cri.ts";
import { KlogFormat } from "../../src/format/klog.ts";
import type { LineFormat, ReadContext } from "../../src/format/line_format.ts";
import { PrefixFormat } from "../../src/format/envelope/prefix.ts";
import { SyslogFormat } from "../../src/format/syslog.ts";
import { TextFormat } from "../../src/format/text/text.ts";
import { FormatTester } from "./format_tester.ts";

const text = (context: ReadContext) => new TextFormat(context);
const MAKERS: Record<string, (context: ReadContext) => LineFormat> = {
  text,
  syslog: (context) => new SyslogFormat(context),
  access: (context) => new AccessLogFormat(context),
  klog: (context) => new KlogFormat(context),
  cri: (context) => new CriFormat(context),
  prefix: (context) => new PrefixFormat(context),
};

/** Lines that are nearly something: pieces of heads in any order. */
const PIECES = [
  "2026-11-20T08:00:00.123Z",
  "Nov 20 08:00:00",
  "2026-11-20T08:00:00.123456789Z",
  "[20/Nov/2026:08:00:00 +0000]",
  "<34>",
  "<34>1 ",
  "stdout F ",
  "stdout P ",
  "[pod/a/b] ",
  "web-1  | ",
  "I1120 08:00:00.1 12 a.go:1] ",
  "INFO",
  "[error]",
  "error:",
  "[",
  "]",
  "(",
  "<",
  "{",
  "}",
  '"',
  "\\",
  ":",
  " - ",
  " -- ",
  " --- ",
  "|",
  "\t",
  " ",
  "\n",
  "host tag[12]:",
  "a.b.C",
  "key=value",
  'key="v',
  '{"a":1}',
  "é",
  "\u001b[32m",
  "\u001b",
  "1700000000",
  "12",
  "#",
  "*",
];
const line = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((pieces) =>
    new TextEncoder().encode(pieces.join(""))
  ),
  fc.uint8Array({ maxLength: 120 }),
);

for (const [name, make] of Object.entries(MAKERS)) {
  Deno.test(`${name}: no line makes it throw, leave something behind, or reach outside the line`, () => {
    const tester = new FormatTester(make, text);
    fc.assert(
      fc.property(line, (bytes) => {
        const { added } = tester.read(bytes);
        const { batch } = tester;
        const inside = (at: number) =>
          (at >= 5 && at <= 5 + bytes.length) || (at >= batch.sideFrom && at <= batch.side);
        for (let row = 0; row < added; row++) {
          assert(inside(batch.bodyFrom[row]) && inside(batch.bodyTo[row]));
          const severityFrom = batch.severityFrom[row];
          const severityTo = batch.severityTo[row];
          assert(severityFrom === severityTo || (inside(severityFrom) && inside(severityTo)));
          assert(batch.bodyFrom[row] <= batch.bodyTo[row] && batch.timeFrom[row] <= batch.timeTo[row]);
        }
        for (let field = 0; field < batch.fieldCount; field++) {
          assert(inside(batch.fieldStart[field]) && inside(batch.fieldEnd[field]));
          assert(batch.fieldStart[field] <= batch.fieldEnd[field]);
        }
      }),
      { numRuns: 300 },
    );
  });
}

Deno.test("text: what stands behind a line changes nothing", () => {
  const near = new FormatTester(text);
  const far = new FormatTester(text);
  fc.assert(
    fc.property(line, (bytes) => {
      const first = near.records(bytes);
      const { batch } = far;
      batch.clear();
      batch.bytes.fill(0x41);
      batch.bytes.set(bytes, 5);
      const verdict = far.format.read(batch, 5, 5 + bytes.length);
      assertEquals(verdict === 1, first.length === 1);
    }),
    { numRuns: 300 },
  );
});
