/** From a pair of 32-bit hashes to a number ≥ 0: open addressing, a cache line a look-up, grown by doubling. */
export class HashSlots {
  #cells = new Int32Array(MIN_SLOTS * 4);
  #mask = MIN_SLOTS - 1;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get bytes(): number {
    return this.#cells.byteLength;
  }

  /** The number held for the pair, -1 for none. */
  get(a: number, b: number): number {
    const cells = this.#cells;
    const mask = this.#mask;
    for (let slot = a & mask;; slot = (slot + 1) & mask) {
      const at = slot << 2;
      const held = cells[at + 2];
      if (held === 0) return -1;
      if (cells[at] === a && cells[at + 1] === b) return held - 1;
    }
  }

  /** Adds a pair that is not held yet. */
  add(a: number, b: number, number: number): void {
    if (this.#size * 2 > this.#mask) this.#grow();
    this.#put(a, b, number + 1);
    this.#size++;
  }

  /** Forgets all; the room stays. */
  clear(): void {
    this.#cells.fill(0);
    this.#size = 0;
  }

  #put(a: number, b: number, held: number): void {
    const cells = this.#cells;
    let slot = a & this.#mask;
    while (cells[(slot << 2) + 2] !== 0) slot = (slot + 1) & this.#mask;
    cells[slot << 2] = a;
    cells[(slot << 2) + 1] = b;
    cells[(slot << 2) + 2] = held;
  }

  #grow(): void {
    const old = this.#cells;
    this.#cells = new Int32Array(old.length * 2);
    this.#mask = this.#mask * 2 + 1;
    for (let at = 0; at < old.length; at += 4) {
      if (old[at + 2] !== 0) this.#put(old[at], old[at + 1], old[at + 2]);
    }
  }
}

const MIN_SLOTS = 1024;
