import type { Batch } from "../record/batch.ts";
import { AttributeKeys } from "./attribute_keys.ts";
import {
  columnsOfHeader,
  columnsOfPostgres,
  type CsvColumns,
  MOST_COLUMNS,
  POSTGRES_SEVERITY,
} from "./csv_columns.ts";
import { isMethod } from "./request_roles.ts";
import type { LineFormat, ReadContext, Verdict } from "./line_format.ts";
import { MessageHeads } from "./text/message/text_message_head.ts";
import { RoleCollector } from "./role_collector.ts";
import { rarityOfWord, severityOfWord } from "./severity_word.ts";
import { kindOfBare } from "./text/message/text_pairs.ts";
import { addTold, BEGINS_TOLD } from "./text/message/told_measures.ts";
import { findByte, isName, isText, skipBlanks, trimmed } from "./text/text_tokens.ts";
import { readTime } from "./time/timestamp.ts";
import { isDigit } from "./time/timestamp_parts.ts";
import * as kinds from "../record/batch.ts";
import * as verdicts from "./line_format.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { TEXT } = kinds;
const { NO, PARTIAL, YES } = verdicts;

const QUOTE = 0x22,
  COMMA = 0x2c,
  SEMICOLON = 0x3b,
  TAB = 0x09,
  BAR = 0x7c,
  SPACE = 0x20,
  HASH = 0x23,
  COLON = 0x3a;
const SLASH = 0x2f, DASH = 0x2d;
const NEWLINE = 0x0a;
const TYPE = "#TYPE ";
/** Bytes before the first divider of a header. */
const LONGEST_NAME = 50;
/** A row without a header has a time, a severity and a message at least. */
const LEAST_CELLS = 3;
/** Of a row with a day and a time in cells of their own, and its cells among which these are. */
const LEAST_DATED = 8;
const FIRST_CELLS = 6;
/** As a row has whose severity was not found. */
const MANY_CELLS = 5;

const decoder = new TextDecoder();

/**
 * Tables of commas, semicolons, tabs or bars (RFC 4180's quotes, also over several lines) whose header names their
 * columns as the fields of JSON are named; the header is no record. Without one: PostgreSQL's csvlog, and rows of
 * quoted cells, of which the first is a time, one a severity and the last the message.
 */
export class CsvFormat implements LineFormat {
  readonly name = "csv";
  preamble: readonly string[] = [];
  readonly #context: ReadContext;
  readonly #roles: RoleCollector;
  readonly #keys: AttributeKeys;
  #columns: CsvColumns | null = null;
  #ids: number[] = [];
  #generation = -1;
  readonly #from = new Int32Array(MOST_COLUMNS);
  readonly #to = new Int32Array(MOST_COLUMNS);
  /** 1: the cell stood in quotes; 2: and some of its own are doubled. */
  readonly #quotes = new Uint8Array(MOST_COLUMNS);
  #count = 0;
  /** What reads the message of a table without severities. */
  #heads: MessageHeads | null = null;

  constructor(context: ReadContext) {
    this.#context = context;
    this.#roles = new RoleCollector(context);
    this.#keys = AttributeKeys.of(context.keys);
  }

