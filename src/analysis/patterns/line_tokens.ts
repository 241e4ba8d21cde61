import { hashBytes, hashed } from "../../record/hash.ts";
import * as byteClassConstants from "./byte_class.ts";
import * as tokenMarksConstants from "./token_marks.ts";
import { areOne, headOf, MAY_END_UNIT, measureOf, touchOf, unitOf } from "./variable_joins.ts";
import * as variableJoinsConstants from "./variable_joins.ts";
import { ENDS_SENTENCE, sentenceEnd, SIGNS, WordReader } from "./word_reader.ts";
import * as wordReaderConstants from "./word_reader.ts";
import type { WordRoles } from "./word_roles.ts";
import * as wordRolesConstants from "./word_roles.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { CLASS, DIGIT, HEX_LETTER, LETTER, LINE_END, STOP } = byteClassConstants;
const {
  LETTERED,
  DOTTED,
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
} = tokenMarksConstants;
const { LONGEST_SCAN, LONGEST_WORD, UNUSUAL } = wordReaderConstants;
const { DATE, ROLES_OF_TOKEN, UNIT } = wordRolesConstants;
const EQUALS = 0x3d;
const { PATH, PLAIN, TOUCH, UNSPACED } = variableJoinsConstants;

const PAREN_OPEN = 0x28;
const PAREN_CLOSE = 0x29;
const COLON = 0x3a;

const PUNCTUATION_A = new Int32Array(256).map((_zero, byte) => Math.imul(byte + 1, 0x9e3779b1) ^ 0x7f4a7c15);
const PUNCTUATION_B = new Int32Array(256).map((_zero, byte) => Math.imul(byte + 7, 0x85ebca6b) ^ 0x1ce4e5b9);

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
  /** Tells what its words are. */
  readonly words: WordReader;
  readonly a = new Int32Array(MAX_TOKENS);
  readonly b = new Int32Array(MAX_TOKENS);
  readonly mark = new Uint16Array(MAX_TOKENS);
  readonly from = new Int32Array(MAX_TOKENS);
  readonly to = new Int32Array(MAX_TOKENS);
  /** Hashes of the first i tokens; the shape's at `count`. */
  readonly prefixA = new Int32Array(MAX_TOKENS + 1).fill(START_A);
  readonly prefixB = new Int32Array(MAX_TOKENS + 1).fill(START_B);
  readonly #roles: WordRoles;

  constructor(roles: WordRoles) {
    this.#roles = roles;
    this.words = new WordReader(roles);
  }

  /**
   * Reads the first line with text in [from, to). `view` is over the same bytes; a few bytes behind `to` are
   * readable. Only what most lines consist of is done here: the compiler gives up on a longer loop.
   */
  read(bytes: Uint8Array, view: DataView, from: number, to: number): void {
    const { a, b, mark, from: starts, to: ends, prefixA, prefixB, words } = this;
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
      let kind = PLAIN;
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
          role = words.read(bytes, view, start, end, flags, to);
          at = words.at;
          end = words.end;
          kind = words.isPath ? PATH : PLAIN;
        } else {
          if (ENDS_SENTENCE[bytes[end - 1]] === 1) end = sentenceEnd(bytes, start, end);
          role = (flags & DIGIT) !== 0
            ? roles.isName(bytes, view, start, end) ? WORD | LETTERED : VARIABLE
            : (flags & (HEX_LETTER | LETTER)) !== 0
            ? WORD | LETTERED
            : WORD;
        }
        if ((role & WORD) !== 0) {
          hashA = hashBytes(view, start, end);
          hashB = hashed[1];
          const known = roles.of(hashA, hashB);
          if (known !== 0) {
            // In `tries=3 ms=40` it is a name.
            if ((known & UNIT) !== 0 && n > 0 && (mark[n - 1] & VARIABLE) !== 0 && bytes[end] !== EQUALS) {
              ends[n - 1] = end;
              const measure = unitOf(known);
              if (measure !== PLAIN) mark[n - 1] = mark[n - 1] & ~ROLES_OF_TOKEN | measure;
              spaced = 0;
              continue;
            }
            role |= known & ROLES_OF_TOKEN;
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
          if (kind === PLAIN && MAY_END_UNIT[bytes[end - 1]] === 1) {
            kind = measureOf(roles, bytes, view, start, end);
          }
          role = VARIABLE | kind;
          if (n > 0) {
            const before = mark[n - 1];
            // `<5` and `> 5`: the sign belongs to the number; in `<none> 5` it is a bracket's.
            if (
              (before & PUNCTUATION) !== 0 && SIGNS[before & 0xff] === 1 && (first & DIGIT) !== 0 &&
              (spaced === 0 || (before & SPACED) !== 0 || n === 1)
            ) {
              n--;
              spaced = before & SPACED;
              start = starts[n];
            }
            const left = this.#join(bytes, view, n, role | spaced, end, at, to);
            if (left > 0) {
              n = left;
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
   * A variable comes after n tokens: if it is one with a variable before it, that is made longer. Returns how many tokens there
   * are then, 0 if it is one of its own. Reading goes on at `at`.
   */
  #join(
    bytes: Uint8Array,
    view: DataView,
    n: number,
    role: number,
    end: number,
    at: number,
    to: number,
  ): number {
    const { mark, to: ends, words } = this;
    const touch = touchOf(mark, 1, 0, n, (role & SPACED) !== 0);
    if (touch === 0) return 0;
    const top = n - (touch >> 2);
    const how = touch & TOUCH;
    // What follows a sentence is of no interest.
    const next = how === UNSPACED || at !== end ? 0 : words.behind(bytes, view, end, to);
    const unit = unitOf(next);
    const after = unit !== PLAIN ? unit : role & ROLES_OF_TOKEN;
    const before = mark[top] & ROLES_OF_TOKEN;
    if (!areOne(before, after, how, headOf(next))) return 0;
    ends[top] = end;
    if (before !== after) mark[top] &= ~ROLES_OF_TOKEN;
    return top + 1;
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
}

const CLOSING = new Uint8Array(256);
for (const byte of ")]}") CLOSING[byte.charCodeAt(0)] = 1;

const CLOSES = new Uint8Array(256);
CLOSES[0x28] = 0x29;
CLOSES[0x5b] = 0x5d;
CLOSES[0x7b] = 0x7d;
