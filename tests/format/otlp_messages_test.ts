import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { Buffer } from "node:buffer";
import { OtlpJsonReader } from "../../src/format/otlp/otlp_json_reader.ts";
import { MalformedMessage, type MessageReader } from "../../src/format/otlp/otlp_message.ts";
import { OtlpProtobufReader } from "../../src/format/otlp/otlp_protobuf.ts";
import { Batch } from "../../src/record/batch.ts";
import { KeyTable } from "../../src/record/key_table.ts";
import { type LogRecord, logRecordOf } from "../../src/record/log_record.ts";
import { normalJson } from "../../src/record/normal_json.ts";
import { encodeRequest, type Json } from "../source/otlp/schema.ts";

const batch = new Batch(1 << 20, 2 << 20, new KeyTable());
const protobuf = new OtlpProtobufReader();
const json = new OtlpJsonReader();

/** The records of a message; what stands behind it in the batch is hostile. */
function read(reader: MessageReader, bytes: Uint8Array): LogRecord[] {
  const records: LogRecord[] = [];
  const take = (full: Batch) => {
    for (let row = 0; row < full.count; row++) records.push(logRecordOf(full, row));
    full.clear();
  };
  batch.clear();
  batch.bytes.fill(0x22, 0, bytes.length + 64);
  batch.bytes.set(bytes);
  reader.read(batch, 0, bytes.length, take);
  take(batch);
  return records;
}

const text = new TextEncoder();
const byProtobuf = (request: Json) => read(protobuf, encodeRequest(request));
/** Bytes as the JSON mapping writes them: ids in hexadecimal, others in base64. */
const byJson = (request: Json) =>
  read(
    json,
    text.encode(JSON.stringify(request, (key, value) => {
      if (value instanceof Uint8Array || value?.type === "Buffer") {
        const bytes = Buffer.from(value.type === "Buffer" ? value.data : value);
        return bytes.toString(key === "traceId" || key === "spanId" ? "hex" : "base64");
      }
      return typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
    })),
  );

const oneRecord = (record: Json, more: Json = {}) => ({
  resourceLogs: [{ ...more, scopeLogs: [{ logRecords: [record] }] }],
});
const string = (stringValue: string) => ({ stringValue });
const printed = (records: LogRecord[]) =>
  records.map((record) => normalJson({ ...record, received: 0 }, { source: "", format: "" }));

/** Checks that both encodings give the same records, and answers them. */
function both(request: Json): LogRecord[] {
  const records = byProtobuf(request);
  assertEquals(printed(byJson(request)), printed(records));
  return records;
}

const jsonRecord = (record: string) =>
  read(json, text.encode(`{"resourceLogs":[{"scopeLogs":[{"logRecords":[${record}]}]}]}`))[0];

Deno.test("OTLP 24: ids in any case, integers as strings and numbers to the last digit, names of enums, snake_case", () => {
  const record = jsonRecord(`{"trace_id":"4BF92F3577B34DA6A3CE929D0E0E4736","span_id":"00F067AA0BA902B7",
    "time_unix_nano":1795161600123456789,"severity_number":"SEVERITY_NUMBER_WARN2","unknown":{"a":[1,{}]},
    "attributes":[{"key":"a","value":{"int_value":9223372036854775807}},
      {"key":"b","value":{"intValue":"-9223372036854775808"}},{"value":{"intValue":-5},"key":"c"},
      {"key":"d","value":{"doubleValue":"-Infinity"}},{"key":"e","value":{"doubleValue":"1.25"}},
      {"key":"f","value":{"bytesValue":"-_8"}},{"key":"g","value":{"boolValue":false,"more":0}},
      {"key":"h\\u002ei","value":{"stringValue":null}},{"key":"j","value":{"intValue":1e3}},
      {"key":"k","value":{"doubleValue":5}}]}`);
  assertEquals([record.traceId, record.spanId], ["4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"]);
  assertEquals([record.time, record.nanos, record.severity], [1795161600123, 456789, 14]);
  assertEquals(Object.fromEntries(record.attributes), {
    a: { number: "9223372036854775807" },
    b: { number: "-9223372036854775808" },
    c: -5,
    d: "-Infinity",
    e: 1.25,
    f: "+/8=",
    g: false,
    "h.i": null,
    j: 1000,
    k: 5,
  });
  for (
    const wrong of [
      '{"timeUnixNano":"x"}',
      '{"timeUnixNano":-1}',
      '{"timeUnixNano":"18446744073709551616"}',
      '{"attributes":[{"key":"a","value":{"intValue":"9223372036854775808"}}]}',
      '{"attributes":[{"key":"a","value":{"intValue":1.5}}]}',
      '{"attributes":[{"key":"a","value":{"boolValue":"true"}}]}',
      '{"attributes":[{"key":1,"value":{"boolValue":true}}]}',
      '{"attributes":{}}',
      '{"body":"text"}',
      '{"body":{"stringValue":5}}',
      '{"body":{"bytesValue":"*"}}',
      '{"traceId":5}',
    ]
  ) assertThrows(() => jsonRecord(wrong), MalformedMessage, undefined, wrong);
});

