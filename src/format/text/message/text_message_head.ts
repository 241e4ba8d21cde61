import { ERROR } from "../../../record/severity.ts";
import { type Batch, ESCAPED, TEXT } from "../../../record/batch.ts";
import { AttributeKeys } from "../../attribute_keys.ts";
import { copyWithoutEscapes, findEscape } from "../../escape_sequences.ts";
import { readTrailingJson } from "../../json/embedded_json.ts";
import { unescapeToSide } from "../../json/json_escape.ts";
import { isTellingObject } from "../../json/telling_object.ts";
import type { ReadContext } from "../../line_format.ts";
import { severityOfWord } from "../../severity_word.ts";
import { LogfmtFormat } from "../../logfmt.ts";
import { isPair } from "./text_fields.ts";
import { HeadCensus } from "../learned/head_census.ts";
import { isTracing } from "../loggers/text_apart.ts";
import { TextAttributes } from "../attributes/text_attributes.ts";
import { TextHead } from "../text_head.ts";
import { MessageEnd } from "./text_message_end.ts";
import { isSlogTerm, takeCommaFields } from "./text_message_pairs.ts";
import { addPairs } from "./text_pairs.ts";
import { addTrailingPairs } from "./text_trailing_pairs.ts";
import { BAR, BRACE, CLOSE_BRACE, COLON, COMMA, OPEN, SLASH } from "../text_parts.ts";
import {
  bracketEnd,
  findByte,
  isBlank,
  isDate,
  isText,
  isUpper,
  NEWLINE,
  skipBlanks,
  tokenEnd,
  trimmed,
  upperEnd,
} from "../text_tokens.ts";
import { HeldTime, isYearless } from "../../time/held_time.ts";
import { isDigit, isLetter } from "../../time/timestamp_parts.ts";

/** As `bandOf` has it. */
const INFO_BAND = 3;
/** Bytes of a time with its day: `2026-11-20 08:00:01`. */
const LONGEST_CLOCK = 19;
/** Bytes of a severity and the blanks behind it. */
const LONGEST_SEVERITY = 12;
/** Bytes before a severity that stands behind other parts of a head, and those of its name. */
const FARTHEST_SEVERITY = 48;
const SHORTEST_SEVERITY = 4;
/** Milliseconds between the times of a line and of what passes it on, at the most, but for their zones: these are quarters of hours apart. */
const NEAR = 10_000;
const QUARTER = 15 * 60_000;
const FARTHEST = 26 * 3_600_000;
/** Bytes before such a time: a name, a process. */
const LONGEST_BEFORE = 40;

/** Milliseconds between what a program writes and what syslog says of it. */
const LONGEST_DELAY = 2000;

/** Counts what the messages of the program begin with that wrote the record in the row; null if it is one too many. */
interface ProgramHeads {
  of(batch: Batch, row: number): HeadCensus | null;
}

/** Reads the head of a logger that begins the message of a record of another format, as syslog carries them. */
export class MessageHeads {
  readonly #context: ReadContext;
  readonly #head = new TextHead();
  readonly #keys: AttributeKeys;
  readonly #attributes: TextAttributes;
  readonly #end: MessageEnd;
  readonly #logfmt: LogfmtFormat;
  /** The time that was known before the message's own was read. */
  readonly #known = new HeldTime();
  /** What the messages of each program begin with; null where each message is judged by itself. */
  readonly #programs: ProgramHeads | null;

  constructor(context: ReadContext, programs: ProgramHeads | null = null) {
    this.#context = context;
    this.#programs = programs;
    this.#keys = AttributeKeys.of(context.keys);
    this.#attributes = new TextAttributes(this.#keys);
    this.#logfmt = new LogfmtFormat(context);
    this.#end = new MessageEnd(context, this.#keys, new HeadCensus(), this.#logfmt);
  }

