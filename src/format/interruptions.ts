import { ERROR } from "../record/severity.ts";
import type { Batch } from "../record/batch.ts";
import { type Continuation, ContinuationState } from "./continuation/continuation.ts";

/** Containers whose records may be interrupted at a time. */
const MOST_CONTAINERS = 32;
/** Lines of others that may stand between those of one. */
export const MOST_BETWEEN = 16;
const NONE = -1;

/** A record between whose lines those of other containers stand: its row and number of lines. */
class Interrupted {
  row = NONE;
  lines = 0;
  /** It tells of an error, or nothing. */
  isGrave = false;
  /** When it was interrupted, in lines read. */
  at = 0;
  readonly state = new ContinuationState();
}

/** The records of a batch whose container has written nothing since, for a while: its next lines may go on with them. */
export class Interruptions {
  readonly #known = new Map<number, Interrupted>();
  #lines = 0;
  /** A record was interrupted since the batch is empty. */
  #isUsed = false;
  /** Lines of more than one container have been read. */
  isActive = false;
  /** The container that was left for another with the line read last, and the one whose record it goes on with; 0: none. */
  left = 0;
  resumed = 0;
  /** Whether a stack trace may go on with the record found, or begin behind it: no other tells of an error. */
  awaitsTrace = false;

  /** Another line is read. */
  next(): void {
    if (!this.isActive) return;
    this.#lines++;
    this.left = this.resumed = 0;
  }

  clear(): void {
    if (!this.#isUsed) return;
    this.#isUsed = false;
    for (const one of this.#known.values()) one.row = NONE;
  }

  /** Keeps where the open record of a container stands, whose next line is another's. */
  leave(container: number, continuation: Continuation): void {
    let one = this.#known.get(container);
    if (one === undefined) {
      if (this.#known.size === MOST_CONTAINERS) return;
      this.#known.set(container, one = new Interrupted());
      this.isActive = true;
    }
    continuation.save(one.state);
    one.at = this.#lines;
    this.left = container;
  }

  /** The same, as the reader of the source knows it. */
  keep(row: number, lines: number, severity: number): void {
    const one = this.#known.get(this.left)!;
    one.row = row;
    one.lines = lines;
    this.#isUsed = true;
    one.isGrave = severity === 0 || severity >= ERROR;
  }

  /** Whether a record of the container is there to go on with; then the continuation is as it was behind it. */
  find(container: number, continuation: Continuation): boolean {
    const one = this.#known.get(container);
    if (one === undefined || one.row === NONE || this.#lines - one.at > MOST_BETWEEN) return false;
    continuation.load(one.state);
    this.awaitsTrace = one.isGrave || one.state.hasTrace;
    return true;
  }

  /** The record that goes on with the line read last. */
  get goingOn(): Readonly<Interrupted> {
    return this.#known.get(this.resumed)!;
  }

  /** The container's record is not to be gone on with: it is the open one, or there is another. */
  drop(container: number): void {
    const one = this.#known.get(container);
    if (one !== undefined) one.row = NONE;
  }

  /** The first row, up to `row`, of a record that may go on, or whose lines end behind where the first that may begins. */
  firstRow({ rawFrom, rawTo }: Batch, row: number): number {
    if (!this.#isUsed) return row;
    for (const one of this.#known.values()) {
      if (one.row !== NONE && one.row < row && this.#lines - one.at <= MOST_BETWEEN) row = one.row;
    }
    for (let earlier = row - 1; earlier >= 0; earlier--) if (rawTo[earlier] > rawFrom[row]) row = earlier;
    return row;
  }
}
