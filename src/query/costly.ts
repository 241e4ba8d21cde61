import type { Query } from "./query.ts";

/**
 * Whether matching a query may take longer than anyone waits: it holds an expression that may run away, or a value with several `*`.
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
      return mayRunAway(query.source);
    case "field":
      if (query.operator === "~" || query.operator === "!~") return mayRunAway(query.value);
      return !query.quoted && query.value.split("*").length > 3;
  }
}

/** Parts of a quick expression that may repeat without end: each more multiplies its work by the length of the text. */
const MOST_REPEATED = 2;

/** Whether an expression is done with a line of a screen in no time, whatever stands there. */
export function isQuick(source: string): boolean {
  const bare = bareOf(source);
  return !/\\[1-9k]|\)[*+{]/.test(bare) && (bare.match(/[*+{]/g)?.length ?? 0) <= MOST_REPEATED &&
    !hasManyOptional(bare);
}

/** Parts that may be there or not, so many of which double the work so often at the most. */
const MOST_OPTIONAL = 8;

/** Whether an expression may take much longer than its text is long: one that repeats nothing, and says `?` but a few times, may not. */
function mayRunAway(source: string): boolean {
  const bare = bareOf(source);
  return /[*+{]|\\[1-9k]/.test(bare) || hasManyOptional(bare);
}

/** What is left of an expression without its escapes, and without the marks that begin its groups. */
function bareOf(source: string): string {
  return source.replace(/\\[^1-9k]|\(\?(?:[:=!]|<[=!])/g, "");
}

function hasManyOptional(bare: string): boolean {
  return (bare.match(/\?/g)?.length ?? 0) > MOST_OPTIONAL;
}
