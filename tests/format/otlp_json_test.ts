import { assertEquals } from "@std/assert";
import { JsonFormat } from "../../src/format/json/json.ts";
import { NO, PARTIAL } from "../../src/format/line_format.ts";
import { OtlpJsonFormat } from "../../src/format/otlp/otlp_json.ts";
import { FormatTester } from "./format_tester.ts";

const tester = () => new FormatTester((context) => new OtlpJsonFormat(context));
const text = (stringValue: string) => ({ stringValue });
const NANOS = "1795161600123456789";

const RECORD = {
  timeUnixNano: NANOS,
  observedTimeUnixNano: "1",
  severityNumber: 17,
  severityText: "Error",
  body: text('say "x"'),
  attributes: [
    { key: "s", value: text("t") },
    { key: "i", value: { intValue: "9007199254740993" } },
    { key: "n", value: { intValue: 7 } },
    { key: "d", value: { doubleValue: 1.5 } },
    { key: "b", value: { boolValue: false } },
    { key: "z", value: { bytesValue: "AAEC" } },
    { key: "e", value: {} },
    {
      key: "l",
      value: { arrayValue: { values: [text("a"), { intValue: "1" }, {}, { doubleValue: "NaN" }] } },
    },
    {
      key: "o",
      value: {
        kvlistValue: { values: [{ key: "p", value: { boolValue: true } }, { key: "q", value: text("r") }] },
      },
    },
  ],
  traceId: "4BF92F3577B34DA6A3CE929D0E0E4736",
  spanId: "00f067aa0ba902b7",
  flags: 1,
};

const FIELDS = {
  s: "t",
  i: { number: "9007199254740993" },
  n: 7,
  d: 1.5,
  b: false,
  z: "AAEC",
  e: null,
  l: { json: '["a",1,null,"NaN"]' },
  "o.p": true,
  "o.q": "r",
  trace_flags: 1,
};

Deno.test("a single LogRecord: kinds, 64-bit integers, ids, nanoseconds", () => {
  const record = tester().record(JSON.stringify(RECORD));
  assertEquals(Object.fromEntries(record.attributes), FIELDS);
  assertEquals([record.time, record.nanos, record.fraction], [1795161600123, 456789, 9]);
  assertEquals([record.severity, record.severityText, record.body], [17, "Error", 'say "x"']);
  assertEquals([record.traceId, record.spanId], [RECORD.traceId.toLowerCase(), RECORD.spanId]);
});

Deno.test("a batch: each record with its resource and scope, whichever stands first", () => {
  const line = JSON.stringify({
    resourceLogs: [
      {
        scopeLogs: [{
          logRecords: [RECORD, {
            severityText: "WARN",
            body: { kvlistValue: { values: [{ key: "k", value: text("v") }] } },
          }],
          scope: { name: "lib", version: "2", attributes: [{ key: "sa", value: text("x") }] },
        }],
        resource: {
          attributes: [{ key: "service.name", value: text("shop") }, { key: "host.name", value: text("h") }],
        },
      },
      {
        resource: {},
        scopeLogs: [{
          log_records: [{ observed_time_unix_nano: NANOS, body: text("third"), event_name: "ev" }],
        }],
      },
    ],
  });
  const shared = {
    "service.name": "shop",
    "host.name": "h",
    "otel.scope.name": "lib",
    "otel.scope.version": "2",
    sa: "x",
  };
  assertEquals(tester().records(line), [
    {
      time: "2026-11-20T08:00:00.123Z",
      severity: 17,
      body: 'say "x"',
      service: "shop",
      host: "h",
      traceId: RECORD.traceId.toLowerCase(),
      spanId: RECORD.spanId,
      attributes: { ...shared, ...FIELDS },
    },
    { severity: 13, body: { json: '{"k":"v"}' }, service: "shop", host: "h", attributes: shared },
    { time: "2026-11-20T08:00:00.123Z", body: "third", attributes: { "event.name": "ev" } },
  ]);
});

Deno.test("more records than a batch holds are handed over, with their groups", () => {
  const logRecords = Array.from({ length: 1_300 }, (_, n) => ({ timeUnixNano: NANOS, body: text(`n${n}`) }));
  const resource = { attributes: [{ key: "service.name", value: text("shop") }] };
  const records = tester().records(JSON.stringify({ resource, scopeLogs: [{ logRecords }] }));
  assertEquals(records.map((record) => record.body), logRecords.map((record) => record.body.stringValue));
  assertEquals(records.every((record) => record.service === "shop"), true);
});

Deno.test("ids of zeros or of a wrong length are absent, names of enumerations are read, nulls are defaults", () => {
  const line =
    `{"timeUnixNano":"0","severityNumber":"SEVERITY_NUMBER_WARN2","body":null,"attributes":null,"traceId":"00000000000000000000000000000000","spanId":"abc","unknown":[{}]}`;
  assertEquals(tester().records(line), [{ severity: 14, body: null }]);
});

Deno.test("other JSON is no OTLP", () => {
  for (
    const line of [
      `{"body":"text","severity":"info"}`,
      `{"body":{"text":"x"}}`,
      `{"attributes":{"a":1},"message":"x"}`,
      `{"resourceSpans":[]}`,
      `{"resourceLogs":[]}`,
      `{"resourceLogs":[{}]`,
      `{"resource":{"a":1},"msg":"x"}`,
      `{"msg":"x"}`,
      "{",
    ]
  ) {
    assertEquals(tester().read(line).verdict, NO, line);
  }
});

Deno.test("a batch printed over many lines is read as OTLP", () => {
  const json = new FormatTester((context) => new JsonFormat(context));
  const lines = JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords: [RECORD, RECORD] }] }] }, null, 2)
    .split("\n");
  for (let count = 1; count < lines.length; count++) {
    assertEquals(json.read(lines.slice(0, count).join("\n")).verdict, PARTIAL);
  }
  assertEquals(json.records(lines.join("\n")).map((record) => record.body), ['say "x"', 'say "x"']);
});

Deno.test("JSON leaves OTLP's messages to their format, and keeps what only looks like them", () => {
  const json = new FormatTester((context) => new JsonFormat(context));
  assertEquals(json.read(JSON.stringify(RECORD)).verdict, NO);
  assertEquals(
    json.read(JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords: [RECORD] }] }] })).verdict,
    NO,
  );
  assertEquals(json.records(`{"msg":"m","timeUnixNano":"x"}`), [{
    body: "m",
    attributes: { timeUnixNano: "x" },
  }]);
});

Deno.test("a batch is read as a whole or not at all: with a record that is none it is no OTLP", () => {
  const json = new FormatTester((context) => new JsonFormat(context));
  for (const count of [2, 1_300]) {
    const logRecords: unknown[] = Array.from({ length: count }, (_, n) => ({ body: text(`n${n}`) }));
    const line = JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] });
    assertEquals(tester().records(line).length, count);
    const broken = JSON.stringify({
      resourceLogs: [{ scopeLogs: [{ logRecords: [...logRecords, { timeUnixNano: "noon" }] }] }],
    });
    assertEquals(tester().read(broken), { verdict: NO, added: 0 });
    // It stays a JSON record, with all that it says.
    assertEquals(json.records(broken).length, 1);
  }
  const odd = `{"timeUnixNano":"noon","body":{"stringValue":"x"},"severityText":"warn"}`;
  assertEquals(tester().read(odd).verdict, NO);
  assertEquals(json.records(odd).length, 1);
});
