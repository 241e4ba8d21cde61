import { isBlank, isNumber, isText, isUpper, skipBlanks, SPACE } from "./text/text_tokens.ts";
import { isDigit, isLetter } from "./time/timestamp_parts.ts";

const PAREN = 0x28, CLOSE_PAREN = 0x29, DASH = 0x2d, DOT = 0x2e, COLON = 0x3a, GREATER = 0x3e;
const STAR = 0x2a, OPEN = 0x5b, CLOSE = 0x5d;
/** What tests and builds that went wrong are called, in capitals. */
const FAILED = ["FAIL", "FAILED", "FAILURE", "FAILURES"];
const CTEST = ["Failed ", "Timeout ", "Exception: "];
const NOT_OK = "not ok ";
const BUILD = "BUILD ";
/** Bytes before a verdict behind a colon, `test result: FAILED. 1 passed; 2 failed`. */
const LONGEST_LABEL = 48;
const LETTER_R = 0x52, BANG = 0x21;

/**
 * Where the word begins by which a line tells that a test or a build has failed, in capitals at its beginning or its end:
 * `FAILED test_a.py::test - …`, `--- FAIL: TestA`, `[  FAILED  ] A.b`, `FAIL src/a.test.js`, `not ok 2 - …`, `BUILD FAILED in 8s`,
 * `test a ... FAILED`, `:compileJava FAILED`, `a.py::test FAILED   [ 44%]`; -1 if it tells of none.
 */
export function verdictOf(bytes: Uint8Array, from: number, to: number): number {
  const at = skipBlanks(bytes, from, to);
  if (at === to) return -1;
  if (bytes[at] === 0x6e && isText(bytes, at, to, NOT_OK)) {
    const isPoint = isDigit(bytes[at + NOT_OK.length]) || bytes[at + NOT_OK.length] === DASH;
    return isPoint && !isExcused(bytes, at, to) ? at : -1;
  }
  // .NET's `Failed!  - Failed:     1, Passed:    11`
  if (bytes[at] === 0x46 && isText(bytes, at, to, "Failed!  - Failed: ")) return at;
  const first = afterSigns(bytes, at, to);
  const word = isText(bytes, first, to, BUILD) ? first + BUILD.length : first;
  if (isVerdict(bytes, word, to)) return word;
  const behind = behindLabel(bytes, at, to);
  if (behind >= 0 && isVerdict(bytes, behind, to)) return behind;
  return lastVerdict(bytes, at, to);
}

/** `not ok 3 - later # TODO not written`: such a test is expected to fail. */
function isExcused(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at + 6 <= to; at++) {
    if (bytes[at] === 0x23 && (isText(bytes, at, to, "# TODO") || isText(bytes, at, to, "# SKIP"))) {
      return true;
    }
  }
  return false;
}

/** Where the verdict ends that begins at `at`. */
export function verdictEnd(bytes: Uint8Array, at: number, to: number): number {
  if (!isUpper(bytes[at])) return at + NOT_OK.length - 1;
  while (at < to && isLetter(bytes[at])) at++;
  return at;
}

function isVerdict(bytes: Uint8Array, at: number, to: number): boolean {
  const end = failedEnd(bytes, at, to);
  return end > 0 && isAlone(bytes, end, to);
}

/** Where the word ends, if one of `FAILED` begins at `at`; else 0. */
function failedEnd(bytes: Uint8Array, at: number, to: number): number {
  if (bytes[at] !== 0x46) return 0;
  let end = at;
  while (end < to && isUpper(bytes[end])) end++;
  return isFailed(bytes, at, end) ? end : 0;
}

function isFailed(bytes: Uint8Array, from: number, to: number): boolean {
  return FAILED.some((word) => to - from === word.length && isText(bytes, from, to, word));
}

