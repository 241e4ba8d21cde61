import { BREAK, END, NOTHING, type Source } from "../../src/source/source.ts";

/** Reads a source as the engine does and keeps what it gives as lines; a BREAK ends an unfinished line. */
export class Collector {
  lines: string[] = [];
  breaks = 0;
  ended = false;
  events: string[] = [];
  #open = "";
  #decoder = new TextDecoder();
  #space: Uint8Array;

  constructor(readonly source: Source, space = 1 << 16) {
    this.#space = new Uint8Array(space);
  }

  /** All the lines, the unfinished one among them. */
  get all(): string[] {
    return this.#open === "" ? this.lines : [...this.lines, this.#open];
  }

  get text(): string {
    return this.all.join("\n");
  }

  /** Reads until `done` holds or the source ends; throws after `deadline` milliseconds. */
  async until(done: () => boolean, deadline = 10_000): Promise<void> {
    const last = performance.now() + deadline;
    while (!this.ended && !done()) {
      if (this.step()) continue;
      const left = last - performance.now();
      if (left <= 0) throw new Error(`Not so after ${deadline} ms; lines: ${this.all.length}`);
      const abort = new AbortController();
      const timer = setTimeout(() => abort.abort(), Math.min(left, 500));
      await this.source.wait(abort.signal);
      clearTimeout(timer);
    }
  }

  /** Reads to the end. */
  toEnd(): Promise<void> {
    return this.until(() => false);
  }

  /** One read; false if there was nothing. */
  step(): boolean {
    const length = this.source.read(this.#space);
    for (const event of this.source.events()) this.events.push(`${event.kind} ${event.message}`);
    if (length === NOTHING) return false;
    if (length === END) this.ended = true;
    else if (length === BREAK) this.#breakHere();
    else this.#take(this.#space.subarray(0, length));
    return true;
  }

  #breakHere(): void {
    this.breaks++;
    if (this.#open !== "") this.lines.push(this.#open);
    this.#open = "";
  }

  #take(bytes: Uint8Array): void {
    const parts = (this.#open + this.#decoder.decode(bytes, { stream: true })).split("\n");
    this.#open = parts.pop()!;
    this.lines.push(...parts);
  }
}
