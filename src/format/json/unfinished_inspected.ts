import { SeenText } from "../seen_text.ts";
import { indentOf, skipBlanks, trimmed } from "../text/text_tokens.ts";

const NEWLINE = 10, ESCAPE = 27;
const CLOSE_PAREN = 0x29, CLOSE = 0x5d, CLOSE_BRACE = 0x7d;
/** Bytes up to which a text is read again with each line. */
const SHORT = 512;

/**
 * An object as programs show it that may go on in the next line. It is always read from its beginning; where it is long, not
 * with each of its lines.
 */
export class UnfinishedInspected {
  readonly #read = new SeenText();
  /** The text to be, once it is so long, read again in any case: it may be no such object. */
  #due = 0;

  /** Whether [start, to), in the line at `from`, goes on from a text that was unfinished, and does not end with its last line. */
  isOpen(bytes: Uint8Array, from: number, start: number, to: number): boolean {
    if (to - start < SHORT || !this.#read.goesOn(bytes, start, to)) return false;
    if (to - start >= this.#due || mayEnd(bytes, from, start, to)) return false;
    this.#read.remember(bytes, start, to);
    return true;
  }

  /** [start, to) was read, and it is unfinished. */
  remember(bytes: Uint8Array, start: number, to: number): void {
    this.#read.remember(bytes, start, to);
    this.#due = (to - start) * 2;
  }
}

/** Whether an object that begins at `start`, in the line at `from`, may end with the last line of [start, to). */
function mayEnd(bytes: Uint8Array, from: number, start: number, to: number): boolean {
  const line = bytes.lastIndexOf(NEWLINE, to - 1) + 1;
  const end = trimmed(bytes, line, to);
  for (let at = line; at < end; at++) if (bytes[at] === ESCAPE) return true;
  if (bytes[end - 1] !== CLOSE_BRACE) return false;
  // What closes the outermost brace alone stands under the line that opens it, or before.
  const at = skipBlanks(bytes, line, end);
  return indentOf(bytes, line, end) <= indentOf(bytes, from, start) || !isClosing(bytes, at, end);
}

function isClosing(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    if (bytes[at] !== CLOSE_BRACE && bytes[at] !== CLOSE && bytes[at] !== CLOSE_PAREN) return false;
  }
  return true;
}
