import { UserError } from "../record/user_error.ts";
import { ByteQueue } from "./byte_queue.ts";
import type { Source, SourceEvent } from "./source.ts";

/** What a producer tells while it runs. */
export interface StreamSink {
  /** Takes a chunk, which becomes the sink's own; resolves when there is room for another. */
  push(chunk: Uint8Array): Promise<void>;
  /** What comes next does not go on from what came before. */
  pushBreak(): void;
  /** Adds to `position`. */
  advance(bytes: number): void;
  /** Tells a person what went wrong; reading goes on. */
  tell(event: SourceEvent): void;
  /** The source was closed: the producer is to stop. */
  readonly closed: boolean;
}

/** Produces the bytes of a source; resolves at their end, rejects if it cannot go on. */
export type Produce = (sink: StreamSink) => Promise<void>;

export interface StreamFacts {
  name: string;
  reference?: number;
  size?: number | null;
  /** Releases what `produce` holds. */
  release?: () => void;
}

/**
 * A source that reads in the background into a bounded queue, so that `read` never waits: standard input,
 * pipes, devices and compressed files. The producer starts with the first `read` or `wait`.
 */
export class StreamSource implements Source, StreamSink {
  readonly name: string;
  readonly reference: number;
  readonly size: number | null;
  position = 0;
  #queue = new ByteQueue();
  #produce: Produce | undefined;
  #release: (() => void) | undefined;
  #events: SourceEvent[] = [];
  #closed = false;

  constructor(facts: StreamFacts, produce: Produce) {
    this.name = facts.name;
    this.reference = facts.reference ?? Date.now();
    this.size = facts.size ?? null;
    this.#release = facts.release;
    this.#produce = produce;
  }

  read(into: Uint8Array): number {
    this.#start();
    return this.#queue.take(into);
  }

  wait(signal: AbortSignal): Promise<void> {
    this.#start();
    return this.#queue.wait(signal);
  }

  events(): SourceEvent[] {
    return this.#events.splice(0);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#queue.close();
    this.#release?.();
  }

  get closed(): boolean {
    return this.#closed;
  }

  push(chunk: Uint8Array): Promise<void> {
    return this.#closed ? Promise.resolve() : this.#queue.push(chunk);
  }

  pushBreak(): void {
    if (!this.#closed) this.#queue.pushBreak();
  }

  advance(bytes: number): void {
    this.position += bytes;
  }

  tell(event: SourceEvent): void {
    this.#events.push(event);
  }

  #start(): void {
    const produce = this.#produce;
    if (produce === undefined || this.#closed) return;
    this.#produce = undefined;
    produce(this).then(
      () => this.#queue.end(),
      (error) => this.#queue.end(asUserError(this.name, error)),
    );
  }
}

/** What made reading `name` impossible, in a line for a person. */
function asUserError(name: string, error: unknown): UserError {
  if (error instanceof UserError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new UserError(`${name}: reading failed: ${reason}`, 1, { cause: error });
}
