import { FATAL } from "../../../record/severity.ts";
import { isPlaceAt } from "../head/text_places.ts";
import { isThread, namesLine } from "../head/text_dividers.ts";
import {
  ANGLE_PART,
  AT,
  BAR,
  BRACE,
  BRACKET_PART,
  CLOSE,
  CLOSE_PAREN,
  COLON,
  CONTEXT_PART,
  DASH,
  DOT,
  EVENT_PART,
  FUNCTION_PART,
  GREATER,
  type HeadParts,
  LESS,
  LINE_PART,
  NAME_PART,
  NUMBER_PART,
  OPEN,
  PAREN,
  SLASH,
  SOURCE_PART,
  SPAN_PART,
  STAR,
  THREAD_PART,
  WORKER_PART,
} from "../text_parts.ts";
import { isThrowableName } from "../text_names.ts";
import {
  bracketEnd,
  CLASS,
  COMPOUND,
  DIGIT,
  findByte,
  hashOf,
  isBlank,
  isLower,
  isName,
  isNumber,
  isText,
  isUuid,
  JOINT,
  lastByte,
  LETTER,
  nameLikeness,
  PATH,
  skipBlanks,
  sourceColon,
  SPACE,
  tokenEnd,
  WORD,
} from "../text_tokens.ts";
import { digitsEnd, isLetter } from "../../time/timestamp_parts.ts";

const BACKSLASH = 0x5c;
const UUID_BYTES = 36;
/** `[123]` */
const SHORTEST_PROCESS = 5;

// What single loggers write between severity and message, each known by its signs. Unless it says otherwise a
// method answers the index after what it took, -1 if that is not what stands there.

/** `prog: message` or `: message` behind the `--` of Ruby's Logger. */
export function readProgramName(parts: HeadParts, at: number, to: number): boolean {
  const { bytes } = parts;
  let colon = at;
  while (
    colon < to && colon - at < 80 &&
    !(bytes[colon] === COLON && (colon + 1 >= to || bytes[colon + 1] === SPACE))
  ) {
    colon++;
  }
  const isName = colon === at || findByte(bytes, at, colon, SPACE) < 0;
  if (colon >= to || bytes[colon] !== COLON || !isName) parts.message = at;
  else {
    parts.add(NAME_PART, at, colon);
    parts.message = Math.min(colon + 2, to);
    // Rails' tag of the request.
    parts.message = takeRequestId(parts, parts.message, to);
  }
  return true;
}

/** `INFO:name:message` of Python's basicConfig, and of Rust's modules. Index of the second colon, or `at` if it is something else. */
export function takePythonName(parts: HeadParts, at: number, to: number): number {
  const { bytes } = parts;
  let end = at;
  while (end < to && !isBlank(bytes[end]) && bytes[end] !== COLON) end++;
  // env_logger's `INFO:shop::orders: message`
  while (bytes[end] === COLON && bytes[end + 1] === COLON && end + 2 < to && isLetter(bytes[end + 2])) {
    for (end += 2; end < to && !isBlank(bytes[end]) && bytes[end] !== COLON;) end++;
  }
  if (end >= to || bytes[end] !== COLON || !isName(bytes, at, end)) return at;
  // `INFO:https://…`, `INFO:12:30 lunch`, `ERROR:java.lang.IllegalStateException: closed`: the message's own.
  if (bytes[end + 1] === SLASH || isNumber(bytes, at, end) || isThrowableName(bytes, at, end)) return at;
  // NSClient's `error:c:\\source\\nrpe.cpp:12: message`: a drive is no name.
  if (end === at + 1 && bytes[end + 1] === BACKSLASH) {
    const place = tokenEnd(bytes, at, to) - 1;
    if (bytes[place] !== COLON || sourceColon(bytes, at, place) < 0) return at;
    parts.add(SOURCE_PART, at, place);
    parts.last = true;
    return place;
  }
  parts.add(NAME_PART, at, end);
  parts.last = true;
  return end;
}

