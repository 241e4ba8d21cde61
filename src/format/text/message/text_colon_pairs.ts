import { type Batch, TEXT } from "../../../record/batch.ts";
import { BAR, COLON, QUOTE, SLASH } from "../text_parts.ts";
import { isBlank, isNameSign, skipBlanks, SPACE, trimmed } from "../text_tokens.ts";
import { isLetter } from "../../time/timestamp_parts.ts";
import { kindOfBare } from "./text_pairs.ts";

/** zerolog's README pads severities between bars to so many bytes, `| info  |`. */
const CELL_BYTES = 6;

/** Whether a head with its severity in [from, to) may be that of zerolog's README: `time | INFO  | message key:value`. */
export function mayEndInColons(bytes: Uint8Array, from: number, to: number): boolean {
  const bar = from + CELL_BYTES;
  if (bytes[bar] !== BAR || bytes[from - 2] !== BAR || !isBlank(bytes[from - 1])) return false;
  return skipBlanks(bytes, to, bar) === bar && bytes[bar + 1] === SPACE;
}

/** Where the pairs begin that end [from, to), behind other words; `to` if none do. */
export function colonPairsStart(bytes: Uint8Array, from: number, to: number): number {
  let start = to;
  for (let end = to; end > from;) {
    const at = pairStart(bytes, from, end);
    if (at <= from) break;
    start = at;
    end = trimmed(bytes, from, at);
  }
  return start;
}

/** Takes `key:value key:"a value"` off the message [from, to) behind such a head; answers where the message ends. */
export function takeColonPairs(batch: Batch, from: number, to: number): number {
  const { bytes, keys, view } = batch;
  const start = colonPairsStart(bytes, from, to);
  for (let at = start; at < to;) {
    const colon = colonOf(bytes, at, to);
    const isQuoted = bytes[colon + 1] === QUOTE;
    let end = colon + (isQuoted ? 2 : 1);
    while (end < to && (isQuoted ? bytes[end] !== QUOTE : !isBlank(bytes[end]))) end++;
    const key = keys.idOfBytes(bytes, view, at, colon);
    if (isQuoted) batch.addField(key, colon + 2, end, TEXT);
    else batch.addField(key, colon + 1, end, kindOfBare(bytes, colon + 1, end));
    at = skipBlanks(bytes, isQuoted ? end + 1 : end, to);
  }
  return trimmed(bytes, from, start);
}

/** Where the pair begins that ends at `end`, behind a blank; -1 if none does. */
function pairStart(bytes: Uint8Array, from: number, end: number): number {
  let at = end - 1;
  const isQuoted = bytes[at] === QUOTE && at > from;
  if (isQuoted) {
    while (at > from && bytes[--at] !== QUOTE);
    if (bytes[--at] !== COLON) return -1;
  }
  while (at > from && !isBlank(bytes[at - 1])) at--;
  const colon = colonOf(bytes, at, end);
  return colon > 0 && bytes[colon + 1] !== SLASH && bytes[colon + 1] !== COLON ? at : -1;
}

/** The colon behind the key at `at`; -1 if no key stands there. */
function colonOf(bytes: Uint8Array, at: number, to: number): number {
  if (!isLetter(bytes[at]) && bytes[at] !== 0x5f) return -1;
  let end = at;
  while (end < to && isNameSign(bytes[end]) && bytes[end] !== COLON) end++;
  return end + 1 < to && bytes[end] === COLON ? end : -1;
}
