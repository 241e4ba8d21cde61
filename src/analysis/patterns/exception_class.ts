import * as byteClassConstants from "./byte_class.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { CLASS, DIGIT, DOT, HEX_LETTER, LETTER } = byteClassConstants;

const NEWLINE = 0x0a;
const NEWLINES = 0x0a0a0a0a;
const ONES = 0x01010101;
const HIGH_BITS = 0x80808080 | 0;
const RETURN = 0x0d;
const COLON = 0x3a;
const DOLLAR = 0x24;
const FULL_STOP = 0x2e;
const BLANK = 0x20;
/** Lines from the end of a traceback of which one names the exception. */
const LAST_LINES = 8;
const UNDERSCORE = 0x5f;
/** Bytes of a first line that are looked through, and of the name of a class. */
const LONGEST_LINE = 4096;
const LONGEST_NAME = 120;
/** What names of exceptions end in. */
const ENDINGS = ["Exception", "Error", "Throwable", "Fault", "Panic"].map((ending) =>
  Uint8Array.from(ending, (character) => character.charCodeAt(0))
);
const TRACEBACK = Uint8Array.from("Traceback (", (character) => character.charCodeAt(0));
/** Between the first line and the exception. */
const BETWEEN = Uint8Array.from(": ", (character) => character.charCodeAt(0));

/** The first line of a body, and the exception whose trace follows it, as one line; its bytes stand from 0 on. */
export class ExceptionLine {
  readonly bytes = new Uint8Array(LONGEST_LINE + BETWEEN.length + LONGEST_NAME + 16);
  readonly view = new DataView(this.bytes.buffer);

  /**
   * Reads the body in [from, to) of bytes and the view of them: where the line ends that is left in `bytes`, -1 if no exception is named behind it. A
   * handler that catches everything says the same of all of them: what was thrown tells them apart.
   */
  read(bytes: Uint8Array, view: DataView, from: number, to: number): number {
    const most = Math.min(to, from + LONGEST_LINE);
    let newline = from;
    // Most bodies are one line: they are passed over four bytes at a time.
    for (; newline + 4 <= most; newline += 4) {
      const differs = view.getInt32(newline, true) ^ NEWLINES;
      if (((differs - ONES) & ~differs & HIGH_BITS) !== 0) break;
    }
    while (newline < most && bytes[newline] !== NEWLINE) newline++;
    if (newline === most) return -1;
    const name = exceptionFrom(bytes, newline + 1, to);
    if (name < 0) return -1;
    const end = nameEnd(bytes, name, to);
    let length = newline - from;
    while (length > 0 && (bytes[from + length - 1] <= 0x20 || bytes[from + length - 1] === COLON)) length--;
    if (length === 0 || isNamedIn(bytes, from, from + length, name, end)) return -1;
    this.bytes.set(bytes.subarray(from, from + length));
    this.bytes.set(BETWEEN, length);
    length += BETWEEN.length;
    this.bytes.set(bytes.subarray(name, end), length);
    return length + end - name;
  }
}

/** Where the line begins that names the exception of a trace in [from, to); -1 if none does. */
export function exceptionFrom(bytes: Uint8Array, from: number, to: number): number {
  if (!isTraceback(bytes, from, to)) return nameEnd(bytes, from, to) < 0 ? -1 : from;
  // Python says what was raised behind the frames, in one of the last lines: what it says may have several.
  let end = to;
  for (let line = 0; line < LAST_LINES && end > from; line++) {
    let start = end;
    while (start > from && bytes[start - 1] !== NEWLINE) start--;
    if (nameEnd(bytes, start, to) >= 0) return start;
    if (bytes[start] === BLANK) return -1;
    end = start - 1;
  }
  return -1;
}

/** Where the name of an exception at `from` ends, before a colon or the end of its line; -1 if there is none. */
function nameEnd(bytes: Uint8Array, from: number, to: number): number {
  const most = Math.min(to, from + LONGEST_NAME);
  let at = from;
  while (at < most && isOfName(bytes[at])) at++;
  if (at === from || at < to && bytes[at] !== COLON && bytes[at] !== NEWLINE && bytes[at] !== RETURN) {
    return -1;
  }
  return ENDINGS.some((ending) => endsWith(bytes, from, at, ending)) ? at : -1;
}

/** Whether the name in [name, end), without its package, stands in [from, to) already. */
function isNamedIn(bytes: Uint8Array, from: number, to: number, name: number, end: number): boolean {
  let start = end;
  while (start > name && bytes[start - 1] !== FULL_STOP) start--;
  for (let at = from; at + end - start <= to; at++) {
    let same = 0;
    while (start + same < end && bytes[at + same] === bytes[start + same]) same++;
    if (start + same === end) return true;
  }
  return false;
}

function isTraceback(bytes: Uint8Array, from: number, to: number): boolean {
  return to - from > TRACEBACK.length && TRACEBACK.every((byte, at) => bytes[from + at] === byte);
}

function isOfName(byte: number): boolean {
  return (CLASS[byte] & ~(DIGIT | HEX_LETTER | LETTER | DOT)) === 0 || byte === DOLLAR || byte === UNDERSCORE;
}

function endsWith(bytes: Uint8Array, from: number, end: number, ending: Uint8Array): boolean {
  const start = end - ending.length;
  return start >= from && ending.every((byte, at) => bytes[start + at] === byte);
}
