import { hashBytes } from "../record/hash.ts";
import { isLetter } from "./body_values.ts";

/** Bytes of a text that are told. */
const LONGEST = 96;
/** The end of a text that was cut: `…`. */
const CUT = [0xe2, 0x80, 0xa6];
const BACKSLASH = 0x5c;
const QUOTE = 0x22;
const ZERO = 0x30;
const LETTER_N = 0x6e;

/** What an attribute with an error says: its first line, as a text and a hash in which words with digits are all the same. */
export class CauseText {
  readonly bytes = new Uint8Array(LONGEST + 8);
  readonly #masked = new Uint8Array(LONGEST + 8);
  readonly #view = new DataView(this.#masked.buffer);
  length = 0;

  /** Reads [from, to), the inside of a JSON string where `escaped`; the hash, 0 if there is no text. */
  read(bytes: Uint8Array, from: number, to: number, escaped: boolean): number {
    let length = 0;
    let masked = 0;
    for (let at = from; at < to && length < LONGEST; at++) {
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
      this.bytes[length++] = byte;
      if (byte >= ZERO && byte <= ZERO + 9) {
        while (masked > 0 && isLetter(this.#masked[masked - 1])) masked--;
        if (masked === 0 || this.#masked[masked - 1] !== ZERO) this.#masked[masked++] = ZERO;
      } else if (masked === 0 || this.#masked[masked - 1] !== ZERO || !isLetter(byte)) {
        this.#masked[masked++] = byte;
      }
    }
    if (length === LONGEST) {
      // A character that was cut is none.
      while (length > 0 && (this.bytes[length - 1] & 0xc0) === 0x80) length--;
      if (length > 0 && this.bytes[length - 1] >= 0xc0) length--;
      for (const byte of CUT) this.bytes[length++] = byte;
    }
    this.length = length;
    return length < 3 ? 0 : hashBytes(this.#view, 0, masked) | 1;
  }
}
