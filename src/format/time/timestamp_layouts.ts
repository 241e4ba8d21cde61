import { afterDate } from "./after_date.ts";
import { isMonthAt, readMonth, readOtherWeekday, readWeekday } from "./calendar_names.ts";
import { dayMonth, monthDay } from "./named_months.ts";
import { clearClock, type Clock, DAY_FIRST, EITHER, MONTH_FIRST, readClock } from "./clock.ts";
import {
  compact,
  compactClock,
  compactMilliseconds,
  eightDigits,
  fullYear,
  sixDigits,
  threeDigits,
} from "./compact_layouts.ts";
import { digitsEnd, isDigit, isLetter, part, readDigits, readShort } from "./timestamp_parts.ts";

const SPACE = 0x20,
  COMMA = 0x2c,
  DASH = 0x2d,
  DOT = 0x2e,
  SLASH = 0x2f,
  COLON = 0x3a,
  BAR = 0x7c;
/** A year that is none, where a date names 0000. */
const NO_YEAR = -1;
const GREATER = 0x3e, OPEN = 0x5b, CLOSE = 0x5d;

/**
 * Reads a time that starts at `from` in any of these layouts; answers the index after it, or -1. The date's
 * numbers are checked by the caller.
 *
 *     2026-11-20T08:00:00.123+01:00   T, blank, "_", "-", "@", " - ", " -- ", " at " or ", " before the time; "/", "." or ":" in the date
 *     20261120T080000Z  20261120-08:00:00:123  20261120:080000.123  20261120 08:00:00  20261120080000  20261120080000123
 *     261120 080000  261120  8:00:00  261120/080000.123  26/11/20 08:00:00  20/11/26 08:00
 *     11/20/2026, 8:00:00 AM  20/11/2026 08:00:00  20.11.2026 08:00:00  11-20 08:00:00.123  11.20 08:00:00
 *     20/Nov/2026:08:00:00 +0100  20-Nov-2026 08:00:00.123  20 Nov 2026 08:00:00.123
 *     20Nov2026 08:00:00.123  11/20-08:00:00.123456
 *     Nov 20 08:00:00  Nov 20 2026 08:00:00  2026 Nov 20 08:00:00  Nov 20, 2026 8:00:00 AM
 *     Nov 20 08:00:00:123 2026  20-Nov 08:00  Fri Nov 20 08:00:00 2026 +01:00
 *     Fri Nov 20 08:00:00 2026  Fri, 20 Nov 2026 08:00:00 +0000  Fri 2026-11-20 08:00:00  nov/20/2026 08:00:00
 *     2026-11-20_08-00-00  08:00:00 20.11.2026]  20.11. 08:00:00  Nov 20 08:00:00 2026 [
 *     20. Nov 2026 08:00:00  20 août 2026 08:00:00  ven. 20 nov. 2026 08:00:00  11月 20, 2026 8:00:00 午前  2026年11月20日 上午8:00:00
 *     2026 11 20, 8:00 am  2026 11 20 08:00:00  20 11 2026 08:00:00.123  08:00:00.123  8:00AM  8:00 AM  1120 08:00:00.123456  1120/080000.123456
 */
export function readLayout(clock: Clock, bytes: Uint8Array, from: number, to: number): number {
  if (from + 6 > to) return -1;
  clearClock(clock);
  const first = bytes[from];
  if (isLetter(first) || first >= 0x80) return nameFirst(clock, bytes, from, to);
  if (!isDigit(first)) return -1;
  const end = digitsEnd(bytes, from + 1, to);
  if (end === to) return end - from === 14 ? compact(clock, bytes, from, to) : -1;
  switch (end - from) {
    case 1:
    case 2:
      return shortFirst(clock, bytes, from, end, to);
    case 3:
      return threeDigits(clock, bytes, from, to);
    case 4:
      return yearFirst(clock, bytes, from, to);
    case 6:
      return sixDigits(clock, bytes, from, to);
    case 8:
      return eightDigits(clock, bytes, from, to);
    case 14:
      return compact(clock, bytes, from, to);
    case 17:
      return compactMilliseconds(clock, bytes, from, to);
    default:
      return -1;
  }
}

