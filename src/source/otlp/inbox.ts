/** What became of a message. */
export type Outcome =
  /** All of it is in the engine's hands, but for `rejected` records; `warning` is for the sender. */
  | { kind: "taken"; rejected: number; warning: string }
  | { kind: "malformed"; message: string }
  /** Nothing of it is in the engine: the sender may try again. */
  | { kind: "busy" | "closing" };

/** A request's message, until it is answered. */
export interface Message {
  readonly encoding: "protobuf" | "json";
  readonly bytes: Uint8Array;
  answer(outcome: Outcome): void;
}

interface Waiting extends Message {
  readonly since: number;
}

/** Milliseconds that a message may wait for the engine; senders give up after ten seconds by default. */
export const PATIENCE = 8_000;

/**
 * Messages between the servers and the engine, bounded in bytes: room is taken before a message is read from
 * the network and given back when it is answered. A message is either taken by the engine or refused, never
 * both.
 */
export class Inbox {
  readonly room: number;
  readonly #patience: number;
  readonly #tell: (bytes: number) => void;
  #bytes = 0;
  #queue: Waiting[] = [];
  #isClosed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wake: (() => void)[] = [];

  /**
   * `room`: bytes that may be in flight; a single message of that size always fits. `tell` is told of what comes to
   * them, and of what goes as a negative number.
   */
  constructor(room: number, tell: (bytes: number) => void, patience = PATIENCE) {
    this.room = room;
    this.#tell = tell;
    this.#patience = patience;
  }

  /** Bytes in flight. */
  get bytes(): number {
    return this.#bytes;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Takes room for a message before it is there; false if there is none now. */
  reserve(bytes: number): boolean {
    if (this.#isClosed || (this.#bytes > 0 && this.#bytes + bytes > this.room)) return false;
    this.#add(bytes);
    return true;
  }

  release(bytes: number): void {
    this.#add(-bytes);
  }

  /**
   * Hands in a message for which room was reserved. Resolves when the engine has it, or will not have it; its bytes
   * must not be read from then on.
   */
  offer(encoding: Message["encoding"], bytes: Uint8Array): Promise<Outcome> {
    if (this.#isClosed) return Promise.resolve({ kind: "closing" });
    return new Promise((answer) => {
      this.#queue.push({ encoding, bytes, answer, since: performance.now() });
      this.#timer ??= setTimeout(() => this.#refuseOld(), this.#patience);
      for (const wake of this.#wake.splice(0)) wake();
    });
  }

  /** The next message; it must be answered. */
  take(): Message | null {
    return this.#queue.shift() ?? null;
  }

  /** Resolves when there is a message, or when `signal` aborts. */
  wait(signal: AbortSignal): Promise<void> {
    if (this.#queue.length > 0 || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        signal.removeEventListener("abort", done);
        this.#wake = this.#wake.filter((wake) => wake !== done);
        resolve();
      };
      this.#wake.push(done);
      signal.addEventListener("abort", done, { once: true });
    });
  }

  /** Refuses what comes from now on; what waits can still be taken. */
  close(): void {
    this.#isClosed = true;
  }

  #add(bytes: number): void {
    this.#bytes += bytes;
    this.#tell(bytes);
  }

  /** Refuses what has waited for too long, so that its sender keeps it and tries again. */
  #refuseOld(): void {
    this.#timer = undefined;
    const now = performance.now();
    while (this.#queue.length > 0 && now - this.#queue[0].since >= this.#patience) {
      this.#queue.shift()!.answer({ kind: "busy" });
    }
    if (this.#queue.length === 0) return;
    this.#timer = setTimeout(() => this.#refuseOld(), this.#patience - (now - this.#queue[0].since));
  }
}
