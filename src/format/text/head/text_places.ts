import { lineColon } from "../attributes/text_composites.ts";
import {
  CLOSE,
  CLOSE_PAREN,
  COLON,
  CONTEXT_PART,
  DOT,
  FILE_PART,
  FUNCTION_PART,
  GREATER,
  type HeadParts,
  LESS,
  LINE_PART,
  NAME_PART,
  OPEN,
  PAREN,
  SLASH,
  SOURCE_PART,
  UNDERSCORE,
} from "../text_parts.ts";
import { isRubyFrame } from "../../continuation/stack_trace_lines.ts";
import { isPackage } from "../text_names.ts";
import {
  findByte,
  isFileName,
  isName,
  isNumber,
  isText,
  nameLikeness,
  PATH,
  skipBlanks,
  sourceColon,
  SPACE,
  TAB,
  tokenEnd,
  trimmed,
} from "../text_tokens.ts";
import { beforeDigits, digitsEnd, isDigit, isLetter } from "../../time/timestamp_parts.ts";

/** Words up to the logger that DSpace puts ` @ ` behind. */
const MOST_BEFORE_AT = 3;
const LINE = "(line ";

/** Bytes of a cell that names a place. */
const LONGEST_CELL = 160;

// Places in a source that a head names in one token.

/** `middlewared.job.run():123`, log4j2's `i.a.w.Worker(run):123`: a logger, its function and the line. */
export function takeCallAndLine(parts: HeadParts, from: number, to: number): boolean {
  const { bytes } = parts;
  const colon = beforeDigits(bytes, from, to);
  if (colon === to - 1 || bytes[colon] !== COLON || bytes[colon - 1] !== CLOSE_PAREN) return false;
  const open = findByte(bytes, from, colon, PAREN);
  if (open < 0 || !isName(bytes, from, open)) return false;
  const isInside = open < colon - 2;
  if (isInside && nameLikeness(bytes, from, open) !== PATH) return false;
  let nameTo = open;
  while (!isInside && nameTo > from && bytes[nameTo] !== DOT) nameTo--;
  if (nameTo === from) return false;
  parts.add(NAME_PART, from, nameTo);
  parts.add(FUNCTION_PART, nameTo + 1, isInside ? colon - 1 : open);
  parts.add(LINE_PART, colon + 1, to);
  parts.last = true;
  return true;
}

/** `com.foo.Bar:12`: a logger's whole name and a line. */
export function takeClassAndLine(parts: HeadParts, from: number, to: number): boolean {
  const { bytes } = parts;
  const colon = lineColon(bytes, from, to);
  if (colon === to || nameLikeness(bytes, from, colon) !== PATH) return false;
  parts.add(NAME_PART, from, colon);
  parts.add(LINE_PART, colon + 1, to);
  return true;
}

/** `shop.db:connect:12`, `app.py:<module>:12`: a logger's whole name, or its file, a function of Python and the line. */
export function takeFunctionAndLine(parts: HeadParts, from: number, to: number): boolean {
  const { bytes } = parts;
  const line = beforeDigits(bytes, from, to);
  if (line === to - 1 || bytes[line] !== COLON) return false;
  const colon = findByte(bytes, from, line, COLON);
  if (colon < 0 || !isFunction(bytes, colon + 1, line)) return false;
  if (nameLikeness(bytes, from, colon) !== PATH && !isText(bytes, from, colon, "__main__")) return false;
  const isFile = isFileName(bytes, from, colon);
  parts.add(isFile ? FILE_PART : NAME_PART, from, colon);
  parts.add(FUNCTION_PART, colon + 1, line);
  parts.add(LINE_PART, line + 1, to);
  parts.last = true;
  return true;
}

/** `o.example.Shop     :53 message`: the line behind a logger that blanks pad. */
export function takeLine(parts: HeadParts, at: number, to: number): boolean {
  const { bytes, count, kind } = parts;
  const end = tokenEnd(bytes, at, to);
  if (kind[count - 1] !== NAME_PART || end >= to || end < at + 2 || !isNumber(bytes, at + 1, end)) {
    return false;
  }
  parts.add(LINE_PART, at + 1, end);
  parts.last = true;
  return true;
}

