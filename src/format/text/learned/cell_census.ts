import { type Batch, TEXT } from "../../../record/batch.ts";
import type { AttributeKeys } from "../../attribute_keys.ts";
import { addSource } from "../attributes/text_composites.ts";
import { namesLine } from "../head/text_dividers.ts";
import { addPairs, arePairs } from "../message/text_pairs.ts";
import { addCell, CellColumn, isPart, LOGGER, loggerAmong, THREAD, UNTOLD } from "./cell_columns.ts";
import { areNearly } from "./head_places.ts";
import {
  BAR,
  BRACE,
  CLOSE,
  CLOSE_BRACE,
  COLON,
  type HeadParts,
  NAME_PART,
  SEMICOLON,
} from "../text_parts.ts";
import {
  findByte,
  hashOf,
  isBlank,
  isName,
  isText,
  nameLikeness,
  PATH,
  skipBlanks,
  sourceColon,
  TAB,
  tokenEnd,
  trimmed,
} from "../text_tokens.ts";

/** Lines of which the fewest tell something, and cells of one that are looked at. */
const FEWEST = 4;
const MAX_CELLS = 12;
/**
 * Counts the cells that bars, semicolons or tabs make of the first lines of a source behind their severities, where a single
 * line cannot tell which of them is the message: cells may be empty, hold several words, or stand behind it.
 */
export class CellCensus {
  #lines = 0;
  /** Lines by the sign that divides them; negative: with blanks around it. */
  readonly #dividers = new Map<number, number>();
  #columns: CellColumn[] = [];
  /** The last cells of lines by how many cells these have. */
  readonly #lasts = new Map<number, CellColumn>();
  /** The column that the last cell of the line counted last stands in. */
  #last: CellColumn | null = null;
  /** The line read last lacks the cells behind its message. */
  #isCut = false;
  #concluded = 0;
  #divider = 0;
  /** Cells before the message and behind it; -1 while nothing is known of them. */
  #before = -1;
  #behind = 0;
  /** The cell that names the logger, -1 if none does. */
  #logger = -1;
  /** Bounds of the cells of the line that was looked at last. */
  readonly #from = new Int32Array(MAX_CELLS);
  readonly #to = new Int32Array(MAX_CELLS);

  clear(): void {
    this.#lines =
      this.#concluded =
      this.#divider =
      this.#behind =
        0;
    this.#before = this.#logger = -1;
    this.#dividers.clear();
    this.#lasts.clear();
    this.#columns = [];
    this.#last = null;
  }