/** 2026-11-20…, 2026/11/20…, 2026.11.20…, 2026 Nov 20… */
function yearFirst(clock: Clock, bytes: Uint8Array, from: number, to: number): number {
  readDigits(bytes, from, to, 4);
  clock.year = part.value;
  let at = from + 4;
  const separator = bytes[at];
  if (separator >= 0x80) return eastAsianDate(clock, bytes, at, to);
  if (separator === SPACE) {
    if (!isDigit(bytes[at + 1])) return monthDay(clock, bytes, at + 1, to, false);
    const month = readShort(bytes, at + 1, to);
    if (bytes[month] === SPACE) { // 2026 11 20, 8:00 am
      clock.month = part.value;
      at = readShort(bytes, month + 1, to);
      clock.day = part.value;
      const isSpaced = bytes[at] === SPACE && isPlausible(clock); // 2026 11 20 08:00:00
      return bytes[at] === COMMA || isSpaced ? afterDate(clock, bytes, at, to, !isSpaced) : -1;
    }
    clock.month = clock.year / 100 | 0; // 1120 08:00:00 of klog
    clock.day = clock.year % 100;
    clock.year = 0;
    return readClock(clock, bytes, at + 1, to, false);
  }
  if (separator !== DASH && separator !== SLASH && separator !== DOT && separator !== COLON) return -1;
  if (clock.year === 0) clock.year = NO_YEAR; // 0000-00-00 08:00:00
  if (separator === SLASH && at + 7 < to && isDigit(bytes[at + 6])) {
    clock.month = clock.year / 100 | 0; // 1120/080000.123 of Chromium
    clock.day = clock.year % 100;
    clock.year = 0;
    return compactClock(clock, bytes, at + 1, to);
  }
  at = readShort(bytes, at + 1, to);
  if (at < 0) {
    at = readMonth(bytes, from + 5, to); // 2026-Nov-20
    if (at < 0) return -1;
  }
  clock.month = part.value;
  if (at >= to || bytes[at] !== separator) return -1;
  at = readShort(bytes, at + 1, to);
  if (at < 0) return -1;
  clock.day = part.value;
  return afterDate(clock, bytes, at, to, true);
}

/** A date that begins with one or two digits, or a time alone. */
function shortFirst(clock: Clock, bytes: Uint8Array, from: number, end: number, to: number): number {
  readShort(bytes, from, to);
  const first = part.value;
  const padded = part.digits === 2;
  const separator = bytes[end];
  if (separator === COLON) return withDateBehind(clock, bytes, readClock(clock, bytes, from, to, false), to);
  if (padded && separator === SPACE && isDigit(bytes[end + 1])) {
    return spacedDate(clock, first, bytes, end + 1, to);
  }
  if (separator === SPACE || (separator === DASH || separator === SLASH) && isMonthAt(bytes, end + 1, to)) {
    clock.day = first;
    return dayMonth(clock, bytes, end + 1, to, separator);
  }
  if (separator >= 0x80) return monthDay(clock, bytes, from, to, false);
  if (separator === DOT && bytes[end + 1] === SPACE && isMonthAt(bytes, end + 2, to)) {
    clock.day = first;
    return dayMonth(clock, bytes, end + 2, to, SPACE);
  }
  if (padded && isLetter(separator)) return joinedDate(clock, first, bytes, end, to);
  if (separator !== SLASH && separator !== DASH && separator !== DOT) return -1;
  let at = readShort(bytes, end + 1, to);
  if (at < 0 || at >= to) return -1;
  const second = part.value;
  const isShort = !padded || part.digits === 1;
  if (bytes[at] === separator && bytes[at + 1] !== SPACE) {
    const year = readDigits(bytes, at + 1, to, 4);
    if (year >= 0) {
      clock.year = part.value;
      // Suricata's 20/11/2026 -- 08:00:00
      const isDashed = bytes[year] === SPACE && bytes[year + 1] === DASH && bytes[year + 2] === DASH;
      dayAndMonth(clock, first, second, separator === DOT || isDashed);
      if (padded && separator !== DOT && !isDashed && first !== second) {
        clock.order = first > 12 ? DAY_FIRST : second > 12 ? MONTH_FIRST : EITHER;
      }
      return afterDate(clock, bytes, year, to, true);
    }
    at = readDigits(bytes, at + 1, to, 2);
    // 11/20/26, 8:00 PM of a browser's short dates; 2/20/26 8:00:01 PM, 11/2/26 8:00:01 of American ones
    if (at > 0 && separator === SLASH && (bytes[at] === COMMA || isShort && first <= 12)) {
      clock.year = fullYear(part.value);
      dayAndMonth(clock, first, second, false);
      return afterDate(clock, bytes, at, to, true);
    }
    if (at < 0 || !padded) return -1;
    return twoDigitYear(clock, first, second, part.value, separator)
      ? afterDate(clock, bytes, at, to, true)
      : -1;
  }
  // 11/20-08:00:00.123456 of Snort
  if (padded && part.digits === 2 && separator === SLASH && bytes[at] === DASH) {
    clock.month = first;
    clock.day = second;
    return readClock(clock, bytes, at + 1, to, false);
  }
  // 20.11. 08:00:00
  if (padded && part.digits === 2 && separator === DOT && bytes[at] === DOT && bytes[at + 1] === SPACE) {
    clock.day = first;
    clock.month = second;
    return readClock(clock, bytes, at + 2, to, false);
  }
  // 11-20 08:00:00.123, 11.20 08:00:00
  if (!padded || part.digits !== 2 || (bytes[at] !== SPACE && bytes[at] !== BAR)) return -1;
  dayAndMonth(clock, second, first, separator === DOT || first <= 12);
  return afterDate(clock, bytes, at, to, separator === DASH);
}

