import { generateKeyPairSync } from "node:crypto";
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { PtyProgram } from "./pty.ts";
import { until } from "../source/otlp/receiving_engine.ts";

const root = new URL("../..", import.meta.url).pathname;
const DEADLINE = 20_000;

/** What `deno info --json` tells of a module and all that it names. */
interface ModuleGraph {
  roots: string[];
  modules: { specifier: string; dependencies?: { code?: { specifier: string }; isDynamic?: boolean }[] }[];
}

/** A port that nothing listens on now, on either loopback address. */
function freePort(): number {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  return port;
}

/** Waits until something listens on a port. */
async function listening(port: number): Promise<void> {
  for (let ready = false; !ready;) {
    try {
      (await Deno.connect({ hostname: "127.0.0.1", port })).close();
      ready = true;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

/** The program with a receiver, and what it has written so far. */
class Program {
  readonly grpcPort = freePort();
  readonly httpPort = freePort();
  readonly #child: Deno.ChildProcess;
  readonly #reading: Promise<void>[];
  readonly #timer: ReturnType<typeof setTimeout>;
  out = "";
  error = "";

  constructor(args: string[], env: Record<string, string> = {}) {
    this.#child = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--quiet", "--no-check", `${root}main.ts`, ...args],
      env: {
        WEIR_OTLP_ENABLED: "true",
        WEIR_OTLP_GRPC_PORT: String(this.grpcPort),
        WEIR_OTLP_HTTP_PORT: String(this.httpPort),
        ...env,
      },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const collect = async (stream: ReadableStream<Uint8Array>, add: (text: string) => void) => {
      for await (const text of stream.pipeThrough(new TextDecoderStream())) add(text);
    };
    this.#reading = [
      collect(this.#child.stdout, (text) => this.out += text),
      collect(this.#child.stderr, (text) => this.error += text),
    ];
    this.#timer = setTimeout(() => this.#child.kill("SIGKILL"), DEADLINE);
  }

  get url(): string {
    return `http://127.0.0.1:${this.httpPort}/v1/logs`;
  }

  get lines(): string[] {
    return this.out.split("\n").slice(0, -1);
  }

  async listening(): Promise<this> {
    await listening(this.grpcPort);
    return this;
  }

  kill(signal: Deno.Signal): void {
    this.#child.kill(signal);
  }

  async ended(): Promise<number> {
    const { code } = await this.#child.status;
    await Promise.all(this.#reading);
    clearTimeout(this.#timer);
    return code;
  }
}

function post(url: string, bodies: string[]): Promise<Response> {
  const logRecords = bodies.map((stringValue) => ({ body: { stringValue }, severityNumber: 17 }));
  return fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] }),
  });
}

Deno.test("OTLP 33: both loopback addresses by default, and no other", async () => {
  const program = await new Program(["parse"]).listening();
  const urls = [program.url, `http://[::1]:${program.httpPort}/v1/logs`];
  for (const url of hasIpv6() ? urls : urls.slice(0, 1)) {
    const response = await post(url, [url]);
    assertEquals([response.status, await response.text()], [200, "{}"]);
  }
  const others = Deno.networkInterfaces().filter(({ address, family }) =>
    family === "IPv4" && !address.startsWith("127.")
  );
  for (const { address } of others) {
    for (const port of [program.httpPort, program.grpcPort]) {
      const reached = await Deno.connect({ hostname: address, port }).then(
        (c) => (c.close(), true),
        () => false,
      );
      assert(!reached, `${address}:${port} can be reached`);
    }
  }
  await until(() => program.lines.length === (hasIpv6() ? 2 : 1), "the records");
  program.kill("SIGTERM");
  assertEquals(await program.ended(), 0);
});

function hasIpv6(): boolean {
  return Deno.networkInterfaces().some(({ address }) => address === "::1");
}

Deno.test("OTLP 34: with a port in use nothing starts, and the message says which and what to do", async () => {
  for (const kind of ["grpc", "http"] as const) {
    const taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const name = `WEIR_OTLP_${kind.toUpperCase()}_PORT`;
    const program = new Program(["parse"], { [name]: String(taken.addr.port) });
    assertEquals(await program.ended(), 1);
    taken.close();
    assertStringIncludes(program.error, `port ${taken.addr.port} (otlp-${kind}-port)`);
    assertStringIncludes(program.error, `--otlp-${kind}-port`);
    assertMatch(program.error, /in use/);
    assertEquals([program.out, program.error.trim().split("\n").length], ["", 1]);
  }
  const same = String(freePort());
  const program = new Program(["parse"], { WEIR_OTLP_GRPC_PORT: same, WEIR_OTLP_HTTP_PORT: same });
  assertEquals(await program.ended(), 2);
  assertStringIncludes(program.error, `otlp-http-port to '${same}'`);
  assertMatch(program.error, /otlp-grpc-port already uses it/);
});

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  Deno.test(`OTLP 35, 36, 45: at ${signal} what was acknowledged is in the output, once, and nothing else`, async () => {
    const program = await new Program(["parse"]).listening();
    const acknowledged = new Set<string>();
    const sent = new Set<string>();
    let isOver = false;
    const sender = async (name: string) => {
      for (let n = 0; !isOver; n++) {
        const bodies = Array.from({ length: 50 }, (_, at) => `${name} ${n} ${at}`);
        bodies.forEach((body) => sent.add(body));
        try {
          const response = await post(program.url, bodies);
          await response.text();
          if (response.status === 200) bodies.forEach((body) => acknowledged.add(body));
        } catch {
          return;
        }
      }
    };
    const senders = ["a", "b", "c", "d"].map(sender);
    await until(() => acknowledged.size > 2_000, "records");
    program.kill(signal);
    const code = await program.ended();
    isOver = true;
    await Promise.all(senders);
    assertEquals([code, program.error.includes("bug")], [0, false]);
    const printed = program.lines.map((line) => JSON.parse(line).body as string);
    assertEquals(new Set(printed).size, printed.length);
    for (const body of acknowledged) assert(printed.includes(body) || new Set(printed).has(body), body);
    for (const body of printed) assert(sent.has(body));
    const refused = await post(program.url, ["late"]).then(() => false, () => true);
    assert(refused, "the port still answers");
  });
}

