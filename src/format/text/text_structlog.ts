import { CLOSE, COMMA, EQUALS, type HeadParts, NAME_PART, OPEN } from "./text_parts.ts";
import { findTrailingPairs, sortedFrom } from "./text_pairs.ts";
import {
  bracketEnd,
  CLASS,
  IN_KEY,
  isBlank,
  isLower,
  nameLikeness,
  NOT_A_NAME,
  skipBlanks,
  SPACE,
  trimmed,
} from "./text_tokens.ts";
import { isLetter } from "../time/timestamp_parts.ts";

/** Bytes of a severity between its brackets, and of a message before its pairs: shorter ones are padded to it. */
const SEVERITY_BYTES = 9;
const MESSAGE_BYTES = 30;

/** Whether the severity that the parts have is written as structlog's console renderer does: `[info     ]`. */
export function isStructlogSeverity(parts: HeadParts, to: number): boolean {
  const { bytes, severityFrom, severityTo } = parts;
  return severityFrom + SEVERITY_BYTES < to && bytes[severityFrom - 1] === OPEN &&
    isLower(bytes[severityFrom]) && bytes[severityTo] === SPACE &&
    bytes[severityFrom + SEVERITY_BYTES] === CLOSE && severityTo < severityFrom + SEVERITY_BYTES;
}

/** Reads structlog's messages. One for each source: its lines tell how its messages are padded and whether loggers are named. */
export class StructlogMessages {
  /** Messages are padded to a column; the logger stands in brackets behind them. */
  #isPadded = false;
  #isNamed = false;

  /**
   * Reads what follows the severity: a message padded to thirty bytes, the logger in brackets, and pairs whose values
   * are written as Python's `repr` does. Sets where the message ends and where the pairs begin.
   */
  read(parts: HeadParts, from: number, to: number): void {
    const { bytes } = parts;
    parts.message = from;
    for (let at = from; at < to; at++) {
      if (!isBlank(bytes[at])) continue;
      const next = skipBlanks(bytes, at, to);
      const isWide = next - at > 1;
      if (next < to && !isWide && at - from < MESSAGE_BYTES) {
        if (this.#isPadded || !endsUnpadded(bytes, from, next, to)) continue;
      }
      let pairs = next;
      if (bytes[next] === OPEN) {
        const close = bracketEnd(bytes, next, to);
        const isName = close > 0 && nameLikeness(bytes, next + 1, close - 1) !== NOT_A_NAME;
        if (isName && (close === to || isBlank(bytes[close]))) pairs = skipBlanks(bytes, close, to);
      }
      if (pairs < to ? !isKey(bytes, pairs, to) : pairs === next) continue;
      if (pairs > next) {
        const close = bracketEnd(bytes, next, to);
        parts.add(NAME_PART, next + 1, close - 1);
        this.#isNamed = true;
      } else if (this.#isNamed && hasName(bytes, next, to)) continue;
      if (!isWide && pairs === next && (bytes[at - 1] === COMMA || endsInWord(bytes, next, to))) continue;
      // Sorted as they are, those behind another order are the message's own.
      if (!isWide) pairs = sortedFrom(bytes, pairs, to);
      if (pairs > next && bytes[next] !== OPEN) at = trimmed(bytes, from, pairs);
      if (isWide && next - from >= MESSAGE_BYTES) this.#isPadded = true;
      parts.messageEnd = at;
      parts.pairs = pairs;
      return;
    }
  }
}

/** Behind it a logger's name stands in brackets, and nothing but pairs behind that. */
function hasName(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at + 1 < to; at++) {
    if (bytes[at] !== SPACE || bytes[at + 1] !== OPEN) continue;
    const close = bracketEnd(bytes, at + 1, to);
    if (close < 0 || nameLikeness(bytes, at + 2, close - 1) === NOT_A_NAME) continue;
    if (close === to || isKey(bytes, skipBlanks(bytes, close, to), to)) return true;
  }
  return false;
}

/** `tax.mode=v2 instead`: no pair, and nothing that ends a value with blanks, ends the text. */
function endsInWord(bytes: Uint8Array, from: number, to: number): boolean {
  let at = to;
  while (at > from && isLetter(bytes[at - 1])) at--;
  return at < to && isBlank(bytes[at - 1]);
}

/** Where messages are not padded, nothing but pairs follows, and no blanks. */
function endsUnpadded(bytes: Uint8Array, from: number, at: number, to: number): boolean {
  return isKey(bytes, at, to) && !isBlank(bytes[to - 1]) && findTrailingPairs(bytes, from, to) === at;
}

/** `key=` */
function isKey(bytes: Uint8Array, at: number, to: number): boolean {
  const from = at;
  while (at < to && (CLASS[bytes[at]] & IN_KEY) !== 0) at++;
  return at > from && at < to && bytes[at] === EQUALS;
}
