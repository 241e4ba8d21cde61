import type { Batch } from "../../../record/batch.ts";
import type { ReadContext } from "../../line_format.ts";
import { isDigit } from "../../time/timestamp_parts.ts";
import { isThreadName } from "../attributes/text_threads.ts";
import { takeLineOfFile } from "../head/text_places.ts";
import { addCell, CellColumn, ELAPSED, LOGGER, loggerAmong, THREAD, UNTOLD } from "./cell_columns.ts";
import { HeadCells, MAX_CELLS } from "./head_cells.ts";
import { areNearly } from "./head_places.ts";
import {
  BAR,
  BRACKET_PART,
  COLON,
  DASH,
  type HeadParts,
  OPEN,
  PAREN,
  QUOTE,
  SEMICOLON,
  TIME_PART,
} from "../text_parts.ts";
import {
  findByte,
  isLower,
  isNumber,
  nameLikeness,
  PATH,
  sourceColon,
  SPACE,
  TAB,
  tokenEnd,
} from "../text_tokens.ts";

/** Lines that are counted, and the fewest of which anything is concluded. */
const MAX_LINES = 64;
const FEWEST = 4;
/** The sign that a preamble's line begins with. */
const UNIT = 0x1f;
const SLASH = 0x2f;
const SIGNS = [BAR, SEMICOLON, TAB, DASH, COLON, SPACE];

/** The place of the time where lines have none; as a cell's number it is none's. */
const TIMELESS = MAX_CELLS;
/** Cells before a severity that has no time before it. */
const MOST_BEFORE = 3;

const decoder = new TextDecoder();

/** What the lines have in common that one sign divides, by the places of their cells. */
class Divided {
  readonly columns = Array.from({ length: MAX_CELLS }, () => new CellColumn());
  /** Lines whose cell is a time, and a severity: by a word, by a letter. */
  readonly times = new Int32Array(MAX_CELLS);
  readonly words = new Int32Array(MAX_CELLS);
  readonly letters = new Int32Array(MAX_CELLS);
  /** Lines whose cell begins as a date does, and is no number. */
  readonly dates = new Int32Array(MAX_CELLS);
  /** Lines whose cell is no word: it stands in brackets, or is a path, a place, or a thread's name. */
  readonly heads = new Int32Array(MAX_CELLS);
  /** Lines with a sign between blanks before the cell. */
  readonly signed = new Int32Array(MAX_CELLS);
  /** Lines that end in a text in quotes, which is the cell. */
  readonly quoted = new Int32Array(MAX_CELLS);
  /** The severities that stand in the cell, a bit each, and lines in which one stands there in small letters. */
  readonly kinds = new Int32Array(MAX_CELLS);
  readonly small = new Int32Array(MAX_CELLS);
  /** Lines that have a head's cells, one of them a time, and those of them whose first one looks like a container's name, `web-1`, `[pod/web]`. */
  lines = 0;
  containers = 0;
}

/** Where the cells are: the sign between them, the places of time (`TIMELESS`: none), severity and message, what the others are. */
interface Layout {
  readonly sign: number;
  readonly time: number;
  readonly severity: number;
  readonly message: number;
  /** A sign stands before the message. */
  readonly isSigned: boolean;
  /** The message stands in quotes. */
  readonly isQuoted: boolean;
  readonly roles: readonly number[];
}

/**
 * Counts the cells of the first lines of a source whose heads one sign divides (` | `, ` - `, `; `, tabs, `: `, blanks), and
 * finds the one that is the time, where that stands behind others: `main; shop.db; 20.11.2026 08:00:00; INFO; message`. A
 * line alone would not tell that from a message with a time in it. Where lines have no time, it finds the severity that stands
 * behind others: `36 MainThread INFO message`.
 */
export class DividedHeads {
  /** What was concluded, to be taken over by others. */
  preamble: readonly string[] = [];
  #layout: Layout | null = null;
  #lines = 0;
  #bySign = new Map<number, Divided>();
  #timeless = new Map<number, Divided>();
  readonly #cells = new HeadCells();

  get isSettled(): boolean {
    return this.#layout !== null;
  }

  /** Their messages stand in quotes. */
  get isQuoted(): boolean {
    return this.#layout !== null && this.#layout.isQuoted;
  }

  /** The lines have no time: other formats, which know their lines by more, are asked before. */
  get isTimeless(): boolean {
    return this.#layout !== null && this.#layout.time === TIMELESS;
  }

  /** Counts the line [from, to), without colours, as the record begun last; false if no more lines need be. */
  count(batch: Batch, row: number, from: number, to: number, context: ReadContext): boolean {
    this.#lines++;
    for (const sign of SIGNS) {
      this.#split(batch, row, from, to, sign, -1, context);
      // Without a head's cells there is none to find.
      if (this.#cells.count < 3) continue;
      this.#countCells(sign, batch, row, context);
    }
    return this.#lines < MAX_LINES;
  }

  #split(
    batch: Batch,
    row: number,
    from: number,
    to: number,
    sign: number,
    timeAt: number,
    context: ReadContext,
  ): void {
    if (sign === SPACE) this.#cells.splitAtBlanks(batch, row, from, to, timeAt, context);
    else this.#cells.split(batch.bytes, from, to, sign);
  }

