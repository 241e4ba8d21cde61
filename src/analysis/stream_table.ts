/** Streams held. */
export const MAX_STREAMS = 2048;

/** What stands for the patterns that no stream of their own is held for, and for all patterns of a service on a host. */
export const OTHER_PATTERNS = -2;
export const ALL_PATTERNS = -3;

/** Streams that no pattern gets, so that of what is not told apart by patterns the service, host and severity are known. */
const FOR_SHARED = 256;
/** 0 below WARN, 1 WARN, 2 ERROR and FATAL: the lowest bits of an owner. */
const BADNESSES = 3;
const BADNESS_BITS = 3;
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

  hasRoomFor(leaf: number): boolean {
    return this.size < (leaf < -1 ? MAX_STREAMS : MAX_STREAMS - FOR_SHARED);
  }

  /** The stream of a pattern for which there is no room: its own all the same, else its owner's, else its severity's. */
  share(pattern: number, owner: number): number {
    const own = this.find(pattern, owner);
    if (own >= 0) return own;
    const all = pattern === ALL_PATTERNS ? ALL_PATTERNS : OTHER_PATTERNS;
    const others = this.find(all, owner);
    if (others >= 0) return others;
    return this.size < MAX_STREAMS ? this.add(all, owner) : this.find(all, owner & BADNESS_BITS);
  }

  /** Makes the streams that `share` comes to at last. */
  makeShared(): void {
    for (let badness = 0; badness < BADNESSES; badness++) {
      this.add(OTHER_PATTERNS, badness);
      this.add(ALL_PATTERNS, badness);
    }
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