Deno.test("OTLP 25, 43: empty ids and those of another length are no ids, entityRefs are passed over", () => {
  const record = jsonRecord(`{"traceId":"","spanId":"abc","body":{"stringValue":"x"}}`);
  assertEquals([record.traceId, record.spanId, record.body], [null, null, "x"]);
  assertEquals(jsonRecord(`{"traceId":"${"g".repeat(32)}","spanId":"${"0".repeat(16)}"}`).traceId, null);
  const [odd] = byProtobuf(
    oneRecord({ traceId: new Uint8Array(5).fill(1), spanId: new Uint8Array(9).fill(1) }),
  );
  assertEquals([odd.traceId, odd.spanId], [null, null]);
  const resource = { attributes: [], entityRefs: [{ type: "service", idKeys: ["service.name"] }] };
  assertEquals(both(oneRecord({ body: string("x") }, { resource })).length, 1);
});

Deno.test("OTLP 26: the record's time, else that of observation, else none", () => {
  const nanos = "1795161600123456789";
  const [own, observed, none] = both({
    resourceLogs: [{
      scopeLogs: [{
        logRecords: [
          { timeUnixNano: nanos, observedTimeUnixNano: "5" },
          { timeUnixNano: "0", observedTimeUnixNano: nanos },
          { timeUnixNano: "0", observedTimeUnixNano: "0" },
        ],
      }],
    }],
  });
  for (const record of [own, observed]) {
    assertEquals([record.time, record.nanos, record.fraction], [1795161600123, 456789, 9]);
  }
  assertEquals(none.time, null);
  const [last] = both(oneRecord({ timeUnixNano: "18446744073709551615" }));
  assertEquals([last.time, last.nanos], [18446744073709, 551615]);
});

Deno.test("OTLP 27: severities by number, the text kept; without a number the text tells", () => {
  for (let number = 0; number <= 24; number++) {
    assertEquals(both(oneRecord({ severityNumber: number }))[0].severity, number);
  }
  const [odd] = both(oneRecord({ severityNumber: 25, severityText: "Notice" }));
  assertEquals(odd.severityText, "Notice");
  assertEquals(both(oneRecord({ severityText: "error" }))[0].severity, 17);
  assertEquals(both(oneRecord({ severityNumber: 9, severityText: "ERROR" }))[0].severity, 9);
});

Deno.test("OTLP 28: all kinds of values as bodies and attributes; an empty string is not nothing", () => {
  const list = {
    kvlistValue: { values: [{ key: "b", value: { intValue: "1" } }, { key: 'q"', value: {} }] },
  };
  const kinds: [Json, unknown, string][] = [
    [string(""), "", '""'],
    [string('a"b\\\n\u0001é'), 'a"b\\\n\u0001é', '"a\\"b\\\\\\n\\u0001é"'],
    [{ boolValue: true }, { json: "true" }, "true"],
    [{ intValue: "9007199254740993" }, { json: "9007199254740993" }, "9007199254740993"],
    [{ doubleValue: -0.5 }, { json: "-0.5" }, "-0.5"],
    [{ doubleValue: NaN }, "NaN", '"NaN"'],
    [{ bytesValue: Buffer.from([0, 1, 2, 255]) }, "AAEC/w==", '"AAEC/w=="'],
    [
      { arrayValue: { values: [string("a\n"), list, {}] } },
      { json: '["a\\n",{"b":1,"q\\"":null},null]' },
      '["a\\n",{"b":1,"q\\"":null},null]',
    ],
    [{ arrayValue: {} }, { json: "[]" }, "[]"],
    [list, { json: '{"b":1,"q\\"":null}' }, '{"b":1,"q\\"":null}'],
    [{ kvlistValue: {} }, { json: "{}" }, "{}"],
    [{}, null, "null"],
  ];
  for (const [value, body, line] of kinds) {
    const [record] = both(oneRecord({ body: value, attributes: [{ key: "k", value }] }));
    assertEquals(record.body, body);
    assert(printed([record])[0].includes(`"body":${line},`), printed([record])[0]);
  }
  assertEquals(both(oneRecord({}))[0].body, null);
});

