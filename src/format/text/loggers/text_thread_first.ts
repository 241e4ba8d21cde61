import { digitsEnd, isDigit } from "../../time/timestamp_parts.ts";
import { CLOSE_PAREN, type HeadParts, PAREN, PREFIX_PART, THREAD_PART } from "../text_parts.ts";
import { isThreadName } from "../attributes/text_threads.ts";
import { isBlank, isText, skipBlanks, trimmed } from "../text_tokens.ts";

/** How Python calls threads that were given no name; others may be called `worker-3`. */
const MAIN = "MainThread", NUMBERED = "Thread-";

/**
 * Reads a line that Python's thread begins, with the milliseconds since the start before it or in parentheses, and no severity:
 * `   36 MainThread message`, `(Thread-1  ) message`. False, and nothing added, if it is something else.
 */
export function readThreadFirst(parts: HeadParts, at: number, to: number): boolean {
  const { bytes } = parts;
  if (bytes[at] === PAREN) {
    const end = threadEnd(bytes, at + 1, to);
    const close = end < 0 ? -1 : skipBlanks(bytes, end, to);
    if (close < 0 || bytes[close] !== CLOSE_PAREN || close + 1 >= to || !isBlank(bytes[close + 1])) {
      return false;
    }
    parts.add(THREAD_PART, at + 1, trimmed(bytes, at + 1, close));
    return parts.beginMessage(skipBlanks(bytes, close + 1, to));
  }
  const numberTo = digitsEnd(bytes, at, to);
  const thread = skipBlanks(bytes, numberTo, to);
  const end = thread > numberTo && numberTo > at ? threadEnd(bytes, thread, to) : -1;
  if (end < 0 || end >= to || !isBlank(bytes[end])) return false;
  parts.add(PREFIX_PART, at, numberTo);
  parts.add(THREAD_PART, thread, end);
  return parts.beginMessage(skipBlanks(bytes, end, to));
}

/** Whether the line begins so: then it begins a record, although it has neither a time nor a severity. */
export function beginsWithThread(bytes: Uint8Array, from: number, to: number): boolean {
  const at = skipBlanks(bytes, from, to);
  const numberTo = digitsEnd(bytes, at, to);
  const thread = bytes[at] === PAREN ? at + 1 : skipBlanks(bytes, numberTo, to);
  return (bytes[at] === PAREN || numberTo > at) && threadEnd(bytes, thread, to) > 0;
}

/** Where the thread's name at `at` ends, with that of its function, `Thread-1 (worker)`; -1 if none stands there. */
function threadEnd(bytes: Uint8Array, at: number, to: number): number {
  if (isText(bytes, at, to, MAIN)) return at + MAIN.length;
  if (!isText(bytes, at, to, NUMBERED)) {
    let end = at;
    while (end < to && !isBlank(bytes[end]) && bytes[end] !== CLOSE_PAREN) end++;
    return isDigit(bytes[end - 1]) && isThreadName(bytes, at, end) ? end : -1;
  }
  const end = digitsEnd(bytes, at + NUMBERED.length, to);
  if (end === at + NUMBERED.length) return -1;
  if (!isText(bytes, end, to, " (")) return end;
  let close = end + 2;
  while (close < to && !isBlank(bytes[close]) && bytes[close] !== CLOSE_PAREN) close++;
  return bytes[close] === CLOSE_PAREN ? close + 1 : end;
}
