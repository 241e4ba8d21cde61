import { type Batch, TEXT } from "../../../record/batch.ts";
import { jsonOfArrows } from "../../arrow_text.ts";
import { beginsInspected, jsonOfInspected } from "../../inspected_text.ts";
import { endCutJson } from "../../json/cut_json.ts";
import { readMadeJson, readTrailingJson } from "../../json/embedded_json.ts";
import type { ReadContext } from "../../line_format.ts";
import {
  BAR,
  BRACE,
  CLOSE,
  CLOSE_BRACE,
  COLON,
  DASH,
  DOT,
  EQUALS,
  GREATER,
  OPEN,
  PAREN,
  QUOTE,
} from "../text_parts.ts";
import {
  findByte,
  isBlank,
  isNameSign,
  isText,
  isUpper,
  skipBlanks,
  SPACE,
  trimmed,
} from "../text_tokens.ts";

/** Braces behind blanks that the object may begin with: those before it are the message's own. */
const MAX_TRIES = 4;
/** What Monolog makes of an exception. */
const OBJECT = '"exception":"[object] (';

const decoder = new TextDecoder();

/**
 * Reads the JSON object that ends the message [from, to) and answers where the text before it ends; `to` if
 * there is none. Monolog writes two, context and extra, and `[]` for an empty one.
 */
export function readJsonBehind(
  batch: Batch,
  row: number,
  from: number,
  to: number,
  context: ReadContext,
): number {
  const { bytes } = batch;
  let end = to;
  while (end - 2 > from && bytes[end - 1] === CLOSE && bytes[end - 2] === OPEN && isBlank(bytes[end - 3])) {
    end = trimmed(bytes, from, end - 2);
  }
  if (bytes[end - 1] === CLOSE || bytes[end - 1] === CLOSE_BRACE) {
    const arrows = readArrows(batch, row, from, end, context);
    if (arrows >= 0) return arrows;
  }
  if (bytes[end - 1] !== CLOSE_BRACE) {
    return end < to && to - end > 4 ? end : withoutEmpty(bytes, from, end, to);
  }
  // `with properties {} (kafka.log.LogManager)`: what a logger writes behind its messages would end the line.
  if (bytes[end - 2] === BRACE && bytes[skipBlanks(bytes, end, batch.rawTo[row])] === PAREN) return to;
  let tries = 0;
  for (let at = from; at < end && tries < MAX_TRIES; at++) {
    // zap's, where bars divide the cells: `message|{"id":7}`
    if (bytes[at] !== BRACE || (at > from && !isBlank(bytes[at - 1]) && bytes[at - 1] !== BAR)) continue;
    // Two objects: the first ends where the second begins.
    if (readTrailingJson(batch, row, at, end, context)) {
      // What the message announces is its own: `payload: {"id":7} [] []`
      if (end < to && isAnnounced(bytes, from, at)) return end;
      // Monolog's context was empty.
      const isEmpty = end === to && isText(bytes, at - 4, at, " [] ");
      return withoutDivider(bytes, from, isEmpty ? at - 3 : at);
    }
    if (readInspected(batch, row, at, end, context, at === from)) return withoutDivider(bytes, from, at);
    const second = bytes.indexOf(BRACE, lastStart(bytes, at, end));
    if (second > at && readTrailingJson(batch, row, second, end, context)) {
      const first = trimmed(bytes, at, second);
      if (readTrailingJson(batch, row, at, first, context)) {
        return trimmed(bytes, from, isAnnounced(bytes, from, at) ? second : at);
      }
      // Monolog's two, behind a message that has one itself.
      const middle = bytes.indexOf(BRACE, lastStart(bytes, at, first));
      const isThird = middle > at && middle < first && readTrailingJson(batch, row, middle, first, context);
      return trimmed(bytes, from, isThird ? middle : second);
    }
    tries++;
  }
  return to;
}

/** Where the text before ` | []`, a bar and an empty context, ends; `to` if it does not end so. */
function withoutEmpty(bytes: Uint8Array, from: number, end: number, to: number): number {
  return end < to && bytes[end - 1] === BAR && (end - 1 === from || isBlank(bytes[end - 2]))
    ? trimmed(bytes, from, end - 1)
    : to;
}

/** Whether the object that ends at `to` holds nothing: then pairs before it were not put into it. */
export function isEmptyObject(bytes: Uint8Array, to: number): boolean {
  return bytes[to - 1] === CLOSE_BRACE && bytes[to - 2] === BRACE;
}

/** Whether the text that ends at `to` says that an object follows: `payload: `, `body = `. */
export function isAnnounced(bytes: Uint8Array, from: number, to: number): boolean {
  const end = trimmed(bytes, from, to);
  if (end <= from || end === to) return false;
  return bytes[end - 1] === COLON || (bytes[end - 1] === EQUALS && bytes[end - 2] === SPACE);
}

/** Whether the message's first line says that something follows: `payload:`, `config =`. */
export function announces({ bytes, bodyFrom, bodyTo }: Batch, row: number): boolean {
  const last = bytes[trimmed(bytes, bodyFrom[row], bodyTo[row]) - 1];
  return last === COLON || last === EQUALS;
}

/**
 * Adds the members of an object that is all of the lines below the message, [from, to), as JSON or as Node prints it; false,
 * and nothing done, if it is something else or the message announces it.
 */