Deno.test("nested lists of attributes become dotted keys, as deep as files' do; deeper ones stay values", () => {
  const nested = (depth: number): Json =>
    depth === 0 ? { intValue: "7" } : { kvlistValue: { values: [{ key: "k", value: nested(depth - 1) }] } };
  const [record] = both(
    oneRecord({ attributes: [{ key: "a", value: nested(3) }, { key: "e", value: { kvlistValue: {} } }] }),
  );
  assertEquals(Object.fromEntries(record.attributes), { "a.k.k.k": 7, e: { json: "{}" } });
  const [deep] = byJson(oneRecord({ attributes: [{ key: "a", value: nested(40) }] }));
  assertEquals([...deep.attributes.keys()], ["a" + ".k".repeat(32)]);
});

Deno.test("OTLP 29: flags, events and dropped counts are kept on record, scope and resource", () => {
  const [record] = both({
    resourceLogs: [{
      resource: { attributes: [{ key: "service.name", value: string("shop") }], droppedAttributesCount: 1 },
      scopeLogs: [{
        scope: {
          name: "lib",
          version: "2",
          attributes: [{ key: "s", value: string("t") }],
          droppedAttributesCount: 2,
        },
        logRecords: [{ droppedAttributesCount: 3, flags: 0x3ff, eventName: "user.login" }],
      }],
    }],
  });
  assertEquals(Object.fromEntries(record.attributes), {
    "service.name": "shop",
    "otel.resource.dropped_attributes_count": 1,
    "otel.scope.name": "lib",
    "otel.scope.version": "2",
    s: "t",
    "otel.scope.dropped_attributes_count": 2,
    trace_flags: 255,
    "event.name": "user.login",
    "otel.dropped_attributes_count": 3,
  });
  assertEquals(both(oneRecord({ eventName: "", flags: 0x100 }))[0].attributes.size, 0);
});

Deno.test("OTLP 30: each record has its own resource and scope; neither need be there; keys may come twice", () => {
  const resource = (name: string) => ({
    attributes: [{ key: "service.name", value: string(name) }, { key: "host.name", value: string("h") }],
  });
  const logRecords = [{ attributes: [{ key: "a", value: string("1") }, { key: "a", value: string("2") }] }];
  const records = both({
    resourceLogs: [
      { resource: resource("one"), scopeLogs: [{ scope: { name: "x" }, logRecords }, { logRecords }] },
      { scopeLogs: [{ logRecords }] },
      { resource: resource("two"), scopeLogs: [] },
      { resource: resource("three"), scopeLogs: [{ logRecords }] },
    ],
  });
  assertEquals(records.map(({ service }) => service), ["one", "one", null, "three"]);
  assertEquals(records.map(({ host }) => host), ["h", "h", null, "h"]);
  assertEquals(records.map(({ attributes }) => attributes.get("otel.scope.name")), [
    "x",
    undefined,
    undefined,
    undefined,
  ]);
  assertEquals(records[0].attributes.get("a"), "2");
});

Deno.test("resources and scopes are found behind the records, and pieces of them are put together", () => {
  const order = jsonRecordsOf(`{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"body":{"stringValue":"x"}}],
    "scope":{"name":"late"}}],"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"shop"}}]}}]}`);
  assertEquals([order[0].service, order[0].attributes.get("otel.scope.name")], ["shop", "late"]);
  const piece = (name: string) => {
    const whole = encodeRequest({
      resourceLogs: [{ resource: { attributes: [{ key: name, value: string("v") }] } }],
    });
    return whole.slice(2);
  };
  const scopeLogs = encodeRequest(oneRecord({ body: string("x") })).slice(2);
  const inner = [...scopeLogs, ...piece("a"), ...piece("b")];
  const [record] = read(protobuf, new Uint8Array([0x0a, inner.length, ...inner]));
  assertEquals([record.body, ...record.attributes.keys()], ["x", "a", "b"]);
});

const jsonRecordsOf = (message: string) => read(json, text.encode(message));

