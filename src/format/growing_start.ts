import type { Batch } from "../record/batch.ts";

/** Lines after which what a source begins with is looked at again, the last of them after which it is not. */
const FIRST_DUE = 8;
const LAST_DUE = 64;
const MOST_BYTES = 65_536;
/** Milliseconds that the first line waits for others at most; where nothing comes for half of it, it waits no longer. */
const PATIENCE = 500;
const NEWLINE = 10;

/** What a source begins with, kept while its first lines come a few at a time: some tell together what one does not. */
export class GrowingStart {
  #bytes: Uint8Array | null = new Uint8Array(0);
  #lines = 0;
  #due = FIRST_DUE;
  /** When the first of it came, epoch milliseconds. */
  #began = 0;

  /** Adds what has come at `now` (epoch milliseconds); whether so many lines are there that they are to be looked at. */
  add(added: Uint8Array, now: number): boolean {
    if (this.#bytes === null) return false;
    const isFirst = this.#bytes.length === 0;
    if (isFirst) this.#began = now;
    const isShort = this.#bytes.length + added.length <= MOST_BYTES;
    for (let at = -1; isShort && (at = added.indexOf(NEWLINE, at + 1)) >= 0;) this.#lines++;
    if (!isShort || this.#lines > LAST_DUE) {
      this.#bytes = null;
      return false;
    }
    const grown = new Uint8Array(this.#bytes.length + added.length);
    grown.set(this.#bytes);
    grown.set(added, this.#bytes.length);
    this.#bytes = grown;
    if (this.#lines < this.#due) return false;
    while (this.#due <= this.#lines) this.#due *= 2;
    // What comes first has been looked at already.
    return !isFirst;
  }

  /** Whether more lines may come that are worth waiting for before the first is read. */
  awaitsMore(now: number): boolean {
    return this.#bytes !== null && now - this.#began < PATIENCE;
  }

  /** Puts the lines into the batch's side area; where they begin there, up to `side`. */
  put(batch: Batch): number {
    const from = batch.side;
    const bytes = this.#bytes!;
    batch.bytes.set(bytes, from);
    batch.side += bytes.length;
    return from;
  }

  /** No more is to be kept. */
  end(): void {
    this.#bytes = null;
  }
}
