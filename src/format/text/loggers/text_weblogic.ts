import { severityOfWord } from "../../severity_word.ts";
import {
  BRACKET_PART,
  CONTEXT_PART,
  GREATER,
  HASH,
  type HeadParts,
  HOST_PART,
  LESS,
  NAME_PART,
  OPEN,
  TAG_PART,
  THREAD_PART,
  TIME_PART,
} from "../text_parts.ts";
import type { HeadTimes } from "../head/text_times.ts";
import { bracketEnd, SPACE, trimmed } from "../text_tokens.ts";
import { isLetter } from "../../time/timestamp_parts.ts";

/**
 * What stands behind time and severity in a server's log: subsystem, machine, server, thread, user, transaction and
 * diagnostic context, then the time once more (Oracle, "Understanding WebLogic Logging Services").
 */
const WEBLOGIC_PARTS = [
  NAME_PART,
  HOST_PART,
  TAG_PART,
  THREAD_PART,
  CONTEXT_PART,
  CONTEXT_PART,
  CONTEXT_PART,
  TIME_PART,
];

/** `<time> <Warning> <Server> <BEA-002613> <message>`: every part in angle brackets; in a file all of them, behind `####`. */
export function readWebLogic(parts: HeadParts, times: HeadTimes, at: number, to: number): boolean {
  const { bytes } = parts;
  const time = bracketEnd(bytes, at, to);
  if (time < 0 || bytes[time] !== SPACE || bytes[time + 1] !== LESS || !isLetter(bytes[at + 1])) return false;
  const name = bracketEnd(bytes, time + 1, to);
  const number = name < 0 ? 0 : severityOfWord(bytes, time + 2, name - 1);
  if (number === 0 || bytes[name] !== SPACE || bytes[name + 1] !== LESS) return false;
  if (times.read(at + 1, time - 1) < 0) return false;
  parts.setSeverity(number, time + 2, name - 1);
  // What ends a message of several lines stands below: nothing is learnt of it.
  parts.framed = true;
  const isWhole = bytes[at - 1] === HASH;
  let next = name + 1;
  for (let index = 0;; index++) {
    const end = angleEnd(bytes, next, to);
    if (end < 0 || end >= to) break;
    if (bytes[end] !== SPACE || bytes[end + 1] !== LESS) break;
    const isTold = index === 0 || (isWhole && index < WEBLOGIC_PARTS.length);
    const kind = isTold ? WEBLOGIC_PARTS[index] : bytes[next + 1] === OPEN ? CONTEXT_PART : BRACKET_PART;
    if (end - next > 2 && kind !== TIME_PART) parts.add(kind, next + 1, end - 1);
    next = end + 1;
  }
  parts.message = bytes[next] === LESS ? next + 1 : next;
  const end = trimmed(bytes, parts.message, to);
  if (bytes[end - 1] === GREATER && end - 1 > parts.message) parts.messageEnd = end - 1;
  return true;
}

/** Index after the `> ` that ends the bracket at `at`, whatever other brackets it holds; -1 if none does. */
function angleEnd(bytes: Uint8Array, at: number, to: number): number {
  for (let end = at + 1; end < to; end++) {
    if (bytes[end] === GREATER && (end + 1 >= to || (bytes[end + 1] === SPACE && bytes[end + 2] === LESS))) {
      return end + 1;
    }
  }
  return -1;
}