/** `Shop.Db[12] ` of .NET's console, a category and the number of an event; [at, end) is the token. */
export function takeCategory(parts: HeadParts, at: number, end: number, next: number): number {
  const { bytes } = parts;
  if (bytes[end - 1] !== CLOSE) return -1;
  const open = findByte(bytes, at, end, OPEN);
  if (open <= at || !isNumber(bytes, open + 1, end - 1)) return -1;
  if (nameLikeness(bytes, at, open) !== PATH) {
    // log4js' `billing[24438] `
    if (!parts.hasTime || end - open < SHORTEST_PROCESS || !isName(bytes, at, open)) return -1;
    parts.add(NAME_PART, at, open);
    parts.add(NUMBER_PART, open + 1, end - 1);
    parts.last = true;
    return next;
  }
  parts.add(NAME_PART, at, open);
  parts.add(EVENT_PART, open + 1, end - 1);
  // What .NET calls critical is more than syslog's step above an error.
  if (isText(bytes, parts.severityFrom, at, "crit: ")) parts.severity = FATAL;
  parts.last = true;
  return next;
}

/** `shop.Db.connect(Db.java:12)` of log4j's %l: class and method, file and line. */
export function takeLocation(parts: HeadParts, at: number, end: number, divided = false): boolean {
  const { bytes } = parts;
  const open = findByte(bytes, at, end, PAREN);
  // `shop.Db.connect(12) - `: without a divider it may be what the message tells of.
  const isLine = divided && isNumber(bytes, open + 1, end - 1);
  if (open <= at || !(isLine || sourceColon(bytes, open + 1, end - 1) >= 0)) return false;
  if (nameLikeness(bytes, at, open) < PATH) return false;
  const dot = lastByte(bytes, at, open, DOT);
  parts.add(NAME_PART, at, dot);
  parts.add(FUNCTION_PART, dot + 1, open);
  parts.add(isLine ? LINE_PART : SOURCE_PART, open + 1, end - 1);
  parts.last = true;
  return true;
}

/** `<0.83.0>@module:function:12 ` of Erlang's lager; [at, end) is the process. */
export function takeErlangPlace(parts: HeadParts, at: number, end: number, to: number): number {
  const { bytes } = parts;
  const placeTo = tokenEnd(bytes, end + 1, to);
  if (placeTo >= to || findByte(bytes, end + 1, placeTo, COLON) < 0) return -1;
  parts.add(ANGLE_PART, at + 1, end - 1);
  parts.add(NAME_PART, end + 1, placeTo);
  parts.last = true;
  return skipBlanks(bytes, placeTo, to);
}

/** `main shop::db: ` of tracing with the names of threads, `exec-1 shop.Db - `: a thread, and a path behind it. */
export function takeThreadAndName(parts: HeadParts, at: number, end: number, to: number): number {
  const { bytes } = parts;
  const name = end + 1;
  const nameTo = tokenEnd(bytes, name, to);
  const colon = nameTo - 1;
  const isDashed = isText(bytes, nameTo, to, " - ") && nameLikeness(bytes, name, nameTo) === PATH;
  const isSpan = findByte(bytes, name, nameTo, BRACE) > name;
  if (!isDashed) {
    if (isSpan && (isText(bytes, at, to, "main ") || isThread(bytes, at, end))) {
      parts.add(THREAD_PART, at, end);
      return name;
    }
    // Substrate's `tokio-runtime-worker sync: `
    if (parts.hasTime && !parts.named && isModuleAt(bytes, name, nameTo) && isThread(bytes, at, end)) {
      parts.add(THREAD_PART, at, end);
      return name;
    }
    // log4j 1's `WARN main org.example.Shop message`
    const isMessage = isLetter(bytes[nameTo + 1]) &&
      findByte(bytes, findByte(bytes, name, nameTo, DOT) + 1, nameTo, DOT) > name;
    if (isMessage && isText(bytes, at, to, "main ") && nameLikeness(bytes, name, nameTo) === PATH) {
      parts.add(THREAD_PART, at, end);
      return name;
    }
    const isWorker = isThread(bytes, at, end) && findByte(bytes, at, end, DASH) > at;
    const least = isWorker || isPlaceAt(bytes, nameTo + 1, to) ? WORD : COMPOUND;
    if (colon + 1 >= to || bytes[colon] !== COLON || nameLikeness(bytes, name, colon) < least) return -1;
    if (!isText(bytes, at, to, "main ") && !isThread(bytes, at, end)) return -1;
  } else if (bytes[at] === STAR) {
    // Nexus' user, behind the thread.
    parts.add(CONTEXT_PART, at + 1, end);
    return name;
  } else if (parts.named || !isName(bytes, at, end) || sourceColon(bytes, at, end) >= 0) return -1;
  parts.add(THREAD_PART, at, end);
  return name;
}

