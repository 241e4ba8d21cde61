import { HashSlots } from "./hash_slots.ts";
import type { LineTokens } from "./line_tokens.ts";
import { MAX_TOKENS, VARIABLE } from "./token_marks.ts";

/** Severity ranks, see `severityRank`. */
export const RANKS = 7;

/** Bits of a shape's flags. */
export const PROMOTED = 1; // made by blanking words of others
export const COVERED = 2; // a promoted shape says all that this one says, and more
export const CUT = 4; // its lines go on behind the last token
export const SEVERAL = 8; // promoted with several blanks at once

/** Int32s of a token in the pool: two hashes, mark, place in the text (from | length << 16). */
export const TOKEN_STRIDE = 4;

/** Bytes kept of the text of a variable, and of the white space before a token. */
const VARIABLE_TEXT = 64;
const GAP_TEXT = 16;
/** Bytes behind the text that may be read: it is hashed by words. */
const TEXT_SLACK = 4;
/** Bytes kept of the text of a shape. */
const SHAPE_TEXT = 8192;

/**
 * The distinct shapes: columns by shape number (dense from 0). A shape has its tokens, the text of the line
 * it was first seen in (variables cut at 64 bytes), what was counted of it, and a parent: shapes with one root are
 * one pattern.
 */
export class Shapes {
  size = 0;
  hashA = new Int32Array(0);
  hashB = new Int32Array(0);
  parent = new Int32Array(0);
  /** Number of the pattern it was made for; never used again for another, see `PatternIds`. */
  id = new Int32Array(0);
  flags = new Uint8Array(0);
  tokenFrom = new Int32Array(0);
  tokenCount = new Uint8Array(0);
  textFrom = new Int32Array(0);
  textLength = new Int32Array(0);
  /** The key that it was promoted for (the hash before variables were joined). */
  keyA = new Int32Array(0);
  keyB = new Int32Array(0);
  /** Records until one is looked at for the values of its variables; below 1 for a shape without any. */
  due = new Int32Array(0);
  /** Records by severity rank: RANKS numbers a shape. */
  severities = new Float64Array(0);
  first = new Float64Array(0);
  last = new Float64Array(0);
  /** What earlier clean-ups have subtracted from its count when they chose what to keep. */
  discount = new Float64Array(0);

  tokens = new Int32Array(INITIAL * TOKEN_STRIDE * 16);
  tokensUsed = 0;
  text = new Uint8Array(INITIAL * 64);
  textUsed = 0;
  readonly table = new HashSlots();

  /** `like`: another, with as much room. */
  constructor(like?: Shapes) {
    this.#room(like?.parent.length ?? INITIAL);
    if (like === undefined) return;
    this.tokens = new Int32Array(like.tokens.length);
    this.text = new Uint8Array(like.text.length);
  }

  get bytes(): number {
    return this.parent.length * BYTES_A_SHAPE + this.tokens.byteLength + this.text.length + this.table.bytes;
  }

  /** Adds the shape of the line that `line` read from `bytes`. Returns its number. */
  addLine(line: LineTokens, bytes: Uint8Array): number {
    const shape = this.#add(line.prefixA[line.count], line.prefixB[line.count], line.count);
    if (line.cut) this.flags[shape] |= CUT;
    const textFrom = this.textFrom[shape];
    // What is kept is copied in as few pieces as possible: `from` is the first byte not copied yet.
    let from = line.count > 0 ? line.from[0] : 0;
    let skipped = from;
    for (let i = 0; i < line.count; i++) {
      const start = line.from[i];
      const gapFrom = i > 0 ? line.to[i - 1] : start;
      if (start - gapFrom > GAP_TEXT) {
        this.#appendText(textFrom, bytes, from, gapFrom + GAP_TEXT);
        skipped += start - gapFrom - GAP_TEXT;
        from = start;
      }
      const length = line.to[i] - start;
      const kept = (line.mark[i] & VARIABLE) !== 0 ? Math.min(length, VARIABLE_TEXT) : length;
      const at = Math.min(start - skipped, SHAPE_TEXT);
      if ((line.mark[i] & VARIABLE) !== 0) this.due[shape] = 2;
      this.#setToken(shape, i, line.a[i], line.b[i], line.mark[i], at, Math.min(kept, SHAPE_TEXT - at));
      if (kept < length) {
        this.#appendText(textFrom, bytes, from, start + kept);
        skipped += length - kept;
        from = start + length;
      }
    }
    if (line.count > 0) {
      this.#appendText(textFrom, bytes, from, Math.min(line.end, line.to[line.count - 1] + GAP_TEXT));
    }
    this.textLength[shape] = this.textUsed - textFrom;
    return shape;
  }

  /** Adds the shape that `made` holds as tokens of this pool's layout over the text of `example`. */
  addTokens(made: Int32Array, count: number, hashA: number, hashB: number, example: number): number {
    const shape = this.#add(hashA, hashB, count);
    this.flags[shape] |= PROMOTED | (this.flags[example] & CUT);
    this.due[shape] = 1;
    this.tokens.set(made.subarray(0, count * TOKEN_STRIDE), this.tokenFrom[shape] * TOKEN_STRIDE);
    const from = this.textFrom[example];
    this.#appendText(this.textFrom[shape], this.text, from, from + this.textLength[example]);
    this.textLength[shape] = this.textUsed - this.textFrom[shape];
    return shape;
  }

