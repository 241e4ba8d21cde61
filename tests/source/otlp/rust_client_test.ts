import { assertEquals, assertMatch } from "@std/assert";
import { receiving, until } from "./receiving_engine.ts";

const ATTRIBUTES = {
  "service.name": "by-rust",
  replicas: 3,
  "telemetry.sdk.name": "opentelemetry",
  "telemetry.sdk.language": "rust",
  "otel.scope.name": "checkout",
  "otel.scope.version": "1.2.3",
  kind: "lib",
  "order.id": 4711,
  amount: 12.5,
  retried: false,
  tags: ["a", 1],
  raw: "AAEC/w==",
  "customer.tier": "gold",
  trace_flags: 1,
  "event.name": "payment.failed",
};

for (const file of ["grpc-plain", "grpc-gzip", "http-plain", "http-gzip", "json-plain"]) {
  Deno.test(`OTLP 39: the bytes of an independent Rust client are taken: ${file}`, async () => {
    await receiving(async (engine) => {
      const bytes = await Deno.readFile(new URL(`rust/${file}.bin`, import.meta.url));
      const isGrpc = file.startsWith("grpc");
      const { hostname, port } = new URL(isGrpc ? `http://${engine.grpc}` : engine.http);
      const connection = await Deno.connect({ hostname, port: Number(port) });
      await connection.write(bytes);
      await until(() => engine.records.length === 2, "its records");
      if (!isGrpc) {
        const answer = new Uint8Array(4096);
        const length = await connection.read(answer);
        assertMatch(new TextDecoder().decode(answer.subarray(0, length!)), /^HTTP\/1\.1 200 /);
      }
      connection.close();
      const [first, second] = engine.printed;
      assertEquals([first.time, first.severity, first.severityNumber, first.body], [
        "2026-11-20T08:00:00.123456789Z",
        "ERROR",
        17,
        "payment failed",
      ]);
      assertEquals([first.traceId, first.spanId], ["4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"]);
      const { "telemetry.sdk.version": version, ...attributes } = first.attributes as Record<string, unknown>;
      assertEquals([version, attributes], ["0.33.1", ATTRIBUTES]);
      assertEquals([second.severityNumber, second.body], [9, "plain æ😀\n"]);
      assertEquals(engine.health.refused, {});
    });
  });
}
