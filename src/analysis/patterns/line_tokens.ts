import { hashBytes, hashed } from "../../record/hash.ts";
import * as byteClassConstants from "./byte_class.ts";
import {
  hasInnerAt,
  hasInnerDot,
  hexGroupsEnd,
  isHostName,
  isHttpVersion,
  isPath,
  pathEnd,
  runOf,
} from "./variable_word.ts";
import type { WordRoles } from "./word_roles.ts";
import * as wordRolesConstants from "./word_roles.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { BLANK, CLASS, DIGIT, DOT, HEX_LETTER, LETTER, LINE_END, SIGN, SLASH, STOP } = byteClassConstants;
const { DATE, UNIT } = wordRolesConstants;

/** Tokens of a line that count for its shape; what follows is not looked at. */
export const MAX_TOKENS = 80;
/** A word of more bytes is an encoded value, not a word. */
const LONGEST_WORD = 64;
/** Bytes of a word that are looked at in one go; more of it begins a new one. */
const LONGEST_SCAN = 1024;

/** Bits of a token's mark. The low byte is the byte of a punctuation token, the roles of a word. */
export const VARIABLE = 0x100;
export const WORD = 0x200;
export const PUNCTUATION = 0x400;
/** White space stands before the token. */
export const SPACED = 0x800;
/** The word has a letter: it counts as constant text. */
export const LETTERED = 0x1000;
/** The word has an inner dot or is a single character: it is a name more often than a word. */
export const DOTTED = 0x2000;
/** A variable that stands where its pattern's first line had a constant. */
export const BLANKED = 0x4000;

/** Hashes of a token that is a variable, and what white space before a token adds to its hashes. */
export const VARIABLE_A = 0x3c6ef372;
export const VARIABLE_B = 0x1b2a7f19;
export const SPACED_A = 0x5851f42d;
export const SPACED_B = 0x2545f491;

/** Multipliers of the two polynomial hashes over the tokens, and where they start. */
export const STEP_A = 0x01000193 | 0;
export const STEP_B = 0x6c078965 | 0;
export const START_A = 0x811c9dc5 | 0;
export const START_B = 0x2f6e2b1 | 0;

const PAREN_OPEN = 0x28;
const PAREN_CLOSE = 0x29;
const COLON = 0x3a;
const SOLIDUS = 0x2f;

const PUNCTUATION_A = new Int32Array(256).map((_zero, byte) => Math.imul(byte + 1, 0x9e3779b1) ^ 0x7f4a7c15);
const PUNCTUATION_B = new Int32Array(256).map((_zero, byte) => Math.imul(byte + 7, 0x85ebca6b) ^ 0x1ce4e5b9);

/** Punctuation across which variables join: `10.0.0.1:80`, `1, 2, 3`. */
export const JOINS = new Uint8Array(256);
for (const byte of ",:|#") JOINS[byte.charCodeAt(0)] = 1;

/**
 * The tokens of the first line of one body after masking and collapsing: columns that are used again for the
 * next line. A constant word carries hashes of its bytes, a variable the same hashes whatever it says, so the
 * hash over all tokens is the hash of the line's shape.
 */
export class LineTokens {
  count = 0;
  /** Where the last token ends with the punctuation of its sentence. */
  end = 0;
  /** The line goes on behind the last token. */
  cut = false;
  readonly a = new Int32Array(MAX_TOKENS);
  readonly b = new Int32Array(MAX_TOKENS);
  readonly mark = new Uint16Array(MAX_TOKENS);
  readonly from = new Int32Array(MAX_TOKENS);
  readonly to = new Int32Array(MAX_TOKENS);
  /** Hashes of the first i tokens; the shape's at `count`. */
  readonly prefixA = new Int32Array(MAX_TOKENS + 1).fill(START_A);
  readonly prefixB = new Int32Array(MAX_TOKENS + 1).fill(START_B);
  readonly #roles: WordRoles;
  #at = 0;
  #end = 0;

  constructor(roles: WordRoles) {
    this.#roles = roles;
  }

