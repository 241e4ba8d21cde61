import { afterDate } from "./after_date.ts";
import { type Clock, readClock } from "./clock.ts";
import { fullYear } from "./compact_layouts.ts";
import { behindOf, readMonth } from "./calendar_names.ts";
import { behindOtherHalf } from "./other_halves.ts";
import {
  endsAt,
  isDigit,
  isLetter,
  NO_OFFSET,
  part,
  readDigits,
  readShort,
  readZone,
} from "./timestamp_parts.ts";

const SPACE = 0x20, COMMA = 0x2c, DASH = 0x2d, SLASH = 0x2f, COLON = 0x3a, CLOSE = 0x5d, BAR = 0x7c;

/**
 * Nov 2026 08:00:00, with the separator that the day was divided by; the year may have two digits. With `yearBehind` it
 * may stand behind the time.
 */
export function dayMonth(
  clock: Clock,
  bytes: Uint8Array,
  from: number,
  to: number,
  separator: number,
  yearBehind = false,
): number {
  // Portuguese' `20 de nov. de 2026`
  let at = readMonth(bytes, separator === SPACE ? behindOf(bytes, from, to) : from, to);
  if (at < 0) return -1;
  clock.month = part.value;
  // 20-Nov 08:00 of Bacula
  if (separator === DASH && at < to && bytes[at] === SPACE) {
    return readClock(clock, bytes, at + 1, to, true);
  }
  if (at >= to || bytes[at] !== separator) return -1;
  const year = readDigits(bytes, separator === SPACE ? behindOf(bytes, at + 1, to) : at + 1, to, 4);
  if (year >= 0) {
    clock.year = part.value;
    return afterDate(clock, bytes, year, to, false);
  }
  const short = readDigits(bytes, at + 1, to, 2);
  if (short >= 0 && short < to && bytes[short] === SPACE) {
    clock.year = fullYear(part.value);
    return afterDate(clock, bytes, short, to, true);
  }
  if (separator !== SPACE) return -1;
  at = readClock(clock, bytes, at + 1, to, false);
  const behind = yearBehind && at > 0 && at < to && bytes[at] === SPACE
    ? readDigits(bytes, at + 1, to, 4)
    : -1;
  if (behind < 0 || !endsAt(bytes, behind, to)) return at;
  clock.year = part.value;
  clock.minuteEnd = 0;
  return behind;
}

/** Nov 20 …; with `yearBehind` the year may stand behind the time. */
export function monthDay(
  clock: Clock,
  bytes: Uint8Array,
  from: number,
  to: number,
  yearBehind: boolean,
): number {
  let at = readMonth(bytes, from, to);
  if (at < 0) return -1;
  clock.month = part.value;
  if (at < to && (bytes[at] === SLASH || bytes[at] === DASH)) return dayAndYear(clock, bytes, at, to);
  // BeeGFS' `Nov20 08:00:01`
  const isJoined = at === from + 3 && at + 2 < to && isDigit(bytes[at]) && bytes[at + 2] === SPACE;
  if (!isJoined && (at >= to || bytes[at] !== SPACE)) return -1;
  if (!isJoined) at++;
  if (at < to && bytes[at] === SPACE) at++;
  at = readShort(bytes, at, to);
  if (at < 0) return -1;
  clock.day = part.value;
  if (isOrdinal(bytes, at, to)) at += 2;
  const hasComma = at < to && bytes[at] === COMMA;
  if (hasComma) at++;
  if (at >= to || bytes[at] !== SPACE) return -1;
  const year = readDigits(bytes, at + 1, to, 4);
  if (year >= 0) {
    clock.year = part.value;
    const end = afterDate(clock, bytes, year, to, true);
    return hasComma && end > 0 ? behindOtherHalf(clock, bytes, end, to) : end;
  }
  const start = at + 1;
  at = readClock(clock, bytes, start, to, false);
  if (at < 0 && start + 8 < to && bytes[start + 5] === SPACE && bytes[start + 6] === COLON) {
    return readClock(clock, bytes, start, start + 5, true); // `Nov 20 08:00 : ` of MPD
  }
  // `Nov 20 08:00` of a column that holds nothing else
  if (at < 0 && start + 5 === to) return readClock(clock, bytes, start, to, true);
  if (at < 0) return at;
  // Comware's `Nov 20 08:00:00:123 2026` as well
  const isComwares = bytes[at - 4] === COLON;
  const behind = at < to && bytes[at] === SPACE ? readDigits(bytes, at + 1, to, 4) : -1;
  if (behind < 0 || !endsAt(bytes, behind, to)) return at;
  // Without the day of the week a number behind the time is a year where no word follows it.
  if (!yearBehind && !isComwares && !isYear(bytes, behind, to, part.value)) return at;
  clock.year = part.value;
  clock.minuteEnd = 0;
  if (clock.offset !== NO_OFFSET) return behind;
  // Oracle's `Fri Nov 20 08:00:00 2026 +01:00`
  const isOffset = behind + 6 < to && bytes[behind + 4] === COLON;
  const zone = isOffset ? readZone(bytes, behind, to) : behind;
  if (zone > behind) clock.offset = part.value;
  return zone > behind ? zone : behind;
}

/** Nov/20/2026 08:00:00, Nov-20-2026 08:00:00, nov/20 08:00:00, from the first sign. */
function dayAndYear(clock: Clock, bytes: Uint8Array, from: number, to: number): number {
  const day = readShort(bytes, from + 1, to);
  if (day < 0 || day >= to) return -1;
  clock.day = part.value;
  // MikroTik's, of another day than today
  if (bytes[day] === SPACE && bytes[from] === SLASH) return readClock(clock, bytes, day + 1, to, false);
  if (bytes[day] !== bytes[from]) return -1;
  const year = readDigits(bytes, day + 1, to, 4);
  clock.year = part.value;
  return year < 0 ? -1 : afterDate(clock, bytes, year, to, false);
}

/** 1st, 2nd, 3rd, 20th */
function isOrdinal(bytes: Uint8Array, at: number, to: number): boolean {
  if (at + 2 >= to || isLetter(bytes[at + 2])) return false;
  const ending = bytes[at] << 8 | bytes[at + 1];
  return ending === 0x7374 || ending === 0x6e64 || ending === 0x7264 || ending === 0x7468;
}

function isYear(bytes: Uint8Array, behind: number, to: number, year: number): boolean {
  if (year < 1990 || year > 2100 || behind >= to) return false;
  const next = bytes[behind] === SPACE ? bytes[behind + 1] : bytes[behind];
  return next === 0x28 || next === 0x5b || next === CLOSE || next === DASH || next === BAR || next === COLON;
}
