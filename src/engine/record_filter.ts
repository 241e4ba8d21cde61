import { type MatchContext, type Matcher, matcherOf } from "../query/match.ts";
import { comparisonsIn } from "../query/comparisons.ts";
import type { Query } from "../query/query.ts";
import { timeValueOf } from "../query/values.ts";
import type { Batch } from "../record/batch.ts";
import { logRecordOf } from "../record/log_record.ts";
import { isRelative } from "./time_window.ts";

/** Keeps the records that match a filter. It makes strings of each record: for runs that ask for it. */
export class RecordFilter {
  readonly #matches: Matcher;

  constructor(query: Query, context: Omit<MatchContext, "patternOf">) {
    this.#matches = matcherOf(query, { ...context, patternOf: () => null });
  }

  apply(batch: Batch): void {
    batch.retain((row) => this.#matches(logRecordOf(batch, row)));
  }
}

/** Whether a query compares with a time that depends on the newest record's. */
export function asksForRelativeTime(query: Query): boolean {
  return comparisonsIn(query).some(({ field, value }) =>
    field.toLowerCase() === "time" && isRelative(timeValueOf(value))
  );
}
