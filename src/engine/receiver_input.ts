import type { FormatNames } from "../format/format_names.ts";
import type { MessageReader } from "../format/otlp/otlp_message.ts";
import { TimeOrder } from "../format/reader_counts.ts";
import { Batch, LATE, TRUNCATED } from "../record/batch.ts";
import { unpackBatch } from "../record/batch_packet.ts";
import { SIDE_BYTES } from "../record/bounds.ts";
import type { SourceHealth } from "../record/summary.ts";
import type { Message } from "../source/otlp/inbox.ts";
import type { ReceiverCounts } from "../source/otlp/receiver_counts.ts";
import type { EngineInput, Turn } from "./input.ts";
import type { Part, PartQueue } from "./part_queue.ts";
import type { ReceiverNotice } from "./receiver_messages.ts";

/** The source's name, as records and summaries show it. */
const NAME = "otlp";
/** Milliseconds after a part in which the next ones are looked for, and between two looks. */
const BUSY = 20;
const LOOK = 1;

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

/** What the input of a receiver is made of. */
export interface ReceiverInputParts {
  counts: ReceiverCounts;
  parts: PartQueue;
  batch: Batch;
  names: FormatNames;
  readers: Record<Message["encoding"], MessageReader>;
  /** Is given each batch. */
  consume(batch: Batch): void;
  /** Is told when the receiver's thread waits for room in the queue, and there is some. */
  taken(): void;
}

/** What the receiver's thread hands over, part by part. */
export class ReceiverInput implements EngineInput {
  /** Its number among the engine's inputs, to be set before its first turn. */
  number = -1;
  readonly source;
  readonly #of: ReceiverInputParts;
  readonly #formats: Record<Message["encoding"], number>;
  #listening = { grpc: [] as string[], http: [] as string[], room: 0 };
  #wake = () => {};
  #failure: Error | null = null;
  #tookAt = -Infinity;
  readonly #buffers = new Map<number, SharedArrayBuffer>();
  /** Lists of names of the keys in the receiver's thread; of those that are used the numbers in the engine's table. */
  readonly #lists: { names: string[]; anew: boolean }[] = [];
  #listsUsed = 0;
  #names: string[] = [];
  #keyOf = new Int32Array(64);
  #keysKnown = 0;
  #generation = -1;
  #counts = noCounts();
  /** The number of the next record, from 1; it goes on after a reset. */
  #line = 1;
  readonly #order = new TimeOrder();
  #state: SourceHealth["state"] = "waiting";

