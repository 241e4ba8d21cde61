import type { Batch } from "../../record/batch.ts";
import { jsonOfArrows } from "../arrow_text.ts";
import { readMadeJson } from "../json/embedded_json.ts";
import { isJson } from "../json/is_json.ts";
import type { ReadContext } from "../line_format.ts";
import type { LogfmtFormat } from "../logfmt.ts";
import { isText } from "./text_tokens.ts";

const QUOTE = 0x22, EQUALS = 0x3d, BRACE = 0x7b, COLON = 0x3a;

/** logr's `"key"=value`. */
const QUOTED_PAIR = /("(?:[^"\\]|\\.)*")=("(?:[^"\\]|\\.)*"|[^\s"]+)(?: |$)/y;
const LABELS = ["DETAIL:  ", "HINT:  ", "STATEMENT:  ", "CONTEXT:  ", "QUERY:  ", "LOCATION:  "];

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
  batch.bodyFrom[row] = from;
  batch.bodyTo[row] = to;
  const isRead = bytes[from] === QUOTE
    ? readQuoted(batch, row, from, to, context)
    : isPair(bytes, from, to) && logfmt.readBehind(batch, row, from, to);
  if (isRead && (batch.severity[row] !== 0 || batch.bodyFrom[row] !== from)) return true;
  batch.side = side;
  batch.fieldCount = fieldCount;
  return false;
}

/** `key=` in small letters. */
export function isPair(bytes: Uint8Array, from: number, to: number): boolean {
  let at = from;
  while (at < to && ((bytes[at] >= 97 && bytes[at] <= 122) || bytes[at] === 0x5f)) at++;
  return at > from && at < to && bytes[at] === EQUALS;
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
    else pairs.push(`${pair[1]}:${isJson(pair[2]) ? pair[2] : JSON.stringify(pair[2])}`);
  }
  if (!pairs.some((pair) => pair.startsWith('"msg":'))) return false;
  return readMadeJson(batch, row, `{"level":"${severity}",${pairs.join(",")}}`, context, true);
}

/** Reads a line that is a hash as Ruby prints it, `{:message=>"started", :level=>:info}`, as if it were JSON. */
export function readHash(batch: Batch, row: number, from: number, to: number, context: ReadContext): boolean {
  const { bytes } = batch;
  if (bytes[from] !== BRACE || bytes[from + 1] !== COLON || bytes[to - 1] !== 0x7d) return false;
  return readMadeJson(batch, row, jsonOfArrows(decoder.decode(bytes.subarray(from, to))), context, true);
}

/**
 * PostgreSQL writes what belongs to a report into lines of their own: they have the severity of the line before them.
 * `known` is that of the report before, for a line that nothing stands before in its batch. Answers 0 if [from, to) is
 * no such line.
 */
export function severityOfReport(batch: Batch, row: number, from: number, to: number, known: number): number {
  const { bytes } = batch;
  if (from >= to || bytes[from] < 0x43 || bytes[from] > 0x53) return 0;
  if (!LABELS.some((label) => isText(bytes, from, to, label))) return 0;
  return row === 0 ? known : batch.severity[row - 1];
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
