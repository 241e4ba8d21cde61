import { isThreadName } from "../attributes/text_threads.ts";
import { takeSeparator } from "./text_dividers.ts";
import { severityOfWord } from "../../severity_word.ts";
import { dashedPairsEnd, isKeyAt, nextPair } from "../message/text_pairs.ts";
import {
  BAR,
  BRACE,
  BRACE_PART,
  COLON,
  COMMA,
  CONTEXT_PART,
  DASH,
  EQUALS,
  type HeadParts,
  NAME_PART,
  OPEN,
  QUOTE,
  SPAN_PART,
  THREAD_PART,
} from "../text_parts.ts";
import {
  bracketEnd,
  classOf,
  DIGIT,
  findByte,
  IN_KEY,
  isBlank,
  isName,
  isText,
  isUpperWord,
  JOINT,
  LETTER,
  skipBlanks,
  tokenEnd,
} from "../text_tokens.ts";

/** Keys that say where a record comes from. */
const METADATA = [
  "application=",
  "module=",
  "mfa=",
  "file=",
  "pid=",
  "request_id=",
  "trace_id=",
  "traceId=",
  "spanId=",
  "requestId=",
  "domain=",
];

/** Keys of a severity behind the time. */
const LEVELS = ["level=", "severity=", "lvl="];

// The pairs that a logger writes between severity and message. Unless it says otherwise a function answers the index after
// what it took, -1 if that is not what stands there.

/**
 * Sidekiq's `pid=123 tid=abc class=Job: ` and Elixir's `application=shop line=12 ` before a message; index of the
 * message, `at` if the pairs may as well be its own.
 */
export function takeLeadingPairs(parts: HeadParts, at: number, to: number): number {
  const { bytes } = parts;
  // Several; one alone may be a message's.
  const isSeveral = isKeyAt(bytes, skipBlanks(bytes, tokenEnd(bytes, at, to), to), to);
  const barred = isSeveral ? takeBarredPairs(parts, at, to) : at;
  if (barred > at) {
    // Other lines have none.
    parts.last = parts.framed = true;
    return barred;
  }
  let pairs = 0;
  let isListed = false;
  let end = at;
  for (let next = at; next < to; next = skipBlanks(bytes, end, to)) {
    const token = tokenEnd(bytes, next, to);
    const equals = findByte(bytes, next, token, EQUALS);
    if (equals <= next || (classOf(bytes, next, equals) & ~(LETTER | DIGIT | JOINT | IN_KEY)) !== 0) break;
    const valueTo = bytes[token - 1] === COLON ? token - 1 : token;
    const isQuoted = bytes[equals + 1] === QUOTE && bytes[valueTo - 1] === QUOTE && valueTo - equals > 2;
    const hasQuote =
      findByte(bytes, isQuoted ? equals + 2 : equals, isQuoted ? valueTo - 1 : token, QUOTE) >= 0;
    if (token >= to || hasQuote) return at;
    end = token;
    pairs++;
    if (bytes[token - 1] !== COMMA) continue;
    // Quarkus' `traceId=, parentId=, spanId=, sampled=true [shop.Db] (main) message`
    if (!isMetadata(bytes, at, token)) return at;
    isListed = true;
  }
  if (isListed && bytes[end - 1] === COMMA) return at;
  const isClosed = pairs > 0 && bytes[end - 1] === COLON;
  const isRequest = isText(bytes, at, to, "request_id=") || isText(bytes, at, to, "trace_id=") ||
    isText(bytes, at, to, "traceId=");
  // Effect's span behind its fiber, `checkout=1ms: message`
  const isSpan = isClosed && parts.context.fieldsBelow === true;
  const behind = skipBlanks(bytes, end, to);
  // `org.example.Shop trace=7f3a - message`
  const isDashed = pairs > 0 && parts.named && bytes[behind] === DASH && isBlank(bytes[behind + 1]);
  const isHeads = isDashed ||
    ((pairs > 1 || isRequest || isSpan) && (isClosed || isMetadata(bytes, at, end)));
  if (!isHeads) return at;
  parts.add(BRACE_PART, at, isClosed ? end - 1 : end);
  // A thread and a logger may stand behind pairs that no colon ends.
  const message = bytes[behind] === OPEN ? takeLoggerAndThread(parts, behind, to) : -1;
  if (message >= 0) return message;
  parts.last = isClosed || bytes[behind] !== OPEN ||
    !isThreadName(bytes, behind + 1, tokenEnd(bytes, behind, to) - 1);
  return takeSeparator(parts, behind, to);
}

/**
 * `level=INFO requestId=req-7 org.example.Shop : message` behind a time, a severity among pairs that a text follows; index
 * of that, `at` where all are pairs or one of them is the message.
 */
export function takeSeverityPair(parts: HeadParts, at: number, to: number): number {
  const { bytes } = parts;
  const key = LEVELS.find((each) => isText(bytes, at, to, each));
  if (key === undefined) return at;
  const value = at + key.length, valueTo = tokenEnd(bytes, value, to);
  const number = severityOfWord(bytes, value, valueTo);
  const pairs = skipBlanks(bytes, valueTo, to);
  let end = pairs;
  while (number !== 0 && isKeyAt(bytes, end, to)) {
    if (isText(bytes, end, to, "msg=") || isText(bytes, end, to, "message=")) return at;
    end = nextPair(bytes, end, to);
  }
  if (number === 0 || end >= to) return at;
  parts.setSeverity(number, value, valueTo);
  if (end > pairs) parts.add(BRACE_PART, pairs, end);
  return end;
}

