import { type Batch, INT } from "../record/batch.ts";
import type { AttributeKeys } from "./attribute_keys.ts";
import { addPairs } from "./text/text_pairs.ts";
import { findByte, isNumber, isText, skipBlanks } from "./text/text_tokens.ts";
import { readEpoch } from "./time/timestamp.ts";

const COLON = 0x3a, CLOSE = 0x29;
/** Bytes before `msg=audit(`: the node and the type. */
const LONGEST_HEAD = 200;
const MARK = "msg=audit(";

/**
 * Reads a line of Linux' audit log as the record begun last, `type=NAME msg=audit(seconds:serial): pairs`; the body
 * is what stands behind the colon. False, and nothing added, if it is something else.
 */
export function readAudit(batch: Batch, row: number, from: number, to: number, keys: AttributeKeys): boolean {
  const { bytes } = batch;
  if (!isText(bytes, from, to, "type=") && !isText(bytes, from, to, "node=")) return false;
  const end = Math.min(to, from + LONGEST_HEAD);
  let mark = from;
  while (mark < end && !isText(bytes, mark, to, MARK)) mark++;
  if (mark >= end) return false;
  const time = mark + MARK.length;
  const colon = findByte(bytes, time, to, COLON);
  const close = colon < 0 ? -1 : findByte(bytes, colon, to, CLOSE);
  if (close < 0 || bytes[close + 1] !== COLON || !isNumber(bytes, colon + 1, close)) return false;
  if (!readEpoch(batch, row, time, colon)) return false;
  addPairs(batch, from, mark);
  batch.addField(keys.id.eventId, colon + 1, close, INT);
  const message = skipBlanks(bytes, close + 2, to);
  addPairs(batch, message, to);
  batch.bodyFrom[row] = message;
  batch.bodyTo[row] = to;
  return true;
}
