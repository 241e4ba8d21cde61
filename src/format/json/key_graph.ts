import { hashBytes, hashed } from "../../record/hash.ts";
import type { KeyTable } from "../../record/key_table.ts";
import { roleOf } from "../field_roles.ts";

/** The edge that ends a record. */
export const FINISH = -1;
/** No edge fits what stands there. */
export const MISS = -2;

/** Successors that a key remembers. */
export const FAN = 8;
/** Longer stretches between two values are not remembered. */
const MAX_EDGE_BYTES = 128;
/** Nodes that edges begin at; what follows further ones is looked up by its name. */
export const MAX_NODES = 8_192;
/** Bounds: past them the graph is forgotten and learned anew. */
const MOST_NODES = 32_768;
const MAX_EDGE_WORDS = 1 << 18;
/** Where all successors are taken, one look-up in so many learns instead of the oldest. */
const RELEARN = 64;
/** Words before the bytes of an edge: its length in bytes, its target, whether the value is a string. */
export const HEAD = 3;

// Even its own exports a module loads at every use; these are folded into the code.
const fan = FAN;
const head = HEAD;
const miss = MISS;
const finish = FINISH;
const maxNodes = MAX_NODES;

/**
 * What follows what: a node is a key at its place (nested objects are nodes too), an edge the exact bytes
 * between the end of one value and the start of the next, such as `,"host":"`. Where an edge fits, nothing
 * else need be looked at: no white space, no quotes, no look-up of the key. Keys that come and go or
 * change places are other edges of the same graph.
 *
 * Node 0 is the record itself; edges from it lead to the first value.
 */
export class KeyGraph {
  /** By node: the number of its dotted key, the object it stands in, how deep, its role (see `packRole`). */
  key = new Int32Array(256);
  parent = new Int32Array(256);
  depth = new Uint8Array(256);
  role = new Int32Array(256);
  /**
   * By node (below maxNodes) and place: where its edges begin in `words`, 0 for none. Of full size from the
   * start, since what is not touched takes no memory and what never changes is read faster.
   */
  readonly edges = new Int32Array(maxNodes * fan);
  readonly words = new Int32Array(MAX_EDGE_WORDS);
  /** Of the edge that `follow` found last: whether the value is a string, and where it starts. */
  isText = false;
  valueAt = 0;

  readonly #keys: KeyTable;
  #generation = 0;
  #nodes = 1;
  #wordsUsed = 1;
  #misses = 0;
  #slots = new Int32Array(1024).fill(-1);
  #hashA = new Int32Array(256);
  #hashB = new Int32Array(256);
  #path = new Uint8Array(256);
  readonly #encoder = new TextEncoder();

  constructor(keys: KeyTable) {
    this.#keys = keys;
    this.#generation = keys.generation;
  }

