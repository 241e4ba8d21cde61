import { assert, assertEquals, assertMatch, assertRejects, assertStringIncludes } from "@std/assert";
import { Buffer } from "node:buffer";
import http2 from "node:http2";
import zlib from "node:zlib";
import { decodeResponse, decodeStatus, encodeRequest } from "./schema.ts";
import { raw } from "./raw_http.ts";
import { receiving, type ReceivingEngine, until } from "./receiving_engine.ts";

const JSON_TYPE = "application/json";
const PROTOBUF_TYPE = "application/x-protobuf";
const request = (text: string) => ({
  resourceLogs: [{ scopeLogs: [{ logRecords: [{ body: { stringValue: text } }] }] }],
});
const jsonOf = (text: string) => JSON.stringify(request(text));

interface Answered {
  status: number;
  type: string | null;
  text: string;
  bytes: Uint8Array;
  headers: Headers;
}

async function send(
  url: string,
  body: BodyInit | null,
  headers: Record<string, string> = {},
  method = "POST",
): Promise<Answered> {
  const response = await fetch(url, { method, body, headers });
  const bytes = await response.bytes();
  return {
    status: response.status,
    type: response.headers.get("content-type"),
    text: new TextDecoder().decode(bytes),
    bytes,
    headers: response.headers,
  };
}

const sendJson = (url: string, body: BodyInit, headers: Record<string, string> = {}) =>
  send(url, body, { "content-type": JSON_TYPE, ...headers });
const sendProtobuf = (url: string, body: BodyInit, headers: Record<string, string> = {}) =>
  send(url, body, { "content-type": PROTOBUF_TYPE, ...headers });

const bodies = async (engine: ReceivingEngine) => (await engine.settled()).map(({ body }) => body);

Deno.test("OTLP 1, 6, 11: a valid request is answered with 200 in its own encoding, partialSuccess unset", async () => {
  await receiving(async (engine) => {
    const json = await sendJson(engine.http, jsonOf("by JSON"));
    assertEquals([json.status, json.type, json.text], [200, JSON_TYPE, "{}"]);
    const protobuf = await sendProtobuf(engine.http, encodeRequest(request("by protobuf")));
    assertEquals([protobuf.status, protobuf.type, protobuf.bytes.length], [200, PROTOBUF_TYPE, 0]);
    assertEquals(await bodies(engine), ["by JSON", "by protobuf"]);
  });
});

Deno.test("OTLP 2: other paths are not found, also with a slash behind, and the server goes on", async () => {
  await receiving(async (engine) => {
    const base = new URL(engine.http).origin;
    for (
      const path of [
        "/v1/traces",
        "/v1/metrics",
        "/v1/logs/",
        "/",
        "/v1",
        "/v1/logs/x",
        "//v1/logs",
        "/V1/logs",
      ]
    ) {
      assertEquals((await sendJson(base + path, jsonOf("x"))).status, 404, path);
    }
    assertEquals((await sendJson(`${engine.http}?a=b`, jsonOf("x"))).status, 200);
    assertEquals(await bodies(engine), ["x"]);
  });
});

