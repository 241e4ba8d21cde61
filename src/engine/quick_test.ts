import { type MatchContext, matcherOf } from "../query/match.ts";
import type { Query } from "../query/query.ts";
import type { Batch } from "../record/batch.ts";
import { EMPTY_RECORD } from "../record/log_record.ts";

/** Fields that are known of a row without making its strings. */
const QUICK = ["severity", "time", "pattern"];

/** Tells of rows without making their strings which of them cannot match. */
export interface QuickTest {
  mayMatch(batch: Batch, row: number): boolean;
  /** What it leaves to be tested; null if that is nothing. */
  rest: Query | null;
}

/** The part of a query that is about severity, time and pattern alone; `context` tells the pattern of the row at hand. */
export function quickTestOf(query: Query, context: MatchContext): QuickTest {
  const parts = query.kind === "all" ? query.parts : [query];
  const tests = parts.filter(isQuick).map((part) => matcherOf(part, context));
  const others = parts.filter((part) => !isQuick(part));
  const probe = { ...EMPTY_RECORD };
  return {
    mayMatch(batch, row) {
      const time = batch.time[row];
      probe.severity = batch.severity[row];
      probe.time = time === time ? time : null;
      probe.received = batch.received;
      return tests.every((test) => test(probe));
    },
    rest: others.length === 0
      ? null
      : others.length === parts.length
      ? query
      : { kind: "all", parts: others },
  };
}

function isQuick(query: Query): boolean {
  switch (query.kind) {
    case "all":
    case "any":
      return query.parts.every(isQuick);
    case "not":
      return isQuick(query.part);
    case "field":
      // An expression, and `*`, ask for the text that was read.
      return QUICK.includes(query.field.toLowerCase()) && query.value !== "*" &&
        query.operator !== "~" && query.operator !== "!~";
    case "text":
    case "regex":
      return false;
  }
}
