import { parseQuery } from "./parse.ts";
import { printQuery } from "./print.ts";
import type { Query } from "./query.ts";

/** One filter text that asks for what all of the given ones ask; "" for none of them. */
export function combineFilters(texts: readonly string[]): string {
  const parts: Query[] = [];
  for (const text of texts) {
    const query = parseQuery(text);
    if (query.kind === "all") parts.push(...query.parts);
    else parts.push(query);
  }
  return printQuery({ kind: "all", parts });
}
