/** Reads an asynchronous sequence of chunks by numbers of bytes. */
export class ByteReader {
  #input: AsyncIterator<Uint8Array>;
  #bytes: Uint8Array = new Uint8Array(0);
  #ended = false;
  /** The last chunk was empty: there is no more now, and later there may be. */
  #waits = false;

  constructor(input: AsyncIterable<Uint8Array>) {
    this.#input = input[Symbol.asyncIterator]();
  }

  /** What was read ahead and not taken. */
  get ahead(): Uint8Array {
    return this.#bytes;
  }

  /** Reads one more chunk ahead, an empty one where more is not there yet; false at the end. */
  async more(): Promise<boolean> {
    if (this.#ended) return false;
    const { value, done } = await this.#input.next();
    if (done) {
      this.#ended = true;
      return false;
    }
    this.#waits = value.length === 0;
    if (this.#bytes.length === 0) this.#bytes = value;
    else {
      const joined = new Uint8Array(this.#bytes.length + value.length);
      joined.set(this.#bytes);
      joined.set(value, this.#bytes.length);
      this.#bytes = joined;
    }
    return true;
  }

  /** Reads ahead until there are `length` bytes; false if the end comes first. */
  async fill(length: number): Promise<boolean> {
    while (this.#bytes.length < length) if (!await this.more()) return false;
    return true;
  }

  /** Reads ahead until there are `length` bytes, as far as they are there; to wait for more is up to `fill`. */
  async fillFromWhatIsThere(length: number): Promise<void> {
    while (this.#bytes.length < length && !this.#waits && await this.more());
  }

  /** Takes `length` bytes of those read ahead, or all that are there. */
  take(length = Infinity): Uint8Array {
    const taken = this.#bytes.subarray(0, length);
    this.#bytes = this.#bytes.subarray(taken.length);
    return taken;
  }

  /** All that is left, as chunks. */
  async *rest(): AsyncGenerator<Uint8Array> {
    do if (this.#bytes.length > 0) yield this.take(); while (await this.more());
  }
}
