import { Engine } from "../../../src/engine/engine.ts";
import type { EngineSettings } from "../../../src/engine/messages.ts";
import { type LogRecord, logRecordOf } from "../../../src/record/log_record.ts";
import { normalJson } from "../../../src/record/normal_json.ts";
import type { ReceiverHealth } from "../../../src/record/summary.ts";
import type { ReceiverSettings } from "../../../src/source/otlp/settings.ts";
import { engineSettings } from "../../engine/settings.ts";

const DEFAULTS: ReceiverSettings = {
  hosts: ["127.0.0.1"],
  optionalHosts: [],
  grpcPort: 0,
  httpPort: 0,
  maxMessageBytes: 64 << 20,
  bearerToken: null,
  tlsCert: null,
  tlsKey: null,
  corsOrigins: [],
};

/** A whole engine with nothing but the receiver, on free ports, that keeps what it is given. */
export class ReceivingEngine {
  readonly records: LogRecord[] = [];
  /** Counts records in the place of keeping them. */
  counted = 0;
  keeps = true;
  readonly engine: Engine;
  readonly #stop = new AbortController();
  readonly #done: Promise<void>;
  #paused: Promise<void> | null = null;
  #resume = () => {};

  private constructor(receiver: ReceiverSettings, settings: Partial<EngineSettings>) {
    this.engine = new Engine(engineSettings({ endless: true, receiver, ...settings }), {
      notice: () => {},
      batch: (batch) => {
        this.counted += batch.count;
        if (!this.keeps) return;
        for (let row = 0; row < batch.count; row++) this.records.push(logRecordOf(batch, row));
      },
      drain: () => this.#paused ?? undefined,
    });
    this.#done = this.engine.run(this.#stop.signal);
  }

  static async start(
    receiver: Partial<ReceiverSettings> = {},
    settings: Partial<EngineSettings> = {},
  ): Promise<ReceivingEngine> {
    const made = new ReceivingEngine({ ...DEFAULTS, ...receiver }, settings);
    let failed = false;
    made.#done.catch(() => failed = true);
    while (made.engine.summary().sources.length === 0 && !failed) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    if (failed) await made.#done;
    return made;
  }

  get health(): ReceiverHealth {
    return this.engine.summary().sources[0].receiver!;
  }

  /** Waits until all that was acknowledged was read, and answers the records. */
  async settled(): Promise<LogRecord[]> {
    await until(() => this.health.waiting === 0, "what was acknowledged");
    return this.records;
  }

  /** `host:port` of the gRPC server and the URL of the HTTP server. */
  get grpc(): string {
    return this.health.grpc[0];
  }

  get http(): string {
    return this.health.http[0];
  }

  /** The records as `parse` prints them. */
  get printed(): Record<string, unknown>[] {
    return this.lines.map((line) => JSON.parse(line));
  }

  get lines(): string[] {
    return this.records.map((record) =>
      normalJson(record, { source: "otlp", format: this.engine.formatName(record.format) })
    );
  }

  /** The engine takes nothing more, as when standard output takes nothing. */
  pause(): void {
    this.#paused = new Promise((resolve) => this.#resume = resolve);
  }

  resume(): void {
    this.#paused = null;
    this.#resume();
  }

  async stop(): Promise<void> {
    this.resume();
    this.#stop.abort();
    await this.#done;
  }
}

/** Runs `test` with an engine that receives, and ends it. */
export async function receiving(
  test: (engine: ReceivingEngine) => Promise<void>,
  receiver: Partial<ReceiverSettings> = {},
  settings: Partial<EngineSettings> = {},
): Promise<void> {
  const engine = await ReceivingEngine.start(receiver, settings);
  try {
    await test(engine);
  } finally {
    await engine.stop();
  }
}

/** Waits until `holds`; fails after a minute, which a program that starts on a busy machine may need most of. */
export async function until(holds: () => boolean, what: string, milliseconds = 60_000): Promise<void> {
  const deadline = Date.now() + milliseconds;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error(`Waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
