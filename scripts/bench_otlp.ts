/**
 * Measures the receiver under full analysis against one that only acknowledges (`bench_otlp_baseline.ts`), in
 * turns: records a second, CPU a record, peak memory, for gRPC, HTTP with protobuf and HTTP with JSON, in batches
 * of 512, over one and four connections. The client, in this process, sends one encoded request again and again.
 * `deno task bench:otlp [seconds] [rounds]`; three seconds and three rounds if not given. `deno task bench:otlp
 * million` sends a million records by the SDK's exporter through a receiver that is stopped and continued in
 * between, and counts what arrived. `WEIR_PROGRAM` names another program to measure.
 */
import * as grpc from "@grpc/grpc-js";
import { Buffer } from "node:buffer";
import { BATCH, jsonRequest, protobufRequest } from "./bench_otlp_data.ts";
import { sendMillion } from "./bench_otlp_million.ts";
import { aboutProcess, median, peakOf } from "./measured.ts";

const EXPORT = "/opentelemetry.proto.collector.logs.v1.LogsService/Export";
/** Calls in flight on one gRPC connection. */
const CALLS = 4;
/** Milliseconds of sending before it is measured: both programs compile what is used much as they run. */
const WARMING = 3_000;
const here = import.meta.dirname!;
const weir = Deno.env.get("WEIR_PROGRAM")?.split(" ") ??
  [Deno.execPath(), "run", "-A", "--quiet", `${here}/../main.ts`];

/** Sends the request over one connection until the time is over; answers how often it was taken. */
type Send = (server: Server, until: number) => Promise<number>;

class Server {
  readonly grpcPort = freePort();
  readonly httpPort = freePort();
  readonly #child: Deno.ChildProcess;

  constructor(command: (server: Server) => string[]) {
    const [program, ...args] = command(this);
    this.#child = new Deno.Command(program, { args, stdin: "null", stdout: "null", stderr: "inherit" })
      .spawn();
  }

