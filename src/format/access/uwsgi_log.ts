import { DOUBLE, INT, TEXT } from "../../record/batch.ts";
import { addAddress } from "../text/attributes/text_address.ts";
import { findByte, isNumber, isText, SPACE, tokenEnd } from "../text/text_tokens.ts";
import { kindOfBare } from "../text/message/text_pairs.ts";
import { readTime } from "../time/timestamp.ts";
import type { AccessReader } from "./access_reader.ts";
import { setRequest } from "./http_request.ts";
import { addStatus, isStatus } from "./http_status.ts";

const BAR = 0x7c, CLOSE = 0x5d, CLOSING_PAREN = 0x29;

/**
 * Reads a request that uWSGI logs as the record begun last: `[pid: 42|app: 0|req: 1/1] address (user) {28 vars in 314
 * bytes} [time] GET / => generated 12 bytes in 3 msecs (HTTP/1.1 200) …`. False if it is something else, fields may
 * have been added then.
 */
export const readUwsgi: AccessReader = (batch, row, from, to, keys, context) => {
  const { bytes } = batch;
  const { id } = keys;
  if (!isText(bytes, from, to, "[pid: ")) return false;
  const bar = findByte(bytes, from, to, BAR);
  const client = findByte(bytes, from, to, CLOSE) + 2;
  const time = findText(bytes, client, to, "} [") + 3;
  const request = findText(bytes, time, to, "] ") + 2;
  const requestTo = findText(bytes, request, to, " => generated ");
  if (bar < 0 || client < 2 || time < 0 || request < 0 || requestTo < 0) return false;
  if (readTime(batch, row, time, request - 2, context) < 0) return false;
  if (isNumber(bytes, from + 6, bar)) batch.addField(id.pid, from + 6, bar, INT);
  addAddress(batch, keys, client, tokenEnd(bytes, client, to));
  setRequest(batch, row, keys, request, requestTo);
  const size = requestTo + " => generated ".length;
  const sizeTo = tokenEnd(bytes, size, to);
  if (isNumber(bytes, size, sizeTo)) batch.addField(id.responseSize, size, sizeTo, INT);
  const duration = sizeTo + " bytes in ".length;
  const durationTo = tokenEnd(bytes, duration, to);
  const kind = kindOfBare(bytes, duration, durationTo);
  if (kind === INT || kind === DOUBLE) batch.addField(id.duration, duration, durationTo, kind);
  const protocol = findText(bytes, durationTo, to, "(HTTP/") + 6;
  const close = protocol < 0 ? -1 : findByte(bytes, protocol, to, CLOSING_PAREN);
  if (close < 0) return true;
  const protocolTo = findByte(bytes, protocol, close, SPACE);
  if (protocolTo < 0) return true;
  batch.addField(id.protocol, protocol, protocolTo, TEXT);
  if (isStatus(bytes, protocolTo + 1, close)) addStatus(batch, row, keys, protocolTo + 1, close);
  return true;
};

/** Index of a text in [from, to), a number so low that it stays negative with its length added if it is not there. */
function findText(bytes: Uint8Array, from: number, to: number, text: string): number {
  if (from >= 0) {
    for (let at = from; at + text.length <= to; at++) if (isText(bytes, at, to, text)) return at;
  }
  return -text.length - 1;
}
