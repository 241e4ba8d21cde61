import {
  endsAt,
  isDigit,
  NO_OFFSET,
  part,
  readDigits,
  readFraction,
  readShort,
  readZone,
} from "./timestamp_parts.ts";

/** What a date tells of the order of its day and its month: nothing, either may come first, the day, the month. */
export const UNTOLD = 0, EITHER = 1, DAY_FIRST = 2, MONTH_FIRST = 3;

/** What a written time shows. */
export interface Clock {
  /** 0 if it names no year. */
  year: number;
  month: number;
  /** 0 if it names no day. */
  day: number;
  hour: number;
  minute: number;
  second: number;
  nanos: number;
  /** Digits of the second's fraction, at most 9. */
  fraction: number;
  /** Minutes east of UTC, or NO_OFFSET. */
  offset: number;
  /**
   * Index after the minute if all the rest is ":ss", a fraction and a zone: the bytes before it then mean
   * the same whenever they come again. 0 otherwise.
   */
  minuteEnd: number;
  /** The year, of two digits, may as well be the day, and the day the year: 20/11/26. */
  isTurnable: boolean;
  /** What comes first of a day and a month that signs divide, both in numbers; see `UNTOLD`. */
  order: number;
}

/** Makes it show nothing. */
export function clearClock(clock: Clock): void {
  clock.year =
    clock.month =
    clock.day =
    clock.nanos =
    clock.fraction =
    clock.minuteEnd =
      0;
  clock.offset = NO_OFFSET;
  clock.isTurnable = false;
  clock.order = UNTOLD;
}

/** A sign and nine digits: a fraction has no more behind a comma. */
const MOST_DIGITS = 10;
const TAB = 0x09, SPACE = 0x20, BAR = 0x7c, COMMA = 0x2c, DOT = 0x2e, COLON = 0x3a, CLOSE = 0x5d, HOUR = 0x68;

/**
 * hh:mm:ss with a fraction, AM or PM and a zone; the parts may be divided by dots. With `brief` the seconds
 * may be missing.
 */
export function readClock(clock: Clock, bytes: Uint8Array, from: number, to: number, brief: boolean): number {
  if (bytes[from] >= 0x80 && from < to) return behindHalf(clock, bytes, from, to, brief);
  let at = readShort(bytes, from, to);
  if (at < 0 || at >= to) return -1;
  const separator = bytes[at];
  clock.hour = part.value;
  if (separator !== COLON && (separator !== DOT || part.digits !== 2)) {
    return separator === HOUR ? readHourLetter(clock, bytes, at, to) : -1;
  }
  at = readDigits(bytes, at + 1, to, 2);
  if (at < 0) return -1;
  clock.minute = part.value;
  clock.second = 0;
  const minuteEnd = at;
  if (at < to && bytes[at] === separator) {
    at = readDigits(bytes, at + 1, to, 2);
    if (at < 0) return -1;
    clock.second = part.value;
    if (separator === COLON) clock.minuteEnd = minuteEnd;
    at = fraction(clock, bytes, at, to);
  } else if (separator === COLON && isDottedSecond(bytes, at, to)) {
    readDigits(bytes, at + 1, to, 2);
    clock.second = part.value;
    at = fraction(clock, bytes, at + 3, to);
  } else if (brief && separator === COLON && isLastDottedSecond(bytes, at, to)) {
    readDigits(bytes, at + 1, to, 2);
    clock.second = part.value;
    at += 3;
  } else if (separator !== COLON) return -1;
  const behindClock = at;
  const hasSeconds = at > minuteEnd;
  at = meridiem(clock, bytes, at, to);
  // `11:35PM` as Go's time.Kitchen writes it, `11:35 PM`: a half of the day stands behind no other numbers.
  if (at < 0 || !(brief || hasSeconds || at > behindClock)) return -1;
  const zone = separator === DOT ? readMinutes(bytes, at, to) : -1;
  at = zone < 0 ? readZone(bytes, at, to) : zone;
  clock.offset = part.value;
  return endsAt(bytes, at, to) ? at : -1;
}

