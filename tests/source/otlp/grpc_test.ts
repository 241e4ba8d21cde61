import { assert, assertEquals } from "@std/assert";
import * as grpc from "@grpc/grpc-js";
import { Buffer } from "node:buffer";
import http2 from "node:http2";
import zlib from "node:zlib";
import { decodeResponse, decodeStatus, encodeRequest, retryDelay } from "./schema.ts";
import { EXPORT, frame, rawCall } from "./raw_grpc.ts";
import { receiving, until } from "./receiving_engine.ts";

const request = (text: string) =>
  encodeRequest({ resourceLogs: [{ scopeLogs: [{ logRecords: [{ body: { stringValue: text } }] }] }] });
const same = (bytes: Buffer) => bytes;

interface Answered {
  code: number;
  details: string;
  bytes: Uint8Array | undefined;
  metadata: grpc.Metadata;
}

/** Runs `test` with a function that makes calls over one connection. */
async function calling(
  address: string,
  test: (
    call: (bytes: Uint8Array, path?: string, metadata?: grpc.Metadata) => Promise<Answered>,
  ) => Promise<void>,
  options: grpc.ClientOptions = {},
  credentials = grpc.credentials.createInsecure(),
): Promise<void> {
  const client = new grpc.Client(address, credentials, options);
  try {
    await test((bytes, path = EXPORT, metadata = new grpc.Metadata()) =>
      new Promise((resolve) => {
        client.makeUnaryRequest(path, same, same, Buffer.from(bytes), metadata, (error, bytes) => {
          if (error === null) resolve({ code: 0, details: "", bytes, metadata });
          else {resolve({
              code: error.code,
              details: error.details,
              bytes: undefined,
              metadata: error.metadata,
            });}
        });
      })
    );
  } finally {
    client.close();
  }
}

Deno.test("OTLP 17: Export is served; other services and methods are UNIMPLEMENTED", async () => {
  await receiving((engine) =>
    calling(engine.grpc, async (call) => {
      const { code, bytes } = await call(request("hello"));
      assertEquals([code, bytes?.length], [0, 0]);
      assertEquals((await call(new Uint8Array(0))).code, 0);
      for (
        const path of [
          "/opentelemetry.proto.collector.trace.v1.TraceService/Export",
          "/opentelemetry.proto.collector.metrics.v1.MetricsService/Export",
          "/opentelemetry.proto.collector.logs.v1.LogsService/Import",
        ]
      ) {
        assertEquals((await call(request("x"), path)).code, grpc.status.UNIMPLEMENTED);
      }
      assertEquals((await engine.settled()).map(({ body }) => body), ["hello"]);
    })
  );
});

Deno.test("OTLP 18: a message past the limit is RESOURCE_EXHAUSTED without RetryInfo; the connection goes on", async () => {
  const sized = (size: number) => {
    const text = request("x".repeat(size - 20));
    return request("x".repeat(size - 20 + size - text.length));
  };
  await receiving(async (engine) => {
    assertEquals(sized(4096).length, 4096);
    const check = (options: grpc.ClientOptions) =>
      calling(engine.grpc, async (call) => {
        assertEquals((await call(sized(4096))).code, 0);
        const { code, metadata } = await call(sized(4097));
        assertEquals(code, grpc.status.RESOURCE_EXHAUSTED);
        assertEquals(metadata.get("grpc-status-details-bin"), []);
        assertEquals((await call(sized(400_000))).code, grpc.status.RESOURCE_EXHAUSTED);
        assertEquals((await call(sized(4096))).code, 0);
      }, options);
    await check({});
    await check({ "grpc.default_compression_algorithm": grpc.compressionAlgorithms.gzip });
    assertEquals((await engine.settled()).length, 4);
    assertEquals(engine.health.refused, { "too large": 4 });
  }, { maxMessageBytes: 4096 });
});

Deno.test("OTLP 19: bad protobuf is INVALID_ARGUMENT", async () => {
  await receiving((engine) =>
    calling(engine.grpc, async (call) => {
      for (
        const bytes of [[0x0a], [0x0a, 5, 1], [0x0a, 2, 0x12, 5], [0x00, 1], [0x0d, 1, 2], [0x0a, 2, 0x10, 1]]
      ) {
        const { code, details } = await call(new Uint8Array(bytes));
        assertEquals(code, grpc.status.INVALID_ARGUMENT, bytes.join());
        assert(details.length > 0);
      }
      assertEquals((await call(request("good"))).code, 0);
      assertEquals((await engine.settled()).length, 1);
    })
  );
});

