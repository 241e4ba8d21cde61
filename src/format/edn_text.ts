/** What a map of Clojure is nested in at most. */
const DEEPEST = 16;
const BLANKS = /(?:[\s,]|;[^\n]*(?=\n))+/y;
const STRING = /"(?:[^"\\]|\\.)*"/sy;
const NUMBER = /[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?[NM]?(?=[\s,)\]}]|$)/y;
const SYMBOL = /:?[^\s,()[\]{}";#][^\s,()[\]{}";]*/y;
/** A tag before a value: `#inst "2026-11-20T08:00:00Z"`, `#uuid "…"`. */
const TAG = /#[A-Za-z][\w./-]*\s*/y;
const WORDS = new Map([["nil", "null"], ["true", "true"], ["false", "false"]]);
const CLOSING: Record<string, string> = { "{": "}", "[": "]", "(": ")" };

class Unreadable extends Error {}
/** Always the same one: where it was thrown tells nothing, and takes long to find out. */
const unreadable = new Unreadable();

/** JSON of a map as Clojure prints it, `{:level :info, :msg "started", :at #inst "2026-…"}`; null if it is anything else. */
export function jsonOfEdn(text: string): string | null {
  const reader = new EdnReader(text);
  try {
    return reader.whole();
  } catch (error) {
    if (error === unreadable) return null;
    throw error;
  }
}

class EdnReader {
  #at = 0;
  #depth = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): string {
    const json = this.#value();
    this.#match(BLANKS);
    if (!json.startsWith("{") || this.#at < this.#text.length) throw unreadable;
    return json;
  }

  #match(expression: RegExp): string | null {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.#text);
    if (found === null) return null;
    this.#at += found[0].length;
    return found[0];
  }

  #value(): string {
    this.#match(BLANKS);
    // What stands before a value says what it is; the value tells it well enough.
    while (this.#match(TAG) !== null);
    if (this.#text.startsWith("#{", this.#at)) this.#at++;
    const isSet = this.#text[this.#at - 1] === "#";
    const sign = this.#text[this.#at];
    if (sign === "{" && !isSet) return this.#map();
    if (sign === "[" || sign === "(" || sign === "{") return `[${this.#items(CLOSING[sign]).join()}]`;
    const string = this.#match(STRING);
    if (string !== null) return string.replaceAll("\n", "\\n");
    const number = this.#match(NUMBER);
    if (number !== null) return String(number.replace(/^\+|[NM]$/g, ""));
    const symbol = this.#match(SYMBOL);
    if (symbol === null) throw unreadable;
    return WORDS.get(symbol) ?? JSON.stringify(symbol.startsWith(":") ? symbol.slice(1) : symbol);
  }

  #map(): string {
    const items = this.#items("}");
    if (items.length % 2 === 1) throw unreadable;
    const fields: string[] = [];
    for (let at = 0; at < items.length; at += 2) {
      const key = items[at].startsWith('"') ? items[at] : JSON.stringify(items[at]);
      fields.push(`${key}:${items[at + 1]}`);
    }
    return `{${fields.join()}}`;
  }

  #items(closing: string): string[] {
    if (++this.#depth > DEEPEST) throw unreadable;
    const items: string[] = [];
    this.#at++;
    for (;;) {
      this.#match(BLANKS);
      if (this.#at >= this.#text.length) throw unreadable;
      if (this.#text[this.#at] === closing) break;
      items.push(this.#value());
    }
    this.#at++;
    this.#depth--;
    return items;
  }
}