/**
 * 08:00:00 20.11.2026], 08:00:00 2026-11-20 > message, 08:00:00 UTC 11/20/2026, 08:00:00 20.11.2026 INFO: a date behind
 * the time that ends at `at`, where a sign that divides, a word in capitals or nothing stands behind it; a date that a
 * blank and another word follow is the message's.
 */
function withDateBehind(clock: Clock, bytes: Uint8Array, at: number, to: number): number {
  const date = at + 1;
  const end = date + 10;
  if (at < 0 || end > to || bytes[at] !== SPACE || !isDigit(bytes[date])) return at;
  const isYearFirst = isDigit(bytes[date + 2]);
  const sign = bytes[isYearFirst ? date + 4 : date + 2];
  if ((sign !== DASH && sign !== SLASH && sign !== DOT) || bytes[isYearFirst ? end - 3 : date + 5] !== sign) {
    return at;
  }
  const next = end === to ? CLOSE : bytes[end] === SPACE ? bytes[end + 1] : bytes[end];
  const divides = next === CLOSE || next === GREATER || next === BAR || next === DASH || next === COLON ||
    next === OPEN;
  if (!divides && !(bytes[end] === SPACE && isCapital(next) && isCapital(bytes[end + 2]))) return at;
  const { hour, minute, second, nanos, fraction, offset } = clock;
  if (readDigits(bytes, isYearFirst ? date : date + 6, to, 4) < 0) return at;
  clock.year = part.value;
  if (readDigits(bytes, isYearFirst ? date + 5 : date, to, 2) < 0) return withoutDate(clock, at);
  const first = part.value;
  if (readDigits(bytes, isYearFirst ? date + 8 : date + 3, to, 2) < 0) return withoutDate(clock, at);
  if (isYearFirst) {
    clock.month = first;
    clock.day = part.value;
  } else dayAndMonth(clock, first, part.value, sign === DOT);
  Object.assign(clock, { hour, minute, second, nanos, fraction, offset, minuteEnd: 0 });
  return end;
}

/** 20 11 2026 08:00:00.123 of log4js, of which the day was read; other numbers before a clock are no date. */
function spacedDate(clock: Clock, first: number, bytes: Uint8Array, from: number, to: number): number {
  const month = readDigits(bytes, from, to, 2);
  const second = part.value;
  const year = month < 0 || bytes[month] !== SPACE ? -1 : readDigits(bytes, month + 1, to, 4);
  if (year < 0 || bytes[year] !== SPACE) return -1;
  clock.year = part.value;
  dayAndMonth(clock, first, second, true);
  return isPlausible(clock) ? afterDate(clock, bytes, year, to, false) : -1;
}

