/**
 * A receiver that only acknowledges: it walks through the bytes of protobuf, parses JSON by `JSON.parse`, and keeps
 * nothing. `bench_otlp.ts` runs it with the ports for gRPC and HTTP.
 */
import * as grpc from "@grpc/grpc-js";
import type { Buffer } from "node:buffer";
import { ProtobufWire } from "../src/format/otlp/protobuf_wire.ts";
import { makeHttp2Safe } from "../src/source/otlp/http2_sessions.ts";

const [grpcPort, httpPort] = Deno.args.map(Number);
const wire = new ProtobufWire();
const decoder = new TextDecoder();

/** The tags of the messages inside: of a request, its resources, its scopes, its records; then nothing is entered. */
const INNER = [[0x0a], [0x12], [0x12], [0x2a, 0x32], []];

function walk(bytes: Uint8Array): void {
  wire.bytes = bytes;
  wire.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  walkMessage(0, bytes.length, 0);
}

function walkMessage(at: number, end: number, depth: number): void {
  const inner = INNER[depth];
  wire.at = at;
  while (wire.at < end) {
    const tag = wire.tag(end);
    if (!inner.includes(tag)) wire.skip(tag, end);
    else {
      const to = wire.length(end);
      walkMessage(wire.at, to, depth + 1);
      wire.at = to;
    }
  }
}

const same = (bytes: Buffer) => bytes;
makeHttp2Safe();
const server = new grpc.Server({ "grpc.max_receive_message_length": 64 << 20 });
server.addService({
  Export: {
    path: "/opentelemetry.proto.collector.logs.v1.LogsService/Export",
    requestStream: false,
    responseStream: false,
    requestSerialize: same,
    requestDeserialize: same,
    responseSerialize: same,
    responseDeserialize: same,
  },
}, {
  Export: (call: grpc.ServerUnaryCall<Buffer, Buffer>, answer: grpc.sendUnaryData<Buffer>) => {
    walk(call.request);
    answer(null, call.request.subarray(0, 0));
  },
});
server.bindAsync(`127.0.0.1:${grpcPort}`, grpc.ServerCredentials.createInsecure(), (error) => {
  if (error !== null) throw error;
});

Deno.serve({ hostname: "127.0.0.1", port: httpPort, onListen: () => {} }, async (request) => {
  const bytes = await request.bytes();
  const type = request.headers.get("content-type")!;
  if (type === "application/json") {
    JSON.parse(decoder.decode(bytes));
    return new Response("{}", { headers: { "content-type": type } });
  }
  walk(bytes);
  return new Response(new Uint8Array(0), { headers: { "content-type": type } });
});
