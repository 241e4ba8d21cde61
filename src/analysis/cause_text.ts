import { hashBytes } from "../record/hash.ts";
import { isLetter } from "./body_values.ts";

/** Bytes of a line that are read, those of a text that are told, and those of its beginning where it is longer. */
const LONGEST_LINE = 1024;
const LONGEST = 96;
const BEGINNING = 40;
/** Bytes within which a blank stands where the beginning may end or the end begin. */
const WORD = 12;
/** What stands in place of what was left out: ` … `. */
const CUT = [0x20, 0xe2, 0x80, 0xa6, 0x20];
const BLANK = 0x20;
const BACKSLASH = 0x5c;
const QUOTE = 0x22;
const ZERO = 0x30;
const TAB = 0x09;
const LETTER_N = 0x6e;
/** What begins a stack that names the exception below its calls, as Python's does. */
const CALLS_FIRST = new TextEncoder().encode("Traceback (most recent call last)");

/**
 * What an attribute with an error says: its first line, or that of the exception below a stack of calls, as a text and a hash in which words with digits are all the same. Of a long one
 * the beginning and the end are told: errors that wrap others name the first cause last.
 */
export class CauseText {
  readonly bytes = new Uint8Array(LONGEST + 8);
  readonly #line = new Uint8Array(LONGEST_LINE);
  readonly #masked = new Uint8Array(LONGEST + 8);
  readonly #view = new DataView(this.#masked.buffer);
  length = 0;

  /** Reads [from, to), the inside of a JSON string where `escaped`; the hash, 0 if there is no text. */
  read(bytes: Uint8Array, from: number, to: number, escaped: boolean): number {
    let length = 0;
    for (let at = lineOf(bytes, from, to, escaped); at < to && length < LONGEST_LINE; at++) {
      let byte = bytes[at];
      if (escaped && byte === BACKSLASH && at + 1 < to) {
        const next = bytes[at + 1];
        if (next === LETTER_N) break;
        if (next === QUOTE || next === BACKSLASH) {
          byte = next;
          at++;
        }
      }
      if (byte < 0x20) break;
      this.#line[length++] = byte;
    }
    this.#shorten(length);
    return this.length < 3 ? 0 : this.#hash();
  }

  /** Keeps a line, or its beginning and its end. */
  #shorten(length: number): void {
    if (length <= LONGEST) {
      this.bytes.set(this.#line.subarray(0, length));
      this.length = length;
      return;
    }
    let head = BEGINNING;
    while (head > 0 && isMidCharacter(this.#line[head])) head--;
    const word = this.#line.subarray(head - WORD, head + 1).lastIndexOf(BLANK);
    if (word >= 0) head += word - WORD;
    let tail = length - (LONGEST - BEGINNING - CUT.length);
    const blank = this.#line.subarray(tail, tail + WORD).indexOf(BLANK);
    if (blank >= 0) tail += blank + 1;
    while (tail < length && isMidCharacter(this.#line[tail])) tail++;
    this.bytes.set(this.#line.subarray(0, head));
    this.bytes.set(CUT, head);
    this.bytes.set(this.#line.subarray(tail, length), head + CUT.length);
    this.length = head + CUT.length + length - tail;
  }

  #hash(): number {
    let masked = 0;
    for (let at = 0; at < this.length; at++) {
      const byte = this.bytes[at];
      if (byte >= ZERO && byte <= ZERO + 9) {
        while (masked > 0 && isLetter(this.#masked[masked - 1])) masked--;
        if (masked === 0 || this.#masked[masked - 1] !== ZERO) this.#masked[masked++] = ZERO;
      } else if (masked === 0 || this.#masked[masked - 1] !== ZERO || !isLetter(byte)) {
        this.#masked[masked++] = byte;
      }
    }
    return hashBytes(this.#view, 0, masked) | 1;
  }
}

/** Where the line begins that says what happened: the last one behind an indented one where calls come first. */
function lineOf(bytes: Uint8Array, from: number, to: number, escaped: boolean): number {
  if (!CALLS_FIRST.every((byte, at) => bytes[from + at] === byte)) return from;
  let line = from;
  let isBehindCall = false;
  for (let at = from; at < to; at++) {
    const isEnd = bytes[at] === 0x0a || escaped && bytes[at] === BACKSLASH && bytes[at + 1] === LETTER_N;
    if (escaped && bytes[at] === BACKSLASH) at++;
    if (!isEnd || at + 1 >= to) continue;
    const next = bytes[at + 1];
    const isIndented = next === BLANK || next === TAB || escaped && next === BACKSLASH;
    if (!isIndented && isBehindCall) line = at + 1;
    isBehindCall = isIndented;
  }
  return line;
}

/** Whether a byte continues a character. */
function isMidCharacter(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}