/** Cassandra's `Db.java (line 12) `: a file at [at, end), and its line at `next`; index behind it, -1 if it is something else. */
export function takeFileAndLine(parts: HeadParts, at: number, end: number, next: number, to: number): number {
  if (!isText(parts.bytes, next, to, LINE) || !isFileName(parts.bytes, at, end)) return -1;
  parts.add(FILE_PART, at, end);
  const behind = takeLineOfFile(parts, next, to);
  if (behind === next) parts.count--;
  else parts.last = parts.isSure = true;
  return behind > next ? behind : -1;
}

/** Python's `gen.py emit 46 message`: a file at [at, end), the function and the line behind it; index behind these, -1 if it is something else. */
export function takeFileFunctionAndLine(
  parts: HeadParts,
  at: number,
  end: number,
  next: number,
  to: number,
): number {
  const { bytes } = parts;
  const functionTo = tokenEnd(bytes, next, to);
  const line = skipBlanks(bytes, functionTo, to);
  const lineTo = tokenEnd(bytes, line, to);
  const isCall = lineTo < to && isNumber(bytes, line, lineTo) && isFunction(bytes, next, functionTo);
  if (!isCall || parts.named || !isText(bytes, end - 3, end, ".py") || !isFileName(bytes, at, end)) return -1;
  parts.add(FILE_PART, at, end);
  parts.add(FUNCTION_PART, next, functionTo);
  parts.add(LINE_PART, line, lineTo);
  parts.last = true;
  return skipBlanks(bytes, lineTo, to);
}

/** Takes `(line 12) ` behind a file, which is the part before; index behind it, `at` if there is none. */
export function takeLineOfFile(parts: HeadParts, at: number, to: number): number {
  const { bytes, count, from, kind, to: partTo } = parts;
  const last = count - 1;
  if (!isText(bytes, at, to, LINE) || !isFileName(bytes, from[last], partTo[last])) return at;
  const digits = at + LINE.length;
  const close = digitsEnd(bytes, digits, to);
  if (close === digits || bytes[close] !== CLOSE_PAREN) return at;
  kind[last] = FILE_PART;
  parts.add(LINE_PART, digits, close);
  return skipBlanks(bytes, close + 1, to);
}

/** DSpace's `request session org.dspace.app.Shop @ message`: a logger's whole name, and words before it, that ` @ ` ends; -1 if it does not. */
export function takeBeforeAt(parts: HeadParts, at: number, to: number): number {
  const { bytes } = parts;
  if (!parts.hasTime || parts.named) return -1;
  let start = at;
  for (let word = 0; word < MOST_BEFORE_AT; word++) {
    const end = tokenEnd(bytes, start, to);
    if (end >= to) return -1;
    if (isText(bytes, end, to, " @ ")) {
      if (nameLikeness(bytes, start, end) !== PATH) return -1;
      for (let before = at; before < start;) {
        const stop = tokenEnd(bytes, before, start);
        parts.add(CONTEXT_PART, before, stop);
        before = skipBlanks(bytes, stop, start);
      }
      parts.add(NAME_PART, start, end);
      parts.last = parts.isSure = true;
      return skipBlanks(bytes, end + 3, to);
    }
    start = skipBlanks(bytes, end, to);
  }
  return -1;
}

/** `o.e.shop.Db:12 => message`: a class, or its line, before an arrow at `next`; false if it is something else. */
export function takeBeforeArrow(
  parts: HeadParts,
  from: number,
  to: number,
  next: number,
  lineTo: number,
): boolean {
  const { bytes } = parts;
  if (parts.named || next === to || !isText(bytes, next, lineTo, "=> ")) return false;
  if (!takeClassAndLine(parts, from, to)) {
    if (!isPackage(bytes, from, to, SPACE)) return false;
    parts.add(NAME_PART, from, to);
  }
  parts.last = true;
  return true;
}

/** `app.d:12:main`: a file, a line and a function. */
export function takePlaceAndFunction(parts: HeadParts, from: number, to: number): boolean {
  const { bytes } = parts;
  const colon = findByte(bytes, from, to, COLON);
  const second = colon < 0 ? -1 : findByte(bytes, colon + 1, to, COLON);
  if (second < 0 || sourceColon(bytes, from, second) < 0 || !isFunction(bytes, second + 1, to)) return false;
  if (isRubyFrame(bytes, from, to + 2)) return false;
  parts.add(SOURCE_PART, from, second);
  parts.add(FUNCTION_PART, second + 1, to);
  parts.last = true;
  return true;
}