Deno.test("OTLP 3: a method other than POST is answered with 405 and Allow", async () => {
  await receiving(async (engine) => {
    for (const method of ["GET", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"]) {
      const { status, headers } = await send(engine.http, null, {}, method);
      assertEquals([method, status, headers.get("allow")], [method, 405, "POST"]);
    }
    assertEquals(await bodies(engine), []);
  });
});

Deno.test("OTLP 4, 5: the content type decides, in any case and with parameters; others are answered with 415", async () => {
  await receiving(async (engine) => {
    for (
      const type of ["Application/JSON; charset=utf-8", "application/json;charset=UTF-8", "APPLICATION/JSON"]
    ) {
      const answer = await send(engine.http, jsonOf(type), { "content-type": type });
      assertEquals([answer.status, answer.type], [200, JSON_TYPE]);
    }
    const odd = await send(engine.http, encodeRequest(request("p")), {
      "content-type": "Application/X-Protobuf; proto=logs",
    });
    assertEquals([odd.status, odd.type], [200, PROTOBUF_TYPE]);
    for (
      const type of [
        "text/plain",
        "application/protobuf",
        "application/jsonx",
        "application/x-www-form-urlencoded",
      ]
    ) {
      const answer = await send(engine.http, jsonOf("x"), { "content-type": type });
      assertEquals(answer.status, 415, type);
      assertStringIncludes(answer.text, JSON_TYPE);
      assertStringIncludes(answer.text, PROTOBUF_TYPE);
    }
    const none = await raw(engine.http, "POST /v1/logs HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n{}");
    assertMatch(none, /^HTTP\/1.1 415 /);
    assertEquals((await engine.settled()).length, 4);
  });
});

Deno.test("OTLP 7: what is wrong is told in one order: token, size, compression, path, method, type, content", async () => {
  await receiving(async (engine) => {
    const elsewhere = `${new URL(engine.http).origin}/nowhere`;
    const large = "x".repeat(3000);
    const authorization = "Bearer secret";
    const wrongs: [number, string, Record<string, string>, string, string][] = [
      [401, elsewhere, { "content-encoding": "odd", "content-type": "text/plain" }, "PUT", large],
      [
        413,
        elsewhere,
        { authorization, "content-encoding": "odd", "content-type": "text/plain" },
        "PUT",
        large,
      ],
      [
        400,
        elsewhere,
        { authorization, "content-encoding": "odd", "content-type": "text/plain" },
        "PUT",
        "x",
      ],
      [404, elsewhere, { authorization, "content-type": "text/plain" }, "PUT", "x"],
      [405, engine.http, { authorization, "content-type": "text/plain" }, "PUT", "x"],
      [415, engine.http, { authorization, "content-type": "text/plain" }, "POST", "x"],
      [400, engine.http, { authorization, "content-type": JSON_TYPE }, "POST", "x"],
      [200, engine.http, { authorization, "content-type": JSON_TYPE }, "POST", "{}"],
    ];
    for (const [status, url, headers, method, body] of wrongs) {
      assertEquals((await send(url, body, headers, method)).status, status);
    }
  }, { bearerToken: "secret", maxMessageBytes: 2048 });
});

Deno.test("OTLP 8: gzip, x-gzip, deflate, zlib, zstd and identity, in any case; several gzip members", async () => {
  await receiving(async (engine) => {
    const plain = Buffer.from(jsonOf("packed"));
    const half = plain.length >> 1;
    const packed: [string, Uint8Array][] = [
      ["gzip", zlib.gzipSync(plain)],
      ["GZip", zlib.gzipSync(plain)],
      ["x-gzip", zlib.gzipSync(plain)],
      ["deflate", zlib.deflateSync(plain)],
      ["zlib", zlib.deflateSync(plain)],
      ["identity", plain],
      ["Identity", plain],
      [
        "gzip",
        Buffer.concat([zlib.gzipSync(plain.subarray(0, half)), zlib.gzipSync(plain.subarray(half))]),
      ],
    ];
    const { zstdCompressSync } = zlib as { zstdCompressSync?: (bytes: Uint8Array) => Uint8Array };
    if (zstdCompressSync) packed.push(["zstd", zstdCompressSync(plain)]);
    for (const [encoding, body] of packed) {
      const answer = await sendJson(engine.http, new Uint8Array(body), { "content-encoding": encoding });
      assertEquals([encoding, answer.status, answer.text], [encoding, 200, "{}"]);
    }
    const gzipped = new Uint8Array(zlib.gzipSync(encodeRequest(request("packed"))));
    assertEquals((await sendProtobuf(engine.http, gzipped, { "content-encoding": "gzip" })).status, 200);
    assertEquals(await bodies(engine), packed.map(() => "packed").concat("packed"));
  });
});

Deno.test("OTLP 9: a content encoding that is unknown, and bodies that are not what they say, are answered with 400", async () => {
  await receiving(async (engine) => {
    const unknown = await sendJson(engine.http, jsonOf("x"), { "content-encoding": "br" });
    assertEquals([unknown.status, JSON.parse(unknown.text)], [400, {
      code: 3,
      message: "unsupported Content-Encoding: br",
    }]);
    const whole = zlib.gzipSync(jsonOf("some text that is packed"));
    const corrupt = Buffer.from(whole);
    corrupt[whole.length - 12] ^= 0x55;
    for (const body of [Buffer.alloc(0), Buffer.from("no gzip"), whole.subarray(0, -9), corrupt]) {
      const json = await sendJson(engine.http, new Uint8Array(body), { "content-encoding": "gzip" });
      assertEquals([json.status, JSON.parse(json.text).code], [400, 3]);
      const protobuf = await sendProtobuf(engine.http, new Uint8Array(body), { "content-encoding": "gzip" });
      assertEquals([protobuf.status, decodeStatus(protobuf.bytes).code], [400, 3]);
    }
    assertEquals((await sendJson(engine.http, jsonOf("lives"))).status, 200);
    assertEquals(await bodies(engine), ["lives"]);
  });
});

Deno.test({
  name: "OTLP 8, 9, 36: of a body of zstd every frame is read; one that is cut leaves no record behind",
  ignore: !("zstdCompressSync" in zlib),
  async fn() {
    const zstd = (bytes: Uint8Array) => new Uint8Array(zlib.zstdCompressSync(bytes));
    const message = (text: string) => encodeRequest(request(text));
    const skipped = [0x50, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 1, 2];
    const one = zstd(message("one"));
    const long = zstd(message("long ".repeat(50_000)));
    await receiving(async (engine) => {
      const post = async (...parts: Iterable<number>[]) => {
        const body = Uint8Array.from(parts.flatMap((part) => [...part]));
        const { status, bytes } = await sendProtobuf(engine.http, body, { "content-encoding": "zstd" });
        return status === 200 ? "200" : `${status} ${decodeStatus(bytes).message}`;
      };
      assertEquals(await post(skipped, one, skipped, zstd(message("two"))), "200");
      assertMatch(await post(one, long), /^413 .*otlp-max-message-bytes/);
      const cut = /^400 cannot decompress the body as zstd: it ends in the middle of a frame$/;
      for (const end of [1, 5, one.length - 1]) assertMatch(await post(one, one.subarray(0, end)), cut);
      assertMatch(await post(skipped.slice(0, -1)), cut);
      assertMatch(await post(long.subarray(0, -1)), cut);
      assertMatch(await post(one, message("no frame")), /^400 .*: what stands there is not a frame$/);
      assertEquals(await bodies(engine), ["one", "two"]);
    }, { maxMessageBytes: 100_000 });
  },
});

Deno.test("OTLP 10, 16: the limit holds before and after decompression; exactly the limit passes; the connection lives", async () => {
  await receiving(async (engine) => {
    const padded = (size: number) => jsonOf("").padEnd(size, " ");
    assertEquals((await sendJson(engine.http, padded(2048))).status, 200);
    for (const body of [padded(2049), chunks(padded(2049))]) {
      const answer = await sendJson(engine.http, body);
      assertEquals([answer.status, JSON.parse(answer.text).code], [413, 2]);
    }
    assertEquals((await sendJson(engine.http, chunks(padded(2048)))).status, 200);
    const gzip = { "content-encoding": "gzip" };
    const packed = (size: number) => new Uint8Array(zlib.gzipSync(padded(size)));
    assertEquals((await sendJson(engine.http, packed(2048), gzip)).status, 200);
    assertEquals((await sendJson(engine.http, packed(2049), gzip)).status, 413);
    assertEquals((await sendJson(engine.http, packed(50_000_000), gzip)).status, 413);
    const large =
      `POST /v1/logs HTTP/1.1\r\nhost: x\r\ncontent-type: ${JSON_TYPE}\r\ncontent-length: 9000\r\n\r\n`;
    const small = jsonOf("after");
    const next =
      `POST /v1/logs HTTP/1.1\r\nhost: x\r\ncontent-type: ${JSON_TYPE}\r\nconnection: close\r\ncontent-length: ${small.length}\r\n\r\n${small}`;
    const answers = await raw(engine.http, large + "x".repeat(9000) + next);
    assertEquals(answers.match(/HTTP\/1.1 \d+/g), ["HTTP/1.1 413", "HTTP/1.1 200"]);
    assertEquals((await engine.settled()).at(-1)?.body, "after");
  }, { maxMessageBytes: 2048 });
});

Deno.test("OTLP 11: nothing at all is a message in protobuf but not in JSON; other JSON is none", async () => {
  await receiving(async (engine) => {
    assertEquals((await sendProtobuf(engine.http, new Uint8Array(0))).status, 200);
    assertEquals((await sendJson(engine.http, "{}")).status, 200);
    assertEquals((await sendJson(engine.http, ' {"resourceLogs":null,"other":[1]} \n')).status, 200);
    for (const body of ["", "1234", "null", "[]", '"x"', "{", '{"resourceLogs":5}', '{"resourceLogs":[5]}']) {
      const { status, text } = await sendJson(engine.http, body);
      assertEquals([body, status, JSON.parse(text).code], [body, 400, 3]);
    }
    assertEquals(await engine.settled(), []);
  });
});

Deno.test("OTLP 12: a record that cannot be kept is told as a partial success, the others are taken", async () => {
  await receiving(async (engine) => {
    const huge = { arrayValue: { values: [{ stringValue: "\u0001".repeat(1_500_000) }] } };
    const message = {
      resourceLogs: [{
        scopeLogs: [{
          logRecords: [{ body: { stringValue: "a" } }, { body: huge }, { body: { stringValue: "b" } }],
        }],
      }],
    };
    const protobuf = await sendProtobuf(engine.http, encodeRequest(message));
    const { partialSuccess } = decodeResponse(protobuf.bytes);
    assertEquals([protobuf.status, partialSuccess.rejectedLogRecords], [200, "1"]);
    assert(partialSuccess.errorMessage.length > 0);
    const json = await sendJson(engine.http, JSON.stringify(message));
    assertEquals([json.status, JSON.parse(json.text).partialSuccess.rejectedLogRecords], [200, "1"]);
    assertEquals(await bodies(engine), ["a", "b", "a", "b"]);
    assertEquals(engine.health.rejectedRecords, 2);
  });
});

Deno.test("OTLP 13, 41, 42: what cannot be decoded is answered with 400 and a Status of valid UTF-8", async () => {
  await receiving(async (engine) => {
    const broken: BodyInit[] = [
      new Uint8Array([0x0a, 0xff]),
      new Uint8Array([0x0a, 3, 0x12, 9, 0]),
      new Uint8Array([0x07]),
      new Uint8Array([0x00]),
      jsonOf("JSON in the place of protobuf"),
    ];
    for (const body of broken) {
      const { status, type, bytes } = await sendProtobuf(engine.http, body);
      assertEquals([status, type, decodeStatus(bytes).code], [400, PROTOBUF_TYPE, 3]);
      assert(decodeStatus(bytes).message.length > 0);
    }
    const valid = jsonOf("x");
    const text = new TextEncoder();
    const wrong: Uint8Array<ArrayBuffer>[] = [
      encodeRequest(request("protobuf \u00ff in the place of JSON")),
      new Uint8Array([0xef, 0xbb, 0xbf, ...text.encode(valid)]),
      ...[
        `${valid}x`,
        `${valid}{}`,
        `${valid},`,
        valid.slice(0, -1),
        valid.replace(":", ";"),
        "{'a':1}",
        '{"a":01}',
      ]
        .map((body) => text.encode(body)),
      ...['{"a":"\n"}', '{"a":"\\x"}', '{"a":[1,]}', '{"a":1,}', '{"a":tru}', '{"a":NaN}', '{"a":"\\u12g4"}']
        .map((body) => text.encode(body)),
      text.encode("[".repeat(100_000)),
      text.encode('{"a":'.repeat(100_000)),
    ];
    for (const body of wrong) {
      const answer = await sendJson(engine.http, body);
      assertEquals([answer.status, answer.type], [400, JSON_TYPE], answer.text);
      new TextDecoder("utf-8", { fatal: true }).decode(answer.bytes);
      assertEquals(JSON.parse(answer.text).code, 3);
    }
    assertEquals(await engine.settled(), []);
    assertEquals(engine.health.refused, { malformed: broken.length + wrong.length });
  });
});

Deno.test("OTLP 42: null stands for what is not given, and bytes behind the message are refused", async () => {
  await receiving(async (engine) => {
    const record = {
      timeUnixNano: null,
      severityNumber: null,
      severityText: null,
      body: null,
      attributes: null,
      traceId: null,
      spanId: null,
      flags: null,
    };
    const message = {
      resourceLogs: [{ resource: null, schemaUrl: null, scopeLogs: [{ scope: null, logRecords: [record] }] }],
    };
    assertEquals((await sendJson(engine.http, JSON.stringify(message))).status, 200);
    assertEquals((await engine.settled()).length, 1);
    assertEquals([engine.records[0].body, engine.records[0].attributes.size], [null, 0]);
    const lists = {
      resourceLogs: [{ scopeLogs: [{ logRecords: null }, { logRecords: [] }] }, { scopeLogs: null }],
    };
    assertEquals((await sendJson(engine.http, JSON.stringify(lists))).status, 200);
    assertEquals((await engine.settled()).length, 1);
  });
});

Deno.test("OTLP 14, 15: when too much waits, senders are told to wait a whole number of seconds", async () => {
  await receiving(async (engine) => {
    engine.pause();
    const body = new Uint8Array(zlib.gzipSync(jsonOf("x".repeat(9_000_000))));
    const answers: Answered[] = [];
    const sendOne = async () => {
      answers.push(await sendJson(engine.http, body, { "content-encoding": "gzip" }));
    };
    // There is room for 64 MiB: this asks for more at once.
    const sent = Array.from({ length: 10 }, sendOne);
    await until(() => answers.some(({ status }) => status === 429), "a sender that is told to wait");
    engine.resume();
    await Promise.all(sent);
    const refused = answers.filter(({ status }) => status === 429);
    for (const { headers, text } of refused) {
      assertMatch(headers.get("retry-after") ?? "", /^[1-9]\d*$/);
      assertEquals(JSON.parse(text).code, 8);
    }
    const taken = answers.filter(({ status }) => status === 200).length;
    assert(taken >= 5, `${taken} of 10 were taken`);
    assertEquals(taken + refused.length, 10);
    await engine.settled();
    assertEquals([engine.counted, engine.health.refused.busy], [taken, refused.length]);
    assertEquals((await sendJson(engine.http, jsonOf("after"))).status, 200);
  }, { maxMessageBytes: 10 << 20 });
});

Deno.test("OTLP 16: one connection carries both encodings, one after the other", async () => {
  await receiving(async (engine) => {
    const json = jsonOf("first");
    const binary = encodeRequest(request("second"));
    const head = (type: string, length: number, more = "") =>
      `POST /v1/logs HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\n${more}content-length: ${length}\r\n\r\n`;
    const text = new TextEncoder();
    const bytes = [
      text.encode(head(JSON_TYPE, json.length) + json),
      text.encode(head(PROTOBUF_TYPE, binary.length, "connection: close\r\n")),
      binary,
    ];
    const answers = await raw(engine.http, ...bytes);
    assertEquals(answers.match(/HTTP\/1.1 \d+/g), ["HTTP/1.1 200", "HTTP/1.1 200"]);
    assertEquals(await bodies(engine), ["first", "second"]);
  });
});

Deno.test("OTLP 37: by default no origin may send; those named may, also for the answer to be read", async () => {
  const origin = "https://shop.example";
  const asked = {
    origin,
    "access-control-request-method": "POST",
    "access-control-request-headers": "content-type,x-own",
  };
  await receiving(async (engine) => {
    assertEquals((await send(engine.http, null, asked, "OPTIONS")).status, 405);
    const answer = await sendJson(engine.http, jsonOf("x"), { origin });
    assertEquals([answer.status, answer.headers.get("access-control-allow-origin")], [200, null]);
  });
  await receiving(async (engine) => {
    const preflight = await send(engine.http, null, asked, "OPTIONS");
    assertEquals(preflight.status, 204);
    assertEquals(preflight.headers.get("access-control-allow-origin"), origin);
    assertEquals(preflight.headers.get("access-control-allow-methods"), "POST");
    assertEquals(preflight.headers.get("access-control-allow-headers"), "content-type,x-own");
    const other = await send(engine.http, null, { ...asked, origin: "https://shopXexample" }, "OPTIONS");
    assertEquals([other.status, other.headers.get("access-control-allow-origin")], [204, null]);
    const sub = await send(engine.http, null, { ...asked, origin: "https://a.own.example" }, "OPTIONS");
    assertEquals(sub.headers.get("access-control-allow-origin"), "https://a.own.example");
    const answer = await sendJson(engine.http, jsonOf("x"), { origin });
    assertEquals([answer.status, answer.headers.get("access-control-allow-origin")], [200, origin]);
    const refused = await sendJson(engine.http, "{", { origin });
    assertEquals([refused.status, refused.headers.get("access-control-allow-origin")], [400, origin]);
  }, { corsOrigins: [origin, "https://*.own.example"] });
});

Deno.test("OTLP 37: with a bearer token, who does not show it is answered with 401 and Status 16", async () => {
  await receiving(async (engine) => {
    for (
      const authorization of [
        undefined,
        "Bearer wrong",
        "Bearer ",
        "Basic secret",
        "secret",
        "Bearer secret2",
      ]
    ) {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
      const json = await sendJson(engine.http, jsonOf("x"), headers);
      assertEquals([json.status, JSON.parse(json.text).code], [401, 16]);
      const protobuf = await sendProtobuf(engine.http, encodeRequest(request("x")), headers);
      assertEquals([protobuf.status, decodeStatus(protobuf.bytes).code], [401, 16]);
    }
    assertEquals(await engine.settled(), []);
    for (const authorization of ["Bearer secret", "bearer secret", "BEARER  secret"]) {
      assertEquals((await sendJson(engine.http, jsonOf("x"), { authorization })).status, 200);
    }
    assertEquals((await engine.settled()).length, 3);
  }, { bearerToken: "secret" });
});

Deno.test("OTLP 40: an oversize body that waits for 100-continue is refused before it is sent", async () => {
  await receiving(async (engine) => {
    const head = (length: number) =>
      `POST /v1/logs HTTP/1.1\r\nhost: x\r\ncontent-type: ${JSON_TYPE}\r\nexpect: 100-continue\r\ncontent-length: ${length}\r\n\r\n`;
    const refused = await raw(engine.http, head(2049));
    assertMatch(refused, /^(HTTP\/1.1 100 Continue\r\n\r\n)?HTTP\/1.1 413 /);
    assertMatch(refused, /connection: close/i);
    const small = jsonOf("x");
    const taken = await raw(engine.http, head(small.length), small);
    assertMatch(taken, /^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 /);
  }, { maxMessageBytes: 2048 });
});

Deno.test("OTLP 45: a sender that goes away in the middle of its body leaves no record behind", async () => {
  await receiving(async (engine) => {
    const body = jsonOf("half");
    const { hostname, port } = new URL(engine.http);
    const connection = await Deno.connect({ hostname, port: Number(port) });
    const head =
      `POST /v1/logs HTTP/1.1\r\nhost: x\r\ncontent-type: ${JSON_TYPE}\r\ncontent-length: ${body.length}\r\n\r\n`;
    await connection.write(new TextEncoder().encode(head + body.slice(0, -5)));
    await until(() => (engine.health.requests["http/json"] ?? 0) === 1, "the request");
    connection.close();
    await until(() => engine.health.refused.incomplete === 1, "the end of the request");
    assertEquals((await sendJson(engine.http, jsonOf("next"))).status, 200);
    assertEquals(await bodies(engine), ["next"]);
    assertEquals(engine.health.waiting, 0);
  });
});

Deno.test("a message of more records than a batch is taken as a whole or not at all", async () => {
  await receiving(async (engine) => {
    const logRecords: unknown[] = Array.from(
      { length: 2000 },
      (_, n) => ({ body: { stringValue: `n${n}` } }),
    );
    const message = (records: unknown[]) =>
      JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords: records }] }] });
    assertEquals((await sendJson(engine.http, message([...logRecords, { body: 5 }]))).status, 400);
    assertEquals((await engine.settled()).length, 0);
    assertEquals((await sendJson(engine.http, message(logRecords))).status, 200);
    assertEquals(await bodies(engine), logRecords.map((_, n) => `n${n}`));
    const cut = encodeRequest({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] }).slice(0, -2);
    assertEquals((await sendProtobuf(engine.http, cut)).status, 400);
    assertEquals((await engine.settled()).length, 2000);
  });
});

