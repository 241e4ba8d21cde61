import { type Clock, fraction, readClock } from "./clock.ts";
import { endsAt, part, readDigits } from "./timestamp_parts.ts";

const TAB = 0x09,
  SPACE = 0x20,
  COMMA = 0x2c,
  DASH = 0x2d,
  COLON = 0x3a,
  SEMICOLON = 0x3b,
  AT = 0x40,
  OPEN = 0x5b,
  CLOSE = 0x5d,
  BAR = 0x7c,
  GREATER = 0x3e;

/** What stands between a date and its time, then the time. */
export function afterDate(clock: Clock, bytes: Uint8Array, at: number, to: number, brief: boolean): number {
  let byte = at < to ? bytes[at] : 0;
  if (byte === COMMA && at + 1 < to && bytes[at + 1] === SPACE) byte = bytes[++at];
  if (byte === SPACE) {
    at++;
    if (at < to && bytes[at] === SPACE) at++;
    else if (at + 1 < to && isSign(bytes[at]) && bytes[at + 1] === SPACE) at += 2;
    else if (at + 2 < to && bytes[at] === DASH && bytes[at + 1] === DASH && bytes[at + 2] === SPACE) at += 3;
    else if (at + 2 < to && bytes[at] === 0x61 && bytes[at + 1] === 0x74 && bytes[at + 2] === SPACE) at += 3;
    const end = readClock(clock, bytes, at, to, brief);
    return end < 0 ? dashedClock(clock, bytes, at, to) : end;
  }
  // T or t, "_", "-", "@", a comma, a tab, and the ":" of Apache
  if (
    (byte | 0x20) === 0x74 || byte === 0x5f || byte === TAB || byte === DASH || byte === COLON ||
    byte === BAR ||
    byte === AT ||
    byte === COMMA ||
    byte === SEMICOLON
  ) {
    const end = readClock(clock, bytes, at + 1, to, brief);
    return end < 0 ? dashedClock(clock, bytes, at + 1, to) : end;
  }
  // Brackets of their own: `[2026-11-20][08:00:00]`, `[2026-11-20] [08:00:00]`.
  if (byte === CLOSE) {
    if (at + 1 < to && bytes[at + 1] === SPACE) at++;
    return at + 2 < to && bytes[at + 1] === OPEN ? readClock(clock, bytes, at + 2, to, false) : -1;
  }
  return -1;
}

/** What may stand between blanks behind a date. */
function isSign(byte: number): boolean {
  return byte === DASH || byte === AT || byte === BAR || byte === GREATER;
}

/** 08-00-01 behind a date, as names of files have it. */
function dashedClock(clock: Clock, bytes: Uint8Array, from: number, to: number): number {
  if (from + 8 > to || bytes[from + 2] !== DASH || bytes[from + 5] !== DASH) return -1;
  if (readDigits(bytes, from, to, 2) < 0) return -1;
  clock.hour = part.value;
  if (readDigits(bytes, from + 3, to, 2) < 0) return -1;
  clock.minute = part.value;
  if (readDigits(bytes, from + 6, to, 2) < 0) return -1;
  clock.second = part.value;
  clock.minuteEnd = 0;
  const at = fraction(clock, bytes, from + 8, to);
  return endsAt(bytes, at, to) ? at : -1;
}
