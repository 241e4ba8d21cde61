import { comparisonsIn } from "../query/comparisons.ts";
import { type MatchContext, type Matcher, matcherOf } from "../query/match.ts";
import type { Comparison, Query } from "../query/query.ts";
import type { Batch } from "../record/batch.ts";
import { EMPTY_RECORD, type LogRecord, logRecordOf } from "../record/log_record.ts";

/** Parts of a query beside those about patterns, at the most: their answers are bits of a number. */
export const MAX_PARTS = 16;
const BITS = 1 << MAX_PARTS;
/** Counts held before leaves that have become one pattern are joined. */
const MAX_COUNTS = 200_000;

export interface Matched {
  count: number;
  /** By the number of the pattern; -1 for records without one. */
  byPattern: Map<number, number>;
  /** The first record that matched: number of its source, and its line. */
  first: { source: number; line: number } | null;
}

type Verdict = (bits: number, pattern: number) => boolean;

interface Count {
  count: number;
  source: number;
  line: number;
}

/**
 * Counts the records that match a query, which may ask for patterns by their templates (`pattern~"timeout"`). What a
 * template will be is known at the end only, so records are counted by their pattern and by what the rest of the query
 * says of them, and those counts are judged at the end.
 */
export class MatchCounter {
  readonly #query: Query;
  readonly #parts: Matcher[] = [];
  /** Which part of the query has which bit. */
  readonly #bitOf = new Map<Query, number>();
  #counts = new Map<number, Count>();

  /** Throws RangeError if the query has too many parts. */
  constructor(query: Query, context: Omit<MatchContext, "patternOf">) {
    this.#query = query;
    this.#collect(query, { ...context, patternOf: () => null });
    if (this.#parts.length > MAX_PARTS) throw new RangeError("the filter has too many parts");
  }

  add(batch: Batch, leafOf: Int32Array, resolve: (leaf: number) => number): void {
    for (let row = 0; row < batch.count; row++) {
      let bits = 0;
      if (this.#parts.length > 0) {
        const record: LogRecord = logRecordOf(batch, row);
        this.#parts.forEach((matches, at) => {
          if (matches(record)) bits |= 1 << at;
        });
      }
      const key = (leafOf[row] + 1) * BITS + bits;
      const known = this.#counts.get(key);
      if (known !== undefined) {
        known.count++;
        continue;
      }
      if (this.#counts.size >= MAX_COUNTS) this.#join(resolve);
      this.#counts.set(key, { count: 1, source: batch.source, line: batch.line[row] });
    }
  }

  /** `templateOf`: of the number of a pattern as it is now; null for one that is not held any more. */
  result(resolve: (leaf: number) => number, templateOf: (id: number) => string | null): Matched {
    this.#join(resolve);
    const verdict = this.#verdictOf(this.#query, templateOf);
    const matched: Matched = { count: 0, byPattern: new Map(), first: null };
    for (const [key, { count, source, line }] of this.#counts) {
      const pattern = Math.floor(key / BITS) - 1;
      if (!verdict(key % BITS, pattern)) continue;
      matched.count += count;
      matched.byPattern.set(pattern, (matched.byPattern.get(pattern) ?? 0) + count);
      matched.first ??= { source, line };
    }
    return matched;
  }

  /** Maps keep the order in which keys came, so the first count that matches holds the first record. */
  #join(resolve: (leaf: number) => number): void {
    const joined = new Map<number, Count>();
    for (const [key, count] of this.#counts) {
      const leaf = Math.floor(key / BITS) - 1;
      const now = leaf < 0 ? key : (resolve(leaf) + 1) * BITS + key % BITS;
      const known = joined.get(now);
      if (known === undefined) joined.set(now, { ...count });
      else known.count += count.count;
    }
    this.#counts = joined;
  }

  /** Gives a bit to every part of the query, as large as can be, that does not ask for a pattern. */
  #collect(query: Query, context: MatchContext): void {
    if (!comparisonsIn(query).some(asksForPattern)) {
      if ((query.kind === "all" || query.kind === "any") && query.parts.length === 0) return;
      this.#bitOf.set(query, this.#parts.push(matcherOf(query, context)) - 1);
    } else if (query.kind === "all" || query.kind === "any") {
      for (const part of query.parts) this.#collect(part, context);
    } else if (query.kind === "not") {
      this.#collect(query.part, context);
    }
  }

  #verdictOf(query: Query, templateOf: (id: number) => string | null): Verdict {
    const bit = this.#bitOf.get(query);
    if (bit !== undefined) return (bits) => (bits & (1 << bit)) !== 0;
    switch (query.kind) {
      case "all": {
        const parts = query.parts.map((part) => this.#verdictOf(part, templateOf));
        return (bits, pattern) => parts.every((part) => part(bits, pattern));
      }
      case "any": {
        const parts = query.parts.map((part) => this.#verdictOf(part, templateOf));
        return (bits, pattern) => parts.some((part) => part(bits, pattern));
      }
      case "not": {
        const part = this.#verdictOf(query.part, templateOf);
        return (bits, pattern) => !part(bits, pattern);
      }
      default:
        return patternVerdict(query as Comparison, templateOf);
    }
  }
}

function asksForPattern({ field }: Comparison): boolean {
  return field.toLowerCase() === "pattern";
}

/** A template is compared as the text that it is; a number as the pattern's. */
function patternVerdict(comparison: Comparison, templateOf: (id: number) => string | null): Verdict {
  const asText = comparison.operator === "~" || comparison.operator === "!~" ||
    !/^\d+$/.test(comparison.value);
  const matches = matcherOf({ ...comparison, field: "body" }, {
    reference: 0,
    offsetAt: () => 0,
    sourceName: () => "",
    formatName: () => "",
    patternOf: () => null,
  });
  const known = new Map<number, boolean>();
  return (_bits, pattern) => {
    let verdict = known.get(pattern);
    if (verdict === undefined) {
      const text = pattern < 0 ? null : asText ? templateOf(pattern) : String(pattern);
      verdict = matches({ ...EMPTY_RECORD, body: text });
      known.set(pattern, verdict);
    }
    return verdict;
  };
}
