import type { OpenSources } from "../source/open_sources.ts";
import type { Source } from "../source/source.ts";
import { type EngineInput, QUIET } from "./input.ts";
import type { Notice } from "./messages.ts";
import type { EngineSinks } from "./sinks.ts";
import { yieldToOthers } from "./yield.ts";

/** Milliseconds of work after which others (messages, signals, timers) get their turn. */
const SLICE = 20;
/** Milliseconds between two looks for files that have come to match. */
const LOOK = 1_000;
/** The same where something changed in a folder: a busy writer changes it all the time. */
const LOOK_SOON = 50;
/** Milliseconds between two looks at what is not read for now. */
const KEEP_UP = 20;
/**
 * Milliseconds that records wait for those of sources that may bring more at any time and are at their end now: as long as it
 * takes until an unfinished record is given out, and that again. Clocks may differ by hours.
 */
const LONGEST_HOLD = 2 * QUIET;

/**
 * Inputs that all end are read so many at a time, unless a sink wants to choose among them: each takes memory while
 * it is read, a compressed one most.
 */
const AT_ONCE = 64;

/** Milliseconds in which a program that is piped in has begun to write. */
const BEGINS = 1_000;

/** Where so many sleep, those that are woken at the same moment are waited for. */
const MANY = 32;

export interface TurnsOptions {
  /** What is read, more of which may come meanwhile. */
  readonly inputs: readonly EngineInput[];
  readonly opened: OpenSources;
  readonly follow: boolean;
  /** The end of all inputs ends nothing. */
  readonly isLive: boolean;
  readonly sinks: Pick<EngineSinks, "wants" | "hasRoom" | "drain" | "sourceEnded">;
  /** Makes an input of a source that has appeared. */
  add(source: Source): void;
  notice(level: Notice["level"], text: string): void;
}

/** Reads the inputs of an engine in turns; waits while none of them has anything, or a sink asks it to. */
export class Turns {
  readonly #of: TurnsOptions;
  #lookedAt = performance.now();
  /** Inputs that had nothing at their last turn, and whose source has not said since that it may have something. */
  readonly #asleep = new Set<EngineInput>();
  /** Until when what others have may wait for each input: some time after it had something, or was first asked. */
  readonly #waitUntil = new Map<EngineInput, number>();
  /** Since when records of each input that nothing waits for are held. */
  readonly #heldSince = new Map<EngineInput, number>();
  /** Ends the present pause. */
  #wake = () => {};

  constructor(options: TurnsOptions) {
    this.#of = options;
  }

