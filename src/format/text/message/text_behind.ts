import { type Batch, TEXT } from "../../../record/batch.ts";
import { afterEscapes } from "../../escape_sequences.ts";
import type { ReadContext } from "../../line_format.ts";
import { isThread } from "../head/text_dividers.ts";
import { elapsedStart } from "../loggers/text_joined.ts";
import {
  BAR,
  BRACKET_PART,
  CLOSE,
  COLON,
  DASH,
  type HeadParts,
  NAME_PART,
  OPEN,
  SOURCE_PART,
  UNDERSCORE,
} from "../text_parts.ts";
import {
  findByte,
  isBlank,
  isLower,
  isName,
  isText,
  nameLikeness,
  PATH,
  skipBlanks,
  sourceColon,
  SPACE,
  tokenEnd,
  tokenStart,
  trimmed,
} from "../text_tokens.ts";
import { readTime } from "../../time/timestamp.ts";
import { digitsEnd, isDigit } from "../../time/timestamp_parts.ts";

/**
 * Takes ` | org.example.Name | thread` from the end of a message whose head is divided by bars, as ActiveMQ writes
 * it, and sets where the message ends; nothing if it does not end so.
 */
export function takeNameBehind(parts: HeadParts, from: number, to: number): void {
  const { bytes } = parts;
  const thread = barBefore(bytes, from, to);
  if (thread < 0) return;
  const name = barBefore(bytes, from, thread - 2);
  if (name < 0) return;
  const nameFrom = name + 2;
  const nameTo = trimmed(bytes, nameFrom, thread);
  if (nameLikeness(bytes, nameFrom, nameTo) !== PATH || !isName(bytes, nameFrom, nameTo)) return;
  // `INFO | main | org.example.Name | some words`: there they stand before it.
  const first = tokenEnd(bytes, from, name);
  const isOneWord = tokenEnd(bytes, thread + 2, to) >= trimmed(bytes, thread + 2, to);
  if (
    skipBlanks(bytes, first, name) === name &&
    (!isOneWord || isThread(bytes, from, first) || isText(bytes, from, to, "main "))
  ) return;
  parts.add(BRACKET_PART, thread + 2, trimmed(bytes, thread + 2, to));
  parts.add(NAME_PART, nameFrom, nameTo);
  parts.messageEnd = trimmed(bytes, from, name);
}

/** Takes the `file.py:12` in a column behind the message, as Rich writes it, and sets where the message ends. */
export function takeSourceBehind(parts: HeadParts, from: number, to: number): void {
  const { bytes } = parts;
  const end = trimmed(bytes, from, to);
  const at = tokenStart(bytes, from, end);
  if (at - 2 <= from || !isBlank(bytes[at - 1]) || !isBlank(bytes[at - 2])) return;
  if (sourceColon(bytes, at, end) < 0) return;
  parts.add(SOURCE_PART, at, end);
  parts.messageEnd = trimmed(bytes, from, at);
}

/** Whether the line ends in a place as Rich writes it, which is no part of the message in lines laid out alike. */
export function isBeforeMargin(parts: HeadParts, to: number): boolean {
  if (!parts.inColumn || !parts.timeInBrackets) return false;
  const { bytes } = parts;
  const end = trimmed(bytes, parts.message, to);
  return sourceColon(bytes, tokenStart(bytes, parts.message, end), end) > 0;
}

/** Index of the last ` | ` in [from, to), at its bar; -1 if there is none. */
function barBefore(bytes: Uint8Array, from: number, to: number): number {
  for (let at = to - 2; at > from; at--) {
    if (bytes[at] === BAR) return isBlank(bytes[at - 1]) && isBlank(bytes[at + 1]) ? at : -1;
  }
  return -1;
}

/**
 * Where the message ends of loggers that write the time since their last one behind it, `message +12ms`: Nest's, and
 * where `isElapsed` says that all lines end so.
 */
export function withoutElapsed(
  batch: Batch,
  row: number,
  from: number,
  to: number,
  isElapsed: boolean,
): number {
  const { bytes } = batch;
  const at = elapsedStart(bytes, from, to);
  if (at < 0) return to;
  if (isElapsed) return trimmed(bytes, from, at);
  const { rawFrom, rawTo } = batch;
  return isNest(bytes, afterEscapes(bytes, rawFrom[row], rawTo[row]), rawTo[row])
    ? trimmed(bytes, from, at)
    : to;
}

/** `[Nest] 4242  - `, or another name in the brackets, nest-winston's `[Shop] 4242 11/20/2026, `; in colours or not. */
function isNest(bytes: Uint8Array, at: number, to: number): boolean {
  if (isText(bytes, at, to, "[Nest]")) return true;
  const close = bytes[at] === OPEN ? findByte(bytes, at, to, CLOSE) : -1;
  if (close < 0) return false;
  const pid = wordBehind(bytes, close + 1, to);
  const end = digitsEnd(bytes, pid, to);
  const next = wordBehind(bytes, end, to);
  return end > pid && next > end && (isText(bytes, next, to, "- ") || isDigit(bytes[next]));
}

/** Where the word behind blanks and colours begins. */
function wordBehind(bytes: Uint8Array, from: number, to: number): number {
  return afterEscapes(bytes, skipBlanks(bytes, afterEscapes(bytes, from, to), to), to);
}

/**
 * Takes consola's ` 8:00:01 AM` from the right margin of the message [from, to) of a record that has no time; answers
 * where the message ends, `to` if it does not end so.
 */
export function withoutMarginTime(
  batch: Batch,
  row: number,
  from: number,
  to: number,
  context: ReadContext,
): number {
  const { bytes } = batch;
  if (
    bytes[to - 1] !== 0x4d || bytes[to - 3] !== SPACE || (bytes[to - 2] !== 0x41 && bytes[to - 2] !== 0x50)
  ) return to;
  let at = to - 3;
  while (at > from && bytes[at - 1] !== SPACE) at--;
  if (at < from + 3 || bytes[at - 2] !== SPACE || !isDigit(bytes[at])) return to;
  return readTime(batch, row, at, to, context) === to ? trimmed(bytes, from, at) : to;
}

/**
 * Takes the cells `|url: http://host/path|action: Get` from the end of a message whose head is divided by bars, as
 * NLog's layout for ASP.NET has them, empty ones too; answers where the message ends.
 */
export function takeCellsBehind(batch: Batch, row: number, from: number, to: number): number {
  const { bytes, view, keys } = batch;
  const severity = batch.severityFrom[row];
  if (severity === 0 || bytes[severity - 1] !== BAR || bytes[batch.severityTo[row]] !== BAR) return to;
  let end = to;
  for (let bar = end - 1; bar > from; bar--) {
    if (bytes[bar] !== BAR) continue;
    let colon = bar + 1;
    while (colon < end && (isLower(bytes[colon]) || bytes[colon] === DASH || bytes[colon] === UNDERSCORE)) {
      colon++;
    }
    const isCell = colon > bar + 1 && bytes[colon] === COLON &&
      (colon + 1 >= end || isBlank(bytes[colon + 1]));
    if (!isCell) break;
    const value = skipBlanks(bytes, colon + 1, end);
    if (value < end) batch.addField(keys.idOfBytes(bytes, view, bar + 1, colon), value, end, TEXT);
    end = trimmed(bytes, from, bar);
  }
  if (end < to) batch.fieldTo[row] = batch.fieldCount;
  return end;
}