/** Whether numbers that only blanks divide may well be a date. */
function isPlausible({ year, month, day }: Clock): boolean {
  return year >= 1990 && year <= 2100 && month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

function isCapital(byte: number): boolean {
  return byte >= 0x41 && byte <= 0x5a;
}

function withoutDate(clock: Clock, at: number): number {
  clock.year = 0;
  return at;
}

/** 20Nov2026 08:00:00.123, of which the day was read. */
function joinedDate(clock: Clock, day: number, bytes: Uint8Array, from: number, to: number): number {
  const at = readMonth(bytes, from, to);
  if (at < 0) return -1;
  clock.month = part.value;
  const year = readDigits(bytes, at, to, 4);
  if (year < 0) return -1;
  clock.day = day;
  clock.year = part.value;
  return afterDate(clock, bytes, year, to, false);
}

/** American order (month first) unless the numbers say otherwise or `dayFirst` does. */
function dayAndMonth(clock: Clock, first: number, second: number, dayFirst: boolean): void {
  const swapped = dayFirst ? second > 12 && first <= 12 : first <= 12;
  clock.day = swapped ? second : first;
  clock.month = swapped ? first : second;
}

/** 26/11/20, or 20/11/26 and 20.11.26, or 11/20/26: the first that is a date. */
function twoDigitYear(
  clock: Clock,
  first: number,
  second: number,
  third: number,
  separator: number,
): boolean {
  if (separator !== DOT && second >= 1 && second <= 12 && third >= 1 && third <= 31) {
    clock.year = fullYear(first);
    clock.month = second;
    clock.day = third;
    clock.isTurnable = first >= 1 && first <= 31;
    return true;
  }
  clock.year = fullYear(third);
  dayAndMonth(clock, first, second, true);
  return clock.month >= 1 && clock.month <= 12;
}

/** 2026年11月20日 08:00:00, 2026년 11월 20일 오전 8:00:00, from the sign behind the year. */
function eastAsianDate(clock: Clock, bytes: Uint8Array, from: number, to: number): number {
  const isYear = isSign(bytes, from, to, 0xe5b9b4) || isSign(bytes, from, to, 0xeb8584);
  let at = isYear && bytes[from + 3] === SPACE ? from + 4 : from + 3;
  at = isYear ? readMonth(bytes, at, to) : -1;
  if (at < 0) return -1;
  clock.month = part.value;
  at = readShort(bytes, bytes[at] === SPACE ? at + 1 : at, to);
  if (at < 0 || !(isSign(bytes, at, to, 0xe697a5) || isSign(bytes, at, to, 0xec9dbc))) return -1;
  clock.day = part.value;
  at += 3;
  if (bytes[at] !== SPACE) return readClock(clock, bytes, at, to, true);
  const end = afterDate(clock, bytes, at, to, true);
  if (end >= 0 || bytes[at + 1] < 0x80) return end;
  // The day of the week: 2026年 11月 20日 金曜日 08:00:00
  do at++; while (at < to && bytes[at] >= 0x80);
  return afterDate(clock, bytes, at, to, true);
}

/** Whether a sign of three bytes stands at `at`. */
function isSign(bytes: Uint8Array, at: number, to: number, sign: number): boolean {
  return at + 3 <= to && (bytes[at] << 16 | bytes[at + 1] << 8 | bytes[at + 2]) === sign;
}

/** A day's or a month's name first. */
function nameFirst(clock: Clock, bytes: Uint8Array, from: number, to: number): number {
  let at = readWeekday(bytes, from, to);
  if (at < 0) {
    const month = monthDay(clock, bytes, from, to, false);
    if (month >= 0) return month;
    at = readOtherWeekday(bytes, from, to);
    if (at < 0) return -1;
  }
  if (at < to && bytes[at] === COMMA) at++;
  if (at >= to || bytes[at] !== SPACE) return -1;
  at++;
  if (at < to && isDigit(bytes[at])) {
    if (at + 4 < to && bytes[at + 4] === DASH) return yearFirst(clock, bytes, at, to);
    let end = readShort(bytes, at, to);
    clock.day = part.value;
    if (end + 1 < to && bytes[end] === DOT && bytes[end + 1] === SPACE) end++; // Fr 20. Nov
    return end < to && (bytes[end] === SPACE || bytes[end] === DASH)
      ? dayMonth(clock, bytes, end + 1, to, bytes[end], true)
      : -1;
  }
  return monthDay(clock, bytes, at, to, true);
}
