import { WARN } from "../../record/severity.ts";
import type { Batch } from "../../record/batch.ts";
import { isWarningKind } from "../text/loggers/text_python_warning.ts";
import { isBlank, isText, skipBlanks, trimmed } from "../text/text_tokens.ts";
import { isDigit } from "../time/timestamp_parts.ts";
import { RepeatedHead } from "./repeated_head.ts";

/** Behind the colon of a severity stands a blank. */
const BLANK = 1 << 16;
const CLOSE = 0x29, DASH = 0x2d, COLON = 0x3a, EQUALS = 0x3d, BRACE = 0x7b, OPEN = 0x5b;
/** Of so many records of the source one at most may look otherwise, or other programs write between them. */
const ALIKE = 4;

/**
 * What the open record tells of a line that a format knew: it is the message's own if it lacks what the source's heads
 * have, as `ERROR: relation "x" does not exist` behind `… WARN db: server said:` and `{"id":7}` behind `… INFO got`.
 */
export class OpenMessage {
  /** The record's row and its first line. */
  #row = 0;
  #from = 0;
  #to = 0;
  /** It had a time when it was read, before its envelope gave it one. */
  #hasOwnTime = false;
  /** Records of the source with a time before them, with a severity alone, and those that are objects. */
  #dated = 0;
  #timeless = 0;
  #objects = 0;
  /** Lines of its stack trace may have the record's head each. */
  readonly #repeated = new RepeatedHead();

