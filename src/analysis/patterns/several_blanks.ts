import { BEGINS, type BlankedShape, STAYS } from "./blanked_shape.ts";
import { LETTERED, MAX_TOKENS, PUNCTUATION, SPACED, VARIABLE } from "./token_marks.ts";
import { PROMOTED, type Shapes, TOKEN_STRIDE } from "./shapes.ts";

/** Shapes of one skeleton that a new one is compared with. */
const COMPARED = 64;
/** Distinct values in every blank that make a pattern. */
const DISTINCT_VALUES = 8;
const LEAST_CONSTANT_SHARE = 0.4;
const LEAST_CONSTANT_WORDS = 2;
/** Tokens that one new shape may be compared with in all, and keys that it may be filed under. */
const COMPARISONS = 1024;
const KEYS = 8;
/** Keys held; past it all are dropped, and begin anew from what comes. */
const MAX_KEYS = 8192;

/** Numbers held for the values of all keys; past it the keys are dropped as well. */
const MAX_VALUES = 1 << 18;
/** Members of a key that are remembered. */
const MAX_MEMBERS = 64;

interface Several {
  shapes: number[];
  /** The distinct values of each blank by hash, DISTINCT_VALUES places a blank, and how many they are. */
  values: Int32Array;
  sizes: Uint8Array;
}

/**
 * Finds patterns that differ in several places at once, by comparing a new shape with the last ones that have the
 * same number of tokens, punctuation and white space.
 */
export class SeveralBlanks {
  readonly #recent = new Map<number, number[]>();
  readonly #promoted = new Map<number, number[]>();
  readonly #keys = new Map<number, Several>();
  readonly #blank = new Uint8Array(MAX_TOKENS);
  #values = 0;

  /** The promoted shape that says all that `shape` says, -1 for none. */
  promotedFor(shapes: Shapes, shape: number): number {
    const known = this.#promoted.get(skeletonOf(shapes, shape));
    if (known === undefined) return -1;
    for (const one of known) if (one !== shape && covers(shapes, one, shape)) return one;
    return -1;
  }