  /**
   * Reads the first line with text in [from, to). `view` is over the same bytes; a few bytes behind `to` are
   * readable. Only what most lines consist of is done here: the compiler gives up on a longer loop.
   */
  read(bytes: Uint8Array, view: DataView, from: number, to: number): void {
    const { a, b, mark, from: starts, to: ends, prefixA, prefixB } = this;
    const roles = this.#roles;
    let n = 0;
    let at = from;
    let spaced = 0;
    this.cut = false;
    while (at < to) {
      const first = CLASS[bytes[at]];
      let start = at;
      let end = at + 1;
      let role: number;
      let hashA = VARIABLE_A;
      let hashB = VARIABLE_B;
      if ((first & STOP) !== 0) {
        at = end;
        if (first !== STOP) {
          spaced = SPACED;
          if (first !== LINE_END || n === 0) continue;
          break;
        }
        const byte = bytes[start];
        if (CLOSING[byte] === 1) {
          const left = this.#close(n, byte, start, spaced);
          if (left < n) {
            n = left;
            continue;
          }
          n = left;
        }
        role = PUNCTUATION | byte;
        hashA = PUNCTUATION_A[byte];
        hashB = PUNCTUATION_B[byte];
      } else {
        let flags = first;
        let next = STOP;
        const most = to - start > LONGEST_SCAN ? start + LONGEST_SCAN : to;
        for (; end < most; end++) {
          next = CLASS[bytes[end]];
          if ((next & STOP) !== 0) break;
          flags |= next;
        }
        at = end;
        if (
          (flags & UNUSUAL) !== 0 || flags === HEX_LETTER || end - start > LONGEST_WORD ||
          bytes[end] === COLON
        ) {
          role = this.#unusual(bytes, view, start, end, flags, to);
          at = this.#at;
          end = this.#end;
        } else {
          if (ENDS_SENTENCE[bytes[end - 1]] === 1) end = sentenceEnd(bytes, start, end);
          role = (flags & DIGIT) !== 0
            ? VARIABLE
            : (flags & (HEX_LETTER | LETTER)) !== 0
            ? WORD | LETTERED
            : WORD;
        }
        if ((role & WORD) !== 0) {
          hashA = hashBytes(view, start, end);
          hashB = hashed[1];
          const known = roles.of(hashA, hashB);
          if (known !== 0) {
            if ((known & UNIT) !== 0 && n > 0 && (mark[n - 1] & VARIABLE) !== 0) {
              ends[n - 1] = end;
              spaced = 0;
              continue;
            }
            role |= known;
            if ((known & DATE) !== 0) role = VARIABLE;
          }
          if (end - start === 1) role |= DOTTED;
        } else if ((role & PUNCTUATION) !== 0) {
          hashA = PUNCTUATION_A[role & 0xff];
          hashB = PUNCTUATION_B[role & 0xff];
        }
        if ((role & VARIABLE) !== 0) {
          hashA = VARIABLE_A;
          hashB = VARIABLE_B;
          role = VARIABLE;
          if (n > 0) {
            let before = mark[n - 1];
            // `<5` and `> 5`: the sign belongs to the number; in `<none> 5` it is a bracket's.
            if (
              (before & PUNCTUATION) !== 0 && SIGNS[before & 0xff] === 1 && (first & DIGIT) !== 0 &&
              (spaced === 0 || (before & SPACED) !== 0 || n === 1)
            ) {
              n--;
              spaced = before & SPACED;
              start = starts[n];
              before = n > 0 ? mark[n - 1] : 0;
            }
            let top = n - 1;
            if ((before & PUNCTUATION) !== 0 && JOINS[before & 0xff] === 1) {
              top--;
              if (top > 0 && (mark[top] & PUNCTUATION) !== 0 && JOINS[mark[top] & 0xff] === 1) top--;
            }
            // What stands behind a path is another thing: `/orders/9 200`.
            const isApart = spaced !== 0 && top === n - 1 && bytes[starts[top]] === SOLIDUS;
            if (top >= 0 && (mark[top] & VARIABLE) !== 0 && !isApart) {
              ends[top] = end;
              n = top + 1;
              spaced = 0;
              continue;
            }
          }
        }
      }
      if (n >= MAX_TOKENS) {
        this.cut = true;
        break;
      }
      if (spaced !== 0 && n > 0) {
        hashA ^= SPACED_A;
        hashB ^= SPACED_B;
        role |= SPACED;
      }
      spaced = 0;
      a[n] = hashA;
      b[n] = hashB;
      mark[n] = role;
      starts[n] = start;
      ends[n] = end;
      const stepped = (Math.imul(prefixA[n], STEP_A) + hashA) | 0;
      const steppedB = (Math.imul(prefixB[n], STEP_B) + hashB) | 0;
      n++;
      prefixA[n] = stepped;
      prefixB[n] = steppedB;
    }
    this.count = n;
    let textEnd = n > 0 ? ends[n - 1] : from;
    while (textEnd < to && ENDS_SENTENCE[bytes[textEnd]] === 1) textEnd++;
    this.end = textEnd;
  }

