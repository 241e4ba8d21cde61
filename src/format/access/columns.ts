import { listEnd } from "./addresses.ts";
import { quoteEnd } from "../text/message/text_pairs.ts";
import { findByte, isDecimal, isNumber, isText, SPACE, TAB } from "../text/text_tokens.ts";
import { isLetter } from "../time/timestamp_parts.ts";

const QUOTE = 0x22, BACKSLASH = 0x5c, OPEN = 0x5b, CLOSE = 0x5d, PAREN = 0x28, CLOSE_PAREN = 0x29;
const BAR = 0x7c, SEMICOLON = 0x3b, COMMA = 0x2c, DASH = 0x2d;
const DOT = 0x2e, COLON = 0x3a, UNDERLINE = 0x5f, NONE = -1;
const EPOCH_SECONDS = 10;
const MOST_COLUMNS = 40;
/** Dividers of which the fewest make columns. */
const FEWEST = 4;

/** The columns of a line, without the quotes, brackets and parentheses around them. One object is used for line after line. */
export class Columns {
  readonly from = new Int32Array(MOST_COLUMNS);
  readonly to = new Int32Array(MOST_COLUMNS);
  /** Where the labels of cells begin and end, `Referrer: "-"`; -1 if a cell has none. */
  readonly label = new Int32Array(MOST_COLUMNS);
  readonly labelTo = new Int32Array(MOST_COLUMNS);
  count = 0;
  divider = SPACE;
  /** Where the line ends. */
  lineTo = 0;
  readonly #quoted = new Uint8Array(MOST_COLUMNS);

  isQuoted(at: number): boolean {
    return this.#quoted[at] === 1 && this.divider === SPACE;
  }

  /** Nothing stands there, as servers write it. */
  isDash(bytes: Uint8Array, at: number): boolean {
    return this.to[at] === this.from[at] + 1 && bytes[this.from[at]] === DASH;
  }

  isNumber(bytes: Uint8Array, at: number): boolean {
    const { from, to } = this;
    return isNumber(bytes, from[at], to[at]) || isDecimal(bytes, from[at], to[at]);
  }

  /** Splits the line [from, to); false if it has too many columns, or what a column opens with does not end. */
  split(bytes: Uint8Array, from: number, to: number): boolean {
    this.count = 0;
    this.lineTo = to;
    this.divider = dividerOf(bytes, from, to);
    for (let at = from; at < to;) {
      if (this.divider === SPACE && bytes[at] <= SPACE) {
        at++;
        continue;
      }
      const end = this.divider === SPACE ? wordEnd(bytes, at, to) : cellEnd(bytes, at, to, this.divider);
      if (end < 0 || this.count === MOST_COLUMNS) return false;
      this.#add(bytes, at, end);
      at = end + 1;
    }
    return this.count > 3;
  }

  #add(bytes: Uint8Array, from: number, to: number): void {
    while (to > from && bytes[from] === SPACE) from++;
    while (to > from && bytes[to - 1] === SPACE) to--;
    this.label[this.count] = from;
    if (this.divider !== SPACE) from = behindLabel(bytes, from, to);
    const first = bytes[from];
    const last = bytes[to - 1];
    const isQuoted = to - from > 1 && first === QUOTE && last === QUOTE;
    const isEnclosed = isQuoted || (first === OPEN && last === CLOSE) ||
      (first === PAREN && last === CLOSE_PAREN);
    if (this.label[this.count] === from) this.label[this.count] = NONE;
    this.labelTo[this.count] = from - 2;
    this.from[this.count] = isEnclosed ? from + 1 : from;
    this.to[this.count] = isEnclosed ? to - 1 : to;
    this.#quoted[this.count++] = isQuoted ? 1 : 0;
  }
}

/** nginx' `$msec`, `1795161600.123`: a time, no duration. */
export function isEpoch(bytes: Uint8Array, from: number, to: number): boolean {
  return to - from > EPOCH_SECONDS && bytes[from + EPOCH_SECONDS] === DOT && isDecimal(bytes, from, to);
}

/** Behind `name: ` at the beginning of a cell; `from` if it has none. */
function behindLabel(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && (isLetter(bytes[at]) || bytes[at] === DASH || bytes[at] === UNDERLINE)) at++;
  return at > from && at + 2 < to && bytes[at] === COLON && bytes[at + 1] === SPACE ? at + 2 : from;
}

/** The sign that divides the columns of a line: a tab, a bar, a semicolon or a comma that is there often, else blanks. */
function dividerOf(bytes: Uint8Array, from: number, to: number): number {
  if (bytes[from] === QUOTE && isText(bytes, findByte(bytes, from + 1, to, QUOTE), to, '","')) return COMMA;
  let tabs = 0, bars = 0, semicolons = 0, commas = 0;
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    if (byte === QUOTE && tabs + bars + semicolons + commas === 0) return SPACE;
    if (byte === TAB) tabs++;
    else if (byte === BAR) bars++;
    // An agent's `(X11; Linux)`.
    else if (byte === SEMICOLON && bytes[at + 1] !== SPACE) semicolons++;
    else if (byte === COMMA && bytes[at + 1] !== SPACE) commas++;
  }
  return tabs >= FEWEST
    ? TAB
    : bars >= FEWEST
    ? BAR
    : semicolons >= FEWEST
    ? SEMICOLON
    : commas > FEWEST
    ? COMMA
    : SPACE;
}

function wordEnd(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  const first = bytes[from];
  const close = first === QUOTE ? QUOTE : first === OPEN ? CLOSE : first === PAREN ? CLOSE_PAREN : 0;
  if (close !== 0) {
    for (at++; at < to && bytes[at] !== close; at++) if (bytes[at] === BACKSLASH) at++;
    if (at >= to) return -1;
    at++;
    return at >= to || bytes[at] <= SPACE ? at : -1;
  }
  while (at < to && bytes[at] > SPACE) {
    // `urt="0.001, 0.002"`
    if (bytes[at] === QUOTE && isText(bytes, at - 1, to, '="')) {
      const end = findByte(bytes, at + 1, to, QUOTE);
      if (end < 0) return -1;
      at = end;
    }
    at++;
  }
  return listEnd(bytes, from, to, at);
}

function cellEnd(bytes: Uint8Array, from: number, to: number, divider: number): number {
  let at = from;
  if (bytes[at] === QUOTE) {
    at = quoteEnd(bytes, at, to);
    if (at < 0) return -1;
  }
  while (
    at < to &&
    (bytes[at] !== divider || ((divider === SEMICOLON || divider === COMMA) && bytes[at + 1] === SPACE))
  ) at++;
  return at;
}
