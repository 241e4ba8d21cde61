import type { AnswerEvent } from "./answer.ts";

/** Milliseconds for which pieces of text are gathered: a screen shows no more, and a model may write hundreds a second. */
const GATHER_MS = 50;

/** Passes events on, with pieces of text that come shortly after one another as one. */
export class GatheredEvents {
  readonly #pass: (event: AnswerEvent) => void;
  #held: { readonly kind: "text" | "thinking"; readonly text: string } | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(pass: (event: AnswerEvent) => void) {
    this.#pass = pass;
  }

  add(event: AnswerEvent): void {
    if (event.kind !== "text" && event.kind !== "thinking") {
      this.flush();
      return this.#pass(event);
    }
    if (this.#held !== null && this.#held.kind !== event.kind) this.flush();
    this.#held = { kind: event.kind, text: (this.#held?.text ?? "") + event.text };
    this.#timer ??= setTimeout(() => this.flush(), GATHER_MS);
  }

  /** Passes on what is held. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const held = this.#held;
    this.#held = null;
    if (held !== null) this.#pass(held);
  }
}
