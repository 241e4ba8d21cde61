import { hashBytes, hashed } from "./hash.ts";

/** Past this many keys a table is emptied between two batches: a hostile log may name keys at random. */
export const MAX_KEYS = 16_384;

/** Readable bytes that must follow any range that is hashed. */
const SLACK = 8;

/**
 * Gives each field name a small number, so that a batch names a field by number and text is made once per
 * distinct key. Numbers are dense from 0 and hold until `generation` changes, which happens only in
 * `trim()`, between batches: whoever keeps something by key number must look at `generation` first.
 */
export class KeyTable {
  /** The names, by key number. */
  readonly names: string[] = [];
  generation = 0;
  #slots = new Int32Array(1024).fill(-1);
  #hashA: number[] = [];
  #hashB: number[] = [];
  /** The numbers of keys that were asked for by name. */
  readonly #named = new Map<string, number>();
  #encoder = new TextEncoder();
  #decoder = new TextDecoder();

  /** The number of the key whose UTF-8 name stands in [from, to). */
  idOfBytes(bytes: Uint8Array, view: DataView, from: number, to: number): number {
    const a = hashBytes(view, from, to);
    const b = hashed[1];
    const slot = this.#find(a, b);
    const id = this.#slots[slot];
    return id >= 0 ? id : this.#insert(slot, a, b, this.#decoder.decode(bytes.subarray(from, to)));
  }

  /** The number of a key by its name. */
  idOf(name: string): number {
    let id = this.#named.get(name);
    if (id === undefined) {
      const encoded = this.#encoder.encode(name);
      const padded = new Uint8Array(encoded.length + SLACK);
      padded.set(encoded);
      id = this.idOfBytes(padded, new DataView(padded.buffer), 0, encoded.length);
      this.#named.set(name, id);
    }
    return id;
  }

  /** To be called between batches: empties the table when it has passed its bound. */
  trim(): void {
    if (this.names.length <= MAX_KEYS) return;
    this.names.length = this.#hashA.length = this.#hashB.length = 0;
    this.#slots = new Int32Array(1024).fill(-1);
    this.#named.clear();
    this.generation++;
  }

  #find(a: number, b: number): number {
    const mask = this.#slots.length - 1;
    let slot = a & mask;
    for (let id; (id = this.#slots[slot]) >= 0; slot = (slot + 1) & mask) {
      if (this.#hashA[id] === a && this.#hashB[id] === b) break;
    }
    return slot;
  }

  #insert(slot: number, a: number, b: number, name: string): number {
    const id = this.names.length;
    this.names.push(name);
    this.#hashA.push(a);
    this.#hashB.push(b);
    this.#slots[slot] = id;
    if (this.names.length * 2 > this.#slots.length) this.#grow();
    return id;
  }

  #grow(): void {
    this.#slots = new Int32Array(this.#slots.length * 2).fill(-1);
    for (let id = 0; id < this.names.length; id++) {
      this.#slots[this.#find(this.#hashA[id], this.#hashB[id])] = id;
    }
  }
}
