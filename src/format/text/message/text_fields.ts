import { type Batch, TEXT } from "../../../record/batch.ts";
import { AttributeKeys } from "../../attribute_keys.ts";
import { readMadeJson, readTrailingJson } from "../../json/embedded_json.ts";
import { isJson } from "../../json/is_json.ts";
import type { ReadContext } from "../../line_format.ts";
import type { LogfmtFormat } from "../../logfmt.ts";
import { severityOfWord } from "../../severity_word.ts";
import { isReportLabel } from "../loggers/text_postgres.ts";
import type { HeadParts } from "../text_parts.ts";
import { findByte, isName, isText, skipBlanks, tokenEnd, trimmed, wordEnd } from "../text_tokens.ts";

const QUOTE = 0x22, EQUALS = 0x3d, COLON = 0x3a, SPACE = 0x20, BRACE = 0x7b, CLOSING_BRACE = 0x7d;
/** Bytes before the object of a line that is a record behind a few words. */
const LONGEST_PREFIX = 64;
/** Lines of others between a report and what belongs to it. */
const MOST_BETWEEN = 16;

/** logr's `"key"=value`. */
const QUOTED_PAIR =
  /("(?:[^"\\]|\\.)*")=("(?:[^"\\]|\\.)*"|[{[](?:[^"{}[\]]|"(?:[^"\\]|\\.)*")*[}\]]|[^\s"]+)(?: |$)/y;
/** The keys of an object as logr writes it, `{"file"="main.go" "line"=12}`, and what divides its members. */
const OBJECT_KEY = /("(?:[^"\\]|\\.)*")=/g;
const MEMBERS = / (?="(?:[^"\\]|\\.)*":)/g;

const LEVEL = "level=";
const decoder = new TextDecoder();

/**
 * Reads what stands behind a time, [from, to), if it is nothing but pairs of which some tell a severity or the
 * message: `level=info msg="started"`, or logr's `"level"=0 "msg"="started"`. False, and nothing changed, if not.
 */
export function readFields(
  batch: Batch,
  row: number,
  from: number,
  to: number,
  logfmt: LogfmtFormat,
  context: ReadContext,
): boolean {
  const { bytes, side, fieldCount } = batch;
  batch.setBody(row, from, to);
  const name = nameEnd(bytes, from, to);
  const isRead = bytes[from] === QUOTE || name > from
    ? readNamed(batch, row, from, name, to, context)
    : isPair(bytes, from, to) && logfmt.readBehind(batch, row, from, to);
  if (isRead && (batch.severity[row] !== 0 || batch.bodyFrom[row] !== from)) return true;
  batch.side = side;
  batch.fieldCount = fieldCount;
  return false;
}

/** Takes the severity of pairs at `at` that go on in the next lines, or hold quotes: `level=info msg="SELECT *`. */
export function takeLevel(head: HeadParts, at: number, to: number): void {
  const { bytes } = head;
  const word = at + LEVEL.length;
  if (!isText(bytes, at, to, LEVEL)) return;
  const end = wordEnd(bytes, word, to);
  const number = severityOfWord(bytes, word, end);
  if (number === 0) return;
  head.tellSeverity(number, word, end);
  head.giveSeverity();
  head.framed = true;
}

/**
 * Reads logf's pairs, whose keys have colours: the record begun last, which is `row`, is what stands from `from` on in the
 * batch's side room, without those. Adds it and answers true; false, and nothing changed, if it is none.
 */
export function readColouredPairs(
  batch: Batch,
  row: number,
  from: number,
  logfmt: LogfmtFormat,
  context: ReadContext,
): boolean {
  const { bytes, side } = batch;
  const rawFrom = batch.rawFrom[row];
  const rawTo = batch.rawTo[row];
  if (
    !isPair(bytes, from, side) || !readFields(batch, row, from, trimmed(bytes, from, side), logfmt, context)
  ) {
    return false;
  }
  batch.rawFrom[row] = rawFrom;
  batch.rawTo[row] = rawTo;
  batch.commit();
  return true;
}

/** `key=` in small letters. */
export function isPair(bytes: Uint8Array, from: number, to: number): boolean {
  let at = from;
  while (at < to && ((bytes[at] >= 97 && bytes[at] <= 122) || bytes[at] === 0x5f)) at++;
  return at > from && at < to && bytes[at] === EQUALS;
}

/** Where the name ends that stands before logr's pairs, `shop "level"=0 "msg"=…` or `shop: "level"=…`; `from` if none does. */
function nameEnd(bytes: Uint8Array, from: number, to: number): number {
  const end = tokenEnd(bytes, from, to);
  const nameTo = bytes[end - 1] === COLON ? end - 1 : end;
  return bytes[end + 1] === QUOTE && isName(bytes, from, nameTo) ? nameTo : from;
}

/** Reads logr's pairs behind a name, which ends at `nameTo`: `from` if there is none. */
function readNamed(
  batch: Batch,
  row: number,
  from: number,
  nameTo: number,
  to: number,
  context: ReadContext,
): boolean {
  const pairs = nameTo > from ? tokenEnd(batch.bytes, nameTo, to) + 1 : from;
  if (!readQuoted(batch, row, pairs, to, context)) return false;
  const keys = AttributeKeys.of(context.keys);
  keys.fresh();
  if (nameTo > from) batch.addField(keys.id.logger, from, nameTo, TEXT);
  return true;
}

/** Reads a line of logr's pairs behind a name, `shop "level"=0 "msg"="started"`; false, and nothing added, if it is none. */
export function readNamedFields(
  batch: Batch,
  row: number,
  from: number,
  to: number,
  context: ReadContext,
): boolean {
  const name = nameEnd(batch.bytes, from, to);
  return (name > from || batch.bytes[from] === QUOTE) && readNamed(batch, row, from, name, to, context);
}

/**
 * Reads a line that is a whole record of JSON, with a time and a severity or a message, behind a few words: `shop {"time":…}`,
 * `12: {"time":…}`. False if it is none.
 */
export function readPrefixedJson(
  batch: Batch,
  row: number,
  from: number,
  to: number,
  context: ReadContext,
): boolean {
  const { bytes } = batch;
  if (bytes[to - 1] !== CLOSING_BRACE) return false;
  const object = findByte(bytes, from, Math.min(to, from + LONGEST_PREFIX), BRACE);
  if (object <= from || bytes[object + 1] !== QUOTE || bytes[object - 1] !== SPACE) return false;
  if (!readTrailingJson(batch, row, object, to, context, true)) return false;
  if (Number.isNaN(batch.time[row]) || (batch.severity[row] === 0 && batch.bodyFrom[row] === from)) {
    return false;
  }
  const keys = AttributeKeys.of(context.keys);
  keys.fresh();
  batch.addField(keys.id.prefix, from, trimmed(bytes, from, object), TEXT);
  return true;
}

/** Of logr's verbosities 0 is information, and the higher ones are details; only an error has none. */
function readQuoted(batch: Batch, row: number, from: number, to: number, context: ReadContext): boolean {
  const text = decoder.decode(batch.bytes.subarray(from, to));
  const pairs: string[] = [];
  let severity = "error";
  QUOTED_PAIR.lastIndex = 0;
  while (QUOTED_PAIR.lastIndex < text.length) {
    const pair = QUOTED_PAIR.exec(text);
    if (pair === null) return false;
    if (pair[1] === '"level"') severity = pair[2] === "0" ? "info" : "debug";
    else pairs.push(`${pair[1]}:${jsonOf(pair[2])}`);
  }
  if (!pairs.some((pair) => pair.startsWith('"msg":'))) return false;
  return readMadeJson(batch, row, `{"level":"${severity}",${pairs.join(",")}}`, context, true);
}

function jsonOf(value: string): string {
  if (isJson(value)) return value;
  const object = value.startsWith("{") ? value.replace(OBJECT_KEY, "$1:").replace(MEMBERS, ",") : "";
  return isJson(object) ? object : JSON.stringify(value);
}

/**
 * PostgreSQL writes what belongs to a report into lines of their own: they have the severity of the line before them whose
 * head is the same, else of the one right before them. Answers 0 if [from, to) is no such line.
 */
export function severityOfReport(
  batch: Batch,
  row: number,
  from: number,
  to: number,
  context: ReadContext,
): number {
  const { bytes } = batch;
  if (from >= to || bytes[from] < 0x41 || (bytes[from] > 0x5a && bytes[from] < 0x80)) return 0;
  if (!isReportLabel(bytes, from, to)) return 0;
  return row === 0 ? context.severityBefore ?? 0 : batch.severity[rowOfReport(batch, row, from)];
}

/** The row before whose line begins as the line in `row` does up to `to`; the one right before if none of the last does. */
function rowOfReport({ bytes, rawFrom, rawTo }: Batch, row: number, to: number): number {
  const from = rawFrom[row];
  for (let before = row - 1; before >= Math.max(0, row - MOST_BETWEEN); before--) {
    const start = rawFrom[before];
    let at = from;
    while (at < to && start + at - from < rawTo[before] && bytes[at] === bytes[start + at - from]) at++;
    if (at === to) return before;
  }
  return row - 1;
}

/** `msg=` or `message=` */
export function hasMessage(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    if (bytes[at] === EQUALS && (isText(bytes, at - 3, to, "msg") || isText(bytes, at - 7, to, "message"))) {
      return true;
    }
  }
  return false;
}

/** Behind a token of pairs, `user=jane,db=shop `, that begins the text [from, to); `from` if none does. */
export function behindPairs(bytes: Uint8Array, from: number, to: number): number {
  if (!isPair(bytes, from, to)) return from;
  while (from < to && bytes[from] > SPACE) from++;
  return skipBlanks(bytes, from, to);
}