/** `shop.db`, `shop.db:connect:12` */
function isModuleAt(bytes: Uint8Array, from: number, to: number): boolean {
  const colon = findByte(bytes, from, to, COLON);
  return nameLikeness(bytes, from, colon < 0 ? to : colon) === PATH &&
    (colon < 0 || namesLine(bytes, from, to));
}

/** The id of a request, `[5f2b7c1a-…] `; index after it, or `at`. */
export function takeRequestId(parts: HeadParts, at: number, to: number): number {
  const { bytes } = parts;
  const close = at + UUID_BYTES + 1;
  if (close >= to || bytes[at] !== OPEN || bytes[close] !== CLOSE || !isUuid(bytes, at + 1, close)) {
    return at;
  }
  parts.add(BRACKET_PART, at + 1, close);
  return skipBlanks(bytes, close + 1, to);
}

/** `Shop.Db: ` behind a bracket that held time and severity; index after it, or `at`. */
export function takePath(parts: HeadParts, at: number, to: number): number {
  const { bytes } = parts;
  const colon = tokenEnd(bytes, at, to) - 1;
  if (bytes[at] === LESS && bytes[colon] === GREATER && nameLikeness(bytes, at + 1, colon) === PATH) {
    parts.add(NAME_PART, at + 1, colon);
    return skipBlanks(bytes, colon + 1, to);
  }
  if (colon + 1 >= to || bytes[colon] !== COLON || nameLikeness(bytes, at, colon) !== PATH) return at;
  if (sourceColon(bytes, at, colon) >= 0) return at;
  parts.add(NAME_PART, at, colon);
  return skipBlanks(bytes, colon + 1, to);
}

/** `<Shop.Db> ` of Serilog; [from, inner) is the path, `end` the index behind its bracket. */
export function takeBracketedSource(
  parts: HeadParts,
  from: number,
  inner: number,
  end: number,
  to: number,
): number {
  const { bytes } = parts;
  if (sourceColon(bytes, from, inner) >= 0) {
    parts.add(SOURCE_PART, from, inner);
    return skipBlanks(bytes, end, to);
  }
  if (takeSourceAndFunction(parts, from, inner)) return skipBlanks(bytes, end, to);
  if (!isLetter(bytes[from]) || nameLikeness(bytes, from, inner) !== PATH) return -1;
  parts.add(NAME_PART, from, inner);
  parts.last = true;
  return skipBlanks(bytes, end, to);
}

