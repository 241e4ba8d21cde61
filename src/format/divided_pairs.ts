import { type Batch, ESCAPED, TEXT } from "../record/batch.ts";
import { ATTRIBUTE, BODY, SEVERITY, TIME } from "./field_roles.ts";
import { graphsOf, type KeyGraph } from "./json/key_graph.ts";
import { hasEscape, stringEnd } from "./json/json_token.ts";
import { NO, type ReadContext, type Verdict } from "./line_format.ts";
import { readPairsAlone, RoleCollector } from "./role_collector.ts";
import { kindOfBare } from "./text/message/text_pairs.ts";
import { findByte, isNameSign, skipBlanks, trimmed } from "./text/text_tokens.ts";

const QUOTE = 0x22, DASH = 0x2d, AT = 0x40, COMMA = 0x2c, SEMICOLON = 0x3b, EQUALS = 0x3d, BAR = 0x7c;
/** Fewer pairs are hardly a record. */
const LEAST_PAIRS = 3;

/**
 * Pairs that something else than blanks divides: `time=2026-11-20T08:00:00Z; level=info; msg=started up; port=80`, with
 * commas or bars, too, and with quotes around each pair, `"level=info","msg=started up"`. All of the line is pairs, a time and a severity or a message among them.
 */
export class DividedPairs {
  readonly #roles: RoleCollector;
  readonly #graph: KeyGraph;

  constructor(context: ReadContext) {
    this.#roles = new RoleCollector(context);
    this.#graph = graphsOf(context.keys).logfmt;
  }

  read(batch: Batch, from: number, to: number): Verdict {
    const divider = dividerOf(batch.bytes, from, to);
    if (divider === 0) return NO;
    const readPairs = (row: number) => this.#readPairs(batch, row, from, to, divider);
    return readPairsAlone(batch, from, to, this.#graph, this.#roles, readPairs);
  }

  #readPairs(batch: Batch, row: number, at: number, to: number, divider: number): boolean {
    const { bytes, view } = batch;
    const graph = this.#graph;
    let pairs = 0;
    let hasTime = false;
    let isTold = false;
    while (at < to) {
      at = skipBlanks(bytes, at, to);
      // What ends with a divider has all its pairs.
      if (at === to) break;
      const isCell = bytes[at] === QUOTE;
      if (isCell) at++;
      const key = keyEnd(bytes, at, to);
      if (key === at || bytes[key] !== EQUALS || key >= to) return false;
      const node = graph.child(0, bytes, view, at, key);
      let from = key + 1;
      let end = isCell ? cellEnd(bytes, from, to, divider) : valueEnd(bytes, from, to, divider);
      if (end < 0) return false;
      at = isCell ? end + 2 : end + 1;
      end = trimmed(bytes, from, end);
      const isQuoted = end > from + 1 && bytes[from] === QUOTE && stringEnd(bytes, from + 1, to) === end - 1;
      if (isQuoted) {
        from++;
        end--;
      }
      pairs++;
      const kind = !isQuoted && end > from
        ? kindOfBare(bytes, from, end)
        : hasEscape(bytes, from, end)
        ? ESCAPED
        : TEXT;
      const role = graph.role[node];
      if (role === ATTRIBUTE) batch.addField(graph.key[node], from, end, kind);
      else {
        const which = role & 255;
        if (which === TIME) hasTime = true;
        if (which === SEVERITY || which === BODY) isTold = true;
        this.#roles.take(batch, row, role, graph.key[node], from, end, kind);
      }
    }
    return pairs >= LEAST_PAIRS && hasTime && isTold && !Number.isNaN(batch.time[row]);
  }
}

/** What divides the first pair from the second; 0 if the line does not begin so. */
function dividerOf(bytes: Uint8Array, from: number, to: number): number {
  const start = bytes[from] === QUOTE ? from + 1 : from;
  const key = keyEnd(bytes, start, to);
  if (key === start || key >= to || bytes[key] !== EQUALS) return 0;
  let at = key + 1;
  if (start > from) {
    const end = findByte(bytes, at, to, QUOTE) + 1;
    return end > 0 && end < to && isDivider(bytes[end]) ? bytes[end] : 0;
  }
  if (bytes[at] === QUOTE) {
    at = stringEnd(bytes, at + 1, to);
    if (at < 0) return 0;
    at = skipBlanks(bytes, at + 1, to);
    return at < to && isDivider(bytes[at]) ? bytes[at] : 0;
  }
  for (; at < to; at++) {
    const byte = bytes[at];
    if (byte === EQUALS || byte === QUOTE) return 0;
    // A comma may be one of a time: `08:00:01,123`.
    if (isDivider(byte) && keyFollows(bytes, at + 1, to)) return byte;
  }
  return 0;
}

function isDivider(byte: number): boolean {
  return byte === SEMICOLON || byte === COMMA || byte === BAR;
}

/** Where the value that begins at `from` ends: at the next divider that a key follows, or at the line's end. */
function valueEnd(bytes: Uint8Array, from: number, to: number, divider: number): number {
  let at = from;
  if (bytes[from] === QUOTE) {
    const end = stringEnd(bytes, from + 1, to);
    if (end > 0) at = end + 1;
  }
  for (;;) {
    at = findByte(bytes, at, to, divider);
    if (at < 0) return to;
    if (at + 1 === to || keyFollows(bytes, at + 1, to)) return at;
    at++;
  }
}

/** Where the quote stands that ends the cell of the value at `from`, a divider behind it or the line's end; -1 if none does. */
function cellEnd(bytes: Uint8Array, from: number, to: number, divider: number): number {
  for (let at = from; at < to; at++) {
    if (bytes[at] === QUOTE && (at + 1 === to || bytes[at + 1] === divider)) return at;
  }
  return -1;
}

function keyFollows(bytes: Uint8Array, from: number, to: number): boolean {
  const start = skipBlanks(bytes, from, to);
  const end = keyEnd(bytes, start, to);
  return end > start && end < to && bytes[end] === EQUALS;
}

function keyEnd(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && (isNameSign(bytes[at]) || bytes[at] === DASH || bytes[at] === AT)) at++;
  return at;
}
