import { isIpAddress, SPACE } from "../text/text_tokens.ts";
import { beforeDigits, isDigit } from "../time/timestamp_parts.ts";

const COLON = 0x3a;

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
