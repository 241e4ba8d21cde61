import { hashBytes, hashed } from "../../record/hash.ts";
import * as byteClassConstants from "./byte_class.ts";
import * as tokenMarksConstants from "./token_marks.ts";
import { MAY_END_UNIT, measureOf } from "./variable_joins.ts";
import * as variableJoinsConstants from "./variable_joins.ts";
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
const { BLANK, CLASS, DIGIT, DOT, HEX_LETTER, LETTER, SIGN, SLASH, STOP } = byteClassConstants;
const { DOTTED, LETTERED, PUNCTUATION, VARIABLE, WORD } = tokenMarksConstants;
const { DATE, ROLES_OF_TOKEN } = wordRolesConstants;
const { PATH, PLAIN } = variableJoinsConstants;

/** A word of more bytes is an encoded value, not a word. */
export const LONGEST_WORD = 64;
/** Bytes of a word that are looked at in one go; more of it begins a new one. */
export const LONGEST_SCAN = 1024;

const COLON = 0x3a;
const EQUALS = 0x3d;

/** What ends a sentence, and is no part of its last word. */
export const ENDS_SENTENCE = new Uint8Array(256);
for (const byte of ".!?") ENDS_SENTENCE[byte.charCodeAt(0)] = 1;

/** The signs of what is less or more, which belong to the number behind them. */
export const SIGNS = new Uint8Array(256);
for (const byte of "<>") SIGNS[byte.charCodeAt(0)] = 1;

/** What a word may hold that asks for a closer look. */
export const UNUSUAL = SLASH | DOT | SIGN;

/** Tells what single words are: constant text, or a variable, where it ends and what it is to variables that touch it. */
export class WordReader {
  /** Where the word that was read last ends, and where reading goes on. */
  end = 0;
  at = 0;
  /** It is a path. */
  isPath = false;
  /** What the variable that `variableEnd` or `wordEnd` found last is to others that touch it. */
  kind = PLAIN;
  readonly #roles: WordRoles;

  constructor(roles: WordRoles) {
    this.#roles = roles;
  }