Deno.test("health tells requests, refusals by reason, clients, endpoints", async () => {
  await receiving(async (engine) => {
    await sendJson(engine.http, jsonOf("x"));
    await sendProtobuf(engine.http, encodeRequest(request("x")));
    await sendJson(engine.http, "{");
    const { health } = engine;
    assertEquals(health.requests, { "http/json": 2, "http/protobuf": 1 });
    assertEquals(health.refused, { malformed: 1 });
    assertEquals(health.clients, [{ name: "127.0.0.1", requests: 3 }]);
    assertMatch(health.grpc[0], /^127\.0\.0\.1:\d+$/);
    await engine.settled();
    const [source] = engine.engine.summary().sources;
    assertEquals([source.name, source.records, source.lines], ["otlp", 2, 2]);
    assertEquals(source.formats, { "otlp-json": 1, "otlp-protobuf": 1 });
  });
});

Deno.test("OTLP 1, 16: HTTP/1.0, bodies in chunks, HTTP/2 and senders who close their half are all served", async () => {
  await receiving(async (engine) => {
    const body = jsonOf("x");
    const head = (version: string, more: string) =>
      `POST /v1/logs HTTP/${version}\r\nhost: x\r\ncontent-type: ${JSON_TYPE}\r\n${more}\r\n`;
    const length = `content-length: ${body.length}\r\n`;
    assertMatch(await raw(engine.http, head("1.0", length), body), /^HTTP\/1\.0 200 /);
    assertMatch(await raw(engine.http, head("1.1", length), body), /^HTTP\/1\.1 200 /);
    const chunked = "transfer-encoding: chunked\r\n";
    const chunk = (bytes: Uint8Array) =>
      Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from("\r\n")]);
    const chunks = (bytes: Uint8Array) => [
      chunk(bytes.subarray(0, 7)),
      chunk(bytes.subarray(7)),
      "0\r\n\r\n",
    ];
    assertMatch(
      await raw(engine.http, head("1.1", chunked), ...chunks(Buffer.from(body))),
      /^HTTP\/1\.1 200 /,
    );
    const gzip = `${chunked}content-encoding: gzip\r\n`;
    const packed = zlib.gzipSync(body);
    assertMatch(await raw(engine.http, head("1.1", gzip), ...chunks(packed)), /^HTTP\/1\.1 200 /);
    const cut = await raw(engine.http, head("1.1", chunked), chunk(Buffer.from(body)));
    assertMatch(cut, /^(?:HTTP\/1\.1 400 |$)/);
    const session = http2.connect(new URL(engine.http).origin);
    const status = await new Promise((resolve, reject) => {
      session.on("error", reject);
      const stream = session.request({
        ":method": "POST",
        ":path": "/v1/logs",
        "content-type": JSON_TYPE,
      });
      stream.on("response", (headers) => resolve(headers[":status"]));
      stream.end(body);
    });
    session.destroy();
    assertEquals(status, 200);
    assertEquals(await bodies(engine), Array(5).fill("x"));
  });
});

