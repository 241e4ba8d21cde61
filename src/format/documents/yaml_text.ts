import { blockValue, folded, plainValue, quotedValue } from "./yaml_scalars.ts";

/** `key: value`, `"key": value`, `key:` */
const PAIR = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s#"'[\]{},&*!|>%-](?:[^:]|:(?! |$))*?):(?: +(.*))?$/s;
const BLOCK = /^[|>][-+]?\d?[-+]?(?: +#.*)?$/;
const MOST_DEPTH = 24;

/** What is not written so. */
class NoYaml extends Error {}

/**
 * The value of a block of YAML (yaml.org/spec/1.2.2), as tools print records: mappings and sequences in lines of their own,
 * scalars in quotes or without, over several lines, too, blocks of text, lists in brackets. Undefined for what it does not
 * know.
 */
export function yamlValue(text: string): unknown {
  try {
    const reader = new YamlReader(text.split("\n"));
    const value = reader.node(0, 0);
    return reader.isAtEnd ? value : undefined;
  } catch (error) {
    if (error instanceof NoYaml) return undefined;
    throw error;
  }
}

class YamlReader {
  readonly #lines: string[];
  #at = 0;

  constructor(lines: string[]) {
    this.#lines = lines.map((line) => line.trimEnd());
  }

  get isAtEnd(): boolean {
    this.#passEmpty();
    return this.#at === this.#lines.length;
  }

  #passEmpty(): void {
    while (this.#at < this.#lines.length && /^ *(?:#|$)/.test(this.#lines[this.#at])) this.#at++;
  }

  /** The indentation of the next line, -1 at the end. */
  #indent(): number {
    this.#passEmpty();
    return this.#at < this.#lines.length ? this.#lines[this.#at].search(/[^ ]/) : -1;
  }

  /** What stands in lines that are indented by `least` blanks or more. */
  node(least: number, depth: number): unknown {
    const indent = this.#indent();
    if (indent < least || depth > MOST_DEPTH) return null;
    const line = this.#lines[this.#at].slice(indent);
    if (isItem(line)) return this.#sequence(indent, depth);
    if (PAIR.test(line)) return this.#mapping(indent, depth);
    this.#at++;
    return this.#scalar(line, indent - 1);
  }

  #sequence(indent: number, depth: number): unknown[] {
    const items: unknown[] = [];
    while (this.#indent() === indent && isItem(this.#lines[this.#at].slice(indent))) {
      // What stands behind the sign is indented as deep as it stands there.
      const line = this.#lines[this.#at];
      const rest = line.slice(indent + 1);
      if (rest.trim() === "") {
        this.#at++;
        items.push(this.node(indent + 1, depth + 1));
      } else {
        this.#lines[this.#at] = " ".repeat(indent + 1) + rest;
        items.push(this.node(indent + 1, depth + 1));
      }
    }
    if (this.#indent() > indent) throw new NoYaml();
    return items;
  }

  #mapping(indent: number, depth: number): Record<string, unknown> {
    const fields: Record<string, unknown> = {};
    while (this.#indent() === indent) {
      const line = this.#lines[this.#at].slice(indent);
      const pair = isItem(line) ? null : PAIR.exec(line);
      if (pair === null) break;
      this.#at++;
      const key = /^["']/.test(pair[1]) ? quotedValue(pair[1], pair[1][0]) ?? pair[1] : pair[1];
      fields[key] = this.#value(pair[2] ?? "", indent, depth);
    }
    if (this.#indent() > indent) throw new NoYaml();
    return fields;
  }

  #value(text: string, indent: number, depth: number): unknown {
    if (text !== "" && !text.startsWith("#")) return this.#scalar(text, indent);
    const next = this.#indent();
    if (next > indent) return this.node(indent + 1, depth + 1);
    // A list may stand no deeper than its name.
    return next === indent && isItem(this.#lines[this.#at].slice(indent))
      ? this.node(indent, depth + 1)
      : null;
  }

  /** A scalar that begins with `text`, and goes on in lines that are indented deeper than `indent`. */
  #scalar(text: string, indent: number): unknown {
    if (BLOCK.test(text)) return blockValue(text, this.#block(indent));
    const sign = text[0];
    const isQuoted = sign === '"' || sign === "'";
    let whole = text;
    let value = isQuoted ? quotedValue(whole, sign) : undefined;
    while (value === undefined && this.#at < this.#lines.length) {
      const line = this.#lines[this.#at];
      if (line !== "" && line.search(/[^ ]/) <= indent) break;
      if (!isQuoted && PAIR.test(line.trimStart())) throw new NoYaml();
      whole += `\n${line.trimStart()}`;
      this.#at++;
      if (isQuoted) value = quotedValue(whole, sign);
    }
    if (isQuoted && value === undefined) throw new NoYaml();
    return value ?? plainValue(folded(whole.trimEnd()).replace(/ +#.*$/, ""));
  }

  /** The lines of a block of text, without their indentation. */
  #block(indent: number): string[] {
    const lines: string[] = [];
    let own = -1;
    for (; this.#at < this.#lines.length; this.#at++) {
      const line = this.#lines[this.#at];
      const from = line.search(/[^ ]/);
      if (from >= 0 && from <= indent) break;
      if (own < 0 && from >= 0) own = from;
      lines.push(line.slice(Math.max(own, 0)));
    }
    return lines;
  }
}

/** `- item`, `-` */
function isItem(line: string): boolean {
  return line === "-" || line.startsWith("- ");
}
