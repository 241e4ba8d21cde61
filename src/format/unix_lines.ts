import type { Batch } from "../record/batch.ts";
import type { Detector } from "./detector.ts";
import type { Verdict } from "./line_format.ts";

const NEWLINE = 0x0a, RETURN = 0x0d;

/**
 * The lines of a record that a format wants more of, with newlines alone between them where the input has returns before
 * those: a copy in the side area of the batch, which grows with each line.
 */
export class UnixLines {
  readonly #batch: Batch;
  readonly #detector: Detector;
  /** The copy is [#from, #to) of the batch's bytes. */
  #from = 1;
  #to = 0;
  /** Bytes of the input that it holds; of them [#sourceFrom, #told) are known to stand in [from, #at). */
  #sourceFrom = 0;
  #sourceTo = 0;
  #told = 0;
  #at = 0;

  constructor(batch: Batch, detector: Detector) {
    this.#batch = batch;
    this.#detector = detector;
  }

  /** As the detector's, of lines with returns; what it adds has the rows from `row` on. */
  readOn(from: number, to: number, row: number, isLast: boolean): Verdict {
    if (!this.#copy(from, to)) return this.#detector.readOn(this.#batch, from, to, isLast);
    const verdict = this.#detector.readOn(this.#batch, this.#from, this.#to, isLast);
    this.settle(row);
    return verdict;
  }

  /** Copies the lines of [from, to), or the rest of them if those before it were copied last; false if there is no room. */
  #copy(from: number, to: number): boolean {
    const batch = this.#batch;
    const goesOn = from === this.#sourceFrom && batch.side === this.#to && this.#sourceTo < to;
    if (to - from + 1 > batch.sideFree) return false;
    if (!goesOn) {
      // As the lines before them in the input, these stand behind a newline.
      batch.bytes[batch.side++] = NEWLINE;
      this.#from = this.#at = batch.side;
      this.#sourceFrom = this.#sourceTo = this.#told = from;
    }
    const { bytes } = batch;
    let { side } = batch;
    for (let at = this.#sourceTo; at < to; at++) if (!isReturn(bytes, at)) bytes[side++] = bytes[at];
    this.#sourceTo = to;
    this.#to = batch.side = side;
    // Searches for the last line's end find one.
    bytes[side] = NEWLINE;
    return true;
  }

  /** Tells the rows from `row` on, which were read of the copy, where they stand in the input. */
  settle(row: number): void {
    const { count, rawFrom, rawTo } = this.#batch;
    for (; row < count; row++) {
      if (rawFrom[row] < this.#from || rawFrom[row] > this.#to) continue;
      rawFrom[row] = this.#sourceOf(rawFrom[row]);
      rawTo[row] = this.#sourceOf(Math.min(rawTo[row], this.#to));
    }
  }

  /** Where in the input the byte stands whose copy is at `at`. */
  #sourceOf(at: number): number {
    const { bytes } = this.#batch;
    if (at < this.#at) {
      this.#told = this.#sourceFrom;
      this.#at = this.#from;
    }
    while (this.#at < at || (this.#told < this.#sourceTo && at < this.#to && isReturn(bytes, this.#told))) {
      if (!isReturn(bytes, this.#told)) this.#at++;
      this.#told++;
    }
    return this.#told;
  }
}

function isReturn(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === RETURN && bytes[at + 1] === NEWLINE;
}
