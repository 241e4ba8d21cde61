import { OTLPLogExporter } from "@opentelemetry/exporter-logs-otlp-proto";
import { BatchLogRecordProcessor, LoggerProvider } from "@opentelemetry/sdk-logs";

const RECORDS = 1_000_000;
/** Records between two times that the program is made to wait, and how long. */
const EVERY = 100_000;
const PAUSE = 2_000;

/**
 * Sends a million numbered records by the SDK's exporter, which tries again, into `weir parse`, whose output nobody
 * reads now and then, so that the engine has to wait and the receiver to refuse. Says what arrived.
 */
export async function sendMillion(weir: string[], grpcPort: number, httpPort: number): Promise<void> {
  const [program, ...args] = weir;
  const ports = ["--otlp-grpc-port", String(grpcPort), "--otlp-http-port", String(httpPort)];
  const child = new Deno.Command(program, {
    args: [...args, "parse", "--otlp-enabled", ...ports],
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const seen = new Uint8Array(RECORDS);
  let lines = 0;
  const reading = (async () => {
    let rest = "";
    let next = EVERY;
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
      const all = (rest + text).split("\n");
      rest = all.pop()!;
      for (const line of all) {
        seen[Number(/"body":"record (\d+)"/.exec(line)![1])]++;
        lines++;
      }
      if (lines < next) continue;
      next += EVERY;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  })();
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const exporter = new OTLPLogExporter({
    url: `http://127.0.0.1:${httpPort}/v1/logs`,
    timeoutMillis: 60_000,
  });
  const processor = new BatchLogRecordProcessor(
    { exporter, maxQueueSize: 60_000, maxExportBatchSize: 512, exportTimeoutMillis: 60_000 } as never,
  );
  const provider = new LoggerProvider({ processors: [processor] });
  const logger = provider.getLogger("million");
  const start = performance.now();
  for (let n = 0; n < RECORDS; n++) {
    logger.emit({ body: `record ${n}` });
    if (n % 50_000 === 49_999) await provider.forceFlush();
  }
  await provider.shutdown();
  const seconds = (performance.now() - start) / 1_000;
  child.kill("SIGTERM");
  const { code } = await child.status;
  await reading;
  const missing = seen.filter((count) => count === 0).length;
  const doubled = seen.filter((count) => count > 1).length;
  console.log(
    `${lines} records in ${
      seconds.toFixed(1)
    } s, exit ${code}: ${missing} missing, ${doubled} more than once`,
  );
  if (missing > 0) Deno.exit(1);
}
