import type { Batch } from "../../../record/batch.ts";
import { readMadeJson } from "../../json/embedded_json.ts";
import { isJson } from "../../json/is_json.ts";
import type { ReadContext } from "../../line_format.ts";
import { COLON, COMMA, type HeadParts, OPEN, QUOTE } from "../text_parts.ts";
import { isPair } from "./text_fields.ts";
import { kindOfBare, quoteEnd } from "./text_pairs.ts";
import { findFirstPair } from "./text_spaced_pairs.ts";
import { isText, SPACE, trimmed } from "../text_tokens.ts";
import * as textTokensConstants from "../text_tokens.ts";
import { isLetter } from "../../time/timestamp_parts.ts";

const { CLASS, IN_KEY } = textTokensConstants;

/** `key=value`, the value up to the next such pair. */
const PAIR = /([A-Za-z_][\w.-]*)=("(?:[^"\\]|\\.)*"|.*?)(?= +[A-Za-z_][\w.-]*=|$)/gsy;

/** Bytes of the time of slog-term: `Nov 20 08:00:01.123`. */
const TERM_TIME_BYTES = 19;
/** A line has no more fields than this. */
const MOST_FIELDS = 64;

const decoder = new TextDecoder();

/**
 * Reads the pairs of kratos' standard logger behind a severity, `INFO ts=… caller=… msg=started on :80 user=alice`: its
 * values have no quotes, so that the message goes on to the pairs that end the line. False, and nothing changed, if
 * [from, to) is something else.
 */
export function readMessagePairs(
  batch: Batch,
  row: number,
  from: number,
  to: number,
  context: ReadContext,
): boolean {
  const { bytes } = batch;
  if (!isPair(bytes, from, to)) return false;
  let message = from;
  while (message < to && !(isText(bytes, message, to, "msg=") && bytes[message - 1] === SPACE)) message++;
  if (message >= to) return false;
  const key = message;
  message += 4;
  const quote = bytes[message] === QUOTE ? quoteEnd(bytes, message, to) : -1;
  let end = findFirstPair(bytes, quote < 0 ? message : quote, to);
  let messageTo = trimmed(bytes, message, end);
  if (quote > 0) {
    if (messageTo !== quote + 1) return false;
    message++;
    messageTo = quote;
  } else if (bytes[messageTo - 1] === COLON) {
    end = to;
    messageTo = trimmed(bytes, message, end);
  }
  const pairs = [`"msg":${JSON.stringify(textOf(bytes, message, messageTo))}`];
  for (const text of [textOf(bytes, from, key), textOf(bytes, end, to)]) {
    PAIR.lastIndex = 0;
    for (let pair = PAIR.exec(text); pair !== null; pair = PAIR.exec(text)) {
      const value = pair[2].trim();
      pairs.push(`${JSON.stringify(pair[1])}:${isJson(value) ? value : JSON.stringify(value)}`);
      while (text[PAIR.lastIndex] === " ") PAIR.lastIndex++;
    }
  }
  return readMadeJson(batch, row, `{${pairs.join(",")}}`, context, true);
}

function textOf(bytes: Uint8Array, from: number, to: number): string {
  return decoder.decode(bytes.subarray(from, to));
}

/** Whether slog-term wrote the head: a month, milliseconds and no year, and right behind it four capitals. */
export function isSlogTerm({ batch, bytes, row, severityFrom, severityTo }: HeadParts): boolean {
  const time = batch.timeFrom[row];
  return batch.fraction[row] === 3 && isLetter(bytes[time]) &&
    batch.timeTo[row] - time === TERM_TIME_BYTES && severityFrom === batch.timeTo[row] + 1 &&
    severityTo - severityFrom === 4 && (bytes[severityTo] === SPACE || bytes[severityTo] === OPEN);
}

/**
 * Takes the fields of slog-term, `, key: value, other: value`, from the end of the message [from, to), the first of which
 * may stand in a column of its own; answers where the message ends.
 */
export function takeCommaFields(batch: Batch, from: number, to: number): number {
  const { bytes, view, keys } = batch;
  let end = to;
  for (let at = to - 1, fields = 0; at > from && fields < MOST_FIELDS; at--) {
    const isColumn = bytes[at] === SPACE && bytes[at - 1] === SPACE;
    if (!(isColumn || bytes[at] === COMMA && bytes[at + 1] === SPACE)) continue;
    const key = isColumn ? at + 1 : at + 2;
    if (!isLetter(bytes[key])) continue;
    let colon = key;
    while (colon < end && (CLASS[bytes[colon]] & IN_KEY) !== 0) colon++;
    // A comma of the last field's value, or of the message.
    if (bytes[colon] !== COLON || bytes[colon + 1] !== SPACE || colon + 1 >= end) continue;
    const value = colon + 2;
    batch.addField(keys.idOfBytes(bytes, view, key, colon), value, end, kindOfBare(bytes, value, end));
    end = isColumn ? trimmed(bytes, from, at) : at;
    if (isColumn) break;
    fields++;
  }
  return end;
}
