import { arePairs } from "../message/text_pairs.ts";
import type { TextHead } from "../text_head.ts";
import { isThread } from "../head/text_dividers.ts";
import { BRACKET_PART, COLON, DASH, OPEN, SLASH, SOURCE_PART } from "../text_parts.ts";
import { findByte, isFileName, isLower, isNumber, isText, sourceColon, SPACE } from "../text_tokens.ts";
import { beforeDigits, digitsEnd, isDigit, isLetter } from "../../time/timestamp_parts.ts";
import { isThreadName } from "./text_threads.ts";

/** Digits of a process beside its thread. */
const SHORTEST_ID = 3;
const PLUS = 0x2b;

// What stands beside a bracket of a head, which tells what it is.

/** GlassFish' `[shop] [tid: _ThreadID=1 _ThreadName=main]`: the thread is told. */
export function isBeforeTid({ bytes, from, to, kind, count }: TextHead, part: number): boolean {
  const next = part + 1;
  return next < count && kind[next] === BRACKET_PART && isText(bytes, from[next], to[next], "tid: ");
}

/** A file and its line stand in the bracket behind it, the last one. */
export function isBeforePlace({ bytes, count, from, kind, to }: TextHead, part: number): boolean {
  const next = part + 1;
  return next === count - 1 && kind[next] === BRACKET_PART &&
    findByte(bytes, from[next], to[next], SLASH) > 0 &&
    sourceColon(bytes, from[next], to[next]) >= 0;
}

/** `[thread 123]` of spdlog stands behind it. */
export function hasLaterThread(head: TextHead, part: number): boolean {
  for (let later = part + 1; later < head.count; later++) {
    const isBracket = head.kind[later] === BRACKET_PART;
    if (isBracket && isText(head.bytes, head.from[later], head.to[later], "thread ")) return true;
  }
  return false;
}

/** Where the sign stands in `123-456`, `123:456` and `123 456`, a process and its thread; -1 if it is something else. */
export function numbersJoint(bytes: Uint8Array, from: number, to: number): number {
  const joint = digitsEnd(bytes, from, to);
  const sign = bytes[joint];
  // PostgreSQL's `[4-1]` counts lines.
  const isLong = (sign === DASH || sign === COLON || sign === SPACE) && joint - from >= SHORTEST_ID &&
    to - joint > SHORTEST_ID;
  return isLong && isNumber(bytes, from, joint) && isNumber(bytes, joint + 1, to) ? joint : -1;
}

/** LightDM's seconds since its start, `+0.31s`, `0 10.0.0.1:41350` of Redis' monitor, PostgreSQL's virtual transaction, `3/42`: no name. */
export function areCounts(bytes: Uint8Array, from: number, to: number): boolean {
  if (bytes[from] === PLUS) return isDigit(bytes[from + 1]);
  const end = digitsEnd(bytes, from, to);
  return end > from && (bytes[end] === SPACE || (bytes[end] === SLASH && isNumber(bytes, end + 1, to)));
}

export function hasLaterBracket(head: TextHead, part: number): boolean {
  for (let later = part + 1; later < head.count; later++) {
    if (head.kind[later] !== BRACKET_PART) continue;
    const from = head.from[later];
    const to = head.to[later];
    // Apache's `[pid 42:tid 7]` and `[client 10.0.0.1:5000]` name nobody.
    if (isText(head.bytes, from, to, "pid ") || isText(head.bytes, from, to, "client ")) continue;
    // `[shop] [user=ana req=7]`, `[shop] [main.cpp:12]`
    if (
      arePairs(head.bytes, from, to) || isFileName(head.bytes, from, findByte(head.bytes, from, to, COLON))
    ) continue;
    if (!isThreadName(head.bytes, from, to) && numbersJoint(head.bytes, from, to) < 0) return true;
  }
  return false;
}

/** Cassandra's `[ScheduledTasks:1] 2026-11-20 08:00:01,123 StreamManager.java:260`: behind it stands where the line is from. */
export function isNumberedThread({ bytes, count, from, kind }: TextHead, part: number, to: number): boolean {
  const colon = beforeDigits(bytes, from[part], to);
  if (colon === to - 1 || bytes[colon] !== 0x3a) return false;
  for (let later = part + 1; later < count; later++) if (kind[later] === SOURCE_PART) return true;
  return false;
}

/**
 * winston's and signale's `[payments] info: `, a plain `[payments] INFO: `, spdlog's `[08:00:01] [payments] [info] `, Browsersync's `[name] [debug] `:
 * before a severity in small letters, or in a line without a time before one with a colon, a word is a name, if it counts nothing.
 */
export function isLabel(bytes: Uint8Array, from: number, to: number, head: TextHead): boolean {
  const severity = head.severityFrom;
  const isAlone = !head.hasTime && isLetter(bytes[from]);
  if (isAlone && bytes[head.severityTo] === COLON) return !isThreadName(bytes, from, to);
  return isLower(bytes[severity]) && (bytes[severity - 1] !== OPEN || head.timeInBrackets || isAlone) &&
    !isDigit(bytes[to - 1]) && !isThread(bytes, from, to) && !isText(bytes, from, to, "main");
}

/** Elasticsearch's `[node-1] [orders][0] `: a number joined to a name behind another bracket counts the name's parts. */
export function isCounted({ bytes, from, kind, to }: TextHead, part: number): boolean {
  return part > 1 && kind[part - 1] === BRACKET_PART && from[part] === to[part - 1] + 2 &&
    kind[part - 2] === BRACKET_PART && from[part - 1] === to[part - 2] + 3 &&
    bytes[to[part - 2] + 1] === SPACE;
}
