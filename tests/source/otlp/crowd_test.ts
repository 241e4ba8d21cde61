import { assert, assertEquals } from "@std/assert";
import * as grpc from "@grpc/grpc-js";
import { Buffer } from "node:buffer";
import zlib from "node:zlib";
import { encodeRequest } from "./schema.ts";
import { receiving } from "./receiving_engine.ts";

const EXPORT = "/opentelemetry.proto.collector.logs.v1.LogsService/Export";
const same = (bytes: Buffer) => bytes;
const requestOf = (name: string) => ({
  resourceLogs: [{
    resource: { attributes: [{ key: "service.name", value: { stringValue: "shop" } }] },
    scopeLogs: [{
      scope: { name: "lib" },
      logRecords: Array.from({ length: 20 }, (_, n) => ({
        timeUnixNano: "1795161600123456789",
        severityNumber: 9,
        body: { stringValue: `${name} ${n}` },
        attributes: [
          { key: "n", value: { intValue: String(n) } },
          { key: "list", value: { arrayValue: { values: [{ doubleValue: 0.5 }, { stringValue: "x" }] } } },
        ],
      })),
    }],
  }],
});

function call(client: grpc.Client, bytes: Uint8Array): Promise<number> {
  return new Promise((resolve) => {
    const deadline = Date.now() + 5_000;
    client.makeUnaryRequest(
      EXPORT,
      same,
      same,
      Buffer.from(bytes),
      { deadline },
      (error) => resolve(error?.code ?? 0),
    );
  });
}

Deno.test("OTLP 22: 64 clients at once, over gRPC and HTTP, both encodings: every record arrives once", async () => {
  await receiving(async (engine) => {
    const rounds = 5;
    const clients = Array.from({ length: 64 }, async (_, client) => {
      const name = `client ${client}`;
      if (client % 2 === 0) {
        const channel = new grpc.Client(engine.grpc, grpc.credentials.createInsecure(), {
          "grpc.use_local_subchannel_pool": 1,
        });
        for (let round = 0; round < rounds; round++) {
          assertEquals(await call(channel, encodeRequest(requestOf(`${name} ${round}`))), 0);
        }
        return channel.close();
      }
      const agent = Deno.createHttpClient({ poolMaxIdlePerHost: 1 });
      const isJson = client % 4 === 1;
      for (let round = 0; round < rounds; round++) {
        const request = requestOf(`${name} ${round}`);
        const response = await fetch(engine.http, {
          method: "POST",
          client: agent,
          headers: { "content-type": isJson ? "application/json" : "application/x-protobuf" },
          body: isJson ? JSON.stringify(request) : encodeRequest(request),
        });
        await response.bytes();
        assertEquals(response.status, 200);
      }
      agent.close();
    });
    await Promise.all(clients);
    assertEquals((await engine.settled()).length, 64 * rounds * 20);
    assertEquals(new Set(engine.records.map(({ body }) => body)).size, 64 * rounds * 20);
  });
});

Deno.test("both ports answer mutated messages, and live", async () => {
  await receiving(async (engine) => {
    let seed = 7;
    const random = (below: number) => (seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 1) % below;
    const client = new grpc.Client(engine.grpc, grpc.credentials.createInsecure());
    const binary = encodeRequest(requestOf("mutated"));
    const text = new TextEncoder().encode(JSON.stringify(requestOf("mutated")));
    const packed = new Uint8Array(zlib.gzipSync(binary));
    const headers = ["content-type", "content-encoding"] as const;
    const types = [
      "application/x-protobuf",
      "application/json",
      "application/json; x",
      "text/plain",
      "\u00e9",
    ];
    for (let round = 0; round < 300; round++) {
      const original = [binary, text, packed][round % 3];
      const bytes = original.slice(0, round % 5 === 0 ? random(original.length) : original.length);
      for (let change = random(6); change > 0 && bytes.length > 0; change--) {
        bytes[random(bytes.length)] = random(256);
      }
      const code = await call(client, bytes);
      assert(code === 0 || code === grpc.status.INVALID_ARGUMENT, `gRPC answered ${code}`);
      const type = random(8) === 0 ? types[random(5)] : types[round % 3 === 1 ? 1 : 0];
      const init = { [headers[0]]: type, ...(round % 3 === 2 ? { [headers[1]]: "gzip" } : {}) };
      const response = await fetch(engine.http, { method: "POST", headers: init, body: bytes });
      await response.bytes();
      assert([200, 400, 413, 415].includes(response.status), `HTTP answered ${response.status}`);
    }
    (await engine.settled()).length = 0;
    assertEquals(await call(client, binary), 0);
    assertEquals((await engine.settled()).length, 20);
    assertEquals(engine.health.waiting, 0);
    client.close();
  });
});

Deno.test("raw bytes on both ports end a connection, not the server", async () => {
  await receiving(async (engine) => {
    const { port } = new URL(engine.http);
    const grpcPort = engine.grpc.split(":").pop();
    const pieces = [
      "GET / HTTP/1.1\r\n\r\n",
      "\0\0\0\0",
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0",
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + "\u00ff".repeat(60),
      "POST /v1/logs HTTP/1.1\r\nhost: x\r\ncontent-length: -5\r\n\r\n",
      "POST /v1/logs HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
      "\x16\x03\x01\0\x05hello",
    ];
    for (const target of [port, grpcPort]) {
      for (const piece of pieces) {
        const connection = await Deno.connect({ hostname: "127.0.0.1", port: Number(target) });
        await connection.write(new TextEncoder().encode(piece));
        connection.close();
      }
    }
    const client = new grpc.Client(engine.grpc, grpc.credentials.createInsecure());
    assertEquals(await call(client, encodeRequest(requestOf("after"))), 0);
    client.close();
    const response = await fetch(engine.http, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(requestOf("after")),
    });
    await response.bytes();
    assertEquals([response.status, (await engine.settled()).length], [200, 40]);
  });
});
