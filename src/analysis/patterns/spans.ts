import {
  BLANKED,
  DOTTED,
  LETTERED,
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
import { NOUN, PREPOSITION } from "./word_roles.ts";

/** Distinct values at which a span becomes a variable, by what stands before it. */
const USUAL_VALUES = 6;
const VALUES_AFTER_OPENER = 4;
const VALUES_AFTER_NOUN = 3;
export const DOTTED_VALUES = 3;

const LONGEST_CHUNK = 6;
/** Tokens of a name, and words that may stand in the middle of it without a capital. */
const LONGEST_NAME = 7;
const PARTICLES = new Set([
  "de",
  "da",
  "di",
  "do",
  "du",
  "la",
  "le",
  "el",
  "al",
  "van",
  "von",
  "der",
  "den",
  "of",
]);
const LONGEST_PARTICLE = 3;
const CAPITAL = new Uint8Array(256).fill(1, 0x41, 0x5b).fill(1, 0xc3, 0xc4);
const MAX_SPANS = MAX_TOKENS + MAX_TOKENS / 2;
const EQUALS = 0x3d;
const COMMA = 0x2c;
const APOSTROPHE = 0x27;

const POWERS_A = powers(STEP_A);
const POWERS_B = powers(STEP_B);

/** What makes a value likely when it stands before a span. */
const OPENERS = new Uint8Array(256);
for (const byte of "=\"'`[{") OPENERS[byte.charCodeAt(0)] = 1;

const QUOTES = new Uint8Array(256);
for (const byte of "\"'`") QUOTES[byte.charCodeAt(0)] = 1;

/** What stands behind the value of a pair. */
const ENDS_PAIR = new Uint8Array(256);
for (const byte of ",;)]}>") ENDS_PAIR[byte.charCodeAt(0)] = 1;

/** What closes what opens. */
const ENCLOSES = new Uint8Array(256);
for (const [open, close] of ['""', "''", "``", "()", "[]", "{}", "<>"]) {
  ENCLOSES[open.charCodeAt(0)] = close.charCodeAt(0);
}

/**
 * The spans of a shape that could be variables: every word, and every chunk between white space of two to six
 * tokens without its outer punctuation. Each has a key: the hash of the shape with that span blanked, made from
 * the hashes of what is before and after it.
 */
export class Spans {
  count = 0;
  readonly from = new Uint8Array(MAX_SPANS);
  readonly to = new Uint8Array(MAX_SPANS);
  readonly keyA = new Int32Array(MAX_SPANS);
  readonly keyB = new Int32Array(MAX_SPANS);
  /** Distinct values that promote the span; 0: none do. */
  readonly values = new Uint8Array(MAX_SPANS);
  /** Members that promote it when one of them has a variable there. */
  readonly members = new Uint8Array(MAX_SPANS);
  /** Whether the value is a dotted name or a single character. */
  readonly dotted = new Uint8Array(MAX_SPANS);
  /** How many times the values are asked for: 2 where a single constant word stays. */
  readonly factor = new Uint8Array(MAX_SPANS);
  #prefixA = new Int32Array(MAX_TOKENS + 1);
  #prefixB = new Int32Array(MAX_TOKENS + 1);

  /** Reads the first `most` spans of a shape, or a few more. */
  read(shapes: Shapes, shape: number, most = MAX_SPANS): void {
    const base = shapes.tokenFrom[shape] * TOKEN_STRIDE;
    const tokens = shapes.tokens;
    const n = shapes.tokenCount[shape];
    this.count = 0;
    let lettered = 0;
    this.#prefixA[0] = START_A;
    this.#prefixB[0] = START_B;
    for (let i = 0, at = base; i < n; i++, at += TOKEN_STRIDE) {
      this.#prefixA[i + 1] = Math.imul(this.#prefixA[i], STEP_A) + tokens[at];
      this.#prefixB[i + 1] = Math.imul(this.#prefixB[i], STEP_B) + tokens[at + 1];
      if ((tokens[at + 2] & LETTERED) !== 0) lettered++;
    }
    for (let i = 0; i < n && this.count < most;) {
      let end = i + 1;
      while (end < n && (markAt(tokens, base, end) & SPACED) === 0) end++;
      for (let j = i; j < end; j++) {
        const mark = markAt(tokens, base, j);
        if ((mark & WORD) === 0) continue;
        if ((mark & LETTERED) !== 0) {
          this.#add(tokens, base, j, j + 1, n, lettered - 1, (mark & DOTTED) !== 0);
          continue;
        }
        // A mere sign among variables (`-`, `****`) is one more of them.
        const from = j > 0 && (markAt(tokens, base, j - 1) & VARIABLE) !== 0 ? j - 1 : j;
        const to = j + 1 < n && (markAt(tokens, base, j + 1) & VARIABLE) !== 0 ? j + 2 : j + 1;
        this.#add(tokens, base, from, to, n, lettered, (mark & DOTTED) !== 0);
      }
      if (end - i > 1 && end - i <= LONGEST_CHUNK + 4) this.#addChunk(tokens, base, i, end, n, lettered);
      i = end;
    }
    if (this.count >= most) return;
    this.#addEnclosed(tokens, base, n, lettered);
    this.#addLists(tokens, base, n, lettered);
    this.#addNames(shapes, shape, lettered);
    this.#addAssigned(tokens, base, n, lettered);
  }

  /** Lists of words (`eu, us`, `'a', 'b'`): however long one is, it stands where a single word may. */
  #addLists(tokens: Int32Array, base: number, n: number, lettered: number): void {
    for (let i = 0; i < n; i++) {
      let end = elementEnd(tokens, base, i, n);
      if (end < 0) continue;
      const from = i;
      let inside = letteredIn(tokens, base, i, end);
      while (end + 1 < n && isSign(markAt(tokens, base, end), COMMA)) {
        const next = elementEnd(tokens, base, end + 1, n);
        if (next < 0) break;
        inside += letteredIn(tokens, base, end + 1, next);
        end = next;
        i = end - 1;
      }
      if (i > from && inside > 0) this.#add(tokens, base, from, end, n, lettered - inside, false);
    }
  }

  /** Names of several words with capitals (`Ann Smith`, `Rio de Janeiro`), not where a line begins. */
  #addNames(shapes: Shapes, shape: number, lettered: number): void {
    const base = shapes.tokenFrom[shape] * TOKEN_STRIDE;
    const n = shapes.tokenCount[shape];
    const { tokens, text } = shapes;
    const textFrom = shapes.textFrom[shape];
    /** 1 for a part of a name, 2 for a word that may stand between two, 0 for anything else. */
    const partAt = (i: number) => {
      const mark = markAt(tokens, base, i);
      if ((mark & BLANKED) !== 0) return 1;
      if ((mark & (WORD | LETTERED)) !== (WORD | LETTERED)) return 0;
      const place = tokens[base + i * TOKEN_STRIDE + 3];
      const from = textFrom + (place & 0xffff);
      const length = place >>> 16;
      const isCapital = CAPITAL[text[from]] === 1 && (length === 1 || CAPITAL[text[from + 1]] === 0);
      if (isCapital) return 1;
      return length <= LONGEST_PARTICLE &&
          PARTICLES.has(String.fromCharCode(...text.subarray(from, from + length)))
        ? 2
        : 0;
    };
    for (let i = 1; i + 1 < n; i++) {
      if (partAt(i) !== 1 || partAt(i - 1) === 1) continue;
      let end = i + 1;
      for (let j = end; j < n && j - i < LONGEST_NAME; j++) {
        // `O'Brien` is one word.
        if (j + 1 < n && isApostrophe(tokens, base, j)) {
          end = ++j + 1;
          continue;
        }
        if ((markAt(tokens, base, j) & SPACED) === 0) break;
        const part = partAt(j);
        if (part === 0) break;
        if (part === 1) end = j + 1;
      }
      if (end - i < 2) continue;
      const inside = letteredIn(tokens, base, i, end);
      if (inside > 0) this.#add(tokens, base, i, end, n, lettered - inside, false);
      i = end - 1;
    }
  }

  /** Several words between `=` and what ends a pair. */
  #addAssigned(tokens: Int32Array, base: number, n: number, lettered: number): void {
    for (let i = 0; i + 3 < n; i++) {
      if (!isSign(markAt(tokens, base, i), EQUALS)) continue;
      let end = i + 1;
      while (end < n && (markAt(tokens, base, end) & PUNCTUATION) === 0) end++;
      if (end - i < 3 || end - i > LONGEST_CHUNK || end === n) continue;
      const mark = markAt(tokens, base, end);
      if ((mark & SPACED) !== 0 || ENDS_PAIR[mark & 0xff] === 0) continue;
      const inside = letteredIn(tokens, base, i + 1, end);
      if (inside > 0) this.#add(tokens, base, i + 1, end, n, lettered - inside, false);
    }
  }

  /** Several words within quotes or brackets. */
  #addEnclosed(tokens: Int32Array, base: number, n: number, lettered: number): void {
    for (let i = 0; i + 3 < n; i++) {
      const mark = markAt(tokens, base, i);
      const close = (mark & PUNCTUATION) !== 0 ? ENCLOSES[mark & 0xff] : 0;
      if (close === 0) continue;
      let inside = 0;
      let spaces = 0;
      for (let j = i + 1; j < n && j - i <= LONGEST_CHUNK + 1; j++) {
        const other = markAt(tokens, base, j);
        if ((other & PUNCTUATION) !== 0 && (other & 0xff) === close) {
          if (j - i > 2 && inside > 0 && spaces > 0) {
            this.#add(tokens, base, i + 1, j, n, lettered - inside, false);
          }
          break;
        }
        if ((other & LETTERED) !== 0) inside++;
        if (j > i + 1 && (other & SPACED) !== 0) spaces++;
      }
    }
  }

  #addChunk(tokens: Int32Array, base: number, from: number, to: number, n: number, lettered: number): void {
    while (to > from && (markAt(tokens, base, to - 1) & PUNCTUATION) !== 0) to--;
    while (from < to && (markAt(tokens, base, from) & PUNCTUATION) !== 0) from++;
    to = closed(tokens, base, from, to, n);
    this.#addRun(tokens, base, from, to, n, lettered);
    for (let i = from + 1; i + 2 < to; i++) {
      if (!isSign(markAt(tokens, base, i), EQUALS)) continue;
      this.#addRun(tokens, base, i + 1, to, n, lettered);
      return;
    }
  }

  #addRun(tokens: Int32Array, base: number, from: number, to: number, n: number, lettered: number): void {
    if (to - from < 2 || to - from > LONGEST_CHUNK) return;
    const inside = letteredIn(tokens, base, from, to);
    if (inside > 0) this.#add(tokens, base, from, to, n, lettered - inside, false);
  }

  #add(
    tokens: Int32Array,
    base: number,
    i: number,
    j: number,
    n: number,
    constant: number,
    dotted: boolean,
  ): void {
    const at = this.count;
    if (constant === 0 || at === MAX_SPANS) return;
    const spaced = (markAt(tokens, base, i) & SPACED) !== 0;
    const rest = n - j;
    const beforeA = Math.imul(this.#prefixA[i], STEP_A) + (spaced ? VARIABLE_A ^ SPACED_A : VARIABLE_A);
    const beforeB = Math.imul(this.#prefixB[i], STEP_B) + (spaced ? VARIABLE_B ^ SPACED_B : VARIABLE_B);
    const afterA = this.#prefixA[n] - Math.imul(this.#prefixA[j], POWERS_A[rest]);
    const afterB = this.#prefixB[n] - Math.imul(this.#prefixB[j], POWERS_B[rest]);
    this.keyA[at] = Math.imul(beforeA, POWERS_A[rest]) + afterA;
    this.keyB[at] = Math.imul(beforeB, POWERS_B[rest]) + afterB;
    this.from[at] = i;
    this.to[at] = j;
    this.dotted[at] = dotted ? 1 : 0;
    const before = i > 0 ? markAt(tokens, base, i - 1) : 0;
    let values = USUAL_VALUES;
    if ((before & WORD) !== 0) {
      if ((before & NOUN) !== 0 && spaced) values = VALUES_AFTER_NOUN;
      else if ((before & PREPOSITION) !== 0) values = VALUES_AFTER_OPENER;
    } else if ((before & PUNCTUATION) !== 0 && OPENERS[before & 0xff] === 1) {
      values = VALUES_AFTER_OPENER;
    }
    this.values[at] = values;
    this.factor[at] = constant === 1 ? 2 : 1;
    const afterEquals = (before & PUNCTUATION) !== 0 && (before & 0xff) === EQUALS;
    this.members[at] = constant < 2 && !afterEquals ? 4 : 2;
    this.count = at + 1;
  }
}

/** Where an element of a list that begins with token i ends: a word or a variable, or one in quotes; -1 for anything else. */
function elementEnd(tokens: Int32Array, base: number, i: number, n: number): number {
  const mark = markAt(tokens, base, i);
  if ((mark & PUNCTUATION) === 0) {
    // The word behind it belongs to it.
    return i + 1 < n && (markAt(tokens, base, i + 1) & (PUNCTUATION | SPACED)) === SPACED ? -1 : i + 1;
  }
  if (QUOTES[mark & 0xff] === 0 || i + 2 >= n || (markAt(tokens, base, i + 1) & PUNCTUATION) !== 0) return -1;
  return isSign(markAt(tokens, base, i + 2), mark & 0xff) ? i + 3 : -1;
}

/** Whether token i is an apostrophe within a word. */
function isApostrophe(tokens: Int32Array, base: number, i: number): boolean {
  return isSign(markAt(tokens, base, i), APOSTROPHE) && (markAt(tokens, base, i) & SPACED) === 0 &&
    (markAt(tokens, base, i + 1) & (WORD | SPACED)) === WORD;
}

function letteredIn(tokens: Int32Array, base: number, from: number, to: number): number {
  let count = 0;
  for (let i = from; i < to; i++) if ((markAt(tokens, base, i) & LETTERED) !== 0) count++;
  return count;
}

function isSign(mark: number, byte: number): boolean {
  return (mark & (PUNCTUATION | 0xff)) === (PUNCTUATION | byte);
}

/** The end of a span that ends at `to`, with the closing brackets that belong to it. */
function closed(tokens: Int32Array, base: number, from: number, to: number, n: number): number {
  for (; to < n; to++) {
    const mark = markAt(tokens, base, to);
    if ((mark & (PUNCTUATION | SPACED)) !== PUNCTUATION) return to;
    let open = 0;
    for (let i = from; i < to; i++) {
      const inside = markAt(tokens, base, i);
      if ((inside & PUNCTUATION) === 0) continue;
      if (ENCLOSES[inside & 0xff] === (mark & 0xff)) open++;
      else if ((inside & 0xff) === (mark & 0xff)) open--;
    }
    if (open <= 0) return to;
  }
  return to;
}

/** The mark of token i of the shape whose tokens start at `base`. */
function markAt(tokens: Int32Array, base: number, i: number): number {
  return tokens[base + i * TOKEN_STRIDE + 2];
}

/** Whether any token of a shape is a variable. */
export function hasVariable(shapes: Shapes, shape: number): boolean {
  const base = shapes.tokenFrom[shape] * TOKEN_STRIDE;
  for (let i = 0; i < shapes.tokenCount[shape]; i++) {
    if ((markAt(shapes.tokens, base, i) & VARIABLE) !== 0) return true;
  }
  return false;
}

function powers(step: number): Int32Array {
  const list = new Int32Array(MAX_TOKENS + 1);
  list[0] = 1;
  for (let i = 1; i <= MAX_TOKENS; i++) list[i] = Math.imul(list[i - 1], step);
  return list;
}
