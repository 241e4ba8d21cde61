/** Streams held. */
export const MAX_STREAMS = 2048;

const SLOTS = MAX_STREAMS * 2;

/** Small numbers, dense from 0, for streams: pairs of a pattern's number and of who wrote its records. */
export class StreamTable {
  size = 0;
  readonly leaf = new Int32Array(MAX_STREAMS);
  readonly owner = new Int32Array(MAX_STREAMS);
  /** Open addressing: number of the stream + 1. */
  readonly #slots = new Int32Array(SLOTS);

  /** The number of a stream, -1 if it is not held. */
  find(leaf: number, owner: number): number {
    let slot = slotOf(leaf, owner);
    for (let stream; (stream = this.#slots[slot] - 1) >= 0; slot = (slot + 1) & (SLOTS - 1)) {
      if (this.leaf[stream] === leaf && this.owner[stream] === owner) return stream;
    }
    return -1;
  }

  /** Gives a number to a stream that is not held, for which there is room. */
  add(leaf: number, owner: number): number {
    const stream = this.size++;
    this.leaf[stream] = leaf;
    this.owner[stream] = owner;
    let slot = slotOf(leaf, owner);
    while (this.#slots[slot] !== 0) slot = (slot + 1) & (SLOTS - 1);
    this.#slots[slot] = stream + 1;
    return stream;
  }

  clear(): void {
    this.size = 0;
    this.#slots.fill(0);
  }
}

function slotOf(leaf: number, owner: number): number {
  return (Math.imul(leaf, 0x9e3779b1) ^ Math.imul(owner, 0x85ebca6b)) >>> 16 & (SLOTS - 1);
}
