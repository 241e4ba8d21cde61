import { assert, assertEquals } from "@std/assert";
import * as fc from "fast-check";
import { AccessLogFormat } from "../../src/format/access/access_log.ts";
import { W3cFormat } from "../../src/format/access/w3c_log.ts";
import { CriFormat } from "../../src/format/envelope/cri.ts";
import { CsvFormat } from "../../src/format/csv.ts";
import { KlogFormat } from "../../src/format/klog.ts";
import type { LineFormat, ReadContext } from "../../src/format/line_format.ts";
import { LogfmtFormat } from "../../src/format/logfmt.ts";
import { PrefixFormat } from "../../src/format/envelope/prefix.ts";
import { SyslogFormat } from "../../src/format/syslog/syslog.ts";
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
  w3c: (context) => new W3cFormat(context),
  logfmt: (context) => new LogfmtFormat(context),
  csv: (context) => new CsvFormat(context),
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
  "time,level,message\n",
  "timestamp;severity;text\n",
  '"2026-11-20 08:00:00","INFO","',
  ",",
  ";",
  "✨ ",
  'key="v',
  '{"a":1}',
  "é",
  "\u001b[32m",
  "\u001b",
  "1700000000",
  "12",
  "#",
  "*",
  "[info     ] ",
  "[info",
  "› ",
  "ℹ ",
  "npm ERR! ",
  "INFO     ",
  "  main.py:12",
  ":10.0.0.1(5432):u@d:[12]:",
  "-5f.8a-",
  "%LINK-3-UPDOWN:",
  "%ASA-4-",
  " | 200 | 1ms | ::1 | GET ",
  "GET /x 200 1 ms - 5",
  "#Fields: date time cs-method cs-uri-stem sc-status\n",
  "2026-11-20 08:00:00 GET /x 200",
  "1795161600.123 1 ::1 TCP_MISS/200 1 GET / - NONE/- -",
  "type=A msg=audit(1795161600.123:4):",
  '-k="v"- ',
  "ANY -- ",
  "I, [",
  "\u0001",
  "\u000b ",
  "[2026-11-20 08:00:00 ",
  "<2026-11-20 08:00:00 ",
  "T[main] ",
  "http: ",
  "True",
  "='",
];
const line = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((pieces) =>
    new TextEncoder().encode(pieces.join(""))
  ),
  fc.uint8Array({ maxLength: 120 }),
);

/** Lines in which something reached outside of them once: behind the blanks at the end of the first. */
const REQUEST = new TextEncoder().encode("2026-11-20 08:00:00 GET /x 200\t");
const REACHED_OUT = new TextEncoder().encode('2026-11-20T08:00:00.123Z{"a":1}INFO     ');

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
      { numRuns: 300, examples: [[REACHED_OUT]] },
    );
  });
}

for (const [name, make] of Object.entries(MAKERS)) {
  Deno.test(`${name}: what stands behind a line changes nothing`, () => {
    fc.assert(
      fc.property(line, fc.constantFrom(...PIECES, "A", " ", "0"), (bytes, behind) => {
        const near = new FormatTester(make, text, " ");
        const far = new FormatTester(make, text, behind.repeat(40));
        assertEquals(far.records(bytes), near.records(bytes));
      }),
      { numRuns: 100, examples: [[REQUEST, "0"]] },
    );
  });
}
