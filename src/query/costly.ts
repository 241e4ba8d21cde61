import type { Query } from "./query.ts";

/**
 * Whether matching a query may take longer than anyone waits: it holds an expression, or a value with several `*`.
 * Such a query is best matched where it can be ended.
 */
export function isCostly(query: Query): boolean {
  switch (query.kind) {
    case "all":
    case "any":
      return query.parts.some(isCostly);
    case "not":
      return isCostly(query.part);
    case "text":
      return false;
    case "regex":
      return true;
    case "field":
      if (query.operator === "~" || query.operator === "!~") return true;
      return !query.quoted && query.value.split("*").length > 3;
  }
}
