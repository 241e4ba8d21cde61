import { type Batch, TEXT } from "../../record/batch.ts";
import { isPaloAltoRow } from "./firewall_rows.ts";
import type { AttributeKeys } from "../attribute_keys.ts";
import { CLOSE, COLON, OPEN } from "../text/text_parts.ts";
import { isHex, isNumber, SPACE, upperEnd } from "../text/text_tokens.ts";
import { isDigit } from "../time/timestamp_parts.ts";

/** Digits of strongSwan's threads, letters of what they work at. */
const THREAD = 2, GROUP = 3;
/** Digits of the number that BIG-IP's messages have. */
const CODE = 8;

/** Whether a message begins with a number that is none of its words: see `readNumbered`. */
export function isNumbered(bytes: Uint8Array, from: number, to: number): boolean {
  return isThread(bytes, from, to) || isCode(bytes, from, to) || isPaloAltoRow(bytes, from, to);
}

/**
 * Reads the thread and the part of strongSwan before its message (`09[NET] message`); index where that begins, else `from`. The
 * number and the severity of BIG-IP's (`01070638:5: message`) are an attribute, and stay.
 */
export function readNumbered(batch: Batch, from: number, to: number, { id }: AttributeKeys): number {
  const { bytes } = batch;
  if (isThread(bytes, from, to)) {
    const open = from + THREAD;
    batch.addField(id.threadId, from, open, TEXT);
    batch.addField(id.logger, open + 1, open + 1 + GROUP, TEXT);
    return open + GROUP + 3;
  }
  if (isCode(bytes, from, to)) batch.addField(id.eventId, from, from + CODE + 2, TEXT);
  return from;
}

function isThread(bytes: Uint8Array, from: number, to: number): boolean {
  const open = from + THREAD, close = open + 1 + GROUP;
  return close + 1 < to && bytes[open] === OPEN && bytes[close] === CLOSE && bytes[close + 1] === SPACE &&
    isNumber(bytes, from, open) && upperEnd(bytes, open + 1, to) === close;
}

function isCode(bytes: Uint8Array, from: number, to: number): boolean {
  const colon = from + CODE;
  return colon + 4 < to && bytes[colon] === COLON && isDigit(bytes[colon + 1]) &&
    bytes[colon + 2] === COLON &&
    bytes[colon + 3] === SPACE && isHex(bytes, from, colon);
}
