import type { Batch } from "../record/batch.ts";
import type { KeyTable } from "../record/key_table.ts";

/** What a format says of a line. */
export const NO = 0; // not mine; nothing was added
export const YES = 1; // one record (or, of a batch line, several) was added
export const PARTIAL = 2; // mine, but it goes on: call again with the next line included; nothing was added
export const JOINS = 3; // mine, and it belongs to the record before it; nothing was added
export const BEFORE = 4; // of several lines, after PARTIAL: as YES, but the last of them is none of the record's
export const WHOLE = 5; // of a detector: as YES, one record with a time and a severity, and its continuation has begun

export type Verdict = typeof NO | typeof YES | typeof PARTIAL | typeof JOINS | typeof BEFORE | typeof WHOLE;

/** As the beginning of what stands before a line inside an envelope: it is no line's, and the line is a record though it is empty. */
export const KEPT = -2;

/** What readers of one engine share; the fields of the source change when the source does. */
export interface ReadContext {
  readonly keys: KeyTable;
  /** Milliseconds that a wall clock in the chosen zone is ahead of UTC when it shows `wall` (ms as if UTC). */
  offsetAt(wall: number): number;
  /** Epoch milliseconds that tell the year, or the day, of times without one: see `readTime`. */
  reference: number;
  /**
   * Hands a full batch over and empties its rows, between two records of one line: bytes, side area and key
   * numbers stay valid, groups must be added anew.
   */
  handOver(batch: Batch): void;
  /** Whether no more lines can be had: PARTIAL would be taken for NO. */
  readonly single: boolean;
  /** Severity of the record before the batch's first, 0 for none. */
  readonly severityBefore?: number;
  /** Whether the lines are given to the format that said PARTIAL of the first of them. */
  readonly isReadOn?: boolean;
  /**
   * Whether the logger of the record read last sets pairs apart from the message: its last line may end with them, or
   * with fields as slog-term or structlog write them.
   */
  pairsApart?: boolean | "commas" | "structlog";
  /** Whether messages of the source end with their logger in parentheses, or with the time since the last one. */
  trailsLogger?: boolean;
  trailsElapsed?: boolean;
  /**
   * Takes what ends all messages of the source off the last line [from, to) of one of several lines; answers where it ends
   * then.
   */
  takeEnd?(batch: Batch, row: number, from: number, to: number): number;
  /** Whether messages of the source end with objects as Node prints them, whatever word stands before these. */
  objectsApart?: boolean;
  /** Whether fields stand below messages as Effect writes them, `  key: value`. */
  fieldsBelow?: boolean;
  /** Whether the day or the month came first in the first date of the source that tells; see `UNTOLD`. */
  dateOrder?: number;
  /** Whether what stands in the envelope of the line before is read with more lines, and this may be one. */
  readonly awaitsLine?: boolean;
  /** Whether the message of the record before may go on with the line, whatever it is. */
  readonly mayGoOn?: boolean;
  /** Whether what the lines of the source have in common is known: no line that is read is counted for it. */
  readonly isTaught?: boolean;
  /** Whether lines are only looked at, before the first of them is read. */
  readonly isPriming?: boolean;
  /** Whether the line being read may hold an escape character (ESC). */
  readonly hasEscape: boolean;
  /**
   * Reads [from, to) as the record inside an envelope (container logs, prefixes); set by the detector. Where several
   * containers write into one source, `container` is the number of the one that wrote the line (a hash; 0: there is but
   * one), and what stands before its lines begins at `prefixFrom` (negative: it is no line's
   * beginning).
   */
  readInner(batch: Batch, from: number, to: number, container?: number, prefixFrom?: number): Verdict;
  /**
   * Whether [from, to), which stands behind a head like that of the record before, goes on with it: a frame of a stack trace,
   * an indented line; it is the text that joins then.
   */
  continues?(batch: Batch, from: number, to: number): boolean;
}

/** Where a line begins and ends in a batch's bytes. */
export type LineRange = readonly [from: number, to: number];

/**
 * Reads records of one format. `read` is given one line, without its line break, or after PARTIAL the same
 * line with the next ones behind it (their line breaks inside). It adds a record with `batch.begin` …
 * `batch.commit`, or leaves the batch as it was. It must not read past `to` to decide anything (bytes past
 * it may be read, never used), make no string per record where the format is a common one, and must
 * give every line of another format up early: `read` is the detection.
 */
export interface LineFormat {
  /** As `--format` and `parse` name it. */
  readonly name: string;
  /** Its records hold their own stack traces: lines of text behind one are most often another program's. */
  readonly holdsTraces?: boolean;
  /** Its messages stand as they were written: a line that no format knows goes on with one behind a time. */
  readonly goesOn?: boolean;
  /** Whether a source has shown that its lines have heads, so that one without goes on with a record of no time or severity. */
  readonly isHeaded?: boolean;
  /** Whether it has shown that many of its lines have none. */
  readonly isHeadless?: boolean;
  read(batch: Batch, from: number, to: number): Verdict;
  /** Whether the two lines [from, to) are the first ones of a record that has several by its head. */
  opens?(bytes: Uint8Array, from: number, to: number): boolean;
  /** After PARTIAL, where no more lines follow: reads those there are, if they may be a whole record. */
  readLast?(batch: Batch, from: number, to: number): Verdict;
  /**
   * Lines that said what those behind them mean, and without which none of these can be read by itself; the same array
   * while they are the same.
   */
  readonly preamble?: readonly string[];
  /** Whether an indented line is no continuation but one of its own. */
  begins?(batch: Batch, from: number, to: number): boolean;
  /**
   * Looks at the lines that a source begins with, before the first of them is read; it may stop early. `mayHaveCells`: as
   * `findsCells` has them.
   */
  prime?(batch: Batch, lines: Iterable<LineRange>, mayHaveCells: boolean): void;
  /** The same once more lines are there; whether these tell now what the first ones alone did not. */
  primeAgain?(batch: Batch, lines: Iterable<LineRange>): boolean;
  /**
   * Of a general format: whether the lines that a source begins with are laid out in cells that it knows whole, so that none
   * of them stands in an envelope.
   */
  findsCells?(batch: Batch, lines: Iterable<LineRange>): boolean;
  /**
   * Of a general format: reads a line only if it looks just as lines did that every more particular format
   * refused before. It is asked first.
   */
  readKnown?(batch: Batch, from: number, to: number): Verdict;
  /**
   * Reads the lines from `from` on, behind one that it has read, as far as they are records with a time as that one was and hold no
   * control characters, just as `read` would; returns where the first other line begins. The last line break stands
   * before `end`. `mayJoin`: what has no severity and another time than the record before may go on with it.
   */
  readRun?(batch: Batch, from: number, end: number, mayJoin: boolean): number;
}