  #countCells(sign: number, batch: Batch, row: number, context: ReadContext): void {
    const { bytes } = batch;
    const cells = this.#cells;
    let timed = 0;
    let told = 0;
    for (let cell = 0; cell < cells.count - 1; cell++) {
      if (cells.readTime(batch, row, cell, context)) timed |= 1 << cell;
      else if (cells.severityOf(bytes, cell) !== 0) told |= 1 << cell;
    }
    // A line of a stack trace, or of a message.
    if ((timed | told) === 0) return;
    const bySign = timed === 0 ? this.#timeless : this.#bySign;
    let divided = bySign.get(sign);
    if (divided === undefined) bySign.set(sign, divided = new Divided());
    divided.lines++;
    if (isContainer(bytes, cells.from[0], cells.to[0])) divided.containers++;
    for (let cell = 0; cell < cells.count; cell++) {
      if (cells.signFrom[cell] < cells.from[cell]) divided.signed[cell]++;
      if (bytes[cells.from[cell]] === QUOTE && (sign === SEMICOLON || sign === TAB)) divided.quoted[cell]++;
      // The last one goes on to the end of the line.
      if (cell === cells.count - 1) break;
      if ((timed & 1 << cell) !== 0) divided.times[cell]++;
      cells.narrow(bytes, cell);
      divided.columns[cell].count(bytes, cells.wordFrom, cells.wordTo);
      if (isHeads(bytes, cells)) divided.heads[cell]++;
      const isDate = (timed & 1 << cell) === 0 && isDigit(bytes[cells.wordFrom]);
      if (isDate && !isNumber(bytes, cells.wordFrom, cells.wordTo)) divided.dates[cell]++;
      const number = cells.severityOf(bytes, cell);
      if (number === 0) continue;
      if (cells.wordTo - cells.wordFrom === 1) divided.letters[cell]++;
      else divided.words[cell]++;
      divided.kinds[cell] |= 1 << number;
      if (isLower(bytes[cells.wordFrom])) divided.small[cell]++;
    }
  }

  /** Concludes where the lines' cells are what; of `known` lines other readers know time and severity, of `told` the severity. */
  close(known = Infinity, told = Infinity): void {
    if (this.#layout === null && this.#lines >= FEWEST) {
      for (const [sign, divided] of this.#bySign) this.#settle(sign, divided, known);
      for (const [sign, divided] of this.#timeless) this.#settleTimeless(sign, divided, told);
    }
    this.#lines = 0;
    this.#bySign = new Map();
    this.#timeless = new Map();
  }

  #settle(sign: number, divided: Divided, known: number): void {
    const { times, dates, words, letters, lines } = divided;
    if (this.#layout !== null || lines < FEWEST || lines * 2 < this.#lines) return;
    const areMost = (some: number) => areNearly(some, lines);
    const time = times.findIndex(areMost);
    const severity = words.findIndex((some, at) => areMost(some) || areMost(letters[at]));
    if (time < 0 || severity < 0 || dates.slice(0, time).some(areMost)) return;
    const isKnown = known * 2 >= lines && isKnownOtherwise(sign, time, severity);
    if (isKnown || isUsual(sign, time, severity) || (severity > 0 && areMost(divided.containers))) return;
    this.#settleCells(sign, divided, time, severity);
  }

  /** Concludes the same of lines without a time: the severities differ, and stand behind what only heads have. */
  #settleTimeless(sign: number, divided: Divided, told: number): void {
    const { columns, heads, kinds, letters, lines, small, words } = divided;
    if (this.#layout !== null || lines < FEWEST || lines * 2 < this.#lines || areNearly(told, lines)) return;
    const severity = words.findIndex((some) => areNearly(some, lines));
    if (severity < 1 || severity > MOST_BEFORE || letters[severity] > 0) return;
    const hasKinds = (kinds[severity] & (kinds[severity] - 1)) !== 0;
    // Words of messages are such in many ways.
    const isSmall = small[severity] * 2 > lines;
    const isHead = (column: CellColumn, at: number) =>
      areNearly(heads[at], lines) || column.values.size === 1 || (!isSmall && column.areParts);
    if (!hasKinds || !columns.slice(0, severity).every(isHead)) return;
    this.#settleCells(sign, divided, TIMELESS, severity);
  }

  #settleCells(sign: number, divided: Divided, time: number, severity: number): void {
    const { columns, heads, quoted, signed, lines } = divided;
    const areMost = (some: number) => areNearly(some, lines);
    let message = (time === TIMELESS ? severity : Math.max(time, severity)) + 1;
    const isHead = (at: number) => sign === SPACE ? areMost(heads[at]) : columns[at].isHeads;
    while (message < MAX_CELLS && areMost(columns[message].closed) && isHead(message)) message++;
    if (message === MAX_CELLS) return;
    const others = columns.slice(0, message).map((column, at) =>
      at === time || at === severity ? undefined : column
    );
    const isOther = (column: CellColumn | undefined, at: number) =>
      column !== undefined && !(sign === SPACE && time !== TIMELESS ? areMost(heads[at]) : column.areParts);
    if (others.some(isOther)) return;
    const logger = loggerAmong(others);
    const roles = others.map((column, at) => {
      if (at === logger) return LOGGER;
      if (column?.areThreads === true) return THREAD;
      return time === TIMELESS && column?.areElapsed === true ? ELAPSED : UNTOLD;
    });
    this.#take({
      sign,
      time,
      severity,
      message,
      isSigned: areMost(signed[message]),
      isQuoted: areMost(quoted[message]),
      roles,
    });
  }

  #take(layout: Layout): void {
    const { sign, time, severity, message, isSigned, isQuoted, roles } = layout;
    this.#layout = layout;
    const numbers = [sign, time, severity, message, isSigned ? 1 : 0, isQuoted ? 1 : 0, roles.join("")];
    this.preamble = [String.fromCharCode(UNIT) + `cells ${numbers.join(" ")}`];
  }

  /** Takes over what another has concluded: the line [from, to) of its `preamble`; false if it is none. */
  takePreamble(bytes: Uint8Array, from: number, to: number): boolean {
    const line = decoder.decode(bytes.subarray(from + 1, to));
    const told = /^cells (\d+) (\d+) (\d+) (\d+) (\d) (\d) (\d+)$/.exec(line)?.slice(1);
    if (told === undefined) return false;
    const [sign, time, severity, message, signed, quoted] = told.map(Number);
    const roles = [...told[6]].map(Number);
    this.#take({ sign, time, severity, message, isSigned: signed === 1, isQuoted: quoted === 1, roles });
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
    const { sign, time, severity, message, isSigned, roles } = layout;
    const cells = this.#cells;
    this.#split(batch, row, from, to, sign, time, context);
    if (cells.count <= message) return false;
    // Without a time it is the severity that tells a head.
    const isHead = time === TIMELESS
      ? cells.severityOf(bytes, severity) !== 0
      : cells.readTime(batch, row, time, context);
    if (!isHead) return false;
    for (let cell = 0; cell < message; cell++) {
      const start = cells.from[cell];
      const end = cells.to[cell];
      if (cell === time) {
        head.hasTime = true;
        head.timeInBrackets = bytes[start] === OPEN;
        head.add(TIME_PART, batch.timeFrom[row], batch.timeTo[row]);
      } else if (cell === severity) {
        const number = cells.severityOf(bytes, cell);
        // Another word, of a level that nobody knows, is still no message.
        if (number === 0) addCell(head, start, end, UNTOLD);
        else head.setSeverity(number, cells.wordFrom, cells.wordTo);
      } else {
        cells.narrow(bytes, cell);
        const isBracket = roles[cell] === UNTOLD && bytes[start] === OPEN && cells.wordFrom > start;
        if (isBracket) head.add(BRACKET_PART, cells.wordFrom, cells.wordTo);
        else addCell(head, cells.wordFrom, cells.wordTo, roles[cell]);
      }
    }
    return head.beginMessage(
      takeLineOfFile(head, isSigned ? cells.from[message] : cells.signFrom[message], to),
    );
  }
}

