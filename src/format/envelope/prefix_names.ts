import { findTrailingPairs } from "../text/message/text_pairs.ts";
import { isBlank, isLower, isText, SPACE, tokenEnd } from "../text/text_tokens.ts";
import { digitsStart, isDigit } from "../time/timestamp_parts.ts";

const DASH = 0x2d, BRACE = 0x7b, OPEN = 0x5b, ESCAPE = 0x1b, AT = 0x40, DOT = 0x2e, UNDERLINE = 0x5f;

/** Seconds since 1970. */
const EPOCH_DIGITS = 10;

// What the names of containers, pods and processes look like, and the lines behind them.

export function isNameByte(byte: number): boolean {
  return isLower(byte) || isDigit(byte) || byte === DASH || byte === 0x5f || byte === 0x2e;
}

/** Letters and digits that Kubernetes makes names of: no vowels, no 0, 1, 3. */
const RANDOM = new Set([..."bcdfghjklmnpqrstvwxz2456789"].map((letter) => letter.charCodeAt(0)));

/** `name-5d8f7c9b4-x2x4z` of a deployment, `name-x2x4z` of a set of daemons or a job. */
export function isPodName(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from < 9 || bytes[to - 6] !== DASH) return false;
  let digits = 0;
  for (let at = to - 5; at < to; at++) {
    if (!RANDOM.has(bytes[at])) return false;
    if (isDigit(bytes[at])) digits++;
  }
  let hash = to - 7;
  while (hash > from && RANDOM.has(bytes[hash])) hash--;
  return digits > 0 || (bytes[hash] === DASH && to - 7 - hash >= 8);
}

/** `name-0`, as the pods of a stateful set are called. */
export function isNumbered(bytes: Uint8Array, from: number, to: number): boolean {
  const at = digitsStart(bytes, from, to);
  return at < to && to - at < 4 && at - 1 > from && bytes[at - 1] === DASH && !isDigit(bytes[from]);
}

/** Where the name of a service ends in that of its container: `web-1`, `shop_web.1.oxk4zc8vjkl@node1`. */
export function serviceEnd(bytes: Uint8Array, from: number, to: number): number {
  const at = bytes.subarray(from, to).indexOf(AT);
  const dot = at < 0 ? -1 : bytes.subarray(from, to).indexOf(DOT);
  if (dot > 0) return from + dot;
  const end = digitsStart(bytes, from, to);
  const sign = bytes[end - 1];
  return end < to && end - 1 > from && (sign === DASH || sign === UNDERLINE || sign === DOT) ? end - 1 : to;
}

/** Whether a coloured line begins with a name before a blank or a bar, as those of compose and stern do. */
export function isColouredName(bytes: Uint8Array, from: number, to: number): boolean {
  let at = afterColours(bytes, from, to);
  if (at < to && bytes[at] === OPEN) return isText(bytes, at, to, "[pod/");
  const name = at;
  while (at < to && isNameByte(bytes[at])) at++;
  return at > name && bytes[afterColours(bytes, at, to)] === SPACE;
}

/** Index behind the sequences of colours at `at`. */
function afterColours(bytes: Uint8Array, at: number, to: number): number {
  while (at + 2 < to && bytes[at] === ESCAPE && bytes[at + 1] === OPEN) {
    at += 2;
    while (at < to && (bytes[at] < AT || bytes[at] > 0x7e)) at++;
    at++;
  }
  return at;
}

/** Whether a line begins as those of most loggers do that write a time or fields. */
export function isHeaded(bytes: Uint8Array, at: number, to: number): boolean {
  const first = bytes[at];
  return (isDigit(first) && isNoCount(bytes, at, to)) || first === BRACE || first === OPEN ||
    first === 0x3c || isPair(bytes, at, to) ||
    isKlog(bytes, at, to);
}

/** Whether a token that begins with a digit may be a time, an address or a process: `3 of 17` is none. */
function isNoCount(bytes: Uint8Array, at: number, to: number): boolean {
  const end = tokenEnd(bytes, at, to);
  if (end - at >= EPOCH_DIGITS) return true;
  for (let sign = at; sign < end - 1; sign++) {
    const byte = bytes[sign];
    if (byte === 0x3a || byte === DASH || byte === 0x2f || (byte === DOT && end - at > 5)) return true;
  }
  return false;
}

/** Whether a line that begins with a pair is nothing else: it ends in one, or one of them is the message, without quotes. */
export function isAllPairs(bytes: Uint8Array, from: number, to: number): boolean {
  if (findTrailingPairs(bytes, from, to) < to) return true;
  for (let at = from; at + 4 < to; at++) {
    if (bytes[at] !== SPACE) continue;
    if (isText(bytes, at + 1, to, "msg=") || isText(bytes, at + 1, to, "message=")) return true;
  }
  return false;
}

/** `key=` in small letters. */
export function isPair(bytes: Uint8Array, from: number, to: number): boolean {
  let at = from;
  while (at < to && (isLower(bytes[at]) || bytes[at] === 0x5f)) at++;
  return at > from && at < to && bytes[at] === 0x3d;
}

function isKlog(bytes: Uint8Array, at: number, to: number): boolean {
  return at + 20 < to && "IWEF".includes(String.fromCharCode(bytes[at])) && isDigit(bytes[at + 1]) &&
    isDigit(bytes[at + 4]) && isBlank(bytes[at + 5]);
}
