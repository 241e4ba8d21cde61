const NEWLINE = 10;
/** Bytes before the end of what was seen that must be the same. */
const MARK_BYTES = 24;

/** The beginning of a text that goes on in the next line: the same text comes again then, with that line, perhaps elsewhere. */
export class SeenText {
  /** Bytes that were seen, and the last of them. */
  #length = 0;
  readonly #mark = new Uint8Array(MARK_BYTES);
  #markLength = 0;

  /** Bytes that were seen; 0 if none. */
  get length(): number {
    return this.#length;
  }

  /** Whether [start, to) goes on from what was seen. */
  goesOn(bytes: Uint8Array, start: number, to: number): boolean {
    const at = start + this.#length;
    // It goes on with a line break; another text may only begin alike.
    if (this.#length === 0 || at >= to || bytes[at] !== NEWLINE) return false;
    for (let index = 0; index < this.#markLength; index++) {
      if (bytes[at - this.#markLength + index] !== this.#mark[index]) return false;
    }
    return true;
  }

  /** [start, to) was seen. */
  remember(bytes: Uint8Array, start: number, to: number): void {
    this.#length = to - start;
    this.#markLength = Math.min(MARK_BYTES, this.#length);
    for (let index = 0; index < this.#markLength; index++) {
      this.#mark[index] = bytes[to - this.#markLength + index];
    }
  }

  forget(): void {
    this.#length = 0;
  }
}