  read(batch: Batch, from: number, to: number): Verdict {
    const { bytes, side, fieldCount } = batch;
    if (this.#columns !== null) {
      const verdict = this.#readRow(batch, from, to, this.#columns);
      if (verdict !== NO) return verdict;
      batch.side = side;
      batch.fieldCount = fieldCount;
    }
    if (isHeaderLike(bytes, from, to) && this.#header(bytes, from, to)) return YES;
    if (bytes[from] === HASH && isText(bytes, from, to, TYPE)) return this.#typedHeader(bytes, from, to);
    if (this.#readBare(batch, from, to)) return YES;
    const date = dateCellAt(bytes, from, to);
    if (date > 0 && this.#readDated(batch, from, to, date)) return YES;
    batch.side = side;
    batch.fieldCount = fieldCount;
    return NO;
  }

  #header(bytes: Uint8Array, from: number, to: number): boolean {
    const line = decoder.decode(bytes.subarray(from, to));
    const columns = columnsOfHeader(line);
    if (columns === null) return false;
    this.#columns = columns;
    this.#generation = -1;
    this.preamble = [line];
    return true;
  }

  /** The type of the objects in a table that PowerShell wrote, above its header. */
  #typedHeader(bytes: Uint8Array, from: number, to: number): Verdict {
    let end = from;
    while (end < to && bytes[end] !== NEWLINE) end++;
    if (end === to) return this.#context.single ? NO : PARTIAL;
    return isHeaderLike(bytes, end + 1, to) && this.#header(bytes, end + 1, to) ? YES : NO;
  }

  #readRow(batch: Batch, from: number, to: number, columns: CsvColumns): Verdict {
    const { names, roles } = columns;
    const isWhole = this.#cells(batch.bytes, from, to, columns.divider);
    if (!isWhole) return this.#context.single ? NO : PARTIAL;
    // Some tools name all columns but the last one, the message.
    const isLonger = this.#count === names.length + 1;
    if (this.#count !== names.length && !isLonger) return NO;
    if (this.#generation !== batch.keys.generation) {
      this.#generation = batch.keys.generation;
      this.#ids = names.map((name) => batch.keys.idOf(name));
    }
    this.#roles.start();
    const row = batch.begin(from, to);
    for (let at = 0; at < names.length; at++) {
      if (at === columns.time && columns.date >= 0) continue;
      const start = this.#from[at];
      const end = this.#to[at];
      if (end === start) continue;
      if (at === columns.date) this.#addDay(batch, row, columns);
      else if (columns.utc[at] && isZoneless(batch.bytes, end)) this.#addUtc(batch, row, roles[at], at);
      else this.#add(batch, row, roles[at], at);
    }
    if (Number.isNaN(batch.time[row]) && batch.severity[row] === 0) {
      batch.abandon();
      return NO;
    }
    if (isLonger) this.#setBody(batch, row, names.length);
    this.#roles.finish(batch, row);
    // `"INFO started"` of a table that has no column for it.
    if (batch.severity[row] === 0 && batch.bodyKind[row] === TEXT) {
      this.#heads ??= new MessageHeads(this.#context);
      this.#heads.readInside(batch, row);
    } else if (batch.bodyKind[row] === TEXT && BEGINS_TOLD[batch.bytes[batch.bodyFrom[row]]] === 1) {
      this.#keys.fresh();
      addTold(batch, row, batch.bodyFrom[row], batch.bodyTo[row], this.#keys);
    }
    batch.commit();
    return YES;
  }

  #add(batch: Batch, row: number, role: number, at: number): void {
    const { bytes } = batch;
    let from = this.#from[at];
    let to = this.#to[at];
    const kind = this.#quotes[at] === 0 ? kindOfBare(bytes, from, to) : TEXT;
    if (this.#quotes[at] === 2 && to - from < batch.sideFree) {
      from = withoutDoubled(batch, from, to);
      to = batch.side;
    }
    if (role === 0) batch.addField(this.#ids[at], from, to, kind);
    else this.#roles.take(batch, row, role, this.#ids[at], from, to, kind);
  }

  /** A time whose zone the column's name tells. */
  #addUtc(batch: Batch, row: number, role: number, at: number): void {
    const from = this.#from[at];
    const to = this.#to[at];
    if (to - from + 2 > batch.sideFree) return this.#add(batch, row, role, at);
    const start = batch.copyToSide(from, to);
    batch.textToSide(" UTC");
    this.#roles.take(batch, row, role, this.#ids[at], start, batch.side, TEXT);
  }

  /** A day and a time of the day in columns of their own. */
  #addDay(batch: Batch, row: number, { date, time, roles }: CsvColumns): void {
    const start = batch.joinToSide(this.#from[date], this.#to[date], this.#from[time], this.#to[time]);
    if (start >= 0) this.#roles.take(batch, row, roles[date], this.#ids[date], start, batch.side, TEXT);
  }

  #setBody(batch: Batch, row: number, at: number): void {
    let from = this.#from[at];
    let to = this.#to[at];
    if (this.#quotes[at] === 2 && to - from < batch.sideFree) {
      from = withoutDoubled(batch, from, to);
      to = batch.side;
    }
    batch.setBody(row, from, to);
  }

