import type { Comparison, Query } from "./query.ts";

/** Says in words what a query asks for. */
export function explainQuery(query: Query): string {
  switch (query.kind) {
    case "all":
      if (query.parts.length === 0) return "every record";
      return query.parts.map((part) => nested(part, part.kind === "any")).join(" and ");
    case "any":
      return query.parts.map((part) => nested(part, part.kind === "all")).join(" or ");
    case "not":
      return `not ${nested(query.part, query.part.kind === "any" || query.part.kind === "all")}`;
    case "text":
      return `"${query.text}" anywhere`;
    case "regex":
      return `anything matching /${query.source}/`;
    case "field":
      return explainComparison(query);
  }
}

function nested(part: Query, brackets: boolean): string {
  return brackets ? `(${explainQuery(part)})` : explainQuery(part);
}

const WORDS: Record<Comparison["operator"], string> = {
  "=": "is",
  "!=": "is not",
  "~": "matches",
  "!~": "does not match",
  ">": "is above",
  ">=": "is at least",
  "<": "is below",
  "<=": "is at most",
};

function explainComparison({ field, operator, value, quoted }: Comparison): string {
  if (field.toLowerCase() === "time" && value.startsWith("-")) {
    const later = operator.startsWith(">");
    return later ? `in the last ${value.slice(1)}` : `older than ${value.slice(1)}`;
  }
  if (value === "*" && !quoted) return operator === "=" ? `has ${field}` : `has no ${field}`;
  return `${field} ${WORDS[operator]} ${quoted ? `"${value}"` : value}`;
}
