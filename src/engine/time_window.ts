import type { Batch } from "../record/batch.ts";
import type { Moment } from "./messages.ts";

/**
 * Keeps the records of a time window. A record without a time of its own goes with the one before it in its
 * source; those before the first time are kept.
 */
export class TimeWindow {
  readonly #since: number;
  readonly #until: number;
  readonly #latest: number[] = [];

  /** `newest`: epoch milliseconds that relative moments count back from. Both ends belong to the window. */
  constructor(since: Moment | null, until: Moment | null, newest: number) {
    this.#since = since === null ? -Infinity : instant(since, newest);
    this.#until = until === null ? Infinity : instant(until, newest);
  }

  apply(batch: Batch): void {
    batch.retain((row) => this.#holds(batch.source, batch.time[row]));
  }

  #holds(source: number, time: number): boolean {
    if (time === time) this.#latest[source] = time;
    const at = this.#latest[source];
    return at === undefined || (at >= this.#since && at <= this.#until);
  }
}

function instant(moment: Moment, newest: number): number {
  return moment.kind === "absolute" ? moment.time : newest - moment.milliseconds;
}

/** Whether a window needs to know the newest record's time before it can begin. */
export function isRelative(since: Moment | null, until: Moment | null): boolean {
  return since?.kind === "before" || until?.kind === "before";
}