  /** A row whose header was not seen. */
  #readBare(batch: Batch, from: number, to: number): boolean {
    const { bytes } = batch;
    const isQuoted = bytes[from] === QUOTE;
    if (!isDigit(bytes[isQuoted ? from + 1 : from])) return false;
    const divider = isQuoted ? dividerBehindQuote(bytes, from, to) : COMMA;
    if (divider === 0 || (!isQuoted && !isPostgresLike(bytes, from, to))) return false;
    if (!this.#cells(bytes, from, to, divider) || this.#count < LEAST_CELLS) return false;
    if (!isQuoted) return this.#readPostgres(batch, from, to);
    const row = batch.begin(from, to);
    this.#keys.fresh();
    if (readTime(batch, row, this.#from[0], this.#to[0], this.#context) !== this.#to[0]) return false;
    const last = this.#count - 1;
    let severityAt = 0;
    for (let at = 1; at < last && severityAt === 0; at++) {
      const number = severityOfWord(bytes, this.#from[at], this.#to[at]);
      if (number === 0) continue;
      severityAt = at;
      batch.setSeverity(row, number, this.#from[at], this.#to[at]);
    }
    if (severityAt === 0) return this.#commitTimed(batch);
    const { id } = this.#keys;
    let isNamed = false;
    for (let at = 1; at < last; at++) {
      if (at === severityAt || this.#from[at] === this.#to[at]) continue;
      const isLogger: boolean = !isNamed && isName(bytes, this.#from[at], this.#to[at]);
      isNamed ||= isLogger;
      batch.addField(isLogger ? id.logger : id.context, this.#from[at], this.#to[at], TEXT);
    }
    this.#setBody(batch, row, last);
    batch.commit();
    return true;
  }

  /** A row of quoted cells that tell no severity: all of it is the body. */
  #commitTimed(batch: Batch): boolean {
    if (this.#count < MANY_CELLS && !this.#areNumbers(batch)) return false;
    // A web server's, whose cells tell more.
    for (let at = 1; at < this.#count; at++) {
      if (isMethod(batch.bytes, this.#from[at], this.#to[at])) return false;
    }
    batch.commit();
    return true;
  }

  /** Whether all cells behind the time are numbers: what Windows measures. */
  #areNumbers({ bytes }: Batch): boolean {
    for (let at = 1; at < this.#count; at++) {
      if (kindOfBare(bytes, this.#from[at], this.#to[at]) === TEXT) return false;
    }
    return true;
  }

  /**
   * A row of many cells without a header in which a day stands at `date` and a time in the cell behind it: all of it is the
   * body, and a cell that is a severity's name is the severity.
   */
  #readDated(batch: Batch, from: number, to: number, date: number): boolean {
    const { bytes } = batch;
    if (!this.#cells(bytes, from, to, COMMA) || this.#count < LEAST_DATED) return false;
    const row = batch.begin(from, to);
    let cell = 0;
    while (cell < this.#count && this.#from[cell] !== date) cell++;
    const timeTo = this.#to[cell + 1];
    const start = batch.joinToSide(date, this.#to[cell], this.#from[cell + 1], timeTo);
    if (start < 0 || readTime(batch, row, start, batch.side, this.#context) !== batch.side) return false;
    batch.timeFrom[row] = date;
    batch.timeTo[row] = timeTo;
    for (let at = 0; at < this.#count && batch.severity[row] === 0; at++) {
      const number = severityOfWord(bytes, this.#from[at], this.#to[at]);
      const isPlain = number !== 0 && rarityOfWord(bytes, this.#from[at], this.#to[at]) === 0;
      if (isPlain) batch.setSeverity(row, number, this.#from[at], this.#to[at]);
    }
    batch.commit();
    return true;
  }

  #readPostgres(batch: Batch, from: number, to: number): boolean {
    if (severityOfWord(batch.bytes, this.#from[POSTGRES_SEVERITY], this.#to[POSTGRES_SEVERITY]) === 0) {
      return false;
    }
    const columns = columnsOfPostgres(this.#count);
    if (columns === null) return false;
    this.#columns = columns;
    this.#generation = -1;
    return this.#readRow(batch, from, to, columns) === YES;
  }

  /** Finds the cells of [from, to); false if a quote does not end. More than there may be are passed over. */
  #cells(bytes: Uint8Array, from: number, to: number, divider: number): boolean {
    let count = 0;
    const start = divider === TAB ? from : skipBlanks(bytes, from, to);
    for (let at = start; count < MOST_COLUMNS;) {
      let end = at;
      let quotes = 0;
      if (bytes[at] === QUOTE && at < to) {
        quotes = 1;
        for (end = ++at;; end++) {
          while (end < to && bytes[end] !== QUOTE) end++;
          if (end >= to) return false;
          if (end + 1 >= to || bytes[end + 1] !== QUOTE) break;
          quotes = 2;
          end++;
        }
      } else while (end < to && bytes[end] !== divider) end++;
      this.#from[count] = at;
      this.#to[count] = quotes === 0 && divider !== TAB ? trimmed(bytes, at, end) : end;
      this.#quotes[count++] = quotes;
      if (quotes > 0) end++;
      while (end < to && bytes[end] === SPACE) end++;
      if (end >= to || bytes[end] !== divider) break;
      at = end + 1;
      if (divider !== TAB) { while (at < to && bytes[at] === SPACE) at++; }
    }
    this.#count = count;
    return true;
  }
}

/** Where behind a first cell, an address, a number or a text in quotes, a cell is a day and the next a time; -1 if none is. */
function dateCellAt(bytes: Uint8Array, from: number, to: number): number {
  if (!isDigit(bytes[from]) && bytes[from] !== QUOTE) return -1;
  let at = from;
  for (let cell = 0; cell < FIRST_CELLS; cell++) {
    const end = findByte(bytes, at, Math.min(to, at + LONGEST_NAME), COMMA);
    if (end < 0) return -1;
    const next = skipBlanks(bytes, end + 1, to);
    const clock = bytes[next + 1] === COLON ? next + 1 : next + 2;
    if (cell > 0 && isDay(bytes, at, end) && bytes[clock] === COLON && bytes[clock + 3] === COLON) return at;
    at = next;
  }
  return -1;
}

/** `11/20/2026`, `2026-11-20` */
function isDay(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from < 6 || to - from > 10 || !isDigit(bytes[from])) return false;
  let signs = 0;
  for (let at = from; at < to; at++) {
    if (bytes[at] === SLASH || bytes[at] === DASH) signs++;
    else if (!isDigit(bytes[at])) return false;
  }
  return signs === 2;
}

/** Copies [from, to) to the side area, each doubled quote as one; answers where the copy begins. */
function withoutDoubled(batch: Batch, from: number, to: number): number {
  const { bytes } = batch;
  const start = batch.side;
  for (let at = from; at < to; at++) {
    bytes[batch.side++] = bytes[at];
    if (bytes[at] === QUOTE) at++;
  }
  return start;
}

/** Whether no zone ends the time that ends at `to`. */
function isZoneless(bytes: Uint8Array, to: number): boolean {
  const last = bytes[to - 1];
  return isDigit(last) || (last | 0x20) === 0x6d;
}

/** Whether a name and a divider begin the line, as they do a header. */
function isHeaderLike(bytes: Uint8Array, from: number, to: number): boolean {
  const end = Math.min(to, from + LONGEST_NAME);
  if (bytes[from] === HASH) return isText(bytes, from, to, "#Fields: ");
  for (let at = from; at < end; at++) {
    const byte = bytes[at];
    if (byte === COMMA || byte === SEMICOLON || byte === TAB || byte === BAR) return at > from;
    const isLetter = (byte | 0x20) >= 97 && (byte | 0x20) <= 122;
    if (isLetter || byte === 0x5f || (byte === QUOTE && (at === from || bytes[at + 1] !== SPACE))) continue;
    const isSign = byte === SPACE || byte === 0x2e || byte === 0x40 || byte === 0x28 || byte === 0x29 ||
      byte === 0x5b || byte === 0x5d;
    if (!isSign) return false;
  }
  return false;
}

/** What divides cells in quotes; 0 if none does. */
function dividerBehindQuote(bytes: Uint8Array, from: number, to: number): number {
  let at = from + 1;
  while (at < to && at < from + LONGEST_NAME && bytes[at] !== QUOTE) at++;
  const sign = bytes[at + 1];
  const isDivider = bytes[at] === QUOTE && at + 2 < to &&
    (sign === COMMA || sign === SEMICOLON || sign === TAB || sign === BAR);
  return isDivider && bytes[at + 2] === QUOTE ? sign : 0;
}

/** `2026-11-20 08:00:01.123 UTC,`: a time with its zone, and a comma. */
function isPostgresLike(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from < 60 || bytes[from + 4] !== 0x2d || bytes[from + 10] !== SPACE || bytes[from + 19] !== 0x2e) {
    return false;
  }
  for (let at = from + 24; at < from + 32; at++) if (bytes[at] === COMMA) return true;
  return false;
}
