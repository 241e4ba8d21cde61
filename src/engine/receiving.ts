import type { FormatNames } from "../format/detector.ts";
import type { MessageReader } from "../format/otlp/otlp_message.ts";
import { OtlpJsonReader } from "../format/otlp/otlp_json_reader.ts";
import { OtlpProtobufReader } from "../format/otlp/otlp_protobuf.ts";
import type { Batch } from "../record/batch.ts";
import { OtlpReceiver } from "../source/otlp/receiver.ts";
import type { ReceiverSettings } from "../source/otlp/settings.ts";
import { ReceiverInput } from "./receiver_input.ts";

/** The receiver of one engine, with what reads its messages. */
export class Receiving {
  readonly #receiver: OtlpReceiver;
  readonly #batch: Batch;
  readonly #names: FormatNames;
  readonly #readers = { protobuf: new OtlpProtobufReader(), json: new OtlpJsonReader() };
  #input: ReceiverInput | null = null;

  private constructor(receiver: OtlpReceiver, batch: Batch, names: FormatNames) {
    this.#receiver = receiver;
    this.#batch = batch;
    this.#names = names;
  }

  /** Listens. Throws UserError if it cannot. */
  static async start(settings: ReceiverSettings, batch: Batch, names: FormatNames): Promise<Receiving> {
    return new Receiving(await OtlpReceiver.start(settings), batch, names);
  }

  /** Makes the input from which the engine takes what is received. */
  input(number: number, consume: (batch: Batch) => void): ReceiverInput {
    return this.#input = new ReceiverInput(
      number,
      this.#receiver,
      this.#batch,
      this.#names,
      this.#readers,
      consume,
    );
  }

  /** What reads held records of that source and format; null if the source is none of the receiver's. */
  readerOf(source: number, format: number): MessageReader | null {
    if (source !== this.#input?.number) return null;
    const { protobuf, json } = this.#readers;
    return this.#names.names[format] === protobuf.format ? protobuf : json;
  }

  /** Takes no more requests, and all that those in flight bring; `drain` is waited for between two of them. */
  async close(drain: () => Promise<void> | void): Promise<void> {
    const closed = new AbortController();
    const closing = this.#receiver.close().then(() => closed.abort());
    while (!closed.signal.aborted) {
      if (this.#input?.turn(Date.now()) !== "read") await this.#receiver.inbox.wait(closed.signal);
      await drain();
    }
    await closing;
    while (this.#input?.turn(Date.now()) === "read") await drain();
  }
}