/** A function, or Python's `<module>` and `<lambda>`. */
export function isFunction(bytes: Uint8Array, from: number, to: number): boolean {
  return bytes[from] === LESS ? bytes[to - 1] === GREATER : isName(bytes, from, to);
}

/** Erlang's `shop_db:connect/1:12` behind a process, with its line or not; index behind it, `at` if there is none. */
export function takeErlangsCall(parts: HeadParts, at: number, to: number): number {
  const { bytes } = parts;
  const end = tokenEnd(bytes, at, to);
  const colon = findByte(bytes, at, end, COLON);
  const slash = colon > at ? findByte(bytes, colon, end, SLASH) : -1;
  let arity = slash + 1;
  while (slash > 0 && arity < end && isDigit(bytes[arity])) arity++;
  if (slash < 0 || arity === slash + 1 || end >= to || !isName(bytes, colon + 1, slash)) return at;
  const line = digitsEnd(bytes, arity + 1, end);
  const hasLine = bytes[arity] === COLON && line > arity + 1;
  const last = hasLine ? line : arity;
  if (last < end - 1 || (last === end - 1 && bytes[last] !== COLON)) return at;
  parts.add(NAME_PART, at, colon);
  parts.add(FUNCTION_PART, colon + 1, arity);
  if (hasLine) parts.add(LINE_PART, arity + 1, line);
  return skipBlanks(bytes, end, to);
}

/** `shop_db:connect/1`, with its line or not. */
export function isErlangsCall(bytes: Uint8Array, from: number, to: number): boolean {
  const colon = findByte(bytes, from, to, COLON);
  const slash = colon > from ? findByte(bytes, colon, to, SLASH) : -1;
  return slash > colon + 1 && isDigit(bytes[slash + 1]) && isName(bytes, colon + 1, slash);
}

/** `main.go:12: `, `main.go:12` or `[main.go:12]` */
export function isPlaceAt(bytes: Uint8Array, at: number, to: number): boolean {
  const last = tokenEnd(bytes, at, to) - 1;
  if (bytes[last] === COLON) return sourceColon(bytes, at, last) >= 0;
  if (isDigit(bytes[last])) return sourceColon(bytes, at, last + 1) >= 0;
  return bytes[last] === CLOSE && bytes[at] === OPEN && sourceColon(bytes, at + 1, last) >= 0;
}

/** Where the place begins in the cell at `at` that a tab ends, `envoy config source/common/config/grpc_stream.h:163⇥`, behind words; -1 if it is something else. */
function placeInCell(bytes: Uint8Array, at: number, to: number): number {
  const end = Math.min(to, at + LONGEST_CELL);
  let place = at;
  while (place < end && (isLetter(bytes[place]) || bytes[place] === UNDERSCORE || bytes[place] === SPACE)) {
    place++;
  }
  while (place > at && bytes[place - 1] !== SPACE) place--;
  const tab = tokenEnd(bytes, place, end);
  const isPlace = place > at + 1 && bytes[tab] === TAB && sourceColon(bytes, place, tab) >= 0 &&
    findByte(bytes, place, tab, SLASH) > 0;
  return isPlace ? place : -1;
}

/**
 * Takes the words and the place of such a cell, or RoadRunner's `server      ⇥`, a name that blanks pad; index behind the tab,
 * null if it is something else.
 */
export function takeWordsAndPlace(parts: HeadParts, at: number, to: number): number | null {
  const { bytes } = parts;
  const tab = findByte(bytes, at, Math.min(to, at + LONGEST_CELL), TAB);
  if (tab < 0) return null;
  const cellTo = trimmed(bytes, at, tab);
  if (cellTo < tab && isName(bytes, at, cellTo)) {
    parts.add(NAME_PART, at, cellTo);
    return skipBlanks(bytes, tab, to);
  }
  const place = placeInCell(bytes, at, to);
  if (place < 0) return null;
  parts.add(NAME_PART, at, place - 1);
  parts.add(SOURCE_PART, place, tab);
  return skipBlanks(bytes, tab, to);
}

/** Whether a word tells a place although some heads have it and others not: Erlang's call, or the first one of such a cell. */
export function namesPlace(bytes: Uint8Array, from: number, to: number): boolean {
  return isErlangsCall(bytes, from, to) || placeInCell(bytes, from, bytes.length) > 0;
}
