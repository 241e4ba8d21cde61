import { FALSE, isSpace, NULL_WORD, numberEnd, stringEnd, TRUE, wordEnd } from "./json_token.ts";

/** The text is no JSON. */
export const BROKEN = -1;
/** The text may go on in the next line. */
export const OPEN = -2;

/** Deeper values are refused; most are not so deep. */
const MAX_DEPTH = 1_000;
const USUAL_DEPTH = 16;

const VALUE = 0;
const VALUE_OR_CLOSE = 1;
const KEY_OR_CLOSE = 2;
const KEY = 3;
const COLON = 4;
const COMMA_OR_CLOSE = 5;

/**
 * Walks over one JSON value without keeping anything of it but where it is, so that it can go on when the
 * next line is there: a value of many lines is walked once. Tokens do not cross the end of a line.
 */
export class JsonOutline {
  #isObject = new Uint8Array(USUAL_DEPTH);
  #depth = 0;
  #expects = VALUE;

  reset(): void {
    this.#depth = 0;
    this.#expects = VALUE;
  }

  /** Walks on over [at, to). The index after the value when it is complete, else BROKEN or OPEN. */
  walk(bytes: Uint8Array, at: number, to: number): number {
    while (at < to) {
      const byte = bytes[at];
      if (isSpace(byte)) {
        at++;
        continue;
      }
      at = this.#step(bytes, byte, at, to);
      if (at < 0) return BROKEN;
      if (this.#depth === 0 && this.#expects === COMMA_OR_CLOSE) return at;
    }
    return OPEN;
  }

  #step(bytes: Uint8Array, byte: number, at: number, to: number): number {
    switch (this.#expects) {
      case VALUE_OR_CLOSE:
        if (byte === 0x5d) return this.#close(at);
        return this.#value(bytes, byte, at, to);
      case VALUE:
        return this.#value(bytes, byte, at, to);
      case KEY_OR_CLOSE:
        if (byte === 0x7d) return this.#close(at);
        return this.#key(bytes, byte, at, to);
      case KEY:
        return this.#key(bytes, byte, at, to);
      case COLON:
        this.#expects = VALUE;
        return byte === 0x3a ? at + 1 : BROKEN;
      default: {
        const isObject = this.#isObject[this.#depth - 1] === 1;
        if (byte === 0x2c) {
          this.#expects = isObject ? KEY : VALUE;
          return at + 1;
        }
        return byte === (isObject ? 0x7d : 0x5d) ? this.#close(at) : BROKEN;
      }
    }
  }

  #key(bytes: Uint8Array, byte: number, at: number, to: number): number {
    if (byte !== 0x22) return BROKEN;
    this.#expects = COLON;
    return stringEnd(bytes, at + 1, to) + 1 || BROKEN;
  }

  #deepen(): void {
    const isObject = new Uint8Array(2 * this.#isObject.length);
    isObject.set(this.#isObject);
    this.#isObject = isObject;
  }

  #close(at: number): number {
    this.#depth--;
    this.#expects = COMMA_OR_CLOSE;
    return at + 1;
  }

  #value(bytes: Uint8Array, byte: number, at: number, to: number): number {
    if (byte === 0x7b || byte === 0x5b) {
      if (this.#depth === MAX_DEPTH) return BROKEN;
      if (this.#depth === this.#isObject.length) this.#deepen();
      this.#isObject[this.#depth++] = byte === 0x7b ? 1 : 0;
      this.#expects = byte === 0x7b ? KEY_OR_CLOSE : VALUE_OR_CLOSE;
      return at + 1;
    }
    this.#expects = COMMA_OR_CLOSE;
    switch (byte) {
      case 0x22:
        return stringEnd(bytes, at + 1, to) + 1 || BROKEN;
      case 0x74:
        return wordEnd(bytes, at, to, TRUE);
      case 0x66:
        return wordEnd(bytes, at, to, FALSE);
      case 0x6e:
        return wordEnd(bytes, at, to, NULL_WORD);
      default:
        return numberEnd(bytes, at, to);
    }
  }
}