/** `()` of a function without a name behind its file; `[] - `, `{} - ` and `<> - ` of a context that holds nothing. */
export function takeEmptyContext(parts: HeadParts, at: number, end: number, to: number): number {
  const { bytes } = parts;
  const next = skipBlanks(bytes, end, to);
  if (bytes[at] === PAREN && parts.sourced) return next;
  // `shop.Db (): message`
  if (parts.named && bytes[end] === COLON && isBlank(bytes[end + 1])) {
    parts.last = true;
    return skipBlanks(bytes, end + 1, to);
  }
  let behind = next;
  // Other contexts, of which some may be empty as well.
  while (behind < to && (bytes[behind] === OPEN || bytes[behind] === BRACE)) {
    const close = bracketEnd(bytes, behind, to);
    if (close < 0) return -1;
    behind = skipBlanks(bytes, close, to);
  }
  const nameTo = tokenEnd(bytes, behind, to);
  if (
    bytes[at] !== LESS && !parts.named && isText(bytes, nameTo, to, " - ") &&
    isName(bytes, behind, nameTo)
  ) return next;
  const isBehindHead = parts.named || parts.kind[parts.count - 1] === BRACKET_PART;
  const isBarred = bytes[behind] === BAR && bytes[at - 2] === BAR;
  if (!isBehindHead || !(bytes[behind] === DASH || isBarred) || !isBlank(bytes[behind + 1])) return -1;
  if (behind > next) return next;
  parts.last = true;
  return skipBlanks(bytes, behind + 1, to);
}

/** `:oejs.Server:main: ` of Jetty behind a padded severity. */
export function takeNameAndThread(parts: HeadParts, at: number, to: number): number {
  const { bytes } = parts;
  const name = findByte(bytes, at + 1, to, COLON);
  const end = name < 0 ? -1 : tokenEnd(bytes, name + 1, to) - 1;
  if (end <= name + 1 || bytes[end] !== COLON || !isName(bytes, at + 1, name)) return -1;
  parts.add(NAME_PART, at + 1, name);
  parts.add(THREAD_PART, name + 1, end);
  return skipBlanks(bytes, end + 1, to);
}

/**
 * tracing's line without its file, `shop::db: 12: `, and the target behind a span that has no fields, `request:
 * shop::db: `; [from, colon) is the first name.
 */
export function takeBehindTarget(
  parts: HeadParts,
  from: number,
  colon: number,
  next: number,
  to: number,
  targets: ReadonlySet<number>,
): number {
  const { bytes } = parts;
  const last = tokenEnd(bytes, next, to) - 1;
  if (last + 1 >= to || bytes[last] !== COLON) return -1;
  if (isNumber(bytes, next, last)) {
    parts.add(NAME_PART, from, colon);
    parts.add(LINE_PART, next, last);
    parts.last = true;
  } else if (nameLikeness(bytes, from, colon) === PATH || !isModulePath(bytes, next, last)) {
    // A span before a target that stands alone before other messages.
    if (!targets.has(hashOf(bytes, next, last)) || targets.has(hashOf(bytes, from, colon))) return -1;
    parts.add(SPAN_PART, from, colon);
    parts.add(NAME_PART, next, last);
  } else parts.add(NAME_PART, next, last);
  parts.pairsApart = parts.spaced = true;
  return skipBlanks(bytes, last + 1, to);
}

/** `#0 ` of Fluentd's workers; index after it, or `at`. */
export function takeWorker(parts: HeadParts, at: number, to: number): number {
  const { bytes } = parts;
  const end = tokenEnd(bytes, at, to);
  if (end >= to || !isNumber(bytes, at + 1, end)) return at;
  parts.add(WORKER_PART, at + 1, end);
  return skipBlanks(bytes, end, to);
}

/** `shopdb odoo.http: ` behind a process and a severity; Odoo writes `?` where it knows no database. */
export function takeDatabaseAndName(parts: HeadParts, at: number, to: number): number {
  const { bytes } = parts;
  const end = tokenEnd(bytes, at, to);
  const colon = tokenEnd(bytes, end + 1, to) - 1;
  const isUnknown = isText(bytes, at, end + 1, "? ");
  if (colon + 1 >= to || bytes[colon] !== COLON || !(isUnknown || isName(bytes, at, end))) return -1;
  const isLogger = isUnknown || isText(bytes, end + 1, colon, "werkzeug");
  if (!isLogger && nameLikeness(bytes, end + 1, colon) !== PATH) return -1;
  parts.add(NAME_PART, at, end);
  parts.add(NAME_PART, end + 1, colon);
  parts.last = true;
  return skipBlanks(bytes, colon + 1, to);
}

