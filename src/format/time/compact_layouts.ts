import { type Clock, fraction, readClock } from "./clock.ts";
import { endsAt, part, readDigits, readShort, readZone } from "./timestamp_parts.ts";

const SPACE = 0x20, DASH = 0x2d, DOT = 0x2e, SLASH = 0x2f, COLON = 0x3a, SECONDS = 0x73;
/** Digits behind a second's point. */
const NANOSECONDS = 9;

/** 081109 203615, 261120  8:00:00, 261120 08:00:00, 261120/080000.123 */
export function sixDigits(clock: Clock, bytes: Uint8Array, from: number, to: number): number {
  const sign = bytes[from + 6];
  if (sign !== SPACE && (sign !== SLASH || readDigits(bytes, from + 7, to, 6) < 0)) return -1;
  if (bytes[from + 23] === SECONDS && from + 23 < to && bytes[from + 15] === DOT) {
    return windowsDays(clock, bytes, from);
  }
  readDigits(bytes, from, to, 2);
  clock.year = fullYear(part.value);
  readDigits(bytes, from + 2, to, 2);
  clock.month = part.value;
  readDigits(bytes, from + 4, to, 2);
  clock.day = part.value;
  return compactClock(clock, bytes, from + 7, to);
}

/** 155588 08:00:00.1234567s of Windows' time service: days since 1601, in UTC. */
function windowsDays(clock: Clock, bytes: Uint8Array, from: number): number {
  readDigits(bytes, from, from + 6, 6);
  const day = new Date(Date.UTC(1601, 0, 1 + part.value));
  clock.year = day.getUTCFullYear();
  clock.month = day.getUTCMonth() + 1;
  clock.day = day.getUTCDate();
  if (readClock(clock, bytes, from + 7, from + 23, false) < 0) return -1;
  clock.offset = clock.minuteEnd = 0;
  return from + 24;
}

/** 620 08:00:00.123456789 of PyTorch: June the 20th. */
export function threeDigits(clock: Clock, bytes: Uint8Array, from: number, to: number): number {
  if (bytes[from + 3] !== SPACE) return -1;
  readDigits(bytes, from, to, 1);
  clock.month = part.value;
  readDigits(bytes, from + 1, to, 2);
  clock.day = part.value;
  const end = readClock(clock, bytes, from + 4, to, false);
  return clock.fraction === NANOSECONDS ? end : -1;
}

/** 20261120T080000, 20261120-08:00:00:123, 20261120 08:00:00 */
export function eightDigits(clock: Clock, bytes: Uint8Array, from: number, to: number): number {
  compactDate(clock, bytes, from, to);
  const byte = bytes[from + 8];
  if ((byte | 0x20) !== 0x74 && byte !== SPACE && byte !== DASH && byte !== 0x5f && byte !== COLON) {
    return -1;
  }
  return byte === DASH ? looseClock(clock, bytes, from + 9, to) : compactClock(clock, bytes, from + 9, to);
}

/** 22:16:0:119, with numbers that are not padded. */
function looseClock(clock: Clock, bytes: Uint8Array, from: number, to: number): number {
  const strict = compactClock(clock, bytes, from, to);
  if (strict >= 0) return strict;
  let at = readShort(bytes, from, to);
  if (at < 0 || at >= to || bytes[at] !== COLON) return -1;
  clock.hour = part.value;
  at = readShort(bytes, at + 1, to);
  if (at < 0 || at >= to || bytes[at] !== COLON) return -1;
  clock.minute = part.value;
  at = readShort(bytes, at + 1, to);
  if (at < 0) return -1;
  clock.second = part.value;
  clock.minuteEnd = 0;
  at = fraction(clock, bytes, at, to);
  return endsAt(bytes, at, to) ? at : -1;
}

/** 20261120080000 */
export function compact(clock: Clock, bytes: Uint8Array, from: number, to: number): number {
  compactDate(clock, bytes, from, to);
  if (clock.year < 1990 || clock.year > 2100) return -1;
  return compactClock(clock, bytes, from + 8, to);
}

/** 20261120080000123, log4j2's COMPACT */
export function compactMilliseconds(clock: Clock, bytes: Uint8Array, from: number, to: number): number {
  compactDate(clock, bytes, from, to);
  if (clock.year < 1990 || clock.year > 2100) return -1;
  readDigits(bytes, from + 8, to, 6);
  clock.hour = part.value / 10_000 | 0;
  clock.minute = (part.value / 100 | 0) % 100;
  clock.second = part.value % 100;
  const at = readDigits(bytes, from + 14, to, 3);
  clock.nanos = part.value * 1_000_000;
  clock.fraction = 3;
  return endsAt(bytes, at, to) ? at : -1;
}

function compactDate(clock: Clock, bytes: Uint8Array, from: number, to: number): void {
  readDigits(bytes, from, to, 4);
  clock.year = part.value;
  readDigits(bytes, from + 4, to, 2);
  clock.month = part.value;
  readDigits(bytes, from + 6, to, 2);
  clock.day = part.value;
}

/** hhmmss, or a time with colons. */
export function compactClock(clock: Clock, bytes: Uint8Array, from: number, to: number): number {
  const start = from < to && bytes[from] === SPACE ? from + 1 : from;
  let at = readDigits(bytes, start, to, 6);
  if (at < 0) return readClock(clock, bytes, start, to, false);
  clock.hour = part.value / 10_000 | 0;
  clock.minute = (part.value / 100 | 0) % 100;
  clock.second = part.value % 100;
  at = fraction(clock, bytes, at, to);
  at = readZone(bytes, at, to);
  clock.offset = part.value;
  return endsAt(bytes, at, to) ? at : -1;
}

export function fullYear(short: number): number {
  return short < 70 ? 2000 + short : 1900 + short;
}
