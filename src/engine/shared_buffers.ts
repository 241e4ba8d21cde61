/** Bytes of a buffer at the least, so that nearly all parts fit into any of them. */
const LEAST_BYTES = 512 << 10;
/** Buffers that are kept to be used again, and the largest of them. */
const MAX_SPARES = 10;
const MAX_SPARE_BYTES = 2 << 20;

/** A buffer that both threads know by its number. */
export interface SharedBuffer {
  readonly number: number;
  readonly bytes: SharedArrayBuffer;
}

/** The buffers that one thread fills for another. */
export class SharedBuffers {
  readonly #spares: SharedBuffer[] = [];
  readonly #tell: (number: number, buffer: SharedArrayBuffer | null) => void;
  #next = 0;

  /** `tell` is told of each new buffer before it is used, and of each that is given up. */
  constructor(tell: (number: number, buffer: SharedArrayBuffer | null) => void) {
    this.#tell = tell;
  }

  /** One that has room for so many bytes. */
  take(bytes: number): SharedBuffer {
    const found = this.#spares.findLastIndex((spare) => spare.bytes.byteLength >= bytes);
    if (found >= 0) return this.#spares.splice(found, 1)[0];
    const buffer = {
      number: this.#next++,
      bytes: new SharedArrayBuffer(Math.max(LEAST_BYTES, (bytes + (bytes >> 3) + 8) & ~7)),
    };
    this.#tell(buffer.number, buffer.bytes);
    return buffer;
  }

  /** Takes one back that nobody reads any more. */
  release(buffer: SharedBuffer): void {
    if (this.#spares.length < MAX_SPARES && buffer.bytes.byteLength <= MAX_SPARE_BYTES) {
      this.#spares.push(buffer);
    } else this.#tell(buffer.number, null);
  }
}
