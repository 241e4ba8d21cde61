import { withoutColours } from "./escape_sequences.ts";
import { isoOfPython } from "./python_time.ts";
import { isDigit, isLetter } from "./time/timestamp_parts.ts";

/** What an object that Node printed is nested in at most. */
const DEEPEST = 16;
const LONGEST_KEY = 64;
const QUOTE = 0x22;
/** What is printed in brackets instead of a value. */
const STAND_IN =
  /\[(?:Function|AsyncFunction|GeneratorFunction|class|Object|Array|Circular|Getter|Setter|Symbol|Date|Error)[^\]\n]*\]/y;
const PREFIX = /<ref \*\d+> /y;
const CLASS = /(?:[A-Z][\w$.]*(?:\(\d+\))? |\[Object: null prototype\] )(?=[{[])/y;
const KEY = /:?[A-Za-z_$][\w$]*[?!]?|\d+|\[Symbol\([^)]*\)\]/y;
const NUMBER = /-?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|Infinity)(?=n?[\s,}\])])n?/y;
const WORD = /(?:true|false|null|undefined|NaN|nan|inf|True|False|None|nil)(?=[\s,}\])])/y;
/** Words that JSON has not, Python's, Ruby's and Elixir's too. */
const WORDS = new Map([
  ...["undefined", "NaN", "nan", "inf", "None", "nil"].map((word) => [word, "null"] as const),
  ["True", "true"],
  ["False", "false"],
]);
/** A time that stands without quotes: Node's, and Ruby's `2026-11-20 08:00:00.123 +0100`. */
const DATE = /\d{4}-\d\d-\d\d[T ]\d\d:[\d:.]+(?:Z| UTC| [+-]\d{4})?(?=[\s,}\])])/y;
/** Elixir's times, Ruby's and Elixir's names of values, and what Python prints between angle brackets. */
const SIGIL = /~[A-Z]\[([^\]\n]*)\]/y;
const SYMBOL = /:(?:[A-Za-z_][\w@]*[?!]?|[+*/<>=!&|^.-]+)/y;
const ALIAS = /[A-Z]\w*(?:\.[A-Z]\w*)*(?=[\s,}\])])/y;
const REFERENCE = /<<[^>\n]*>>|#?[A-Z]?[\w.]*<(?:[^<>\n]|<[^<>\n]*>)*>/y;
/** A struct's or a map's brace in Elixir. */
const MAP = /%[\w.]*(?=\{)/y;
/** How an object begins that has keys: else braces hold a tuple of Elixir, or a set of Python. */
const KEYED =
  /\{\s*(?:\}|(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`|\[Symbol\([^)]*\)\]|:?[^\s:=,'"`{}[\]()]+)\s*(?::|=>))/y;
