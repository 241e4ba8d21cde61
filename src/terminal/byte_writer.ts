const encoder = new TextEncoder();

/** Bytes for the terminal, gathered in one buffer that is used again for every frame. */
export class ByteWriter {
  #bytes = new Uint8Array(16384);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** What was written since the last `reset`; valid until the next call of any other method. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Forgets what was written. */
  reset(): void {
    this.#length = 0;
  }

  /** Adds one byte. */
  byte(value: number): void {
    this.#room(1);
    this.#bytes[this.#length++] = value;
  }

  /** Adds a number in decimal digits. */
  decimal(value: number): void {
    if (value > 9) this.decimal(Math.floor(value / 10));
    this.byte(48 + value % 10);
  }

  /** Adds bytes. */
  raw(bytes: Uint8Array): void {
    this.#room(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Adds text as UTF-8. */
  text(text: string): void {
    this.#room(text.length * 3);
    this.#length += encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written;
  }

  /** Adds a code point as UTF-8. */
  codePoint(value: number): void {
    this.#room(4);
    const bytes = this.#bytes;
    if (value < 0x80) {
      bytes[this.#length++] = value;
      return;
    }
    if (value < 0x800) {
      bytes[this.#length++] = 0xc0 | value >> 6;
    } else {
      if (value < 0x10000) {
        bytes[this.#length++] = 0xe0 | value >> 12;
      } else {
        bytes[this.#length++] = 0xf0 | value >> 18;
        bytes[this.#length++] = 0x80 | value >> 12 & 63;
      }
      bytes[this.#length++] = 0x80 | value >> 6 & 63;
    }
    bytes[this.#length++] = 0x80 | value & 63;
  }

  #room(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + count));
    larger.set(this.bytes);
    this.#bytes = larger;
  }
}
