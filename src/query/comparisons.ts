import type { Comparison, Query } from "./query.ts";

/** The comparisons in a query. */
export function comparisonsIn(query: Query): Comparison[] {
  switch (query.kind) {
    case "all":
    case "any":
      return query.parts.flatMap(comparisonsIn);
    case "not":
      return comparisonsIn(query.part);
    case "field":
      return [query];
    default:
      return [];
  }
}
