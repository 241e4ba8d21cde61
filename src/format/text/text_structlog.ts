import { CLOSE, EQUALS, type HeadParts, NAME_PART, OPEN } from "./text_parts.ts";
import { findTrailingPairs } from "./text_pairs.ts";
import { bracketEnd, CLASS, IN_KEY, isBlank, isLower, skipBlanks, SPACE } from "./text_tokens.ts";

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

/**
 * Reads what follows that severity: a message padded to thirty bytes, the logger in brackets, and pairs whose
 * values are written as Python's `repr` does. Sets where the message ends and where the pairs begin.
 */
export function readStructlogMessage(parts: HeadParts, from: number, to: number): void {
  const { bytes } = parts;
  parts.message = from;
  for (let at = from; at < to; at++) {
    if (!isBlank(bytes[at])) continue;
    const next = skipBlanks(bytes, at, to);
    if (next < to && next - at === 1 && at - from < MESSAGE_BYTES && !endsUnpadded(bytes, from, next, to)) {
      continue;
    }
    let pairs = next;
    if (bytes[next] === OPEN) {
      const close = bracketEnd(bytes, next, to);
      if (close > 0 && (close === to || isBlank(bytes[close]))) pairs = skipBlanks(bytes, close, to);
    }
    if (pairs < to ? !isKey(bytes, pairs, to) : pairs === next) continue;
    if (pairs > next) {
      const close = bracketEnd(bytes, next, to);
      parts.add(NAME_PART, next + 1, close - 1);
    }
    parts.messageEnd = at;
    parts.pairs = pairs;
    return;
  }
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