  /** The record in `row` has begun; its line stands at `from`. */
  begin(batch: Batch, row: number, from: number, to: number): void {
    this.#repeated.clear();
    this.#row = row;
    this.#from = from;
    this.#to = to;
    this.#hasOwnTime = batch.time[row] === batch.time[row];
    if (isObject(batch.bytes, from)) this.#objects++;
    else if (this.#hasOwnTime) this.#dated++;
    else if (batch.severity[row] !== 0) this.#timeless++;
  }

  /**
   * The same, if the record has a time and a severity and is no object: nearly all are such, and no message holds them.
   * Else false, and nothing done.
   */
  beginsWhole(batch: Batch, row: number, from: number, to: number): boolean {
    if (batch.severity[row] >= WARN && this.#repeated.reads(batch, this.#row, this.#from, row, from, to)) {
      return false;
    }
    if (batch.severity[row] === 0 || batch.time[row] !== batch.time[row]) return false;
    if (isObject(batch.bytes, from)) return false;
    this.pass(batch, 1, row, from, to);
    return true;
  }

  /** So many records have begun alike that have a time, the last one in `row` with the line [from, to). */
  pass(batch: Batch, lines: number, row: number, from: number, to: number): void {
    this.#repeated.clear();
    this.#row = row;
    this.#from = from;
    this.#to = to;
    this.#hasOwnTime = true;
    if (isObject(batch.bytes, from)) this.#objects += lines;
    else this.#dated += lines;
  }

  /** Whether the line read last is one of its stack trace behind a head like its own. */
  get isRepeated(): boolean {
    return this.#repeated.isFound;
  }

  /** Where the text of a line that it holds begins: behind a head that is the record's own. */
  textOf(from: number, to: number): number {
    return this.#repeated.textOf(from, to);
  }

  /** Whether the record in `row`, just read of [from, to), is a part of the open one's message. `inside`: as the line before. */
  holds(batch: Batch, row: number, from: number, to: number, inside: boolean): boolean {
    const { bytes } = batch;
    const severity = batch.severity[row];
    const hasTime = batch.time[row] === batch.time[row];
    if (isObject(bytes, from)) {
      return this.#objects * ALIKE <= this.#dated + this.#timeless && isDump(batch, row);
    }
    if (hasTime) return severity === 0 && this.#isQuotedTime(batch, row, from, trimmed(bytes, from, to));
    const openHasTime = batch.time[this.#row] === batch.time[this.#row];
    // Where only envelopes have times, lines that have no severity either are alike without.
    if (severity === 0 && openHasTime && !this.#hasOwnTime) return false;
    if (openHasTime) {
      if (this.#timeless * ALIKE > this.#dated) return false;
      if (this.#announces(batch)) return true;
      if (severity > batch.severity[this.#row]) return false;
      // What Python warns of at its standard error stands between the lines of its loggers.
      if (isWarningKind(bytes, batch.severityFrom[row], batch.severityTo[row])) return false;
      if (isCompilers(bytes, batch.severityFrom[row], from)) return true;
      // devslog's `E error:`, whose causes stand below.
      if (batch.bodyFrom[row] >= batch.bodyTo[row]) return true;
      // Another program's, if there are many; what is no trouble is hardly quoted.
      if (!inside || severity < WARN) return false;
      this.#timeless++;
      return true;
    }
    if (!this.#announces(batch)) return false;
    const openLook = severityLook(batch, this.#row, this.#from, this.#to);
    const look = severityLook(batch, row, from, to);
    return openLook !== 0 && look !== 0 && look !== openLook;
  }

  /** Whether the record's first line ends in a colon. */
  #announces({ bytes, bodyTo }: Batch): boolean {
    return bytes[bodyTo[this.#row] - 1] === COLON;
  }

  /** `Date: Sun, 22 Nov 2026 10:00:00 GMT`, a number alone, `2026-11-20 08:00 jane` in a list that was announced. */
  #isQuotedTime(batch: Batch, row: number, from: number, to: number): boolean {
    const { bytes } = batch;
    const timeFrom = batch.timeFrom[row];
    const timeTo = batch.timeTo[row];
    const length = timeTo - timeFrom;
    const openTime = batch.timeFrom[this.#row];
    const openLength = batch.timeTo[this.#row] - openTime;
    if (length === openLength && timeFrom - from === openTime - this.#from) return false;
    // `-DWALL_CLOCK_START=2026-11-20T08:00:00Z` in a list of options.
    if (timeTo === to && bytes[from] === DASH && bytes[timeFrom - 1] === EQUALS) return true;
    if (timeTo === to && timeFrom > from + 1 && isBlank(bytes[timeFrom - 1])) {
      let at = timeFrom - 1;
      while (at > from && isBlank(bytes[at])) at--;
      // Celery's banner has one at the end of a line of dashes and stars.
      if (bytes[at] === COLON || (bytes[from] === DASH && bytes[from + 1] === DASH)) return true;
    }
    if (batch.bodyFrom[row] === batch.bodyTo[row] && isNumber(bytes, timeFrom, timeTo)) return true;
    return this.#announces(batch) && length !== openLength;
  }
}

/** What stands around a severity; 0 if there is none, or one that colours stood in. */
function severityLook(
  { bytes, severity, severityFrom, severityTo }: Batch,
  row: number,
  from: number,
  to: number,
): number {
  const start = severityFrom[row], end = severityTo[row];
  if (severity[row] === 0 || start < from || end > to) return 0;
  // Some loggers pad severities on their left.
  const before = skipBlanks(bytes, from, start) === start ? 0 : bytes[start - 1];
  const behind = bytes[end] === COLON && isBlank(bytes[end + 1]) ? BLANK : 0;
  return (before << 8) | bytes[end] | behind;
}

function isObject(bytes: Uint8Array, from: number): boolean {
  return bytes[from] === BRACE || (bytes[from] === OPEN && bytes[from + 1] === BRACE);
}

/** Of a time, a severity and a message an object has one at most: it is no record. */
function isDump(batch: Batch, row: number): boolean {
  // What a status alone makes a severity of, `{ method: 'POST', url: '/', status: 503 }`, tells of the message before it.
  const isStatus = batch.severity[row] !== 0 && batch.severityTo[row] === batch.severityFrom[row];
  if (isStatus && batch.time[row] !== batch.time[row]) return true;
  const told = (batch.time[row] === batch.time[row] ? 1 : 0) + (batch.severity[row] === 0 ? 0 : 1) +
    (batch.bodyFrom[row] === batch.rawFrom[row] ? 0 : 1);
  return told < 2;
}

function isNumber(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (!isDigit(bytes[at])) return false;
  return true;
}

/** `src/a.c:12:5: error: …`, `a.ts(12,5): error: …`, `error[E0308]: …`: what a compiler says of a line. */
function isCompilers(bytes: Uint8Array, at: number, from: number): boolean {
  if (at === from) return isText(bytes, at, at + 8, "error[E") || isText(bytes, at, at + 10, "warning[E");
  return at > from + 4 && isBlank(bytes[at - 1]) && bytes[at - 2] === COLON &&
    (isDigit(bytes[at - 3]) || bytes[at - 3] === CLOSE);
}
