import { isDigit, isLetter } from "./time/timestamp_parts.ts";

/** What an object that Node printed is nested in at most. */
const DEEPEST = 16;
// deno-lint-ignore no-control-regex
const COLOURS = /\x1b\[[0-9;]*m/g;
/** What is printed in brackets instead of a value. */
const STAND_IN =
  /\[(?:Function|AsyncFunction|GeneratorFunction|class|Object|Array|Circular|Getter|Setter|Symbol|Date|Error)[^\]\n]*\]/y;
const PREFIX = /<ref \*\d+> /y;
const CLASS = /(?:[A-Z][\w$.]*(?:\(\d+\))? |\[Object: null prototype\] )(?=[{[])/y;
const KEY = /[A-Za-z_$][\w$]*|\d+|\[Symbol\([^)]*\)\]/y;
const NUMBER = /-?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|Infinity)(?=n?[\s,}\]])n?/y;
const WORD = /(?:true|false|null|undefined|NaN|True|False|None)(?=[\s,}\]])/y;
/** Words that JSON has not, Python's too: its dictionaries look the same but for them. */
const WORDS = new Map([["undefined", "null"], ["NaN", "null"], ["None", "null"], ["True", "true"], [
  "False",
  "false",
]]);
const DATE = /\d{4}-\d\d-\d\dT[\d:.]+Z/y;
const ERROR_HEADING = /[A-Za-z_$.]*(?:Error|Exception)\b(?: \[\w+\])?:? /y;

/** Why an object could not be read: the text ended inside it. */
export const UNFINISHED = Symbol("unfinished");

class Unreadable extends Error {}

/**
 * JSON of an object as Node's `util.inspect` (and so `console.log`) prints it, colours or not:
 * `{ queue: 'mail', list: [ 1, 2 ] }`. UNFINISHED if the text ends inside it, null if it is anything else,
 * or if more stands behind it. A function or a class is its printed text, `undefined` is null.
 */
export function jsonOfInspected(text: string): string | typeof UNFINISHED | null {
  const reader = new InspectedReader(text.replace(COLOURS, ""));
  try {
    return reader.whole();
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return reader.ended ? UNFINISHED : null;
  }
}

/** Whether `{`, blanks or a line break, and the first key without quotes (or in single ones) stand at `start`. */
export function beginsInspected(bytes: Uint8Array, start: number, to: number): boolean {
  let at = start + 1;
  while (at < to && bytes[at] <= 0x20) at++;
  const isQuoted = bytes[at] === 0x27;
  const key = at;
  if (isQuoted) at++;
  while (at < to && (isLetter(bytes[at]) || isDigit(bytes[at]) || isKeySign(bytes[at], isQuoted))) at++;
  return at > key && at + 1 < to && bytes[isQuoted ? at + 1 : at] === 0x3a;
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
    if (this.#text[0] !== "{") throw new Unreadable();
    const json = this.#object();
    this.#skip();
    if (!this.ended) throw new Unreadable();
    return json;
  }

  #skip(): void {
    while (/\s/.test(this.#text[this.#at] ?? "")) this.#at++;
  }

  #match(expression: RegExp): string | null {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.#text);
    if (found === null) return null;
    this.#at += found[0].length;
    return found[0];
  }

  #next(sign: string): boolean {
    this.#skip();
    if (this.#text[this.#at] !== sign) return false;
    this.#at++;
    return true;
  }

  #object(): string {
    if (++this.#depth > DEEPEST) throw new Unreadable();
    const fields: string[] = [];
    this.#at++;
    while (!this.#next("}")) {
      const key = this.#isQuote() ? this.#string() : JSON.stringify(this.#match(KEY) ?? this.#give());
      if (this.#next(":")) fields.push(`${key}:${this.#value()}`);
      else this.#give();
      if (!this.#next(",") && this.#text[this.#at] !== "}") this.#give();
    }
    this.#depth--;
    return `{${fields.join()}}`;
  }

  #array(): string {
    if (++this.#depth > DEEPEST) throw new Unreadable();
    const items: string[] = [];
    this.#at++;
    while (!this.#next("]")) {
      if (this.#match(/\.\.\. \d+ more items?/y) === null) items.push(this.#value());
      if (!this.#next(",") && this.#text[this.#at] !== "]") this.#give();
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
    this.#match(CLASS);
    if (this.#text[this.#at] === "{") return this.#object();
    const standIn = this.#match(STAND_IN);
    if (standIn !== null) return JSON.stringify(standIn);
    if (this.#text[this.#at] === "[") return this.#array();
    return this.#error();
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
        if (this.ended) throw new Unreadable();
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
      if (this.ended) throw new Unreadable();
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
    throw new Unreadable();
  }
}
