import { Continuation } from "../format/continuation.ts";
import { Detector, FormatNames } from "../format/detector.ts";
import { explainRecord } from "../format/explain.ts";
import { makeFormats } from "../format/registry.ts";
import { CHUNK_BYTES, INPUT_BYTES, SIDE_BYTES, SourceReader } from "../format/source_reader.ts";
import { offsetsOfZone } from "../format/time/time_zone.ts";
import { type MatchContext, type Matcher, matcherOf } from "../query/match.ts";
import { parseQuery } from "../query/parse.ts";
import { Batch, LATE } from "../record/batch.ts";
import { KeyTable } from "../record/key_table.ts";
import { type LogRecord, logRecordOf } from "../record/log_record.ts";
import { FileAgain } from "../source/file_again.ts";
import { exportLines } from "./export_rows.ts";
import type { IndexedFile, Place } from "./file_index.ts";
import type { Answer, Question, Row, RowId } from "./messages.ts";
import { RecordReader } from "./record_reader.ts";
import type { ScannedFile, ScanSettings } from "./scan_messages.ts";
import { templateMatcher } from "./template_matcher.ts";
import { TimeWindow } from "./time_window.ts";

/** Rows that match and are remembered. */
export const MAX_MATCHES = 500_000;

/** The position of the first row that comes after the scan's beginning: those found before count down from it. */
export const SCAN_BASE = 2 ** 40;

/** A record that matches, and where it stands. */
interface Match {
  source: number;
  sequence: number;
  offset: number;
  length: number;
  line: number;
  part: number;
  format: number;
  flags: number;
  /** Epoch milliseconds, never falling within a block. */
  order: number;
}

/** A part of a file between two records' beginnings. */
interface Block {
  file: ScannedFile;
  from: Place;
  to: number;
}

/**
 * Reads files again, part by part and the newest part first, for the records that match a filter. What was found so
 * far can be asked for at any time.
 */
export class Scan {
  readonly #settings: ScanSettings;
  readonly #batch = new Batch(INPUT_BYTES, SIDE_BYTES, new KeyTable());
  readonly #names = new FormatNames();
  readonly #offsetAt: (wall: number) => number;
  readonly #matches: Matcher;
  readonly #records: RecordReader;
  readonly #files = new Map<
    number,
    { file: ScannedFile; again: FileAgain; detector: Detector; continuation: Continuation }
  >();
  readonly #blocks: Block[] = [];
  /** Found below SCAN_BASE, newest first, and from it on, oldest first. */
  #older: Match[] = [];
  readonly #newer: Match[] = [];
  #bytes = 0;
  #done = 0;
  /** Lines for a person about what could not be read again. */
  readonly problems: string[] = [];