  /** Copies a shape of another pool, with all its columns; its parent is itself. Returns its number here. */
  copyFrom(other: Shapes, source: number): number {
    const count = other.tokenCount[source];
    const shape = this.#add(other.hashA[source], other.hashB[source], count);
    this.id[shape] = other.id[source];
    this.flags[shape] = other.flags[source];
    this.keyA[shape] = other.keyA[source];
    this.keyB[shape] = other.keyB[source];
    this.due[shape] = other.due[source];
    const at = other.tokenFrom[source] * TOKEN_STRIDE;
    this.tokens.set(
      other.tokens.subarray(at, at + count * TOKEN_STRIDE),
      this.tokenFrom[shape] * TOKEN_STRIDE,
    );
    const from = other.textFrom[source];
    this.#appendText(this.textFrom[shape], other.text, from, from + other.textLength[source]);
    this.textLength[shape] = this.textUsed - this.textFrom[shape];
    this.discount[shape] = other.discount[source];
    this.addCounts(shape, other, source);
    return shape;
  }

  /** Adds what was counted of a shape (of this or another pool) to `shape`. */
  addCounts(shape: number, other: Shapes, source: number): void {
    for (let rank = 0; rank < RANKS; rank++) {
      this.severities[shape * RANKS + rank] += other.severities[source * RANKS + rank];
    }
    if (other.first[source] < this.first[shape]) this.first[shape] = other.first[source];
    if (other.last[source] > this.last[shape]) this.last[shape] = other.last[source];
  }

  countOf(shape: number): number {
    let count = 0;
    for (let at = shape * RANKS; at < (shape + 1) * RANKS; at++) count += this.severities[at];
    return count;
  }

  /** The shape that stands for all of its pattern. */
  rootOf(shape: number): number {
    const parent = this.parent;
    while (parent[shape] !== shape) {
      parent[shape] = parent[parent[shape]];
      shape = parent[shape];
    }
    return shape;
  }

  #add(a: number, b: number, tokens: number): number {
    if (this.size === this.parent.length) this.#room(this.parent.length * 2);
    const shape = this.size++;
    this.hashA[shape] = a;
    this.hashB[shape] = b;
    this.parent[shape] = shape;
    this.id[shape] = -1;
    this.tokenFrom[shape] = this.tokensUsed;
    this.tokenCount[shape] = tokens;
    this.tokensUsed += tokens;
    if (this.tokensUsed * TOKEN_STRIDE > this.tokens.length) {
      this.tokens = grown(this.tokens, this.tokens.length + MAX_TOKENS * TOKEN_STRIDE);
    }
    this.textFrom[shape] = this.textUsed;
    this.first[shape] = Infinity;
    this.last[shape] = -Infinity;
    this.table.add(a, b, shape);
    return shape;
  }

  #setToken(
    shape: number,
    i: number,
    a: number,
    b: number,
    mark: number,
    from: number,
    length: number,
  ): void {
    const at = (this.tokenFrom[shape] + i) * TOKEN_STRIDE;
    this.tokens[at] = a;
    this.tokens[at + 1] = b;
    this.tokens[at + 2] = mark;
    this.tokens[at + 3] = from | (length << 16);
  }

  #appendText(shapeText: number, bytes: Uint8Array, from: number, to: number): void {
    const room = shapeText + SHAPE_TEXT - this.textUsed;
    const length = Math.max(0, Math.min(to - from, room));
    const needed = this.textUsed + length + TEXT_SLACK;
    if (needed > this.text.length) this.text = grown(this.text, needed);
    this.text.set(bytes.subarray(from, from + length), this.textUsed);
    this.textUsed += length;
  }

  #room(size: number): void {
    this.hashA = grown(this.hashA, size);
    this.hashB = grown(this.hashB, size);
    this.parent = grown(this.parent, size);
    this.id = grown(this.id, size);
    this.flags = grown(this.flags, size);
    this.tokenFrom = grown(this.tokenFrom, size);
    this.tokenCount = grown(this.tokenCount, size);
    this.textFrom = grown(this.textFrom, size);
    this.textLength = grown(this.textLength, size);
    this.keyA = grown(this.keyA, size);
    this.keyB = grown(this.keyB, size);
    this.due = grown(this.due, size);
    this.severities = grown(this.severities, size * RANKS);
    this.first = grown(this.first, size);
    this.last = grown(this.last, size);
    this.discount = grown(this.discount, size);
  }
}

const INITIAL = 64;
const BYTES_A_SHAPE = 10 * 4 + 2 + (RANKS + 3) * 8;

/** A copy at least twice as long, and not shorter than `least`. */
function grown<T extends Int32Array | Float64Array | Uint8Array>(old: T, least: number): T {
  const copy = new (old.constructor as new (length: number) => T)(Math.max(old.length * 2, least));
  copy.set(old);
  return copy;
}
