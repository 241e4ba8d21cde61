import { assertEquals, assertStringIncludes } from "@std/assert";
import * as grpc from "@grpc/grpc-js";
import http2 from "node:http2";
import zlib from "node:zlib";
import { EXPORT, frame, rawCall } from "./raw_grpc.ts";
import { receiving, until } from "./receiving_engine.ts";
import { encodeRequest } from "./schema.ts";

const request = (text: string) =>
  encodeRequest({ resourceLogs: [{ scopeLogs: [{ logRecords: [{ body: { stringValue: text } }] }] }] });
const { INTERNAL, UNIMPLEMENTED, INVALID_ARGUMENT, RESOURCE_EXHAUSTED } = grpc.status;

Deno.test("OTLP 20: what is marked as compressed needs an encoding that is known; refused senders are told those", async () => {
  await receiving(async (engine) => {
    const plain = request("plain");
    const answers: [string, number, Record<string, string>, number][] = [
      ["no encoding", 1, {}, INTERNAL],
      ["identity", 1, { "grpc-encoding": "identity" }, INTERNAL],
      ["a byte that is no flag", 7, {}, INTERNAL],
      ["zstd", 1, { "grpc-encoding": "zstd" }, UNIMPLEMENTED],
      ["no compression in a call of zstd", 0, { "grpc-encoding": "zstd" }, grpc.status.OK],
      ["no compression in a call of gzip", 0, { "grpc-encoding": "gzip" }, grpc.status.OK],
    ];
    for (const [what, flag, headers, wanted] of answers) {
      const body = frame(plain, 0);
      body[0] = flag;
      const { status, accepts } = await rawCall(engine.grpc, body, headers);
      assertEquals([what, status], [what, String(wanted)]);
      if (wanted === UNIMPLEMENTED) assertEquals(accepts, "identity,gzip,deflate");
    }
    assertEquals((await engine.settled()).length, 2);
    assertEquals(engine.health.refused, { malformed: 3, "content encoding": 1 });
  });
});

Deno.test("OTLP 17, 44: a call has one message, whole, in however many frames", async () => {
  await receiving(async (engine) => {
    const message = frame(request("in pieces"), 0);
    const pieces = [...message].map((byte) => new Uint8Array([byte]));
    assertEquals((await rawCall(engine.grpc, pieces)).status, "0");
    const other = frame(request("second"), 0);
    const wrongs: [Uint8Array[], number, string][] = [
      [[message, other], UNIMPLEMENTED, "more than one message"],
      [[message, other.subarray(0, 3)], UNIMPLEMENTED, "more than one message"],
      [[message.subarray(0, 3)], INVALID_ARGUMENT, "ends in the middle of its message"],
      [[message.subarray(0, -1)], INVALID_ARGUMENT, "ends in the middle of its message"],
      [[new Uint8Array(0)], INVALID_ARGUMENT, "has no message"],
    ];
    for (const [parts, wanted, why] of wrongs) {
      const { status, message } = await rawCall(engine.grpc, parts);
      assertEquals(status, String(wanted), why);
      assertStringIncludes(message, why);
    }
    assertEquals((await engine.settled()).map(({ body }) => body), ["in pieces"]);
    assertEquals(engine.health.refused, { malformed: 5 });
  });
});

Deno.test("OTLP 17: calls of other services and methods are counted as what they are", async () => {
  await receiving(async (engine) => {
    for (
      const path of ["/opentelemetry.proto.collector.trace.v1.TraceService/Export", "/a/%zz", `${EXPORT}/`]
    ) {
      const { status, message } = await rawCall(engine.grpc, frame(request("x"), 0), { ":path": path });
      assertEquals([path, status], [path, String(UNIMPLEMENTED)]);
      assertStringIncludes(message, path);
    }
    assertEquals([engine.health.requests, engine.health.refused], [{ grpc: 3 }, { "not found": 3 }]);
  });
});

Deno.test("deadlines that are far away are not over at once", async () => {
  await receiving(async (engine) => {
    for (const timeout of ["3000000S", "99999999H", "40000M", "10S", "99999999m"]) {
      const { status } = await rawCall(engine.grpc, frame(request("x"), 0), { "grpc-timeout": timeout });
      assertEquals([timeout, status], [timeout, "0"]);
    }
    const { status } = await rawCall(engine.grpc, frame(request("x"), 0), { "grpc-timeout": "soon" });
    assertEquals(status, String(INTERNAL));
    assertEquals((await engine.settled()).length, 5);
  });
});

Deno.test("OTLP 18: a small message that decompresses to a large one is refused, and takes no room afterwards", async () => {
  await receiving(async (engine) => {
    const bomb = frame(zlib.gzipSync(new Uint8Array(1 << 20)), 1);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => rawCall(engine.grpc, bomb, { "grpc-encoding": "gzip" })),
    );
    assertEquals(answers.map(({ status }) => status), Array(20).fill(String(RESOURCE_EXHAUSTED)));
    await until(() => engine.health.waiting === 0, "its room");
    assertEquals(engine.health.refused, { "too large": 20 });
  }, { maxMessageBytes: 64 << 10 });
});

Deno.test("OTLP 36: what callers have sent of their messages is counted in the bytes in flight, and bounded", async () => {
  await receiving(async (engine) => {
    const session = http2.connect(`http://${engine.grpc}`);
    session.on("error", () => {});
    const refused: string[] = [];
    const announced = frame(new Uint8Array(9 << 20), 0).subarray(0, -1);
    for (let call = 0; call < 10; call++) {
      const stream = session.request({
        ":method": "POST",
        ":path": EXPORT,
        "content-type": "application/grpc",
      });
      stream.on("error", () => {});
      stream.on("response", (headers) => refused.push(String(headers["grpc-status"])));
      stream.write(announced);
    }
    await until(() => refused.length > 0, "a caller that is told to wait");
    assertEquals(new Set(refused), new Set([String(grpc.status.UNAVAILABLE)]));
    // All the room is taken by those who have not sent all yet; once they are gone there is some again.
    session.destroy();
    await until(() => engine.health.waiting === 0, "their room");
    assertEquals((await rawCall(engine.grpc, frame(request("after"), 0))).status, "0");
    assertEquals((await engine.settled()).map(({ body }) => body), ["after"]);
  }, { maxMessageBytes: 10 << 20 });
});
