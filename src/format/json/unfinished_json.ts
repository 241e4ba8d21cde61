import { SeenText } from "../seen_text.ts";
import { BROKEN, JsonOutline, OPEN } from "./json_outline.ts";

const BRACE = 0x7b;
const NEWLINE = 10;

/** Walks over a value that may go on in the next line, from where the last call for the same text ended. */
export class UnfinishedJson {
  readonly #outline = new JsonOutline();
  /** How far the outline of an unfinished value has come. */
  readonly #walked = new SeenText();

  /** Whether [start, to) goes on from a text that was unfinished. */
  goesOn(bytes: Uint8Array, start: number, to: number): boolean {
    return this.#walked.goesOn(bytes, start, to);
  }

  /** The index after the value that begins at `start`, else OPEN or BROKEN. */
  endOf(bytes: Uint8Array, start: number, to: number): number {
    let at = start + this.#walked.length;
    if (!this.goesOn(bytes, start, to)) {
      this.#outline.reset();
      at = start;
    } else if (startsAnew(bytes, start, at, to)) {
      this.#walked.forget();
      return BROKEN;
    }
    const end = this.#outline.walk(bytes, at, to);
    if (end === OPEN) this.#walked.remember(bytes, start, to);
    else this.#walked.forget();
    return end;
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