/** `ERROR in module: message` of Flask. */
export function takeInModule(parts: HeadParts, at: number, to: number): number {
  const { bytes } = parts;
  const end = tokenEnd(bytes, at, to);
  // logback's own `in logger - message`, `in logger[appender] - message`, `in logger@1a2b3c - message`
  let pathTo = at;
  while (pathTo < end && bytes[pathTo] !== OPEN && bytes[pathTo] !== AT) pathTo++;
  const isDashed = isText(bytes, end, to, " - ") && nameLikeness(bytes, at, pathTo) === PATH;
  const nameTo = isDashed ? pathTo : end - 1;
  if (end >= to || (!isDashed && bytes[nameTo] !== COLON) || !isName(bytes, at, nameTo)) return -1;
  parts.add(NAME_PART, at, nameTo);
  if (isDashed && pathTo < end) parts.add(CONTEXT_PART, pathTo + 1, bytes[end - 1] === CLOSE ? end - 1 : end);
  parts.last = true;
  return isDashed ? skipBlanks(bytes, end + 3, to) : end + 1;
}

/** `app:db ` of Node's debug: a name with colons in it that is no host and port. */
export function takeNamespace(parts: HeadParts, at: number, end: number, next: number): number {
  const { bytes } = parts;
  const colon = findByte(bytes, at, end, COLON);
  if (colon <= at || colon === end - 1 || !isLower(bytes[at])) return -1;
  for (let each = at; each < end; each++) {
    const byte = bytes[each];
    if (byte === COLON ? !isLetter(bytes[each + 1]) : (CLASS[byte] & (LETTER | DIGIT | JOINT)) === 0) {
      return -1;
    }
  }
  parts.add(NAME_PART, at, end);
  parts.last = true;
  return next;
}

/** `tower_http::trace` */
function isModulePath(bytes: Uint8Array, from: number, to: number): boolean {
  const colon = findByte(bytes, from, to, COLON);
  return colon > from && bytes[colon + 1] === COLON && nameLikeness(bytes, from, to) === PATH;
}

/** Takes `shop.db      connect      34   : ` of pika's examples, columns of a call; index behind them, -1 if they are something else. */
export function takeCallColumns(parts: HeadParts, at: number, to: number): number {
  const { bytes } = parts;
  const nameTo = tokenEnd(bytes, at, to);
  const call = skipBlanks(bytes, nameTo, to);
  const callTo = tokenEnd(bytes, call, to);
  const line = skipBlanks(bytes, callTo, to);
  const lineTo = digitsEnd(bytes, line, to);
  const colon = skipBlanks(bytes, lineTo, to);
  const isCall = line - callTo > 1 && lineTo > line && bytes[colon] === COLON && isBlank(bytes[colon + 1]);
  if (!isCall || !isName(bytes, at, nameTo) || !isName(bytes, call, callTo)) return -1;
  parts.add(NAME_PART, at, nameTo);
  parts.add(FUNCTION_PART, call, callTo);
  parts.add(LINE_PART, line, lineTo);
  return skipBlanks(bytes, colon + 1, to);
}

/** Takes Traffic Server's `ink_cap.cc:143 (DebugCapabilities)`, a place and its function; false if it is something else. */
export function takeSourceAndFunction(parts: HeadParts, from: number, to: number): boolean {
  const { bytes } = parts;
  const end = tokenEnd(bytes, from, to);
  if (bytes[to - 1] !== CLOSE_PAREN || bytes[end + 1] !== PAREN || sourceColon(bytes, from, end) < 0) {
    return false;
  }
  if (!isName(bytes, end + 2, to - 1)) return false;
  parts.add(SOURCE_PART, from, end);
  parts.add(FUNCTION_PART, end + 2, to - 1);
  return true;
}
