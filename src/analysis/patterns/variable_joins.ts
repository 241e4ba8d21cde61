import { hashBytes, hashed } from "../../record/hash.ts";
import * as byteClassConstants from "./byte_class.ts";
import * as tokenMarksConstants from "./token_marks.ts";
import type { WordRoles } from "./word_roles.ts";
import * as wordRolesConstants from "./word_roles.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { CLASS, DIGIT, DOT } = byteClassConstants;
const { DURATION, LINK, PREPOSITION, SIZE, UNIT } = wordRolesConstants;
const { LETTERED, PUNCTUATION, VARIABLE, WORD } = tokenMarksConstants;

/** What a variable is to those that touch it; which of them become one depends on it. In the low byte of a token's mark. */
export const PLAIN = 0;
export const PATH = 1;
const OF_TIME = 2;
const OF_SIZE = 3;
/** How many there are. */
export const TOUCHES = 4;

/** How two variables touch: by what stands between them. */
export const UNSPACED = 0; // `10.0.0.1:80`, `1,2`
export const BLANKS = 1; // `5 min 30 s`
export const LIST = 2; // `1, 2`
export const PARTS = 3; // `worker-2: 17`, `200 | 12ms`
/** Bits of what `touchOf` says of how they touch; above them stands how many tokens back the first is. */
export const TOUCH = 3;
const BACK = 2;

/**
 * Whether a variable that would be token n touches one before it: across white space, one or two of `, : | #`, or from one quote
 * to the next in an array. The marks of the tokens stand `stride` apart in `marks` from `from` on. Returns the touch and, above its
 * bits, how many tokens back the other is; 0 if there is none.
 */
export function touchOf(
  marks: Uint16Array | Int32Array,
  stride: number,
  from: number,
  n: number,
  spaced: boolean,
): number {
  let at = from + (n - 1) * stride;
  if (n < 1) return 0;
  const before = marks[at];
  if ((before & VARIABLE) !== 0) return 1 << BACK | (spaced ? BLANKS : UNSPACED);
  if (n < 2 || (before & PUNCTUATION) === 0) return 0;
  if (JOINS[before & 0xff] === 0) {
    return n > 5 && isInArray(marks, stride, at) ? 4 << BACK | UNSPACED : 0;
  }
  const divides = DIVIDES[before & 0xff];
  const second = marks[at -= stride];
  if ((second & VARIABLE) !== 0) return 2 << BACK | (spaced ? LIST + divides : UNSPACED);
  if (n < 3 || (second & PUNCTUATION) === 0 || JOINS[second & 0xff] === 0) return 0;
  if ((marks[at - stride] & VARIABLE) === 0) return 0;
  return 3 << BACK | (spaced ? LIST + (divides | DIVIDES[second & 0xff]) : UNSPACED);
}

/** Whether the tokens up to the one at `at` are `["V", "`. */
function isInArray(marks: Uint16Array | Int32Array, stride: number, at: number): boolean {
  const quote = marks[at] & (PUNCTUATION | 0xff);
  return (quote === DOUBLE || quote === SINGLE) && (marks[at - stride] & 0xff) === COMMA &&
    (marks[at - 3 * stride] & VARIABLE) !== 0 &&
    (marks[at - 5 * stride] & (PUNCTUATION | 0xff)) === BRACKET &&
    (marks[at - 2 * stride] & (PUNCTUATION | 0xff)) === quote &&
    (marks[at - 4 * stride] & (PUNCTUATION | 0xff)) === quote;
}

/** What a variable is to what stands behind it. */
const COUNTS = 1; // `3 failed logins`, `2: …`
const KEY = 2; // `x2=…`

/** Of the mark of the token behind a variable; of a word only if it is `SPACED`, of a colon only if white space follows. */
export function headOf(next: number): number {
  if ((next & PUNCTUATION) !== 0) {
    return (next & 0xff) === EQUALS ? KEY : (next & 0xff) === COLON ? COUNTS : 0;
  }
  return (next & (WORD | LETTERED)) === (WORD | LETTERED) && (next & (UNIT | LINK | PREPOSITION)) === 0
    ? COUNTS
    : 0;
}

/**
 * Whether two variables that touch are one. A number with its unit is a thing of its own (`12 ms, 276 hits`), save for a time in
 * several units; so is a path, and what is the head of something else (`user 42, 3 failed logins`, `x1=5, x2=6`).
 */
export function areOne(before: number, after: number, touch: number, head: number): boolean {
  if (touch === UNSPACED) return true;
  if (before !== after) return false;
  if (touch === BLANKS) return (before === PLAIN || before === OF_TIME) && head !== KEY;
  return touch === LIST && before < OF_TIME && head === 0;
}

/** Bytes between two variables across which they touch, and those of them that stand in no list. */
const JOINS = new Uint8Array(256);
for (const byte of ",:|#") JOINS[byte.charCodeAt(0)] = 1;
const DIVIDES = new Uint8Array(256);
for (const byte of ":|") DIVIDES[byte.charCodeAt(0)] = 1;

const DOUBLE = PUNCTUATION | 0x22;
const SINGLE = PUNCTUATION | 0x27;
const BRACKET = PUNCTUATION | 0x5b;
const COMMA = 0x2c;
const COLON = 0x3a;
const EQUALS = 0x3d;

/** Whether a variable of these bytes may be a number with its unit, by its last byte. */
export const MAY_END_UNIT = new Uint8Array(256);
for (const byte of "bBsSmhHdz%kKMGT") MAY_END_UNIT[byte.charCodeAt(0)] = 1;

const LONGEST_UNIT = 7;
const LONGEST_NUMBER = 16;

/** OF_TIME or OF_SIZE if [from, to), which ends in a byte of `MAY_END_UNIT`, is a number with its unit; else PLAIN. */
export function measureOf(
  roles: WordRoles,
  bytes: Uint8Array,
  view: DataView,
  from: number,
  to: number,
): number {
  let unit = to - 1;
  const least = Math.max(from, to - LONGEST_UNIT);
  while (unit > least && (CLASS[bytes[unit - 1]] & (DIGIT | DOT)) === 0) unit--;
  if (unit === from || unit - from > LONGEST_NUMBER) return PLAIN;
  for (let at = from; at < unit; at++) {
    const byte = bytes[at];
    if ((CLASS[byte] & (DIGIT | DOT)) !== 0) continue;
    if (at === from ? byte !== 0x2d && byte !== 0x2b : AMID[byte] === 0) return PLAIN;
  }
  if ((CLASS[bytes[unit - 1]] & DIGIT) === 0) return PLAIN;
  if (to - unit === 1) {
    if (MULTIPLES[bytes[unit]] === 1) return OF_SIZE;
    if (AMID[bytes[unit]] === 1) return OF_TIME;
  }
  return unitOf(roles.of(hashBytes(view, unit, to), hashed[1]));
}

/** What alone makes a number one of a size. */
const MULTIPLES = new Uint8Array(256);
for (const byte of "%kKMGT") MULTIPLES[byte.charCodeAt(0)] = 1;

/** Units within a duration: `1h20m30s`. */
const AMID = new Uint8Array(256);
for (const byte of "dhms") AMID[byte.charCodeAt(0)] = 1;

/** What a number with a word of these roles behind it is. */
export function unitOf(roles: number): number {
  return (roles & UNIT) === 0
    ? PLAIN
    : (roles & DURATION) !== 0
    ? OF_TIME
    : (roles & SIZE) !== 0
    ? OF_SIZE
    : PLAIN;
}
