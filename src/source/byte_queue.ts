import { BREAK, END, NOTHING } from "./source.ts";

/** What a `ByteQueue` holds at most, give or take one chunk: past it the producer is made to wait. */
export const QUEUE_BYTES = 1 << 20;

/** A mark between two chunks: what follows does not go on from what came before. */
const BREAK_MARK = new Uint8Array(0);

/**
 * A bounded queue between a producer that reads in the background and a consumer that never waits.
 * Chunks become the queue's own once they are pushed.
 */
export class ByteQueue {
  #chunks: Uint8Array[] = [];
  /** Bytes of the first chunk that were taken. */
  #taken = 0;
  #bytes = 0;
  #ended = false;
  #error: Error | undefined;
  #wakeConsumer: (() => void)[] = [];
  #wakeProducer: (() => void) | undefined;

  /** Adds a chunk; resolves when there is room for another. */
  push(chunk: Uint8Array): Promise<void> {
    if (chunk.length === 0) return Promise.resolve();
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    this.#wake();
    if (this.#bytes < QUEUE_BYTES) return Promise.resolve();
    return new Promise((resolve) => this.#wakeProducer = resolve);
  }

  /** Marks that what is pushed next does not go on from what was pushed before. */
  pushBreak(): void {
    this.#chunks.push(BREAK_MARK);
    this.#wake();
  }

  /** No more will come; with an error, `take` throws it once after the last byte. */
  end(error?: Error): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#error = error;
    this.#wake();
  }

  /** Throws everything away and ends; a waiting producer goes on. */
  close(): void {
    this.#chunks = [];
    this.#bytes = this.#taken = 0;
    this.end();
    this.#letProducerOn();
  }

  /** Copies what is there into `into`: the number of bytes, or NOTHING, END or BREAK of `Source.read`. */
  take(into: Uint8Array): number {
    let filled = 0;
    while (filled < into.length && this.#chunks.length > 0) {
      const chunk = this.#chunks[0];
      if (chunk === BREAK_MARK) {
        if (filled > 0) break;
        this.#chunks.shift();
        return BREAK;
      }
      const part = chunk.subarray(this.#taken, this.#taken + into.length - filled);
      into.set(part, filled);
      filled += part.length;
      this.#taken += part.length;
      if (this.#taken === chunk.length) {
        this.#chunks.shift();
        this.#taken = 0;
      }
    }
    this.#bytes -= filled;
    if (this.#bytes < QUEUE_BYTES) this.#letProducerOn();
    if (filled > 0 || !this.#ended) return filled > 0 ? filled : NOTHING;
    const error = this.#error;
    this.#error = undefined;
    if (error !== undefined) throw error;
    return END;
  }

  /** Resolves when `take` has something to say, or when `signal` aborts. */
  wait(signal: AbortSignal): Promise<void> {
    if (this.#chunks.length > 0 || this.#ended || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        signal.removeEventListener("abort", abort);
        resolve();
      };
      const abort = () => {
        this.#wakeConsumer = this.#wakeConsumer.filter((other) => other !== wake);
        resolve();
      };
      this.#wakeConsumer.push(wake);
      signal.addEventListener("abort", abort, { once: true });
    });
  }

  #wake(): void {
    const waiting = this.#wakeConsumer;
    this.#wakeConsumer = [];
    for (const wake of waiting) wake();
  }

  #letProducerOn(): void {
    this.#wakeProducer?.();
    this.#wakeProducer = undefined;
  }
}
