import type { ReadingSummary } from "../analysis/analysis.ts";
import { FieldAnalysis } from "../analysis/field_analysis.ts";
import type { Batch } from "../record/batch.ts";
import { packBatch } from "../record/batch_packet.ts";
import type { PatternDetails, Summary } from "../record/summary.ts";
import {
  CHANGES,
  COMPLETE,
  type CountingMessage,
  type CountingStart,
  type SummaryRequest,
  TAKEN,
  WRITTEN,
} from "./counting_messages.ts";

/** Batches that reading may be ahead. */
const SLOTS = 4;
/**
 * Bytes of the largest batch: 11 MB of text, and a field for every four of them. What is not touched takes no memory.
 */
const SLOT_BYTES = 48 << 20;
/** Milliseconds without a batch counted after which the other thread has come to grief. */
const PATIENCE = 60_000;

/** All that was counted, and some patterns with their variables. */
export interface CountingSummary {
  summary: Summary;
  details: PatternDetails[];
}

/**
 * Counts batches in two threads: their fields in the caller's, their bodies in one of its own, in the order they come,
 * while the next ones are read. Batches cross in shared memory, in a ring of slots; who is ahead waits.
 */
export class CountingThread {
  readonly #worker = new Worker(new URL("./counting_worker.ts", import.meta.url), { type: "module" });
  readonly #control = new Int32Array(new SharedArrayBuffer(16));
  readonly #slots = Array.from({ length: SLOTS }, () => new SharedArrayBuffer(SLOT_BYTES));
  readonly #answer: Promise<CountingMessage>;
  readonly #fields = new FieldAnalysis();
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
    for (let taken; this.#written - (taken = Atomics.load(control, TAKEN)) === SLOTS;) {
      if (Atomics.wait(control, TAKEN, taken, PATIENCE) === "timed-out") {
        throw new Error(`Nothing was counted in ${PATIENCE / 1000} seconds`);
      }
    }
    this.#fields.add(batch);
    const { keys } = batch;
    if (keys.generation !== this.#generation) {
      this.#generation = keys.generation;
      this.#names = 0;
    }
    packBatch(batch, () => this.#slots[this.#written % SLOTS], "analysis", this.#names);
    this.#names = keys.names.length;
    this.#tell(WRITTEN, ++this.#written);
  }

  /**
   * Ends the thread: all that was counted, with the variables of the first `details` patterns. Throws Error if counting
   * has failed.
   */
  async summary(reading: ReadingSummary, details: number): Promise<CountingSummary> {
    this.#tell(COMPLETE, 1);
    const fields = this.#fields.snapshot();
    const { services, hosts } = fields;
    const request: SummaryRequest = { context: { services, hosts, sources: reading.sources }, details };
    this.#worker.postMessage(request);
    const answer = await this.#answer;
    this.#worker.terminate();
    if (answer.kind === "failed") throw new Error(answer.message);
    return { summary: { ...reading, ...fields, ...answer.bodies }, details: answer.details };
  }

  #tell(place: number, value: number): void {
    Atomics.store(this.#control, place, value);
    Atomics.add(this.#control, CHANGES, 1);
    Atomics.notify(this.#control, CHANGES);
  }
}
