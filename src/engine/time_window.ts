import type { Batch } from "../record/batch.ts";
import { instantOfTime, type MatchContext } from "../query/match.ts";
import type { TimeValue } from "../query/time_value.ts";
import { UserError } from "../record/user_error.ts";

/**
 * Keeps the records of a time window. A record without a time of its own goes with the one before it in its
 * source; those before the first time are kept.
 */
export class TimeWindow {
  readonly #since: number;
  readonly #until: number;
  readonly #latest: number[] = [];
  #first = Infinity;
  #last = -Infinity;

  /** Both ends belong to the window. Throws UserError if it ends before it begins. */
  constructor(
    since: TimeValue | null,
    until: TimeValue | null,
    context: Pick<MatchContext, "reference" | "offsetAt">,
  ) {
    this.#since = since === null ? -Infinity : instantOfTime(since, context);
    this.#until = until === null ? Infinity : instantOfTime(until, context);
    if (since !== null && until !== null && this.#since > this.#until) throw outOfOrder(since, until);
  }

  /** Its ends, epoch milliseconds; null where it is open. */
  get ends(): { since: number | null; until: number | null } {
    const end = (time: number) => Number.isFinite(time) ? time : null;
    return { since: end(this.#since), until: end(this.#until) };
  }

  /** From when to when the records are that it was asked about, epoch milliseconds; null if none had a time. */
  get asked(): { first: number; last: number } | null {
    return this.#first > this.#last ? null : { first: this.#first, last: this.#last };
  }

  apply(batch: Batch): void {
    batch.retain((row) => this.#holds(batch.source, batch.time[row]));
  }

  #holds(source: number, time: number): boolean {
    if (time === time) {
      this.#latest[source] = time;
      if (time < this.#first) this.#first = time;
      if (time > this.#last) this.#last = time;
    }
    const at = this.#latest[source];
    return at === undefined || (at >= this.#since && at <= this.#until);
  }
}

/** Throws UserError for two moments of one kind, whatever the newest record's time will turn out to be. */
export function checkOrder(since: TimeValue | null, until: TimeValue | null): void {
  if (since === null || until === null || since.kind !== until.kind) return;
  if (since.kind === "clock" || since.kind === "yearless") return;
  const isLater = since.kind === "before" ? since.ms < until.ms : since.ms > until.ms;
  if (isLater) throw outOfOrder(since, until);
}

function outOfOrder(since: TimeValue, until: TimeValue): UserError {
  const before = since.kind === "before" && until.kind === "before"
    ? " (both count back from the newest record)"
    : "";
  return new UserError(`--since ${since.text} is later than --until ${until.text}${before}`);
}

const RELATIVE: ReadonlySet<TimeValue["kind"]> = new Set(["before", "clock", "yearless"]);

/** Whether a window needs to know the newest record's time before it can begin. */
export function isRelative(...moments: (TimeValue | null)[]): boolean {
  return moments.some((moment) => moment !== null && RELATIVE.has(moment.kind));
}
