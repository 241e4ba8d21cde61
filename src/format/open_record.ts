import type { Batch } from "../record/batch.ts";
import { textOfValue, valueOf } from "../record/log_record.ts";
import type { Detector } from "./detector.ts";
import { copyWithoutEscapes, findEscape, isEmptyLine } from "./escape_sequences.ts";
import { FieldLines } from "./field_lines.ts";
import { isBlank, isText, skipBlanks, trimmed } from "./text/text_tokens.ts";
import * as kinds from "../record/batch.ts";
import * as bounds from "../record/bounds.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { NULL, TEXT } = kinds;
const { MAX_RECORD_BYTES, MAX_RECORD_LINES } = bounds;

const NEWLINE = 10, RETURN = 13, GREATER = 0x3e;
const NONE = -1;

/** The last record of a source while lines may still join it, and what those that have add to its body and its fields. */
export class OpenRecord {
  /** Its row, -1 while there is none. */
  row = NONE;
  readonly #batch: Batch;
  readonly #detector: Detector;
  #lines = 0;
  /** The texts of the lines that joined it, as ranges of the batch's bytes, and where the last such line ends. */
  readonly #from: number[] = [];
  readonly #to: number[] = [];
  /** Empty lines of the message before each of them. */
  readonly #gaps: number[] = [];
  /** Empty lines that joined it since the last that says something. */
  #empty = 0;
  #rawTo = 0;
  readonly #fieldLines: FieldLines;

  constructor(batch: Batch, detector: Detector) {
    this.#batch = batch;
    this.#detector = detector;
    this.#fieldLines = new FieldLines(detector);
  }

  /** Opens the record in `row`, which has so many lines by now; the one before is closed. */
  begin(row: number, lines: number): void {
    this.row = row;
    this.#lines = lines;
    this.#empty = 0;
    this.#fieldLines.begin(this.#detector.lineFrom, this.#detector.lineTo);
    this.#detector.open = true;
  }

  /** Completes the record: it takes no more lines. */
  close(): void {
    if (this.row === NONE) return;
    this.#complete(this.row);
    this.#forget();
  }

  /** As `close`, of a record that is taken back, to be read again. */
  drop(): void {
    this.#from.length = this.#to.length = 0;
    this.#forget();
  }

