import type { Batch } from "../record/batch.ts";
import type { KeyTable } from "../record/key_table.ts";
import type { Continuation } from "./continuation/continuation.ts";
import { beginRecord, beginWhole, isWhole } from "./continuation/record_begins.ts";
import { HeldLines } from "./continuation/held_lines.ts";
import type { FormatNames } from "./format_names.ts";
import { Containers } from "./containers.ts";
import { isEmptyLine } from "./escape_sequences.ts";
import { EnclosedLines } from "./enclosed_lines.ts";
import { FirstLines } from "./first_lines.ts";
import { Interruptions } from "./interruptions.ts";
import { withoutReturn } from "./newline.ts";
import type { ReadContext, Verdict } from "./line_format.ts";
import { addInnerPlain, addPlain } from "./plain_line.ts";
import { isBlank } from "./text/text_tokens.ts";
import { type Candidate, TriedFormats } from "./tried_formats.ts";
import { WrappedLines } from "./wrapped_line.ts";
import * as verdicts from "./line_format.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { BEFORE, JOINS, KEPT, NO, PARTIAL, WHOLE, YES } = verdicts;

/** The name of what no format knew. */
const PLAIN_NAME = "plain";
const NONE = -1;
const NEWLINE = 10, OPEN = 0x5b;
const encoder = new TextEncoder();

/** What the detectors of one engine share. */
export interface DetectorSettings {
  readonly keys: KeyTable;
  readonly names: FormatNames;
  offsetAt(wall: number): number;
  /** Hands a full batch over in the middle of a line. */
  handOver(batch: Batch): void;
}

/** Makes the formats that one source's lines are tried with, most particular first. */
export type MakeFormats = (context: ReadContext) => { envelopes: Candidate[]; formats: Candidate[] };

/**
 * Finds the format of each line of one source. A particular format that read the line before is tried
 * first; the others follow in their order, the most general one last, so that a line with a time in it does
 * not hide what is more particular. Envelopes (container logs) read what is inside them with the rest.
 */
export class Detector implements ReadContext {
  readonly keys: KeyTable;
  reference = Date.now();
  /** Number of the format that read the last line. */
  format = 0;
  /** After JOINS: the text that belongs to the record before, a range of the batch's bytes. */
  joinedFrom = 0;
  joinedTo = 0;
  /** Whether there is a record before the line that it may belong to. */
  open = false;
  hasEscape = true;
  pairsApart: boolean | "commas" | "structlog" = false;
  trailsLogger = false;
  trailsElapsed = false;
  takeEnd: ReadContext["takeEnd"] = undefined;
  objectsApart = false;
  fieldsBelow = false;
  dateOrder = 0;
  single = false;
  severityBefore = 0;
  isReadOn = false;
  /** What stood inside the envelope that was read last no format knew. */
  isPlain = false;
  /** Where the program's own line stands, inside its envelope if there is one. */
  lineFrom = 0;
  lineTo = 0;
  /** Of several lines the last is none of the container's that the first stands in. */
  isApart = false;
  /** What stands inside several envelopes was read together. */
  areSeveral = false;
  isTaught = false;
  /** Whether what stood inside the envelope that was read last has a time of its own. */
  innerHasTime = false;
  readonly #settings: DetectorSettings;
  readonly #continuation: Continuation;
  readonly #held: HeldLines;
  /** The record before stood in an envelope; a line in one goes on with no other. */
  #isOpenEnclosed = false;
  /** The container whose line was read last. */
  #container = 0;
  /** Records of other containers that may go on. */
  readonly interruptions = new Interruptions();
  /** The formats of whole lines and of what is inside envelopes, and their numbers. */
  readonly #outer: TriedFormats;
  readonly #inner: TriedFormats;
  /** The formats of what each container writes, where several write into one source, and those of the line read last. */
  readonly #containers: Containers;
  #innerUsed: TriedFormats;
  readonly #plain: number;
  readonly #wrapped = new WrappedLines(this);
  #innerFormat = NONE;
  /** The lines inside envelopes that are read together, and whether the envelope itself joins several. */
  readonly #enclosed = new EnclosedLines();
  #isJoining = false;
  /** What stands inside an envelope is being read. */
  #isReading = false;
  /** How many of the formats of whole lines, the first of them, are envelopes. */
  readonly #envelopes: number;
  /** The line read last stood in an envelope; it is one record that stood in none. */
  #isEnclosed = false;
  #isAlone = false;
  /** The record read last has a severity. */
  #isTold = false;
  readonly #first: FirstLines;

