import type { Batch } from "../../record/batch.ts";
import type { Continuation } from "./continuation.ts";
import { OpenMessage } from "./open_message.ts";

const NONE = -1;

/** How a line that was just read as a record stands to the one before it. */
export interface Standing {
  /** There is a record that it may go on with. */
  isOpen: boolean;
  /** It stands in an envelope, and the same container's line was read before. */
  isEnclosed: boolean;
  isSame: boolean;
  /** It is several lines, each of which was looked at by itself. */
  areSeveral: boolean;
}

/** Finds the lines that a format knew and that go on with the message before them all the same. */
export class HeldLines {
  readonly #continuation: Continuation;
  readonly #message = new OpenMessage();
  /** Whether the record that it tells of stood in an envelope. */
  #wasEnclosed = false;

  constructor(continuation: Continuation) {
    this.#continuation = continuation;
  }

  /** Whether the line [from, to) outside of envelopes, read as the record in `row`, begins one as nearly all do, which no message holds. */
  beginsWhole(batch: Batch, row: number, from: number, to: number): boolean {
    if (!this.#message.beginsWhole(batch, row, from, to)) return false;
    this.#wasEnclosed = false;
    return true;
  }

  /**
   * Where the text of the line [from, to), just read as a record behind `rows` others, begins that goes on with the one
   * before; the record is taken back then. Else NONE.
   */
  textOf(batch: Batch, rows: number, from: number, to: number, standing: Standing): number {
    const { isOpen, isEnclosed, isSame, areSeveral } = standing;
    if (batch.count !== rows + 1) return NONE;
    const isLike = isEnclosed === this.#wasEnclosed;
    if (isSame) {
      // Nearly all begin a record so that no message holds it.
      if (!areSeveral && this.#message.beginsWhole(batch, rows, from, to)) {
        this.#wasEnclosed = isEnclosed;
        return NONE;
      }
      const { goesOn, isInside } = this.#continuation;
      if (isOpen && goesOn && isLike && this.#message.holds(batch, rows, from, to, isInside)) {
        batch.takeBack();
        this.#continuation.take();
        return this.#message.textOf(from, to);
      }
    }
    this.#wasEnclosed = isEnclosed;
    this.#message.begin(batch, rows, from, to);
    return NONE;
  }
}
