import type { Batch } from "../record/batch.ts";
import { MAX_LINE_BYTES } from "../record/bounds.ts";
import type { Detector } from "./detector.ts";
import { JsonOutline } from "./json/json_outline.ts";
import { skipSpace } from "./json/json_token.ts";
import { ListShape } from "./json/list_shape.ts";
import { WHOLE, YES } from "./line_format.ts";

const BRACE = 0x7b, COMMA = 0x2c;
const NONE = -1;

/**
 * Objects of JSON in a line that is too long to be read at once: exports hold their records so, `{"Records":[{…},{…}]}`, a
 * list of them, or one behind the other. They are read one by one; what stands around them is no record.
 */
export class LongList {
  /** In such a line, at an object or at what stands before one. */
  isOpen = false;
  /** Where the object begins whose end was asked for last, and whether there was none: the rest of the line is passed over. */
  at = 0;
  isOver = false;
  #outline: JsonOutline | null = null;

  /** Where the first object of the line [from, to) begins, whose end is not here; -1 if it is no such line. */
  open(batch: Batch, from: number, to: number, detector: Detector): number {
    const { bytes } = batch;
    const first = this.#firstOf(bytes, next(bytes, from, to), to);
    const end = first < 0 ? NONE : this.#walk(bytes, first, to);
    if (end < 0) return NONE;
    const { count, side, fieldCount } = batch;
    const verdict = detector.read(batch, first, end, true);
    const isDated = verdict === WHOLE ||
      (verdict === YES && batch.count > count && !Number.isNaN(batch.time[count]));
    while (batch.count > count) batch.takeBack();
    batch.side = side;
    batch.fieldCount = fieldCount;
    this.isOpen = isDated;
    return isDated ? first : NONE;
  }

  #firstOf(bytes: Uint8Array, start: number, to: number): number {
    const shape = new ListShape();
    if (shape.find(bytes, start, to)) return shape.first;
    const end = bytes[start] === BRACE ? this.#walk(bytes, start, to) : NONE;
    const second = end < 0 ? to : next(bytes, end, to);
    return second < to && bytes[second] === BRACE ? start : NONE;
  }

  /**
   * The index behind the next object of the line, which begins at `this.at`, in what is there of it, [from, end); negative
   * if its end is not there, and if there is none: then the list is closed, and all that is behind it may be over.
   */
  endOf(bytes: Uint8Array, from: number, end: number, final: boolean): number {
    const at = this.at = next(bytes, from, end);
    const isObject = bytes[at] === BRACE && at < end;
    const to = isObject ? this.#walk(bytes, at, end) : NONE;
    // A text that ends with what is there looks broken.
    const waits = !final && (at === end || (isObject && to < 0 && end - at <= MAX_LINE_BYTES));
    this.isOpen = to > 0 || waits;
    this.isOver = !this.isOpen && !isObject;
    return to;
  }

  #walk(bytes: Uint8Array, at: number, to: number): number {
    const outline = this.#outline ??= new JsonOutline();
    outline.reset();
    return outline.walk(bytes, at, to);
  }
}

/** The index behind blanks and a comma: of the next object, of what ends the list, or `to`. */
function next(bytes: Uint8Array, at: number, to: number): number {
  const start = skipSpace(bytes, at, to);
  return start < to && bytes[start] === COMMA ? skipSpace(bytes, start + 1, to) : start;
}
