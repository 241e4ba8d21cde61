import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { NO, PARTIAL, YES } from "../../src/format/line_format.ts";
import { LogfmtFormat } from "../../src/format/logfmt.ts";
import { FormatTester } from "./format_tester.ts";

const tester = () => new FormatTester((context) => new LogfmtFormat(context));

Deno.test("logfmt: roles by name, quoted values unescaped, numbers and booleans typed", () => {
  const reader = tester();
  const line =
    `time="2026-11-20T08:00:00Z" level=warning msg="slow \\"query\\"\\n" took=1.5 rows=7 ok=true empty= id=0x1f service=db retry`;
  for (let round = 0; round < 2; round++) {
    assertEquals(reader.records(line), [{
      time: "2026-11-20T08:00:00.000Z",
      severity: 13,
      body: 'slow "query"\n',
      service: "db",
      attributes: { took: 1.5, rows: 7, ok: true, empty: "", id: "0x1f", service: "db", retry: "" },
    }]);
  }
});

Deno.test("logfmt of log15 and go-kit", () => {
  assertEquals(tester().records(`t=2026-11-20T08:00:00+0000 lvl=eror msg=lost err="no: \\u00e9"`), [{
    time: "2026-11-20T08:00:00.000Z",
    severity: 17,
    body: "lost",
    attributes: { err: "no: é" },
  }]);
  assertEquals(
    tester().records(`ts=2026-11-20T08:00:00.5Z caller=main.go:1 level=info component="a b" msg=up`),
    [{
      time: "2026-11-20T08:00:00.500Z",
      severity: 9,
      body: "up",
      attributes: { caller: "main.go:1", component: "a b" },
    }],
  );
});

Deno.test("logfmt: a message without quotes goes on to the pairs that end the line", () => {
  for (
    const [rest, body, attributes] of [
      ['class=Db msg=Slow "query": 3 rows', 'Slow "query": 3 rows', { class: "Db" }],
      ["msg=Slow query rows=3 took=2", "Slow query", { rows: 3, took: 2 }],
      ["msg=slow rows=3", "slow", { rows: 3 }],
    ] as const
  ) {
    const line = `time=2026-11-20T08:00:00Z level=warn ${rest}`;
    for (let round = 0; round < 2; round++) {
      const [record] = tester().records(line);
      assertEquals([record.body, record.severity, record.attributes], [body, 13, attributes]);
    }
  }
});

Deno.test("logfmt: a text that its line does not close goes on in the next ones, unless these begin a record", () => {
  const first = `time=2026-11-20T08:00:00Z level=info msg="not closed`;
  assertEquals(tester().read(first).verdict, PARTIAL);
  const [record] = tester().records(`${first}\n  second" user=ana`);
  assertEquals([record.body, record.attributes], ["not closed\n  second", { user: "ana" }]);
  const reader = tester();
  reader.context.isReadOn = true;
  for (const next of [`time=2026-11-20T08:00:01Z level=info msg="b"`, `2026-11-20 08:00:01 "x"`]) {
    assertEquals(reader.read(`${first}\n${next}`).verdict, NO, next);
  }
  reader.context.single = true;
  assertEquals(reader.read(first).verdict, NO);
});

Deno.test("text with a few pairs in it is no logfmt", () => {
  for (
    const line of [
      "started port=80 host=a ok=1",
      "a=1",
      "a=1 b=2",
      "a=1, b=2, c=3",
      "level=info something happened in the cellar",
      `level=info msg="closed"x`,
      `a=b"c d=1 e=2`,
      "=1 b=2 c=3",
      "level =info msg = x",
      "2026-11-20 level=info msg=x",
      "x",
      "",
      " level=info msg=x",
    ]
  ) {
    assertEquals(tester().read(line).verdict, NO, line);
  }
  assertEquals(tester().read("a=1 b=2 c=3").verdict, YES);
});

Deno.test("logfmt: any text, whole or cut, gives one record or nothing, and never throws", () => {
  const reader = tester();
  const part = fc.constantFrom("level=info", "msg=", '"a b"', " ", "k=1", "=", '\\"', "flag", "é=ü", "\t");
  fc.assert(fc.property(fc.array(fc.oneof(part, fc.string())), (parts) => {
    const { verdict, added } = reader.read(parts.join("").replaceAll("\n", ""));
    assertEquals(added, verdict === YES ? 1 : 0);
  }));
});