  /** To be called before a record: forgets all when a bound was passed or the key numbers have changed. */
  refresh(): void {
    if (this.#generation === this.#keys.generation && this.#nodes < MOST_NODES) return;
    this.#generation = this.#keys.generation;
    this.#nodes = 1;
    this.#slots.fill(-1);
    this.#forgetEdges();
  }

  /** The node of the key with the hashes of [from, to) in `object`; made if it is new. */
  child(object: number, bytes: Uint8Array, view: DataView, from: number, to: number): number {
    const a = hashBytes(view, from, to) ^ Math.imul(object, 0x9e3779b1);
    const b = hashed[1] ^ object;
    const mask = this.#slots.length - 1;
    let slot = a & mask;
    for (let node; (node = this.#slots[slot]) >= 0; slot = (slot + 1) & mask) {
      if (this.#hashA[node] === a && this.#hashB[node] === b) return node;
    }
    return this.#addNode(slot, a, b, object, bytes.subarray(from, to));
  }

  /** Remembers that [from, to) leads from `node` to `target`. */
  learn(node: number, target: number, isText: boolean, view: DataView, from: number, to: number): void {
    const length = to - from;
    if (length === 0 || length > MAX_EDGE_BYTES || node >= maxNodes) return;
    let place = node * fan;
    const end = place + fan;
    while (place < end && this.edges[place] !== 0) place++;
    if (place === end) {
      if (++this.#misses % RELEARN !== 0) return;
      place = node * fan + (this.#misses / RELEARN) % fan;
    }
    const count = (length + 3) >> 2;
    if (this.#wordsUsed + head + count > MAX_EDGE_WORDS) {
      this.#forgetEdges();
      return;
    }
    const at = this.#wordsUsed;
    this.words[at] = length;
    this.words[at + 1] = target;
    this.words[at + 2] = isText ? 1 : 0;
    for (let index = 0; index < count; index++) {
      const rest = length - index * 4;
      const word = view.getInt32(from + index * 4, true);
      this.words[at + head + index] = rest >= 4 ? word : word & (-1 >>> ((4 - rest) << 3));
    }
    this.#wordsUsed = at + head + count;
    this.edges[place] = at;
  }

  /** The node that an edge from `node` leads to when its bytes stand at `at`; finish, or miss. */
  follow(view: DataView, node: number, at: number, to: number): number {
    const { edges, words } = this;
    if (node >= maxNodes) return miss;
    const end = node * fan + fan;
    for (let place = node * fan; place < end; place++) {
      const edge = edges[place];
      if (edge === 0) return miss;
      const length = words[edge];
      if (at + length > to) continue;
      let word = edge + head;
      let position = at;
      const whole = at + (length & ~3);
      while (position < whole && view.getInt32(position, true) === words[word]) {
        position += 4;
        word++;
      }
      if (position < whole) continue;
      const rest = length & 3;
      if (rest !== 0) {
        const mask = -1 >>> ((4 - rest) << 3);
        if ((view.getInt32(position, true) & mask) !== words[word]) continue;
      }
      const isText = words[edge + 2] === 1;
      const target = words[edge + 1];
      // The same key before a string, a blank or an object is another edge.
      if (!isText && target !== finish && isOtherEdge(view.getUint8(at + length))) continue;
      this.isText = isText;
      this.valueAt = at + length;
      return target;
    }
    return miss;
  }

  #addNode(slot: number, a: number, b: number, object: number, name: Uint8Array): number {
    const node = this.#nodes++;
    if (node === this.key.length) this.#growNodes();
    this.#hashA[node] = a;
    this.#hashB[node] = b;
    this.#slots[slot] = node;
    this.parent[node] = object;
    this.depth[node] = this.depth[object] + 1;
    this.key[node] = this.#keyOf(object, name);
    this.role[node] = packRole(this.#keys.names[this.key[node]]);
    if (this.#nodes * 2 > this.#slots.length) this.#growSlots();
    return node;
  }

  /** The number of the dotted key of `name` in `object`. */
  #keyOf(object: number, name: Uint8Array): number {
    const prefix = object === 0 ? "" : `${this.#keys.names[this.key[object]]}.`;
    const encoded = this.#encoder.encode(prefix);
    const length = encoded.length + name.length;
    if (this.#path.length < length + 8) this.#path = new Uint8Array(length * 2 + 8);
    this.#path.set(encoded);
    this.#path.set(name, encoded.length);
    return this.#keys.idOfBytes(this.#path, new DataView(this.#path.buffer), 0, length);
  }

  #forgetEdges(): void {
    this.edges.fill(0);
    this.#wordsUsed = 1;
  }

  #growNodes(): void {
    this.key = grown(this.key);
    this.parent = grown(this.parent);
    this.role = grown(this.role);
    this.#hashA = grown(this.#hashA);
    this.#hashB = grown(this.#hashB);
    const depth = new Uint8Array(this.depth.length * 2);
    depth.set(this.depth);
    this.depth = depth;
  }

  #growSlots(): void {
    const slots = new Int32Array(this.#slots.length * 2).fill(-1);
    const mask = slots.length - 1;
    for (let node = 1; node < this.#nodes; node++) {
      let slot = this.#hashA[node] & mask;
      while (slots[slot] >= 0) slot = (slot + 1) & mask;
      slots[slot] = node;
    }
    this.#slots = slots;
  }
}

export function isOtherEdge(byte: number): boolean {
  return byte <= 32 || byte === 0x22 || byte === 0x7b;
}

function grown(old: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(old.length * 2);
  larger.set(old);
  return larger;
}

/** A role as one number: role, then rank << 8, then scale << 16; 0 for an attribute. */
export function packRole(name: string): number {
  const { role, rank, scale } = roleOf(name);
  return role | (rank << 8) | (scale << 16);
}

/** The graphs that all readers with one key table share. */
interface Graphs {
  json: KeyGraph;
  logfmt: KeyGraph;
}

const graphs = new WeakMap<KeyTable, Graphs>();

export function graphsOf(keys: KeyTable): Graphs {
  let found = graphs.get(keys);
  if (found === undefined) graphs.set(keys, found = { json: new KeyGraph(keys), logfmt: new KeyGraph(keys) });
  return found;
}
