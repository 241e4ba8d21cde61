import { checkComparison, expressionOf } from "./values.ts";
import { EVERYTHING, type Query, QueryError } from "./query.ts";
import { type Token, tokensOf } from "./tokens.ts";

/** Brackets within brackets, at the most. */
const MAX_DEPTH = 64;

/** Reads a filter's text; blank text is everything. Throws `QueryError` with the place of what is wrong. */
export function parseQuery(text: string): Query {
  const parser = new Parser(tokensOf(text), text.length);
  return parser.query();
}

class Parser {
  #tokens: Token[];
  #at = 0;
  #depth = 0;
  #length: number;

  constructor(tokens: Token[], length: number) {
    this.#tokens = tokens;
    this.#length = length;
  }

  query(): Query {
    if (this.#tokens.length === 0) return EVERYTHING;
    const query = this.#any();
    const rest = this.#tokens[this.#at];
    if (rest) throw new QueryError("this bracket was never opened", rest.from, rest.to);
    return query;
  }

  #any(): Query {
    const parts = [this.#all()];
    while (this.#tokens[this.#at]?.kind === "or") {
      this.#at++;
      parts.push(this.#all());
    }
    return parts.length === 1 ? parts[0] : { kind: "any", parts };
  }

  #all(): Query {
    const parts = [this.#part()];
    for (let token; (token = this.#tokens[this.#at]); parts.push(this.#part())) {
      if (token.kind === "or" || token.kind === "close") break;
      if (token.kind === "and") this.#at++;
    }
    return parts.length === 1 ? parts[0] : { kind: "all", parts };
  }

  #part(): Query {
    const token = this.#tokens[this.#at];
    if (!token) {
      const last = this.#tokens.at(-1);
      throw new QueryError(
        "the filter is incomplete: something is missing at the end",
        last?.from ?? 0,
        this.#length,
      );
    }
    this.#at++;
    switch (token.kind) {
      case "not":
        return this.#deeper(token, () => ({ kind: "not", part: this.#part() }));
      case "open":
        return this.#deeper(token, () => this.#group(token));
      case "text":
        return { kind: "text", text: token.text };
      case "regex":
        expressionOf(token.source, token.from, token.to);
        return { kind: "regex", source: token.source };
      case "field": {
        const { field, operator, value, quoted } = token;
        const comparison = { kind: "field", field, operator, value, quoted } as const;
        checkComparison(comparison, token.valueFrom, token.to);
        return comparison;
      }
      case "close":
        throw new QueryError("something is missing before this bracket", token.from, token.to);
      case "or":
      case "and":
        throw new QueryError(
          `"${token.kind}" must stand between two parts; quote it to search for the word`,
          token.from,
          token.to,
        );
    }
  }

  #group(open: Token): Query {
    const inner = this.#any();
    if (this.#tokens[this.#at]?.kind !== "close") {
      throw new QueryError("this bracket is never closed; add )", open.from, open.to);
    }
    this.#at++;
    return inner;
  }

  #deeper(token: Token, read: () => Query): Query {
    if (++this.#depth > MAX_DEPTH) {
      throw new QueryError("brackets are nested too deeply", token.from, token.to);
    }
    const query = read();
    this.#depth--;
    return query;
  }
}
