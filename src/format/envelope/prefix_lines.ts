import { severityOfWord } from "../severity_word.ts";
import { isPair } from "./prefix_names.ts";
import { isText, isUpper, skipBlanks, SPACE, tokenEnd } from "../text/text_tokens.ts";
import { isDigit, isLetter } from "../time/timestamp_parts.ts";

/** Bytes of a name and a severity before a date. */
const LONGEST_NAME = 48;
const TAB = 0x09,
  LESS = 0x3c,
  COMMA = 0x2c,
  COLON = 0x3a,
  DASH = 0x2d,
  PAREN = 0x28,
  BRACE = 0x7b,
  OPEN = 0x5b,
  CLOSE = 0x5d;

// What the lines behind a prefix begin with.

/** Whether the line at `at` begins as records do: a time, JSON, pairs, a severity in capitals, Ruby's `I, [`. */
export function begins(bytes: Uint8Array, at: number, to: number): boolean {
  const first = bytes[at];
  if (isDigit(first) || first === BRACE) return true;
  // `<2026-11-20 08:00:00>`, and klog's `I1120 08:00:00`
  if (first === LESS || first === PAREN || (isUpper(first) && isDigit(bytes[at + 1]))) {
    return isDigit(bytes[at + 1]);
  }
  if (first === OPEN) return isDigit(bytes[at + 1]) || isSeverityAt(bytes, at + 1, to);
  if (isUpper(first)) return bytes[at + 1] === COMMA || isSeverityAt(bytes, at, to);
  return isPair(bytes, at, to);
}

/** A severity in capitals, and no letter behind it. */
function isSeverityAt(bytes: Uint8Array, at: number, to: number): boolean {
  let end = at;
  while (end < to && isUpper(bytes[end])) end++;
  return severityOfWord(bytes, at, end) !== 0 && !isLetter(bytes[end]);
}

/** `INFO [2026-11-20 08:00:00] message`: the severity stands before its logger's own time. */
export function isBeforeTime(bytes: Uint8Array, at: number, to: number): boolean {
  while (at < to && isUpper(bytes[at])) at++;
  if (bytes[at] === CLOSE) at++;
  at = skipBlanks(bytes, at, to);
  if (bytes[at] === OPEN) at++;
  return at + 5 < to && bytes[at + 4] === DASH && isDigit(bytes[at]) && isDigit(bytes[at + 3]);
}

/** `app[web.1]: ` is syslog's, which reads the time with it. */
export function isTagged(bytes: Uint8Array, at: number, to: number): boolean {
  const colon = tokenEnd(bytes, at, to) - 1;
  return bytes[colon] === COLON && bytes[colon - 1] === CLOSE && bytes[at] !== OPEN;
}

/** Python's `INFO:name:message`. */
export function isPythons(bytes: Uint8Array, at: number, to: number): boolean {
  while (at < to && isUpper(bytes[at])) at++;
  return at + 1 < to && bytes[at] === COLON && isLetter(bytes[at + 1]);
}

/** Empty, indented, or part of a stack trace or an object over several lines. */
export function goesOn(bytes: Uint8Array, at: number, to: number): boolean {
  const first = bytes[at];
  if (at >= to || first === TAB || (first === SPACE && bytes[at + 1] === SPACE)) return true;
  const isAlone = at + 1 === to && (first === BRACE || first === BRACE + 2);
  return isAlone || isText(bytes, at, to, "Traceback (");
}

/** `shop.db:WARNING:2026-11-20 08:00:00 - message`: a date among the first bytes is the logger's own. */
export function holdsDate(bytes: Uint8Array, from: number, to: number): boolean {
  // Kubernetes' stream stands behind its time.
  if (isText(bytes, from, to, "stdout ") || isText(bytes, from, to, "stderr ")) return false;
  const end = Math.min(to - 10, from + LONGEST_NAME);
  for (let at = from; at < end; at++) {
    if (bytes[at] !== DASH || bytes[at + 3] !== DASH || !isDigit(bytes[at + 1])) continue;
    if (at - 4 >= from && isDigit(bytes[at - 4]) && isDigit(bytes[at - 1]) && isDigit(bytes[at + 5])) {
      return true;
    }
  }
  return false;
}
