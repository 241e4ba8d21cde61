import { noCounts } from "../format/reader_counts.ts";
import { SourceReader } from "../format/source_reader.ts";
import type { Batch } from "../record/batch.ts";
import type { SourceHealth } from "../record/summary.ts";
import { BREAK, END, NOTHING, type Source } from "../source/source.ts";
import type { LineReading } from "./line_reading.ts";

/** An unfinished line or an open record is given out after so long without more, in milliseconds. */
export const QUIET = 250;
/**
 * The longest that one look counts for towards QUIET, milliseconds, and what it counts for if it took far longer: then
 * the process was stopped or held up, and what came meanwhile may be still on its way.
 */
const LONGEST_STEP = 50;
const HELD_UP = 150;
const HELD_UP_STEP = 10;

/** Problems of one source that are kept to be shown. */
const MAX_ERRORS = 20;

/** What a turn of reading came to. */
export type Turn = "read" | "nothing" | "ended";

/** Something the engine takes records from in turns. */
export interface EngineInput {
  readonly number: number;
  readonly source: Pick<Source, "name" | "reference" | "size" | "position" | "keepUp" | "wait" | "place">;
  readonly ended: boolean;
  /** Milliseconds from `now` until a turn is due though nothing new came; Infinity for never. */
  due(now: number): number;
  /** Takes what is there now. `report` takes one line for a person about each thing that happened. */
  turn(now: number, report: (message: string, isError: boolean) => void): Turn;
  end(now: number, state: "ended" | "failed" | "interrupted"): void;
  health(formatName: (format: number) => string): SourceHealth;
  /** Counts from nothing again. */
  reset(): void;
  /** What its lines cannot be read again without, see `LineFormat.preamble`. */
  readonly preamble?: readonly string[];
}

/** What one source is read with. */
interface Reading {
  readonly reader: SourceReader;
  readonly detector: LineReading["detector"];
}

/**
 * One source, and, from its first turn to its end, what it is read with: that takes a hundred kilobytes, and of
 * thousands of files few may be in the middle.
 */
export class Input implements EngineInput {
  readonly #open: () => Reading;
  #reading: Reading | null = null;
  /** What is left of the reading at the end. */
  #counts = noCounts();
  #preamble: readonly string[] = [];
  readonly #errors: string[] = [];
  /** What was said when the file was lost last. */
  #lost = "";
  #state: SourceHealth["state"] = "waiting";
  /** It was ended before all of it was read. */
  #cutShort = false;
  /** For how long nothing came, milliseconds, as far as the looks tell. */
  #quietFor = 0;
  /** When it was looked last, epoch milliseconds. */
  #lookedAt = 0;

  constructor(
    readonly number: number,
    readonly source: Source,
    batch: Batch,
    newReading: (handOver: () => void) => LineReading,
    consume: (batch: Batch) => void,
  ) {
    this.#open = () => {
      const { detector, continuation } = newReading(() => reader.handOver());
      detector.reference = source.reference;
      const reader: SourceReader = new SourceReader(number, batch, detector, continuation, consume);
      return { reader, detector };
    };
  }

  get preamble(): readonly string[] {
    return this.#reading?.detector.preamble ?? this.#preamble;
  }

  get ended(): boolean {
    return this.#state === "ended" || this.#state === "failed";
  }

  /** Milliseconds from `now` until the next look at what is unfinished; Infinity if nothing is. */
  due(now: number): number {
    if (this.#reading?.reader.unfinished !== true) return Infinity;
    return Math.max(0, this.#lookedAt + Math.min(LONGEST_STEP, QUIET - this.#quietFor) - now);
  }

  /** Reads once. `report` takes one line for a person about each thing that happened. */
  turn(now: number, report: (message: string, isError: boolean) => void): Turn {
    const turn = this.#read(now, report);
    for (const event of this.source.events()) {
      const isError = event.kind === "failed" || event.kind === "loss" || event.kind === "lost-file";
      if (event.kind === "lost-file") this.#state = "lost";
      if (event.kind === "found-file") this.#found();
      this.#note(event.message, isError, report);
      if (event.kind === "lost-file") this.#lost = event.message;
    }
    return turn;
  }

  /** What was lost is there again: that is no problem any more. */
  #found(): void {
    this.#state = "following";
    const at = this.#errors.lastIndexOf(this.#lost);
    if (at >= 0) this.#errors.splice(at, 1);
  }

  /** Ends the source: what is unfinished is given out, but half a line only where no other half is to be read. */
  end(now: number, state: "ended" | "failed" | "interrupted"): void {
    this.#cutShort = state === "interrupted" && this.#hasMore();
    if (this.#reading !== null) {
      const { reader, detector } = this.#reading;
      if (this.#cutShort) reader.dropHalfLine();
      reader.breakOff(now);
      this.#counts = reader.counts;
      this.#preamble = detector.preamble;
      this.#reading = null;
    }
    this.source.close();
    this.#state = state === "failed" ? "failed" : "ended";
  }

  /** Is there more to read? A file that is unpacked or converted has been read when its end was met, not before. */
  #hasMore(): boolean {
    const { size, position, place } = this.source;
    return size !== null && (position < size || !place);
  }

  reset(): void {
    this.#counts = noCounts();
    this.#reading?.reader.resetCounts();
  }

  health(formatName: (format: number) => string): SourceHealth {
    const counts = this.#reading?.reader.counts ?? this.#counts;
    const formats: Record<string, number> = {};
    counts.formats.forEach((count, format) => {
      if (count > 0) formats[formatName(format)] = count;
    });
    return {
      name: this.source.name,
      lines: counts.lines,
      records: counts.records,
      bytes: counts.bytes,
      formats,
      plain: counts.plain,
      truncated: counts.truncated,
      late: counts.late,
      undated: counts.undated,
      errors: [...this.#errors],
      state: this.#cutShort ? "reading" : this.#state,
    };
  }

  #read(now: number, report: (message: string, isError: boolean) => void): Turn {
    const { reader } = this.#reading ??= this.#open();
    const space = reader.load();
    let read: number;
    try {
      read = this.source.read(space);
    } catch (error) {
      this.#note(error instanceof Error ? error.message : String(error), true, report);
      this.end(now, "failed");
      return "ended";
    }
    const step = now - this.#lookedAt;
    this.#lookedAt = now;
    if (read > 0) {
      if (this.#state !== "following") this.#state = "reading";
      this.#quietFor = 0;
      reader.scan(read, now);
      return "read";
    }
    switch (read) {
      case BREAK:
        reader.breakOff(now);
        return "read";
      case END:
        this.end(now, "ended");
        return "ended";
      case NOTHING:
        if (this.#state === "reading") this.#state = "following";
        this.#quietFor += step > HELD_UP ? HELD_UP_STEP : Math.max(0, Math.min(step, LONGEST_STEP));
        if (this.#quietFor >= QUIET && reader.unfinished) reader.quiet(now);
        return "nothing";
      default:
        throw new RangeError(`${this.source.name}: a read gave ${read}`);
    }
  }

  #note(message: string, isError: boolean, report: (message: string, isError: boolean) => void): void {
    if (isError && this.#errors.push(message) > MAX_ERRORS) this.#errors.shift();
    report(message, isError);
  }
}
