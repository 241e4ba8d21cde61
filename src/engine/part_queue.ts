/** Parts that may be in the queue: some milliseconds of the engine's work. */
export const MAX_PARTS = 8;

/** Places of the queue's own numbers; those of its parts follow. */
const PUT = 0;
const TAKEN = 1;
const TAKER_WAITS = 2;
const GIVER_WAITS = 3;
const PARTS = 4;
const PART = 5;

/** Part of a message, or a large message as a whole, that one thread hands to another. */
export interface Part {
  /** A batch by `packBatch`, or a message as it came. */
  isPacket: boolean;
  isJson: boolean;
  /** The shared buffer that it stands in. */
  buffer: number;
  /** Bytes of the message, with its last part; else 0. */
  size: number;
  /** Lists of key names that must be known to read it. */
  names: number;
}

/**
 * A short queue between two threads in memory that they share. A thread that finds nothing to take (no room to put)
 * says so, and must be woken by a message; while both have work to do none is sent.
 */
export class PartQueue {
  readonly shared: SharedArrayBuffer;
  readonly #numbers: Int32Array;

  constructor(shared = new SharedArrayBuffer((PARTS + MAX_PARTS * PART) * 4)) {
    this.shared = shared;
    this.#numbers = new Int32Array(shared);
  }

  /** Parts that were put in and taken out so far, modulo 2^32. */
  get put(): number {
    return Atomics.load(this.#numbers, PUT);
  }

  get taken(): number {
    return Atomics.load(this.#numbers, TAKEN);
  }

  get isEmpty(): boolean {
    return this.put === this.taken;
  }

  get isFull(): boolean {
    return ((this.put - this.taken) | 0) >= MAX_PARTS;
  }

  /** Adds a part to a queue that is not full; true if the taker has to be woken. */
  add({ isPacket, isJson, buffer, size, names }: Part): boolean {
    const at = this.#placeOf(this.put);
    this.#numbers.set([Number(isPacket), Number(isJson), buffer, size, names], at);
    Atomics.add(this.#numbers, PUT, 1);
    return Atomics.exchange(this.#numbers, TAKER_WAITS, 0) === 1;
  }

  /** The oldest part of a queue that is not empty. */
  first(): Part {
    const at = this.#placeOf(this.taken);
    const [isPacket, isJson, buffer, size, names] = this.#numbers.subarray(at, at + PART);
    return { isPacket: isPacket === 1, isJson: isJson === 1, buffer, size, names };
  }

  /** Takes out the oldest part, whose buffer is not read any more; true if the giver has to be woken. */
  remove(): boolean {
    Atomics.add(this.#numbers, TAKEN, 1);
    return Atomics.exchange(this.#numbers, GIVER_WAITS, 0) === 1;
  }

  /** Says that the taker waits; false if there is something by now. */
  takerWaits(): boolean {
    Atomics.store(this.#numbers, TAKER_WAITS, 1);
    return this.isEmpty;
  }

  /** Says that the giver waits, until something is taken. */
  giverWaits(): void {
    Atomics.store(this.#numbers, GIVER_WAITS, 1);
  }

  #placeOf(number: number): number {
    return PARTS + ((number >>> 0) % MAX_PARTS) * PART;
  }
}