Deno.test("OTLP 1: who offers HTTP/2 beside a body, as Java's own client does, is served and asked to come anew", async () => {
  await receiving(async (engine) => {
    const { hostname, port } = new URL(engine.http);
    const body = encodeRequest(request("größer 🛒"));
    const head = Buffer.from(
      `POST /v1/logs HTTP/1.1\r\nConnection: Upgrade, HTTP2-Settings\r\nContent-Length: ${body.length}\r\n` +
        `Host: ${hostname}:${port}\r\nHTTP2-Settings: AAEAAEAAAAIAAAAB\r\nUpgrade: h2c\r\n` +
        `Content-Type: ${PROTOBUF_TYPE}\r\n\r\n`,
    );
    const whole = Buffer.concat([head, body]);
    for (const [first, ...later] of [[whole], [head, body], [head.subarray(0, 40), whole.subarray(40)]]) {
      const connection = await Deno.connect({ hostname, port: Number(port) });
      await connection.write(first);
      for (const part of later) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        await connection.write(part);
      }
      const answer = await new Response(connection.readable).text();
      assertMatch(answer, /^HTTP\/1\.1 200 [^]*\r\nconnection: close\r\n/i);
    }
    assertEquals(await bodies(engine), Array(3).fill("größer 🛒"));
    assertEquals(engine.health.clients, [{ name: "127.0.0.1", requests: 3 }]);
  });
});