export function readObjectAlone(
  batch: Batch,
  row: number,
  from: number,
  to: number,
  context: ReadContext,
): boolean {
  if (batch.severity[row] === 0 || batch.bodyKind[row] !== TEXT || announces(batch, row)) return false;
  let key = from + 1;
  while (key < to && batch.bytes[key] <= SPACE) key++;
  const isRead = batch.bytes[key] === QUOTE
    ? readTrailingJson(batch, row, from, to, context)
    : readInspected(batch, row, from, to, context, false, from);
  if (isRead) batch.fieldTo[row] = batch.fieldCount;
  return isRead;
}

/**
 * Adds the members of a JSON object that goes on in the next line: Laravel writes `{"userId":1,"exception":"[object]
 * (RuntimeException(code: 0): message at /app/a.php:12)` with the stack trace in lines of their own. The message [from,
 * to) keeps it, as it keeps the trace.
 */
export function addBrokenJson(
  batch: Batch,
  row: number,
  from: number,
  to: number,
  context: ReadContext,
): void {
  const { bytes, side } = batch;
  let at = findByte(bytes, from, to, BRACE);
  while (at >= 0 && !(bytes[at - 1] === SPACE && bytes[at + 1] === QUOTE)) {
    at = findByte(bytes, at + 1, to, BRACE);
  }
  if (at < 0) return;
  let mark = at;
  while (mark < to && !isText(bytes, mark, to, OBJECT)) mark++;
  if (mark >= to) return;
  const copy = endCutJson(batch, at, to);
  if (copy < 0 || !readTrailingJson(batch, row, copy, batch.side, context)) batch.side = side;
}

/**
 * As `readTrailingJson`, of an object as Node prints it, `{ queue: 'mail' }`, or a dictionary of Python. `Name { a: 1 }`, as Rust
 * and Node show what has a class, is none where the source's lines do not end in objects: the text that may end with such a
 * name begins at `before`.
 */
export function readInspected(
  batch: Batch,
  row: number,
  from: number,
  to: number,
  context: ReadContext,
  isWhole = false,
  before = isWhole ? from : batch.rawFrom[row],
): boolean {
  const { bytes } = batch;
  // Python's has no blank inside its braces, and always quotes; Ruby's `{queue: "mail"}` is known where it is all of a message.
  const isNode = bytes[from + 1] === SPACE && bytes[to - 2] === SPACE;
  if ((!isNode && !isWhole && bytes[from + 1] !== 0x27) || !beginsInspected(bytes, from, to)) return false;
  if (isNode && !context.objectsApart && isClassBefore(bytes, before, from)) return false;
  const json = jsonOfInspected(decoder.decode(bytes.subarray(from, to)));
  return typeof json === "string" && readMadeJson(batch, row, json, context);
}

/** Whether the word before the object at `open` may be the name of its class; the text that the word is of begins at `from`. */
export function isClassBefore(bytes: Uint8Array, from: number, open: number): boolean {
  const end = open - 1;
  let word = end;
  while (word > from && isNameSign(bytes[word - 1])) word--;
  if (word === end || !isUpper(bytes[word])) return false;
  // `Done. { id: 7 }`, `A-B { id: 7 }`
  return bytes[end - 1] !== DOT && bytes[word - 1] !== DASH;
}

/** Where the last `} {` before `to` goes on; `from` if there is none. */
function lastStart(bytes: Uint8Array, from: number, to: number): number {
  for (let at = to - 1; at > from + 1; at--) {
    if (bytes[at] === BRACE && bytes[at - 1] === SPACE && bytes[at - 2] === CLOSE_BRACE) return at;
  }
  return from;
}

/** Without blanks, and without the bar, the dash or the arrow that divides the text from what stood behind it. */
export function withoutDivider(bytes: Uint8Array, from: number, to: number): number {
  const end = trimmed(bytes, from, to);
  // Ansible's `FAILED! => {…}`
  if (end - 3 > from && isText(bytes, end - 3, end, " =>")) return trimmed(bytes, from, end - 3);
  const isGlued = bytes[end - 1] === BAR && end === to;
  return end - 2 > from && (bytes[end - 1] === BAR || bytes[end - 1] === DASH) &&
      (isGlued || isBlank(bytes[end - 2]))
    ? trimmed(bytes, from, end - 1)
    : end;
}

/**
 * As `readTrailingJson`, of an array of PHP behind the message (`["route" => "home"]`, as Symfony's console has it) or
 * a hash of Ruby (`-- {:queue=>"mail"}`, semantic_logger's payload); where the text before it ends, -1 if none is there.
 */
function readArrows(batch: Batch, row: number, from: number, to: number, context: ReadContext): number {
  const { bytes } = batch;
  const isHash = bytes[to - 1] === CLOSE_BRACE;
  let open = findByte(bytes, from, to, EQUALS);
  while (open >= 0 && bytes[open + 1] !== GREATER) open = findByte(bytes, open + 1, to, EQUALS);
  while (open > from && bytes[open] !== (isHash ? BRACE : OPEN)) open--;
  const isWhole = isHash && open === from;
  if (!isWhole && (open <= from || bytes[open - 1] !== SPACE)) return -1;
  const json = jsonOfArrows(decoder.decode(bytes.subarray(open, to)));
  if (!readMadeJson(batch, row, json, context)) return -1;
  const end = trimmed(bytes, from, open);
  return isHash && isText(bytes, end - 3, end, " --") ? trimmed(bytes, from, end - 2) : end;
}
