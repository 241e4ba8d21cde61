import { FormatNames } from "../format/format_names.ts";
import { SourceReader } from "../format/source_reader.ts";
import { offsetsOfZone } from "../format/time/time_zone.ts";
import type { MatchContext } from "../query/match.ts";
import { parseQuery } from "../query/parse.ts";
import { Batch } from "../record/batch.ts";
import { CHUNK_BYTES, INPUT_BYTES, SIDE_BYTES } from "../record/bounds.ts";
import { KeyTable } from "../record/key_table.ts";
import { FileAgain } from "../source/file_again.ts";
import type { Place } from "./file_index.ts";
import { type LineReading, lineReading } from "./line_reading.ts";
import { RecordFilter } from "./record_filter.ts";
import type { ScannedFile, ScanSettings } from "./scan_messages.ts";
import { TimeWindow } from "./time_window.ts";

/** A part of a file between two records' beginnings. */
export interface Block {
  file: ScannedFile;
  from: Place;
  to: number;
}

/** A file that is read again. */
interface Opened extends LineReading {
  file: ScannedFile;
  again: FileAgain;
}

/** The files that a scan reads again, part by part, as they were read before. */
export class ScanFiles {
  readonly names = new FormatNames();
  readonly offsetAt: (wall: number) => number;
  /** Lines for a person about what could not be read again. */
  readonly problems: string[] = [];
  readonly #settings: ScanSettings;
  readonly #batch = new Batch(INPUT_BYTES, SIDE_BYTES, new KeyTable());
  readonly #opened = new Map<number, Opened>();
  readonly #base: RecordFilter | null;
  #reader: SourceReader | null = null;

  /** Throws QueryError for a filter that cannot be read. */
  constructor(settings: ScanSettings) {
    this.#settings = settings;
    this.offsetAt = offsetsOfZone(settings.timeZone);
    this.#base = settings.base === ""
      ? null
      : new RecordFilter(parseQuery(settings.base), this.context(() => -1));
    for (const file of settings.files) this.#open(file);
  }

  /** All parts of all files. */
  blocks(): Block[] {
    return [...this.#opened.values()].flatMap(({ file }) =>
      file.places.map((from, at) => ({ file, from, to: file.places[at + 1]?.offset ?? file.end.offset }))
    );
  }

  /** What is known of a file; undefined if it could not be opened. */
  of(source: number): ScannedFile | undefined {
    return this.#opened.get(source)?.file;
  }

  /** A file reaches to `end` now. Returns what came, null if nothing did. */
  extend(source: number, end: Place): Block | null {
    const known = this.#opened.get(source);
    if (!known || end.offset <= known.file.end.offset) return null;
    const block = { file: known.file, from: known.file.end, to: end.offset };
    known.file = { ...known.file, end };
    return block;
  }

  /** Records read in all by now: what the files have got since the scan began is known of them. */
  get recordsRead(): number {
    const { files, read } = this.#settings;
    return files.reduce((sum, { source, end }) => {
      return sum + (this.of(source)?.end ?? end).sequence - end.sequence;
    }, read);
  }

  newReading(keys: KeyTable, handOver: () => void): LineReading {
    return lineReading({ keys, names: this.names, offsetAt: this.offsetAt, handOver }, this.#settings);
  }

  /** Reads a block; `visit` is shown its records, with the number of the first. */
  read(block: Block, visit: (batch: Batch, sequence: number) => void): void {
    const { file, again, detector, continuation } = this.#opened.get(block.file.source)!;
    const { since, until } = this.#settings;
    const window = since === null && until === null ? null : new TimeWindow(
      since === null ? null : { kind: "exact", ms: since },
      until === null ? null : { kind: "exact", ms: until },
      { reference: 0, offsetAt: this.offsetAt },
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
        this.#base?.apply(batch);
        if (batch.count === 0) return;
        const first = sequence;
        sequence += batch.count;
        visit(batch, first);
      },
    );
    reader.order.follow(block.from.time);
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

  /** The bytes of a file from `offset` on, at most `length`. */
  bytesAt(source: number, offset: number, length: number): Uint8Array {
    const raw = new Uint8Array(length);
    return raw.subarray(0, this.#opened.get(source)!.again.read(offset, raw));
  }

  /** `pattern` gives the number of the matched record's pattern, -1 for none. */
  context(pattern: () => number): MatchContext {
    return {
      reference: this.#settings.reference,
      offsetAt: this.offsetAt,
      sourceName: (source) => this.of(source)?.name ?? "",
      formatName: (format) => this.names.names[format],
      patternOf: () => pattern() < 0 ? null : pattern(),
    };
  }

  close(): void {
    for (const { again } of this.#opened.values()) again.close();
  }

  #open(file: ScannedFile): void {
    const again = FileAgain.open(file.place);
    if (typeof again === "string") {
      this.problems.push(again);
      return;
    }
    const made = this.newReading(this.#batch.keys, () => this.#reader?.handOver());
    made.detector.takePreamble(file.preamble, this.#batch);
    this.#opened.set(file.source, { file, again, ...made });
  }
}
