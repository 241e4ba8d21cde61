import type { Batch } from "../../../record/batch.ts";
import type { ReadContext } from "../../line_format.ts";
import { severityOfLetter, severityOfWord } from "../../severity_word.ts";
import { readEpoch, readTime } from "../../time/timestamp.ts";
import { isDigit } from "../../time/timestamp_parts.ts";
import { addCell, CellColumn, LOGGER, loggerAmong, THREAD, UNTOLD } from "./cell_columns.ts";
import { areNearly } from "./head_places.ts";
import {
  BAR,
  CLOSE,
  CLOSE_PAREN,
  COLON,
  DASH,
  type HeadParts,
  OPEN,
  PAREN,
  SEMICOLON,
  TIME_PART,
} from "../text_parts.ts";
import { isBlank, isNumber, skipBlanks, TAB, trimmed } from "../text_tokens.ts";

/** Lines that are counted, and the fewest of which anything is concluded. */
const MAX_LINES = 64;
const FEWEST = 4;
/** Cells of a line that are looked at, with the message. */
const MAX_CELLS = 8;
/** Bytes of a cell that may be a time. */
const LONGEST_TIME = 40;
const SHORTEST_TIME = 8;
const EPOCH_SECONDS = 10, EPOCH_MILLIS = 13;
const NONE = -1;
/** The sign that a preamble's line begins with. */
const UNIT = 0x1f;
const SIGNS = [BAR, SEMICOLON, TAB, DASH, COLON];

const decoder = new TextDecoder();

/** What the lines have in common that one sign divides. */
class Divided {
  readonly columns = Array.from({ length: MAX_CELLS }, () => new CellColumn());
  /** Lines whose cell at each place is a time, and a severity: by a word, by a letter. */
  readonly times = new Int32Array(MAX_CELLS);
  readonly words = new Int32Array(MAX_CELLS);
  readonly letters = new Int32Array(MAX_CELLS);
  /** Lines whose cell at each place begins as a date does, and is no number. */
  readonly dates = new Int32Array(MAX_CELLS);
  /** Lines that have a head's cells, and those of them whose first one ends as containers' names do, `web-1`. */
  lines = 0;
  numbered = 0;
}

/** Where the cells are: the sign between them, the places of time, severity and message, what the others are. */
interface Layout {
  readonly sign: number;
  readonly time: number;
  readonly severity: number;
  readonly message: number;
  readonly roles: readonly number[];
}

/**
 * Counts the cells of the first lines of a source whose heads one sign divides (` | `, ` - `, `; `, tabs, `: `), and finds the
 * one that is the time, where that stands behind others: `main; shop.db; 20.11.2026 08:00:00; INFO; message`. A line
 * alone would not tell that from a message with a time in it.
 */
export class DividedHeads {
  /** What was concluded, to be taken over by others. */
  preamble: readonly string[] = [];
  #layout: Layout | null = null;
  #lines = 0;
  #bySign = new Map<number, Divided>();
  /** Bounds of the cells of the line that was looked at last, the last one to its end. */
  readonly #from = new Int32Array(MAX_CELLS);
  readonly #to = new Int32Array(MAX_CELLS);
  #cells = 0;
  #lineTo = 0;
  /** Of the cell looked at last, without its brackets. */
  #wordFrom = 0;
  #wordTo = 0;

  get isSettled(): boolean {
    return this.#layout !== null;
  }

