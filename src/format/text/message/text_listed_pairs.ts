import { type Batch, TEXT } from "../../../record/batch.ts";
import { kindOfBare, quoteEnd } from "./text_pairs.ts";
import { COLON, COMMA, DASH, QUOTE } from "../text_parts.ts";
import { isBlank, isNameSign, SPACE, trimmed } from "../text_tokens.ts";

/** Crystal pads severities on their left to so many bytes. */
const SEVERITY_BYTES = 6;

/** Whether the head of the record may be Crystal's. */
export function mayList({ bytes, severityTo, timeTo }: Batch, row: number): boolean {
  const to = severityTo[row];
  return bytes[to + 1] === DASH && to === timeTo[row] + 1 + SEVERITY_BYTES;
}

/**
 * Takes Crystal's data and context, `message -- id: 7, user: "bob"`, off the message [from, to) of its own head
 * (`2026-11-20T08:00:01.123456Z   INFO - shop.db: `); answers where the message ends.
 */
export function takeListedPairs(batch: Batch, from: number, to: number): number {
  const { bytes } = batch;
  let end = to;
  for (let dashes = to - 4; dashes >= from - 1; dashes--) {
    if (bytes[dashes] !== SPACE || bytes[dashes + 1] !== DASH || bytes[dashes + 2] !== DASH) continue;
    if (bytes[dashes + 3] !== SPACE || !areListed(bytes, dashes + 4, end)) break;
    end = Math.max(from, dashes);
  }
  for (let at = end; at < to;) {
    while (bytes[at] === SPACE || bytes[at] === DASH || bytes[at] === COMMA) at++;
    const stop = valueEnd(bytes, at, to);
    addListed(batch, at, stop);
    at = stop;
  }
  return trimmed(bytes, from, end);
}

/** Whether [from, to) is `key: value, key: "value"`. */
function areListed(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to;) {
    const colon = keyEnd(bytes, at, to);
    if (colon < 0) return false;
    at = valueEnd(bytes, at, to);
    if (at < to) at += 2;
  }
  return from < to;
}

/** Index of the colon behind the key at `at` and before a blank; -1 if none stands there. */
function keyEnd(bytes: Uint8Array, at: number, to: number): number {
  let end = at;
  while (end < to && isNameSign(bytes[end])) end++;
  return end > at && bytes[end] === COLON && end + 1 < to && isBlank(bytes[end + 1]) ? end : -1;
}

/** Where the pair at `at` ends: before a comma and another key, or before more dashes, or at `to`. */
function valueEnd(bytes: Uint8Array, at: number, to: number): number {
  let end = keyEnd(bytes, at, to) + 2;
  if (bytes[end] === QUOTE) {
    const close = quoteEnd(bytes, end, to);
    if (close > 0) return close + 1;
  }
  while (end < to) {
    if (bytes[end] === COMMA && keyEnd(bytes, end + 2, to) > 0) return end;
    if (bytes[end] === SPACE && bytes[end + 1] === DASH && bytes[end + 2] === DASH) return end;
    end++;
  }
  return end;
}

function addListed(batch: Batch, from: number, to: number): void {
  const { bytes, keys, view } = batch;
  const colon = keyEnd(bytes, from, to);
  const value = colon + 2;
  const isQuoted = bytes[value] === QUOTE && bytes[to - 1] === QUOTE && to > value + 1;
  const key = keys.idOfBytes(bytes, view, from, colon);
  if (isQuoted) batch.addField(key, value + 1, to - 1, TEXT);
  else batch.addField(key, value, to, kindOfBare(bytes, value, to));
}
