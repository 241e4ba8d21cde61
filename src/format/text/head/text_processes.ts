import { isReportLabel } from "../loggers/text_postgres.ts";
import { takeNamespace } from "../loggers/text_loggers.ts";
import {
  ADDRESS_PART,
  BRACKET_PART,
  CLOSE,
  CLOSE_PAREN,
  COLON,
  COMMA,
  CONNECTION_PART,
  CONTEXT_PART,
  DASH,
  DASHES_PART,
  FUNCTION_PART,
  HASH,
  type HeadParts,
  HOST_PART,
  isToken,
  isUserAtDatabase,
  LINE_PART,
  NAME_PART,
  NUMBER_PART,
  OPEN,
  SLASH,
  SOURCE_PART,
  STAR,
  TAG_PART,
  THREAD_PART,
  USER_PART,
} from "../text_parts.ts";
import { isDottedModule, isPackage } from "../text_names.ts";
import { isThreadName } from "../attributes/text_threads.ts";
import {
  bracketEnd,
  CLASS,
  COMPOUND,
  DIGIT,
  findByte,
  IDENTIFIER,
  isName,
  isNumber,
  isText,
  isUuid,
  LETTER,
  nameLikeness,
  skipBlanks,
  sourceColon,
  SPACE,
  tokenEnd,
  trimmed,
  WORD,
} from "../text_tokens.ts";
import { beforeDigits, digitsEnd, isDigit, isLetter } from "../../time/timestamp_parts.ts";

const UUID_BYTES = 36;
/** What Java's threads show of themselves, and the most bytes of it. */
const THREAD = "Thread[";
const VIRTUAL = "VirtualThread[";
const LONGEST_THREAD = 200;
/** Lines of a source file; above are ports. */
const LONGEST_SOURCE = 4_000;
const PORTS = new Set(
  "21 22 25 53 80 110 123 143 389 443 993 1433 1521 1883 2049 2181 2379 2380 3000 3306".split(" ").map(
    Number,
  ),
);

// The parts of a head that name lines, processes, threads, connections and hosts. Each answers the index after
// what it took, -1 if that is not what stands there.

/** Names with the numbers of lines, processes and threads behind them; index after them, or -1. */
export function takeNumbered(parts: HeadParts, at: number, end: number, to: number): number {
  if (isDigit(parts.bytes[end - 1]) && takeNameAndLine(parts, at, end)) return end + 1;
  if (parts.bytes[end + 1] === 0x54) return takeNamedRustThread(parts, at, end, to);
  return isDigit(parts.bytes[end + 1]) ? takeProcessAndThread(parts, at, end, to) : -1;
}

/** `shop.db:69 `: the logger and the line that logged. A host's port looks alike; those that are well known are none. */
function takeNameAndLine(parts: HeadParts, at: number, end: number): boolean {
  const { bytes } = parts;
  if ((CLASS[bytes[end + 1]] & (LETTER | DIGIT)) === 0 || sourceColon(bytes, at, end) >= 0) return false;
  let colon = end - 1;
  let line = 0;
  for (let scale = 1; colon > at && isDigit(bytes[colon]); colon--, scale *= 10) {
    line += (bytes[colon] - 48) * scale;
  }
  if (bytes[colon] !== COLON || line === 0 || line >= LONGEST_SOURCE || PORTS.has(line)) return false;
  if (nameLikeness(bytes, at, colon) < IDENTIFIER || isText(bytes, at, colon, "localhost")) return false;
  // `shop.db - room:42 joined`: the logger is known.
  const { count, kind, severityFrom, from } = parts;
  for (let part = 0; part < count; part++) {
    if (
      kind[part] === NAME_PART && (from[part] > severityFrom || nameLikeness(bytes, at, colon) < COMPOUND)
    ) return false;
  }
  parts.add(NAME_PART, at, colon);
  parts.add(LINE_PART, colon + 1, end);
  parts.last = true;
  return true;
}

/** tracing's `ThreadId(01) ` at `at`; index behind it, -1 if something else stands there. */
export function takeRustThread(parts: HeadParts, at: number, to: number): number {
  const { bytes } = parts;
  if (!isText(bytes, at, to, "ThreadId(")) return -1;
  const close = tokenEnd(bytes, at, to) - 1;
  if (close + 2 >= to || bytes[close] !== CLOSE_PAREN || !isNumber(bytes, at + 9, close)) return -1;
  parts.add(ADDRESS_PART, at + 9, close);
  return close + 2;
}

/**
 * Takes what Rust's `ThreadId(01) ` and Java's `Thread[#1,main,5,main]: `, `VirtualThread[#22,name]/runnable@worker: ` call a
 * thread; index behind it, -1 if it is something else.
 */
