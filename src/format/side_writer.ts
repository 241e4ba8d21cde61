import type { Batch } from "../record/batch.ts";
import { SideAreaFull } from "./otlp/otlp_message.ts";

const HEX = new TextEncoder().encode("0123456789abcdef");
const BASE64 = new TextEncoder().encode("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/");

/** The letters of JSON's short escapes by the character they stand for; 0 for those that have none. */
const SHORT_ESCAPES = new Uint8Array(32);
for (const [letter, character] of Object.entries({ b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" })) {
  SHORT_ESCAPES[character.charCodeAt(0)] = letter.charCodeAt(0);
}

/** Throws SideAreaFull if there is no room for `bytes` more. */
export function needSide(batch: Batch, bytes: number): void {
  if (batch.sideFree < bytes) throw new SideAreaFull("The side area of a batch is full");
}

/** One byte. */
export function putByte(batch: Batch, byte: number): void {
  if (batch.sideFree < 1) needSide(batch, 1);
  batch.bytes[batch.side++] = byte;
}

/** ASCII text. */
export function putAscii(batch: Batch, text: string): void {
  needSide(batch, text.length);
  for (let at = 0; at < text.length; at++) batch.bytes[batch.side++] = text.charCodeAt(at);
}

/** The bytes of [from, to) as they are. */
export function putBytes(batch: Batch, from: number, to: number): void {
  needSide(batch, to - from);
  batch.copyToSide(from, to);
}

/** Base64 of [from, to), with padding (RFC 4648, section 4). */
export function putBase64(batch: Batch, from: number, to: number): void {
  needSide(batch, Math.ceil((to - from) / 3) * 4);
  const { bytes } = batch;
  let { side } = batch;
  for (let at = from; at < to; at += 3) {
    const left = to - at;
    const b = left > 1 ? bytes[at + 1] : 0;
    const c = left > 2 ? bytes[at + 2] : 0;
    const bits = (bytes[at] << 16) | (b << 8) | c;
    bytes[side++] = BASE64[bits >> 18];
    bytes[side++] = BASE64[(bits >> 12) & 63];
    bytes[side++] = left > 1 ? BASE64[(bits >> 6) & 63] : 0x3d;
    bytes[side++] = left > 2 ? BASE64[bits & 63] : 0x3d;
  }
  batch.side = side;
}

/** The digits of a signed 64-bit integer, given as two unsigned halves. */
export function putInt64(batch: Batch, high: number, low: number): void {
  needSide(batch, 20);
  if (high >= 0x80000000) {
    batch.bytes[batch.side++] = 0x2d;
    low = (~low + 1) >>> 0;
    high = (~high + (low === 0 ? 1 : 0)) >>> 0;
  }
  if (high < 0x200000) putDigits(batch, high * 0x100000000 + low, 1);
  else {
    // Long division by 10^9, sixteen bits at a time: no step passes what a double holds exactly.
    let quotient = 0;
    let rest = 0;
    for (const digit of [high >>> 16, high & 0xffff, low >>> 16, low & 0xffff]) {
      const part = rest * 0x10000 + digit;
      quotient = quotient * 0x10000 + Math.floor(part / 1e9);
      rest = part % 1e9;
    }
    putDigits(batch, quotient, 1);
    putDigits(batch, rest, 9);
  }
}

/** A whole number below 2^53 in decimal digits, with zeros before it up to `least` digits. */
export function putDigits(batch: Batch, number: number, least: number): void {
  needSide(batch, 20);
  const { bytes } = batch;
  let length = least;
  for (let limit = 10 ** least; number >= limit; limit *= 10) length++;
  let at = batch.side + length;
  batch.side = at;
  while (number >= 0x40000000) {
    const rest = Math.floor(number / 10);
    bytes[--at] = 48 + number - rest * 10;
    number = rest;
    length--;
  }
  for (; length > 0; length--) {
    const rest = (number / 10) | 0;
    bytes[--at] = 48 + number - rest * 10;
    number = rest;
  }
}

/** A whole number below 100,000 in decimal digits. */
export function putSmall(batch: Batch, number: number): void {
  needSide(batch, 5);
  const { bytes } = batch;
  const length = number < 10 ? 1 : number < 100 ? 2 : number < 1_000 ? 3 : number < 10_000 ? 4 : 5;
  const end = batch.side + length;
  for (let at = end - 1; at >= batch.side; at--) {
    const rest = (number / 10) | 0;
    bytes[at] = 48 + number - rest * 10;
    number = rest;
  }
  batch.side = end;
}

/** A double as JSON writes it; NaN and infinities by their names. */
export function putDouble(batch: Batch, number: number): void {
  putAscii(batch, Object.is(number, -0) ? "-0" : String(number));
}

/** The UTF-8 text [from, to) as the inside of a JSON string: quotes, backslashes and control characters escaped. */
export function putJsonText(batch: Batch, from: number, to: number): void {
  const { bytes } = batch;
  for (let at = from; at < to;) {
    let plain = at;
    while (plain < to && bytes[plain] >= 0x20 && bytes[plain] !== 0x22 && bytes[plain] !== 0x5c) plain++;
    if (plain > at) putBytes(batch, at, plain);
    if (plain < to) putEscape(batch, bytes[plain++]);
    at = plain;
  }
}

function putEscape(batch: Batch, byte: number): void {
  needSide(batch, 6);
  const { bytes } = batch;
  bytes[batch.side++] = 0x5c;
  const short = byte >= 0x20 ? byte : SHORT_ESCAPES[byte];
  if (short !== 0) bytes[batch.side++] = short;
  else {
    putAscii(batch, "u00");
    bytes[batch.side++] = HEX[byte >> 4];
    bytes[batch.side++] = HEX[byte & 15];
  }
}
