import { assertEquals } from "@std/assert";
import { JsonFormat } from "../../src/format/json/json.ts";
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
  assertEquals(reader.read(`${whole}${whole}x`).verdict, NO);
  assertEquals(reader.read("[INFO] {}").verdict, NO);
  assertEquals(reader.read(whole + " \r").verdict, YES);
});

Deno.test("objects behind one another in a line are a record each, with commas and blanks or without", () => {
  const reader = tester();
  for (const between of ["", " ", ",", " , "]) {
    const records = reader.records(`{"msg":"a","n":1}${between}{"msg":"}{"}`);
    assertEquals(records, [{ body: "a", attributes: { n: 1 } }, { body: "}{" }]);
  }
  assertEquals(reader.records(`{"msg":"a"},`), [{ body: "a" }]);
  assertEquals(reader.read(`{"msg":"a"}{"msg":`).verdict, NO);
  assertEquals(reader.read(`{"msg":"a"},{"msg":"b"},3`).verdict, NO);
});

Deno.test("an array of objects is a record each; any other array is text", () => {
  const reader = tester();
  assertEquals(reader.records(`[{"msg":"a","n":1}, {"msg":"b"},{"x":2}]`), [
    { body: "a", attributes: { n: 1 } },
    { body: "b" },
    { body: `{"x":2}`, attributes: { x: 2 } },
  ]);
  for (const line of ["[]", "[1]", `[{"a":1},2]`, `["a"]`, `[{"a":1}] x`, `[{"a":1},]`]) {
    assertEquals(reader.read(line).verdict, NO, line);
  }
  assertEquals(reader.read("[\n").verdict, PARTIAL);
  const many = Array.from({ length: 1_100 }, (_, n) => ({ msg: `n${n}` }));
  const records = reader.records(JSON.stringify(many, null, 1));
  assertEquals(records.map((record) => record.body), many.map((record) => record.msg));
});

Deno.test("a record cut at the end of its line does not swallow the next one", () => {
  const reader = tester();
  const cut = `{"a":1,"msg":`;
  assertEquals(reader.read(cut).verdict, PARTIAL);
  assertEquals(reader.read(`${cut}\n{"a":2,"msg":"x"}`).verdict, NO);
  assertEquals(reader.read(`{"a":1,"msg":"x`).verdict, NO);
});

Deno.test("keys of hostile number and depth are bounded, and the reader goes on", () => {
  const reader = tester();
  for (let round = 0; round < 30_000; round++) {
    reader.read(`{"key${round}":${round},"nested":{"k${round}":1}}`);
  }
  const deep = `{"a":`.repeat(400) + "1" + "}".repeat(400);
  assertEquals(reader.read(deep).verdict, YES);
  assertEquals(reader.read("{".repeat(100_000)).verdict, NO);
  assertEquals(reader.read(`{"a":${"[".repeat(100_000)}`).verdict, NO);
  assertEquals(reader.records(`{"msg":"still","n":1}`), [{ body: "still", attributes: { n: 1 } }]);
});

Deno.test("the same key before different kinds of values, in turns", () => {
  const reader = tester();
  const values: [string, unknown][] = [
    [`"x"`, "x"],
    [" 1", 1],
    ["null", null],
    [`{"y":true}`, undefined],
    ["[ ]", { json: "[ ]" }],
    ["{}", { json: "{}" }],
    ["-0.5e3", { number: "-0.5e3" }],
    ["NaN", "NaN"],
  ];
  for (let round = 0; round < 4; round++) {
    for (const [json, value] of values) {
      const expected = value === undefined ? { "k.y": true } : { k: value };
      assertEquals(reader.records(`{"k":${json},"z":1}`)[0].attributes, { ...expected, z: 1 }, json);
    }
  }
});

Deno.test("a record that begins as a cut one did is read on its own", () => {
  const reader = tester();
  assertEquals(reader.read('{"a":').verdict, PARTIAL);
  assertEquals(reader.read('{"a":{"bc":["d"]}}').verdict, YES);
});
