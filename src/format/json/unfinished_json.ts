import { BROKEN, JsonOutline, OPEN } from "./json_outline.ts";

const BRACE = 0x7b;
const NEWLINE = 10;
/** Bytes before the end of what was walked over that must be the same for the walk to go on from there. */
const MARK_BYTES = 24;

/** Walks over a value that may go on in the next line, from where the last call for the same text ended. */
export class UnfinishedJson {
  readonly #outline = new JsonOutline();
  /** How far the outline of an unfinished value has come, and the bytes before that place. */
  #walked = 0;
  readonly #mark = new Uint8Array(MARK_BYTES);
  #markLength = 0;

  /** Whether [start, to) goes on from a text that was unfinished. */
  goesOn(bytes: Uint8Array, start: number, to: number): boolean {
    const at = start + this.#walked;
    // It goes on with a line break; another record may only begin alike.
    if (this.#walked === 0 || at >= to || bytes[at] !== NEWLINE) return false;
    return this.#isMarked(bytes, at);
  }

  /** The index after the value that begins at `start`, else OPEN or BROKEN. */
  endOf(bytes: Uint8Array, start: number, to: number): number {
    let at = start + this.#walked;
    if (!this.goesOn(bytes, start, to)) {
      this.#outline.reset();
      at = start;
    } else if (startsAnew(bytes, start, at, to)) {
      this.#walked = 0;
      return BROKEN;
    }
    const end = this.#outline.walk(bytes, at, to);
    this.#walked = end === OPEN ? to - start : 0;
    this.#markLength = Math.min(MARK_BYTES, this.#walked);
    for (let index = 0; index < this.#markLength; index++) {
      this.#mark[index] = bytes[to - this.#markLength + index];
    }
    return end;
  }

  #isMarked(bytes: Uint8Array, at: number): boolean {
    for (let index = 0; index < this.#markLength; index++) {
      if (bytes[at - this.#markLength + index] !== this.#mark[index]) return false;
    }
    return true;
  }
}

/**
 * Whether a new record begins in the line at `at` where the one before it was cut: it begins with a brace
 * without an indent, which a value printed over several lines does not, unless its own brace stood alone.
 */
function startsAnew(bytes: Uint8Array, start: number, at: number, to: number): boolean {
  const line = bytes[at] === NEWLINE ? at + 1 : at;
  const isAlone = bytes[start + 1] === NEWLINE;
  return line < to && bytes[line] === BRACE && bytes[start] === BRACE && !isAlone;
}