Deno.test("OTLP 38: a certificate without its key does not start, nor does one that is none", async () => {
  const cert = `${root}tests/source/otlp/certificate/cert.pem`;
  const alone = new Program(["parse"], { WEIR_OTLP_TLS_CERT: cert });
  assertEquals(await alone.ended(), 2);
  assertMatch(alone.error, /otlp-tls-key/);
  const wrong = new Program(["parse"], { WEIR_OTLP_TLS_CERT: `${root}deno.json`, WEIR_OTLP_TLS_KEY: cert });
  assertEquals(await wrong.ended(), 2);
  assertMatch(wrong.error, /otlp-tls-cert/);
});

Deno.test("OTLP 38: a certificate with the key of another does not start, and is told as that", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const key = `${folder}/other.pem`;
    await Deno.writeTextFile(key, String(privateKey.export({ type: "pkcs8", format: "pem" })));
    const cert = `${root}tests/source/otlp/certificate/cert.pem`;
    const program = new Program(["parse"], { WEIR_OTLP_TLS_CERT: cert, WEIR_OTLP_TLS_KEY: key });
    assertEquals(await program.ended(), 2);
    assertMatch(program.error, /otlp-tls-cert and otlp-tls-key.*the key is not that of the certificate\n$/);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("report reads what is received until it is told to end, beside a file", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/app.log`, '{"level":"info","msg":"from a file"}\n');
    const program = await new Program(["report", "--output", "json", "-f", `${folder}/app.log`]).listening();
    await (await post(program.url, ["one", "two"])).text();
    program.kill("SIGTERM");
    assertEquals(await program.ended(), 0);
    const report = JSON.parse(program.out);
    assertEquals(report.records, 3);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("the dashboard names the endpoints while it waits and when it is left", async () => {
  const [grpcPort, httpPort] = [freePort(), freePort()];
  const folder = await Deno.makeTempDir({ prefix: "weir-otlp-" });
  const weir = new PtyProgram({
    args: ["--otlp-enabled", "--otlp-grpc-port", String(grpcPort), "--otlp-http-port", String(httpPort)],
    cwd: folder,
    env: { TZ: "UTC", XDG_CONFIG_HOME: `${folder}/config`, XDG_STATE_HOME: `${folder}/state` },
  });
  try {
    const name = `OTLP on 127.0.0.1:${grpcPort} and :${httpPort}`;
    await weir.waitFor(`Waiting for ${name}`);
    await listening(grpcPort);
    await (await post(`http://127.0.0.1:${httpPort}/v1/logs`, ["one", "two"])).text();
    await weir.waitFor("2 records");
    weir.press("q");
    assertEquals(await weir.exitCode, 0);
    assertStringIncludes(weir.screen().join(""), `Read 2 records from ${name}; `);
    assertMatch(weir.screen().join(" "), /Report: weir report --otlp-enabled/);
  } finally {
    await weir.stop();
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("the status line names the endpoints beside a file, and an entry shows all digits of what came", async () => {
  const [grpcPort, httpPort] = [freePort(), freePort()];
  const folder = await Deno.makeTempDir({ prefix: "weir-otlp-" });
  await Deno.writeTextFile(`${folder}/app.log`, "2020-01-01T00:00:00Z INFO started\n");
  const ports = ["--otlp-grpc-port", String(grpcPort), "--otlp-http-port", String(httpPort)];
  const weir = new PtyProgram({
    args: ["--otlp-enabled", ...ports, "-f", "app.log"],
    cwd: folder,
    env: { TZ: "UTC", XDG_CONFIG_HOME: `${folder}/config`, XDG_STATE_HOME: `${folder}/state` },
  });
  try {
    await weir.waitFor("app.log + OTLP");
    await weir.waitFor(`on 127.0.0.1:${grpcPort} and :${httpPort}`);
    await listening(grpcPort);
    const record = {
      timeUnixNano: "1700000000123456789",
      severityNumber: 17,
      severityText: "Failure",
      body: { kvlistValue: { values: [{ key: "n", value: { intValue: "9223372036854775807" } }] } },
    };
    const response = await fetch(`http://127.0.0.1:${httpPort}/v1/logs`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords: [record] }] }] }),
    });
    await response.text();
    await weir.waitFor("2 records");
    weir.press("G");
    await weir.waitFor((rows) => rows.some((row) => row.startsWith("▌") && row.includes('{"n"')));
    weir.press("\r");
    await weir.waitFor("22:13:20.123456789");
    await weir.waitFor('"n": 9223372036854775807');
    await weir.waitFor("Failure");
  } finally {
    await weir.stop();
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("the dashboard without a terminal shows what is received", async () => {
  const program = await new Program(["--test-mode"]).listening();
  await (await post(program.url, ["one", "two"])).text();
  program.kill("SIGTERM");
  assertEquals(await program.ended(), 0);
  assertMatch(program.out, /\b2\b/);
});

for (const protocol of ["grpc", "http/protobuf", "http/json"]) {
  Deno.test(`OTLP 39: Deno's own exporter delivers by ${protocol}`, async () => {
    const program = await new Program(["parse"]).listening();
    const port = protocol === "grpc" ? program.grpcPort : program.httpPort;
    const sender = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--quiet", "--no-check", `${root}tests/end_to_end/programs/otel_program.ts`],
      env: {
        OTEL_DENO: "true",
        OTEL_SERVICE_NAME: "by-deno",
        OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
        OTEL_DENO_CONSOLE: "replace",
      },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).output();
    assertEquals(sender.code, 0, new TextDecoder().decode(sender.stderr));
    await until(() => program.lines.length >= 2, "both records");
    program.kill("SIGTERM");
    assertEquals(await program.ended(), 0);
    const [first] = program.lines.map((line) => JSON.parse(line));
    assertEquals([first.body.trim(), first.severity, first.service], [
      "from Deno's own exporter",
      "ERROR",
      "by-deno",
    ]);
  });
}

Deno.test("without a receiver nothing of gRPC is loaded", async () => {
  const info = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", "src/engine/worker.ts"],
    cwd: root,
    stdout: "piped",
  }).output();
  assertEquals(info.code, 0);
  const { modules, roots } = JSON.parse(new TextDecoder().decode(info.stdout)) as ModuleGraph;
  const importsOf = new Map(modules.map(({ specifier, dependencies = [] }) => [specifier, dependencies]));
  const loaded = new Set(roots);
  // A set yields what is added while it is walked.
  for (const specifier of loaded) {
    for (const { code, isDynamic } of importsOf.get(specifier) ?? []) {
      if (code !== undefined && !isDynamic) loaded.add(code.specifier);
    }
  }
  const names = [...loaded].map((specifier) => specifier.replace(`file://${root}`, ""));
  assert(names.includes("src/engine/ingestion.ts"), "the walk reaches what reads the inputs");
  assertEquals(
    names.filter((name) => /@grpc|otlp\/receiver\.ts|grpc_server|receiving\.ts|receiver_worker/.test(name)),
    [],
  );
});
