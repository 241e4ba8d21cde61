import type { Batch } from "../../../record/batch.ts";
import type { ReadContext } from "../../line_format.ts";
import { severityOfLetter, severityOfWord } from "../../severity_word.ts";
import { readEpoch, readTime } from "../../time/timestamp.ts";
import { isDigit, isLetter } from "../../time/timestamp_parts.ts";
import { isMonthLetter } from "../head/text_times.ts";
import { CLOSE, CLOSE_PAREN, COLON, OPEN, PAREN, SEMICOLON } from "../text_parts.ts";
import { bracketEnd, isBlank, isText, skipBlanks, TAB, tokenEnd, trimmed } from "../text_tokens.ts";

/** Cells of a line that are looked at, with the message. */
export const MAX_CELLS = 8;
/** Bytes of a cell that may be a time. */
const LONGEST_TIME = 40;
const SHORTEST_TIME = 8;
const EPOCH_SECONDS = 10, EPOCH_MILLIS = 13;
const EXCLAMATION = 0x21;
/** Begins the name that Python gives a thread, `Thread-1 (worker)`, whose function stands behind a blank. */
const PYTHONS_THREAD = "Thread-";

/** The cells that one sign, or blanks, makes of a line; one object is used for line after line. */
export class HeadCells {
  count = 0;
  /** Bounds of the cells, the last one to the end of the line. */
  readonly from = new Int32Array(MAX_CELLS);
  readonly to = new Int32Array(MAX_CELLS);
  /** Where signs between blanks begin that stand before a cell, else where it begins. */
  readonly signFrom = new Int32Array(MAX_CELLS);
  /** Of the cell looked at last, without its brackets. */
  wordFrom = 0;
  wordTo = 0;
  #lineTo = 0;

  /** Splits [from, to) where `sign` divides; blanks around cells are left out. What is one too many is the last one's. */
  split(bytes: Uint8Array, from: number, to: number, sign: number): void {
    this.count = 0;
    this.#lineTo = to;
    let start = from;
    for (let at = from; at <= to; at++) {
      const isEnd = at === to ||
        (bytes[at] === sign && this.count < MAX_CELLS - 1 && divides(bytes, at, to, sign));
      if (!isEnd) continue;
      const begin = Math.min(at, skipBlanks(bytes, start, at));
      this.signFrom[this.count] = this.from[this.count] = begin;
      this.to[this.count++] = Math.max(begin, trimmed(bytes, begin, at));
      start = at + 1;
    }
  }

  /**
   * Splits [from, to) at blanks, but for those in brackets and in the time, which is the cell `timeAt`, or, below 0, any.
   * Signs between blanks are no cells.
   */
  splitAtBlanks(
    batch: Batch,
    row: number,
    from: number,
    to: number,
    timeAt: number,
    context: ReadContext,
  ): void {
    const { bytes } = batch;
    this.count = 0;
    this.#lineTo = to;
    let sign = -1;
    for (let at = skipBlanks(bytes, from, to); at < to;) {
      const end = this.#wordEnd(batch, row, at, to, timeAt, context);
      if (end > at && isSign(bytes, at, end)) {
        if (sign < 0) sign = at;
        at = skipBlanks(bytes, end, to);
        continue;
      }
      this.signFrom[this.count] = sign < 0 ? at : sign;
      this.from[this.count] = at;
      // A line break ends the head.
      const isLast = end === at || this.count === MAX_CELLS - 1;
      this.to[this.count++] = isLast ? to : end;
      if (isLast) return;
      sign = -1;
      at = skipBlanks(bytes, end, to);
    }
  }

  #wordEnd(batch: Batch, row: number, at: number, to: number, timeAt: number, context: ReadContext): number {
    const { bytes } = batch;
    const first = bytes[at];
    const end = tokenEnd(bytes, at, to);
    if (bytes[end + 1] === PAREN && isText(bytes, at, end, PYTHONS_THREAD)) {
      const close = bracketEnd(bytes, end + 1, to);
      return close < 0 ? end : close;
    }
    if (first === OPEN || first === PAREN) {
      const close = bracketEnd(bytes, at, to);
      return close < 0 || (close < to && !isBlank(bytes[close]) && bytes[close] !== COLON)
        ? end
        : tokenEnd(bytes, close, to);
    }
    const mayBeTime = timeAt < 0 ? isDigit(first) || isMonthLetter(first) : timeAt === this.count;
    const time = mayBeTime ? readTime(batch, row, at, to, context) : -1;
    return time > end ? tokenEnd(bytes, time, to) : end;
  }

  /** Reads the cell, perhaps in brackets, as the time of the row; false if it is none, or holds more. */
  readTime(batch: Batch, row: number, cell: number, context: ReadContext): boolean {
    this.narrow(batch.bytes, cell);
    const from = this.wordFrom;
    const to = this.wordTo;
    if (to - from < SHORTEST_TIME || to - from > LONGEST_TIME) return false;
    if (readTime(batch, row, from, this.#lineTo, context) === to) return true;
    const isEpoch = to - from === EPOCH_SECONDS || to - from === EPOCH_MILLIS;
    return isEpoch && batch.bytes[from] === 0x31 && readEpoch(batch, row, from, to);
  }

  /** OpenTelemetry's number of the severity that is all of the cell, perhaps in brackets, 0 if it is none. */
  severityOf(bytes: Uint8Array, cell: number): number {
    this.narrow(bytes, cell);
    // npm's `ERR!`
    if (bytes[this.wordTo - 1] === EXCLAMATION) this.wordTo--;
    return this.wordTo - this.wordFrom === 1
      ? severityOfLetter(bytes[this.wordFrom])
      : severityOfWord(bytes, this.wordFrom, this.wordTo);
  }

  /** Sets the word to what stands in the cell without brackets, blanks, and a colon behind it. */
  narrow(bytes: Uint8Array, cell: number): void {
    let from = this.from[cell];
    let to = this.to[cell];
    if (bytes[to - 1] === COLON) to--;
    if (isEnclosed(bytes, from, to)) {
      from = skipBlanks(bytes, from + 1, to - 1);
      to = trimmed(bytes, from, to - 1);
    }
    this.wordFrom = from;
    this.wordTo = to;
  }
}

function isEnclosed(bytes: Uint8Array, from: number, to: number): boolean {
  return (bytes[from] === OPEN && bytes[to - 1] === CLOSE) ||
    (bytes[from] === PAREN && bytes[to - 1] === CLOSE_PAREN);
}

/** Whether the sign at `at` stands between two cells: bars and dashes with blanks around them, colons with one behind. */
function divides(bytes: Uint8Array, at: number, to: number, sign: number): boolean {
  if (sign === TAB || sign === SEMICOLON) return true;
  const isBefore = at + 1 >= to || isBlank(bytes[at + 1]);
  return isBefore && (sign === COLON || isBlank(bytes[at - 1]));
}

/** No letter, no digit and no bracket: `-`, `--`, `|`, `::`. */
function isSign(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from > 2) return false;
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    if (byte >= 0x80 || isLetter(byte) || isDigit(byte) || byte === OPEN || byte === PAREN) return false;
  }
  return true;
}