export function takeThread(parts: HeadParts, at: number, to: number): number {
  const { bytes } = parts;
  const rust = takeRustThread(parts, at, to);
  if (rust >= 0) return rust;
  const isVirtual = bytes[at] === VIRTUAL.charCodeAt(0);
  const start = isVirtual ? VIRTUAL : THREAD;
  const open = at + start.length;
  if (!isText(bytes, at, to, start) || bytes[open] !== HASH) return -1;
  const close = bracketEnd(bytes, open - 1, to, LONGEST_THREAD);
  const colon = close < 0 ? -1 : tokenEnd(bytes, close, to) - 1;
  if (colon < close || bytes[colon] !== COLON || colon + 1 >= to) return -1;
  const number = digitsEnd(bytes, open + 1, close);
  if (bytes[number] === COMMA) {
    // A virtual one has no priority behind its name.
    const next = isVirtual ? -1 : findByte(bytes, number + 1, close, COMMA);
    parts.add(THREAD_PART, number + 1, next > 0 ? next : close - 1);
  } else parts.add(ADDRESS_PART, open + 1, number);
  parts.last = true;
  return skipBlanks(bytes, colon + 1, to);
}

/** `main ThreadId(01) ` of tracing. */
function takeNamedRustThread(parts: HeadParts, at: number, end: number, to: number): number {
  const behind = takeRustThread(parts, end + 1, to);
  if (behind >= 0) parts.add(THREAD_PART, at, end);
  return behind;
}

/** `4242 139922983603072 `, `module 4242 139922983603072 `: Python's process and thread, told by its length. */
function takeProcessAndThread(parts: HeadParts, at: number, end: number, to: number): number {
  const { bytes } = parts;
  const named = !isNumber(bytes, at, end);
  const process = named ? end + 1 : at;
  const processEnd = tokenEnd(bytes, process, to);
  const thread = processEnd + 1;
  const threadEnd = thread < to ? tokenEnd(bytes, thread, to) : to;
  if (
    named && threadEnd === thread + 1 && bytes[thread] === DASH && isNumber(bytes, process, processEnd) &&
    nameLikeness(bytes, at, end) >= COMPOUND
  ) {
    // log4js' `shop.db 4242 - `
    parts.add(NAME_PART, at, end);
    parts.add(NUMBER_PART, process, processEnd);
    parts.last = true;
    return threadEnd + 1;
  }
  if (
    threadEnd >= to || threadEnd - thread < 12 || !isNumber(bytes, process, processEnd) ||
    !isNumber(bytes, thread, threadEnd) || (named && !isName(bytes, at, end))
  ) return -1;
  if (named) parts.add(NAME_PART, at, end);
  parts.add(NUMBER_PART, process, processEnd);
  parts.add(NUMBER_PART, thread, threadEnd);
  const module = tokenEnd(bytes, threadEnd + 1, to);
  parts.last = named || module >= to || !isDottedModule(bytes, threadEnd + 1, module);
  return threadEnd + 1;
}

/** Where Spring Boot's dashes stand behind its process, or behind an id between the two; -1 if they do not. */
function dashesBehind(bytes: Uint8Array, at: number, to: number): number {
  if (isText(bytes, at, to, "--- ")) return at;
  const end = bytes[at] === OPEN ? bracketEnd(bytes, at, to) : tokenEnd(bytes, at, to);
  const dashes = end < 0 ? to : skipBlanks(bytes, end, to);
  return isText(bytes, dashes, to, "--- [") ? dashes : -1;
}

/** A process behind a severity: `123#456: *789 ` of nginx, `42 [main] `, `42 1 org.example.Db `; -1 if none stands there. */
export function takeProcess(parts: HeadParts, at: number, to: number): number {
  const { bytes } = parts;
  const end = digitsEnd(bytes, at, to);
  if (bytes[end] === HASH) return takeNginx(parts, at, to);
  if (bytes[end] !== SPACE || !parts.hasTime) return -1;
  const next = skipBlanks(bytes, end, to);
  const dashes = dashesBehind(bytes, next, to);
  if (dashes >= 0) {
    parts.add(NUMBER_PART, at, end);
    // An id that a pattern puts before Spring Boot's dashes, in a bracket or not.
    const id = bytes[next] === OPEN ? next + 1 : next;
    const idTo = trimmed(bytes, next, dashes) - (id - next);
    if (id < idTo) parts.add(CONTEXT_PART, id, idTo);
    parts.add(DASHES_PART, dashes, dashes + 3);
    return skipBlanks(bytes, dashes + 3, to);
  }
  if (bytes[next] === OPEN && isBeforeThread(bytes, next, to)) {
    parts.add(NUMBER_PART, at, end);
    return next;
  }
  const threadEnd = digitsEnd(bytes, next, to);
  const name = threadEnd + 1;
  const nameTo = tokenEnd(bytes, name, to);
  if (threadEnd === next || bytes[threadEnd] !== SPACE || nameTo >= to) return -1;
  if (!isPackage(bytes, name, nameTo, SPACE)) return -1;
  parts.add(NUMBER_PART, at, end);
  parts.add(NUMBER_PART, next, threadEnd);
  parts.add(NAME_PART, name, nameTo);
  parts.last = true;
  return skipBlanks(bytes, isText(bytes, nameTo, to, " - ") ? nameTo + 3 : nameTo, to);
}

