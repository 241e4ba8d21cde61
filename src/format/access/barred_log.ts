import { TEXT } from "../../record/batch.ts";
import { addAddress } from "../text/attributes/text_address.ts";
import {
  bracketEnd,
  findByte,
  isBlank,
  isUpperWord,
  skipBlanks,
  SPACE,
  tokenEnd,
} from "../text/text_tokens.ts";
import { readTime } from "../time/timestamp.ts";
import type { AccessReader } from "./access_reader.ts";
import { addStatus, isStatus } from "./http_status.ts";

const OPEN = 0x5b, BAR = 0x7c, QUOTE = 0x22;

/** Bytes in which the first bar is found. */
const LONGEST_HEAD = 60;

/**
 * Reads a line of the access logs of Go's web frameworks as the record begun last: `[GIN] time | 200 | 1.2ms |
 * 127.0.0.1 | GET "/path"`, or without the name before it, or with a bar between method and path. False if it is
 * something else, fields may have been added then.
 */
export const readBarred: AccessReader = (batch, row, from, to, keys, context) => {
  const { bytes } = batch;
  const { id } = keys;
  let at = from;
  if (findByte(bytes, at, Math.min(to, at + LONGEST_HEAD), BAR) < 0) return false;
  if (bytes[at] === OPEN) {
    const close = bracketEnd(bytes, at, to, 24);
    if (close < 0) return false;
    at = skipBlanks(bytes, close, to);
  }
  const name = at > from ? bracketEnd(bytes, from, to, 24) - 1 : from;
  const time = readTime(batch, row, at, to, context);
  if (time < 0) return false;
  at = afterBar(bytes, time, to);
  if (at < 0) return false;
  const statusTo = tokenEnd(bytes, at, to);
  if (!isStatus(bytes, at, statusTo)) return false;
  const duration = afterBar(bytes, statusTo, to);
  if (duration < 0) return false;
  const durationTo = tokenEnd(bytes, duration, to);
  const client = afterBar(bytes, durationTo, to);
  if (client < 0) return false;
  const clientTo = tokenEnd(bytes, client, to);
  const method = afterBar(bytes, clientTo, to);
  if (method < 0) return false;
  const methodTo = tokenEnd(bytes, method, to);
  if (!isUpperWord(bytes, method, methodTo)) return false;
  let target = skipBlanks(bytes, methodTo, to);
  if (bytes[target] === BAR) target = skipBlanks(bytes, target + 1, to);
  const isQuoted = bytes[target] === QUOTE;
  if (isQuoted) target++;
  let targetTo = target;
  while (targetTo < to && (isQuoted ? bytes[targetTo] !== QUOTE : bytes[targetTo] > SPACE)) targetTo++;
  if (targetTo === target || targetTo - method > batch.sideFree) return false;
  if (name > from) batch.addField(id.logger, from + 1, name, TEXT);
  addStatus(batch, row, keys, at, statusTo);
  batch.addField(id.duration, duration, durationTo, TEXT);
  addAddress(batch, keys, client, clientTo);
  batch.addField(id.method, method, methodTo, TEXT);
  batch.addField(id.target, target, targetTo, TEXT);
  batch.bodyFrom[row] = batch.copyToSide(method, methodTo);
  bytes[batch.side++] = SPACE;
  batch.copyToSide(target, targetTo);
  batch.bodyTo[row] = batch.side;
  return true;
};

/** Index behind a bar and the blanks around it; -1 if there is none. */
function afterBar(bytes: Uint8Array, at: number, to: number): number {
  const bar = skipBlanks(bytes, at, to);
  if (bar >= to || bytes[bar] !== BAR) return -1;
  const next = skipBlanks(bytes, bar + 1, to);
  return next < to && !isBlank(bytes[next]) ? next : -1;
}
