import { assertEquals } from "@std/assert";
import * as grpc from "@grpc/grpc-js";
import { Buffer } from "node:buffer";
import { encodeRequest } from "./schema.ts";

const EXPORT = "/opentelemetry.proto.collector.logs.v1.LogsService/Export";
const same = (bytes: Buffer) => bytes;
const root = new URL("../../..", import.meta.url).pathname;

Deno.test("OTLP 23: clients that go away one after the other, in the middle of much, end nothing", async () => {
  const logRecords = Array.from({ length: 100 }, (_, n) => ({ body: { stringValue: `record ${n}` } }));
  const message = Buffer.from(encodeRequest({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] }));
  const grpcPort = freePort();
  // A process of its own: what goes wrong here goes wrong in native code.
  const program = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", "--no-check", `${root}main.ts`, "report", "--output", "json"],
    env: {
      WEIR_OTLP_ENABLED: "true",
      WEIR_OTLP_GRPC_PORT: String(grpcPort),
      WEIR_OTLP_HTTP_PORT: String(freePort()),
    },
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const output = program.output();
  let taken = 0;
  for (let round = 0; round < 12; round++) {
    const client = new grpc.Client(`127.0.0.1:${grpcPort}`, grpc.credentials.createInsecure(), {
      "grpc.use_local_subchannel_pool": 1,
      "grpc.initial_reconnect_backoff_ms": 100,
    });
    const deadline = Date.now() + 10_000;
    await new Promise<void>((resolve, reject) =>
      client.waitForReady(deadline, (error) => error ? reject(error) : resolve())
    );
    const until = performance.now() + 60;
    await Promise.all(Array.from({ length: 8 }, async () => {
      while (performance.now() < until) {
        const isTaken = await new Promise<boolean>((resolve) =>
          client.makeUnaryRequest(EXPORT, same, same, message, (error) => resolve(error === null))
        );
        if (isTaken) taken++;
      }
    }));
    client.close();
  }
  program.kill("SIGTERM");
  const { code, stdout } = await output;
  assertEquals([code, JSON.parse(new TextDecoder().decode(stdout)).records], [0, taken * 100]);
});

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}