/** `[main] `, `[] [           main] `: the bracket of a thread, empty ones before it or not. */
function isBeforeThread(bytes: Uint8Array, at: number, to: number): boolean {
  let end = bracketEnd(bytes, at, to);
  while (end === at + 2 && bytes[end + 1] === OPEN) {
    at = end + 1;
    end = bracketEnd(bytes, at, to);
  }
  return end > 0 && isThreadName(bytes, skipBlanks(bytes, at + 1, end - 1), end - 1);
}

/** `123#456: *789 ` of nginx: process, thread, connection. */
function takeNginx(parts: HeadParts, at: number, to: number): number {
  const { bytes } = parts;
  const hash = digitsEnd(bytes, at, to);
  if (hash >= to || bytes[hash] !== HASH) return -1;
  let end = digitsEnd(bytes, hash + 1, to);
  if (end === hash + 1 || !(isText(bytes, end, to, ": ") || bytes[end] === SPACE)) return -1;
  parts.add(NUMBER_PART, at, hash);
  parts.add(NUMBER_PART, hash + 1, end);
  parts.last = true;
  // nginx Unit's has no colon.
  if (bytes[end] === SPACE) return end + 1;
  end += 2;
  if (end >= to || bytes[end] !== STAR) return end;
  const connection = digitsEnd(bytes, end + 1, to);
  if (connection === end + 1 || connection >= to || bytes[connection] !== SPACE) return end;
  parts.add(CONNECTION_PART, end + 1, connection);
  return connection + 1;
}

/** `name/123 on host: ` of bunyan's command. */
export function takeBunyan(parts: HeadParts, at: number, to: number): number {
  const { bytes } = parts;
  const end = tokenEnd(bytes, at, to);
  if (!isText(bytes, end, to, " on ")) return -1;
  const colon = tokenEnd(bytes, end + 4, to) - 1;
  if (colon <= end + 4 || bytes[colon] !== COLON) return -1;
  const slash = beforeDigits(bytes, at, end);
  if (slash === end - 1 || slash === at || bytes[slash] !== SLASH) return -1;
  // `name/component/123`
  const component = findByte(bytes, at + 1, slash, SLASH);
  parts.add(TAG_PART, at, component < 0 ? slash : component);
  if (component > 0) parts.add(NAME_PART, component + 1, slash);
  parts.add(NUMBER_PART, slash + 1, end);
  parts.add(HOST_PART, end + 4, colon);
  parts.particular = true;
  parts.last = true;
  return skipBlanks(bytes, colon + 1, to);
}

/** `name[123]` as a tag and its process. */
export function takeTag(parts: HeadParts, from: number, to: number): boolean {
  const { bytes } = parts;
  const open = beforeDigits(bytes, from, to - 1);
  if (bytes[open] !== OPEN) return takeTask(parts, from, to);
  if (open <= from || open === to - 2 || !isLetter(bytes[from])) return false;
  parts.add(TAG_PART, from, open);
  parts.add(NUMBER_PART, open + 1, to - 1);
  return true;
}

/** `shop.pay[8f5c2a4e-1111-4222-8333-944455556666]`: a task and the id of its run. */
function takeTask(parts: HeadParts, from: number, to: number): boolean {
  const { bytes } = parts;
  const open = to - 2 - UUID_BYTES;
  if (open <= from || bytes[open] !== OPEN || !isUuid(bytes, open + 1, to - 1)) return false;
  if (nameLikeness(bytes, from, open) < IDENTIFIER) return false;
  parts.add(NAME_PART, from, open);
  parts.add(BRACKET_PART, open + 1, to - 1);
  return true;
}

/** Whether a bracket before names a thread. */
function hasThread({ bytes, count, from, kind, to }: HeadParts): boolean {
  for (let part = 0; part < count; part++) {
    if (kind[part] === BRACKET_PART && isThreadName(bytes, from[part], to[part])) return true;
  }
  return false;
}

