import { assertEquals } from "@std/assert";
import * as grpc from "@grpc/grpc-js";
import { OTLPLogExporter as GrpcExporter } from "@opentelemetry/exporter-logs-otlp-grpc";
import { OTLPLogExporter as HttpExporter } from "@opentelemetry/exporter-logs-otlp-http";
import { OTLPLogExporter as ProtoExporter } from "@opentelemetry/exporter-logs-otlp-proto";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchLogRecordProcessor, LoggerProvider, type LogRecordExporter } from "@opentelemetry/sdk-logs";
import { Buffer } from "node:buffer";
import { receiving, type ReceivingEngine, until } from "./receiving_engine.ts";

const here = import.meta.dirname!;
const TLS = { tlsCert: `${here}/certificate/cert.pem`, tlsKey: `${here}/certificate/key.pem` };
const CA = Deno.readTextFileSync(TLS.tlsCert);

/** The exporters by their encodings; each with and without compression, with and without TLS. */
const EXPORTERS: Record<string, (engine: ReceivingEngine, gzip: boolean, tls: boolean) => LogRecordExporter> =
  {
    grpc: (engine, gzip, tls) =>
      new GrpcExporter({
        url: tls ? `https://localhost:${engine.grpc.split(":").pop()}` : `http://${engine.grpc}`,
        compression: (gzip ? "gzip" : "none") as never,
        credentials: tls ? grpc.credentials.createSsl(Buffer.from(CA)) : grpc.credentials.createInsecure(),
      }),
    "http/json": (engine, gzip, tls) =>
      new HttpExporter({
        url: engine.http,
        compression: (gzip ? "gzip" : "none") as never,
        ...(tls ? { httpAgentOptions: { ca: CA } } : {}),
      }),
    "http/protobuf": (engine, gzip, tls) =>
      new ProtoExporter({
        url: engine.http,
        compression: (gzip ? "gzip" : "none") as never,
        ...(tls ? { httpAgentOptions: { ca: CA } } : {}),
      }),
  };

function providerOf(exporter: LogRecordExporter): LoggerProvider {
  return new LoggerProvider({
    resource: resourceFromAttributes({ "service.name": "shop", "host.name": "web-1", replicas: 3 }),
    processors: [
      new BatchLogRecordProcessor({ exporter, maxQueueSize: 10_000, scheduledDelayMillis: 50 } as never),
    ],
  });
}

for (const [kind, make] of Object.entries(EXPORTERS)) {
  for (const tls of [false, true]) {
    for (const gzip of [false, true]) {
      const how = `${gzip ? "with" : "without"} gzip, ${tls ? "with" : "without"} TLS`;
      Deno.test({
        name: `OTLP 39, 38: the SDK's exporter for ${kind} delivers whole records, ${how}`,
        sanitizeOps: false,
        sanitizeResources: false,
        fn: () => receiving((engine) => deliver(engine, make(engine, gzip, tls)), tls ? TLS : {}),
      });
    }
  }
}

async function deliver(engine: ReceivingEngine, exporter: LogRecordExporter): Promise<void> {
  const provider = providerOf(exporter);
  const logger = provider.getLogger("checkout", "1.2.3");
  const timestamp = [1_795_161_600, 123_456_789] as [number, number];
  logger.emit({
    timestamp,
    severityNumber: 17,
    severityText: "ERROR",
    body: "payment failed",
    eventName: "payment.failed",
    attributes: {
      "order.id": 4711,
      amount: 12.5,
      retried: false,
      tags: ["a", "b"],
      customer: { tier: "gold", address: { city: "Oslo" }, none: {} },
      raw: new Uint8Array([0, 1, 2, 255]),
    },
  });
  for (let n = 0; n < 600; n++) logger.emit({ severityNumber: 9, body: { step: n, of: 600 } });
  await provider.forceFlush();
  await provider.shutdown();
  assertEquals((await engine.settled()).length, 601);
  const [first, second] = engine.printed;
  assertEquals(first.time, "2026-11-20T08:00:00.123456789Z");
  assertEquals([first.severity, first.severityNumber, first.body], ["ERROR", 17, "payment failed"]);
  assertEquals([first.service, first.host], ["shop", "web-1"]);
  const attributes = first.attributes as Record<string, unknown>;
  assertEquals(attributes, {
    ...attributes,
    "service.name": "shop",
    replicas: 3,
    "otel.scope.name": "checkout",
    "otel.scope.version": "1.2.3",
    "event.name": "payment.failed",
    "order.id": 4711,
    amount: 12.5,
    retried: false,
    tags: ["a", "b"],
    "customer.tier": "gold",
    "customer.address.city": "Oslo",
    "customer.none": {},
    raw: "AAEC/w==",
  });
  assertEquals(second.body, { step: 0, of: 600 });
}

Deno.test({
  name: "OTLP 21, 36, 39: an exporter that retries delivers every record through an engine that is paused",
  sanitizeOps: false,
  sanitizeResources: false,
  fn: () =>
    receiving(async (engine) => {
      const exporter = new ProtoExporter({ url: engine.http, timeoutMillis: 60_000 });
      const provider = providerOf(exporter);
      const logger = provider.getLogger("steady");
      engine.pause();
      const seen = new Set<unknown>();
      for (let round = 0; round < 4; round++) {
        for (let n = 0; n < 5000; n++) logger.emit({ body: `record ${round * 5000 + n}` });
        const flushed = provider.forceFlush();
        // Longer than a message may wait: it is refused, and the exporter has to send it again.
        if (round === 0) await until(() => engine.health.refused.busy > 0, "a refusal");
        engine.resume();
        await flushed;
        if (round < 3) engine.pause();
      }
      await provider.shutdown();
      for (const { body } of await engine.settled()) seen.add(body);
      assertEquals(seen.size, 20_000);
    }),
});

Deno.test({
  name: "OTLP 39: pino's transport delivers",
  sanitizeOps: false,
  sanitizeResources: false,
  fn: () =>
    receiving(async (engine) => {
      // Deno sometimes never starts the worker that pino sends from: then another program is begun.
      for (let tries = 3; engine.records.length === 0; tries--) {
        const program = new Deno.Command(Deno.execPath(), {
          args: ["run", "-A", "--quiet", "--no-check", `${here}/programs/pino_program.ts`, engine.http],
          stdout: "null",
          stderr: "inherit",
        }).spawn();
        try {
          await until(() => engine.records.length > 0, "a record by pino", 15_000);
        } catch (error) {
          if (tries === 1) throw error;
        } finally {
          program.kill("SIGKILL");
          await program.status;
        }
      }
      const [record] = engine.printed;
      assertEquals([record.body, record.severityNumber, record.service], ["from pino", 17, "by-pino"]);
      assertEquals((record.attributes as Record<string, unknown>).orderId, 7);
    }),
});
