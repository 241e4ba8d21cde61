/**
 * The small parts that timestamps are made of. Each function reads at `at`, never uses a byte at or past
 * `to`, and answers the index after what it read, or -1. Values are left in `part`, since a pair of results
 * would be an object a record.
 */

/** What the functions of this module have read last. */
export const part = {
  /** A number, a month 1-12, or an offset in minutes east of UTC. */
  value: 0,
  /** Digits that the number had. */
  digits: 0,
  /** A fraction of a second in nanoseconds, and the digits it was written with (at most 9). */
  nanos: 0,
  fraction: 0,
};

/** An offset that was not given, or is ambiguous (CST): the configured zone decides. */
export const NO_OFFSET = 100_000;

export function isDigit(byte: number): boolean {
  return byte >= 48 && byte <= 57;
}

/** Index behind the digits at `at`. */
export function digitsEnd(bytes: Uint8Array, at: number, to: number): number {
  while (at < to && isDigit(bytes[at])) at++;
  return at;
}

/** Index of what stands before the digits that end [from, to); of its first byte if they are all of it. */
export function beforeDigits(bytes: Uint8Array, from: number, to: number): number {
  let at = to - 1;
  while (at > from && isDigit(bytes[at])) at--;
  return at;
}

/** Where the digits begin that end [from, to); `to` if none do. */
export function digitsStart(bytes: Uint8Array, from: number, to: number): number {
  let at = to;
  while (at > from && isDigit(bytes[at - 1])) at--;
  return at;
}

export function isLetter(byte: number): boolean {
  const letter = byte | 0x20;
  return letter >= 97 && letter <= 122;
}

/** Index behind the letters at `at`, those of other scripts too: whatever is past ASCII. */
export function scriptEnd(bytes: Uint8Array, at: number, to: number): number {
  while (at < to && (isLetter(bytes[at]) || bytes[at] >= 0x80)) at++;
  return at;
}

/** Whether a timestamp may end before `at`: what follows must not go on as a word or a number. */
export function endsAt(bytes: Uint8Array, at: number, to: number): boolean {
  return at >= to || !(isDigit(bytes[at]) || isLetter(bytes[at]) || bytes[at] === 0x5f);
}

/** One or two digits as a number; -1 if there is none. `part.digits` has how many. */
export function readShort(bytes: Uint8Array, at: number, to: number): number {
  if (at >= to || !isDigit(bytes[at])) return -1;
  part.value = bytes[at] - 48;
  part.digits = 1;
  if (at + 1 >= to || !isDigit(bytes[at + 1])) return at + 1;
  part.value = part.value * 10 + bytes[at + 1] - 48;
  part.digits = 2;
  return at + 2;
}

/** Exactly `count` digits as a number, up to 9. */
export function readDigits(bytes: Uint8Array, at: number, to: number, count: number): number {
  if (at + count > to) return -1;
  let value = 0;
  for (const end = at + count; at < end; at++) {
    if (!isDigit(bytes[at])) return -1;
    value = value * 10 + bytes[at] - 48;
  }
  part.value = value;
  part.digits = count;
  return at;
}

const POWERS = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000];

/** The digits of a fraction, at least one; digits past the ninth are passed over. */
export function readFraction(bytes: Uint8Array, at: number, to: number): number {
  const start = at;
  let value = 0;
  for (; at < to && at < start + 9; at++) {
    const digit = bytes[at] - 48;
    if (digit < 0 || digit > 9) break;
    value = value * 10 + digit;
  }
  const count = at - start;
  if (count === 0) return -1;
  part.nanos = value * POWERS[9 - count];
  part.fraction = count;
  while (at < to && isDigit(bytes[at])) at++;
  return at;
}

/** Minutes east of UTC of the names that mean one offset; NO_OFFSET for those that mean several. */
const ZONES = new Map<string, number>(Object.entries({
  utc: 0,
  gmt: 0,
  wet: 0,
  west: 60,
  cet: 60,
  cest: 120,
  met: 60,
  mest: 120,
  eet: 120,
  eest: 180,
  msk: 180,
  sast: 120,
  jst: 540,
  kst: 540,
  hkt: 480,
  sgt: 480,
  awst: 480,
  aest: 600,
  aedt: 660,
  acst: 570,
  nzst: 720,
  nzdt: 780,
  est: -300,
  edt: -240,
  cdt: -300,
  mst: -420,
  mdt: -360,
  pst: -480,
  pdt: -420,
  akst: -540,
  akdt: -480,
  hst: -600,
  brt: -180,
  art: -180,
  cst: NO_OFFSET,
  ist: NO_OFFSET,
  bst: NO_OFFSET,
}));
const LONGEST_ZONE = 4;
const ZONE_OF_CODE = new Map([...ZONES].map(([name, offset]) => [zoneCode(name), offset]));

function zoneCode(name: string): number {
  let code = 0;
  for (const letter of name) code = code << 8 | letter.charCodeAt(0);
  return code;
}

