import { UserError } from "../record/user_error.ts";
import { ByteQueue } from "./byte_queue.ts";
import { reasonOf } from "./reason.ts";
import { END, type Source, type SourceEvent } from "./source.ts";

/** What runs in the background: gives bytes, and BREAK where what follows does not go on from before. */
export type Producer = (progress: (bytes: number) => void) => AsyncIterable<Uint8Array | typeof BREAK_MARK>;

/** Given by a producer in place of bytes: what follows does not go on from what came before. */
export const BREAK_MARK = "break";

export interface StreamFacts {
  name: string;
  reference?: number;
  /** Bytes that `progress` will add up to, null if unknown. */
  size?: number | null;
  /** Releases what the producer holds. */
  release?: () => void;
}

/**
 * A source that is read in the background into a bounded queue, so that `read` never waits: standard input,
 * pipes, devices and compressed files. The producer starts with the first `read` or `wait`.
 */
export class StreamSource implements Source {
  readonly name: string;
  readonly reference: number;
  readonly size: number | null;
  position = 0;
  #queue = new ByteQueue();
  #producer: Producer | undefined;
  #release: (() => void) | undefined;
  #closed = false;

  constructor(facts: StreamFacts, producer: Producer) {
    this.name = facts.name;
    this.reference = facts.reference ?? Date.now();
    this.size = facts.size ?? null;
    this.#release = facts.release;
    this.#producer = producer;
  }

  read(into: Uint8Array): number {
    if (this.#closed) return END;
    this.#start();
    return this.#queue.take(into);
  }

  wait(signal: AbortSignal): Promise<void> {
    this.#start();
    return this.#queue.wait(signal);
  }

  events(): SourceEvent[] {
    return [];
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#queue.close();
    this.#release?.();
  }

  #start(): void {
    const producer = this.#producer;
    if (producer === undefined || this.#closed) return;
    this.#producer = undefined;
    this.#pump(producer).then(
      () => this.#queue.end(),
      (error) => this.#queue.end(this.#explain(error)),
    );
  }

  async #pump(producer: Producer): Promise<void> {
    for await (const piece of producer((bytes) => this.position += bytes)) {
      if (this.#closed) return;
      if (piece === BREAK_MARK) this.#queue.pushBreak();
      else await this.#queue.push(piece);
    }
  }

  #explain(error: unknown): UserError {
    if (error instanceof UserError) return error;
    return new UserError(`${this.name}: ${reasonOf(this.name, error)}`, 1, { cause: error });
  }
}
