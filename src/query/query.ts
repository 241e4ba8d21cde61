/**
 * The filter language, one question to a record:
 *
 *     timeout payments          both words, anywhere in the record; case does not matter
 *     "read timed out"          a phrase
 *     /time[d]? ?out/           a regular expression
 *     -heartbeat                without; also `!heartbeat`, `not heartbeat`
 *     timeout or refused        either (`||`); `or` binds looser than standing side by side, which is `and` (`&&`)
 *     (a or b) c                brackets group
 *     service=payments          a field equals (`==`); `*` stands for anything, `field=*` asks that it is there
 *     status>=500               a field compares as a number
 *     path~^/items/             a field matches an expression; `!=` and `!~` are their opposites
 *     severity>=warn  time>-15m  pattern=7
 */

export type Operator = "=" | "!=" | "~" | "!~" | ">" | ">=" | "<" | "<=";

/** Longest first, so that the first that fits is the right one. */
export const OPERATORS: readonly Operator[] = ["!=", "!~", ">=", "<=", "=", "~", ">", "<"];

export type Query =
  | { readonly kind: "all"; readonly parts: readonly Query[] }
  | { readonly kind: "any"; readonly parts: readonly Query[] }
  | { readonly kind: "not"; readonly part: Query }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "regex"; readonly source: string }
  | Comparison;

/** `quoted`: the value stood in quotes, so that `*` is itself. */
export interface Comparison {
  readonly kind: "field";
  readonly field: string;
  readonly operator: Operator;
  readonly value: string;
  readonly quoted: boolean;
}

/** The query that everything matches. */
export const EVERYTHING: Query = { kind: "all", parts: [] };

/** What is wrong with a filter's text, and where: [from, to) in UTF-16 units. */
export class QueryError extends Error {
  override name = "QueryError";
  constructor(message: string, readonly from: number, readonly to: number) {
    super(message);
  }
}