/** Whether other readers know heads of this order as well or better: the time comes first, or right behind what may be a container's name. */
function isUsual(sign: number, time: number, severity: number): boolean {
  if (time === 0) return sign !== SEMICOLON && (sign !== COLON || severity < 2);
  return time === 1 && severity !== 0 && (sign === BAR || sign === SPACE);
}

/** Whether they know most of them: the time comes right behind the severity. */
function isKnownOtherwise(sign: number, time: number, severity: number): boolean {
  return time === 1 && severity === 0 && sign !== SEMICOLON;
}

/** Whether the cell looked at last is no word: it stands in brackets, or is a path, a place, or a thread's name. */
function isHeads(bytes: Uint8Array, { wordFrom, wordTo }: HeadCells): boolean {
  if (tokenEnd(bytes, wordFrom, wordTo) < wordTo) return false;
  const before = bytes[wordFrom - 1];
  return before === OPEN || before === PAREN || nameLikeness(bytes, wordFrom, wordTo) === PATH ||
    sourceColon(bytes, wordFrom, wordTo) >= 0 || isThreadName(bytes, wordFrom, wordTo);
}

/** Whether it looks like the name of a container, `web-1`, `[pod/web-1/app]`. */
function isContainer(bytes: Uint8Array, from: number, to: number): boolean {
  if (isDigit(bytes[to - 1]) && bytes[to - 2] === DASH) return true;
  if (bytes[from] === OPEN) return findByte(bytes, from, to, SLASH) > 0;
  return false;
}