/** 上午8:00:00, 오전 8:00:00 */
function behindHalf(clock: Clock, bytes: Uint8Array, from: number, to: number, brief: boolean): number {
  const half = halfOfDay(bytes, from, to);
  let at = from + HALF_BYTES;
  if (half === NO_HALF || !(isDigit(bytes[at]) || bytes[at] === SPACE)) return -1;
  if (bytes[at] === SPACE) at++;
  const end = isDigit(bytes[at]) ? readClock(clock, bytes, at, to, brief) : -1;
  return end > 0 && turnHour(clock, half) ? end : -1;
}

/** `h00.01` behind the hour, as Greenbone's scanners write it. */
function readHourLetter(clock: Clock, bytes: Uint8Array, from: number, to: number): number {
  let at = readDigits(bytes, from + 1, to, 2);
  if (at < 0 || bytes[at] !== DOT) return -1;
  clock.minute = part.value;
  at = readDigits(bytes, at + 1, to, 2);
  if (at < 0) return -1;
  clock.second = part.value;
  at = readZone(bytes, at, to);
  clock.offset = part.value;
  return endsAt(bytes, at, to) ? at : -1;
}

/** The offset in minutes that DB2 writes behind its dotted clock, `08.00.01.123456-300`; -1 if there is none. */
function readMinutes(bytes: Uint8Array, at: number, to: number): number {
  if (at >= to || (bytes[at] !== 0x2b && bytes[at] !== 0x2d)) return -1;
  const isNegative = bytes[at] === 0x2d;
  const end = readDigits(bytes, at + 1, to, 3);
  if (end < 0 || !endsAt(bytes, end, to)) return -1;
  if (isNegative) part.value = -part.value;
  return end;
}

/** console-stamp's `.32.091` behind hours and minutes. */
function isDottedSecond(bytes: Uint8Array, at: number, to: number): boolean {
  return at + 6 < to && bytes[at] === DOT && bytes[at + 3] === DOT && isDigit(bytes[at + 1]) &&
    isDigit(bytes[at + 2]) && isDigit(bytes[at + 4]) && isDigit(bytes[at + 6]);
}

/** structlog's `08:00.32`, `%H:%M.%S`, behind a date. */
function isLastDottedSecond(bytes: Uint8Array, at: number, to: number): boolean {
  return at + 3 <= to && bytes[at] === DOT && bytes[at + 1] >= 0x30 && bytes[at + 1] <= 0x35 &&
    isDigit(bytes[at + 2]) && endsAt(bytes, at + 3, to);
}

/** .123, ,123, :123 (three digits), or :123456. */
export function fraction(clock: Clock, bytes: Uint8Array, at: number, to: number): number {
  if (at + 1 >= to || !isDigit(bytes[at + 1])) return at;
  const byte = bytes[at];
  if (byte === SPACE) return spacedFraction(clock, bytes, at, to);
  if (byte === COLON) {
    // Milliseconds as a number: ":11" is 0.011 s.
    const end = readFraction(bytes, at + 1, to);
    if (end - at === 7 && endsAt(bytes, end, to)) {
      clock.nanos = part.nanos;
      clock.fraction = 6;
      return end;
    }
    if (end - at > 4 || !endsAt(bytes, end, to) || (end < to && bytes[end] === COLON)) return at;
    clock.nanos = part.nanos / (end - at === 2 ? 100 : end - at === 3 ? 10 : 1);
    clock.fraction = 3;
    return end;
  } else if (byte !== DOT && byte !== COMMA) return at;
  const end = readFraction(bytes, at + 1, to);
  // A number of a list behind the time.
  if (byte === COMMA && end - at > MOST_DIGITS) return at;
  clock.nanos = part.nanos;
  clock.fraction = part.fraction;
  // Zephyr's `.123,456]`, log4cplus' `,123.456 `: microseconds behind milliseconds.
  const isZephyrs = bytes[end] === COMMA && bytes[end + 4] === CLOSE;
  const isCpluss = byte === COMMA && bytes[end] === DOT &&
    (bytes[end + 4] === SPACE || bytes[end + 4] === CLOSE);
  if (end === at + 4 && end + 4 < to && (isZephyrs || isCpluss)) {
    const { nanos } = clock;
    if (readFraction(bytes, end + 1, to) !== end + 4) return end;
    clock.nanos = nanos + part.nanos / 1000;
    clock.fraction = 6;
    clock.minuteEnd = 0;
    return end + 4;
  }
  return end;
}

