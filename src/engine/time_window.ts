import type { Batch } from "../record/batch.ts";
import { instantOfTime, type MatchContext } from "../query/match.ts";
import type { TimeValue } from "../query/values.ts";

/**
 * Keeps the records of a time window. A record without a time of its own goes with the one before it in its
 * source; those before the first time are kept.
 */
export class TimeWindow {
  readonly #since: number;
  readonly #until: number;
  readonly #latest: number[] = [];

  /** Both ends belong to the window. */
  constructor(
    since: TimeValue | null,
    until: TimeValue | null,
    context: Pick<MatchContext, "reference" | "offsetAt">,
  ) {
    this.#since = since === null ? -Infinity : instantOfTime(since, context);
    this.#until = until === null ? Infinity : instantOfTime(until, context);
  }

  /** Its ends, epoch milliseconds; null where it is open. */
  get ends(): { since: number | null; until: number | null } {
    const end = (time: number) => Number.isFinite(time) ? time : null;
    return { since: end(this.#since), until: end(this.#until) };
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

/** Whether a window needs to know the newest record's time before it can begin. */
export function isRelative(...moments: (TimeValue | null)[]): boolean {
  return moments.some((moment) => moment?.kind === "before" || moment?.kind === "clock");
}