/** The name of a zone in capitals, as minutes east of UTC or NO_OFFSET. */
function readZoneName(bytes: Uint8Array, at: number, to: number): number {
  let code = 0;
  let end = at;
  for (; end < to && end - at < LONGEST_ZONE; end++) {
    if (bytes[end] < 65 || bytes[end] > 90) break;
    code = code << 8 | bytes[end] | 0x20;
  }
  if (end - at < 3 || !endsAt(bytes, end, to)) return -1;
  const offset = ZONE_OF_CODE.get(code);
  if (offset === undefined) return -1;
  part.value = offset;
  return offset === 0 && end < to && (bytes[end] === 0x2b || bytes[end] === 0x2d)
    ? behindGreenwich(bytes, end, to)
    : end;
}

/** JavaScript's `GMT+0100 (Central European Standard Time)`, and `UTC+01:00`, from the sign. */
function behindGreenwich(bytes: Uint8Array, sign: number, to: number): number {
  const end = readOffset(bytes, sign, to, true);
  if (end < 0) {
    part.value = 0;
    return sign;
  }
  if (end + 2 >= to || bytes[end] !== 0x20 || bytes[end + 1] !== 0x28) return end;
  let close = end + 2;
  while (close < to && (isLetter(bytes[close]) || bytes[close] === 0x20)) close++;
  return close < to && close > end + 2 && bytes[close] === 0x29 ? close + 1 : end;
}

/** +hh:mm, +hh:mm:00, +hhmm, or (with `short`) +hh. */
function readOffset(bytes: Uint8Array, at: number, to: number, short: boolean): number {
  const sign = bytes[at] === 0x2d ? -1 : 1;
  let end = readDigits(bytes, at + 1, to, 2);
  if (end < 0) return -1;
  const hours = part.value;
  let minutes = 0;
  const colon = end < to && bytes[end] === 0x3a;
  const rest = readDigits(bytes, colon ? end + 1 : end, to, 2);
  if (rest >= 0) {
    minutes = part.value;
    end = rest;
    // The `+00:00:00` of Rust's time
    if (colon && bytes[end] === 0x3a && bytes[end + 1] === 0x30 && bytes[end + 2] === 0x30) end += 3;
  } else if (colon || !short) return -1;
  if (hours > 18 || minutes > 59 || !endsAt(bytes, end, to)) return -1;
  part.value = sign * (hours * 60 + minutes);
  return end;
}

/**
 * The zone after a time, if there is one: Z, an offset, a name, with one blank before it or none; an offset
 * may be followed by its zone's name (Go) or by an area in brackets (Java). Leaves minutes east of UTC, or
 * NO_OFFSET, in `part.value`; answers `at` when there is no zone.
 */
export function readZone(bytes: Uint8Array, at: number, to: number): number {
  part.value = NO_OFFSET;
  if (at >= to) return at;
  let byte = bytes[at];
  if (byte === 0x5a || byte === 0x7a) { // Z
    if (!endsAt(bytes, at + 1, to)) return at;
    part.value = 0;
    return at + 1;
  }
  const spaced = byte === 0x20;
  const start = spaced ? at + 1 : at;
  if (start >= to) return at;
  byte = bytes[start];
  // Mattermost's `08:00:01.123 Z`, Poco's `08:00:01 Z [I:0]`: behind a blank only where nothing follows, or a bracket.
  if (byte === 0x5a && (start + 1 === to || (bytes[start + 1] === 0x20 && bytes[start + 2] === 0x5b))) {
    part.value = 0;
    return start + 1;
  }
  let end = -1;
  if (byte === 0x2b || byte === 0x2d) {
    end = readOffset(bytes, start, to, !spaced || isWholeHour(bytes, start, to));
    if (end < 0) {
      part.value = NO_OFFSET;
      return at;
    }
    return afterOffset(bytes, end, to);
  }
  if (byte >= 65 && byte <= 90) end = readZoneName(bytes, start, to);
  if (end < 0) {
    part.value = NO_OFFSET;
    return at;
  }
  return end;
}

/** ` +00 `, ` -03 [`: an offset of whole hours behind a blank, where a number of the message would hardly stand. */
function isWholeHour(bytes: Uint8Array, at: number, to: number): boolean {
  if (at + 4 >= to || bytes[at + 3] !== 0x20) return false;
  return bytes[at] === 0x2b || bytes[at + 4] === 0x5b;
}

function afterOffset(bytes: Uint8Array, at: number, to: number): number {
  if (at >= to) return at;
  const minutes = part.value;
  let end = -1;
  if (bytes[at] === 0x20) end = readZoneName(bytes, at + 1, to);
  else if (bytes[at] === 0x5b && at + 1 < to && bytes[at + 1] >= 65 && bytes[at + 1] <= 90) {
    end = at + 1;
    let isPath = false;
    for (; end < to && (isLetter(bytes[end]) || bytes[end] === 0x2f || bytes[end] === 0x5f); end++) {
      if (bytes[end] === 0x2f) isPath = true;
    }
    // Serilog's `+00:00[INF]` names no area.
    const isArea = isPath || readZoneName(bytes, at + 1, to) === end;
    end = isArea && end < to && bytes[end] === 0x5d ? end + 1 : -1;
  }
  part.value = minutes;
  return end < 0 ? at : end;
}