  /**
   * Where the word at `at` ends without a sentence's punctuation, if `read` takes it for a variable whatever is before it; -1
   * otherwise.
   */
  variableEnd(bytes: Uint8Array, view: DataView, at: number, to: number): number {
    let flags = 0;
    let end = at;
    for (; end < to; end++) {
      const kind = CLASS[bytes[end]];
      if ((kind & STOP) !== 0) break;
      flags |= kind;
    }
    if (end === at || end - at > LONGEST_SCAN) return -1;
    if ((flags & UNUSUAL) === 0 && (flags & DIGIT) !== 0 && bytes[end] !== COLON) {
      return ENDS_SENTENCE[bytes[end - 1]] === 1 ? sentenceEnd(bytes, at, end) : end;
    }
    // `abc:` before `//` would be a URL, `c:` before `\\` a path.
    if ((bytes[at] === 0x2f || bytes[at] === 0x5c) && at > 0 && bytes[at - 1] === COLON) return -1;
    return this.#unusual(bytes, view, at, end, flags, to) === VARIABLE ? this.#end : -1;
  }

  /**
   * For a word at `at`: `variableEnd` if it is a variable; minus the place where reading goes on if it is constant
   * text; 0 if what it is depends on what comes after it or stands before it.
   */
  wordEnd(bytes: Uint8Array, view: DataView, at: number, to: number): number {
    let flags = 0;
    let end = at;
    for (; end < to; end++) {
      const kind = CLASS[bytes[end]];
      if ((kind & STOP) !== 0) break;
      flags |= kind;
    }
    if (end - at > LONGEST_SCAN) return 0;
    const role = this.#unusual(bytes, view, at, end, flags, to);
    if (role === VARIABLE) {
      let before = at - 1;
      while (before >= 0 && CLASS[bytes[before]] === BLANK) before--;
      return before >= 0 && SIGNS[bytes[before]] === 1 ? 0 : this.#end;
    }
    const colon = bytes[this.#at] === COLON && this.#at < to;
    if (colon && ((role & DOTTED) !== 0 || (flags & ~(DIGIT | HEX_LETTER)) === 0)) return 0;
    return -this.#at;
  }

  /**
   * A closing bracket comes after n tokens. Returns how many there are then: fewer, and the bracket is used up, if
   * it closes `V (V)` or `V ()`; one more if the brackets are empty after white space.
   */
  #close(n: number, byte: number, at: number, spaced: number): number {
    const { mark, to: ends } = this;
    const before = n > 0 ? mark[n - 1] : 0;
    if (
      byte === PAREN_CLOSE && (before & VARIABLE) !== 0 && n > 2 && (mark[n - 3] & VARIABLE) !== 0 &&
      (mark[n - 2] & (PUNCTUATION | 0xff)) === (PUNCTUATION | PAREN_OPEN)
    ) {
      ends[n - 3] = at + 1;
      return n - 2;
    }
    const empty = spaced === 0 && (before & (PUNCTUATION | SPACED)) === (PUNCTUATION | SPACED) &&
      CLOSES[before & 0xff] === byte;
    if (!empty) return n;
    if (byte === PAREN_CLOSE && n > 1 && (mark[n - 2] & VARIABLE) !== 0) {
      ends[n - 2] = at + 1;
      return n - 1;
    }
    if (n === MAX_TOKENS) return n;
    this.a[n] = VARIABLE_A;
    this.b[n] = VARIABLE_B;
    mark[n] = VARIABLE;
    this.from[n] = ends[n] = at;
    this.prefixA[n + 1] = Math.imul(this.prefixA[n], STEP_A) + VARIABLE_A;
    this.prefixB[n + 1] = Math.imul(this.prefixB[n], STEP_B) + VARIABLE_B;
    return n + 1;
  }

