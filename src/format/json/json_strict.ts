import { digitsEnd } from "../time/timestamp_parts.ts";
import { MalformedMessage } from "../otlp/otlp_message.ts";

const QUOTES = 0x22222222;
const BACKSLASHES = 0x5c5c5c5c;
const BLANKS = 0x20202020;
const ONES = 0x01010101;
const HIGH_BITS = 0x80808080 | 0;

/** Values nested deeper than this are refused where they are passed over. */
const MAX_DEPTH = 400;

/** Which bytes may follow a backslash; `u` apart. */
const ESCAPES = new Uint8Array(256);
for (const letter of '"\\/bfnrt') ESCAPES[letter.charCodeAt(0)] = 1;

/**
 * Reads JSON (RFC 8259) in bytes as strictly as a server must, token by token, without making anything of it.
 * What is no JSON throws MalformedMessage.
 */
export class StrictJson {
  bytes: Uint8Array = new Uint8Array(0);
  view: DataView = new DataView(new ArrayBuffer(0));
  /** Where the next byte is read, and the end of what may be read. */
  at = 0;
  to = 0;
  /** The string or number read last, a string without its quotes. */
  from = 0;
  end = 0;
  /** Whether the string read last holds escapes; whether the number read last has a fraction or an exponent. */
  isEscaped = false;
  isFraction = false;
  /** The key read last. */
  keyFrom = 0;
  keyTo = 0;
  isKeyEscaped = false;

  fail(problem: string): never {
    throw new MalformedMessage(`${problem} at byte ${this.at + 1} of the JSON`);
  }

  /** Goes to the next byte that is no white space; 0 at the end. */
  space(): number {
    const { bytes, to } = this;
    let { at } = this;
    let byte = 0;
    while (at < to) {
      byte = bytes[at];
      if (byte !== 32 && byte !== 10 && byte !== 13 && byte !== 9) break;
      at++;
    }
    this.at = at;
    return at < to ? byte : 0;
  }

  /** Steps into an object or an array: `bracket` is its first byte. */
  enter(bracket: 0x7b | 0x5b): void {
    if (this.space() !== bracket) {
      this.fail(bracket === 0x7b ? "an object is missing" : "an array is missing");
    }
    this.at++;
  }

  /** Goes to the value of the object's next key; false, and behind the object, if there is none. */
  member(isFirst: boolean): boolean {
    let byte = this.space();
    if (byte === 0x7d) {
      this.at++;
      return false;
    }
    if (!isFirst) {
      if (byte !== 0x2c) this.fail("a comma is missing");
      this.at++;
      byte = this.space();
    }
    if (byte !== 0x22) this.fail("a key is missing");
    this.string();
    this.keyFrom = this.from;
    this.keyTo = this.end;
    this.isKeyEscaped = this.isEscaped;
    if (this.space() !== 0x3a) this.fail("a colon is missing");
    this.at++;
    this.space();
    return true;
  }

  /** Goes to the array's next item; false, and behind the array, if there is none. */
  item(isFirst: boolean): boolean {
    const byte = this.space();
    if (byte === 0x5d) {
      this.at++;
      return false;
    }
    if (isFirst) return true;
    if (byte !== 0x2c) this.fail("a comma is missing");
    this.at++;
    if (this.space() === 0x5d) this.fail("an item is missing");
    return true;
  }

  /** Passes over `null`; false if something else stands there. */
  isNull(): boolean {
    if (this.space() !== 0x6e) return false;
    this.#word("null");
    return true;
  }

  /** Reads `true` or `false`. */
  boolean(): void {
    this.from = this.at;
    this.#word(this.space() === 0x74 ? "true" : "false");
    this.end = this.at;
  }