Deno.test("OTLP 20: gzip and deflate are taken, other compressions are UNIMPLEMENTED", async () => {
  await receiving(async (engine) => {
    for (const algorithm of [grpc.compressionAlgorithms.gzip, grpc.compressionAlgorithms.deflate]) {
      await calling(engine.grpc, async (call) => {
        assertEquals((await call(request("packed".repeat(100)))).code, 0);
      }, { "grpc.default_compression_algorithm": algorithm });
    }
    assertEquals((await engine.settled()).length, 2);
    for (const encoding of ["zstd", "snappy"]) {
      const { status } = await rawCall(engine.grpc, frame(new Uint8Array([1, 2, 3]), 1), {
        "grpc-encoding": encoding,
      });
      assertEquals(status, String(grpc.status.UNIMPLEMENTED), encoding);
    }
  });
});

Deno.test("OTLP 21: when too much waits, callers get UNAVAILABLE with RetryInfo", async () => {
  await receiving((engine) =>
    calling(engine.grpc, async (call) => {
      await call(request("first"));
      engine.pause();
      const large = request("x".repeat(9_000_000));
      const answers: Answered[] = [];
      const calls = Array.from({ length: 10 }, async () => void answers.push(await call(large)));
      await until(() => answers.some(({ code }) => code !== 0), "a caller that is told to wait");
      const [{ code, metadata }] = answers.filter(({ code }) => code !== 0);
      assertEquals(code, grpc.status.UNAVAILABLE);
      const [details] = metadata.get("grpc-status-details-bin");
      assertEquals(decodeStatus(details as Buffer).code, grpc.status.UNAVAILABLE);
      assertEquals(retryDelay(details as Buffer), 1);
      engine.resume();
      await Promise.all(calls);
      await engine.settled();
      assertEquals(engine.counted, 1 + answers.filter(({ code }) => code === 0).length);
      assertEquals((await call(request("last"))).code, 0);
    }, { "grpc.default_compression_algorithm": grpc.compressionAlgorithms.gzip }), {
    maxMessageBytes: 10 << 20,
  });
});

Deno.test("OTLP 22: 1,000 calls of 100 records at once on one connection are all taken", async () => {
  const logRecords = Array.from({ length: 100 }, (_, n) => ({ body: { stringValue: `record ${n}` } }));
  const message = encodeRequest({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] });
  await receiving((engine) => {
    engine.keeps = false;
    return calling(engine.grpc, async (call) => {
      const answers = await Promise.all(Array.from({ length: 1000 }, () => call(message)));
      assertEquals(answers.filter(({ code }) => code !== 0), []);
      await engine.settled();
      assertEquals(engine.counted, 100_000);
    });
  });
});

Deno.test("OTLP 12: what cannot be kept is told as a partial success", async () => {
  await receiving((engine) =>
    calling(engine.grpc, async (call) => {
      const body = { arrayValue: { values: [{ stringValue: "\u0001".repeat(1_500_000) }] } };
      const logRecords = [{ body: { stringValue: "kept" } }, { body }];
      const { code, bytes } = await call(encodeRequest({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] }));
      assertEquals([code, decodeResponse(bytes!).partialSuccess.rejectedLogRecords], [0, "1"]);
      assertEquals((await engine.settled()).map(({ body }) => body), ["kept"]);
    })
  );
});

Deno.test("OTLP 37: without the bearer token calls are UNAUTHENTICATED", async () => {
  await receiving((engine) =>
    calling(engine.grpc, async (call) => {
      const withToken = (text: string) => {
        const metadata = new grpc.Metadata();
        metadata.set("authorization", text);
        return metadata;
      };
      for (const metadata of [undefined, withToken("Bearer wrong"), withToken("secret")]) {
        assertEquals((await call(request("x"), EXPORT, metadata)).code, grpc.status.UNAUTHENTICATED);
      }
      assertEquals((await call(request("x"), EXPORT, withToken("Bearer secret"))).code, 0);
      assertEquals([(await engine.settled()).length, engine.health.refused.unauthorized], [1, 3]);
    }), { bearerToken: "secret" });
});

