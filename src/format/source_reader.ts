import type { Batch } from "../record/batch.ts";
import type { Continuation } from "./continuation/continuation.ts";
import { beginRecord } from "./continuation/record_begins.ts";
import type { Detector } from "./detector.ts";
import { isEmptyLine } from "./escape_sequences.ts";
import { GrowingStart } from "./growing_start.ts";
import { LongList } from "./long_list.ts";
import { afterZeros, HOLE_BYTES } from "./hole.ts";
import { OpenRecord } from "./open_record.ts";
import type { Verdict } from "./line_format.ts";
import { hasMark, nextControl, withoutReturn } from "./newline.ts";
import { countRecords, noCounts, TimeOrder } from "./reader_counts.ts";
import { SeveralLines } from "./several_lines.ts";
import * as kinds from "../record/batch.ts";
import * as bounds from "../record/bounds.ts";
import * as verdicts from "./line_format.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { TRUNCATED } = kinds;
const { JOINS, NO, PARTIAL, WHOLE, YES } = verdicts;
const { CHUNK_BYTES, MAX_LINE_BYTES, MAX_RECORD_BYTES } = bounds;

const NEWLINE = 10, RETURN = 13, ESCAPE = 27, SPACE = 32, MARK = 0xef;
const NONE = -1;
/** Lines after which it is tried again to read several at once, at the most. */
const MOST_REST = 63;
const EMPTY = new Uint8Array(0);

/**
 * Makes records of the bytes of one source: finds the lines, asks the detector what each is, and joins the
 * lines of a stack trace to the record before them. Readers of several sources share one batch and take
 * turns: what is unfinished at the end of a turn is kept apart and read again in the next one, the last
 * record too, for its stack trace may still come.
 *
 *     turn: source.read(reader.load()) → reader.scan(n, now) → consume(batch), consume(batch), …
 */
export class SourceReader {
  counts = noCounts();
  readonly #batch: Batch;
  readonly #detector: Detector;
  readonly #continuation: Continuation;
  readonly #consume: (batch: Batch) => void;

  /** Unfinished bytes, their offset in the source, and the number of the line they begin with. */
  #carry = EMPTY;
  #offset = 0;
  #line = 1;
  /** Where the record begins in the source that last went on with one that was cut. */
  #restAt = NONE;
  /** Where lines begin in the source that were read with a record which those of others interrupt. */
  readonly #taken = new Set<number>();
  /** In the rest of a line that was cut: it is passed over up to its newline. */
  #skipping = false;
  /** The detector has seen the source's first lines together. */
  #primed = false;
  /** Its first lines while they come, and whether they are to be shown again. */
  readonly #start = new GrowingStart();
  #isDue = false;
  /** Half a line was given out for want of more: its rest is a new record, a bare newline nothing. */
  #midLine = false;
  readonly order: TimeOrder;

  /** Lines to be read one by one before several at once are tried again, and how many these were after the last try. */
  #restBeforeRun = 0;
  #restAfterRun = 0;
  /** First row of the line being read, and where that line begins. */
  #unread = 0;
  #unreadFrom = 0;
  readonly #open: OpenRecord;
  readonly #list = new LongList();
  readonly #several: SeveralLines;

  constructor(
    readonly source: number,
    batch: Batch,
    detector: Detector,
    continuation: Continuation,
    consume: (batch: Batch) => void,
  ) {
    this.#batch = batch;
    this.#detector = detector;
    this.#continuation = continuation;
    this.#consume = consume;
    this.#open = new OpenRecord(batch, detector);
    this.#several = new SeveralLines(batch, detector);
    this.order = new TimeOrder((wall) => detector.offsetAt(wall));
  }

  /** True while an open record or half a line waits for more. */
  get unfinished(): boolean {
    return this.#carry.length > 0;
  }

  /** Puts the unfinished bytes back and gives the space behind them, for a source to read into. */
  load(): Uint8Array {
    this.#batch.bytes.set(this.#carry);
    return this.#batch.bytes.subarray(this.#carry.length, this.#carry.length + CHUNK_BYTES);
  }

