import { comparisonsIn } from "../query/comparisons.ts";
import {
  fieldReader,
  hasAttribute,
  isOwnField,
  type MatchContext,
  type Matcher,
  matcherOf,
} from "../query/match.ts";
import type { Comparison, Query } from "../query/query.ts";
import { timeValueOf } from "../query/time_value.ts";
import { comparesSizes, isComparable, unlikeUnits } from "../query/unlike_units.ts";
import { otherNameOf } from "../query/values.ts";
import { writtenOtherwise } from "../query/written_otherwise.ts";
import type { Batch } from "../record/batch.ts";
import { type LogRecord, logRecordOf } from "../record/log_record.ts";
import { isRelative } from "./time_window.ts";

/** Names of fields that are remembered, for a hint. */
const MOST_NAMES = 1_000;

/** Fields that a filter asks for and no record has: they may be misspelt. */
export interface MissingFields {
  readonly missing: readonly string[];
  /** Why nothing was found although records have the fields: other units, or what other programs would read otherwise. */
  readonly unlike: readonly string[];
  /** Names that records have. */
  readonly known: readonly string[];
}

/** Keeps the records that match a filter. It makes strings of each record: for runs that ask for it. */
export class RecordFilter {
  readonly #matches: Matcher;
  readonly #missing: Set<string>;
  readonly #known = new Set<string>();
  /** Comparisons of sizes that no value could be compared with yet, and one that could not. */
  readonly #unlike = new Map<
    Comparison,
    { read: (record: LogRecord) => string | null; text: string | null }
  >();
  #hasRecords = false;
  #found = false;

  constructor(readonly query: Query, context: Omit<MatchContext, "patternOf">) {
    const matching = { ...context, patternOf: () => null };
    this.#matches = matcherOf(query, matching);
    for (const comparison of comparisonsIn(query).filter(comparesSizes)) {
      const { field } = comparison;
      if (!isOwnField(field)) {
        this.#unlike.set(comparison, { read: fieldReader(field, matching), text: null });
      }
    }
    this.#missing = new Set(
      comparisonsIn(query).map(({ field }) => field).filter((field) => !isOwnField(field)),
    );
  }

  apply(batch: Batch): void {
    batch.retain((row) => {
      const record = logRecordOf(batch, row);
      if (this.#missing.size > 0) this.#look(record);
      if (this.#unlike.size > 0) this.#compare(record);
      const matches = this.#matches(record);
      this.#found ||= matches;
      return matches;
    });
  }

  /** What no record had so far; nothing while there was none. */
  get missingFields(): MissingFields {
    const unlike = [...this.#unlike].flatMap(([comparison, { text }]) =>
      text === null ? [] : [unlikeUnits(comparison, text)]
    );
    if (!this.#found) unlike.push(...writtenOtherwise(this.query));
    return { missing: this.#hasRecords ? [...this.#missing] : [], known: [...this.#known], unlike };
  }

  #compare(record: LogRecord): void {
    for (const [comparison, seen] of this.#unlike) {
      const text = seen.read(record);
      const comparable = text === null ? null : isComparable(comparison, text);
      if (comparable === true) this.#unlike.delete(comparison);
      else if (comparable === false) seen.text ??= text;
    }
  }

  #look(record: LogRecord): void {
    this.#hasRecords = true;
    for (const field of this.#missing) if (hasAttribute(record, field)) this.#missing.delete(field);
    if (this.#missing.size === 0) return;
    for (const name of record.attributes.keys()) {
      if (this.#known.size >= MOST_NAMES) break;
      this.#known.add(name);
    }
  }
}

/** Whether a query compares with a time that depends on the newest record's. */
export function asksForRelativeTime(query: Query): boolean {
  return comparisonsIn(query).some(({ field, value }) =>
    (field.toLowerCase() === "time" || otherNameOf(field) === "time") && isRelative(timeValueOf(value))
  );
}
