import type { FormatNames } from "../format/detector.ts";
import { MalformedMessage, type MessageReader } from "../format/otlp/otlp_message.ts";
import { INPUT_BYTES, SIDE_BYTES } from "../format/source_reader.ts";
import { Batch, LATE, TRUNCATED } from "../record/batch.ts";
import type { SourceHealth } from "../record/summary.ts";
import type { Message, Outcome } from "../source/otlp/inbox.ts";
import type { OtlpReceiver } from "../source/otlp/receiver.ts";
import type { EngineInput, Turn } from "./input.ts";

/** The source's name, as records and summaries show it. */
const NAME = "otlp";

/** What is counted of the records that were received. */
interface Counts {
  records: number;
  bytes: number;
  truncated: number;
  late: number;
  undated: number;
  formats: number[];
}

function noCounts(): Counts {
  return { records: 0, bytes: 0, truncated: 0, late: 0, undated: 0, formats: [] };
}

/** What the receiver brings, message by message: each is answered when all its records are in the engine. */
export class ReceiverInput implements EngineInput {
  readonly source;
  readonly #receiver: OtlpReceiver;
  readonly #batch: Batch;
  readonly #readers: Record<Message["encoding"], MessageReader>;
  readonly #formats: Record<Message["encoding"], number>;
  readonly #consume: (batch: Batch) => void;
  #counts = noCounts();
  /** The number of the next record, from 1; it goes on after a reset. */
  #line = 1;
  #latest = -Infinity;
  #state: SourceHealth["state"] = "waiting";

  constructor(
    readonly number: number,
    receiver: OtlpReceiver,
    batch: Batch,
    names: FormatNames,
    readers: Record<Message["encoding"], MessageReader>,
    consume: (batch: Batch) => void,
  ) {
    this.#receiver = receiver;
    this.#batch = batch;
    this.#readers = readers;
    this.#formats = {
      protobuf: names.numberOf(readers.protobuf.format),
      json: names.numberOf(readers.json.format),
    };
    this.#consume = consume;
    this.source = {
      name: NAME,
      reference: Date.now(),
      size: null,
      position: 0,
      wait: (signal: AbortSignal) => receiver.inbox.wait(signal),
    };
  }

  get ended(): boolean {
    return this.#state === "ended" || this.#state === "failed";
  }

  due(): number {
    return Infinity;
  }

  turn(now: number): Turn {
    const message = this.#receiver.inbox.take();
    if (message === null) return "nothing";
    this.#state = "following";
    let outcome: Outcome;
    try {
      outcome = this.#read(message, now);
    } catch (error) {
      if (!(error instanceof MalformedMessage)) throw error;
      outcome = { kind: "malformed", message: error.message };
    }
    message.answer(outcome);
    return "read";
  }

  end(_now: number, state: "ended" | "failed"): void {
    this.#receiver.inbox.close();
    this.#receiver.inbox.clear();
    this.#state = state;
  }

  reset(): void {
    this.#counts = noCounts();
    this.#receiver.counts.reset();
  }

  health(formatName: (format: number) => string): SourceHealth {
    const { records, bytes, truncated, late, undated } = this.#counts;
    const formats: Record<string, number> = {};
    this.#counts.formats.forEach((count, format) => formats[formatName(format)] = count);
    return {
      name: NAME,
      lines: records,
      records,
      bytes,
      formats,
      plain: 0,
      truncated,
      late,
      undated,
      errors: [],
      state: this.#state,
      receiver: this.#receiver.health(),
    };
  }

  #read(message: Message, now: number): Outcome {
    const { encoding, bytes } = message;
    const reader = this.#readers[encoding];
    const batch = this.#batchFor(bytes);
    // A message that fills more than one batch is read twice: it must be whole before any of it is kept.
    let isLong = false;
    let result = reader.read(batch, 0, bytes.length, (full) => {
      isLong = true;
      full.clear();
    });
    const give = (full: Batch) => this.#give(full, encoding, now);
    if (isLong) {
      batch.clear();
      result = reader.read(batch, 0, bytes.length, give);
    }
    give(batch);
    this.#counts.bytes += bytes.length;
    const { rejected, warning } = result;
    this.#receiver.counts.rejectedRecords(rejected);
    const told = rejected === 0 ? warning : `${rejected} records hold more than can be kept of one record`;
    return { kind: "taken", rejected, warning: told };
  }

  /** The engine's batch with the message in it, or, for a large message, one of its own. */
  #batchFor(bytes: Uint8Array): Batch {
    const batch = bytes.length <= INPUT_BYTES
      ? this.#batch
      : new Batch(bytes.length, SIDE_BYTES, this.#batch.keys);
    batch.clear();
    batch.bytes.set(bytes);
    return batch;
  }

  /** Completes the rows of a batch, counts them, hands them over and empties the batch. */
  #give(batch: Batch, encoding: Message["encoding"], now: number): void {
    const { counts, format } = { counts: this.#counts, format: this.#formats[encoding] };
    const rows = batch.count;
    batch.source = this.number;
    batch.received = now;
    for (let row = 0; row < rows; row++) {
      batch.format[row] = format;
      batch.line[row] = this.#line++;
      batch.offset[row] = 0;
      const at = batch.time[row];
      if (at !== at) counts.undated++;
      else if (at < this.#latest) {
        batch.flags[row] |= LATE;
        counts.late++;
      } else this.#latest = at;
      if (batch.flags[row] & TRUNCATED) counts.truncated++;
    }
    counts.records += rows;
    counts.formats[format] = (counts.formats[format] ?? 0) + rows;
    if (rows > 0) this.#consume(batch);
    batch.clear();
  }
}