Deno.test("OTLP 44: a call that ends without a message is answered at once", async () => {
  await receiving(async (engine) => {
    const { status } = await rawCall(engine.grpc, null);
    assert(
      status === String(grpc.status.INVALID_ARGUMENT) || status === String(grpc.status.INTERNAL),
      status,
    );
    const empty = await rawCall(engine.grpc, new Uint8Array(0));
    assert(
      empty.status === String(grpc.status.INVALID_ARGUMENT) || empty.status === String(grpc.status.INTERNAL),
    );
    assertEquals((await rawCall(engine.grpc, frame(request("x"), 0))).status, "0");
  });
});

Deno.test("OTLP 23: malformed frames and bad compression end the call, not the server", async () => {
  await receiving(async (engine) => {
    const frames: [Uint8Array, Record<string, string>?][] = [
      [new Uint8Array([0, 0, 0])],
      [new Uint8Array([0, 0xff, 0xff, 0xff, 0xff, 1])],
      [new Uint8Array([0, 0, 0, 0, 9, 1, 2])],
      [new Uint8Array([7, 0, 0, 0, 1, 1])],
      [frame(new Uint8Array([1, 2, 3]), 1)],
      [frame(new Uint8Array([1, 2, 3]), 1), { "grpc-encoding": "gzip" }],
      [frame(new Uint8Array(0), 1), { "grpc-encoding": "gzip" }],
      [frame(zlib.gzipSync(request("cut")).subarray(0, 12), 1), { "grpc-encoding": "gzip" }],
      [Buffer.concat([frame(request("a"), 0), frame(request("b"), 0)])],
    ];
    for (const [bytes, headers] of frames) {
      const { status } = await rawCall(engine.grpc, bytes, headers);
      assert(status !== "0", `${bytes} was answered with ${status}`);
    }
    const { status } = await rawCall(engine.grpc, frame(request("lives"), 0));
    assertEquals(status, "0");
    assertEquals((await engine.settled()).at(-1)?.body, "lives");
  });
});

Deno.test("OTLP 17, 44: what is no gRPC call is told so at once, as grpc-go tells it", async () => {
  await receiving(async (engine) => {
    const body = frame(request("x"), 0);
    for (
      const type of ["application/json", "text/plain", "application/grpc-web", "application/grpc-web+proto"]
    ) {
      const answer = await rawCall(engine.grpc, body, { "content-type": type });
      assertEquals([type, answer.http, answer.status], [type, "415", String(grpc.status.INVALID_ARGUMENT)]);
    }
    for (const method of ["GET", "PUT"]) {
      const answer = await rawCall(engine.grpc, null, { ":method": method });
      assertEquals([method, answer.http, answer.status], [method, "405", String(grpc.status.INTERNAL)]);
    }
    for (const type of ["application/grpc+proto", "application/grpc; charset=utf-8"]) {
      const answer = await rawCall(engine.grpc, body, { "content-type": type });
      // Senders in Go take no answer without its type.
      assertEquals([type, answer.status, answer.type], [type, "0", "application/grpc+proto"]);
    }
    assertEquals(engine.health.refused, { method: 2, "content type": 4 });
    assertEquals((await engine.settled()).length, 2);
  });
});

Deno.test("storms of pings and of calls that are taken back end their connection at most", async () => {
  await receiving(async (engine) => {
    const [host, port] = engine.grpc.split(":");
    const preface = new TextEncoder().encode("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    const settings = [0, 0, 0, 4, 0, 0, 0, 0, 0];
    const ping = [0, 0, 8, 6, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8];
    const connection = await Deno.connect({ hostname: host, port: Number(port) });
    const storm = Uint8Array.from(Array.from({ length: 500 }, () => ping).flat());
    try {
      await connection.write(Uint8Array.from([...preface, ...settings]));
      for (let round = 0; round < 40; round++) await connection.write(storm);
    } catch (error) {
      // The server had enough of it.
      assert(error instanceof Deno.errors.BrokenPipe || error instanceof Deno.errors.ConnectionReset);
    }
    connection.close();
    const session = http2.connect(`http://${engine.grpc}`);
    session.on("error", () => {});
    for (let call = 0; call < 500 && !session.destroyed; call++) {
      const headers = { ":method": "POST", ":path": EXPORT, "content-type": "application/grpc" };
      const stream = session.request(headers);
      stream.on("error", () => {});
      stream.close(http2.constants.NGHTTP2_CANCEL);
    }
    assertEquals((await rawCall(engine.grpc, frame(request("lives"), 0))).status, "0");
    session.destroy();
    assertEquals((await engine.settled()).map(({ body }) => body), ["lives"]);
  });
});
