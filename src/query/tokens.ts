import { type Operator, OPERATORS, QueryError } from "./query.ts";

export type Token =
  & { from: number; to: number }
  & (
    | { kind: "open" | "close" | "or" | "and" | "not" }
    | { kind: "text"; text: string }
    | { kind: "regex"; source: string }
    | { kind: "field"; field: string; operator: Operator; value: string; quoted: boolean; valueFrom: number }
  );

/** jq's dot before a name is passed over. */
const FIELD = /\.?([\p{L}_@][\p{L}\p{N}_.@/:-]*)/uy;
const BLANK = /\s/;
type Keyword = "or" | "and" | "not";
const KEYWORDS: ReadonlyMap<string, Keyword> = new Map([
  ["or", "or"],
  ["||", "or"],
  ["and", "and"],
  ["&&", "and"],
  ["not", "not"],
]);

/** Cuts a filter's text into tokens. Throws `QueryError` where a quote or an expression has no end. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    if (BLANK.test(text[at])) {
      at++;
      continue;
    }
    const token = tokenAt(text, at);
    tokens.push(token);
    at = token.to;
  }
  return tokens;
}

function tokenAt(text: string, from: number): Token {
  const first = text[from];
  if (first === "(") return { kind: "open", from, to: from + 1 };
  if (first === ")") return { kind: "close", from, to: from + 1 };
  if (first === "-" && from + 1 < text.length && !BLANK.test(text[from + 1]) && text[from + 1] !== ")") {
    return { kind: "not", from, to: from + 1 };
  }
  if (first === "!" && /[^\s!=~)]/.test(text[from + 1] ?? "")) return { kind: "not", from, to: from + 1 };
  if (first === '"') {
    const { value, to } = quotedAt(text, from);
    return { kind: "text", text: value, from, to };
  }
  if (first === "/") {
    const expression = regexAt(text, from);
    if (expression) return expression;
  }
  return fieldAt(text, from) ?? wordAt(text, from);
}

/** A quoted string with `\"` and `\\` inside. */
function quotedAt(text: string, from: number): { value: string; to: number } {
  let value = "";
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '"') return { value, to: at + 1 };
    if (text[at] === "\\" && (text[at + 1] === '"' || text[at + 1] === "\\")) at++;
    value += text[at];
  }
  throw new QueryError('this quote is never closed; add "', from, text.length);
}

/** `/…/`; a lone path such as `/var/log` (no slash before a blank or the end) is a word. */
function regexAt(text: string, from: number): Token | null {
  let closed = -1;
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === "/" && endsHere(text, at + 1)) {
      closed = at;
      break;
    }
  }
  if (closed === from + 1) throw new QueryError("this expression is empty", from, closed + 1);
  if (closed > 0) {
    return {
      kind: "regex",
      source: text.slice(from + 1, closed).replaceAll("\\/", "/"),
      from,
      to: closed + 1,
    };
  }
  return null;
}

function endsHere(text: string, at: number): boolean {
  return at >= text.length || BLANK.test(text[at]) || text[at] === ")";
}

function fieldAt(text: string, from: number): Token | null {
  FIELD.lastIndex = from;
  const name = FIELD.exec(text)?.[1];
  if (!name) return null;
  const behindName = FIELD.lastIndex;
  const found = operatorAt(text, behindName) ?? operatorApart(text, behindName, name);
  if (found === null) return null;
  const { operator, to: behind } = found;
  // `status= 500`: the value is the next word.
  const valueFrom = isValueAt(text, behind) ? behind : afterBlanks(text, behind);
  if (text[valueFrom] === '"') {
    const { value, to } = quotedAt(text, valueFrom);
    return { kind: "field", field: name, operator, value, quoted: true, valueFrom, from, to };
  }
  const to = wordEnd(text, valueFrom, operator === "~" || operator === "!~");
  const value = text.slice(valueFrom, to);
  if (value === "") {
    throw new QueryError(`${name}${operator} needs a value ("" for an empty one)`, from, valueFrom);
  }
  return { kind: "field", field: name, operator, value, quoted: false, valueFrom, from, to };
}

/** `==` and `!==` are what `=` and `!=` are. */
function operatorAt(text: string, from: number): { operator: Operator; to: number } | null {
  const operator = OPERATORS.find((operator) => text.startsWith(operator, from));
  if (operator === undefined) return null;
  let to = from + operator.length;
  if (operator === "=" || operator === "!=") { while (text[to] === "=") to++; }
  return { operator, to };
}

/** An operator that stands between blanks: `host = app-1`; `from <address>` holds none. */
function operatorApart(text: string, from: number, name: string): ReturnType<typeof operatorAt> {
  const at = afterBlanks(text, from);
  if (at === from || KEYWORDS.has(name.toLowerCase())) return null;
  const found = operatorAt(text, at);
  if (found === null || isValueAt(text, found.to)) return null;
  return isValueAt(text, afterBlanks(text, found.to)) ? found : null;
}

function isValueAt(text: string, at: number): boolean {
  return at < text.length && !BLANK.test(text[at]);
}

function afterBlanks(text: string, at: number): number {
  while (at < text.length && BLANK.test(text[at])) at++;
  return at;
}

function wordAt(text: string, from: number): Token {
  const to = wordEnd(text, from, false);
  const word = text.slice(from, to);
  const keyword = KEYWORDS.get(word.toLowerCase());
  if (keyword !== undefined) return { kind: keyword, from, to };
  return { kind: "text", text: word, from, to };
}

/** A word ends at a blank, and at a bracket that it did not open itself, so that `f(x)` stays one word. */
function wordEnd(text: string, from: number, escapes: boolean): number {
  let depth = 0;
  let at = from;
  for (; at < text.length && !BLANK.test(text[at]); at++) {
    if (escapes && text[at] === "\\" && at + 1 < text.length) at++;
    else if (text[at] === "(") depth++;
    else if (text[at] === ")" && depth-- === 0) break;
  }
  return at;
}