  /** Reads until every input has ended (live: until `signal` aborts). */
  async run(signal: AbortSignal): Promise<void> {
    const { inputs, isLive, sinks } = this.#of;
    let yielded = performance.now();
    while (!signal.aborted) {
      let idle = true;
      const asked = new Set<EngineInput>();
      this.#keepUp();
      for (const input of this.#present()) {
        if (this.#asleep.has(input) && input.due(Date.now()) > 0) continue;
        asked.add(input);
        if (this.#turn(input) !== "nothing") idle = false;
        const draining = sinks.drain?.(false, true);
        if (draining) await this.#drained(draining);
        if (performance.now() - yielded > SLICE) {
          await yieldToOthers();
          yielded = performance.now();
        }
        if (signal.aborted) break;
      }
      this.#look();
      if (!idle || signal.aborted) continue;
      if (!isLive && inputs.every((input) => input.ended)) return;
      const patience = this.#patience();
      const draining = sinks.drain?.(true, patience > 0);
      if (draining) await this.#drained(draining);
      if (this.#isWantedAgain(asked)) continue;
      await this.#pause(signal, patience > 0 ? patience : Infinity);
    }
    for (const input of inputs) if (!input.ended) this.#turn(input);
  }

  /** Ends the inputs that have not ended: reading was interrupted. */
  end(): void {
    const { inputs, sinks } = this.#of;
    for (const input of inputs) {
      if (input.ended) continue;
      input.end(Date.now(), "interrupted");
      sinks.sourceEnded?.(input.number);
    }
  }

  /** The inputs whose turn it is. */
  *#present(): Generator<EngineInput> {
    const { inputs, isLive, sinks } = this.#of;
    let left = isLive || sinks.wants !== undefined ? Infinity : AT_ONCE;
    for (const input of inputs) {
      if (!this.#isWanted(input)) continue;
      if (left-- === 0) return;
      yield input;
    }
  }

  #isWanted(input: EngineInput): boolean {
    const { isLive, sinks } = this.#of;
    return !input.ended && (this.#isAwaited(input) || (isLive && sinks.hasRoom?.() === true));
  }

  /** Whether nothing can go on without more of this input. */
  #isAwaited(input: EngineInput): boolean {
    return this.#of.sinks.wants?.(input.number) !== false;
  }

  /** What is not read for now must not be gone when it is. */
  #keepUp(): void {
    const { inputs, isLive, sinks } = this.#of;
    if (!isLive || sinks.wants === undefined) return;
    const now = performance.now();
    for (const input of inputs) {
      if (input.ended || this.#isAwaited(input)) {
        this.#heldSince.delete(input);
        continue;
      }
      if (!this.#heldSince.has(input)) this.#heldSince.set(input, now);
      if (!this.#isWanted(input)) input.source.keepUp?.();
    }
  }

  /** Waits for a sink, which may take as long as who reads the output; no rotation is missed meanwhile. */
  async #drained(draining: Promise<void>): Promise<void> {
    const { inputs, isLive } = this.#of;
    if (!isLive) return await draining;
    const timer = setInterval(() => {
      for (const input of inputs) if (!input.ended) input.source.keepUp?.();
    }, KEEP_UP);
    try {
      await draining;
    } finally {
      clearInterval(timer);
    }
  }

  /** Whether an input, none of `asked`, may have something: what was held of it has just been let go. */
  #isWantedAgain(asked: Set<EngineInput>): boolean {
    if (this.#of.sinks.wants === undefined) return false;
    for (const input of this.#present()) if (!asked.has(input) && !this.#asleep.has(input)) return true;
    return false;
  }

  #turn(input: EngineInput): string {
    const { follow, notice, sinks } = this.#of;
    const turn = input.turn(Date.now(), (message, isError) => notice(isError ? "error" : "info", message));
    if (turn === "ended") sinks.sourceEnded?.(input.number);
    if (turn !== "nothing") this.#waitUntil.set(input, performance.now() + QUIET);
    else if (!this.#waitUntil.has(input)) {
      this.#waitUntil.set(input, performance.now() + (follow ? QUIET : BEGINS));
    }
    return turn;
  }

  /**
   * Milliseconds for which an input that is wanted may still be waited for: a file that is unpacked always goes on, of
   * a pipe, and of what is followed, nobody knows.
   */
  #patience(): number {
    const { follow, sinks } = this.#of;
    if (sinks.wants === undefined) return 0;
    let until = -Infinity;
    for (const input of this.#present()) {
      if (!this.#isAwaited(input)) continue;
      if (!follow && input.source.size !== null) return Infinity;
      until = Math.max(until, this.#waitUntil.get(input) ?? 0);
    }
    // The map keeps the order in which they came to be held.
    const [oldest = Infinity] = this.#heldSince.values();
    return Math.max(0, Math.min(until, oldest + LONGEST_HOLD) - performance.now());
  }

  /** Looks for files that have come to match, when it is time for that. */
  #look(): void {
    const { follow, opened, add, notice } = this.#of;
    if (!follow || performance.now() - this.#lookedAt <= (opened.changed ? LOOK_SOON : LOOK)) return;
    for (const source of opened.look()) add(source);
    for (const problem of opened.problems.splice(0)) notice("error", problem);
    this.#lookedAt = performance.now();
  }

  /** Waits until a source has something, what is unfinished is due, it is time to look for new files, or `longest`. */
  async #pause(signal: AbortSignal, longest: number): Promise<void> {
    const { follow, opened } = this.#of;
    const now = Date.now();
    const over = new AbortController();
    const woken = new Promise<void>((resolve) => this.#wake = resolve);
    const stop = () => this.#wake();
    signal.addEventListener("abort", stop, { once: true });
    let due = Math.min(longest, follow ? LOOK : Infinity);
    if (this.#heldSince.size > 0) due = Math.min(due, KEEP_UP);
    if (opened.changed) due = Math.min(due, LOOK_SOON);
    else if (follow) opened.wait(over.signal).then(stop);
    for (const input of this.#present()) {
      due = Math.min(due, input.due(now));
      this.#sleep(input, signal);
    }
    const timer = due < Infinity ? setTimeout(stop, due) : undefined;
    try {
      await woken;
      if (this.#asleep.size >= MANY) await yieldToOthers();
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      over.abort();
    }
  }

  /** Lets an input sleep until its source wakes it: of many that are followed only those with news have a turn. */
  #sleep(input: EngineInput, signal: AbortSignal): void {
    if (this.#asleep.has(input)) return;
    this.#asleep.add(input);
    input.source.wait(signal).then(() => {
      this.#asleep.delete(input);
      this.#wake();
    });
  }
}
