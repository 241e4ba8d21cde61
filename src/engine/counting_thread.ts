import type { ReadingSummary } from "../analysis/analysis.ts";
import type { Batch } from "../record/batch.ts";
import { packBatch } from "../record/batch_packet.ts";
import {
  COMPLETE,
  type CountingMessage,
  type CountingStart,
  type CountingSummary,
  GIVER_WAITS,
  type SummaryRequest,
  TAKEN,
  TAKER_WAITS,
  wake,
  WRITTEN,
} from "./counting_messages.ts";

/** Batches that reading may be ahead, and those that gather before the other thread is woken. */
const SLOTS = 12;
const GATHERED = 4;
/** The first ones are told of at once: while its code is not compiled it is the slower one. */
const FIRST = 16;
/**
 * Bytes of the largest batch: 11 MB of text, and a field for every four of them. What is not touched takes no memory.
 */
const SLOT_BYTES = 48 << 20;
/**
 * Milliseconds without a batch counted after which, the second time in a row, the other thread has come to grief: once is
 * also what a process sees that was stopped meanwhile.
 */
const PATIENCE = 30_000;

/**
 * Counts batches in a thread of its own, in the order they come, while the next ones are read. Batches cross in shared
 * memory, in a ring of slots; who is ahead waits.
 */
export class CountingThread {
  readonly #worker = new Worker(new URL("../engine/counting_worker.ts", import.meta.url), { type: "module" });
  readonly #control = new Int32Array(new SharedArrayBuffer(20));
  readonly #slots = Array.from({ length: SLOTS }, () => new SharedArrayBuffer(SLOT_BYTES));
  readonly #answer: Promise<CountingMessage>;
  #written = 0;
  /** The names of keys that the other side has. */
  #generation = 0;
  #names = 0;

  constructor(settings: Pick<CountingStart, "memorySize" | "stopWords">) {
    this.#answer = new Promise((resolve) => {
      this.#worker.onmessage = ({ data }: MessageEvent<CountingMessage>) => resolve(data);
      this.#worker.onerror = (event) => {
        event.preventDefault();
        resolve({ kind: "failed", message: event.message });
      };
    });
    const { memorySize, stopWords } = settings;
    const start: CountingStart = { memorySize, stopWords, slots: this.#slots, control: this.#control.buffer };
    this.#worker.postMessage(start);
  }

  /** Hands a batch over; the caller's is free again when this returns. Waits while all slots are taken. */
  add(batch: Batch): void {
    const control = this.#control;
    for (let waits = 0; this.#ahead === SLOTS;) {
      Atomics.store(control, GIVER_WAITS, 1);
      if (this.#ahead < SLOTS) break;
      if (Atomics.wait(control, GIVER_WAITS, 1, PATIENCE) === "timed-out" && ++waits === 2) {
        throw new Error(`Nothing was counted in ${waits * PATIENCE / 1000} seconds`);
      }
    }
    const { keys } = batch;
    if (keys.generation !== this.#generation) {
      this.#generation = keys.generation;
      this.#names = 0;
    }
    packBatch(batch, () => this.#slots[this.#written % SLOTS], "analysis", this.#names);
    this.#names = keys.names.length;
    Atomics.store(control, WRITTEN, ++this.#written);
    if (this.#ahead >= GATHERED || this.#written < FIRST) wake(control, TAKER_WAITS);
  }

  /**
   * Ends the thread: all that was counted, with the variables of the first `details` patterns. Throws Error if counting
   * has failed.
   */
  async summary(reading: ReadingSummary, details: number): Promise<CountingSummary> {
    Atomics.store(this.#control, COMPLETE, 1);
    wake(this.#control, TAKER_WAITS);
    const request: SummaryRequest = { reading, details };
    this.#worker.postMessage(request);
    const answer = await this.#answer;
    this.#worker.terminate();
    if (answer.kind === "failed") throw new Error(answer.message);
    return answer;
  }

  /** Batches written and not yet taken. */
  get #ahead(): number {
    return this.#written - Atomics.load(this.#control, TAKEN);
  }
}
