import type { Batch } from "../record/batch.ts";
import type { Containers } from "./containers.ts";
import type { LineFormat, LineRange } from "./line_format.ts";
import { linesOf } from "./newline.ts";
import type { Candidate, TriedFormats } from "./tried_formats.ts";

/** Bytes that are looked at before a source's first line is read. */
const MOST_BYTES = 65_536;
/** Knows heads by their places: whatever divides these, they are no cells. */
const KNOWS_HEADS = new Set(["server"]);
/** Lines among which a record of several lines is looked for: no tool put anything before them then. */
const MOST_LINES = 16;
/** The envelope that the first line alone does not tell. */
const COUNTED = "prefix";

/** Looks into the envelopes of lines that are not read yet: those that a source begins with, and those a record may go on in. */
export class FirstLines {
  /** A line is looked at, and what stands inside its envelope, if that is said of no container. */
  isLooking = false;
  inner: LineRange = [0, 0];
  readonly #envelopes: readonly Candidate[];
  readonly #formats: TriedFormats;
  readonly #containers: Containers;

  /** `formats`: those of whole lines, the envelopes among them. */
  constructor(envelopes: readonly Candidate[], formats: TriedFormats, containers: Containers) {
    this.#envelopes = envelopes;
    this.#formats = formats;
    this.#containers = containers;
  }

  /**
   * Lets the general format look at the lines [from, to) that a source begins with, unless the first of them tells that it will
   * hardly be asked, and another does; `batch` is empty and stays so.
   */
  prime(batch: Batch, from: number, to: number): void {
    const { bytes, side } = batch;
    const end = Math.min(to, from + MOST_BYTES);
    if (this.#hasSections(bytes, from, end)) return;
    let envelopes: LineFormat[] = [];
    let mayHaveCells = true;
    for (const [start, stop] of linesOf(bytes, from, end)) {
      envelopes = this.#envelopes.filter((one) =>
        one.name === COUNTED || this.#isIn(one, batch, [start, stop])
      ).map(({ format }) => format);
      // What a container wrote may look like a message of syslog's with the envelope.
      const isEnclosed = envelopes.some((one) => one.name !== COUNTED);
      const isTold = !isEnclosed && this.#isKnown(batch, [start, stop]);
      mayHaveCells = isEnclosed || (!isTold && !this.#isKnown(batch, [start, stop], KNOWS_HEADS));
      const hasCells = !isEnclosed && mayHaveCells &&
        this.#formats.findsCells(batch, linesOf(bytes, from, end));
      if (isTold) {
        this.#formats.primeTelling(batch, linesOf(bytes, from, end));
        batch.side = side;
      }
      if (isTold || hasCells) return;
      break;
    }
    for (const envelope of envelopes) envelope.prime?.(batch, linesOf(bytes, from, end), mayHaveCells);
    this.#formats.prime(batch, this.#insideOf(envelopes, batch, linesOf(bytes, from, end)), mayHaveCells);
    this.#containers.prime(batch);
    batch.side = side;
  }

  /** As `prime`, once more lines are there: whether they tell now that something stands before each. */
  primeAgain(batch: Batch, from: number, to: number): boolean {
    const envelope = this.#envelopes.find(({ name }) => name === COUNTED)?.format;
    const [first] = linesOf(batch.bytes, from, to);
    const isKnown = this.#isKnown(batch, first) || this.#isKnown(batch, first, KNOWS_HEADS) ||
      this.#hasSections(batch.bytes, from, to);
    if (isKnown || this.#formats.findsCells(batch, linesOf(batch.bytes, from, to))) return false;
    if (envelope?.primeAgain?.(batch, linesOf(batch.bytes, from, to)) !== true) return false;
    const { side } = batch;
    for (const _line of this.#insideOf([envelope], batch, linesOf(batch.bytes, from, to)));
    this.#containers.prime(batch);
    batch.side = side;
    return true;
  }

  /** Makes what is inside the line the inner one, or gathers it, if the line is in this envelope. */
  lookInto(envelope: LineFormat, batch: Batch, [from, to]: LineRange): void {
    const { count, fieldCount } = batch;
    this.isLooking = true;
    envelope.read(batch, from, to);
    while (batch.count > count) batch.takeBack();
    batch.fieldCount = fieldCount;
    this.isLooking = false;
  }

  /** The lines, of those in envelopes what is inside; those of containers are gathered for these. */
  *#insideOf(envelopes: LineFormat[], batch: Batch, lines: Iterable<LineRange>): Generator<LineRange> {
    for (const line of lines) {
      this.inner = line;
      const { gathered } = this.#containers;
      for (const envelope of envelopes) {
        this.lookInto(envelope, batch, line);
        if (this.inner === line && this.#containers.gathered === gathered) continue;
        // It is asked first: to others the whole line may look like one of theirs.
        this.#formats.prefer(envelope.name);
        break;
      }
      if (this.#containers.isFull) return;
      if (this.#containers.gathered === gathered) yield this.inner;
    }
  }

  /** Whether two of the first lines begin a record whose head has several. */
  #hasSections(bytes: Uint8Array, from: number, to: number): boolean {
    let start = -1;
    let lines = 0;
    for (const [at, end] of linesOf(bytes, from, to)) {
      if (start >= 0 && this.#formats.opens(bytes, start, end)) return true;
      start = at;
      if (++lines === MOST_LINES) break;
    }
    return false;
  }

  /** Whether the line tells by itself what is its head; `batch` is empty and stays so. */
  #isKnown(batch: Batch, [from, to]: LineRange, telling?: ReadonlySet<string>): boolean {
    const { side, fieldCount } = batch;
    const isKnown = to > from && this.#formats.isTelling(batch, from, to, telling);
    batch.clearRows();
    batch.side = side;
    batch.fieldCount = fieldCount;
    return isKnown;
  }

  /** Whether the line is in this envelope. */
  #isIn(envelope: Candidate, batch: Batch, line: LineRange): boolean {
    if (!envelope.mayBeginWith(batch.bytes[line[0]])) return false;
    this.inner = line;
    this.lookInto(envelope.format, batch, line);
    // What several containers may write into is gathered: all lines are, once more, if it is.
    const isGathered = this.#containers.gathered > 0;
    if (isGathered) this.#containers.drop();
    return isGathered || this.inner !== line;
  }
}
