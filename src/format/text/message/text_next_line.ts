import { type Batch, TEXT } from "../../../record/batch.ts";
import type { AttributeKeys } from "../../attribute_keys.ts";
import { severityOfWord } from "../../severity_word.ts";
import { lineColon } from "../attributes/text_composites.ts";
import type { TextAttributes } from "../attributes/text_attributes.ts";
import { readGorm } from "../loggers/text_gorm.ts";
import type { TextHead } from "../text_head.ts";
import { CLOSE, COLON, LINE_PART, NAME_PART } from "../text_parts.ts";
import {
  isBlank,
  isIpAddress,
  isText,
  lettersEnd,
  nameLikeness,
  NEWLINE,
  PATH,
  skipBlanks,
  tokenEnd,
} from "../text_tokens.ts";
import { isThreadName } from "../attributes/text_threads.ts";
import {
  readDotnet,
  readJavaUtil,
  readJenkins,
  readPlay,
  readSerilog,
  readTinylog,
} from "./text_two_lines.ts";
import * as textTwoLinesConstants from "./text_two_lines.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { NOT_HERS, ONE_LINE, TWO_LINES, WANTS_MORE } = textTwoLinesConstants;

/** Blanks before the messages of Scribe. */
const SCRIBES_INDENT = 4;
const REQUESTED = " requested ";
const IN = " in ";
const NONE = "None";

/** Reads a record of which the head was just read, and whose message, or severity, stands in the next line. */
export function readTwoLines(
  batch: Batch,
  row: number,
  head: TextHead,
  to: number,
  keys: AttributeKeys,
  attributes: TextAttributes,
): number {
  const requested = head.timeInBrackets ? readRequested(batch, row, to, keys) : ONE_LINE;
  if (requested !== ONE_LINE) return requested;
  if (head.severity === 0) {
    if (!head.hasTime) return ONE_LINE;
    const lines = readJavaUtil(batch, row, head.message, to, keys);
    if (lines !== ONE_LINE) return lines;
    const gorm = readGorm(batch, row, head.message, to, keys);
    if (gorm !== ONE_LINE) return gorm;
    const tinylog = readTinylog(batch, row, head.message, to, keys);
    if (tinylog === TWO_LINES) {
      head.bracketsAreThreads();
      attributes.add(batch, row, head);
    }
    return tinylog;
  }
  const isSerilog = head.timeInBrackets && head.count === 2 && batch.bytes[head.severityTo] === CLOSE;
  const serilog = isSerilog ? readSerilog(batch, row, head.message, to, keys) : ONE_LINE;
  if (serilog !== ONE_LINE) return serilog;
  if (head.hasTime) {
    const jenkins = readJenkins(batch, row, head.severityTo + 1, to, keys);
    if (jenkins !== ONE_LINE) return jenkins;
    const play = readPlay(batch, row, head.message, to, keys);
    if (play !== ONE_LINE) return play;
    const scribe = readScribe(batch, row, head, to);
    if (scribe === TWO_LINES) attributes.add(batch, row, head);
    if (scribe !== ONE_LINE) return scribe;
  }
  return readDotnet(batch, row, head.message, to, keys);
}

/**
 * What Flask's manual lays out: `[time] 10.0.0.7 requested http://shop/cart` and, in the next line,
 * `INFO in views: message`; outside of requests `None requested None`.
 */
function readRequested(batch: Batch, row: number, to: number, keys: AttributeKeys): number {
  const { bytes } = batch;
  const from = batch.timeTo[row] + 2;
  const clientTo = tokenEnd(bytes, from, to);
  const isAddress = isIpAddress(bytes, from, clientTo);
  if (!isText(bytes, clientTo, to, REQUESTED) || (!isAddress && !isText(bytes, from, clientTo, NONE))) {
    return ONE_LINE;
  }
  const target = clientTo + REQUESTED.length;
  const end = tokenEnd(bytes, target, to);
  if (end === target || (end < to && bytes[end] !== NEWLINE)) return ONE_LINE;
  if (end >= to) return WANTS_MORE;
  const severityTo = lettersEnd(bytes, end + 1, to);
  const number = severityOfWord(bytes, end + 1, severityTo);
  const name = severityTo + IN.length;
  const nameTo = tokenEnd(bytes, name, to) - 1;
  if (number === 0 || !isText(bytes, severityTo, to, IN) || bytes[nameTo] !== COLON) return NOT_HERS;
  batch.setSeverity(row, number, end + 1, severityTo);
  if (isAddress) batch.addField(keys.id.client, from, clientTo, TEXT);
  if (!isText(bytes, target, end, NONE)) batch.addField(keys.id.target, target, end, TEXT);
  batch.addField(keys.id.logger, name, nameTo, TEXT);
  batch.setBody(row, skipBlanks(bytes, nameTo + 1, to), to);
  return TWO_LINES;
}

/** Scribe's `time main INFO shop.Db.connect:12` and the message in the next line, indented by four blanks. */
function readScribe(batch: Batch, row: number, head: TextHead, to: number): number {
  const { bytes } = batch;
  const from = head.message;
  const end = tokenEnd(bytes, from, to);
  // Behind other parts it is a cell of its own.
  if ((end < to && bytes[end] !== NEWLINE) || from !== skipBlanks(bytes, head.severityTo, to)) {
    return ONE_LINE;
  }
  const colon = lineColon(bytes, from, end);
  if (colon === end || nameLikeness(bytes, from, colon) !== PATH) return ONE_LINE;
  if (end >= to) return WANTS_MORE;
  const message = skipBlanks(bytes, end + 1, to);
  if (message - end !== SCRIBES_INDENT + 1 || !isBlank(bytes[end + 1])) return NOT_HERS;
  // What stands before the severity is the thread.
  for (let part = 0; part < head.count; part++) {
    if (isThreadName(bytes, head.from[part], head.to[part])) head.makeThread(head.from[part], head.to[part]);
  }
  head.add(NAME_PART, from, colon);
  head.add(LINE_PART, colon + 1, end);
  batch.setBody(row, message, to);
  return TWO_LINES;
}
