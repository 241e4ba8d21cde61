import { grown } from "./grown.ts";
import type { KeyTable } from "./key_table.ts";

/** What the bytes of a field's value (or of a body) are. */
export const TEXT = 0; // UTF-8 as it stands
export const ESCAPED = 1; // the inside of a JSON string that holds at least one backslash escape
export const INT = 2; // decimal digits, perhaps with a sign
export const DOUBLE = 3; // a JSON number with a fraction or exponent, or NaN, Infinity, -Infinity
export const BOOL = 4; // `true` or `false`
export const BYTES = 5; // base64 text
export const NESTED = 6; // JSON text of an array or an object that stays a value
export const NULL = 7; // `null`

/** Bits of `Batch.flags`. */
export const TRUNCATED = 1; // cut at the line or record bound
export const PLAIN = 2; // no format knew this line: kept as it is
export const LATE = 4; // its time is before that of a record already seen from this source
export const RAW_IDS = 8; // its trace and span ids stand as bytes, whose hexadecimal digits are their text
export const SERVED = 16; // it tells of a request and its status, or what Node warns of: that is all of it
export const REPEATED = 32; // its time, without a zone, is the second of two that the clock showed alike

/** Records in a batch. */
export const BATCH_RECORDS = 512;

/** Bytes after the last valid one that may be read (never used), so that words can be read without an end test. */
export const SLACK = 16;

/**
 * Some hundred records as columns over one buffer of bytes. A column holds one number a record; a range is
 * two numbers, [from, to), into `bytes`. The front of `bytes` is what a source gave; behind `sideFrom` lies
 * the side area, where readers put text that does not stand in the input as one piece (joined lines,
 * unescaped inner lines, dotted keys), so that a range always means one place in one buffer.
 *
 * A reader calls `begin`, sets columns and adds fields, then `commit`; without `commit` nothing was added.
 * A batch and its bytes are valid only until the consumer it was handed to returns.
 */
export class Batch {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly keys: KeyTable;
  /** Records committed. */
  count = 0;
  /** Number of the source all records of this batch come from. */
  source = 0;
  /** When these bytes were received, epoch milliseconds. */
  received = 0;

  /** Epoch milliseconds of the record's own time (whole), NaN where it has none. */
  readonly time = new Float64Array(BATCH_RECORDS);
  /** Nanoseconds within the millisecond, 0-999 999. */
  readonly nanos = new Int32Array(BATCH_RECORDS);
  /** Digits of the second's fraction that the record's time was written with, 0-9. */
  readonly fraction = new Uint8Array(BATCH_RECORDS);
  /** Where the time was read; empty if there is none. */
  readonly timeFrom = new Int32Array(BATCH_RECORDS);
  readonly timeTo = new Int32Array(BATCH_RECORDS);
  /** OpenTelemetry's severity number, 0 if none. */
  readonly severity = new Uint8Array(BATCH_RECORDS);
  /** Where the severity was read; empty if there is none. */
  readonly severityFrom = new Int32Array(BATCH_RECORDS);
  readonly severityTo = new Int32Array(BATCH_RECORDS);
  readonly bodyFrom = new Int32Array(BATCH_RECORDS);
  readonly bodyTo = new Int32Array(BATCH_RECORDS);
  /** TEXT, ESCAPED, NESTED (a structured body) or NULL (no body at all). */
  readonly bodyKind = new Uint8Array(BATCH_RECORDS);
  readonly traceFrom = new Int32Array(BATCH_RECORDS);
  readonly traceTo = new Int32Array(BATCH_RECORDS);
  readonly spanFrom = new Int32Array(BATCH_RECORDS);
  readonly spanTo = new Int32Array(BATCH_RECORDS);
  /** The record's own fields are [fieldFrom, fieldTo) of the field columns. */
  readonly fieldFrom = new Int32Array(BATCH_RECORDS);
  readonly fieldTo = new Int32Array(BATCH_RECORDS);
  /** Groups of shared fields (resource, scope): indices of `groupFrom`, -1 for none. */
  readonly resource = new Int32Array(BATCH_RECORDS);
  readonly scope = new Int32Array(BATCH_RECORDS);
  /** Index (into the field columns) of the field that names the service, the host; -1 for none. */
  readonly service = new Int32Array(BATCH_RECORDS);
  readonly host = new Int32Array(BATCH_RECORDS);
  /** Number of the format that read the record (its place in the registry of formats). */
  readonly format = new Uint8Array(BATCH_RECORDS);
  readonly flags = new Uint8Array(BATCH_RECORDS);
  /** The record's line or lines, without the last newline. */
  readonly rawFrom = new Int32Array(BATCH_RECORDS);
  readonly rawTo = new Int32Array(BATCH_RECORDS);
  /** Number of its first line in the source, from 1. */
  readonly line = new Float64Array(BATCH_RECORDS);
  /** Byte offset of `rawFrom` in the source. */
  readonly offset = new Float64Array(BATCH_RECORDS);
  /** Which record of its raw line it is, from 0 (an OTLP line holds many). */
  readonly part = new Int32Array(BATCH_RECORDS);