  /** Counts the line whose head was just read and that ends at `to`. */
  count(head: HeadParts, to: number): void {
    this.#last = null;
    if (head.severity === 0 || !head.hasTime) return;
    const { bytes } = head;
    this.#lines++;
    const headTo = headEnd(head);
    const divider = dividerAt(bytes, headTo, to);
    if (divider === 0) return;
    this.#dividers.set(divider, (this.#dividers.get(divider) ?? 0) + 1);
    const cells = this.#split(bytes, headTo, to, divider);
    for (let cell = 0; cell + 1 < cells; cell++) {
      (this.#columns[cell] ??= new CellColumn()).count(bytes, this.#from[cell], this.#to[cell]);
    }
    const start = this.#from[cells - 1];
    const last = this.#lasts.get(cells) ?? new CellColumn();
    this.#lasts.set(cells, last);
    this.#last = last;
    last.closed++;
    last.values.add(hashOf(bytes, start, to));
    if (isPart(bytes, start, to) || namedEnd(bytes, start, to) > 0) last.parts++;
    if (bytes[start] === BRACE && bytes[to - 1] === CLOSE_BRACE) last.objects++;
  }

  /** The line counted last goes on in the next one: the cells behind its message may stand there. */
  goOn(): void {
    if (this.#last !== null) this.#last.goingOn++;
    this.#last = null;
    this.#concluded = 0;
  }

  /** Sets the bounds of the cells behind the severity that ends at `at`; answers how many there are. */
  #split(bytes: Uint8Array, at: number, to: number, divider: number): number {
    const sign = Math.abs(divider);
    let cell = 0;
    let from = findByte(bytes, at, to, sign) + 1;
    for (let end = from; cell < MAX_CELLS; end++) {
      const isEnd = end >= to;
      if (!isEnd && (bytes[end] !== sign || (divider < 0 && !isApart(bytes, end, to)))) continue;
      this.#from[cell] = Math.min(end, skipBlanks(bytes, from, end));
      this.#to[cell++] = Math.max(this.#from[cell - 1], trimmed(bytes, from, Math.min(end, to)));
      if (isEnd) break;
      from = end + 1;
    }
    return cell;
  }

  #conclude(): void {
    this.#concluded = this.#lines;
    this.#before = this.#logger = -1;
    this.#behind = 0;
    if (this.#lines < FEWEST) return;
    const divider = [...this.#dividers].find(([, lines]) => areNearly(lines, this.#lines));
    if (divider === undefined) return;
    this.#divider = divider[0];
    const usual = this.#usual();
    const most = usual === undefined ? this.#lines : usual[1].closed;
    const columns = this.#columns.filter(({ closed }) => areNearly(closed, most));
    let before = columns.findIndex(({ isHeads }) => !isHeads);
    if (before < 0) before = repeatedAmong(columns, usual?.[1]);
    // A message that is always the same, before an object.
    if (
      before > 1 && before === columns.length && usual !== undefined &&
      areNearly(usual[1].objects, usual[1].closed)
    ) before--;
    if (before === 0 && usual === undefined) return;
    const isLast = usual === undefined || usual[0] !== columns.length + 1;
    const behind = columns.slice(before + 1);
    const areParts = !isLast && usual[1].isHeads && behind.every(({ isHeads }) => isHeads);
    this.#behind = before === columns.length || !areParts ? 0 : usual[0] - before - 1;
    this.#before = before;
    this.#logger = loggerAmong(columns.slice(0, before));
  }

  /**
   * How many cells (nearly) all lines have, and the last of these; the first lines of messages of several lines may lack
   * those behind them, and a few messages hold the divider.
   */
  #usual(): [number, CellColumn] | undefined {
    const lasts = [...this.#lasts].sort(([a], [b]) => b - a);
    return lasts.find(([cells, { closed }]) => {
      if (areNearly(closed, this.#lines)) return true;
      let whole = this.#lines, longer = 0;
      for (const [each, column] of lasts) {
        if (each < cells) whole -= column.goingOn;
        else if (each > cells) longer += column.closed;
      }
      return whole >= FEWEST && closed * 4 >= whole * 3 && areNearly(closed + longer, whole);
    }) ??
      lasts.find(([cells, { closed }]) =>
        closed * 4 >= this.#lines * 3 && lasts.every(([each]) => each <= cells)
      );
  }

  /** Takes the cells before the message of the line whose head was just read, if they are not its parts yet. */
  take(head: HeadParts, to: number): boolean {
    if (this.#concluded !== this.#lines) this.#conclude();
    if (this.#before < 1 || head.severity === 0 || !head.hasTime) return false;
    const { bytes } = head;
    const headTo = headEnd(head);
    if (dividerAt(bytes, headTo, to) !== this.#divider) return false;
    if (this.#split(bytes, headTo, to, this.#divider) <= this.#before) return false;
    const message = this.#from[this.#before];
    // A name and a dash may stand before the message in its own cell, if that is the last one.
    const isWithin = head.message > message && head.message <= this.#to[this.#before] && this.#behind === 0;
    if (head.message === message || isWithin) return false;
    head.keepUpTo(headTo);
    for (let cell = 0; cell < this.#before; cell++) this.#add(head, cell);
    head.message = this.#behind > 0 ? message : afterName(head, message, to);
    return true;
  }

  #add(head: HeadParts, cell: number): void {
    const role = cell === this.#logger ? LOGGER : this.#columns[cell].areThreads ? THREAD : UNTOLD;
    addCell(head, this.#from[cell], this.#to[cell], role);
  }

  /** Whether cells stand behind the messages. */
  get isTailed(): boolean {
    if (this.#concluded !== this.#lines) this.#conclude();
    return this.#behind > 0;
  }

  /** Takes the cells behind the message [from, to) as attributes; answers where it ends. */
  takeBehind(batch: Batch, row: number, from: number, to: number, keys: AttributeKeys): number {
    const { bytes } = batch;
    const headTo = Math.max(batch.severityTo[row], batch.timeTo[row]);
    if (dividerAt(bytes, headTo, to) !== this.#divider) return to;
    const cells = this.#split(bytes, headTo, to, this.#divider);
    this.#isCut = cells <= this.#before + this.#behind;
    if (this.#isCut || cells === MAX_CELLS || this.#from[this.#before] < from) return to;
    // What is more than the others have is the message's.
    const isLonger = cells > this.#before + 1 + this.#behind;
    return this.#takeLast(batch, row, cells, isLonger, to, keys);
  }

  /** The same of the last line [from, to) of a message of several lines, the first of which had none of these cells. */
  takeBelow(batch: Batch, row: number, from: number, to: number, keys: AttributeKeys): number {
    if (!this.#isCut) return to;
    const { bytes } = batch;
    const sign = Math.abs(this.#divider);
    let start = to;
    for (let cell = 0; cell < this.#behind; cell++) {
      start--;
      while (start > from && bytes[start] !== sign) start--;
      if (start <= from || (this.#divider < 0 && !isApart(bytes, start, to))) return to;
    }
    const cells = this.#split(bytes, start, to, this.#divider) + 1;
    if (cells !== this.#behind + 1) return to;
    this.#from.copyWithin(1, 0, cells - 1);
    this.#to.copyWithin(1, 0, cells - 1);
    this.#to[0] = trimmed(bytes, from, start);
    return this.#takeLast(batch, row, cells, true, to, keys);
  }

  /** Takes the last of so many cells, all of which must look like parts if they are `asked` to; `to` if not. */
  #takeLast(
    batch: Batch,
    row: number,
    cells: number,
    asked: boolean,
    to: number,
    keys: AttributeKeys,
  ): number {
    const { bytes } = batch;
    // An object is read as one.
    if (bytes[this.#from[cells - 1]] === BRACE) return to;
    const message = cells - 1 - this.#behind;
    for (let cell = message + 1; asked && cell < cells; cell++) {
      const start = this.#from[cell], end = this.#to[cell];
      if (!isPart(bytes, start, end) && namedEnd(bytes, start, end) < 0) return to;
    }
    let contexts = 0;
    for (let cell = message + 1; cell < cells; cell++) {
      const start = this.#from[cell];
      const end = this.#to[cell];
      if (start >= end) continue;
      const colon = namedEnd(bytes, start, end);
      if (sourceColon(bytes, start, end) > 0) addSource(batch, keys, start, end);
      else if (arePairs(bytes, start, end)) addPairs(batch, start, end);
      else if (colon > 0) {
        const key = batch.keys.idOfBytes(bytes, batch.view, start, colon);
        batch.addField(key, skipBlanks(bytes, colon + 1, end), end, TEXT);
      } else batch.addField(keys.context(contexts++), start, end, TEXT);
    }
    batch.fieldTo[row] = batch.fieldCount;
    return this.#to[message];
  }
}

/**
 * Which of the columns is the message where none has many values, as in the log of a program that says the same few things
 * again and again: the one of sentences with the most, if the last cell has no more and looks like a head's part; else the last.
 */
function repeatedAmong(columns: readonly CellColumn[], last: CellColumn | undefined): number {
  if (last === undefined || !last.areParts) return columns.length;
  const most = Math.max(...columns.map(({ areParts, values }) => areParts ? 0 : values.size));
  if (most < last.values.size) return columns.length;
  return columns.findIndex(({ areParts, values }) => !areParts && values.size === most);
}

/** The colon behind the name of a cell that is `name: value`, -1 if it is none. */
function namedEnd(bytes: Uint8Array, from: number, to: number): number {
  const colon = findByte(bytes, from, to, COLON);
  return colon > from && isName(bytes, from, colon) && isBlank(bytes[colon + 1]) ? colon : -1;
}

/** Takes `shop.db:connect:12 - ` of loguru from the last cell; answers where the message begins. */
function afterName(head: HeadParts, at: number, to: number): number {
  const { bytes } = head;
  const end = tokenEnd(bytes, at, to);
  if (!isText(bytes, end, to, " - ")) return at;
  if (!namesLine(bytes, at, end) && nameLikeness(bytes, at, end) !== PATH) return at;
  head.add(NAME_PART, at, end);
  return skipBlanks(bytes, end + 3, to);
}

/** Where the severity ends, or the time if that stands behind it. */
function headEnd({ batch, row, severityTo }: HeadParts): number {
  return Math.max(severityTo, batch.timeTo[row]);
}

/** The sign that divides what stands behind a severity, negative with blanks around it, 0 if none does. */
function dividerAt(bytes: Uint8Array, headTo: number, to: number): number {
  const at = bytes[headTo] === CLOSE ? headTo + 1 : headTo;
  if (bytes[at] === TAB) return TAB;
  const sign = skipBlanks(bytes, at, to);
  if (bytes[sign] !== BAR && bytes[sign] !== SEMICOLON) return 0;
  return isApart(bytes, sign, to) && sign > at ? -bytes[sign] : bytes[sign];
}

/** Blanks stand around the sign at `at`. */
function isApart(bytes: Uint8Array, at: number, to: number): boolean {
  return isBlank(bytes[at - 1]) && (at + 1 >= to || isBlank(bytes[at + 1]));
}