/** How a list of Elixir begins that has keys. */
const KEYWORDS = /\[[a-z_]\w*[?!]?: /y;
/** What Python prints of a value as a call: `Decimal('1.5')`. */
const CALL =
  /[A-Za-z_][\w.]*\((?:[^()'"\n]|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|\((?:[^()\n]|\([^()\n]*\))*\))*\)/y;
const BYTES = /b(?=['"])/y;
const ERROR_HEADING = /[A-Za-z_$.]*(?:Error|Exception)\b(?: \[\w+\])?:? /y;

/** Why an object could not be read: the text ended inside it. */
export const UNFINISHED = Symbol("unfinished");

const MORE = /\.\.\.(?: \d+ more items?)?/y;
const ARROW = /\s*=>/y;

class Unreadable extends Error {}
/** Always the same one: where it was thrown tells nothing, and takes long to find out. */
const unreadable = new Unreadable();

/**
 * JSON of an object as Node's `util.inspect` (and so `console.log`) prints it, colours or not,
 * `{ queue: 'mail', list: [ 1, 2 ] }`, of a dictionary of Python, a hash of Ruby (`{:queue=>"mail"}`, `{queue: "mail"}`)
 * or a map of Elixir (`%{queue: "mail"}`). UNFINISHED if the text ends inside it, null if it is anything else,
 * or if more stands behind it. A function or a class is its printed text, `undefined` is null.
 */
export function jsonOfInspected(text: string): string | typeof UNFINISHED | null {
  const reader = new InspectedReader(withoutColours(text));
  try {
    return reader.whole();
  } catch (error) {
    if (error !== unreadable) throw error;
    return reader.ended ? UNFINISHED : null;
  }
}

/** Whether `{`, blanks or a line break, and the first key without quotes (or in single ones) stand at `start`, or a hash's key. */
export function beginsInspected(bytes: Uint8Array, start: number, to: number): boolean {
  let at = start + 1;
  while (at < to && bytes[at] <= 0x20) at++;
  if (bytes[at] === 0x3a || bytes[at] === QUOTE) return beginsHash(bytes, at, to);
  const isQuoted = bytes[at] === 0x27;
  const key = at;
  if (isQuoted) at++;
  while (at < to && (isLetter(bytes[at]) || isDigit(bytes[at]) || isKeySign(bytes[at], isQuoted))) at++;
  return at > key && at + 1 < to && bytes[isQuoted ? at + 1 : at] === 0x3a;
}

/** Whether Ruby's arrow follows the key, a symbol or a text, that begins at `at`, or a blank Clojure's. */
function beginsHash(bytes: Uint8Array, at: number, to: number): boolean {
  const isText = bytes[at] === QUOTE;
  const end = Math.min(to, at + LONGEST_KEY);
  at++;
  while (at < end && (isText ? bytes[at] !== QUOTE : bytes[at] !== 0x3d && bytes[at] !== 0x20)) at++;
  if (!isText && bytes[at] === 0x20) return true;
  if (isText) at++;
  while (at < end && bytes[at] === 0x20) at++;
  return at + 1 < to && bytes[at] === 0x3d && bytes[at + 1] === 0x3e;
}

function isKeySign(byte: number, isQuoted: boolean): boolean {
  return byte === 0x5f || byte === 0x24 || (isQuoted && (byte === 0x2d || byte === 0x2e || byte === 0x40));
}

class InspectedReader {
  #at = 0;
  #depth = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  get ended(): boolean {
    return this.#at >= this.#text.length;
  }

  whole(): string {
    this.#match(MAP);
    if (this.#text[this.#at] !== "{") throw unreadable;
    const json = this.#object();
    this.#skip();
    if (!this.ended) throw unreadable;
    return json;
  }

  #skip(): void {
    let code;
    while ((code = this.#text.charCodeAt(this.#at)) === 0x20 || (code >= 0x09 && code <= 0x0d)) this.#at++;
  }

  #match(expression: RegExp): string | null {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.#text);
    if (found === null) return null;
    this.#at += found[0].length;
    return found[0];
  }

  #isAhead(expression: RegExp): boolean {
    expression.lastIndex = this.#at;
    return expression.test(this.#text);
  }

  #next(sign: string): boolean {
    this.#skip();
    if (this.#text[this.#at] !== sign) return false;
    this.#at++;
    return true;
  }

  #object(closing = "}"): string {
    if (++this.#depth > DEEPEST) throw unreadable;
    const fields: string[] = [];
    this.#at++;
    while (!this.#next(closing)) {
      const key = this.#key();
      if (!this.#next(":") && this.#match(ARROW) === null) this.#give();
      fields.push(`${key}:${this.#value()}`);
      if (!this.#next(",") && this.#text[this.#at] !== closing) this.#give();
    }
    this.#depth--;
    return `{${fields.join()}}`;
  }

  #key(): string {
    if (this.#isQuote()) return this.#string();
    const key = this.#match(KEY) ?? this.#give();
    return JSON.stringify(key.startsWith(":") ? key.slice(1) : key);
  }

  #array(closing = "]"): string {
    if (++this.#depth > DEEPEST) throw unreadable;
    const items: string[] = [];
    this.#at++;
    while (!this.#next(closing)) {
      if (this.#match(MORE) === null) items.push(this.#value());
      if (!this.#next(",") && this.#text[this.#at] !== closing) this.#give();
    }
    this.#depth--;
    return `[${items.join()}]`;
  }

  #value(): string {
    this.#skip();
    this.#match(PREFIX);
    if (this.#isQuote()) return this.#string();
    const date = this.#match(DATE);
    if (date !== null) return JSON.stringify(date);
    const number = this.#match(NUMBER);
    if (number !== null) return /\d$/.test(number) ? number : JSON.stringify(number.replace(/n$/, ""));
    const word = this.#match(WORD);
    if (word !== null) return WORDS.get(word) ?? word;
    this.#match(CLASS) ?? this.#match(MAP);
    if (this.#text[this.#at] === "{") return this.#isAhead(KEYED) ? this.#object() : this.#array("}");
    const standIn = this.#match(STAND_IN);
    if (standIn !== null) return JSON.stringify(standIn);
    if (this.#text[this.#at] === "[") return this.#isAhead(KEYWORDS) ? this.#object("]") : this.#array();
    if (this.#text[this.#at] === "(") return this.#array(")");
    const named = this.#match(SIGIL) ?? this.#match(REFERENCE);
    if (named !== null) return JSON.stringify(named.startsWith("~") ? named.slice(3, -1) : named);
    const symbol = this.#match(SYMBOL);
    if (symbol !== null) return this.#isQuote() ? this.#give() : JSON.stringify(symbol.slice(1));
    const alias = this.#match(ALIAS);
    if (alias !== null) return JSON.stringify(alias);
    if (this.#match(BYTES) !== null) return this.#string();
    const call = this.#match(CALL);
    return call === null ? this.#error() : JSON.stringify(isoOfPython(call) ?? call);
  }

  #isQuote(): boolean {
    const sign = this.#text[this.#at];
    return sign === "'" || sign === '"' || sign === "`";
  }

  /** A string, or several joined by plus signs, as long ones are printed. */
  #string(): string {
    let whole = "";
    do {
      this.#skip();
      if (!this.#isQuote()) this.#give();
      const quote = this.#text[this.#at++];
      while (this.#text[this.#at] !== quote) {
        if (this.ended) throw unreadable;
        whole += this.#text[this.#at] === "\\" ? this.#escape() : this.#text[this.#at++];
      }
      this.#at++;
    } while (this.#match(/ \+\s*(?=['"`])/y) !== null);
    return JSON.stringify(whole);
  }

  #escape(): string {
    const sign = this.#text[++this.#at] ?? "";
    this.#at++;
    if (sign === "x" || sign === "u") {
      const digits = this.#match(sign === "x" ? /[0-9A-F]{2}/iy : /[0-9A-F]{4}/iy);
      return digits === null ? sign : String.fromCharCode(parseInt(digits, 16));
    }
    return { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", v: "\v" }[sign] ?? sign;
  }

  /** An error: its stack as it was printed, with what else it holds behind it in braces. */
  #error(): string {
    const start = this.#at;
    if (this.#match(ERROR_HEADING) === null) this.#give();
    for (;; this.#at++) {
      if (this.ended) throw unreadable;
      const rest = this.#text.slice(this.#at, this.#at + 2);
      if (rest === ",\n" || rest === "{\n") break;
      if (rest[0] === "\n" && /^\n *[}\]]/.test(this.#text.slice(this.#at, this.#at + 40))) break;
    }
    const stack = JSON.stringify(this.#text.slice(start, this.#at).trimEnd().replace(/\n +/g, "\n    "));
    if (this.#text[this.#at] !== "{") return `{"stack":${stack}}`;
    const others = this.#object().slice(1);
    return `{"stack":${stack}${others === "}" ? "" : ","}${others}`;
  }

  #give(): never {
    throw unreadable;
  }
}
