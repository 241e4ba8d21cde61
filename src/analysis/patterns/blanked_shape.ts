import {
  BLANKED,
  MAX_TOKENS,
  PUNCTUATION,
  SPACED,
  SPACED_A,
  SPACED_B,
  START_A,
  START_B,
  STEP_A,
  STEP_B,
  VARIABLE,
  VARIABLE_A,
  VARIABLE_B,
  WORD,
} from "./token_marks.ts";
import { type Shapes, TOKEN_STRIDE } from "./shapes.ts";
import { areOne, headOf, TOUCH, touchOf } from "./variable_joins.ts";
import { ROLES_OF_TOKEN } from "./word_roles.ts";

const COLON = 0x3a;

/** What becomes of a token: it stays, it begins a variable, it belongs to the variable before it. */
export const STAYS = 0;
export const BEGINS = 1;
export const CONTINUES = 2;

/**
 * Makes the shape that another becomes when some of its tokens are blanked; variables that touch are joined as they are in lines.
 */
export class BlankedShape {
  readonly tokens = new Int32Array(MAX_TOKENS * TOKEN_STRIDE);
  count = 0;
  hashA = 0;
  hashB = 0;
  /** The hash before variables were joined: the key of the candidate. */
  keyA = 0;
  keyB = 0;

  /** `blank[i]` says what becomes of token i of `shape`. */
  make(shapes: Shapes, shape: number, blank: Uint8Array): void {
    const source = shapes.tokens;
    const base = shapes.tokenFrom[shape] * TOKEN_STRIDE;
    const n = shapes.tokenCount[shape];
    this.count = 0;
    this.keyA = START_A;
    this.keyB = START_B;
    const markOf = (i: number) => i < n ? source[base + i * TOKEN_STRIDE + 2] : 0;
    // As `LineTokens` reads what stands behind a variable.
    const headAt = (i: number) => {
      const next = i + 1 < n && blank[i + 1] === STAYS ? markOf(i + 1) : 0;
      const isColon = (next & (PUNCTUATION | 0xff)) === (PUNCTUATION | COLON);
      const apart = isColon ? markOf(i + 2) : next;
      return ((next & WORD) !== 0 || isColon) === ((apart & SPACED) !== 0) ? headOf(next) : 0;
    };
    for (let i = 0; i < n; i++) {
      const at = base + i * TOKEN_STRIDE;
      if (blank[i] === STAYS) {
        this.#step(source[at], source[at + 1]);
        this.#push(source[at], source[at + 1], source[at + 2], source[at + 3], headAt(i));
        continue;
      }
      const mark = VARIABLE | BLANKED | (source[at + 2] & SPACED);
      const spaced = (mark & SPACED) !== 0;
      const from = source[at + 3] & 0xffff;
      let to = from;
      for (;; i++) {
        const place = source[base + i * TOKEN_STRIDE + 3];
        to = (place & 0xffff) + (place >>> 16);
        if (i + 1 === n || blank[i + 1] !== CONTINUES) break;
      }
      const a = spaced ? VARIABLE_A ^ SPACED_A : VARIABLE_A;
      const b = spaced ? VARIABLE_B ^ SPACED_B : VARIABLE_B;
      this.#step(a, b);
      this.#push(a, b, mark, from | ((to - from) << 16), headAt(i));
    }
    this.keyA |= 0;
    this.keyB |= 0;
    this.#hash();
  }

  #step(a: number, b: number): void {
    this.keyA = Math.imul(this.keyA, STEP_A) + a;
    this.keyB = Math.imul(this.keyB, STEP_B) + b;
  }

  /** `head`: what a variable is to what stands behind it. */
  #push(a: number, b: number, mark: number, place: number, head: number): void {
    const tokens = this.tokens;
    const touch = (mark & VARIABLE) !== 0
      ? touchOf(tokens, TOKEN_STRIDE, 2, this.count, (mark & SPACED) !== 0)
      : 0;
    if (touch !== 0) {
      const top = this.count - (touch >> 2);
      const before = tokens[top * TOKEN_STRIDE + 2];
      if (areOne(before & ROLES_OF_TOKEN, mark & ROLES_OF_TOKEN, touch & TOUCH, head)) {
        const from = tokens[top * TOKEN_STRIDE + 3] & 0xffff;
        const alike = before & mark & ROLES_OF_TOKEN;
        tokens[top * TOKEN_STRIDE + 3] = from | (((place & 0xffff) + (place >>> 16) - from) << 16);
        tokens[top * TOKEN_STRIDE + 2] = before & ~ROLES_OF_TOKEN | mark & BLANKED | alike;
        this.count = top + 1;
        return;
      }
    }
    const at = this.count++ * TOKEN_STRIDE;
    tokens[at] = a;
    tokens[at + 1] = b;
    tokens[at + 2] = mark;
    tokens[at + 3] = place;
  }

  #hash(): void {
    let a = START_A;
    let b = START_B;
    for (let at = 0; at < this.count * TOKEN_STRIDE; at += TOKEN_STRIDE) {
      a = Math.imul(a, STEP_A) + this.tokens[at];
      b = Math.imul(b, STEP_B) + this.tokens[at + 1];
    }
    this.hashA = a | 0;
    this.hashB = b | 0;
  }
}