  /**
   * Reads a severity and what else of a logger's head begins the message [from, to) of a record whose time is
   * known, and moves the body behind it. True if the head has a time of its own, which counts if the known one names
   * no day: then what stands behind the message is read as well.
   */
  read(batch: Batch, row: number, from: number, to: number): boolean {
    const { bytes } = batch;
    if (from + 3 >= to) return false;
    const first = bytes[from];
    const isDated = mayHoldDate(bytes, from) || isDateBehindBracket(bytes, from, to);
    if (isDated || ((first === OPEN || isUpper(first)) && hasClock(bytes, from, to))) {
      if (this.#readWholeHead(batch, row, from, to, isDated, false, true)) return true;
      // `INFO 2026-11-20 08:00:01 shop.db: message`
      const isBehind = !isDated && isDateBehindSeverity(bytes, from, to);
      if (isBehind && this.#readWholeHead(batch, row, from, to, true, false, false, true)) return true;
    }
    // What ntpd's messages are about, where java.util.logging hardly writes.
    if (first === 0x43 && isText(bytes, from, to, "CONFIG: ")) return false;
    this.#keys.fresh();
    const mayBegin = isLetter(first) || first === OPEN;
    if (mayBegin && this.#head.scanMessage(batch, row, from, to, this.#context)) {
      this.#takeHead(batch, row, from, to);
    } else this.#readUntimedHead(batch, row, from, to);
    return false;
  }

  /**
   * As `read`, of a message whose record has a severity. That may be the one of the whole stream: what begins the message in
   * capitals or in a bracket says more than `info`, and as much as its like.
   */
  readStreamed(batch: Batch, row: number, from: number, to: number): boolean {
    const { bytes } = batch;
    const first = bytes[from];
    if (isDigit(first) || (first === OPEN && isDigit(bytes[from + 1]))) {
      return this.read(batch, row, from, to);
    }
    if (from + 3 >= to) return false;
    this.#keys.fresh();
    const head = this.#head;
    const known = batch.severity[row];
    const mayBegin = first === OPEN || (isUpper(first) && isUpper(bytes[from + 1]));
    if (!mayBegin || !head.scanMessage(batch, row, from, to, this.#context)) {
      if (bandOf(known) === INFO_BAND) this.#readUntimedHead(batch, row, from, to);
    } else if (bandOf(known) === INFO_BAND || bandOf(known) === bandOf(head.severity)) {
      this.#takeHead(batch, row, from, to);
    }
    return false;
  }

  /**
   * A head without a time, whose severity, in capitals, stands behind other parts: `[main] INFO com.example.App - started`,
   * `shop.db - ERROR - lost`. Nothing is changed if there is none.
   */
  #readUntimedHead(batch: Batch, row: number, from: number, to: number): void {
    const { bytes } = batch;
    if (!hasSeverityAhead(bytes, from, to)) return;
    const head = this.#head;
    const known = this.#known;
    known.hold(batch, row);
    const isHead = head.scan(batch, row, from, to, this.#context) && !head.hasTime &&
      head.severityFrom > from && isUpper(bytes[head.severityFrom + 1]);
    known.put(batch, row);
    if (!isHead) return;
    this.#compare(batch, row, from, to);
    batch.setSeverity(row, head.severity, head.severityFrom, head.severityTo);
    this.#attributes.add(batch, row, head);
    batch.bodyFrom[row] = head.message;
  }

  /** Gives to the message and to the head what others of the program show to be theirs. */
  #compare(batch: Batch, row: number, from: number, to: number): void {
    const census = this.#programs?.of(batch, row) ?? null;
    if (census === null) return;
    if (this.#context.isTaught !== true) census.count(batch, this.#head, from, to);
    census.correct(batch, this.#head, to);
  }

  /** Takes the severity that begins the message, and what else of a head stands there. */
  #takeHead(batch: Batch, row: number, from: number, to: number): void {
    const { bytes } = batch;
    const first = bytes[from];
    const head = this.#head;
    batch.setSeverity(row, head.severity, head.severityFrom, head.severityTo);
    // "error: …" may be the message's own word: it stays in it.
    if (first !== OPEN && !isUpper(bytes[from + 1])) return;
    this.#compare(batch, row, from, to);
    this.#attributes.add(batch, row, head);
    batch.bodyFrom[row] = head.message;
  }

  /**
   * Reads what a program has written into the body of the record read last, `row`, of an envelope that says how severe
   * it is: JSON, pairs, or a line with a logger's whole head, behind which further lines may stand. Nothing is changed if it
   * is just text.
   */
  readInside(batch: Batch, row: number): void {
    this.#unescape(batch, row);
    const { bytes } = batch;
    let from = batch.bodyFrom[row];
    let to = batch.bodyTo[row];
    if (to - from < batch.sideFree && findEscape(batch.view, from, to) >= 0) {
      from = copyWithoutEscapes(batch, from, to);
      to = batch.side;
    }
    if (batch.bodyKind[row] !== TEXT || from + 3 >= to) return;
    const newline = findByte(bytes, from, to, NEWLINE);
    if (newline >= 0) return this.#readLines(batch, row, from, newline, to);
    const first = bytes[from];
    const isDated = isDigit(first) || isDigit(bytes[from + 4]);
    if ((first === BRACE && bytes[to - 1] === CLOSE_BRACE) || isPair(bytes, from, to)) {
      const severity = batch.severity[row];
      batch.severity[row] = 0;
      if (first === BRACE) readTrailingJson(batch, row, from, to, this.#context, true);
      else this.#logfmt.readBehind(batch, row, from, to);
      if (batch.severity[row] === 0) batch.severity[row] = severity;
    } else if (isDated || hasClock(bytes, from, to)) {
      this.#readWholeHead(batch, row, from, to, isDated);
    } else {
      batch.setBody(row, from, to);
      if (batch.severity[row] === 0) this.read(batch, row, from, to);
      else this.readStreamed(batch, row, from, to);
    }
    batch.fieldTo[row] = batch.fieldCount;
  }

  /**
   * As `readInside`, of a record that has a severity: only a line whose head begins with a date says more than that, or
   * JSON with a severity and a message, where the known one may be a stream's.
   */
  readPassedOn(batch: Batch, row: number): void {
    const { bytes } = batch;
    // rsyslog's messages begin with the blank behind the tag.
    const first = skipBlanks(bytes, batch.bodyFrom[row], batch.bodyTo[row]);
    const isObject = bytes[first] === BRACE;
    if (!isObject && !mayBeHead(bytes, first)) return;
    this.#unescape(batch, row);
    if (batch.bodyKind[row] !== TEXT) return;
    const from = skipBlanks(bytes, batch.bodyFrom[row], batch.bodyTo[row]);
    const to = batch.bodyTo[row];
    if (isObject) {
      const isTold = isStreams(batch, row) && isTellingObject(bytes, from, to);
      return isTold ? this.readInside(batch, row) : undefined;
    }
    const newline = findByte(bytes, from, to, NEWLINE);
    if (newline >= 0) this.#readLines(batch, row, from, newline, to);
    else this.#readWholeHead(batch, row, from, to, true);
    batch.fieldTo[row] = batch.fieldCount;
  }

  #unescape(batch: Batch, row: number): void {
    const from = batch.bodyFrom[row];
    const to = batch.bodyTo[row];
    if (batch.bodyKind[row] !== ESCAPED || to - from >= batch.sideFree) return;
    batch.setBody(row, unescapeToSide(batch, from, to), batch.side);
    batch.bodyKind[row] = TEXT;
  }

  /** A head before several lines, the first of which ends at `newline`: what stands behind the message stays there. */
  #readLines(batch: Batch, row: number, from: number, newline: number, to: number): void {
    const { bytes } = batch;
    if (!mayHoldDate(bytes, from) || !this.#readWholeHead(batch, row, from, newline, true)) return;
    batch.setBody(row, this.#head.message, to);
    batch.fieldTo[row] = batch.fieldCount;
  }

  /**
   * Reads the line [from, to) that is the message of a record with a time or stands in it: one with a logger's whole head, whose
   * time is near the other, or JSON. Nothing is changed if it is something else.
   */
  readWrapped(batch: Batch, row: number, from: number, to: number): void {
    const { bytes } = batch;
    if (bytes[from] === BRACE) {
      if (bytes[to - 1] !== CLOSE_BRACE || !isTellingObject(bytes, from, to)) return;
      batch.setBody(row, from, to);
      return this.readInside(batch, row);
    }
    if (!isDate(bytes, bytes[from] === OPEN ? from + 1 : from)) return;
    // Behind a severity alone a date may be what the message is about.
    if (Number.isNaN(batch.time[row]) && batch.severity[row] !== 0) return;
    if (this.#readWholeHead(batch, row, from, to, true, true)) batch.fieldTo[row] = batch.fieldCount;
  }

  /**
   * A head with time and severity in a message whose time is known; false, and nothing done, if there is none. `isOwn`: its time
   * is the record's, if it is near the known one. `mayLackSeverity`: the known one at the beginning is enough of a head.
   * `isPassed`: its time must be near the known one.
   */
  #readWholeHead(
    batch: Batch,
    row: number,
    from: number,
    to: number,
    isDated: boolean,
    isOwn = false,
    mayLackSeverity = false,
    isPassed = false,
  ): boolean {
    const before = batch.time[row];
    const head = this.#head;
    const known = this.#known;
    known.hold(batch, row);
    const isUntimed = Number.isNaN(batch.time[row]);
    const hasNoYear = isYearless(batch, row);
    this.#keys.fresh();
    // Behind a severity a time may be the message's.
    const isTimed = head.scan(batch, row, from, to, this.#context) && head.hasTime;
    const near = isTimed && hasNoYear ? inYearOf(batch.time[row], before) : before;
    const isHead = isTimed &&
      (head.severity !== 0 || (mayLackSeverity && isSameMoment(batch, row, from, near))) &&
      (isDated || isPassed || head.severityFrom > batch.timeFrom[row]) &&
      (!(isOwn || isPassed) || isUntimed || isNear(batch.time[row], near));
    // The year that such a date alone tells would part the line from those that hold none.
    const isBetter = isOwn || isUntimed ||
      (hasNoYear && (head.severity !== 0 || near === before) &&
        batch.timeTo[row] - batch.timeFrom[row] >= LONGEST_CLOCK);
    if (!isHead || !isBetter) known.put(batch, row);
    if (!isHead) return false;
    this.#compare(batch, row, from, to);
    if (head.severity !== 0) batch.setSeverity(row, head.severity, head.severityFrom, head.severityTo);
    this.#attributes.add(batch, row, head);
    this.#readEnd(batch, row, to);
    return true;
  }

  /** Reads what the logger has set apart behind the message, as it does in lines of its own. */
  #readEnd(batch: Batch, row: number, to: number): void {
    const head = this.#head;
    if (head.messageEnd > 0) {
      if (head.pairs > 0) addPairs(batch, head.pairs, to);
      else addTrailingPairs(batch, head.message, head.messageEnd);
      batch.setBody(row, head.message, Math.max(head.message, head.messageEnd));
      return;
    }
    let end = trimmed(batch.bytes, head.message, to);
    if (head.severity !== 0 && isSlogTerm(head)) end = takeCommaFields(batch, head.message, end);
    const isSpaced = head.spaced || (head.pairsApart && isTracing(head));
    if (isSpaced && this.#end.readSpaced(batch, row, head.message, end)) return;
    this.#end.read(batch, row, head.message, end, head.pairsApart);
  }
}

/** Whether a date and a time that begin the message are those of the line, but for its fractions: Go's `2026/11/20 08:00:01 message`. */
function isSameMoment({ bytes, time, timeFrom }: Batch, row: number, from: number, known: number): boolean {
  return timeFrom[row] === from && (isDate(bytes, from) || isDayAndYear(bytes, from)) &&
    Math.abs(time[row] - known) <= LONGEST_DELAY;
}

/** The time `yearless`, whose line names no year, in the year of another one. */
function inYearOf(time: number, yearless: number): number {
  return new Date(yearless).setUTCFullYear(new Date(time).getUTCFullYear());
}

/** `11/20/2026` */
function isDayAndYear(bytes: Uint8Array, at: number): boolean {
  return bytes[at + 2] === SLASH && bytes[at + 5] === SLASH && isDigit(bytes[at + 9]) &&
    isBlank(bytes[at + 10]);
}

/** Whether a number stands where a head's date does: at its beginning, in a bracket, behind Ruby's `I, [`. */
function mayHoldDate(bytes: Uint8Array, at: number): boolean {
  return isDigit(bytes[at]) || isDigit(bytes[at + 1]) || isDigit(bytes[at + 4]);
}

/** Whether a date begins the message, perhaps in a bracket, or stands behind a severity in capitals: `I, [2026-11-20`, `[WARN] 2026-11-20`. */
function mayBeHead(bytes: Uint8Array, at: number): boolean {
  const first = bytes[at];
  const from = first === OPEN ? at + 1 : at;
  if (isDigit(first) || isDigit(bytes[from])) return isDate(bytes, from);
  if (bytes[at + 1] === COMMA) return isDate(bytes, at + 4);
  if (!isUpper(bytes[from]) || !isUpper(bytes[from + 1])) return false;
  const end = skipBlanks(bytes, tokenEnd(bytes, from, from + LONGEST_SEVERITY), from + LONGEST_SEVERITY);
  return isDate(bytes, bytes[end] === OPEN ? end + 1 : end);
}

/**
 * `WARN 2026-11-20 08:00:01`, `INFO|2026-11-20 …`, geth's `INFO [11-20|08:00:01.123]`: a date behind a severity in capitals, or
 * behind one that a name stands before, `shop:info 2026-11-20 …`.
 */
function isDateBehindSeverity(bytes: Uint8Array, from: number, to: number): boolean {
  const last = Math.min(to, from + LONGEST_BEFORE);
  const colon = findByte(bytes, from, tokenEnd(bytes, from, last), COLON);
  const word = colon < 0 ? from : colon + 1;
  const wordTo = colon < 0 ? upperEnd(bytes, from, last) : tokenEnd(bytes, word, last);
  if (severityOfWord(bytes, word, wordTo) === 0) return false;
  const at = skipBlanks(bytes, bytes[wordTo] === BAR ? wordTo + 1 : wordTo, to);
  const date = bytes[at] === OPEN ? at + 1 : at;
  return at + LONGEST_CLOCK <= to &&
    (isDate(bytes, date) || (isDigit(bytes[date]) && bytes[date + 5] === BAR));
}

/** `[WARN] 2026-11-20 …`: a date behind a bracket is the head's. */
function isDateBehindBracket(bytes: Uint8Array, from: number, to: number): boolean {
  if (bytes[from] !== OPEN) return false;
  const end = bracketEnd(bytes, from, to, LONGEST_BEFORE);
  return end > 0 && end + LONGEST_CLOCK < to && isDigit(bytes[end + 1]) && bytes[end + 5] === 0x2d &&
    bytes[end + 8] === 0x2d;
}

/** Whether a word in capitals that names a severity stands behind the first part of a message, near its beginning. */
function hasSeverityAhead(bytes: Uint8Array, from: number, to: number): boolean {
  const last = Math.min(to, from + FARTHEST_SEVERITY);
  for (let at = from + 1; at < last; at++) {
    if (!isUpper(bytes[at]) || isLetter(bytes[at - 1])) continue;
    const end = upperEnd(bytes, at, to);
    if (end - at >= SHORTEST_SEVERITY && severityOfWord(bytes, at, end) !== 0) return true;
    at = end;
  }
  return false;
}

/** Which of OpenTelemetry's ranges a severity is in; all from ERROR on are one. */
function bandOf(severity: number): number {
  return severity >= ERROR ? ERROR : (severity + 3) >> 2;
}

/** Whether the severity may be that of a whole stream, info or an error, by its name; pino's number is a logger's. */
function isStreams({ bytes, severity, severityFrom }: Batch, row: number): boolean {
  const band = bandOf(severity[row]);
  return (band === INFO_BAND || band === ERROR) && !isDigit(bytes[severityFrom[row]]);
}

/** Whether the first bytes of [from, to) hold a time of the day or a date with slashes. */
function hasClock(bytes: Uint8Array, from: number, to: number): boolean {
  const end = Math.min(to, from + LONGEST_BEFORE) - 5;
  for (let at = from; at < end; at++) {
    const sign = bytes[at + 2];
    if (
      (sign === 0x3a || sign === 0x2f) && bytes[at + 5] === sign && isDigit(bytes[at]) &&
      isDigit(bytes[at + 4])
    ) {
      return true;
    }
  }
  return false;
}

/** Whether a line of the first time may have been passed on at the second, whatever zones the two are written in. */
function isNear(time: number, passed: number): boolean {
  const apart = Math.abs(time - passed);
  return apart <= FARTHEST && (apart + NEAR) % QUARTER <= 2 * NEAR;
}