/** AM or PM in any case, with a blank (or a narrow no-break space) before it or none; -1 if the hour does not fit. */
function meridiem(clock: Clock, bytes: Uint8Array, at: number, to: number): number {
  let start = at;
  if (start < to && bytes[start] === SPACE) start++;
  else if (
    start + 2 < to && bytes[start] === 0xe2 && bytes[start + 1] === 0x80 && bytes[start + 2] === 0xaf
  ) {
    start += 3;
  }
  const letter = bytes[start] | 0x20;
  if (letter === 0x61 || letter === 0x70) {
    if (start + 1 < to && bytes[start + 1] === DOT) return dottedMeridiem(clock, bytes, start, to, at);
    const isMeridiem = start + 2 <= to && (bytes[start + 1] | 0x20) === 0x6d && endsAt(bytes, start + 2, to);
    if (!isMeridiem) return at;
    return turnHour(clock, letter === 0x70 ? 12 : 0) ? start + 2 : -1;
  }
  const half = start < to && bytes[start] >= 0x80 ? halfOfDay(bytes, start, to) : NO_HALF;
  if (half === NO_HALF) return at;
  return turnHour(clock, half) ? start + HALF_BYTES : -1;
}

/** `A.M.`, `a. m.`, with a blank or a no-break space in it, from the letter; `otherwise` if there is none. */
function dottedMeridiem(
  clock: Clock,
  bytes: Uint8Array,
  from: number,
  to: number,
  otherwise: number,
): number {
  let at = from + 2;
  if (bytes[at] === SPACE) at++;
  else if (bytes[at] === 0xc2 && bytes[at + 1] === 0xa0) at += 2;
  if (at + 2 > to || (bytes[at] | 0x20) !== 0x6d || bytes[at + 1] !== DOT) return otherwise;
  return turnHour(clock, (bytes[from] | 0x20) === 0x70 ? 12 : 0) ? at + 2 : -1;
}

/** Makes the hour one of 24, `half` after midnight; false if it is none of twelve. */
export function turnHour(clock: Clock, half: number): boolean {
  if (clock.hour < 1 || clock.hour > 12) return false;
  clock.hour = clock.hour % 12 + half;
  clock.minuteEnd = 0;
  return true;
}

const NO_HALF = -1;
/** Bytes of 上午 and its like. */
const HALF_BYTES = 6;
const decoder = new TextDecoder();
const HALVES = new Map<string, number>(
  [["上午", 0], ["下午", 12], ["午前", 0], ["午後", 12], ["오전", 0], ["오후", 12]] as const,
);

/** The hours after midnight at which the half of the day begins that is named at `at`. */
function halfOfDay(bytes: Uint8Array, at: number, to: number): number {
  if (at + HALF_BYTES > to) return NO_HALF;
  return HALVES.get(decoder.decode(bytes.subarray(at, at + HALF_BYTES))) ?? NO_HALF;
}

/** g3log's `08:00:01 123456` before a tab, talker's `08:00:01 12ms | `; as `fraction`. */
function spacedFraction(clock: Clock, bytes: Uint8Array, at: number, to: number): number {
  const end = readFraction(bytes, at + 1, to);
  const digits = end - at - 1;
  const { minuteEnd } = clock;
  // The rest of the minute is read here alone.
  clock.minuteEnd = 0;
  if (digits === 6 && bytes[end] === TAB && end < to) {
    clock.nanos = part.nanos;
    clock.fraction = 6;
    return end;
  }
  const isMillis = digits < 4 && end + 5 < to && bytes[end] === 0x6d && bytes[end + 1] === 0x73;
  if (!isMillis || bytes[end + 2] !== SPACE || bytes[end + 3] !== BAR) {
    clock.minuteEnd = minuteEnd;
    return at;
  }
  clock.nanos = part.nanos / (digits === 1 ? 100 : digits === 2 ? 10 : 1);
  clock.fraction = 3;
  return end + 2;
}