  /** Reads what the space was filled with: `added` bytes, received at `now` (epoch milliseconds). */
  scan(added: number, now: number): void {
    this.counts.bytes += added;
    const from = this.#carry.length;
    const end = from + added;
    this.#isDue = this.#start.add(this.#batch.bytes.subarray(from, end), now);
    if (!this.#primed && this.#start.awaitsMore(now)) this.#carry = this.#batch.bytes.slice(0, end);
    else this.#run(end, now, false);
  }

  /** Reads what the space was filled with as a whole of its own, nothing left open. */
  scanWhole(added: number, now: number): void {
    this.#run(this.#carry.length + added, now, true);
    this.#restart();
  }

  /** Gives out what is unfinished; more may follow. */
  quiet(now: number): void {
    if (!this.unfinished) return;
    this.load();
    this.#run(this.#carry.length, now, true);
  }

  /** Gives out what is unfinished; what follows is another file: lines and offsets start anew. */
  breakOff(now: number): void {
    this.quiet(now);
    this.#restart();
  }

  /** Forgets the line whose end has not come: nobody will read it on. */
  dropHalfLine(): void {
    this.#carry = this.#carry.subarray(0, this.#carry.lastIndexOf(NEWLINE) + 1);
  }

  #restart(): void {
    this.#offset = 0;
    this.#restAt = NONE;
    this.#taken.clear();
    this.#line = 1;
    this.#skipping = this.#midLine = this.#list.isOpen = false;
    this.#detector.severityBefore = 0;
    this.#continuation.begin(false);
  }

  /** Counts from nothing again. */
  resetCounts(): void {
    this.counts = noCounts();
  }

  /** Completes the open record and hands the batch over, for a format that makes many records of one line. */
  handOver(): void {
    this.#open.close();
    this.#several.settle(this.#unread);
    this.#place();
    this.#give();
    this.#batch.clearRows();
    this.#unread = 0;
  }

  #run(end: number, now: number, final: boolean): void {
    const batch = this.#batch;
    batch.clear();
    batch.source = this.source;
    batch.received = now;
    // A newline behind the last byte ends every search for one there.
    batch.bytes[end] = NEWLINE;
    if (!this.#primed) this.#prime(end);
    else if (this.#isDue) this.#primeAgain();
    let kept = this.#lines(end, final);
    if (final) this.#open.close();
    else kept = this.#takeOpenBack(kept);
    this.#give();
    this.#offset += kept;
    this.#carry = kept === end ? EMPTY : batch.bytes.slice(kept, end);
  }

  /** Shows the detector the source's first lines, once there are some. */
  #prime(end: number): void {
    const { bytes, view } = this.#batch;
    const from = afterZeros(view, 0);
    if (from >= end) return;
    this.#primed = true;
    this.#detector.prime(this.#batch, hasMark(bytes, from) ? from + 3 : from, end);
  }

  /** Shows it the first lines again, more of which are there now. */
  #primeAgain(): void {
    const batch = this.#batch;
    const { side } = batch;
    const from = this.#start.put(batch);
    if (this.#detector.primeAgain(batch, from, batch.side)) this.#start.end();
    batch.side = side;
    this.#isDue = false;
  }

