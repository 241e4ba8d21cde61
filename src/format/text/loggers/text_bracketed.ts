import { type Batch, TEXT } from "../../../record/batch.ts";
import { CLOSE, EQUALS, OPEN, QUOTE } from "../text_parts.ts";
import { kindOfBare, quoteEnd } from "../message/text_pairs.ts";
import { skipBlanks } from "../text_tokens.ts";

/**
 * TiDB's and TiKV's `["the message"] [key=value] ["other key"="other value"]`, which is all of [from, to): adds the
 * pairs, makes the first bracket's text the body, and answers true; false, and nothing done, if it is something else.
 */
export function readBracketed(batch: Batch, row: number, from: number, to: number): boolean {
  const { bytes } = batch;
  if (bytes[from] !== OPEN || bytes[to - 1] !== CLOSE) return false;
  const end = groupEnd(bytes, from, to);
  if (end < 0 || (bytes[from + 1] !== QUOTE && end === to)) return false;
  for (let at = skipBlanks(bytes, end, to); at < to; at = skipBlanks(bytes, at, to)) {
    const close = bytes[at] === OPEN ? groupEnd(bytes, at, to) : -1;
    if (close < 0 || equalsIn(bytes, at + 1, close - 1) < 0) return false;
    at = close;
  }
  for (let at = skipBlanks(bytes, end, to); at < to; at = skipBlanks(bytes, at, to)) {
    const close = groupEnd(bytes, at, to);
    addPair(batch, at + 1, equalsIn(bytes, at + 1, close - 1), close - 1);
    at = close;
  }
  const isQuoted = bytes[from + 1] === QUOTE;
  batch.setBody(row, isQuoted ? from + 2 : from + 1, isQuoted ? end - 2 : end - 1);
  batch.commit();
  return true;
}

function addPair(batch: Batch, from: number, equals: number, to: number): void {
  const { bytes, view, keys } = batch;
  const isQuotedKey = bytes[from] === QUOTE;
  const key = keys.idOfBytes(bytes, view, isQuotedKey ? from + 1 : from, isQuotedKey ? equals - 1 : equals);
  const value = equals + 1;
  if (bytes[value] === QUOTE) batch.addField(key, value + 1, to - 1, TEXT);
  else batch.addField(key, value, to, kindOfBare(bytes, value, to));
}

/** Index after the bracket that closes the one at `at`, texts in quotes passed over; -1 if none does. */
function groupEnd(bytes: Uint8Array, at: number, to: number): number {
  for (let end = at + 1; end < to; end++) {
    if (bytes[end] === QUOTE) {
      end = quoteEnd(bytes, end, to);
      if (end < 0) return -1;
    } else if (bytes[end] === CLOSE) return end + 1;
    else if (bytes[end] === OPEN) return -1;
  }
  return -1;
}

/** Where the key of a pair ends; -1 if there is none. */
function equalsIn(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  if (bytes[at] === QUOTE) {
    at = quoteEnd(bytes, at, to) + 1;
    if (at === 0) return -1;
  } else while (at < to && bytes[at] !== EQUALS) at++;
  return at > from && at < to && bytes[at] === EQUALS ? at : -1;
}
