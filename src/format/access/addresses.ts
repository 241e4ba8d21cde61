import { type Batch, TEXT } from "../../record/batch.ts";
import { addPairs } from "../text/message/text_pairs.ts";
import { findByte, isIpAddress, SPACE, tokenEnd } from "../text/text_tokens.ts";
import { beforeDigits, isDigit } from "../time/timestamp_parts.ts";

const COLON = 0x3a, COMMA = 0x2c, DASH = 0x2d, EQUALS = 0x3d;

/** Whether [from, to) looks like one address, or several that commas divide. */
export function isAddress(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    if (
      !isDigit(byte) && byte !== 0x2e && byte !== COLON && byte !== 0x2c && byte !== SPACE &&
      (byte | 0x20) > 0x66
    ) return false;
  }
  return from < to && (isDigit(bytes[from]) || bytes[from] === COLON);
}

/**
 * Where the word at `at`, which goes on to `end` at least, ends with those that commas and blanks divide from it:
 * `203.0.113.7, 10.0.0.9`, an upstream's `0.512, 0.003`, `urt=0.512, 0.003`. Only what begins with a digit is a list.
 */
export function listEnd(bytes: Uint8Array, at: number, to: number, end = tokenEnd(bytes, at, to)): number {
  if (bytes[end - 1] !== COMMA || !isDigit(bytes[findByte(bytes, at, end, EQUALS) + 1 || at])) return end;
  while (bytes[end - 1] === COMMA && (isDigit(bytes[end + 1]) || bytes[end + 1] === DASH)) {
    end = tokenEnd(bytes, end + 1, to);
  }
  return end;
}

/** Adds `key=value` as a field, of a list all of it. */
export function addColumnPairs(batch: Batch, from: number, to: number): void {
  const { bytes } = batch;
  const equals = findByte(bytes, from, to, EQUALS);
  if (!isDigit(bytes[equals + 1]) || tokenEnd(bytes, from, to) === to) return addPairs(batch, from, to);
  batch.addField(batch.keys.idOfBytes(bytes, batch.view, from, equals), equals + 1, to, TEXT);
}

/** Where an address ends before its port. */
export function portless(bytes: Uint8Array, from: number, to: number): number {
  const colon = beforeDigits(bytes, from, to);
  return bytes[colon] === COLON && colon > from ? colon : to;
}

/** `10.0.0.1:8080` */
export function isPorted(bytes: Uint8Array, from: number, to: number): boolean {
  const host = portless(bytes, from, to);
  return host < to - 1 && isIpAddress(bytes, from, host);
}

/** Nothing stands there. */
export function isDash(bytes: Uint8Array, from: number, to: number): boolean {
  return to - from === 1 && bytes[from] === DASH;
}
