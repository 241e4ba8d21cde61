import { OtlpJsonReader } from "../format/otlp/otlp_json_reader.ts";
import { MalformedMessage, type MessageReader, type MessageResult } from "../format/otlp/otlp_message.ts";
import { OtlpProtobufReader } from "../format/otlp/otlp_protobuf.ts";
import { Batch } from "../record/batch.ts";
import { packBatch } from "../record/batch_packet.ts";
import { INPUT_BYTES, SIDE_BYTES } from "../record/bounds.ts";
import { KeyTable } from "../record/key_table.ts";
import type { Inbox, Message, Outcome } from "../source/otlp/inbox.ts";
import type { ReceiverCounts } from "../source/otlp/receiver_counts.ts";
import type { PartQueue } from "./part_queue.ts";
import type { ReceiverNotice } from "./receiver_messages.ts";
import { type SharedBuffer, SharedBuffers } from "./shared_buffers.ts";

/** Bytes of the buffers before the engine from which on nothing is added. */
const MAX_AHEAD_BYTES = 8 << 20;

/** Bytes of the least message whose memory is given back by itself; smaller ones may share theirs. */
const LEAST_GIVEN_BACK = 64 << 10;

/** A part that has its buffer. */
interface Filled {
  isPacket: boolean;
  isJson: boolean;
  buffer: SharedBuffer;
  size: number;
  names: number;
}

/**
 * Reads messages from the inbox into batches and hands these to the engine's thread. A message is acknowledged when
 * all of it was found to be in order and stands in memory that the engine reads; while the engine has enough before
 * it, messages wait in the inbox.
 */
export class HandOver {
  readonly #inbox: Inbox;
  readonly #counts: ReceiverCounts;
  readonly #parts: PartQueue;
  readonly #post: (notice: ReceiverNotice) => void;
  readonly #keys = new KeyTable();
  readonly #batch = new Batch(INPUT_BYTES, SIDE_BYTES, this.#keys);
  readonly #readers: Record<Message["encoding"], MessageReader> = {
    protobuf: new OtlpProtobufReader(),
    json: new OtlpJsonReader(),
  };
  readonly #buffers: SharedBuffers;
  /** Parts that the queue had no room for yet, and the buffers of those in it. */
  readonly #waiting: Filled[] = [];
  readonly #handed: SharedBuffer[] = [];
  readonly #ending = new AbortController();
  #goOn = () => {};
  #running: Promise<void> = Promise.resolve();
  /** Keys that the engine was told of, in how many lists. */
  #told = 0;
  #lists = 0;
  #generation = 0;

  constructor(
    inbox: Inbox,
    counts: ReceiverCounts,
    parts: PartQueue,
    post: (notice: ReceiverNotice) => void,
  ) {
    this.#inbox = inbox;
    this.#counts = counts;
    this.#parts = parts;
    this.#post = post;
    this.#buffers = new SharedBuffers((number, buffer) => post({ kind: "buffer", number, buffer }));
  }

  /** Begins to hand over, until `end` is called. */
  run(): void {
    this.#running = this.#run();
  }

  /** Resolves when all that is in the inbox was handed over. */
  async end(): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }

  /** The engine has taken parts. */
  taken(): void {
    this.#goOn();
  }

  async #run(): Promise<void> {
    const { signal } = this.#ending;
    for (;;) {
      const before = this.#parts.taken;
      this.#give();
      if (this.#isFull) {
        const taken = new Promise<void>((resolve) => this.#goOn = resolve);
        this.#parts.giverWaits();
        if (this.#parts.taken === before) await taken;
        continue;
      }
      const message = this.#inbox.take();
      if (message !== null) {
        const outcome = this.#read(message);
        giveBack(message.bytes);
        message.answer(outcome);
      } else if (signal.aborted) return;
      else await this.#inbox.wait(signal);
    }
  }

  get #isFull(): boolean {
    const ahead = this.#handed.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
    return this.#parts.isFull || this.#waiting.length > 0 || ahead >= MAX_AHEAD_BYTES;
  }

  /** Puts parts that wait into the queue, as far as there is room. */
  #give(): void {
    const { put, taken } = this.#parts;
    while (this.#handed.length > ((put - taken) | 0)) this.#buffers.release(this.#handed.shift()!);
    let mustWake = false;
    while (this.#waiting.length > 0 && !this.#parts.isFull) {
      const part = this.#waiting.shift()!;
      this.#handed.push(part.buffer);
      if (this.#parts.add({ ...part, buffer: part.buffer.number })) mustWake = true;
    }
    if (mustWake) this.#post({ kind: "parts" });
  }

  #read({ encoding, bytes }: Message): Outcome {
    const parts: Filled[] = [];
    let result: MessageResult;
    try {
      const isLarge = bytes.length > INPUT_BYTES;
      result = isLarge ? this.#check(encoding, bytes, parts) : this.#pack(encoding, bytes, parts);
    } catch (error) {
      if (!(error instanceof MalformedMessage)) throw error;
      for (const { buffer } of parts) this.#buffers.release(buffer);
      return { kind: "malformed", message: error.message };
    }
    parts[parts.length - 1].size = bytes.length;
    this.#counts.wait(bytes.length);
    this.#counts.rejectedRecords(result.rejected);
    this.#waiting.push(...parts);
    this.#give();
    const { rejected, warning } = result;
    const told = rejected === 0 ? warning : `${rejected} records are larger than the limit for one record`;
    return { kind: "taken", rejected, warning: told };
  }

  /** Reads a message into packets. Throws MalformedMessage. */
  #pack(encoding: Message["encoding"], bytes: Uint8Array, parts: Filled[]): MessageResult {
    const batch = this.#batch;
    const isJson = encoding === "json";
    batch.clear();
    batch.bytes.set(bytes);
    const pack = (full: Batch) => {
      this.#tellNames();
      let buffer!: SharedBuffer;
      packBatch(full, (size) => (buffer = this.#buffers.take(size)).bytes);
      parts.push({ isPacket: true, isJson, buffer, size: 0, names: this.#lists });
      full.clear();
    };
    const result = this.#readers[encoding].read(batch, 0, bytes.length, pack);
    pack(batch);
    return result;
  }

  /** Reads a message that is too large for packets only to know whether it is in order. Throws MalformedMessage. */
  #check(encoding: Message["encoding"], bytes: Uint8Array, parts: Filled[]): MessageResult {
    const batch = new Batch(bytes.length, SIDE_BYTES, new KeyTable());
    batch.bytes.set(bytes);
    const result = this.#readers[encoding].read(batch, 0, bytes.length, (full) => full.clear());
    const buffer = this.#buffers.take(bytes.length);
    new Uint8Array(buffer.bytes).set(bytes);
    parts.push({ isPacket: false, isJson: encoding === "json", buffer, size: 0, names: 0 });
    return result;
  }

  /** Tells the engine the names of new keys. */
  #tellNames(): void {
    const { names, generation } = this.#keys;
    const anew = generation !== this.#generation;
    if (anew) this.#told = 0;
    if (!anew && this.#told === names.length) return;
    this.#post({ kind: "names", names: names.slice(this.#told), anew });
    this.#lists++;
    this.#told = names.length;
    this.#generation = generation;
  }
}

/**
 * Gives the memory of a message that was read back at once, if it is all of its buffer but a prefix: the garbage
 * collector would let a hundred of them gather.
 */
function giveBack({ buffer, length }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && length >= LEAST_GIVEN_BACK && buffer.byteLength - length < 64) {
    buffer.transfer(0);
  }
}