  /** Throws QueryError for a filter that cannot be read. */
  constructor(settings: ScanSettings) {
    this.#settings = settings;
    this.#offsetAt = offsetsOfZone(settings.timeZone);
    this.#matches = matcherOf(parseQuery(settings.where), this.#context());
    this.#records = new RecordReader((source, keys) => {
      const made = this.#newDetector(keys);
      made.detector.reference = this.#files.get(source)!.file.reference;
      return made;
    }, () => null);
    for (const file of settings.files) this.#open(file);
    this.#blocks.sort((a, b) => a.from.time - b.from.time);
  }

  /** Nothing is left to read. */
  get ended(): boolean {
    return this.#blocks.length === 0;
  }

  /** Share of the bytes that was searched, 0 to 1. */
  get searched(): number {
    return this.#bytes === 0 ? 1 : this.#done / this.#bytes;
  }

  /** Searches one more block. */
  step(): void {
    const block = this.#blocks.pop();
    if (!block) return;
    this.#done += block.to - block.from.offset;
    this.#add(this.#found(block));
  }

  /** What came to a file since: it is searched at once. */
  extend(source: number, { end }: Pick<IndexedFile, "end">): void {
    const known = this.#files.get(source);
    if (!known || end.offset <= known.file.end.offset) return;
    const block = { file: known.file, from: known.file.end, to: end.offset };
    known.file = { ...known.file, end };
    if (!this.#settings.search) return;
    this.#bytes += block.to - block.from.offset;
    this.#done += block.to - block.from.offset;
    this.#newer.push(...this.#found(block));
  }

  /** Answers for rows, a place, a search or a record. */
  ask(question: Question): Answer {
    switch (question.kind) {
      case "rows": {
        const first = SCAN_BASE - this.#older.length;
        const last = SCAN_BASE + this.#newer.length;
        const to = Math.max(first, Math.min(question.end ?? last, last));
        const from = Math.max(first, to - question.count);
        const rows: Row[] = [];
        for (let position = from; position < to; position++) rows.push(this.#row(this.#at(position)));
        const { held, read } = this.#settings;
        return { kind: "rows", rows, from, first, total: last - first, held, read, searched: this.searched };
      }
      case "find":
        return { kind: "place", position: this.#find(question.wanted, question.from, question.direction) };
      case "place":
        return { kind: "place", position: this.#placeOf(question.id) };
      case "export":
        if (!this.ended) return { kind: "error", message: "The files are still being searched" };
        return exportLines(question.path, this.#lines());
      case "record":
        return this.#record(question.id, question.around);
      default:
        return { kind: "error", message: "This is not answered from files" };
    }
  }

  *#lines(): Generator<string> {
    const last = SCAN_BASE + this.#newer.length;
    for (let position = SCAN_BASE - this.#older.length; position < last; position++) {
      yield this.#row(this.#at(position)).record.raw;
    }
  }

  close(): void {
    for (const { again } of this.#files.values()) again.close();
  }

  #open(file: ScannedFile): void {
    const again = FileAgain.open(file.place);
    if (typeof again === "string") {
      this.problems.push(again);
      return;
    }
    this.#files.set(file.source, { file, again, ...this.#newDetector(this.#batch.keys) });
    if (!this.#settings.search) return;
    for (const [at, from] of file.places.entries()) {
      const to = file.places[at + 1]?.offset ?? file.end.offset;
      this.#blocks.push({ file, from, to });
      this.#bytes += to - from.offset;
    }
  }

  #newDetector(keys: KeyTable): { detector: Detector; continuation: Continuation } {
    const continuation = new Continuation();
    const { format, customFormats } = this.#settings;
    const detector = new Detector(
      { keys, names: this.#names, offsetAt: this.#offsetAt, handOver: () => this.#reader?.handOver() },
      (context) => makeFormats(context, customFormats),
      continuation,
      format,
    );
    return { detector, continuation };
  }

  #reader: SourceReader | null = null;

  /** Reads a block; `visit` is shown each record with its number. */
  #read(block: Block, visit: (batch: Batch, row: number, sequence: number) => void): void {
    const { file, again, detector, continuation } = this.#files.get(block.file.source)!;
    const { since, until } = this.#settings;
    const window = since === null && until === null ? null : new TimeWindow(
      since === null ? null : { kind: "exact", ms: since },
      until === null ? null : { kind: "exact", ms: until },
      { reference: 0, offsetAt: this.#offsetAt },
    );
    let { sequence } = block.from;
    detector.reference = file.reference;
    continuation.begin(false);
    const reader = this.#reader = new SourceReader(
      file.source,
      this.#batch,
      detector,
      continuation,
      (batch) => {
        window?.apply(batch);
        for (let row = 0; row < batch.count; row++) visit(batch, row, sequence++);
      },
    );
    for (let at = block.from.offset; at < block.to;) {
      const space = reader.load();
      const length = again.read(at, space.subarray(0, Math.min(CHUNK_BYTES, block.to - at)));
      if (length === 0) break;
      reader.scan(length, file.reference);
      at += length;
    }
    reader.breakOff(file.reference);
    this.#reader = null;
  }

  #found(block: Block): Match[] {
    const found: Match[] = [];
    let order = block.from.time;
    this.#read(block, (batch, row, sequence) => {
      const time = batch.time[row];
      if (time > order) order = time;
      if (!this.#matches(logRecordOf(batch, row))) return;
      found.push({
        source: block.file.source,
        sequence,
        offset: block.from.offset + batch.offset[row],
        length: batch.rawTo[row] - batch.rawFrom[row],
        line: block.from.line - 1 + batch.line[row],
        part: batch.part[row],
        format: batch.format[row],
        flags: batch.flags[row],
        order,
      });
    });
    return found;
  }

  /** Puts a block's matches, oldest first, behind those that are not older. */
  #add(found: Match[]): void {
    const later: Match[] = [];
    const newest = found.at(-1)?.order ?? -Infinity;
    while (this.#older.length > 0 && this.#older[this.#older.length - 1].order < newest) {
      later.push(this.#older.pop()!);
    }
    while (found.length > 0 || later.length > 0) {
      const before = later.at(-1);
      const next = before && !(found.length > 0 && found[found.length - 1].order > before.order)
        ? later.pop()!
        : found.pop()!;
      if (this.#older.length < MAX_MATCHES) this.#older.push(next);
      else this.#blocks.length = 0;
    }
  }

  #at(position: number): Match {
    return position >= SCAN_BASE ? this.#newer[position - SCAN_BASE] : this.#older[SCAN_BASE - 1 - position];
  }

  #row(match: Match): Row {
    const { file, again } = this.#files.get(match.source)!;
    const raw = new Uint8Array(match.length);
    const length = again.read(match.offset, raw);
    const none = raw.subarray(0, 0);
    const record = this.#records.read(match.source, {
      ...match,
      raw: raw.subarray(0, length),
      leaf: -1,
      received: file.reference,
      resource: none,
      scope: none,
    });
    return this.#rowOf(match.source, match.sequence, record, match.flags);
  }

  #rowOf(source: number, sequence: number, record: LogRecord, flags: number): Row {
    return {
      id: { source, sequence },
      record,
      sourceName: this.#files.get(source)!.file.name,
      format: this.#names.names[record.format],
      pattern: this.#patternOf(record),
      late: (flags & LATE) !== 0,
    };
  }

  #find(wanted: string, from: number, direction: -1 | 1): number | null {
    const matches = matcherOf(parseQuery(wanted), this.#context());
    const first = SCAN_BASE - this.#older.length;
    const last = SCAN_BASE + this.#newer.length - 1;
    let position = direction === 1 ? Math.max(first, from + 1) : Math.min(last, from - 1);
    for (; position >= first && position <= last; position += direction) {
      if (matches(this.#row(this.#at(position)).record)) return position;
    }
    return null;
  }

  #placeOf({ source, sequence }: RowId): number | null {
    const is = (match: Match) => match.sequence === sequence && match.source === source;
    const newer = this.#newer.findIndex(is);
    if (newer >= 0) return SCAN_BASE + newer;
    const older = this.#older.findIndex(is);
    return older < 0 ? null : SCAN_BASE - 1 - older;
  }

  #record({ source, sequence }: RowId, around: number): Answer {
    const near = this.#near(source, sequence, around);
    const at = near.findIndex(({ row }) => row.id.sequence === sequence);
    if (at < 0) return { kind: "error", message: this.problems[0] ?? "This record cannot be read again" };
    return {
      kind: "record",
      row: near[at].row,
      before: near.slice(Math.max(0, at - around), at).map(({ row }) => row),
      after: near.slice(at + 1, at + 1 + around).map(({ row }) => row),
      explanation: near[at].explanation,
    };
  }

  /** The records [sequence - around, sequence + around] of a source. */
  #near(source: number, sequence: number, around: number): { row: Row; explanation: string[] }[] {
    const file = this.#files.get(source)?.file;
    const near: { row: Row; explanation: string[] }[] = [];
    if (!file) return near;
    for (const [at, from] of file.places.entries()) {
      const next = file.places[at + 1] ?? file.end;
      if (next.sequence <= sequence - around || from.sequence > sequence + around) continue;
      this.#read({ file, from, to: next.offset }, (batch, row, number) => {
        if (Math.abs(number - sequence) > around) return;
        const record = logRecordOf(batch, row);
        record.line += from.line - 1;
        const explanation = number === sequence ? explainRecord(batch, row) : [];
        near.push({ row: this.#rowOf(source, number, record, batch.flags[row]), explanation });
      });
    }
    return near;
  }

  #patternOf(record: LogRecord): number | null {
    return this.#settings.patterns.find(({ template }) => templateMatcher(template)(record))?.id ?? null;
  }

  #context(): MatchContext {
    return {
      reference: this.#settings.reference,
      offsetAt: this.#offsetAt,
      sourceName: (source) => this.#files.get(source)?.file.name ?? "",
      formatName: (format) => this.#names.names[format],
      patternOf: (record) => this.#patternOf(record),
    };
  }
}
