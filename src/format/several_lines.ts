import type { Batch } from "../record/batch.ts";
import type { Detector } from "./detector.ts";
import type { Verdict } from "./line_format.ts";
import { nextNewline, withoutReturn } from "./newline.ts";
import { UnixLines } from "./unix_lines.ts";
import * as bounds from "../record/bounds.ts";
import * as verdicts from "./line_format.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { MAX_RECORD_BYTES, MAX_RECORD_LINES } = bounds;
const { BEFORE, NO, PARTIAL, YES } = verdicts;

/**
 * After so many lines that were looked at in vain, since a record of several was read last, as many as the second says are read
 * alone. Where no more than the third were looked at it does no harm.
 */
const MAX_VAIN = 16 * MAX_RECORD_LINES;
const PAUSE = MAX_RECORD_LINES;
const FEW = 32;

/**
 * The lines of a record that the detector wants more of, one after the other until it knows the record or refuses; those of
 * other containers may stand between them.
 */
export class SeveralLines {
  /** Of the record read last: how many lines it has, and where the last of them ends, without its line break. */
  lines = 1;
  to = 0;
  /** Where the last line ends before which all are the record's, and where those begin that stand behind others' lines. */
  run = 0;
  readonly behind: number[] = [];
  readonly #batch: Batch;
  readonly #detector: Detector;
  readonly #unix: UnixLines;
  #hasReturns = false;
  /** Lines looked at in vain, and lines that are still read alone for that: what opens brackets only would be read a thousand times. */
  #vain = 0;
  #pause = 0;

  constructor(batch: Batch, detector: Detector) {
    this.#batch = batch;
    this.#detector = detector;
    this.#unix = new UnixLines(batch, detector);
  }

  /** Tells the rows from `row` on where they stand in the input. */
  settle(row: number): void {
    this.#unix.settle(row);
  }

  /**
   * Reads what begins with the line [from, newline), of which the detector has said PARTIAL, up to `end`, behind which nothing
   * follows if it is the final one; what it adds has the rows from `row` on. PARTIAL if more is needed.
   */
  read(from: number, newline: number, end: number, final: boolean, row: number): Verdict {
    const { bytes, view } = this.#batch;
    const { behind } = this;
    const to = withoutReturn(bytes, from, newline);
    let verdict: Verdict = PARTIAL;
    // Ends of the record's last line, of the one before it, and of what was looked at.
    let last = newline, before = newline, seen = newline;
    let read = to;
    this.#begin(newline);
    if (this.#pause > 0) {
      this.#pause--;
      this.to = to;
      return this.#detector.read(this.#batch, from, to, true);
    }
    while (verdict === PARTIAL) {
      this.#detector.hasEscape = true;
      const start = seen + 1;
      const next = start < end ? nextNewline(view, start) : end;
      if (this.lines === MAX_RECORD_LINES || Math.min(next, end) - from > MAX_RECORD_BYTES) verdict = NO;
      else if (next < end || (final && start < end)) {
        seen = next;
        read = withoutReturn(bytes, from, seen);
        this.#hasReturns ||= to < newline || read < seen;
        verdict = this.#readOn(from, read, row, false);
        if (!this.#detector.isApart) {
          if (start > last + 1 || behind.length > 0) behind.push(start);
          else this.run = seen;
          before = last;
          last = seen;
          this.lines++;
        }
      } else if (final) verdict = this.lines > 1 ? this.#readOn(from, read, row, true) : NO;
      else return PARTIAL;
      if (verdict === BEFORE) {
        if (!this.#detector.isApart) {
          last = before;
          this.lines--;
          if (behind.pop() === undefined) this.run = last;
        }
        verdict = YES;
      }
      if (verdict !== NO) {
        if (verdict !== PARTIAL) this.#vain = 0;
        continue;
      }
      if (this.lines > FEW) this.#vain += this.lines;
      if (this.#vain >= MAX_VAIN) {
        this.#vain -= MAX_RECORD_LINES;
        this.#pause = PAUSE;
      }
      last = seen = newline;
      this.#begin(newline);
      verdict = this.#detector.read(this.#batch, from, to, true);
    }
    this.to = withoutReturn(bytes, from, last);
    if (seen > last) this.#end(row);
    return verdict;
  }

  #begin(newline: number): void {
    this.lines = 1;
    this.run = newline;
    this.behind.length = 0;
    this.#hasReturns = false;
  }

  /** Lines were looked at behind the record's: they are none of it. */
  #end(row: number): void {
    const { count, rawTo } = this.#batch;
    for (; row < count; row++) rawTo[row] = Math.min(rawTo[row], this.to);
  }

  /** Reads several lines as one record, with newlines alone between them. */
  #readOn(from: number, to: number, row: number, isLast: boolean): Verdict {
    return this.#hasReturns
      ? this.#unix.readOn(from, to, row, isLast)
      : this.#detector.readOn(this.#batch, from, to, isLast);
  }
}
