import type { Batch } from "../../record/batch.ts";
import type { Continuation } from "./continuation.ts";
import { OpenMessage } from "./open_message.ts";

const NONE = -1;

/** Finds the lines that a format knew and that go on with the message before them all the same. */
export class HeldLines {
  readonly #continuation: Continuation;
  readonly #message = new OpenMessage();
  /** Whether the record that it tells of stood in an envelope. */
  #wasEnclosed = false;

  constructor(continuation: Continuation) {
    this.#continuation = continuation;
  }

  /** Whether the line [from, to), just read as the record in `row`, begins one as nearly all do, which no message holds. */
  beginsWhole(batch: Batch, row: number, from: number, to: number, isEnclosed: boolean): boolean {
    if (!this.#message.beginsWhole(batch, row, from, to)) return false;
    this.#wasEnclosed = isEnclosed;
    return true;
  }

  /** So many lines in no envelope have begun records with a time, the last one the line [from, to) in `row`. */
  pass(batch: Batch, lines: number, row: number, from: number, to: number): void {
    this.#message.pass(batch, lines, row, from, to);
    this.#wasEnclosed = false;
  }

  /**
   * Where the text of the line [from, to), just read as a record behind `rows` others, begins that goes on with the one
   * before, if there is one that it may go on with; the record is taken back then. Else NONE.
   */
  textOf(
    batch: Batch,
    rows: number,
    from: number,
    to: number,
    isEnclosed: boolean,
    mayGoOn: boolean,
  ): number {
    if (batch.count !== rows + 1) return NONE;
    const { goesOn, isInside } = this.#continuation;
    const isLike = isEnclosed === this.#wasEnclosed;
    const { isRepeated } = this.#message;
    const isHeld = mayGoOn && isLike &&
      (isRepeated || (goesOn && this.#message.holds(batch, rows, from, to, isInside)));
    if (isHeld) {
      batch.takeBack();
      if (!isRepeated) this.#continuation.take();
      return this.#message.textOf(from, to);
    }
    this.#wasEnclosed = isEnclosed;
    this.#message.begin(batch, rows, from, to);
    return NONE;
  }
}
