import { parseQuery } from "./parse.ts";
import { EVERYTHING, type Query, QueryError } from "./query.ts";

export type Limit = ">" | ">=" | "<" | "<=" | "=" | "!=";

/**
 * A rule that a log may break:
 *
 *     severity>=error                            a filter: no record may match
 *     count>100 where pattern~"timeout"          how many records match; `count<1` for what must be there
 *     count>1% where severity>=warn              their share of all records
 *     new-pattern vs=baseline.json               a pattern that the baseline does not have
 *     new-pattern vs=baseline.json where severity>=warn
 */
export type Rule =
  & { readonly text: string; readonly where: Query }
  & (
    | { readonly kind: "count"; readonly operator: Limit; readonly limit: number; readonly share: boolean }
    | { readonly kind: "new-pattern"; readonly baseline: string }
  );

const COUNT = /^count\s*(>=|<=|!=|>|<|=)\s*(\d+(?:\.\d+)?)\s*(%?)(?:\s+where\s+([^]*))?$/i;
const NEW_PATTERN = /^new-pattern(?:\s+vs=("[^"]*"|\S+))?(?:\s+where\s+([^]*))?$/i;

/** Reads a rule. Throws `QueryError`. */
export function parseRule(text: string): Rule {
  const trimmed = text.trim();
  if (trimmed === "") throw new QueryError("this rule is empty", 0, text.length);
  const count = COUNT.exec(trimmed);
  if (count) {
    const [, operator, limit, percent, where] = count;
    return {
      kind: "count",
      text: trimmed,
      operator: operator as Limit,
      limit: Number(limit),
      share: percent === "%",
      where: where === undefined ? EVERYTHING : parseQuery(where),
    };
  }
  if (/^new-pattern\b/i.test(trimmed)) {
    const [, baseline, where] = NEW_PATTERN.exec(trimmed) ?? [];
    if (baseline === undefined) {
      throw new QueryError(
        "new-pattern needs a file to compare with: new-pattern vs=FILE, in quotes if its name has blanks, and optionally a filter: " +
          "new-pattern vs=FILE where FILTER",
        0,
        text.length,
      );
    }
    return {
      kind: "new-pattern",
      text: trimmed,
      baseline: baseline.replace(/^"(.*)"$/, "$1"),
      where: where === undefined ? EVERYTHING : parseQuery(where),
    };
  }
  if (/^count\b\s*[<>=!]/i.test(trimmed)) {
    throw new QueryError(
      "count needs a number, and optionally a filter: count>100 where FILTER",
      0,
      text.length,
    );
  }
  return { kind: "count", text: trimmed, operator: ">", limit: 0, share: false, where: parseQuery(trimmed) };
}

/** Whether a count is as the rule says, and so breaks it. */
export function isBroken(rule: Rule & { kind: "count" }, count: number, records: number): boolean {
  const value = rule.share ? (records === 0 ? 0 : count * 100 / records) : count;
  switch (rule.operator) {
    case ">":
      return value > rule.limit;
    case ">=":
      return value >= rule.limit;
    case "<":
      return value < rule.limit;
    case "<=":
      return value <= rule.limit;
    case "=":
      return value === rule.limit;
    case "!=":
      return value !== rule.limit;
  }
}
