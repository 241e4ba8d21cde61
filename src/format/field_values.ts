import { type Batch, TEXT } from "../record/batch.ts";

/** What the values of fields with a role look like. */

/** Ten digits or more before anything else: seconds since 2001 and finer units; what is shorter is a duration. */
export function looksLikeEpoch(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from < 10) return false;
  for (let at = from; at < from + 10; at++) if (bytes[at] < 48 || bytes[at] > 57) return false;
  return true;
}

/** Whether a text is a date without a time: `2026-11-20`, `20.11.2026`, `11/20/26`. */
export function isDate(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from < 6 || to - from > 10) return false;
  let signs = 0;
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    if (byte === 0x2d || byte === 0x2e || byte === 0x2f) signs++;
    else if (byte < 48 || byte > 57) return false;
  }
  return signs === 2;
}

export function isDigits(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (bytes[at] < 48 || bytes[at] > 57) return false;
  return from < to;
}

/** A whole number of up to nine digits, -1 for anything else. */
export function smallNumber(bytes: Uint8Array, from: number, to: number): number {
  if (to - from > 9 || !isDigits(bytes, from, to)) return -1;
  let number = 0;
  for (let at = from; at < to; at++) number = number * 10 + bytes[at] - 48;
  return number;
}

/** Makes text the body that journald wrote as an array of its bytes, since it is not clean UTF-8. */
export function decodeByteArray(batch: Batch, row: number, from: number, to: number): void {
  const { bytes } = batch;
  const side = batch.side;
  let at = side;
  let value = -1;
  for (let read = from + 1; read < to; read++) {
    const byte = bytes[read];
    if (byte >= 48 && byte <= 57) value = (value < 0 ? 0 : value * 10) + byte - 48;
    else if ((byte === 0x2c || byte === 0x5d) && value >= 0 && value < 256) {
      bytes[at++] = value;
      value = -1;
    } else if (byte !== 32 && byte !== 9 && byte !== 10 && byte !== 13) return;
  }
  if (at === side) return;
  batch.side = at;
  batch.setBody(row, side, at);
  batch.bodyKind[row] = TEXT;
}

/** Whether a value is but figures and dots: `"app": "7.3.0"` tells which release it is, not which program. */
export function isRelease(bytes: Uint8Array, from: number, to: number): boolean {
  let dots = 0;
  for (let at = from; at < to; at++) {
    if (bytes[at] === 0x2e) dots++;
    else if (bytes[at] < 0x30 || bytes[at] > 0x39) return false;
  }
  return dots > 0;
}
