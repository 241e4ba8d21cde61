import { ERROR } from "../../../record/severity.ts";
import { severityOfWord } from "../../severity_word.ts";
import { CLOSE, COLON, EVENT_PART, type HeadParts, OPEN } from "../text_parts.ts";
import { isCode } from "../text_names.ts";
import { bracketEnd, isText, isUpper, SPACE, tokenEnd } from "../text_tokens.ts";
import { digitsEnd } from "../../time/timestamp_parts.ts";

/** make's sign that a recipe has failed, and CMake's name before a severity. */
const STOP = "*** ";
const CMAKE = "CMake ";
/** Ansible's, of one of several items: a host follows. */
const FAILED = "failed: [";
/** Bytes of a compiler's code. */
const LONGEST_CODE = 16;

/**
 * Reads make's `make[1]: *** [Makefile:4: all] Error 1`, CMake's `CMake Warning at CMakeLists.txt:3 (message):` and
 * Ansible's `failed: [host] (item=curl) => {…}` at `at`; false if it is something else. All of it is the message.
 */
export function readBuild(parts: HeadParts, at: number, to: number): boolean {
  const { bytes } = parts;
  const first = bytes[at];
  if (first === 0x43) return isText(bytes, at, to, CMAKE) && readCmake(parts, at, to);
  if (first === 0x66 && isText(bytes, at, to, FAILED)) {
    parts.setSeverity(ERROR, at, at + FAILED.length - 3);
    return parts.beginMessage(at);
  }
  const make = first === 0x6d ? at : first === 0x67 ? at + 1 : to;
  if (!isText(bytes, make, to, "make")) return false;
  let end = make + 4;
  if (bytes[end] === OPEN) {
    end = digitsEnd(bytes, end + 1, to);
    if (bytes[end] !== CLOSE) return false;
    end++;
  }
  if (bytes[end] !== COLON || bytes[end + 1] !== SPACE || !isText(bytes, end + 2, to, STOP)) return false;
  parts.setSeverity(ERROR, end + 2, end + 5);
  return parts.beginMessage(at);
}

/** `CMake Error: …`, `CMake Deprecation Warning at …`, `CMake Warning (dev) at …` */
function readCmake(parts: HeadParts, at: number, to: number): boolean {
  const { bytes } = parts;
  let word = at + CMAKE.length;
  if (isText(bytes, word, to, "Deprecation ")) word += 12;
  const token = tokenEnd(bytes, word, to);
  const end = bytes[token - 1] === COLON ? token - 1 : token;
  const isTold = end < token || isText(bytes, end, to, " at ") || isText(bytes, end, to, " (dev)");
  const number = isTold && isUpper(bytes[word]) ? severityOfWord(bytes, word, end) : 0;
  if (number === 0) return false;
  parts.setSeverity(number, word, end);
  return parts.beginMessage(at);
}

/** Takes rustc's code of an error behind its severity, `error[E0308]: message`; index behind the bracket, -1 if it is none. */
export function takeErrorCode(parts: HeadParts, open: number, to: number): number {
  const { bytes } = parts;
  const close = bracketEnd(bytes, open, to, LONGEST_CODE);
  if (close < 0 || bytes[close] !== COLON || !isCode(bytes, open + 1, close - 1)) return -1;
  parts.add(EVENT_PART, open + 1, close - 1);
  return close;
}
