/** UTF-8 of U+FFFD, which stands for half of a surrogate pair. */
const REPLACEMENT = 0xfffd;

/** Most bytes of UTF-8 that one step writes: a pair that lacks its second half, and the character after it. */
const STEP_BYTES = 6;

/** Turns UTF-16 into UTF-8 piece by piece; units and surrogate pairs may be split anywhere (RFC 2781, RFC 3629). */
export class Utf16Decoder {
  #little: boolean;
  #input = new Uint8Array(0);
  #at = 0;
  /** The first half of a pair whose second has not come, 0 for none. */
  #high = 0;

  constructor(littleEndian: boolean) {
    this.#little = littleEndian;
  }

  /** Bytes not yet taken. */
  get pending(): number {
    return this.#input.length - this.#at;
  }

  /** Adds input; the bytes are copied. */
  push(bytes: Uint8Array): void {
    const joined = new Uint8Array(this.pending + bytes.length);
    joined.set(this.#input.subarray(this.#at));
    joined.set(bytes, this.pending);
    this.#input = joined;
    this.#at = 0;
  }

  /** Writes as much UTF-8 into `into` as there is room and input for; returns the number of bytes. */
  take(into: Uint8Array): number {
    const input = this.#input;
    const low = this.#little ? 0 : 1;
    let to = 0;
    while (this.#at + 2 <= input.length && to + STEP_BYTES <= into.length) {
      const unit = input[this.#at + low] | (input[this.#at + 1 - low] << 8);
      this.#at += 2;
      if (this.#high !== 0) {
        const high = this.#high;
        this.#high = 0;
        if (isLow(unit)) {
          to = write(into, to, 0x10000 + ((high - 0xd800) << 10) + (unit - 0xdc00));
          continue;
        }
        to = write(into, to, REPLACEMENT);
      }
      if (isHigh(unit)) this.#high = unit;
      else to = write(into, to, isLow(unit) ? REPLACEMENT : unit);
    }
    return to;
  }

  /** The end of the input: half a pair or half a unit becomes U+FFFD. */
  finish(into: Uint8Array): number {
    const broken = this.#high !== 0 || this.pending > 0;
    this.#high = 0;
    this.#at = this.#input.length;
    return broken ? write(into, 0, REPLACEMENT) : 0;
  }
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}

function write(into: Uint8Array, to: number, code: number): number {
  if (code < 0x80) into[to++] = code;
  else if (code < 0x800) {
    into[to++] = 0xc0 | (code >> 6);
    into[to++] = 0x80 | (code & 63);
  } else if (code < 0x10000) {
    into[to++] = 0xe0 | (code >> 12);
    into[to++] = 0x80 | ((code >> 6) & 63);
    into[to++] = 0x80 | (code & 63);
  } else {
    into[to++] = 0xf0 | (code >> 18);
    into[to++] = 0x80 | ((code >> 12) & 63);
    into[to++] = 0x80 | ((code >> 6) & 63);
    into[to++] = 0x80 | (code & 63);
  }
  return to;
}