  /** The role of a word that needs a closer look; where it ends and where reading goes on is left in `#end` and `#at`. */
  #unusual(bytes: Uint8Array, view: DataView, start: number, end: number, flags: number, to: number): number {
    this.#at = end;
    if ((flags & (DOT | SIGN)) !== 0) {
      const run = runOf(bytes, start, end);
      if (run === start) {
        const byte = bytes[run];
        let after = run + 2;
        while (after < end && bytes[after] === byte) after++;
        this.#at = this.#end = after;
        return PUNCTUATION | byte;
      }
      if (run < end) {
        this.#at = end = run;
        flags = 0;
        for (let i = start; i < end; i++) flags |= CLASS[bytes[i]];
      }
    }
    this.#end = end = sentenceEnd(bytes, start, end);
    if ((flags & SLASH) !== 0 && isHttpVersion(bytes, start, end)) return WORD | LETTERED;
    if ((flags & SLASH) !== 0 && isPath(bytes, start, end)) {
      this.#endPath(bytes, end, to);
      return VARIABLE;
    }
    if (bytes[end] === COLON && end < to) {
      const url = bytes[end + 1] === 0x2f && bytes[end + 2] === 0x2f && end + 3 < to;
      const drive = end - start === 1 && bytes[end + 1] === 0x5c && end + 2 < to && (flags & DIGIT) === 0;
      if (url || drive) {
        this.#endPath(bytes, end, to);
        return VARIABLE;
      }
      if ((flags & ~(DIGIT | HEX_LETTER)) === 0 && end - start <= 4) {
        const groups = hexGroupsEnd(bytes, end, to);
        if (groups > 0) {
          this.#at = this.#end = groups;
          return VARIABLE;
        }
      }
    }
    if ((flags & DIGIT) !== 0 || end - start > LONGEST_WORD) return VARIABLE;
    if (flags === HEX_LETTER && end - start >= 8) return VARIABLE;
    if ((flags & SIGN) !== 0 && hasInnerAt(bytes, start, end)) return VARIABLE;
    const role = (flags & (HEX_LETTER | LETTER)) !== 0 ? WORD | LETTERED : WORD;
    if ((flags & DOT) === 0 || !hasInnerDot(bytes, start, end)) return role;
    return isHostName(this.#roles, bytes, view, start, end, to) ? VARIABLE : role | DOTTED;
  }

  #endPath(bytes: Uint8Array, at: number, to: number): void {
    this.#at = this.#end = pathEnd(bytes, at, to);
    for (; this.#at < to && ENDS_SENTENCE[bytes[this.#at]] === 1; this.#at++) {
      if (runOf(bytes, this.#at - 1, Math.min(to, this.#at + 2)) === this.#at) break;
    }
  }
}

/** Where a word ends without the punctuation of a sentence; something stays of it. */
function sentenceEnd(bytes: Uint8Array, start: number, end: number): number {
  while (end > start + 1 && ENDS_SENTENCE[bytes[end - 1]] === 1) end--;
  return end;
}

/** What a word may hold that asks for a closer look. */
const UNUSUAL = SLASH | DOT | SIGN;

const CLOSING = new Uint8Array(256);
for (const byte of ")]}") CLOSING[byte.charCodeAt(0)] = 1;

const SIGNS = new Uint8Array(256);
for (const byte of "<>") SIGNS[byte.charCodeAt(0)] = 1;

const CLOSES = new Uint8Array(256);
CLOSES[0x28] = 0x29;
CLOSES[0x5b] = 0x5d;
CLOSES[0x7b] = 0x7d;

const ENDS_SENTENCE = new Uint8Array(256);
for (const byte of ".!?") ENDS_SENTENCE[byte.charCodeAt(0)] = 1;