  constructor(parts: ReceiverInputParts) {
    this.#of = parts;
    const { names, readers } = parts;
    this.#formats = {
      protobuf: names.numberOf(readers.protobuf.format),
      json: names.numberOf(readers.json.format),
    };
    this.source = {
      name: NAME,
      reference: Date.now(),
      size: null,
      position: 0,
      wait: (signal: AbortSignal) => this.#wait(signal),
    };
  }

  /** Where the receiver listens. */
  listens({ grpc, http, room }: ReceiverNotice & { kind: "listening" }): void {
    this.#listening = { grpc, http, room };
  }

  /** A buffer that parts will come in; null when no more will. */
  buffer(number: number, buffer: SharedArrayBuffer | null): void {
    if (buffer === null) this.#buffers.delete(number);
    else this.#buffers.set(number, buffer);
    this.#wake();
  }

  /** Names of the receiver's keys. */
  learn(names: string[], anew: boolean): void {
    this.#lists.push({ names, anew });
    this.#wake();
  }

  /** There are parts. */
  wake(): void {
    this.#wake();
  }

  /** The receiver is no more; the next turn throws `error`. */
  fail(error: Error): void {
    this.#failure = error;
    this.#wake();
  }

  get ended(): boolean {
    return this.#state === "ended" || this.#state === "failed";
  }

  due(): number {
    return Infinity;
  }

  turn(now: number): Turn {
    if (this.#failure !== null) throw this.#failure;
    const { parts, counts } = this.#of;
    if (!this.#isReady()) return "nothing";
    this.#state = "following";
    const part = parts.first();
    const buffer = this.#buffers.get(part.buffer)!;
    if (part.isPacket) this.#unpack(part, buffer, now);
    else this.#read(part, buffer, now);
    this.#counts.bytes += part.size;
    counts.wait(-part.size);
    this.#tookAt = performance.now();
    if (parts.remove()) this.#of.taken();
    return "read";
  }

  end(_now: number, state: "ended" | "failed"): void {
    this.#state = state;
  }

  reset(): void {
    this.#counts = noCounts();
    this.#of.counts.reset();
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
      receiver: { ...this.#listening, ...this.#of.counts.snapshot() },
    };
  }

  /** Whether there is a part, and all that it refers to has come too. */
  #isReady(): boolean {
    const { parts } = this.#of;
    if (parts.isEmpty) return false;
    const { buffer, names } = parts.first();
    return this.#buffers.has(buffer) && names <= this.#listsUsed + this.#lists.length;
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const done = () => {
        signal.removeEventListener("abort", done);
        clearTimeout(timer);
        resolve();
      };
      this.#wake = done;
      signal.addEventListener("abort", done, { once: true });
      // To wake a thread costs the one that does it more than a look from time to time costs the other.
      const isBusy = performance.now() - this.#tookAt < BUSY;
      if (isBusy) timer = setTimeout(done, LOOK);
      const isIdle = isBusy || this.#of.parts.takerWaits() || !this.#isReady();
      if (!isIdle || this.#failure !== null || signal.aborted) done();
    });
  }

  #unpack({ isJson, names }: Part, packet: SharedArrayBuffer, now: number): void {
    const { batch } = this.#of;
    batch.clear();
    for (; this.#listsUsed < names; this.#listsUsed++) this.#use(this.#lists.shift()!);
    this.#findKeys();
    unpackBatch(packet, batch, this.#keyOf);
    this.#give(batch, isJson ? "json" : "protobuf", now);
  }

  #use({ names, anew }: { names: string[]; anew: boolean }): void {
    if (anew) this.#names = [];
    if (anew) this.#keysKnown = 0;
    for (const name of names) this.#names.push(name);
  }

  /** Finds the numbers that keys of the receiver's thread have here. */
  #findKeys(): void {
    const { keys } = this.#of.batch;
    if (keys.generation !== this.#generation) this.#keysKnown = 0;
    this.#generation = keys.generation;
    if (this.#keysKnown === this.#names.length) return;
    if (this.#names.length > this.#keyOf.length) {
      const keyOf = new Int32Array(this.#names.length * 2);
      keyOf.set(this.#keyOf);
      this.#keyOf = keyOf;
    }
    for (; this.#keysKnown < this.#names.length; this.#keysKnown++) {
      this.#keyOf[this.#keysKnown] = keys.idOf(this.#names[this.#keysKnown]);
    }
  }

  /** Reads a large message, in a batch of its own. */
  #read({ isJson, size }: Part, message: SharedArrayBuffer, now: number): void {
    const encoding = isJson ? "json" : "protobuf";
    const batch = new Batch(size, SIDE_BYTES, this.#of.batch.keys);
    batch.bytes.set(new Uint8Array(message, 0, size));
    const give = (full: Batch) => this.#give(full, encoding, now);
    this.#of.readers[encoding].read(batch, 0, size, give);
    give(batch);
  }

  /** Completes the rows of a batch, counts them, hands them over and empties the batch. */
  #give(batch: Batch, encoding: Message["encoding"], now: number): void {
    const counts = this.#counts;
    const format = this.#formats[encoding];
    const rows = batch.count;
    batch.source = this.number;
    batch.received = now;
    for (let row = 0; row < rows; row++) {
      batch.format[row] = format;
      batch.line[row] = this.#line++;
      batch.offset[row] = 0;
      const at = batch.time[row];
      if (at !== at) counts.undated++;
      else if (this.#order.isLate(at, batch.fraction[row])) {
        batch.flags[row] |= LATE;
        counts.late++;
      }
      if (batch.flags[row] & TRUNCATED) counts.truncated++;
    }
    counts.records += rows;
    counts.formats[format] = (counts.formats[format] ?? 0) + rows;
    if (rows > 0) this.#of.consume(batch);
    batch.clear();
  }
}
