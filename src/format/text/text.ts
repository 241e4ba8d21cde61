import type { Batch } from "../../record/batch.ts";
import { readMorgan } from "../access/morgan_log.ts";
import { Preambles } from "../tried_formats.ts";
import { AttributeKeys } from "../attribute_keys.ts";
import { Continuation } from "../continuation/continuation.ts";
import { copyWithoutEscapes, findEscape } from "../escape_sequences.ts";
import { isKlog, KlogFormat } from "../klog.ts";
import type { LineFormat, LineRange, ReadContext, Verdict } from "../line_format.ts";
import { LogfmtFormat } from "../logfmt.ts";
import { DividedLines } from "./learned/divided_lines.ts";
import { HeadCensus } from "./learned/head_census.ts";
import { HeadLayouts } from "./learned/head_layout.ts";
import * as headParts from "./learned/head_parts.ts";
import { TextAttributes } from "./attributes/text_attributes.ts";
import { isBunyan, isTracing } from "./loggers/text_apart.ts";
import { readBareRequest } from "./message/text_bare_request.ts";
import { isBeforeMargin, withoutMarginTime } from "./message/text_behind.ts";
import { SeverityColumn, takeJavasLetter } from "./learned/severity_column.ts";
import { readBracketed } from "./loggers/text_bracketed.ts";
import {
  behindPairs,
  readColouredPairs,
  readFields,
  readNamedFields,
  readPrefixedJson,
  severityOfReport,
  takeLevel,
} from "./message/text_fields.ts";
import { TextHead } from "./text_head.ts";
import { addKernel } from "./loggers/text_kernel.ts";
import { MessageEnd } from "./message/text_message_end.ts";
import { isStructlogSeverity } from "./loggers/text_structlog.ts";
import { isSlogTerm, readMessagePairs, takeCommaFields } from "./message/text_message_pairs.ts";
import { addPairs, addPairsInParentheses } from "./message/text_pairs.ts";
import { addTrailingPairs } from "./message/text_trailing_pairs.ts";
import { addTrailingLogger, trailingLogger, withoutTrailingLogger } from "./message/text_place.ts";
import { takeReport } from "./loggers/text_postgres.ts";
import { readColoured } from "./loggers/text_signed.ts";
import { readReport } from "./loggers/text_report.ts";
import { addErrorContext, readRoutedRequest } from "./message/text_request.ts";
import { behindCorner, isUpper, skipBlanks, trimmed } from "./text_tokens.ts";
import { readTwoLines } from "./message/text_next_line.ts";
import { HeldTime } from "../time/held_time.ts";
import { isDigit } from "../time/timestamp_parts.ts";
import * as verdicts from "../line_format.ts";
import * as textPartsConstants from "./text_parts.ts";
import * as textTwoLinesConstants from "./message/text_two_lines.ts";
import * as textTokensConstants from "./text_tokens.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { NO, PARTIAL, YES } = verdicts;
const { APART, CONNECTED, COUNTED, JUDGED, NAMED, SPACED } = headParts;
const { BRACE, DASH, EQUALS, OPEN } = textPartsConstants;
const { NOT_HERS, ONE_LINE, TWO_LINES, WANTS_MORE } = textTwoLinesConstants;
const { SPACE, TAB } = textTokensConstants;

const NO_LINES: readonly string[] = [];
const decoder = new TextDecoder();
/** What begins a line of a preamble that no program writes. */
const UNIT = 0x1f;
/** No layout is learned of the line. */
const NOT_LEARNT = -1;

/**
 * The general reader: a line with a time, a severity, or both, or with a place that begins it, whatever logger wrote it.
 * NO if it has none.
 */
export class TextFormat implements LineFormat {
  readonly name = "text";
  readonly goesOn = true;
  readonly #context: ReadContext;
  readonly #head = new TextHead();
  readonly #keys: AttributeKeys;
  readonly #attributes: TextAttributes;
  readonly #logfmt: LogfmtFormat;
  /** For what hardly any source has: glog's lines in colours. */
  #klog: KlogFormat | null = null;
  readonly #layouts = new HeadLayouts(true);
  readonly #census = new HeadCensus();
  readonly #column = new SeverityColumn();
  readonly #divided: DividedLines;
  readonly #end: MessageEnd;
  /** Tells lines of stack traces from others without a head. */
  readonly #trace = new Continuation();
  readonly #preambles = new Preambles();
  /** The line whose date told what comes first in the others. */
  #dated: readonly string[] = NO_LINES;
  /** The time that lines have which leave it out. */
  readonly #time = new HeldTime();
  /** It wanted the line behind the one that it was given last. */
  #wantsMore = false;