  /** Remembers a shape that was promoted with several blanks. */
  addPromoted(shapes: Shapes, shape: number): void {
    push(this.#promoted, skeletonOf(shapes, shape), shape);
  }

  /**
   * Remembers a shape and compares it with others of its skeleton. Returns the shapes that with it make a pattern (its
   * tokens are then in `into`), or null.
   */
  add(shapes: Shapes, shape: number, into: BlankedShape): number[] | null {
    const n = shapes.tokenCount[shape];
    const skeleton = skeletonOf(shapes, shape) + (shapes.flags[shape] & PROMOTED);
    const recent = this.#recent.get(skeleton) ?? [];
    let found: number[] | null = null;
    let keys = 0;
    let compared = 0;
    for (let i = recent.length - 1; i >= 0 && compared < COMPARISONS && keys < KEYS; i--) {
      compared += n;
      if (!this.#compare(shapes, shape, recent[i])) continue;
      keys++;
      found = this.#file(shapes, shape, recent[i], into);
      if (found !== null) break;
    }
    push(this.#recent, skeleton, shape);
    return found;
  }

  clear(): void {
    this.#recent.clear();
    this.#promoted.clear();
    this.#forgetKeys();
  }

  /** Bytes held, about. */
  get bytes(): number {
    return this.#values * 4 + this.#keys.size * 400 + (this.#recent.size + this.#promoted.size) * 200;
  }

  #forgetKeys(): void {
    this.#keys.clear();
    this.#values = 0;
  }

  /** Marks the differences in `#blank`; whether there are several, and enough stays. */
  #compare(shapes: Shapes, one: number, other: number): boolean {
    const tokens = shapes.tokens;
    const n = shapes.tokenCount[one];
    let x = shapes.tokenFrom[one] * TOKEN_STRIDE;
    let y = shapes.tokenFrom[other] * TOKEN_STRIDE;
    let words = 0;
    let stay = 0;
    let lettered = 0;
    let differ = 0;
    const most = n * (1 - LEAST_CONSTANT_SHARE);
    for (let i = 0; i < n; i++, x += TOKEN_STRIDE, y += TOKEN_STRIDE) {
      const mark = tokens[x + 2];
      const same = tokens[x] === tokens[y] && tokens[x + 1] === tokens[y + 1];
      this.#blank[i] = same ? STAYS : BEGINS;
      if ((mark & PUNCTUATION) !== 0) continue;
      words++;
      if (!same) {
        if (++differ > most) return false;
      } else {
        stay++;
        if ((mark & LETTERED) !== 0) lettered++;
      }
    }
    return differ > 1 && lettered >= LEAST_CONSTANT_WORDS && stay >= words * LEAST_CONSTANT_SHARE;
  }

  #file(shapes: Shapes, shape: number, other: number, into: BlankedShape): number[] | null {
    into.make(shapes, shape, this.#blank);
    const key = (into.keyA >>> 0) * 0x200000 + (into.keyB >>> 11);
    let several = this.#keys.get(key);
    if (several === undefined) {
      if (this.#keys.size >= MAX_KEYS || this.#values >= MAX_VALUES) this.#forgetKeys();
      let blanks = 0;
      for (let i = 0; i < shapes.tokenCount[shape]; i++) if (this.#blank[i] !== STAYS) blanks++;
      several = {
        shapes: [],
        values: new Int32Array(blanks * DISTINCT_VALUES),
        sizes: new Uint8Array(blanks),
      };
      this.#values += blanks * DISTINCT_VALUES;
      this.#keys.set(key, several);
      this.#addMember(shapes, other, several);
    }
    this.#addMember(shapes, shape, several);
    for (const size of several.sizes) if (size < DISTINCT_VALUES) return null;
    this.#keys.delete(key);
    this.#values -= several.values.length;
    return several.shapes;
  }

  #addMember(shapes: Shapes, shape: number, several: Several): void {
    if (several.shapes.length < MAX_MEMBERS) several.shapes.push(shape);
    const { values, sizes } = several;
    const base = shapes.tokenFrom[shape] * TOKEN_STRIDE;
    let blank = 0;
    for (let i = 0; i < shapes.tokenCount[shape]; i++) {
      if (this.#blank[i] === STAYS) continue;
      const value = shapes.tokens[base + i * TOKEN_STRIDE];
      const first = blank * DISTINCT_VALUES;
      const end = first + sizes[blank];
      let at = first;
      while (at < end && values[at] !== value) at++;
      if (at === end && sizes[blank] < DISTINCT_VALUES) {
        values[at] = value;
        sizes[blank]++;
      }
      blank++;
    }
  }
}

/** Hash of where punctuation, white space and words stand. */
function skeletonOf(shapes: Shapes, shape: number): number {
  const n = shapes.tokenCount[shape];
  let hash = n;
  for (let i = 0, at = shapes.tokenFrom[shape] * TOKEN_STRIDE + 2; i < n; i++, at += TOKEN_STRIDE) {
    const mark = shapes.tokens[at];
    hash = Math.imul(hash, 0x01000193) + ((mark & PUNCTUATION) !== 0 ? mark : mark & SPACED);
  }
  return hash * 2;
}

/** Whether `general` is `special` with some tokens blanked (they have the same skeleton). */
function covers(shapes: Shapes, general: number, special: number): boolean {
  const tokens = shapes.tokens;
  if (shapes.tokenCount[general] !== shapes.tokenCount[special]) return false;
  let x = shapes.tokenFrom[general] * TOKEN_STRIDE;
  let y = shapes.tokenFrom[special] * TOKEN_STRIDE;
  for (let i = 0; i < shapes.tokenCount[general]; i++, x += TOKEN_STRIDE, y += TOKEN_STRIDE) {
    if (tokens[x] === tokens[y] && tokens[x + 1] === tokens[y + 1]) continue;
    if ((tokens[x + 2] & VARIABLE) === 0 || (tokens[y + 2] & PUNCTUATION) !== 0) return false;
  }
  return true;
}

function push(lists: Map<number, number[]>, skeleton: number, shape: number): void {
  const list = lists.get(skeleton);
  if (list === undefined) {
    lists.set(skeleton, [shape]);
    return;
  }
  if (list.length === COMPARED) list.shift();
  list.push(shape);
}
