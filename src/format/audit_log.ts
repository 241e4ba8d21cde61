import { type Batch, INT } from "../record/batch.ts";
import type { AttributeKeys } from "./attribute_keys.ts";
import { addPairs } from "./text/message/text_pairs.ts";
import { findByte, isNumber, isText, lastByte, skipBlanks, SPACE } from "./text/text_tokens.ts";
import type { ReadContext } from "./line_format.ts";
import { readEpoch, readTime } from "./time/timestamp.ts";

const COLON = 0x3a, CLOSE = 0x29, APOSTROPHE = 0x27;
/** Bytes before `msg=audit(`: the node and the type. */
const LONGEST_HEAD = 200;
const MARK = "msg=audit(";
const TOLD = " msg='";
/** Bytes of the time and the serial number. */
const LONGEST_TIME = 64;

/**
 * Reads a line of Linux' audit log as the record begun last, `type=NAME msg=audit(seconds:serial): pairs`; the body
 * is what stands behind the colon. False, and nothing added, if it is something else.
 */
export function readAudit(
  batch: Batch,
  row: number,
  from: number,
  to: number,
  keys: AttributeKeys,
  context: ReadContext,
): boolean {
  const { bytes } = batch;
  if (!isText(bytes, from, to, "type=") && !isText(bytes, from, to, "node=")) return false;
  const end = Math.min(to, from + LONGEST_HEAD);
  let mark = from;
  while (mark < end && !isText(bytes, mark, to, MARK)) mark++;
  if (mark >= end) return false;
  const time = mark + MARK.length;
  const close = findByte(bytes, time, Math.min(to, time + LONGEST_TIME), CLOSE);
  if (close < 0) return false;
  let colon = close - 1;
  while (colon > time && bytes[colon] !== COLON) colon--;
  // ausearch writes the time in words, and a blank before the colon.
  const behind = bytes[close + 1] === SPACE ? close + 2 : close + 1;
  if (bytes[behind] !== COLON || !isNumber(bytes, colon + 1, close)) return false;
  if (!readEpoch(batch, row, time, colon) && readTime(batch, row, time, colon, context) !== colon) {
    return false;
  }
  addPairs(batch, from, mark);
  batch.addField(keys.id.eventId, colon + 1, close, INT);
  const message = skipBlanks(bytes, behind + 1, to);
  addPairs(batch, message, to);
  // What a program tells stands in a value of its own: `msg='op=login acct="root" addr=10.0.0.8 res=failed'`.
  let told = message;
  while (told < to && !isText(bytes, told, to, TOLD)) told++;
  const quote = lastByte(bytes, told, to, APOSTROPHE);
  if (quote > told + TOLD.length) addPairs(batch, told + TOLD.length, quote);
  batch.setBody(row, message, to);
  return true;
}