  constructor(context: ReadContext) {
    this.#context = context;
    this.#keys = AttributeKeys.of(context.keys);
    this.#head.timeless = this.#census.timeless.places;
    this.#head.elapsed = this.#census.elapsed;
    this.#attributes = new TextAttributes(this.#keys);
    this.#logfmt = new LogfmtFormat(context);
    this.#end = new MessageEnd(context, this.#keys, this.#census, this.#logfmt);
    this.#divided = new DividedLines(context, this.#keys, this.#head, this.#attributes, this.#end);
  }

  /** Whether a line without a head goes on with the one before it, if that has no time. */
  get isHeaded(): boolean {
    return this.#census.isHeaded || this.#divided.heads.isSettled;
  }

  get isHeadless(): boolean {
    return this.#census.isHeadless;
  }

  /** The lines that told where messages begin. */
  get preamble(): readonly string[] {
    const learned = [
      this.#column.preamble,
      this.#divided.heads.preamble,
      this.#end.coloured.preamble,
      this.#census.lines,
    ];
    return this.#preambles.joined([...learned, this.#layouts.preamble, this.#dated]);
  }

  begins(batch: Batch, from: number, to: number): boolean {
    return this.#divided.heads.isSettled && this.#divided.begins(batch, from, to);
  }

  findsCells(batch: Batch, lines: Iterable<LineRange>): boolean {
    return this.#divided.find(batch, lines);
  }