  /** Counts the line [from, to), without colours, as the record begun last; false if no more lines need be. */
  count(batch: Batch, row: number, from: number, to: number, context: ReadContext): boolean {
    this.#lines++;
    for (const sign of SIGNS) {
      this.#split(batch.bytes, from, to, sign);
      // Without a head's cells there is none to find.
      if (this.#cells < 3) continue;
      let divided = this.#bySign.get(sign);
      if (divided === undefined) this.#bySign.set(sign, divided = new Divided());
      this.#countCells(divided, batch, row, context);
    }
    return this.#lines < MAX_LINES;
  }

  #countCells(divided: Divided, batch: Batch, row: number, context: ReadContext): void {
    const { bytes } = batch;
    divided.lines++;
    if (isDigit(bytes[this.#to[0] - 1]) && bytes[this.#to[0] - 2] === DASH) divided.numbered++;
    for (let cell = 0; cell < this.#cells - 1; cell++) {
      const from = this.#from[cell];
      const to = this.#to[cell];
      divided.columns[cell].count(bytes, from, to);
      if (this.#readTime(batch, row, cell, context)) divided.times[cell]++;
      else if (isDigit(bytes[this.#wordFrom]) && !isNumber(bytes, this.#wordFrom, this.#wordTo)) {
        divided.dates[cell]++;
      }
      const number = this.#severityOf(bytes, cell);
      if (number === 0) continue;
      if (this.#wordTo - this.#wordFrom === 1) divided.letters[cell]++;
      else divided.words[cell]++;
    }
  }

  /** Concludes where the lines' cells are what. */
  close(): void {
    if (this.#layout === null && this.#lines >= FEWEST) {
      for (const [sign, divided] of this.#bySign) this.#settle(sign, divided);
    }
    this.#lines = 0;
    this.#bySign = new Map();
  }

  #settle(sign: number, { columns, times, dates, words, letters, lines, numbered }: Divided): void {
    // Those of stack traces and of messages of several lines have other cells, or none.
    if (this.#layout !== null || lines < FEWEST || lines * 4 < this.#lines * 3) return;
    const areMost = (some: number) => areNearly(some, lines);
    const time = times.findIndex(areMost);
    const severity = words.findIndex((some, at) => areMost(some) || areMost(letters[at]));
    if (time < 0 || severity < 0 || dates.slice(0, time).some(areMost)) return;
    // Where the time comes first, or right behind the severity, other readers know most heads as well or better.
    const isFirst = time === 0 || (time === 1 && severity === 0);
    if (isFirst && sign !== SEMICOLON && (sign !== COLON || severity < 2)) return;
    // A container's name stands before what it writes.
    if (sign === BAR && (areMost(numbered) || time === 1)) return;
    let message = Math.max(time, severity) + 1;
    while (message < MAX_CELLS && areMost(columns[message].closed) && columns[message].isHeads) message++;
    if (message === MAX_CELLS) return;
    const others = columns.slice(0, message).map((column, at) =>
      at === time || at === severity ? undefined : column
    );
    if (others.some((column) => column?.areParts === false)) return;
    const logger = loggerAmong(others);
    const roles = others.map((column, at) =>
      at === logger ? LOGGER : column?.areThreads === true ? THREAD : UNTOLD
    );
    this.#take({ sign, time, severity, message, roles });
  }

  #take(layout: Layout): void {
    const { sign, time, severity, message, roles } = layout;
    this.#layout = layout;
    this.preamble = [
      String.fromCharCode(UNIT) + `cells ${sign} ${time} ${severity} ${message} ${roles.join("")}`,
    ];
  }

  /** Takes over what another has concluded: the line [from, to) of its `preamble`; false if it is none. */
  takePreamble(bytes: Uint8Array, from: number, to: number): boolean {
    const line = decoder.decode(bytes.subarray(from + 1, to));
    const told = /^cells (\d+) (\d+) (-?\d+) (\d+) (\d+)$/.exec(line)?.slice(1);
    if (told === undefined) return false;
    const [sign, time, severity, message] = told.map(Number);
    this.#take({ sign, time, severity, message, roles: [...told[4]].map(Number) });
    return true;
  }

  /**
   * Reads the head of [from, to) into `head`, which was begun with the record's row; false, with the row's time perhaps set, if
   * its cells are not the source's.
   */
  read(head: HeadParts, from: number, to: number): boolean {
    const layout = this.#layout;
    if (layout === null) return false;
    const { batch, bytes, row, context } = head;
    const { time, severity, message, roles } = layout;
    this.#split(bytes, from, to, layout.sign);
    if (this.#cells <= message || !this.#readTime(batch, row, time, context)) return false;
    for (let cell = 0; cell < message; cell++) {
      if (cell === time) {
        head.hasTime = true;
        head.timeInBrackets = bytes[this.#from[cell]] === OPEN;
        head.add(TIME_PART, batch.timeFrom[row], batch.timeTo[row]);
      } else if (cell === severity) {
        const number = this.#severityOf(bytes, cell);
        // Another word, of a level that nobody knows, is still no message.
        if (number === 0) addCell(head, this.#from[cell], this.#to[cell], UNTOLD);
        else head.setSeverity(number, this.#wordFrom, this.#wordTo);
      } else addCell(head, this.#from[cell], this.#to[cell], roles[cell]);
    }
    return head.beginMessage(this.#from[message]);
  }

  /** Sets the bounds of the cells of [from, to), blanks around them left out; what is one too many is the last one's. */
  #split(bytes: Uint8Array, from: number, to: number, sign: number): void {
    this.#cells = 0;
    this.#lineTo = to;
    let start = from;
    for (let at = from; at <= to; at++) {
      const isEnd = at === to ||
        (this.#cells < MAX_CELLS - 1 && bytes[at] === sign && divides(bytes, at, to, sign));
      if (!isEnd) continue;
      const begin = Math.min(at, skipBlanks(bytes, start, at));
      this.#from[this.#cells] = begin;
      this.#to[this.#cells++] = Math.max(begin, trimmed(bytes, begin, at));
      start = at + 1;
    }
  }

  /** Reads the cell, perhaps in brackets, as the time of the row; false if it is none, or holds more. */
  #readTime(batch: Batch, row: number, cell: number, context: ReadContext): boolean {
    this.#narrow(batch.bytes, cell);
    const from = this.#wordFrom;
    const to = this.#wordTo;
    if (to - from < SHORTEST_TIME || to - from > LONGEST_TIME) return false;
    if (readTime(batch, row, from, this.#lineTo, context) === to) return true;
    const isEpoch = to - from === EPOCH_SECONDS || to - from === EPOCH_MILLIS;
    return isEpoch && batch.bytes[from] === 0x31 && readEpoch(batch, row, from, to);
  }

  /** OpenTelemetry's number of the severity that is all of the cell, perhaps in brackets, 0 if it is none. */
  #severityOf(bytes: Uint8Array, cell: number): number {
    this.#narrow(bytes, cell);
    return this.#wordTo - this.#wordFrom === 1
      ? severityOfLetter(bytes[this.#wordFrom])
      : severityOfWord(bytes, this.#wordFrom, this.#wordTo);
  }

  /** Sets the word to what stands in the cell without brackets and blanks. */
  #narrow(bytes: Uint8Array, cell: number): void {
    let from = this.#from[cell];
    let to = this.#to[cell];
    const isEnclosed = (bytes[from] === OPEN && bytes[to - 1] === CLOSE) ||
      (bytes[from] === PAREN && bytes[to - 1] === CLOSE_PAREN);
    if (isEnclosed) {
      from = skipBlanks(bytes, from + 1, to - 1);
      to = trimmed(bytes, from, to - 1);
    }
    this.#wordFrom = from;
    this.#wordTo = to;
  }
}

/** Whether the sign at `at` stands between two cells: bars and dashes with blanks around them, colons with one behind. */
function divides(bytes: Uint8Array, at: number, to: number, sign: number): boolean {
  if (sign === TAB || sign === SEMICOLON) return true;
  const isBefore = at + 1 >= to || isBlank(bytes[at + 1]);
  return isBefore && (sign === COLON || isBlank(bytes[at - 1]));
}
