import { skipSpace, stringEnd } from "./json_token.ts";

/** Walks through JSON that is known to be whole, one key or item at a time, without making anything of it. */
export class JsonCursor {
  readonly bytes: Uint8Array;
  at: number;
  readonly #to: number;
  /** The key read last, without its quotes. */
  keyFrom = 0;
  keyTo = 0;

  /** At the value that begins at `at`. */
  constructor(bytes: Uint8Array, at: number, to: number) {
    this.bytes = bytes;
    this.#to = to;
    this.at = skipSpace(bytes, at, to);
  }

  get byte(): number {
    return this.bytes[this.at];
  }

  get isObject(): boolean {
    return this.byte === 0x7b;
  }

  get isArray(): boolean {
    return this.byte === 0x5b;
  }

  /** Steps into the object or array at hand. */
  enter(): void {
    this.at++;
  }

  /** Goes to the value of the next key; false, and behind the object, if there is none. */
  nextKey(): boolean {
    if (!this.nextItem()) return false;
    this.keyFrom = this.at + 1;
    this.keyTo = stringEnd(this.bytes, this.keyFrom, this.#to);
    const colon = skipSpace(this.bytes, this.keyTo + 1, this.#to);
    this.at = skipSpace(this.bytes, colon + 1, this.#to);
    return true;
  }

  /** Goes to the next item; false, and behind the array, if there is none. */
  nextItem(): boolean {
    this.#space();
    if (this.byte === 0x2c) {
      this.at++;
      this.#space();
    }
    if (this.byte !== 0x5d && this.byte !== 0x7d) return true;
    this.at++;
    return false;
  }

  /** Goes behind the value at hand. */
  skip(): void {
    const { bytes } = this;
    let depth = 0;
    do {
      const byte = bytes[this.at++];
      if (byte === 0x22) this.at = stringEnd(bytes, this.at, this.#to) + 1;
      else if (byte === 0x7b || byte === 0x5b) depth++;
      else if (byte === 0x7d || byte === 0x5d) depth--;
      else if (depth === 0) { while (this.at < this.#to && !isDelimiter(bytes[this.at])) this.at++; }
    } while (depth > 0);
  }

  #space(): void {
    this.at = skipSpace(this.bytes, this.at, this.#to);
  }
}

function isDelimiter(byte: number): boolean {
  return byte === 0x2c || byte === 0x7d || byte === 0x5d || byte <= 32;
}