  /** The role of a word that needs a closer look; where it ends and where reading goes on is left in `end` and `at`. */
  read(bytes: Uint8Array, view: DataView, start: number, end: number, flags: number, to: number): number {
    this.at = end;
    this.isPath = false;
    if ((flags & (DOT | SIGN)) !== 0) {
      const run = runOf(bytes, start, end);
      if (run === start) {
        const byte = bytes[run];
        let after = run + 2;
        while (after < end && bytes[after] === byte) after++;
        this.at = this.end = after;
        return PUNCTUATION | byte;
      }
      if (run < end) {
        this.at = end = run;
        flags = 0;
        for (let i = start; i < end; i++) flags |= CLASS[bytes[i]];
      }
    }
    this.end = end = sentenceEnd(bytes, start, end);
    if ((flags & SLASH) !== 0 && isHttpVersion(bytes, start, end)) return WORD | LETTERED;
    if ((flags & SLASH) !== 0 && isPath(bytes, start, end)) {
      this.#endPath(bytes, end, to, (CLASS[bytes[start]] & DIGIT) === 0);
      return VARIABLE;
    }
    if (bytes[end] === COLON && end < to) {
      const url = bytes[end + 1] === 0x2f && bytes[end + 2] === 0x2f && end + 3 < to;
      const drive = end - start === 1 && bytes[end + 1] === 0x5c && end + 2 < to && (flags & DIGIT) === 0;
      if (url || drive) {
        this.#endPath(bytes, end, to, true);
        return VARIABLE;
      }
      if ((flags & ~(DIGIT | HEX_LETTER)) === 0 && end - start <= 4) {
        const groups = hexGroupsEnd(bytes, end, to);
        if (groups > 0) {
          this.at = this.end = groups;
          return VARIABLE;
        }
      }
    }
    if ((flags & DIGIT) !== 0) {
      return this.#roles.isName(bytes, view, start, end) ? WORD | LETTERED : VARIABLE;
    }
    if (end - start > LONGEST_WORD) return VARIABLE;
    if (flags === HEX_LETTER && end - start >= 8) return VARIABLE;
    if ((flags & SIGN) !== 0 && hasInnerAt(bytes, start, end)) return VARIABLE;
    const role = (flags & (HEX_LETTER | LETTER)) !== 0 ? WORD | LETTERED : WORD;
    if ((flags & DOT) === 0 || !hasInnerDot(bytes, start, end)) return role;
    return isHostName(this.#roles, bytes, view, start, end, to) ? VARIABLE : role | DOTTED;
  }

  /** `isPath`: it is no date (`20/11/2026`) or the like. */
  #endPath(bytes: Uint8Array, at: number, to: number, isPath: boolean): void {
    this.at = this.end = pathEnd(bytes, at, to);
    this.isPath = isPath;
    for (; this.at < to && ENDS_SENTENCE[bytes[this.at]] === 1; this.at++) {
      if (runOf(bytes, this.at - 1, Math.min(to, this.at + 2)) === this.at) break;
    }
  }
  /**
   * Where the word at `at` ends without a sentence's punctuation, if a line's reader takes it for a variable whatever is before it; -1
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
      if (ENDS_SENTENCE[bytes[end - 1]] === 1) end = sentenceEnd(bytes, at, end);
      if (this.#roles.isName(bytes, view, at, end)) return -1;
      this.kind = this.#kindOf(bytes, view, at, end);
      return end;
    }
    // `abc:` before `//` would be a URL, `c:` before `\\` a path.
    if ((bytes[at] === 0x2f || bytes[at] === 0x5c) && at > 0 && bytes[at - 1] === COLON) return -1;
    if (this.read(bytes, view, at, end, flags, to) !== VARIABLE) return -1;
    this.kind = this.isPath ? PATH : this.#kindOf(bytes, view, at, this.end);
    return this.end;
  }

  /** What a variable that is no path is to others that touch it. */
  #kindOf(bytes: Uint8Array, view: DataView, from: number, to: number): number {
    return MAY_END_UNIT[bytes[to - 1]] === 1 ? measureOf(this.#roles, bytes, view, from, to) : PLAIN;
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
    const role = this.read(bytes, view, at, end, flags, to);
    if (role === VARIABLE) {
      let before = at - 1;
      while (before >= 0 && CLASS[bytes[before]] === BLANK) before--;
      this.kind = this.isPath ? PATH : this.#kindOf(bytes, view, at, this.end);
      return before >= 0 && SIGNS[bytes[before]] === 1 ? 0 : this.end;
    }
    const colon = bytes[this.at] === COLON && this.at < to;
    if (colon && ((role & DOTTED) !== 0 || (flags & ~(DIGIT | HEX_LETTER)) === 0)) return 0;
    return -this.at;
  }

  /**
   * What stands behind a variable that ends at `at`, as the mark of a token: a word behind white space that is constant text with its
   * roles, `=`, or a colon before white space; 0 for anything else.
   */
  behind(bytes: Uint8Array, view: DataView, at: number, to: number): number {
    if (at >= to) return 0;
    const byte = bytes[at];
    if (byte === EQUALS) return PUNCTUATION | byte;
    if (byte === COLON) return at + 1 < to && CLASS[bytes[at + 1]] === BLANK ? PUNCTUATION | byte : 0;
    if (CLASS[byte] !== BLANK) return 0;
    while (at < to && CLASS[bytes[at]] === BLANK) at++;
    let flags = 0;
    let end = at;
    for (; end < to && end - at <= LONGEST_WORD; end++) {
      const kind = CLASS[bytes[end]];
      if ((kind & STOP) !== 0) break;
      flags |= kind;
    }
    if ((flags & (LETTER | HEX_LETTER)) === 0) return 0;
    const role = this.read(bytes, view, at, end, flags, to);
    if ((role & WORD) === 0) return 0;
    const known = this.#roles.of(hashBytes(view, at, this.end), hashed[1]);
    return (known & DATE) !== 0 ? 0 : role | known & ROLES_OF_TOKEN;
  }
}

/** Where a word ends without the punctuation of a sentence; something stays of it. */
export function sentenceEnd(bytes: Uint8Array, start: number, end: number): number {
  while (end > start + 1 && ENDS_SENTENCE[bytes[end - 1]] === 1) end--;
  return end;
}
