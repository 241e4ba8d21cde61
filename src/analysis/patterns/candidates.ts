import { HashSlots } from "./hash_slots.ts";

/** Members of one candidate that are kept; a span is promoted long before. */
const MAX_MEMBERS = 16;

/**
 * Shapes with one span blanked that could become patterns of their own, by key: how many distinct shapes have
 * it (each has another value there, or they would be the same shape), and which.
 */
export class Candidates {
  readonly #slots = new HashSlots();
  /** Members; bit 15 set: a member has a variable there; bit 14: a value is no dotted name. */
  #info = new Uint16Array(INITIAL);
  /** Members that promote it when one of them has a variable there; 0 while no span was filed under it. */
  #enough = new Uint8Array(INITIAL);
  /** The first node of its members, or once promoted ~shape. */
  #head = new Int32Array(INITIAL);
  /** Pairs: shape, next node; -1 ends. */
  #nodes = new Int32Array(INITIAL * 2);
  #nodesUsed = 0;

  get size(): number {
    return this.#slots.size;
  }

  get bytes(): number {
    return this.#slots.bytes + this.#info.length * 7 + this.#nodes.byteLength;
  }

  /** Number of the candidate with this key, -1 for none. */
  find(a: number, b: number): number {
    return this.#slots.get(a, b);
  }

  add(a: number, b: number): number {
    const candidate = this.#slots.size;
    if (candidate === this.#info.length) {
      const info = this.#info;
      const head = this.#head;
      this.#info = new Uint16Array(candidate * 2);
      this.#info.set(info);
      const enough = this.#enough;
      this.#enough = new Uint8Array(candidate * 2);
      this.#enough.set(enough);
      this.#head = new Int32Array(candidate * 2);
      this.#head.set(head);
    }
    this.#slots.add(a, b, candidate);
    this.#info[candidate] = this.#enough[candidate] = 0;
    this.#head[candidate] = NO_NODE;
    return candidate;
  }

  /** The promoted shape of a candidate, -1 while it is none. */
  promotedOf(candidate: number): number {
    const head = this.#head[candidate];
    return head < NO_NODE ? -2 - head : -1;
  }

  setPromoted(candidate: number, shape: number): void {
    this.#head[candidate] = -2 - shape;
  }

  /** Adds a member; `variable`: it has a variable in the place of the span, `dotted`: its value is a dotted name. */
  addMember(candidate: number, shape: number, variable: boolean, dotted: boolean): void {
    const info = this.#info[candidate];
    if ((info & COUNT) >= MAX_MEMBERS) return;
    const node = this.#nodesUsed;
    if (node * 2 === this.#nodes.length) {
      const nodes = this.#nodes;
      this.#nodes = new Int32Array(nodes.length * 2);
      this.#nodes.set(nodes);
    }
    this.#nodesUsed++;
    this.#nodes[node * 2] = shape;
    this.#nodes[node * 2 + 1] = this.#head[candidate];
    this.#head[candidate] = node;
    this.#info[candidate] = (info + 1) | (variable ? HAS_VARIABLE : 0) |
      (dotted || variable ? 0 : NOT_DOTTED);
  }

  countOf(candidate: number): number {
    return this.#info[candidate] & COUNT;
  }

  hasVariable(candidate: number): boolean {
    return (this.#info[candidate] & HAS_VARIABLE) !== 0;
  }

  /** Whether one of the members has a variable in the place of the span, and they are enough to say it is one. */
  variableIsLikely(candidate: number): boolean {
    const enough = this.#enough[candidate];
    return enough > 0 && this.hasVariable(candidate) && this.countOf(candidate) >= enough;
  }

  setEnough(candidate: number, members: number): void {
    this.#enough[candidate] = members;
  }

  allDotted(candidate: number): boolean {
    return (this.#info[candidate] & NOT_DOTTED) === 0;
  }

  /** The first member node, -1 for none. */
  membersOf(candidate: number): number {
    return Math.max(NO_NODE, this.#head[candidate]);
  }

  shapeAt(node: number): number {
    return this.#nodes[node * 2];
  }

  nextOf(node: number): number {
    return this.#nodes[node * 2 + 1];
  }

  /** Forgets all; the room stays. */
  clear(): void {
    this.#slots.clear();
    this.#nodesUsed = 0;
  }
}

const INITIAL = 1024;
const NO_NODE = -1;
const COUNT = 0x3fff;
const NOT_DOTTED = 0x4000;
const HAS_VARIABLE = 0x8000;