Deno.test("who begins with TLS where there is none is refused at once", async () => {
  await receiving(async (engine) => {
    for (const url of [engine.http, `http://${engine.grpc}`]) {
      const { hostname, port } = new URL(url);
      const connection = await Deno.connect({ hostname, port: Number(port) });
      await assertRejects(async () => {
        const tls = await Deno.startTls(connection, { hostname });
        await tls.handshake();
      });
    }
    assertEquals((await sendJson(engine.http, jsonOf("plain"))).status, 200);
    assertEquals(await bodies(engine), ["plain"]);
  });
});

Deno.test("senders who take their time keep nobody waiting", async () => {
  await receiving(async (engine) => {
    const { hostname, port } = new URL(engine.http);
    const slow: Deno.Conn[] = [];
    for (let n = 0; n < 100; n++) {
      const connection = await Deno.connect({ hostname, port: Number(port) });
      const head =
        `POST /v1/logs HTTP/1.1\r\nhost: x\r\ncontent-type: ${JSON_TYPE}\r\ncontent-length: 1000\r\n\r\n{`;
      await connection.write(new TextEncoder().encode(n % 2 === 0 ? head : head.slice(0, 40)));
      slow.push(connection);
    }
    await until(() => engine.health.requests["http/json"] === 50, "the slow requests");
    assertEquals((await sendJson(engine.http, jsonOf("quick"))).status, 200);
    for (const connection of slow) connection.close();
    await until(() => engine.health.refused.incomplete === 50, "their ends");
    assertEquals(await bodies(engine), ["quick"]);
  });
});

/** A body without a length. */
function chunks(text: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  return new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += 500) controller.enqueue(bytes.slice(at, at + 500));
      controller.close();
    },
  });
}