Deno.test("OTLP 31: the scope logs of old senders are read where the new ones are empty; indices are told and ignored", () => {
  const deprecatedScopeLogs = [{ logRecords: [{ body: string("old") }] }];
  assertEquals(byProtobuf({ resourceLogs: [{ deprecatedScopeLogs }] })[0].body, "old");
  const scopeLogs = [{ logRecords: [{ body: string("new") }] }];
  assertEquals(byProtobuf({ resourceLogs: [{ scopeLogs, deprecatedScopeLogs }] }).map(({ body }) => body), [
    "new",
  ]);
  const [old] = jsonRecordsOf(
    `{"resourceLogs":[{"instrumentationLibraryLogs":[{"instrumentationLibrary":{"name":"l"},"logRecords":[{}]}]}]}`,
  );
  assertEquals(old.attributes.get("otel.scope.name"), "l");
  const request = encodeRequest(oneRecord({
    body: { stringValueStrindex: 3 },
    attributes: [{ keyStrindex: 2, value: string("x") }, { key: "k", value: string("v") }],
  }));
  batch.clear();
  batch.bytes.set(request);
  const { warning } = protobuf.read(batch, 0, request.length, () => {});
  assert(warning.includes("indices"));
  const record = logRecordOf(batch, 0);
  assertEquals([record.body, Object.fromEntries(record.attributes)], [null, { k: "v" }]);
});

Deno.test("OTLP 32: invalid UTF-8 is shown as U+FFFD and refuses nothing; nesting has an end", () => {
  const bytes = encodeRequest(
    oneRecord({ body: string("a??z"), attributes: [{ key: "k??", value: string("??") }] }),
  );
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === 0x3f) bytes[at] = 0xff;
  const [record] = read(protobuf, bytes);
  assertEquals([record.body, [...record.attributes]], ["a\ufffd\ufffdz", [[
    "k\ufffd\ufffd",
    "\ufffd\ufffd",
  ]]]);
  const broken = text.encode(JSON.stringify(oneRecord({ body: string("a??z") })));
  for (let at = 0; at < broken.length; at++) if (broken[at] === 0x3f) broken[at] = 0xff;
  assertEquals(read(json, broken)[0].body, "a\ufffd\ufffdz");
  const nested = (depth: number): Json => depth === 0 ? {} : { arrayValue: { values: [nested(depth - 1)] } };
  assertEquals(byJson(oneRecord({ body: nested(100) })).length, 1);
  for (const depth of [101, 300]) {
    assertThrows(() => byJson(oneRecord({ body: nested(depth) })), MalformedMessage);
  }
  let deep = new Uint8Array(0);
  for (let depth = 0; depth < 5000; depth++) deep = wrapped(0x2a, wrapped(0x0a, deep));
  assertThrows(
    () => read(protobuf, wrapped(0x0a, wrapped(0x12, wrapped(0x12, wrapped(0x2a, deep))))),
    MalformedMessage,
  );
});

function wrapped(tag: number, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const length: number[] = [];
  for (let rest = bytes.length; length.length === 0 || rest > 0; rest >>= 7) {
    length.push((rest & 0x7f) | (rest > 127 ? 0x80 : 0));
  }
  const all = new Uint8Array(1 + length.length + bytes.length);
  all[0] = tag;
  all.set(length, 1);
  all.set(bytes, 1 + length.length);
  return all;
}

Deno.test("unknown fields of any wire type are passed over; a known one of the wrong type is malformed", () => {
  const unknown = [
    0xa0,
    6,
    1,
    0xa1,
    6,
    ...new Array(8).fill(1),
    0xa2,
    6,
    2,
    1,
    1,
    0xa3,
    6,
    0x08,
    1,
    0xa4,
    6,
    0xa5,
    6,
    1,
    1,
    1,
    1,
  ];
  const record = new Uint8Array([...unknown, 0x2a, 3, 0x0a, 1, 0x78, ...unknown]);
  const message = wrapped(0x0a, wrapped(0x12, wrapped(0x12, record)));
  assertEquals(read(protobuf, message)[0].body, "x");
  for (const wrong of [[0x08, 1], [0x15, 1, 1, 1, 1], [0x2d, 1, 1, 1, 1], [0xa3, 6, 0xac, 6], [0xa3, 6]]) {
    const bad = wrapped(0x0a, wrapped(0x12, wrapped(0x12, new Uint8Array(wrong))));
    assertThrows(() => read(protobuf, bad), MalformedMessage, undefined, wrong.join());
  }
});

Deno.test("texts longer than a line may be are cut and marked", () => {
  const [record] = both(oneRecord({ body: string("é".repeat(600_000)) }));
  assertEquals(record.truncated, true);
  assert((record.body as string).length <= 1 << 19);
  assert(!(record.body as string).includes("\ufffd"));
});

