import type { Batch } from "../record/batch.ts";
import { MOST_BETWEEN } from "./interruptions.ts";
import { BEFORE, type Verdict, YES } from "./line_format.ts";
import type { TriedFormats } from "./tried_formats.ts";

const NEWLINE = 10;
const LEAST_BYTES = 4096;

/**
 * What stands inside the envelopes of several lines that one format reads together: an object printed over several lines, a
 * head above its message. The lines are those of one container, one below the other but for a
 * few that others have written.
 */
export class EnclosedLines {
  /** What wants more lines; null while nothing does. */
  formats: TriedFormats | null = null;
  /** How the first of the lines stands to the record before it. */
  isSame = false;
  isResumed = false;
  /** The format has been asked for the lines. */
  isAsked = false;
  /** The last of the lines is none of the record's. */
  isBefore = false;
  /** Where the text stands in the batch's bytes. */
  from = 0;
  to = 0;
  #container = 0;
  #text = new Uint8Array(LEAST_BYTES);
  #length = 0;
  #lines = 0;
  #isTaken = false;
  /** Another container wrote the line that was looked at; lines of others since the last that was taken. */
  #isOthers = false;
  #between = 0;
  /** No more lines are to come; the format is to be asked for the first of them alone. */
  #isLast = false;
  #isRefused = false;
  /** The lines stand in the batch, to be asked for. */
  #isPut = false;

  /** Keeps the first line [from, to) of a container. */
  open(formats: TriedFormats, container: number, { bytes }: Batch, from: number, to: number): void {
    this.formats = formats;
    this.#container = container;
    this.#length = 0;
    this.#lines = 1;
    this.#between = 0;
    this.#add(bytes, from, to);
  }

  /** Whether there are more lines than the first. */
  get hasSeveral(): boolean {
    return this.#lines > 1;
  }

  close(): void {
    this.formats = null;
    this.#isPut = this.#isRefused = false;
  }

  /** A line is read: the first of the lines, which are no record, `alone`, or another one. Whether it is that first one. */
  refuse(alone: boolean): boolean {
    this.#isPut = false;
    this.#isRefused = alone && this.formats !== null;
    if (!this.#isRefused) this.formats = null;
    return this.#isRefused;
  }

  /** Whether the format is to be asked for the lines instead of the one at hand. */
  ask(): boolean {
    if (this.#isPut) this.isAsked = true;
    return this.#isPut;
  }

  /** What the format says of the lines, the last of which may be none of the record's. */
  read(batch: Batch): Verdict {
    const formats = this.formats!;
    const verdict = this.#isLast
      ? formats.readLast(batch, this.from, this.to)
      : formats.readOn(batch, this.from, this.to);
    this.isBefore = verdict === BEFORE;
    return this.isBefore ? YES : verdict;
  }

  /** Another line is looked at. */
  await(): void {
    this.#isTaken = this.#isOthers = false;
  }

  /** Whether the line that was looked at is another container's, and one of few between those of this one. */
  get isInterrupted(): boolean {
    return this.#isOthers && this.#between <= MOST_BETWEEN;
  }

  /** Whether what stands in the line that was looked at is another of the lines. */
  get isTaken(): boolean {
    return this.#isTaken;
  }

  /** Keeps the line [from, to) as the next, if the same container wrote it. */
  take(container: number, { bytes }: Batch, from: number, to: number): void {
    if (this.#isTaken) return;
    if (container !== this.#container) {
      this.#isOthers = container !== 0;
      this.#between++;
      return;
    }
    this.#isTaken = true;
    this.#between = 0;
    this.#lines++;
    this.#text[this.#length++] = NEWLINE;
    this.#add(bytes, from, to);
  }

  /** Puts the text into the batch's side area, a newline behind it, to be asked for; false if there is no room. `isLast`: no more lines can be had. */
  put(batch: Batch, isLast: boolean): boolean {
    this.isAsked = false;
    this.#isPut = true;
    this.#isLast = isLast;
    if (this.#length >= batch.sideFree) return false;
    this.from = batch.side;
    this.to = this.from + this.#length;
    batch.bytes.set(this.#text.subarray(0, this.#length), this.from);
    batch.bytes[this.to] = NEWLINE;
    batch.side = this.to + 1;
    return true;
  }

  /** The records behind the first `rows` were made of the lines [from, to). */
  conclude(batch: Batch, rows: number, from: number, to: number): void {
    for (let row = Math.min(rows, batch.count); row < batch.count; row++) {
      batch.rawFrom[row] = from;
      batch.rawTo[row] = to;
    }
    this.close();
  }

  #add(bytes: Uint8Array, from: number, to: number): void {
    const length = this.#length + to - from;
    // A newline may follow.
    if (length >= this.#text.length) {
      const grown = new Uint8Array(2 * length + 1);
      grown.set(this.#text);
      this.#text = grown;
    }
    this.#text.set(bytes.subarray(from, to), this.#length);
    this.#length = length;
  }
}
