import { hashBytes, hashed } from "../../record/hash.ts";
import { CLASS, DIGIT, DOT, HEX_LETTER, LETTER, LINE_END, SIGN, SLASH, STOP } from "./byte_class.ts";
import {
  hasInnerAt,
  hasInnerDot,
  hexGroupsEnd,
  isHostName,
  isPath,
  pathEnd,
  runOf,
} from "./variable_word.ts";
import { DATE, UNIT, type WordRoles } from "./word_roles.ts";

/** Tokens of a line that count for its shape; what follows is not looked at. */
export const MAX_TOKENS = 128;
/** A word of more bytes is an encoded value, not a word. */
const LONGEST_WORD = 64;

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

  constructor(roles: WordRoles) {
    this.#roles = roles;
  }

  /** Reads the first line with text in [from, to). `view` is over the same bytes; some bytes behind `to` are readable. */
  read(bytes: Uint8Array, view: DataView, from: number, to: number): void {
    const { a, b, mark, from: starts, to: ends, prefixA, prefixB } = this;
    let n = 0;
    let at = from;
    let spaced = 0;
    this.cut = false;
    while (at < to) {
      let kind = CLASS[bytes[at]];
      let start = at;
      let end: number;
      let hashA: number;
      let hashB: number;
      let role: number;
      if ((kind & STOP) !== 0) {
        if (kind !== STOP) {
          at++;
          spaced = SPACED;
          if (kind !== LINE_END || n === 0) continue;
          break;
        }
        const byte = bytes[at++];
        if (byte === PAREN_CLOSE || byte === 0x5d || byte === 0x7d) {
          const before = n > 0 ? mark[n - 1] : 0;
          if (
            byte === PAREN_CLOSE && (before & VARIABLE) !== 0 && n > 2 && (mark[n - 3] & VARIABLE) !== 0 &&
            (mark[n - 2] & (PUNCTUATION | 0xff)) === (PUNCTUATION | PAREN_OPEN)
          ) {
            n -= 2;
            ends[n - 1] = at;
            spaced = 0;
            continue;
          }
          if (
            spaced === 0 && (before & (PUNCTUATION | SPACED)) === (PUNCTUATION | SPACED) &&
            CLOSES[before & 0xff] === byte && n < MAX_TOKENS
          ) {
            if (byte === PAREN_CLOSE && n > 1 && (mark[n - 2] & VARIABLE) !== 0) {
              n--;
              ends[n - 1] = at;
              continue;
            }
            a[n] = VARIABLE_A;
            b[n] = VARIABLE_B;
            mark[n] = VARIABLE;
            starts[n] = ends[n] = start;
            prefixA[n + 1] = Math.imul(prefixA[n], STEP_A) + VARIABLE_A;
            prefixB[n + 1] = Math.imul(prefixB[n], STEP_B) + VARIABLE_B;
            n++;
          }
        }
        end = at;
        hashA = PUNCTUATION_A[byte];
        hashB = PUNCTUATION_B[byte];
        role = PUNCTUATION | byte;
      } else {
        let flags = kind;
        for (end = at + 1; end < to; end++) {
          kind = CLASS[bytes[end]];
          if ((kind & STOP) !== 0) break;
          flags |= kind;
        }
        at = end;
        if ((flags & (DOT | SIGN)) !== 0) {
          const run = runOf(bytes, start, end);
          if (run < end) {
            if (run > start) {
              end = at = run;
              flags = 0;
              for (let i = start; i < end; i++) flags |= CLASS[bytes[i]];
            } else {
              const byte = bytes[run];
              for (end = run + 2; end < at && bytes[end] === byte; end++);
              at = end;
              flags = 0;
            }
          }
        }
        if (flags === 0) {
          const byte = bytes[start];
          hashA = PUNCTUATION_A[byte];
          hashB = PUNCTUATION_B[byte];
          role = PUNCTUATION | byte;
        } else {
          while (end > start + 1 && ENDS_SENTENCE[bytes[end - 1]] === 1) end--;
          let variable = (flags & DIGIT) !== 0 || end - start > LONGEST_WORD;
          if ((flags & SLASH) !== 0 && isPath(bytes, start, end)) {
            variable = true;
            at = end = pathEnd(bytes, end, to);
          } else if (bytes[end] === COLON && end < to) {
            if (bytes[end + 1] === 0x2f && bytes[end + 2] === 0x2f && end + 3 < to) {
              variable = true;
              at = end = pathEnd(bytes, end, to);
            } else if ((flags & ~(DIGIT | HEX_LETTER)) === 0 && end - start <= 4) {
              const groups = hexGroupsEnd(bytes, end, to);
              if (groups > 0) {
                variable = true;
                at = end = groups;
              }
            }
          }
          if (!variable) {
            if ((flags & SIGN) !== 0) variable = hasInnerAt(bytes, start, end);
            else if (flags === HEX_LETTER) variable = end - start >= 8;
          }
          role = WORD | ((flags & (HEX_LETTER | LETTER)) !== 0 ? LETTERED : 0);
          if (!variable && (flags & DOT) !== 0 && hasInnerDot(bytes, start, end)) {
            role |= DOTTED;
            variable = isHostName(this.#roles, bytes, view, start, end, to);
          }
          hashA = hashB = 0;
          if (!variable) {
            hashA = hashBytes(view, start, end);
            hashB = hashed[1];
            if (end - start === 1) role |= DOTTED;
            const roles = this.#roles.of(hashA, hashB);
            if (roles !== 0) {
              if ((roles & UNIT) !== 0 && n > 0 && (mark[n - 1] & VARIABLE) !== 0) {
                ends[n - 1] = end;
                spaced = 0;
                continue;
              }
              variable = (roles & DATE) !== 0;
              role |= roles;
            }
          }
          if (variable) {
            // `<5` and `>5`: the sign belongs to the number.
            if ((flags & DIGIT) !== 0 && n > 0 && (mark[n - 1] & PUNCTUATION) !== 0) {
              const before = mark[n - 1] & 0xff;
              if ((before === 0x3c || before === 0x3e) && (CLASS[bytes[start]] & DIGIT) !== 0) {
                n--;
                spaced = mark[n] & SPACED;
                start = starts[n];
              }
            }
            let top = n - 1;
            if (top > 0 && (mark[top] & PUNCTUATION) !== 0 && JOINS[mark[top] & 0xff] === 1) {
              top--;
              if (top > 0 && (mark[top] & PUNCTUATION) !== 0 && JOINS[mark[top] & 0xff] === 1) top--;
            }
            if (top >= 0 && (mark[top] & VARIABLE) !== 0) {
              ends[top] = end;
              n = top + 1;
              spaced = 0;
              continue;
            }
            hashA = VARIABLE_A;
            hashB = VARIABLE_B;
            role = VARIABLE;
          }
        }
      }
      if (n === MAX_TOKENS) {
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
      prefixA[n + 1] = Math.imul(prefixA[n], STEP_A) + hashA;
      prefixB[n + 1] = Math.imul(prefixB[n], STEP_B) + hashB;
      n++;
    }
    this.count = n;
  }
}

const CLOSES = new Uint8Array(256);
CLOSES[0x28] = 0x29;
CLOSES[0x5b] = 0x5d;
CLOSES[0x7b] = 0x7d;

const ENDS_SENTENCE = new Uint8Array(256);
for (const byte of ".!?") ENDS_SENTENCE[byte.charCodeAt(0)] = 1;