  constructor(
    settings: DetectorSettings,
    make: MakeFormats,
    continuation: Continuation,
    forced: string | null,
  ) {
    this.#settings = settings;
    this.#continuation = continuation;
    this.#held = new HeldLines(continuation);
    this.keys = settings.keys;
    const { envelopes, formats } = make(this);
    const all = [...envelopes, ...formats];
    const outer = forced === null ? all : all.filter(({ name }) => name === forced);
    const numberOf = (name: string) => settings.names.numberOf(name);
    this.#outer = new TriedFormats(outer, numberOf);
    this.#inner = this.#innerUsed = new TriedFormats(formats, numberOf);
    this.#containers = new Containers(() => new TriedFormats(make(this).formats, numberOf), this.#inner);
    const tried = outer.filter((one) => envelopes.includes(one));
    this.#envelopes = tried.length;
    this.#first = new FirstLines(tried, this.#outer, this.#containers);
    this.#plain = numberOf(PLAIN_NAME);
  }

  /** Whether the records of the format that read the last line hold their own stack traces. */
  get holdsTraces(): boolean {
    return (this.#innerFormat === NONE ? this.#outer : this.#innerUsed).holdsTraces;
  }

  /** Whether the messages of the format that read the last line go on in lines that no format knows. */
  get goesOn(): boolean {
    return (this.#innerFormat === NONE ? this.#outer : this.#innerUsed).goesOn;
  }

  /** Whether a line that no format knows goes on even with a record without a time. */
  get isHeaded(): boolean {
    return (this.#innerFormat === NONE ? this.#outer : this.#innerUsed).isHeaded;
  }

  get isHeadless(): boolean {
    return (this.#innerFormat === NONE ? this.#outer : this.#innerUsed).isHeadless;
  }

  /** Whether the last line was in an envelope, whose time its record has. */
  get isInside(): boolean {
    return this.#innerFormat !== NONE;
  }

  get mayGoOn(): boolean {
    return this.open && this.#continuation.goesOn;
  }

  get isPriming(): boolean {
    return this.#first.isLooking;
  }

  get awaitsLine(): boolean {
    return this.isPriming && this.#enclosed.formats !== null;
  }

  /** Tries the format of this number first, to read a record again as it was read. */
  prefer(number: number): void {
    const [outer, inner] = this.#settings.names.names[number].split("+");
    this.#outer.prefer(outer);
    this.#inner.prefer(inner);
    this.#containers.prefer(inner);
  }

  offsetAt(wall: number): number {
    return this.#settings.offsetAt(wall);
  }

  /** What lines before have said of those behind them, see `LineFormat.preamble`. */
  get preamble(): readonly string[] {
    return this.#containers.preambleBehind(this.#outer.preamble);
  }

  /**
   * Takes over the preamble of another detector of the same source, once, to read its lines again in whatever order: they tell
   * nothing new. `batch` serves to read it and is empty afterwards.
   */
  takePreamble(lines: readonly string[], batch: Batch): void {
    for (const line of lines) {
      batch.clear();
      if (this.#containers.takePreamble(batch, line)) continue;
      const { written } = encoder.encodeInto(line, batch.bytes.subarray(0, batch.sideFrom));
      this.read(batch, 0, written, true);
    }
    batch.clear();
    this.isTaught = true;
  }

  /**
   * Lets the general format look at the lines [from, to) that a source begins with, unless the first of them tells that it will
   * hardly be asked; `batch` is empty and stays so.
   */
  prime(batch: Batch, from: number, to: number): void {
    if (this.isTaught) return;
    this.single = true;
    this.#first.prime(batch, from, to);
  }

  /** The same of a source of which more lines have come since; whether something stands before each of them. */
  primeAgain(batch: Batch, from: number, to: number): boolean {
    if (this.isTaught) return true;
    this.single = true;
    if (!this.#first.primeAgain(batch, from, to)) return false;
    this.#outer.dropKnown();
    return true;
  }

  handOver(batch: Batch): void {
    this.format = this.#outer.number;
    this.#settings.handOver(batch);
  }

  /** Reads a line as one of the formats; NO if none knows it. `single` passes over those that want more lines. */
  read(batch: Batch, from: number, to: number, single: boolean): Verdict {
    this.#innerFormat = NONE;
    this.#isEnclosed = this.#isAlone = false;
    this.lineFrom = from;
    this.lineTo = to;
    if (!this.#enclosed.refuse(single)) this.interruptions.next();
    this.single = single;
    this.#isJoining = this.isReadOn = this.isPlain = false;
    if (isBlank(batch.bytes[from])) {
      if (!this.#outer.begins(batch, from, to) && this.#joins(batch, from, to)) return JOINS;
    } else if (batch.bytes[from] === OPEN && to === from + 1 && this.mayGoOn) {
      // A list over several lines is its message's own, whatever it holds.
      if (this.#joins(batch, from, to)) return JOINS;
    }
    const rows = batch.count;
    return this.#conclude(this.#outer.read(batch, from, to, single), batch, rows, from, to);
  }

  /** Whether the line read last is one record in no envelope, so that `readRun` and `readAlike` may be asked for those behind it. */
  get mayReadAlike(): boolean {
    return this.#isAlone && !this.interruptions.isActive && this.#enclosed.formats === null;
  }

  /** Reads lines where `mayReadAlike`, as far as their format reads many at once; returns where others begin. */
  readRun(batch: Batch, from: number, end: number): number {
    const first = batch.count;
    this.single = false;
    // A line without a severity may go on with a record whose message does.
    const next = this.#outer.readRun(batch, from, end, this.#continuation.goesOn);
    const { count } = batch;
    if (count === first) return next;
    const row = count - 1;
    this.lineFrom = batch.rawFrom[row];
    this.lineTo = batch.rawTo[row];
    this.#isTold = batch.severity[row] !== 0;
    this.#held.pass(batch, count - first, row, this.lineFrom, this.lineTo);
    if (this.#isTold) beginWhole(this.#continuation, this, batch, row, this.lineFrom, this.lineTo);
    else beginRecord(this.#continuation, this, batch, row, true, false);
    return next;
  }

  /**
   * As `read`, of a line where `mayReadAlike`, which begins with no blank and holds no control character: most
   * lines are such, and of what `read` looks at and makes ready for each nothing has changed.
   */
  readAlike(batch: Batch, from: number, to: number): Verdict {
    this.lineFrom = from;
    this.lineTo = to;
    this.single = this.#isAlone = false;
    const rows = batch.count;
    return this.#conclude(this.#outer.read(batch, from, to, false), batch, rows, from, to);
  }

  /** What a verdict of a format means here, of the line [from, to) behind `rows` records. */
  #conclude(verdict: Verdict, batch: Batch, rows: number, from: number, to: number): Verdict {
    if (verdict === NO) {
      // What stands without a container's name goes on with none of its records, unless it is indented.
      const mayJoin = !this.#isOpenEnclosed || this.#container === 0 || isBlank(batch.bytes[from]);
      return this.#joins(batch, from, to, mayJoin) ? JOINS : NO;
    }
    if (verdict === YES) {
      const row = batch.count - 1;
      const isAlone = row === rows;
      const isEnclosed = this.#isEnclosed;
      if (!isEnclosed && !(isAlone && this.#held.beginsWhole(batch, row, from, to, false))) {
        if (this.#takes(batch, rows, from, to, true)) return JOINS;
      }
      if (isAlone) this.#wrapped.read(batch, row);
      this.#isTold = row >= 0 && batch.severity[row] !== 0;
      this.#isOpenEnclosed = isEnclosed;
      this.#isAlone = isAlone && !isEnclosed;
      if (isAlone && !isEnclosed && isWhole(batch, row)) {
        this.#setFormat();
        beginWhole(this.#continuation, this, batch, row, from, to);
        return WHOLE;
      }
    }
    this.#setFormat();
    return verdict;
  }

  /**
   * Reads several lines as the format that said PARTIAL of the first ones. `isLast`: no more lines can be had; NO if the format
   * cannot do with these.
   */
  readOn(batch: Batch, from: number, to: number, isLast = false): Verdict {
    this.#innerFormat = NONE;
    this.#isEnclosed = false;
    this.lineTo = to;
    this.isReadOn = true;
    this.isApart = false;
    if (this.#enclosed.formats !== null) return this.#readEnclosed(batch, from, to, isLast);
    this.#isJoining = true;
    const rows = batch.count;
    const verdict = isLast ? this.#outer.readLast(batch, from, to) : this.#outer.readOn(batch, from, to);
    if (verdict === YES && !this.#isEnclosed && this.#takes(batch, rows, from, to, true)) return JOINS;
    this.#setFormat();
    return verdict;
  }

  /**
   * Reads what stands inside the envelopes of the lines [from, to), of which all but the last have been before, or all if no
   * more can be had. A line that is in none ends them, and so do many of other containers; some are passed over.
   */
  #readEnclosed(batch: Batch, from: number, to: number, isLast: boolean): Verdict {
    const { bytes, side } = batch;
    const enclosed = this.#enclosed;
    const rows = batch.count;
    if (!isLast) {
      enclosed.await();
      this.single = true;
      this.#first.lookInto(this.#outer.asked, batch, [bytes.lastIndexOf(NEWLINE, to - 1) + 1, to]);
      batch.side = side;
      this.isApart = !enclosed.isTaken;
      if (enclosed.isInterrupted) return PARTIAL;
    }
    const isEnded = this.isApart;
    if ((isEnded && !enclosed.hasSeveral) || !enclosed.put(batch, isLast || isEnded)) return NO;
    this.single = false;
    // The first line's envelope holds for all.
    const verdict = this.#outer.readOn(batch, from, withoutReturn(bytes, from, bytes.indexOf(NEWLINE, from)));
    if (verdict === PARTIAL) batch.side = side;
    if (!enclosed.isAsked || verdict === NO || verdict === PARTIAL) return isEnded ? NO : verdict;
    enclosed.conclude(batch, rows, from, to);
    this.#isOpenEnclosed = true;
    this.#isTold = batch.count > 0 && batch.severity[batch.count - 1] !== 0;
    this.#setFormat();
    return verdict === YES && (isEnded || enclosed.isBefore) ? BEFORE : verdict;
  }

  /** Adds [from, to) as a record that no format knew. */
  readPlain(batch: Batch, from: number, to: number): void {
    addPlain(batch, from, to, this.hasEscape);
    this.format = this.#plain;
  }

  /** Reads [from, to) as the record inside an envelope; text that no format knows becomes the body. */
  readInner(batch: Batch, from: number, to: number, container = 0, prefixFrom = from): Verdict {
    const inner = container === 0
      ? this.#inner
      : this.#containers.of(container, batch.bytes, prefixFrom, from);
    if (this.isPriming) {
      if (this.#enclosed.formats !== null) this.#enclosed.take(container, batch, from, to);
      else if (container === 0) this.#first.inner = [from, to];
      else this.#containers.gather(inner, from, to);
      return NO;
    }
    this.#innerUsed = inner;
    this.isPlain = false;
    const enclosed = this.#enclosed;
    // What the lines hold may be an envelope itself.
    const isNested = this.#isReading;
    const isAsked = !isNested && enclosed.ask();
    if (isAsked) ({ from, to } = enclosed);
    this.#isEnclosed = true;
    this.lineFrom = from;
    this.lineTo = to;
    this.areSeveral = isAsked;
    // What an envelope has unescaped was not searched.
    this.hasEscape = true;
    if (enclosed.formats === null) {
      // What one container writes does not go on with the record of another.
      enclosed.isSame = container === this.#container && this.#isOpenEnclosed;
      enclosed.isResumed = container !== this.#container && this.#resumes(container);
      this.#container = container;
    }
    const { isSame, isResumed } = enclosed;
    if (!isAsked && prefixFrom !== KEPT && isEmptyLine(batch.bytes, from, to)) {
      // It is no record, but may stand inside the one before.
      if (isResumed) this.interruptions.resumed = container;
      this.joinedFrom = from;
      this.joinedTo = to;
      return isResumed || (isSame && this.open) ? JOINS : YES;
    }
    const isList = isSame && batch.bytes[from] === OPEN && to === from + 1 && this.mayGoOn;
    if (!isAsked && (isSame || isResumed) && (isList || isBlank(batch.bytes[from]))) {
      const begins = !isList && inner.begins(batch, from, to);
      if (!begins && this.#joins(batch, from, to, isSame, isResumed)) return JOINS;
    }
    // What stands inside of other things than a line's envelope, an object in a list, goes on in no other line.
    if (this.#isJoining || isNested || this.#outer.place >= this.#envelopes) this.single = true;
    const rows = batch.count;
    this.#isReading = true;
    const verdict = isAsked
      ? enclosed.read(batch)
      : from < to
      ? inner.read(batch, from, to, this.single)
      : NO;
    this.#isReading = isNested;
    if (verdict === YES) {
      this.innerHasTime = batch.time[rows] === batch.time[rows];
      const isWhole = isSame && !isAsked && batch.count === rows + 1 &&
        this.#held.beginsWhole(batch, rows, from, to, true);
      if (!isWhole && this.#takes(batch, rows, from, to, isSame)) return JOINS;
      this.#innerFormat = inner.number;
      if (isResumed) this.interruptions.drop(container);
      return YES;
    }
    if (verdict === PARTIAL && !isAsked) enclosed.open(inner, container, batch, from, to);
    if (verdict !== NO || isAsked) return verdict;
    if (this.#joins(batch, from, to, isSame, isResumed)) return JOINS;
    if (isResumed) this.interruptions.drop(container);
    this.isPlain = true;
    this.innerHasTime = false;
    addInnerPlain(batch, from, to);
    return YES;
  }

  /** Whether the line [from, to) goes on with the record before it, though it was just read as one, behind `rows` others. */
  #takes(batch: Batch, rows: number, from: number, to: number, isSame: boolean): boolean {
    const text = this.#held.textOf(batch, rows, from, to, this.#isEnclosed, isSame && this.open);
    if (text === NONE) return false;
    this.joinedFrom = text;
    this.joinedTo = to;
    return true;
  }

  /** Whether the container, which did not write the line before, has a record that may go on. */
  #resumes(container: number): boolean {
    if (this.open && this.#container !== 0) this.interruptions.leave(this.#container, this.#continuation);
    return container !== 0 && this.interruptions.find(container, this.#continuation);
  }

  #joins(batch: Batch, from: number, to: number, isSame = true, isResumed = false): boolean {
    const isOpen = isResumed || (this.open && isSame);
    const awaitsTrace = !isResumed || this.interruptions.awaitsTrace;
    if (!this.#continuation.joins(batch.bytes, from, to, isOpen, awaitsTrace)) return false;
    if (isResumed) this.interruptions.resumed = this.#container;
    this.joinedFrom = from;
    this.joinedTo = to;
    return true;
  }

  /** Whether [from, to) behind a head goes on with the record before; see `ReadContext`. */
  continues(batch: Batch, from: number, to: number): boolean {
    if (this.isPriming || !this.open) return false;
    if (!this.#continuation.continues(batch.bytes, from, to, this.#isTold)) return false;
    this.joinedFrom = from;
    this.joinedTo = to;
    return true;
  }

  #setFormat(): void {
    const outer = this.#outer.number;
    this.format = this.#innerFormat === NONE
      ? outer
      : this.#settings.names.enclosed(outer, this.#innerFormat);
  }
}
