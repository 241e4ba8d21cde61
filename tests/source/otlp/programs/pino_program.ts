/** Logs a line by pino's OpenTelemetry transport to the URL that is given, and waits to be ended. */
import pino from "pino";

const transport = pino.transport({
  target: new URL("./pino_transport.ts", import.meta.url).pathname,
  options: {
    loggerName: "pino",
    serviceVersion: "1.0.0",
    resourceAttributes: { "service.name": "by-pino" },
    logRecordProcessorOptions: [{
      recordProcessorType: "simple",
      exporterOptions: { protocol: "http/protobuf", protobufExporterOptions: { url: Deno.args[0] } },
    }],
  },
});
const logger = pino(transport);
await new Promise((resolve) => transport.on("ready", resolve));
logger.error({ orderId: 7 }, "from pino");
// The transport's worker sends while this one lives; the test ends it.
setInterval(() => {}, 1_000);