  async listening(): Promise<void> {
    for (;;) {
      try {
        (await Deno.connect({ hostname: "127.0.0.1", port: this.grpcPort })).close();
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  /** Seconds of CPU that it used so far, NaN where the system does not tell. */
  get cpu(): number {
    const fields = aboutProcess(this.#child.pid, "stat")?.split(") ")[1].split(" ");
    return fields === undefined ? NaN : (Number(fields[11]) + Number(fields[12])) / 100;
  }

  /** Its largest resident memory, MB. */
  get peak(): number {
    return peakOf(this.#child.pid) ?? NaN;
  }

  async end(): Promise<void> {
    this.#child.kill("SIGTERM");
    await this.#child.status;
  }
}

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

const same = (bytes: Buffer) => bytes;

function sendByGrpc(message: Uint8Array): Send {
  const bytes = Buffer.from(message);
  return async (server, until) => {
    const client = new grpc.Client(`127.0.0.1:${server.grpcPort}`, grpc.credentials.createInsecure(), {
      "grpc.use_local_subchannel_pool": 1,
    });
    const one = () =>
      new Promise<boolean>((resolve) =>
        client.makeUnaryRequest(EXPORT, same, same, bytes, (error) => resolve(error === null))
      );
    let taken = 0;
    await Promise.all(Array.from({ length: CALLS }, async () => {
      while (performance.now() < until) if (await one()) taken++;
    }));
    client.close();
    return taken;
  };
}

function sendByHttp(message: Uint8Array, type: string): Send {
  const head =
    `POST /v1/logs HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: ${message.length}\r\n\r\n`;
  const request = new Uint8Array(head.length + message.length);
  request.set(new TextEncoder().encode(head));
  request.set(message, head.length);
  return async (server, until) => {
    using connection = await Deno.connect({ hostname: "127.0.0.1", port: server.httpPort });
    connection.setNoDelay(true);
    const answer = new Uint8Array(4096);
    const decoder = new TextDecoder();
    let taken = 0;
    while (performance.now() < until) {
      for (let at = 0; at < request.length;) at += await connection.write(request.subarray(at));
      let text = "";
      while (!isWhole(text)) {
        const length = await connection.read(answer);
        if (length === null) throw new Error("The server closed the connection");
        text += decoder.decode(answer.subarray(0, length));
      }
      if (text.startsWith("HTTP/1.1 200")) taken++;
    }
    return taken;
  };
}

function isWhole(answer: string): boolean {
  const end = answer.indexOf("\r\n\r\n");
  if (end < 0) return false;
  return answer.length >= end + 4 + Number(/content-length: (\d+)/i.exec(answer)?.[1] ?? 0);
}

interface Run {
  /** Records a second. */
  rate: number;
  /** Microseconds of the server's CPU a record. */
  cpu: number;
  peak: number;
}

async function measure(command: (server: Server) => string[], send: Send, connections: number): Promise<Run> {
  const server = new Server(command);
  await server.listening();
  const spread = (until: number) =>
    Promise.all(Array.from({ length: connections }, () => send(server, until)));
  await spread(performance.now() + WARMING);
  const cpu = server.cpu;
  const start = performance.now();
  const taken = await spread(start + seconds * 1_000);
  const records = taken.reduce((sum, each) => sum + each, 0) * BATCH;
  const run = {
    rate: records / (performance.now() - start) * 1_000,
    cpu: (server.cpu - cpu) / records * 1e6,
    peak: server.peak,
  };
  await server.end();
  return run;
}

if (Deno.args[0] === "million") {
  await sendMillion(weir, freePort(), freePort());
  Deno.exit(0);
}
const seconds = Number(Deno.args[0] ?? 3);
const rounds = Number(Deno.args[1] ?? 3);
const protobuf = protobufRequest();
const json = jsonRequest();
const kinds: Record<string, Send> = {
  "gRPC": sendByGrpc(protobuf),
  "HTTP protobuf": sendByHttp(protobuf, "application/x-protobuf"),
  "HTTP JSON": sendByHttp(json, "application/json"),
};
const acknowledging = ({ grpcPort, httpPort }: Server) => [
  Deno.execPath(),
  "run",
  "-A",
  "--quiet",
  `${here}/bench_otlp_baseline.ts`,
  String(grpcPort),
  String(httpPort),
];
const receiving = ({ grpcPort, httpPort }: Server) => [
  ...weir,
  "report",
  "--otlp-enabled",
  "--otlp-grpc-port",
  String(grpcPort),
  "--otlp-http-port",
  String(httpPort),
];
console.log(
  `batches of ${BATCH} (protobuf ${protobuf.length} bytes, JSON ${json.length}), ${rounds} rounds of ${seconds} s`,
);
console.log(
  "                    connections    weir/s     µs CPU   peak MB    only acknowledged/s     µs CPU   ratio",
);
for (const [name, send] of Object.entries(kinds)) {
  for (const connections of [1, 4]) {
    const ours: Run[] = [];
    const base: Run[] = [];
    for (let round = 0; round < rounds; round++) {
      base.push(await measure(acknowledging, send, connections));
      ours.push(await measure(receiving, send, connections));
    }
    const of = (runs: Run[], field: keyof Run) => median(runs.map((run) => run[field]));
    const columns = [
      String(connections).padStart(11),
      of(ours, "rate").toFixed(0).padStart(10),
      of(ours, "cpu").toFixed(2).padStart(11),
      Math.max(...ours.map(({ peak }) => peak)).toFixed(0).padStart(10),
      of(base, "rate").toFixed(0).padStart(23),
      of(base, "cpu").toFixed(2).padStart(11),
      (of(ours, "rate") / of(base, "rate")).toFixed(2).padStart(8),
    ];
    console.log(name.padEnd(20) + columns.join(""));
  }
}