  /** The field columns; they grow as needed, so read them from the batch anew after adding. */
  fieldCount = 0;
  fieldKey = new Int32Array(4096);
  fieldStart = new Int32Array(4096);
  fieldEnd = new Int32Array(4096);
  fieldKind = new Uint8Array(4096);

  /**
   * Group g holds the fields [groupFrom[g], groupTo[g]). Where a record's raw bytes do not hold its groups,
   * those of a group are [groupRawFrom[g], groupRawTo[g]); else these are empty.
   */
  readonly groupFrom: number[] = [];
  readonly groupTo: number[] = [];
  readonly groupRawFrom: number[] = [];
  readonly groupRawTo: number[] = [];

  /** Columns by their defaults; those that `begin` sets in any case are apart. */
  readonly #zeros = [
    this.nanos,
    this.fraction,
    this.timeFrom,
    this.timeTo,
    this.severity,
    this.severityFrom,
    this.severityTo,
    this.bodyKind,
    this.traceFrom,
    this.traceTo,
    this.spanFrom,
    this.spanTo,
    this.flags,
    this.part,
  ];
  readonly #nones = [this.resource, this.scope, this.service, this.host];
  readonly #others = [
    this.time,
    this.bodyFrom,
    this.bodyTo,
    this.fieldFrom,
    this.fieldTo,
    this.format,
    this.rawFrom,
    this.rawTo,
    this.line,
    this.offset,
  ];
  /** Rows from 0 that were begun, or written whole, since they were given their defaults. */
  #begun = 0;
  /** Whether they were written whole: who does that needs no defaults. */
  #isFilled = false;

  /** First byte of the side area and its next free byte. */
  readonly sideFrom: number;
  side: number;
  readonly #sideLimit: number;

  /** `inputBytes` for what a source gives and `sideBytes` for the side area; `SLACK` is added to both. */
  constructor(inputBytes: number, sideBytes: number, keys: KeyTable) {
    this.#setDefaults(0, BATCH_RECORDS);
    this.sideFrom = this.side = inputBytes + SLACK;
    this.#sideLimit = this.sideFrom + sideBytes;
    this.bytes = new Uint8Array(this.#sideLimit + SLACK);
    this.view = new DataView(this.bytes.buffer);
    this.keys = keys;
  }

  get full(): boolean {
    return this.count === this.time.length;
  }

  /** Free bytes of the side area. */
  get sideFree(): number {
    return this.#sideLimit - this.side;
  }

  get isSideHalfUsed(): boolean {
    return this.sideFree < this.side - this.sideFrom;
  }

  /** Starts the record whose raw bytes are [from, to): every column has its default. Returns its row. */
  begin(from: number, to: number): number {
    const row = this.count;
    this.#isFilled = false;
    // A row that was begun before may hold what a reader that gave up has set.
    if (row < this.#begun) this.#clearRow(row);
    else this.#begun = row + 1;
    this.bodyFrom[row] = this.rawFrom[row] = from;
    this.bodyTo[row] = this.rawTo[row] = to;
    this.fieldFrom[row] = this.fieldCount;
    return row;
  }

  #setDefaults(from: number, to: number): void {
    this.time.fill(NaN, from, to);
    for (const column of this.#zeros) column.fill(0, from, to);
    for (const column of this.#nones) column.fill(-1, from, to);
  }

  /** The same as `#setDefaults` for one row; every line that one format gives up and another reads comes here. */
  #clearRow(row: number): void {
    this.time[row] = NaN;
    this.resource[row] =
      this.scope[row] =
      this.service[row] =
      this.host[row] =
        -1;
    this.nanos[row] =
      this.fraction[row] =
      this.timeFrom[row] =
      this.timeTo[row] =
        0;
    this.severity[row] =
      this.severityFrom[row] =
      this.severityTo[row] =
      this.bodyKind[row] =
        0;
    this.traceFrom[row] =
      this.traceTo[row] =
      this.spanFrom[row] =
      this.spanTo[row] =
        0;
    this.flags[row] = this.part[row] = 0;
  }

  /** Adds a field to the record begun last (or to the group begun last). Returns its index. */
  addField(key: number, from: number, to: number, kind: number): number {
    const at = this.fieldCount;
    if (at === this.fieldKey.length) this.#growFields();
    this.fieldKey[at] = key;
    this.fieldStart[at] = from;
    this.fieldEnd[at] = to;
    this.fieldKind[at] = kind;
    this.fieldCount = at + 1;
    return at;
  }

  /** Makes an emptied batch one of so many records and fields, whose columns the caller writes. */
  fill(count: number, fieldCount: number): void {
    while (this.fieldKey.length < fieldCount) this.#growFields();
    this.count = count;
    this.fieldCount = fieldCount;
    this.#begun = Math.max(this.#begun, count);
    this.#isFilled = true;
  }

  /** Completes the record begun last. */
  commit(): void {
    this.fieldTo[this.count++] = this.fieldCount;
  }

  /** Takes back the fields that were added since `begin`; for a reader that gives up. */
  abandon(): void {
    this.fieldCount = this.fieldFrom[this.count];
  }

  /** Makes the fields [from, fieldCount) a group and returns its number. */
  addGroup(from: number, rawFrom = 0, rawTo = 0): number {
    this.groupFrom.push(from);
    this.groupRawFrom.push(rawFrom);
    this.groupRawTo.push(rawTo);
    return this.groupTo.push(this.fieldCount) - 1;
  }

  /** Copies [from, to) to the side area; the copy ends at the new `side`. Returns where it starts. */
  copyToSide(from: number, to: number): number {
    const at = this.side;
    if (to - from > this.#sideLimit - at) throw new RangeError("The side area of a batch is full");
    this.bytes.copyWithin(at, from, to);
    this.side = at + to - from;
    return at;
  }

  /** Copies [from, to), a blank and [second, secondTo) to the side area. Returns where they start, -1 if there is no room. */
  joinToSide(from: number, to: number, second: number, secondTo: number): number {
    if (to - from + secondTo - second + 1 > this.sideFree) return -1;
    const start = this.copyToSide(from, to);
    this.bytes[this.side++] = 0x20;
    this.copyToSide(second, secondTo);
    return start;
  }

  /** Takes back the record committed last, with its fields; what it wrote to the side area stays there. */
  takeBack(): void {
    this.fieldCount = this.fieldFrom[--this.count];
  }

  /** Where the last of the lines of rows from `row` on ends: those of a record may end behind those of the next. */
  rawEnd(row = 0): number {
    let end = 0;
    for (; row < this.count; row++) if (this.rawTo[row] > end) end = this.rawTo[row];
    return end;
  }

  /** Sets a row's severity, by OpenTelemetry's number, and where its text stands. */
  setSeverity(row: number, number: number, from: number, to: number): void {
    this.severity[row] = number;
    this.severityFrom[row] = from;
    this.severityTo[row] = to;
  }

  /** Sets where a row's body stands. */
  setBody(row: number, from: number, to: number): void {
    this.bodyFrom[row] = from;
    this.bodyTo[row] = to;
  }

  /** Sets where a row's trace id stands. */
  setTrace(row: number, from: number, to: number): void {
    this.traceFrom[row] = from;
    this.traceTo[row] = to;
  }

  /** Sets where a row's span id stands. */
  setSpan(row: number, from: number, to: number): void {
    this.spanFrom[row] = from;
    this.spanTo[row] = to;
  }

  /** Keeps the rows for which `keep` holds, in their order; fields and groups stay where they are. */
  retain(keep: (row: number) => boolean): void {
    const columns = [...this.#zeros, ...this.#nones, ...this.#others];
    let kept = 0;
    for (let row = 0; row < this.count; row++) {
      if (!keep(row)) continue;
      if (kept !== row) { for (const column of columns) column[kept] = column[row]; }
      kept++;
    }
    this.count = kept;
  }

  /** Writes text to the side area; it ends at the new `side`. Returns where it starts. */
  textToSide(text: string): number {
    const at = this.side;
    const { read, written } = encoder.encodeInto(text, this.bytes.subarray(at, this.#sideLimit));
    if (read < text.length) throw new RangeError("The side area of a batch is full");
    this.side = at + written;
    return at;
  }

  /** Empties the columns for more records of the same bytes: side area and key numbers stay valid. */
  clearRows(): void {
    if (!this.#isFilled) {
      this.#setDefaults(0, this.#begun);
      this.#begun = 0;
    }
    this.count = this.fieldCount = 0;
    this.groupFrom.length = this.groupTo.length = 0;
    this.groupRawFrom.length = this.groupRawTo.length = 0;
  }

  /** Empties the batch for new records; only the input bytes stay. */
  clear(): void {
    this.clearRows();
    this.side = this.sideFrom;
    this.keys.trim();
  }

  #growFields(): void {
    const room = this.fieldKey.length * 2;
    this.fieldKey = grown(this.fieldKey, new Int32Array(room));
    this.fieldStart = grown(this.fieldStart, new Int32Array(room));
    this.fieldEnd = grown(this.fieldEnd, new Int32Array(room));
    this.fieldKind = grown(this.fieldKind, new Uint8Array(room));
  }
}

const encoder = new TextEncoder();
