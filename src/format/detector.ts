import { type Batch, PLAIN } from "../record/batch.ts";
import type { KeyTable } from "../record/key_table.ts";
import type { Continuation } from "./continuation.ts";
import { JOINS, type LineFormat, NO, PARTIAL, type ReadContext, type Verdict, YES } from "./line_format.ts";

/** The name of what no format knew. */
export const PLAIN_NAME = "plain";

/** Names of formats by number, as `Batch.format` holds them; shared by the detectors of an engine. */
export class FormatNames {
  readonly names: string[] = [];

  numberOf(name: string): number {
    const at = this.names.indexOf(name);
    return at >= 0 ? at : this.names.push(name) - 1;
  }
}

/** What the detectors of one engine share. */
export interface DetectorSettings {
  readonly keys: KeyTable;
  readonly names: FormatNames;
  offsetAt(wall: number): number;
  /** Hands a full batch over in the middle of a line. */
  handOver(batch: Batch): void;
}

/** Makes the formats that one source's lines are tried with, most particular first. */
export type MakeFormats = (context: ReadContext) => { envelopes: LineFormat[]; formats: LineFormat[] };

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
  readonly #settings: DetectorSettings;
  readonly #continuation: Continuation;
  readonly #all: LineFormat[];
  readonly #inner: LineFormat[];
  readonly #numbers = new Map<LineFormat, number>();
  readonly #plain: number;
  readonly #general: LineFormat | null;
  /** The format that is asked now; the one to try first; the same inside envelopes. */
  #trying: LineFormat | null = null;
  #last: LineFormat | null = null;
  #lastInner: LineFormat | null = null;
  #innerFormat = -1;

  constructor(
    settings: DetectorSettings,
    make: MakeFormats,
    continuation: Continuation,
    forced: string | null,
  ) {
    this.#settings = settings;
    this.#continuation = continuation;
    this.keys = settings.keys;
    const { envelopes, formats } = make(this);
    this.#general = formats[formats.length - 1];
    const wanted = forced === null
      ? null
      : [...envelopes, ...formats].filter((format) => format.name === forced);
    this.#all = wanted ?? [...envelopes, ...formats];
    this.#inner = formats;
    for (const format of [...envelopes, ...formats]) {
      this.#numbers.set(format, settings.names.numberOf(format.name));
    }
    this.#plain = settings.names.numberOf(PLAIN_NAME);
  }

  /** Tries the format of this number first, to read a record again as it was read. */
  prefer(number: number): void {
    const name = this.#settings.names.names[number];
    const [outer, inner] = name.split("+");
    this.#last = this.#all.find((format) => format.name === outer) ?? null;
    this.#lastInner = this.#inner.find((format) => format.name === inner) ?? null;
  }

  offsetAt(wall: number): number {
    return this.#settings.offsetAt(wall);
  }

  handOver(batch: Batch): void {
    this.format = this.#numbers.get(this.#trying!)!;
    this.#settings.handOver(batch);
  }

  /** Reads a line as one of the formats; NO if none knows it. `single` passes over those that want more lines. */
  read(batch: Batch, from: number, to: number, single: boolean): Verdict {
    this.#innerFormat = -1;
    if (isIndented(batch.bytes, from, to) && this.#joins(batch, from, to)) return JOINS;
    const last = this.#last;
    if (last !== null) {
      this.#trying = last;
      const verdict = last.read(batch, from, to);
      if (verdict !== NO && !(single && verdict === PARTIAL)) return this.#is(last, verdict);
    }
    for (const format of this.#all) {
      if (format === last) continue;
      this.#trying = format;
      const verdict = format.read(batch, from, to);
      if (verdict !== NO && !(single && verdict === PARTIAL)) {
        this.#last = format === this.#general ? null : format;
        return this.#is(format, verdict);
      }
    }
    return this.#joins(batch, from, to) ? JOINS : NO;
  }

  /** Reads several lines as the format that said PARTIAL of the first ones. */
  readOn(batch: Batch, from: number, to: number): Verdict {
    this.#innerFormat = -1;
    const format = this.#trying!;
    return this.#is(format, format.read(batch, from, to));
  }

  /** Adds [from, to) as a record that no format knew. */
  readPlain(batch: Batch, from: number, to: number): void {
    const row = batch.begin(from, to);
    batch.flags[row] = PLAIN;
    this.format = this.#plain;
    batch.commit();
  }

  /** Reads [from, to) as the record inside an envelope; text that no format knows becomes the body. */
  readInner(batch: Batch, from: number, to: number): Verdict {
    if (isIndented(batch.bytes, from, to) && this.#joins(batch, from, to)) return JOINS;
    const last = this.#lastInner;
    if (last !== null && last.read(batch, from, to) === YES) return this.#isInner(last);
    for (const format of this.#inner) {
      if (format !== last && format.read(batch, from, to) === YES) {
        this.#lastInner = format === this.#general ? null : format;
        return this.#isInner(format);
      }
    }
    if (this.#joins(batch, from, to)) return JOINS;
    batch.begin(from, to);
    batch.commit();
    return YES;
  }

  #joins(batch: Batch, from: number, to: number): boolean {
    if (!this.open || !this.#continuation.joins(batch.bytes, from, to)) return false;
    this.joinedFrom = from;
    this.joinedTo = to;
    return true;
  }

  #is(format: LineFormat, verdict: Verdict): Verdict {
    const number = this.#numbers.get(format)!;
    this.format = this.#innerFormat < 0 ? number : this.#combined(number, this.#innerFormat);
    return verdict;
  }

  #isInner(format: LineFormat): Verdict {
    this.#innerFormat = this.#numbers.get(format)!;
    return YES;
  }

  #combinations = new Map<number, number>();

  #combined(outer: number, inner: number): number {
    const key = outer * 256 + inner;
    const known = this.#combinations.get(key);
    if (known !== undefined) return known;
    const { names } = this.#settings;
    const made = names.numberOf(`${names.names[outer]}+${names.names[inner]}`);
    this.#combinations.set(key, made);
    return made;
  }
}

function isIndented(bytes: Uint8Array, from: number, to: number): boolean {
  return from < to && (bytes[from] === 32 || bytes[from] === 9);
}