  /** Counts what the heads of the lines have, before the first of them is read. */
  prime(batch: Batch, lines: Iterable<LineRange>, mayHaveCells: boolean): void {
    if (!this.#census.isEmpty || this.#divided.heads.isSettled) return;
    let hasCells = mayHaveCells;
    const { isSettled } = this.#column;
    const counted: LineRange[] = [];
    let known = 0;
    let told = 0;
    for (const [from, to] of lines) {
      // Lines that a blank pads are not counted.
      const isPadded = batch.bytes[from] === SPACE && batch.bytes[from + 1] > SPACE;
      const isRead = this.#countLine(batch, from, to);
      const isTold = isRead && this.#head.severity !== 0;
      if ((isTold && this.#head.hasTime) || isPadded) known++;
      if (isTold) told++;
      hasCells &&= this.#divided.count(batch, from, to);
      counted.push([from, to]);
      if (!this.#census.isOpen) break;
    }
    // Where their severities stand is told only now: the heads of the first lines were read otherwise.
    if (isSettled !== this.#column.isSettled) {
      this.#census.restart();
      for (const [from, to] of counted) this.#countLine(batch, from, to);
    }
    this.#census.close();
    this.#column.close();
    this.#divided.heads.close(known, told);
  }

  /** Counts a line of those that come one by one; what many tell of their heads unlearns what one alone told. */
  #countLate(batch: Batch, from: number, to: number): void {
    if (this.#context.isTaught === true) return this.#census.hold();
    const { isSettled } = this.#column;
    this.#countLine(batch, from, to);
    if (this.#census.takeTurn() || isSettled !== this.#column.isSettled) this.#layouts.forget();
  }

  /** Counts what the head of a line has; whether it has one. */
  #countLine(batch: Batch, from: number, to: number): boolean {
    const { bytes, side } = batch;
    if (to <= from || bytes[from] === BRACE || bytes[from] === UNIT) return false;
    // Only numbers are padded before a head.
    if (bytes[from] === TAB || (bytes[from] === SPACE && !isDigit(bytes[skipBlanks(bytes, from, to)]))) {
      this.#census.goOn();
      return false;
    }
    let start = from;
    let end = to;
    if (findEscape(batch.view, from, to) >= 0) {
      if (to - from > batch.sideFree) return false;
      start = copyWithoutEscapes(batch, from, to);
      end = batch.side;
      this.#end.coloured.find(bytes, from, to, start);
    }
    const row = batch.begin(start, end);
    const isRead = this.#head.scan(batch, row, start, end, this.#context);
    if (isRead) {
      const { hasTime, severity, severityFrom, severityTo } = this.#head;
      // A letter may be a word of the message, unless most lines have one.
      if (hasTime && (severity === 0 || severityTo - severityFrom === 1)) {
        const { isSettled } = this.#column;
        this.#column.count(bytes, batch.timeTo[row], end);
        if (isSettled !== this.#column.isSettled) this.#census.restart();
        if (severity === 0) this.#takeColumn(batch, row, end);
      }
      this.#census.count(batch, this.#head, start, end);
      this.#trace.begin(true);
    } else {
      this.#census.goOn();
      if (!this.#trace.joins(bytes, start, end, true)) this.#census.countHeadless();
    }
    batch.abandon();
    batch.side = side;
    return isRead;
  }

  /** Takes the severity where the lines of the source have theirs. */
  #takeColumn(batch: Batch, row: number, to: number): void {
    const column = this.#column;
    if (!column.isSettled || !column.find(batch.bytes, batch.timeTo[row], to)) return;
    // A severity behind the lines' own is a word of the message.
    const isBefore = column.number !== 0 && column.wordFrom < this.#head.severityFrom;
    if (column.isJavas && column.wordFrom === this.#head.severityFrom) this.#head.retold(column.number);
    if (this.#head.severity === 0 || isBefore) this.#head.takeColumn(column, to);
  }

  read(batch: Batch, from: number, to: number): Verdict {
    const { side, fieldCount } = batch;
    if (batch.bytes[from] === UNIT && this.#takesPreamble(batch.bytes, from, to)) return NO;
    const { dateOrder } = this.#context;
    this.#end.coloured.clear();
    const head = behindCorner(batch.bytes, from, to);
    const verdict = this.#read(batch, head, to);
    if (head > from && verdict === YES) batch.rawFrom[batch.count - 1] = from;
    if (this.#context.dateOrder !== dateOrder) {
      this.#dated = [decoder.decode(batch.bytes.subarray(from, to))];
    }
    this.#wantsMore = verdict === PARTIAL;
    if (verdict !== YES) {
      batch.side = side;
      batch.fieldCount = fieldCount;
    }
    return verdict;
  }

  #takesPreamble(bytes: Uint8Array, from: number, to: number): boolean {
    if (this.#column.take(bytes, from, to) || this.#divided.heads.takePreamble(bytes, from, to)) return true;
    if (this.#end.coloured.takePreamble(bytes, from, to)) return true;
    if (!this.#census.take(bytes, from, to)) return false;
    // The first of the lines were read before all of them had been counted.
    this.#layouts.forget();
    return true;
  }

  /** Reads a line whose head is laid out as those of lines before it; NO for any other. */
  readKnown(batch: Batch, from: number, to: number): Verdict {
    // Of a line that wanted the next one both are given.
    if (this.#wantsMore && this.#context.isReadOn) return NO;
    const { heads } = this.#divided;
    if (heads.isSettled) { if (!heads.isTimeless && this.#divided.read(batch, from, to)) return YES; }
    else if (this.#census.isOpen) this.#countLate(batch, from, to);
    if (this.#context.hasEscape && findEscape(batch.view, from, to) >= 0) return NO;
    const { bytes } = batch;
    // A name in parentheses behind the message is looked for only in lines that begin with a bracket.
    const open = bytes[from] === OPEN && !this.#census.own.isPlace ? trailingLogger(bytes, from, to) : -1;
    const end = open < 0 ? to : open;
    const message = this.#layouts.read(batch, from, end, this.#context, open >= 0);
    if (message < 0) return NO;
    const row = batch.count;
    if (open >= 0) {
      batch.rawTo[row] = to;
      addTrailingLogger(batch, open, to, this.#keys);
    }
    this.#finishKnown(batch, row, message, end);
    return YES;
  }

  readRun(batch: Batch, from: number, end: number, mayJoin: boolean): number {
    const isOther = this.#divided.heads.isSettled || this.#census.isOpen || this.#column.isJavas ||
      !this.#end.isUsual;
    if (isOther) return from;
    const next = this.#layouts.readRun(batch, from, end, mayJoin, this.#context, this.#end.rules);
    if (next > from) this.#context.pairsApart = (this.#layouts.tail & APART) !== 0;
    return next;
  }

  #finishKnown(batch: Batch, row: number, message: number, to: number): void {
    if (this.#column.isJavas) takeJavasLetter(batch, row);
    const end = trimmed(batch.bytes, message, to);
    const { tail } = this.#layouts;
    if ((tail & CONNECTED) !== 0) addErrorContext(batch, message, end, this.#keys);
    if ((tail & SPACED) !== 0 && this.#end.finishSpaced(batch, row, message, end)) return;
    this.#end.finish(batch, row, message, end, (tail & APART) !== 0);
  }

  #read(batch: Batch, from: number, to: number): Verdict {
    const known = this.readKnown(batch, from, to);
    if (known !== NO) return known;
    const escape = this.#context.hasEscape ? findEscape(batch.view, from, to) : -1;
    if (this.#divided.heads.isTimeless && this.#divided.read(batch, from, to)) return YES;
    const row = batch.begin(from, to);
    if (escape >= 0) {
      if (to - from > batch.sideFree) return NO;
      const start = copyWithoutEscapes(batch, from, to);
      this.#end.coloured.find(batch.bytes, from, to, start);
      if (readColouredPairs(batch, row, start, this.#logfmt, this.#context)) return YES;
      // glog in a terminal; what it did not know is left as it was.
      if (isKlog(batch.bytes, start, batch.side)) {
        this.#klog ??= new KlogFormat(this.#context);
        if (this.#klog.readHead(batch, row, start, batch.side)) {
          batch.commit();
          return YES;
        }
      }
      const message = this.#layouts.read(batch, start, batch.side, this.#context);
      if (message < 0) batch.begin(from, to);
      batch.rawFrom[row] = from;
      batch.rawTo[row] = to;
      if (message < 0) return this.#readLine(batch, row, start, batch.side);
      this.#finishKnown(batch, row, message, batch.side);
      return YES;
    }
    return this.#readLine(batch, row, from, to);
  }

  #readLine(batch: Batch, row: number, from: number, to: number): Verdict {
    this.#keys.fresh();
    const head = this.#head;
    if (batch.bytes[from] === EQUALS) {
      const report = readReport(batch, row, from, to, this.#context);
      if (report === TWO_LINES) batch.commit();
      if (report !== ONE_LINE) return report === TWO_LINES ? YES : report === WANTS_MORE ? PARTIAL : NO;
    }
    if (!head.scan(batch, row, from, to, this.#context)) {
      const rawFrom = batch.rawFrom[row];
      if (rawFrom === from || !readColoured(head, from, to, rawFrom, batch.rawTo[row])) {
        const isFields = readNamedFields(batch, row, from, to, this.#context) ||
          readPrefixedJson(batch, row, from, to, this.#context);
        if (!isFields) return NO;
        batch.commit();
        return YES;
      }
    }
    head.giveSeverity();
    const lines = readTwoLines(batch, row, head, to, this.#keys, this.#attributes);
    if (lines === WANTS_MORE && !this.#context.single) return PARTIAL;
    // What wanted the next line and does not take it is a record by itself.
    if (lines === NOT_HERS || (lines === ONE_LINE && this.#wantsMore && this.#context.isReadOn)) {
      return NO;
    }
    if (lines === TWO_LINES) {
      batch.commit();
      return YES;
    }
    if (head.hasTime && (head.severity === 0 || this.#column.isSettled)) {
      this.#takeColumn(batch, row, to);
      if (head.severity === 0) takeReport(head, to);
      head.giveSeverity();
    }
    const isCounted = this.#census.correct(batch, head, to);
    if (head.severity === 0 && head.hasTime && this.#readWithoutSeverity(batch, row, to)) return YES;
    if (head.severity === 0 && !head.hasTime) {
      batch.severity[row] = severityOfReport(batch, row, head.message, to, this.#context);
    }
    if (
      head.count === 1 && !head.hasTime && head.severity !== 0 && isUpper(batch.bytes[head.severityFrom]) &&
      readMessagePairs(batch, row, head.message, trimmed(batch.bytes, head.message, to), this.#context)
    ) {
      batch.commit();
      return YES;
    }
    if (head.hasTime && head.inColumn && (head.timeInBrackets || head.messageEnd > 0)) {
      this.#time.hold(batch, row);
    } else if (head.inColumn && batch.bytes[from + 1] <= SPACE && this.#time.isTime) {
      this.#time.put(batch, row);
      batch.timeFrom[row] = batch.timeTo[row] = 0;
    }
    if (head.severity === 0) {
      readRoutedRequest(batch, row, head, to, this.#keys);
      if (head.messageEnd === 0 && head.hasTime) readBareRequest(batch, row, head, to, this.#keys);
    }
    if (head.fromKernel) addKernel(batch, row, this.#keys);
    if (head.messageEnd > 0) {
      this.#context.pairsApart = false;
      this.#attributes.add(batch, row, head);
      if (head.pairs > 0) addPairs(batch, head.pairs, to);
      else addTrailingPairs(batch, head.message, head.messageEnd);
      batch.setBody(row, head.message, Math.max(head.message, head.messageEnd));
      batch.commit();
      return YES;
    }
    const last = trimmed(batch.bytes, head.message, to);
    const timeless = head.hasTime ? last : withoutMarginTime(batch, row, head.message, last, this.#context);
    let end = this.#census.own.isPlace
      ? timeless
      : withoutTrailingLogger(batch, row, head, timeless, this.#keys);
    const isNamed = end < timeless;
    if (isNamed) this.#context.trailsLogger = true;
    else this.#attributes.add(batch, row, head);
    if (head.connected) addErrorContext(batch, head.message, end, this.#keys);
    const isBracketed = head.severity !== 0 && head.timeInBrackets && batch.bytes[head.message] === OPEN;
    if (isBracketed && readBracketed(batch, row, head.message, end)) return YES;
    if (isBunyan(head)) end = addPairsInParentheses(batch, head.message, end);
    const isTerm = head.severity !== 0 && isSlogTerm(head);
    if (isTerm && !this.#end.coloured.isTold(head.message, end)) {
      end = takeCommaFields(batch, head.message, end);
    }
    const isSpaced = head.spaced || (head.pairsApart && isTracing(head));
    if (!isSpaced || !this.#end.finishSpaced(batch, row, head.message, end)) {
      this.#end.finish(batch, row, head.message, end, head.pairsApart);
    }
    if (isTerm) this.#context.pairsApart = "commas";
    else if (head.particular && isStructlogSeverity(head, to)) this.#context.pairsApart = "structlog";
    const usual = !isTerm && !head.framed && timeless === last && !isBunyan(head) && !this.#census.isOdd &&
      !isBeforeMargin(head, to) &&
      !(head.severity === 0 && this.#column.isSettled);
    const tail = usual ? isNamed ? NAMED : tailOf(head) : NOT_LEARNT;
    if (tail !== NOT_LEARNT && lines === ONE_LINE && (head.hasTime || head.count > 1)) {
      this.#layouts.learn(batch, row, from, to, head.message, isCounted ? COUNTED : JUDGED, tail);
    }
    return YES;
  }

  /** Reads what stands behind a time instead of a severity; false, and the record left open, if it is just a message. */
  #readWithoutSeverity(batch: Batch, row: number, to: number): boolean {
    const { message } = this.#head;
    const end = trimmed(batch.bytes, message, to);
    const labelled = behindPairs(batch.bytes, message, end);
    const severity = severityOfReport(batch, row, labelled, end, this.#context);
    if (severity !== 0) {
      batch.severity[row] = severity;
      if (labelled > message) {
        addPairs(batch, message, labelled);
        this.#head.message = labelled;
        return false;
      }
    }
    if (!this.#readRequest(batch, row, message, end)) {
      if (!readFields(batch, row, message, end, this.#logfmt, this.#context)) {
        takeLevel(this.#head, message, end);
        return false;
      }
    }
    this.#attributes.add(batch, row, this.#head);
    batch.commit();
    return true;
  }

  /** morgan's line behind a time of its own layout; false, and nothing added, if it is something else. */
  #readRequest(batch: Batch, row: number, from: number, to: number): boolean {
    const { bytes, fieldCount } = batch;
    if (!isUpper(bytes[from]) || bytes[to - 1] < DASH || !isUpper(bytes[from + 1])) return false;
    if (readMorgan(batch, row, from, to, this.#keys)) return true;
    batch.fieldCount = fieldCount;
    batch.setBody(row, from, to);
    return false;
  }
}

/** What stands behind the message, as `Layout` has it; `NOT_LEARNT` where more than its head tells. */
function tailOf(head: TextHead): number {
  if (head.connected) return CONNECTED;
  if (!head.pairsApart) return 0;
  const { batch, row } = head;
  const isBehindTime = batch.timeTo[row] > batch.timeFrom[row] && batch.severityFrom[row] > batch.timeTo[row];
  if (!isBehindTime || head.uptime) return NOT_LEARNT;
  if (isTracing(head)) return APART | SPACED;
  return head.spaced ? NOT_LEARNT : APART;
}