  /** Reads the lines of [0, end); returns where the unfinished rest begins. */
  #lines(end: number, final: boolean): number {
    const { bytes, view } = this.#batch;
    let at = 0;
    while (at < end) {
      if (this.#list.isOpen || bytes[at] === 0) {
        const next = this.#list.isOpen ? this.#readObject(at, end, final) : this.#passZeros(at);
        if (next === NONE) return at;
        at = next;
        continue;
      }
      if (bytes[at] === MARK && hasMark(bytes, at)) at += 3;
      let newline = nextControl(view, at);
      let hasEscape = false, inHole = false;
      while (bytes[newline] !== NEWLINE) {
        if (bytes[newline] === ESCAPE) hasEscape = true;
        else if (bytes[newline] === 0 && (inHole = afterZeros(view, newline) - newline >= HOLE_BYTES)) break;
        newline = nextControl(view, newline + 1);
      }
      this.#detector.hasEscape = hasEscape;
      if (this.#skipping) {
        if (newline >= end) return end;
        at = newline;
        if (inHole) continue;
        this.#skipping = false;
        this.#endLine();
        at++;
      } else if (newline - at > MAX_LINE_BYTES && withoutReturn(bytes, at, newline) - at > MAX_LINE_BYTES) {
        this.#beginAt(at);
        this.#countHalf();
        const first = this.#list.open(this.#batch, at, at + MAX_LINE_BYTES, this.#detector);
        at = first < 0 ? this.#cutLine(at) : first;
      } else if (newline >= end && !final) {
        return at;
      } else if (this.#isFull()) {
        at = this.#takeOpenBack(at, true);
        this.#give();
        this.#batch.clear();
      } else if (this.#taken.size > 0 && this.#taken.delete(this.#offset + at)) {
        at = this.#passLine(newline, end);
      } else {
        const next = this.#read(at, newline, inHole ? newline : end, final || inHole);
        if (next === NONE) return at;
        at = next;
      }
    }
    return end;
  }

  #isFull(): boolean {
    const batch = this.#batch;
    return batch.full || (batch.isSideHalfUsed && batch.count > 1);
  }

  /** Reads what begins with the line [from, newline); returns where to go on, NONE if more is needed. */
  #read(from: number, newline: number, end: number, final: boolean): number {
    const to = withoutReturn(this.#batch.bytes, from, newline);
    // Blank lines are no records, nor are those that only change the colour; inside a stack trace the lines around join.
    if (isEmptyLine(this.#batch.bytes, from, to)) {
      if (this.#open.row !== NONE && this.#open.isFull(to)) this.#open.close();
      return this.#passLine(newline, end);
    }
    this.#unread = this.#batch.count;
    this.#unreadFrom = from;
    const verdict = this.#detector.read(this.#batch, from, to, false);
    const next = this.#takeLine(verdict, from, to, newline, end, final);
    const mayGoOn = next !== NONE && this.#taken.size === 0 && this.#detector.mayReadAlike;
    return mayGoOn ? this.#readAlike(next, end, final) : next;
  }

  /**
   * Reads the lines from `from` on that may be records like the one before them, which is open; returns where to go on, NONE if
   * more is needed: then that record, too, is read again.
   */
  #readAlike(from: number, end: number, final: boolean): number {
    const batch = this.#batch;
    const { bytes, view } = batch;
    this.#detector.hasEscape = false;
    for (;;) {
      if (!batch.isSideHalfUsed) from = this.#readRun(from, end);
      const to = nextControl(view, from);
      const newline = bytes[to] === RETURN ? to + 1 : to;
      const isOther = bytes[newline] !== NEWLINE || newline >= end || newline - from > MAX_LINE_BYTES ||
        bytes[from] <= SPACE || bytes[from] === MARK || to === from + 1;
      if (isOther || this.#isFull()) return from;
      this.#unread = batch.count;
      this.#unreadFrom = from;
      const verdict = this.#detector.readAlike(batch, from, to);
      const next = this.#takeLine(verdict, from, to, newline, end, final);
      if (!this.#detector.mayReadAlike) return next;
      from = next;
    }
  }

  /** Reads the lines from `from` on that their format reads alike, many at once; returns where the first other one begins. */
  #readRun(from: number, end: number): number {
    if (this.#restBeforeRun > 0) {
      this.#restBeforeRun--;
      return from;
    }
    const batch = this.#batch;
    const first = batch.count;
    const next = this.#detector.readRun(batch, from, end);
    const lines = batch.count - first;
    if (lines === 0) {
      // Where lines are not alike most of them are looked at once only.
      this.#restAfterRun = Math.min(MOST_REST, this.#restAfterRun * 2 + 1);
      this.#restBeforeRun = this.#restAfterRun;
      return from;
    }
    this.#restAfterRun = 0;
    this.#open.close();
    const { line, offset, format, rawFrom } = batch;
    for (let row = first; row < batch.count; row++) {
      line[row] = this.#line++;
      offset[row] = this.#offset + rawFrom[row];
      format[row] = this.#detector.format;
    }
    this.counts.lines += lines;
    this.#unread = batch.count;
    this.#open.begin(batch.count - 1, 1);
    return next;
  }

  /** Acts on what the detector said of the line [from, to); returns where to go on, NONE if more is needed. */
  #takeLine(
    verdict: Verdict,
    from: number,
    to: number,
    newline: number,
    end: number,
    final: boolean,
  ): number {
    if (verdict === PARTIAL) return this.#readSeveral(from, newline, end, final);
    if (verdict === WHOLE) this.#takeWhole();
    else this.#take(verdict, from, to, 1);
    return this.#passLine(newline, end);
  }

  /** As `#read`, of a line that is to be read with those behind it. */
  #readSeveral(from: number, newline: number, end: number, final: boolean): number {
    const several = this.#several;
    const verdict = several.read(from, newline, end, final, this.#unread);
    if (verdict === PARTIAL) return NONE;
    const { behind, run } = several;
    this.#take(verdict, from, several.to, several.lines);
    for (const start of behind) this.#taken.add(this.#offset + start);
    for (let lines = several.lines - behind.length; lines > 1; lines--) this.#endLine();
    return this.#passLine(run, end);
  }

  /** Reads the next object of a line that is too long; returns where to go on, NONE if more is needed. */
  #readObject(from: number, end: number, final: boolean): number {
    const to = this.#list.endOf(this.#batch.bytes, from, end, final);
    const { at, isOpen, isOver } = this.#list;
    this.#skipping = isOver;
    if (to < 0) return isOpen ? NONE : at;
    this.#beginAt(at);
    this.#take(this.#detector.read(this.#batch, at, to, true), at, to, 1);
    this.#open.close();
    return to;
  }

  /** What is read next begins at `from`, in a batch of its own if this one is full. */
  #beginAt(from: number): void {
    if (this.#isFull()) {
      this.#open.close();
      this.#give();
      this.#batch.clear();
    }
    this.#unread = this.#batch.count;
    this.#unreadFrom = from;
    this.#detector.hasEscape = true;
  }

  /** Cuts the line that begins at `from` and is too long; returns where its rest begins. */
  #cutLine(from: number): number {
    let to = from + MAX_LINE_BYTES;
    while ((this.#batch.bytes[to] & 0xc0) === 0x80) to--;
    this.#take(this.#detector.read(this.#batch, from, to, true), from, to, 1);
    this.#batch.flags[this.#batch.count - 1] |= TRUNCATED;
    this.#open.close();
    this.#skipping = true;
    return to;
  }

  /** As `#take`, of a line that is a record as nearly all are. */
  #takeWhole(): void {
    const batch = this.#batch;
    const row = this.#unread;
    this.#open.close();
    batch.line[row] = this.#line;
    batch.offset[row] = this.#offset + this.#unreadFrom;
    batch.format[row] = this.#detector.format;
    this.#unread = row + 1;
    this.#open.begin(row, 1);
  }

  /** Acts on what the detector said of [from, to), which holds `lines` lines. */
  #take(verdict: Verdict, from: number, to: number, lines: number): void {
    const batch = this.#batch;
    // What was taken back to be read again with what follows it goes on with the same record as before.
    let isRest = this.#offset + from === this.#restAt;
    if (this.#detector.interruptions.isActive) this.#open.changeContainer();
    if (verdict === JOINS && !this.#open.join(to, lines)) {
      isRest = true;
      this.#restAt = this.#offset + from;
      batch.flags[this.#open.row] |= TRUNCATED;
      this.#open.close();
      verdict = this.#detector.read(batch, from, to, true);
    }
    if (verdict === JOINS) return;
    if (verdict === NO) this.#detector.readPlain(batch, from, to);
    this.#open.close();
    // Of a line that holds many records nothing stays open: it could not be read again in part.
    const last = batch.count - 1;
    const alone = last === this.#unread && batch.part[last] === 0;
    this.#place();
    if (!alone) return;
    const isKnown = verdict === YES || verdict === WHOLE;
    beginRecord(this.#continuation, this.#detector, batch, last, isKnown, isRest);
    this.#open.begin(last, lines);
  }

  /** Tells the rows of the line being read where they stand and what read them. */
  #place(): void {
    const batch = this.#batch;
    for (; this.#unread < batch.count; this.#unread++) {
      batch.line[this.#unread] = this.#line;
      batch.offset[this.#unread] = this.#offset + this.#unreadFrom;
      batch.format[this.#unread] = this.#detector.format;
    }
  }

  /** Passes over the zeros at `at`: many are a hole, over which no record and no line goes on. */
  #passZeros(at: number): number {
    const next = afterZeros(this.#batch.view, at);
    if (next - at < HOLE_BYTES) return next;
    this.#open.close();
    this.#skipping = false;
    return next;
  }

  /**
   * Takes the open record back, to be read again with what follows it, and with it those that others interrupt; returns where
   * the first of them begins, else `at`. `whole`: not all that the batch holds.
   */
  #takeOpenBack(at: number, whole = false): number {
    const batch = this.#batch;
    const last = this.#open.row === NONE ? batch.count : this.#open.row;
    const row = this.#detector.interruptions.firstRow(batch, last);
    if (row === batch.count) return at;
    if (row < last && ((whole && row === 0) || at - batch.rawFrom[row] > MAX_RECORD_BYTES)) {
      this.#open.close();
      return at;
    }
    const line = batch.line[row];
    const from = batch.rawFrom[row];
    while (batch.count > row) batch.takeBack();
    this.counts.lines -= this.#line - line;
    this.#line = line;
    this.#taken.clear();
    this.#open.drop();
    return from;
  }

  /** Counts the batch's records, marks those that are late, and hands them over. */
  #give(): void {
    const batch = this.#batch;
    this.#detector.interruptions.clear();
    if (batch.count === 0) return;
    countRecords(this.counts, batch, this.order);
    this.#detector.severityBefore = batch.severity[batch.count - 1];
    this.#consume(batch);
  }

  /** Passes over the end of a line: its newline, or, at the end of the bytes, nothing. */
  #passLine(newline: number, end: number): number {
    if (newline < end) {
      this.#endLine();
      return newline + 1;
    }
    this.#countHalf();
    return end;
  }

  /** Counts a line whose end is still to come. */
  #countHalf(): void {
    if (!this.#midLine) this.counts.lines++;
    this.#midLine = true;
  }

  #endLine(): void {
    this.#line++;
    if (this.#midLine) this.#midLine = false;
    else this.counts.lines++;
  }
}