/** `Db [12345] ` of Log4perl: a category and the process. */
export function takeNameAndBracket(
  parts: HeadParts,
  at: number,
  end: number,
  open: number,
  to: number,
): number {
  const { bytes } = parts;
  const thread = bracketEnd(bytes, open, to, 60);
  if (
    thread > 0 && isText(bytes, thread, to, " - ") && isDigit(bytes[open + 1]) && isName(bytes, at, end) &&
    !parts.named
  ) {
    parts.add(NAME_PART, at, end);
    // More than a number is told by its look: `[4bf92f35…,00f067aa0ba902b7]`. Behind a thread it is log4j's `[%L]`.
    const isAlone = isNumber(bytes, open + 1, thread - 1);
    const kind = !isAlone ? BRACKET_PART : hasThread(parts) ? LINE_PART : THREAD_PART;
    parts.add(kind, open + 1, thread - 1);
    parts.last = true;
    return thread + 3;
  }
  const close = bracketEnd(bytes, open, to, 12);
  if (close < 0 || close - open < 5 || close >= to || bytes[close] !== SPACE) return -1;
  if (!isNumber(bytes, open + 1, close - 1) || nameLikeness(bytes, at, end) < WORD) return -1;
  if (parts.named || bytes[end - 1] === CLOSE) return -1;
  parts.add(NAME_PART, at, end);
  parts.add(NUMBER_PART, open + 1, close - 1);
  parts.last = true;
  return skipBlanks(bytes, close, to);
}

/** `shop.db (123) - ` of log4js. */
export function takeNameAndProcess(
  parts: HeadParts,
  at: number,
  end: number,
  open: number,
  to: number,
): number {
  const { bytes } = parts;
  // log4js' `cron (tasks.js:51) message`
  const behind = bracketEnd(bytes, open, to);
  if (behind > 0 && isText(bytes, behind, to, " ") && sourceColon(bytes, open + 1, behind - 1) >= 0) {
    if (!isName(bytes, at, end)) return -1;
    parts.add(NAME_PART, at, end);
    parts.add(SOURCE_PART, open + 1, behind - 1);
    parts.last = true;
    // log4cxx's `Db (db.cpp:12) connect - message`
    const calledTo = tokenEnd(bytes, behind + 1, to);
    if (isText(bytes, calledTo, to, " - ") && isName(bytes, behind + 1, calledTo)) {
      parts.add(FUNCTION_PART, behind + 1, calledTo);
      return skipBlanks(bytes, calledTo + 3, to);
    }
    return skipBlanks(bytes, isText(bytes, behind, to, " - ") ? behind + 3 : behind, to);
  }
  const close = bracketEnd(bytes, open, to, 12);
  if (close < 0 || !isNumber(bytes, open + 1, close - 1) || !isText(bytes, close, to, " - ")) return -1;
  if (!isName(bytes, at, end)) return -1;
  parts.add(NAME_PART, at, end);
  parts.add(NUMBER_PART, open + 1, close - 1);
  parts.last = true;
  return close + 3;
}

/** `host name[123]: message`, `host kernel: message` */
function takeHostAndTag(
  parts: HeadParts,
  from: number,
  to: number,
  next: number,
  end: number,
): number {
  const { bytes } = parts;
  const tagEnd = tokenEnd(bytes, next, end);
  const tagTo = bytes[tagEnd - 1] === COLON ? tagEnd - 1 : tagEnd;
  const isKernel = isText(bytes, next, tagEnd, "kernel:");
  if (tagEnd >= end || !(isKernel || bytes[tagTo - 1] === CLOSE) || !isToken(bytes, from, to)) return -1;
  const count = parts.count;
  parts.add(HOST_PART, from, to);
  if (isKernel) parts.add(TAG_PART, next, tagTo);
  else if (!takeTag(parts, next, tagTo)) {
    parts.count = count;
    return -1;
  }
  parts.last = true;
  // Other lines may have the colon.
  if (tagTo === tagEnd) parts.framed = true;
  return skipBlanks(bytes, tagEnd, end);
}

/** Takes the token [at, end) behind a time, where no severity stands. */
export function takeBehindTime(parts: HeadParts, at: number, end: number, next: number, to: number): number {
  const { bytes } = parts;
  if (bytes[end - 1] === CLOSE) return -1;
  // git's `run-command.c:655       trace: message`
  if (next - end > 1 && sourceColon(bytes, at, end) >= 0) {
    parts.add(SOURCE_PART, at, end);
    parts.last = true;
    return next;
  }
  // An address that begins a message looks the same: `[Mail] ana@example.org unsubscribed`.
  if (isUserAtDatabase(bytes, at, end) && parts.count > 1 && isReportLabel(bytes, next, to)) {
    parts.add(USER_PART, at, end);
    return next;
  }
  const name = parts.count === 1 ? takeNamespace(parts, at, end, next) : -1;
  return name >= 0 ? name : takeHostAndTag(parts, at, end, next, to);
}
