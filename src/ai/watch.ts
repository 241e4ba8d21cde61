/** Times that the wait between two pieces may last where signs of life come meanwhile. */
const ALIVE = 5;

/**
 * An abort signal that follows another and also aborts when nothing happened for some time: the wait for the
 * first piece and between pieces. `fetch` and its body stop at once with it, on both sides of the wire.
 */
export class Watch {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal;
  readonly #milliseconds: number;
  readonly #stop = () => this.#controller.abort();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #touched = 0;
  #timedOut = false;

  constructor(milliseconds: number, outer: AbortSignal) {
    this.#milliseconds = milliseconds;
    this.#outer = outer;
    if (outer.aborted) this.#stop();
    else outer.addEventListener("abort", this.#stop, { once: true });
    this.touch();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** It was the time that ran out, and not the outer signal. */
  get timedOut(): boolean {
    return this.#timedOut;
  }

  /** Something came: the time starts anew. */
  touch(): void {
    this.#touched = performance.now();
    this.#waitFor(this.#milliseconds);
  }

  /** Nothing came, but a sign that something will: a queue behind a proxy. It is believed for a while. */
  alive(): void {
    const left = this.#touched + ALIVE * this.#milliseconds - performance.now();
    this.#waitFor(Math.max(0, Math.min(this.#milliseconds, left)));
  }

  #waitFor(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timedOut = true;
      this.#stop();
    }, milliseconds);
  }

  /** Ends the watch, and what still goes on under it. */
  close(): void {
    clearTimeout(this.#timer);
    this.#outer.removeEventListener("abort", this.#stop);
    this.#stop();
  }
}