  #forget(): void {
    this.row = NONE;
    this.#detector.open = false;
  }

  /**
   * If the line read last is another container's than that of the record, this one may go on behind it; and it may go on
   * itself with a record behind which those of other containers stand.
   */
  changeContainer(): void {
    const { interruptions } = this.#detector;
    const { row } = this;
    if (interruptions.left !== 0 && row !== NONE) {
      this.close();
      interruptions.keep(row, this.#lines, this.#batch.severity[row]);
    }
    if (interruptions.resumed === 0) return;
    const { row: resumed, lines } = interruptions.goingOn;
    interruptions.drop(interruptions.resumed);
    this.begin(resumed, lines);
  }

  /** Whether lines up to `to` would be more than a record may have. */
  isFull(to: number, lines = 0): boolean {
    return this.#lines + lines > MAX_RECORD_LINES || to - this.#batch.rawFrom[this.row] > MAX_RECORD_BYTES;
  }

  /** Adds the text of so many lines that the detector said joins; false if the record would pass its bounds. */
  join(to: number, lines: number): boolean {
    if (this.isFull(to, lines)) return false;
    this.#lines += lines;
    this.#add(this.row, to);
    return true;
  }

  #add(row: number, to: number): void {
    const detector = this.#detector;
    const { joinedFrom, joinedTo } = detector;
    if (isEmptyLine(this.#batch.bytes, joinedFrom, joinedTo)) {
      // One that only changes the colour is none of the message's.
      if (skipBlanks(this.#batch.bytes, joinedFrom, joinedTo) === joinedTo) this.#empty++;
      return;
    }
    const before = this.#from.length === 0 ? this.#batch.rawTo[row] : this.#rawTo;
    this.#gaps.length = this.#from.length;
    this.#gaps.push(this.#empty + emptyLines(this.#batch.bytes, before, detector.joinedFrom));
    this.#empty = 0;
    if (detector.hasEscape) this.#takeEscapesOut();
    this.#from.push(this.#detector.joinedFrom);
    this.#to.push(this.#detector.joinedTo);
    this.#rawTo = to;
    // Fields are added to the last record only.
    if (row < this.#batch.count - 1) return;
    const kept = this.#fieldLines.read(this.#batch, row, this.#from, this.#to);
    if (kept !== NONE) {
      this.#from.length = this.#to.length = kept;
      this.#batch.rawTo[row] = to;
    }
  }

  /** Makes the lines that were added part of the record's body. */
  #complete(row: number): void {
    if (this.#from.length === 0) return;
    const batch = this.#batch;
    const last = this.#to.length - 1;
    this.#to[last] = trimmed(batch.bytes, this.#from[last], this.#to[last]);
    this.#takeFence(row, last);
    this.#dropEmptyEnd();
    if (this.#bodyGoesOn(row)) {
      if (batch.bodyFrom[row] === batch.bodyTo[row]) {
        batch.bodyFrom[row] = skipBlanks(batch.bytes, this.#from[0], this.#to[0]);
      }
      batch.bodyTo[row] = this.#rawTo;
    } else {
      const body = valueOf(batch, batch.bodyFrom[row], batch.bodyTo[row], batch.bodyKind[row]);
      const start = batch.bodyKind[row] === NULL ? batch.side : batch.textToSide(textOfValue(body));
      // It is empty behind the head, or what colours were taken out of stands elsewhere.
      const isBelow = !this.#fieldLines.isInFirst(batch.bodyTo[row]);
      for (let piece = 0; piece < this.#from.length; piece++) {
        // What begins the body does not begin with blanks.
        const isFirst = batch.side === start;
        for (let gap = isFirst ? 0 : -1; gap < this.#gaps[piece]; gap++) batch.bytes[batch.side++] = NEWLINE;
        const at = this.#from[piece], to = this.#to[piece];
        batch.copyToSide(isFirst && isBelow ? skipBlanks(batch.bytes, at, to) : at, to);
      }
      batch.setBody(row, start, batch.side);
      batch.bodyKind[row] = TEXT;
    }
    batch.rawTo[row] = this.#rawTo;
    this.#from.length = this.#to.length = 0;
  }

  /** Takes `[[` and `]]` from around a message of several lines, as Oracle's servers, GlassFish and Payara write it. */
  #takeFence(row: number, last: number): void {
    const { bytes, bodyFrom, bodyTo } = this.#batch;
    const end = this.#to[last] - 2;
    // WebLogic's `<BEA-101017> <message`, and the rest of it below.
    if (bytes[end + 1] === GREATER && isText(bytes, bodyFrom[row] - 3, bodyTo[row], "> <")) {
      this.#to[last] = trimmed(bytes, this.#from[last], end + 1);
    }
    if (bodyTo[row] - bodyFrom[row] !== 2 || end < this.#from[last]) return;
    if (!isText(bytes, bodyFrom[row], bodyTo[row], "[[") || !isText(bytes, end, end + 2, "]]")) return;
    bodyTo[row] = bodyFrom[row];
    this.#to[last] = end;
    this.#from[0] = skipBlanks(bytes, this.#from[0], this.#to[0]);
  }

  /** Empty lines behind the last that says something, as containers write them between records, are no part of the body. */
  #dropEmptyEnd(): void {
    let count = this.#from.length;
    while (count > 0 && this.#from[count - 1] === this.#to[count - 1]) count--;
    this.#from.length = this.#to.length = count;
  }

  /** The joined text without its escape sequences, if it has some. */
  #takeEscapesOut(): void {
    const batch = this.#batch;
    const detector = this.#detector;
    const { joinedFrom: from, joinedTo: to } = detector;
    this.#fieldLines.coloured.clear();
    if (to - from > batch.sideFree || findEscape(batch.view, from, to) < 0) return;
    detector.joinedFrom = copyWithoutEscapes(batch, from, to);
    detector.joinedTo = batch.side;
    this.#fieldLines.coloured.find(batch.bytes, from, to, detector.joinedFrom);
  }

  /** Whether the joined lines stand right behind the body in the input, so that its range need only grow. */
  #bodyGoesOn(row: number): boolean {
    const batch = this.#batch;
    if (batch.bodyKind[row] !== TEXT) return false;
    let at = batch.bodyTo[row];
    for (let piece = 0; piece < this.#from.length; piece++) {
      // Lines of blanks alone were passed over; blanks before the piece itself are no part of it.
      while (at < this.#from[piece]) {
        const end = skipBlanks(batch.bytes, at, this.#from[piece]);
        if (batch.bytes[end] !== NEWLINE || end === this.#from[piece]) break;
        at = end + 1;
      }
      if (at !== this.#from[piece]) return false;
      at = this.#to[piece];
    }
    return at === this.#rawTo;
  }
}

/** How many empty lines stand in [from, to), if nothing else does. */
function emptyLines(bytes: Uint8Array, from: number, to: number): number {
  let lines = 0;
  for (let at = from; at < to; at++) {
    if (bytes[at] === NEWLINE) lines++;
    else if (!isBlank(bytes[at]) && bytes[at] !== RETURN) return 0;
  }
  return Math.max(0, lines - 1);
}