/** Whether nothing is joined to a word that ends at `end`, but a sign that ends what it says. */
function isAlone(bytes: Uint8Array, end: number, to: number): boolean {
  if (end === to || isBlank(bytes[end])) return true;
  return (bytes[end] === COLON || bytes[end] === DOT || bytes[end] === BANG) &&
    (end + 1 === to || isBlank(bytes[end + 1]));
}

/** Index behind the signs and brackets before a verdict: `--- `, `> `, `[gw0] [ 33%] `, the bracket and blanks of `[  FAILED  ]`. */
function afterSigns(bytes: Uint8Array, at: number, to: number): number {
  while (at < to) {
    if (bytes[at] === OPEN) {
      const inside = skipBlanks(bytes, at + 1, to);
      if (failedEnd(bytes, inside, to) > 0) return inside;
      let close = inside;
      while (close < to && bytes[close] !== CLOSE) close++;
      if (close + 1 >= to || bytes[close + 1] !== SPACE) return at;
      at = close + 2;
    } else if (bytes[at] === DASH || bytes[at] === GREATER) {
      while (bytes[at] === DASH || bytes[at] === GREATER) at++;
      if (bytes[at] !== SPACE) return at;
      at++;
    } else return at;
  }
  return at;
}

/** Index behind the first colon of a line, before which stand nothing but words: `test result: `; -1 if it has none. */
function behindLabel(bytes: Uint8Array, at: number, to: number): number {
  const most = Math.min(to, at + LONGEST_LABEL);
  let colon = at;
  while (colon < most && (isLetter(bytes[colon]) || bytes[colon] === SPACE)) colon++;
  return colon < most && bytes[colon] === COLON && bytes[colon + 1] === SPACE ? colon + 2 : -1;
}

/** CTest's `1/2 Test #1: unit ....***Failed    0.01 sec`; -1 if it is none. */
function afterStars(bytes: Uint8Array, at: number, to: number): number {
  while (at + 3 < to && !(bytes[at] === STAR && bytes[at + 1] === STAR && bytes[at + 2] === STAR)) at++;
  return CTEST.some((word) => isText(bytes, at + 3, to, word)) ? at + 3 : -1;
}

/** A verdict that ends its line, before what it took and how far it is. */
function lastVerdict(bytes: Uint8Array, at: number, to: number): number {
  let end = to;
  while (end > at && isBlank(bytes[end - 1])) end--;
  const sign = bytes[end - 1];
  if (sign === 0x63 && isText(bytes, end - 4, end, " sec")) return afterStars(bytes, at, end);
  // xUnit's `[FAIL]`
  if (sign === CLOSE && isText(bytes, end - 7, end, " [FAIL]")) return end - 5;
  if (sign === CLOSE || sign === CLOSE_PAREN) {
    const opening = sign === CLOSE ? OPEN : PAREN;
    while (end > at && bytes[end - 1] !== opening) end--;
    // `[ 44%]`, `(12 ms)`, `(0.00s)`
    if (end === at || !isDigit(bytes[skipBlanks(bytes, end, to)])) return -1;
    end--;
    while (end > at && isBlank(bytes[end - 1])) end--;
  } else if (sign === COLON || sign === DOT || sign === BANG) end--;
  let word = end;
  while (word > at && isUpper(bytes[word - 1])) word--;
  if (end - word < 4 || word <= at + 1 || bytes[word - 1] !== SPACE) return -1;
  // Python's unittest ends with the errors of tests as well: `test_c (shop.T) ... ERROR`.
  const isError = end - word === 5 && bytes[end - 1] === LETTER_R && isText(bytes, word, end, "ERROR");
  if (!(isError ? isText(bytes, word - 4, word, "... ") : isFailed(bytes, word, end))) return -1;
  let before = word - 1;
  while (before > at && bytes[before - 1] > SPACE) before--;
  // `5 PASSED, 0 FAILED` counts them, `NOT FAILED` says that nothing did.
  if (isNumber(bytes, before, word - 1) || isText(bytes, before, word - 1, "NOT")) return -1;
  return word;
}