const values = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.record({ stringValue: fc.string({ unit: "grapheme" }) }),
    fc.record({ boolValue: fc.boolean() }),
    fc.record({ intValue: fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n).map(String) }),
    // `JSON.stringify` writes a negative zero without its sign.
    fc.record({ doubleValue: fc.double().map((number) => number === 0 ? 0 : number) }),
    fc.record({ bytesValue: fc.uint8Array({ maxLength: 9 }).map((bytes) => Buffer.from(bytes)) }),
    fc.constant({}),
    fc.record({ arrayValue: fc.record({ values: fc.array(tie("value"), { maxLength: 3 }) }) }),
    fc.record({
      kvlistValue: fc.record({
        values: fc.array(fc.record({ key: fc.string({ unit: "grapheme" }), value: tie("value") }), {
          maxLength: 3,
        }),
      }),
    }),
  ),
})).value;
const attributes = fc.array(fc.record({ key: fc.string({ unit: "grapheme" }), value: values }), {
  maxLength: 4,
});
const nanos = fc.bigInt(0n, 2n ** 64n - 1n).map(String);
const requests = fc.record({
  resourceLogs: fc.array(
    fc.record({
      resource: fc.record({ attributes }),
      scopeLogs: fc.array(
        fc.record({
          scope: fc.record({ name: fc.string(), version: fc.string(), attributes }),
          logRecords: fc.array(
            fc.record({
              timeUnixNano: nanos,
              observedTimeUnixNano: nanos,
              severityNumber: fc.integer({ min: 0, max: 24 }),
              severityText: fc.string(),
              body: values,
              attributes,
              flags: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
              traceId: fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => Buffer.from(bytes)),
              spanId: fc.uint8Array({ minLength: 8, maxLength: 8 }).map((bytes) => Buffer.from(bytes)),
              eventName: fc.string(),
            }),
            { maxLength: 3 },
          ),
        }),
        { maxLength: 2 },
      ),
    }),
    { maxLength: 2 },
  ),
});

Deno.test("any message, as protobufjs encodes it and as JSON, gives the same records", () => {
  fc.assert(fc.property(requests, (request) => void both(request)), { numRuns: 150 });
});

Deno.test("mutated messages are read or malformed, never anything else", () => {
  const mutations = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(requests, mutations, fc.nat(), fc.boolean(), (request, changes, cut, isJson) => {
      const bytes = isJson ? text.encode(JSON.stringify(request)) : encodeRequest(request);
      for (const [at, byte] of changes) if (bytes.length > 0) bytes[at % bytes.length] = byte;
      const shown = cut % 3 === 0 ? bytes.subarray(0, cut % (bytes.length + 1)) : bytes;
      try {
        read(isJson ? json : protobuf, shown);
      } catch (error) {
        if (!(error instanceof MalformedMessage)) throw error;
      }
    }),
    { numRuns: 400 },
  );
});

Deno.test("a record is read again from its own bytes and those of its resource and scope", () => {
  const request = {
    resourceLogs: [{
      resource: { attributes: [{ key: "service.name", value: string("shop") }] },
      scopeLogs: [{
        scope: { name: "lib" },
        logRecords: [{ body: string("first") }, {
          body: string("second"),
          severityNumber: 13,
          attributes: [],
        }],
      }],
    }],
  };
  for (
    const [reader, bytes] of [[protobuf, encodeRequest(request)], [
      json,
      text.encode(JSON.stringify(request)),
    ]] as const
  ) {
    batch.clear();
    batch.bytes.set(bytes);
    reader.read(batch, 0, bytes.length, () => {});
    const pick = (from: number, to: number) => batch.bytes.slice(from, to);
    const pieces = [
      pick(batch.groupRawFrom[batch.resource[1]], batch.groupRawTo[batch.resource[1]]),
      pick(batch.groupRawFrom[batch.scope[1]], batch.groupRawTo[batch.scope[1]]),
      pick(batch.rawFrom[1], batch.rawTo[1]),
    ] as const;
    const whole = logRecordOf(batch, 1);
    batch.clear();
    let at = 0;
    const ranges = pieces.map((piece) => {
      batch.bytes.set(piece, at);
      return { from: at, to: at += piece.length };
    });
    reader.readOne(batch, ranges[0], ranges[1], ranges[2]);
    assertEquals(printed([logRecordOf(batch, 0)]), printed([whole]));
    const line = reader.textOf(...pieces);
    assertEquals(printed(jsonRecordsOf(line)), printed([whole]));
  }
});