/** `p=123 u=root n=ansible | `; index after it, or `at`. */
export function takeBarredPairs(parts: HeadParts, at: number, to: number): number {
  const { bytes } = parts;
  let end = at;
  for (let next = at; next < to && bytes[next] !== BAR; next = skipBlanks(bytes, end, to)) {
    end = tokenEnd(bytes, next, to);
    if (findByte(bytes, next, end, EQUALS) <= next) return at;
  }
  const bar = skipBlanks(bytes, end, to);
  if (end === at || bar + 1 >= to || bytes[bar] !== BAR || !isBlank(bytes[bar + 1])) return at;
  // `epoch=3 | loss=0.2` is the message's, and so is what stands before an object, `step=3 | {}`.
  const behind = skipBlanks(bytes, bar + 1, to);
  if (isKeyAt(bytes, behind, to) || bytes[behind] === BRACE) return at;
  parts.add(BRACE_PART, at, end);
  return behind;
}

/** `-key="value" other="value"- ` of logback's default. */
export function takeDashedPairs(parts: HeadParts, at: number, to: number): number {
  const end = dashedPairsEnd(parts.bytes, at, to);
  if (end < 0) return -1;
  parts.add(BRACE_PART, at + 1, end);
  parts.last = true;
  return skipBlanks(parts.bytes, end + 1, to);
}

/** `Name {a=1, b=2} - ` of log4j's whole context, `Name {} - ` of an empty one; `open` is the brace. */
export function takeNameAndContext(
  parts: HeadParts,
  at: number,
  end: number,
  open: number,
  to: number,
): number {
  const { bytes } = parts;
  const close = bracketEnd(bytes, open, to);
  if (close < 0 || !isName(bytes, at, end)) return -1;
  // log4j2's marker, `shop.Db {user=ana} AUDIT - message`
  const mark = skipBlanks(bytes, close, to);
  const dash = isText(bytes, close, to, " - ") ? close : tokenEnd(bytes, mark, to);
  if (!isText(bytes, dash, to, " - ") || (dash > close && !isUpperWord(bytes, mark, dash))) return -1;
  parts.add(NAME_PART, at, end);
  parts.add(BRACE_PART, open + 1, close - 1);
  if (dash > close) parts.add(CONTEXT_PART, mark, dash);
  parts.last = true;
  return skipBlanks(bytes, dash + 3, to);
}

/** A span of tracing: `name{a=1 b=2}: ` or `name{a=1}:other{b=2}: ` */
export function takeSpan(parts: HeadParts, at: number, to: number): number {
  const { bytes } = parts;
  const open = findByte(bytes, at, to, BRACE);
  if (open < 0 || !isName(bytes, at, open)) return -1;
  const end = bracketEnd(bytes, open, to);
  return end < 0 || end >= to || bytes[end] !== COLON ? -1 : addSpan(parts, at, open, end, to);
}

/** A span whose name is two words, the first of which ends at `end`, and the target behind it: `HTTP request{a=1}: shop: ` */
export function takeSpanOfTwo(parts: HeadParts, at: number, end: number, to: number): number {
  const { bytes } = parts;
  const open = findByte(bytes, end + 1, tokenEnd(bytes, end + 1, to), BRACE);
  if (open < 0 || !isName(bytes, at, end) || !isName(bytes, end + 1, open)) return -1;
  const close = bracketEnd(bytes, open, to);
  if (close < 0 || !isText(bytes, close, to, ": ")) return -1;
  const target = tokenEnd(bytes, close + 2, to) - 1;
  if (bytes[target] !== COLON || !isName(bytes, close + 2, target)) return -1;
  return addSpan(parts, at, open, close, to);
}

/** Adds the span [at, open) and its fields, behind which a colon stands at `end`; index of what follows. */
function addSpan(parts: HeadParts, at: number, open: number, end: number, to: number): number {
  const { bytes } = parts;
  parts.add(SPAN_PART, at, open);
  parts.add(BRACE_PART, open + 1, end - 1);
  parts.pairsApart = parts.spaced = true;
  // Spans without fields are joined to it.
  const next = tokenEnd(bytes, end + 1, to);
  if (next > end + 1 && bytes[next - 1] === COLON && isName(bytes, end + 1, next - 1)) {
    parts.add(SPAN_PART, end + 1, next - 1);
    return skipBlanks(bytes, next, to);
  }
  return skipBlanks(bytes, end + 1, to);
}

/** JBoss' `[shop.Db] (main) message`; index of the message, -1 if it is something else. */
function takeLoggerAndThread(parts: HeadParts, at: number, to: number): number {
  const { bytes } = parts;
  const close = bracketEnd(bytes, at, to);
  const end = close > 0 && isText(bytes, close, to, " (") ? bracketEnd(bytes, close + 1, to) : -1;
  if (end < 0 || !isBlank(bytes[end]) || !isName(bytes, at + 1, close - 1)) return -1;
  parts.add(NAME_PART, at + 1, close - 1);
  parts.add(THREAD_PART, close + 2, end - 1);
  parts.last = true;
  return skipBlanks(bytes, end, to);
}

function isMetadata(bytes: Uint8Array, from: number, to: number): boolean {
  return METADATA.some((key) => isText(bytes, from, to, key));
}
