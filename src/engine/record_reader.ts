import type { Detector } from "../format/detector.ts";
import type { MessageReader, Range } from "../format/otlp/otlp_message.ts";
import { SourceReader } from "../format/source_reader.ts";
import { Batch, REPEATED, TRUNCATED } from "../record/batch.ts";
import { INPUT_BYTES, SIDE_BYTES } from "../record/bounds.ts";
import { KeyTable } from "../record/key_table.ts";
import { type LogRecord, logRecordOf } from "../record/log_record.ts";
import type { LineReading } from "./line_reading.ts";
import type { HeldRecord } from "./store.ts";

/** What reads lines of a source; `handOver` is called when a line holds more records than a batch. */
type MakeReading = (source: number, keys: KeyTable, handOver: () => void) => LineReading;

/** What reads the lines of a source, and what was learnt from these before. */
interface Reading {
  readonly reader: SourceReader;
  readonly detector: Detector;
  readonly preamble: readonly string[];
}

/** Reads held records again, as they were read the first time, to make their strings. */
export class RecordReader {
  readonly #batch = new Batch(INPUT_BYTES, SIDE_BYTES, new KeyTable());
  readonly #make: MakeReading;
  readonly #messageReader: (source: number, format: number) => MessageReader | null;
  readonly #preambleOf: (source: number) => readonly string[];
  readonly #readers: Reading[] = [];
  #held: HeldRecord | null = null;
  #result: LogRecord | null = null;
  #visit: ((batch: Batch, row: number, record: LogRecord) => void) | null = null;

  /**
   * `messageReader`: what reads the records of a source that brings messages; null for lines. `preambleOf`: what was
   * learnt from the lines of a source, the same array while it is the same.
   */
  constructor(
    make: MakeReading,
    messageReader: (source: number, format: number) => MessageReader | null,
    preambleOf: (source: number) => readonly string[],
  ) {
    this.#make = make;
    this.#preambleOf = preambleOf;
    this.#messageReader = messageReader;
  }

  /** The record with strings. `visit` is shown the batch and the row it stands in. */
  read(
    source: number,
    held: HeldRecord,
    visit?: (batch: Batch, row: number, record: LogRecord) => void,
  ): LogRecord {
    const messages = this.#messageReader(source, held.format);
    if (messages !== null) return this.#readMessage(messages, source, held, visit);
    const { reader, detector } = this.#reader(source);
    detector.prefer(held.format);
    this.#held = held;
    this.#result = null;
    this.#visit = visit ?? null;
    reader.order.isRepeated = (held.flags & REPEATED) !== 0;
    // At the front, as nothing is carried over: a record may be longer than what a source brings at a time.
    this.#batch.bytes.set(held.raw);
    reader.scanWhole(held.raw.length, held.received);
    // The reader above is given all of the record's lines, so a record always comes out.
    const record = this.#result as LogRecord | null;
    if (record === null) throw new Error(`A held record could not be read again (line ${held.line})`);
    record.line = held.line;
    record.truncated = (held.flags & TRUNCATED) !== 0;
    return record;
  }

  #readMessage(
    messages: MessageReader,
    source: number,
    held: HeldRecord,
    visit: ((batch: Batch, row: number, record: LogRecord) => void) | undefined,
  ): LogRecord {
    const { resource, scope, raw } = held;
    const size = resource.length + scope.length + raw.length;
    const batch = size <= INPUT_BYTES ? this.#batch : new Batch(size, SIDE_BYTES, this.#batch.keys);
    batch.clear();
    let at = 0;
    const [resourceAt, scopeAt, rawAt] = [resource, scope, raw].map((bytes): Range => {
      batch.bytes.set(bytes, at);
      return { from: at, to: at += bytes.length };
    });
    messages.readOne(batch, resourceAt, scopeAt, rawAt);
    batch.source = source;
    batch.received = held.received;
    batch.line[0] = held.line;
    batch.format[0] = held.format;
    const record = logRecordOf(batch, 0);
    record.raw = messages.textOf(resource, scope, raw);
    visit?.(batch, 0, record);
    return record;
  }

  /** What reads lines of the source, a new one where more was learnt since. */
  #reader(source: number): Reading {
    const preamble = this.#preambleOf(source);
    const known = this.#readers[source];
    if (known?.preamble === preamble) return known;
    const { detector, continuation } = this.#make(source, this.#batch.keys, () => reader.handOver());
    detector.takePreamble(preamble, this.#batch);
    const consume = (batch: Batch) => this.#take(batch);
    const reader: SourceReader = new SourceReader(source, this.#batch, detector, continuation, consume);
    return this.#readers[source] = { detector, reader, preamble };
  }

  #take(batch: Batch): void {
    for (let row = 0; row < batch.count && this.#result === null; row++) {
      const { part, time, severity } = this.#held!;
      if (batch.part[row] !== part) continue;
      // Those before it are not read again with it.
      batch.time[row] = time;
      batch.severity[row] = severity;
      const record = this.#result = logRecordOf(batch, row);
      this.#visit?.(batch, row, record);
    }
  }
}