  /** Reads a string. */
  string(): void {
    const { bytes, view, to } = this;
    if (bytes[this.at] !== 0x22 || this.at >= to) this.fail("a string is missing");
    let at = this.at + 1;
    this.from = at;
    this.isEscaped = false;
    for (;;) {
      // Four bytes at a time: whether one of them is a quote, a backslash or a control character.
      let word = 0;
      let found = 0;
      do {
        word = view.getInt32(at, true);
        const quote = word ^ QUOTES;
        const backslash = word ^ BACKSLASHES;
        found = (((quote - ONES) & ~quote) | ((backslash - ONES) & ~backslash) | ((word - BLANKS) & ~word)) &
          HIGH_BITS;
        at += 4;
      } while (found === 0 && at < to);
      if (found === 0) break;
      at += ((31 - Math.clz32(found & -found)) >> 3) - 4;
      if (at >= to) break;
      const byte = bytes[at];
      if (byte === 0x22) {
        this.end = at;
        this.at = at + 1;
        return;
      }
      if (byte !== 0x5c) {
        // A borrow from the byte before may mark a byte that is none of these.
        if (byte < 0x20) {
          this.at = at;
          this.fail("a control character stands in a string");
        }
        at++;
        continue;
      }
      this.isEscaped = true;
      at = this.#escape(at, to);
    }
    this.at = to;
    this.fail("a string does not end");
  }

  /** Reads a number. */
  number(): void {
    const { bytes, to } = this;
    let { at } = this;
    this.from = at;
    this.isFraction = false;
    if (bytes[at] === 0x2d) at++;
    const digits = at;
    at = digitsEnd(bytes, at, to);
    if (at === digits || (bytes[digits] === 0x30 && at > digits + 1)) this.fail("a number is missing");
    if (at < to && bytes[at] === 0x2e) {
      this.isFraction = true;
      const fraction = ++at;
      at = digitsEnd(bytes, at, to);
      if (at === fraction) this.fail("a number has no digits after its point");
    }
    if (at < to && (bytes[at] | 0x20) === 0x65) {
      this.isFraction = true;
      at++;
      if (at < to && (bytes[at] === 0x2b || bytes[at] === 0x2d)) at++;
      const exponent = at;
      at = digitsEnd(bytes, at, to);
      if (at === exponent) this.fail("a number has no digits in its exponent");
    }
    this.end = at;
    this.at = at;
  }

  /** Passes over a value. */
  skip(depth = 0): void {
    if (depth > MAX_DEPTH) this.fail(`values are nested more than ${MAX_DEPTH} deep`);
    switch (this.space()) {
      case 0x22:
        return this.string();
      case 0x7b:
        this.at++;
        for (let isFirst = true; this.member(isFirst); isFirst = false) this.skip(depth + 1);
        return;
      case 0x5b:
        this.at++;
        for (let isFirst = true; this.item(isFirst); isFirst = false) this.skip(depth + 1);
        return;
      case 0x74:
        return this.#word("true");
      case 0x66:
        return this.#word("false");
      case 0x6e:
        return this.#word("null");
      default:
        this.number();
    }
  }

  #word(word: string): void {
    const { bytes, at } = this;
    for (let index = 0; index < word.length; index++) {
      if (at + index >= this.to || bytes[at + index] !== word.charCodeAt(index)) {
        this.fail("a value is missing");
      }
    }
    this.at = at + word.length;
  }

  #escape(at: number, to: number): number {
    const { bytes } = this;
    this.at = at;
    if (at + 1 < to && ESCAPES[bytes[at + 1]] === 1) return at + 2;
    if (at + 5 < to && bytes[at + 1] === 0x75) {
      let isHex = true;
      for (let digit = at + 2; digit < at + 6; digit++) {
        const letter = bytes[digit] | 0x20;
        const isDigit = bytes[digit] >= 48 && bytes[digit] <= 57;
        if (!isDigit && !(letter >= 97 && letter <= 102)) isHex = false;
      }
      if (isHex) return at + 6;
    }
    this.fail("a string holds no valid escape");
  }
}
