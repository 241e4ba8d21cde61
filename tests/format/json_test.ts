import { assertEquals } from "@std/assert";
import { JsonFormat } from "../../src/format/json.ts";
import { NO, PARTIAL, YES } from "../../src/format/line_format.ts";
import { FormatTester } from "./format_tester.ts";

const tester = () => new FormatTester((context) => new JsonFormat(context));

Deno.test("a pino record: number as severity, milliseconds as time, the name as service", () => {
  const [record] = tester().records(
    `{"level":30,"time":1763647200123,"pid":7,"hostname":"web-1","name":"shop","msg":"order \\"7\\" paid","req":{"method":"GET","tags":["a",1]}}`,
  );
  assertEquals(record, {
    time: "2025-11-20T14:00:00.123Z",
    severity: 9,
    body: 'order "7" paid',
    service: "shop",
    host: "web-1",
    attributes: {
      pid: 7,
      hostname: "web-1",
      name: "shop",
      "req.method": "GET",
      "req.tags": { json: '["a",1]' },
    },
  });
});

Deno.test("a cut line, text, or anything behind the object is no JSON record", () => {
  const whole =
    `{"time":"2026-11-20T08:00:00.000Z","level":"info","msg":"a\\nb","n":[1,{"a":null}],"o":{"x":1.5}}`;
  const reader = tester();
  reader.records(whole);
  for (let length = 0; length < whole.length; length++) {
    const { verdict, added } = reader.read(whole.slice(0, length));
    assertEquals(added, 0);
    assertEquals(verdict === NO || verdict === PARTIAL, true, whole.slice(0, length));
  }
  assertEquals(reader.read(whole + "x").verdict, NO);
  assertEquals(reader.read(whole + whole).verdict, NO);
  assertEquals(reader.read("[INFO] {}").verdict, NO);
  assertEquals(reader.read(whole + " \r").verdict, YES);
});
