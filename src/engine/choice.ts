import { instantOfTime, type MatchContext } from "../query/match.ts";
import { parseQuery } from "../query/parse.ts";
import type { Query } from "../query/query.ts";
import type { Batch } from "../record/batch.ts";
import type { EngineSettings } from "./messages.ts";
import { asksForRelativeTime, type MissingFields, RecordFilter } from "./record_filter.ts";
import { isRelative, TimeWindow } from "./time_window.ts";

/** Which records of what is read are taken: those of a time window that match a filter. */
export class Choice {
  readonly #settings: Pick<EngineSettings, "since" | "until" | "split">;
  readonly #query: Query | null;
  #window: TimeWindow | null = null;
  #filter: RecordFilter | null = null;
  #splitAt = NaN;

  /** Throws QueryError for a filter that cannot be read. */
  constructor(settings: Pick<EngineSettings, "since" | "until" | "split" | "where">) {
    this.#settings = settings;
    this.#query = settings.where ? parseQuery(settings.where) : null;
  }

  /** Whether the newest record's time must be known before it can be told what a time means. */
  get isRelative(): boolean {
    const { since, until, split } = this.#settings;
    return isRelative(since, until, split ?? null) ||
      (this.#query !== null && asksForRelativeTime(this.#query));
  }

  /** Makes what decides. Throws UserError for a window that ends before it begins. */
  begin(context: Omit<MatchContext, "patternOf">): void {
    const { since, until, split } = this.#settings;
    if (since || until) this.#window = new TimeWindow(since, until, context);
    if (split) this.#splitAt = instantOfTime(split, context);
    if (this.#query !== null) this.#filter = new RecordFilter(this.#query, context);
  }

  apply(batch: Batch): void {
    this.#window?.apply(batch);
    this.#filter?.apply(batch);
  }

  /** The window's ends, epoch milliseconds; null where it is open. */
  get ends(): { since: number | null; until: number | null } {
    return this.#window?.ends ?? { since: null, until: null };
  }

  /** The moment that `split` of the settings means, epoch milliseconds; NaN without it, or before reading begins. */
  get splitAt(): number {
    return this.#splitAt;
  }

  /** Fields that the filter asks for and no record had. */
  get missingFields(): MissingFields {
    return this.#filter?.missingFields ?? { missing: [], known: [], unlike: [] };
  }

  /** From when to when the records were that the window was asked about; null without one, or without times. */
  get asked(): { first: number; last: number } | null {
    return this.#window?.asked ?? null;
  }
}
