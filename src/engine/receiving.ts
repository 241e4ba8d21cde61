import type { FormatNames } from "../format/format_names.ts";
import { OtlpJsonReader } from "../format/otlp/otlp_json_reader.ts";
import type { MessageReader } from "../format/otlp/otlp_message.ts";
import { OtlpProtobufReader } from "../format/otlp/otlp_protobuf.ts";
import type { Batch } from "../record/batch.ts";
import { UserError } from "../record/user_error.ts";
import { ReceiverCounts } from "../source/otlp/receiver_counts.ts";
import type { ReceiverSettings } from "../source/otlp/settings.ts";
import { PartQueue } from "./part_queue.ts";
import { ReceiverInput } from "./receiver_input.ts";
import type { ReceiverNotice, ReceiverRequest } from "./receiver_messages.ts";

/** The receiver of one engine, which runs in a thread of its own, with what reads its messages again. */
export class Receiving {
  readonly #worker = new Worker(new URL("../engine/receiver_worker.ts", import.meta.url), { type: "module" });
  readonly #counts = new ReceiverCounts();
  readonly #parts = new PartQueue();
  readonly #names: FormatNames;
  readonly #readers = { protobuf: new OtlpProtobufReader(), json: new OtlpJsonReader() };
  readonly #input: ReceiverInput;
  readonly #listening = Promise.withResolvers<void>();
  readonly #closed = new AbortController();

  private constructor(batch: Batch, names: FormatNames, consume: (batch: Batch) => void) {
    this.#names = names;
    this.#input = new ReceiverInput({
      counts: this.#counts,
      parts: this.#parts,
      batch,
      names,
      readers: this.#readers,
      consume,
      taken: () => this.#post({ kind: "taken" }),
    });
    this.#worker.onmessage = ({ data }: MessageEvent<ReceiverNotice>) => this.#hear(data);
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#fail(new Error(`The receiver stopped: ${event.message}`));
    };
  }

  /** Listens; what is received goes to `consume`, turn by turn of the input. Throws UserError if it cannot. */
  static async start(
    settings: ReceiverSettings,
    batch: Batch,
    names: FormatNames,
    consume: (batch: Batch) => void,
  ): Promise<Receiving> {
    const receiving = new Receiving(batch, names, consume);
    const { shared: counts } = receiving.#counts;
    receiving.#post({ kind: "start", settings, counts, parts: receiving.#parts.shared });
    try {
      await receiving.#listening.promise;
    } catch (error) {
      receiving.#worker.terminate();
      throw error;
    }
    return receiving;
  }

  /** The input from which the engine takes what is received, as its input of that number. */
  input(number: number): ReceiverInput {
    this.#input.number = number;
    return this.#input;
  }

  /** What reads held records of that source and format; null if the source is none of the receiver's. */
  readerOf(source: number, format: number): MessageReader | null {
    if (source !== this.#input.number) return null;
    const { protobuf, json } = this.#readers;
    return this.#names.names[format] === protobuf.format ? protobuf : json;
  }

  /** Takes no more requests, and all that those in flight bring; `drain` is waited for between two of them. */
  async close(drain: () => Promise<void> | void): Promise<void> {
    const { signal } = this.#closed;
    this.#post({ kind: "close" });
    while (!signal.aborted) {
      if (this.#input.turn(Date.now()) !== "read") await this.#input.source.wait(signal);
      await drain();
    }
    while (this.#input.turn(Date.now()) === "read") await drain();
    this.#worker.terminate();
  }

  #post(request: ReceiverRequest): void {
    this.#worker.postMessage(request);
  }

  #hear(notice: ReceiverNotice): void {
    switch (notice.kind) {
      case "listening":
        this.#input.listens(notice);
        this.#listening.resolve();
        break;
      case "failed":
        this.#fail(
          notice.exitCode === null
            ? new Error(notice.message)
            : new UserError(notice.message, notice.exitCode),
        );
        break;
      case "client":
        this.#counts.name(notice.name);
        break;
      case "closed":
        this.#closed.abort();
        break;
      case "buffer":
        this.#input.buffer(notice.number, notice.buffer);
        break;
      case "names":
        this.#input.learn(notice.names, notice.anew);
        break;
      case "parts":
        this.#input.wake();
    }
  }

  #fail(error: Error): void {
    this.#listening.reject(error);
    this.#input.fail(error);
    this.#closed.abort();
  }
}
