import type { Batch } from "../../record/batch.ts";
import type { ReadContext } from "../line_format.ts";
import { clearClock, type Clock, DAY_FIRST, EITHER, MONTH_FIRST, readClock, UNTOLD } from "./clock.ts";
import { fullYear } from "./compact_layouts.ts";
import { readLayout } from "./timestamp_layouts.ts";
import { endsAt, isDigit, part, readFraction, readZone } from "./timestamp_parts.ts";
import * as timestampPartsConstants from "./timestamp_parts.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { NO_OFFSET } = timestampPartsConstants;

const MINUTE = 60_000;
const DAY = 86_400_000;
const YEAR = 366 * DAY;
/** How far a day without a year may be ahead of the reference; one further ahead was a year ago. */
const AHEAD = 31 * DAY;
/** The same for a time without a day: one further ahead was the day before. */
const HOURS_AHEAD = 6 * 60 * MINUTE;
/** Years in which 29 February comes at least once. */
const LEAP_YEARS = 8;

/** What a layout leaves behind; see `Clock`. */
const clock: Clock = {
  year: 0,
  month: 0,
  day: 0,
  hour: 0,
  minute: 0,
  second: 0,
  nanos: 0,
  fraction: 0,
  offset: NO_OFFSET,
  minuteEnd: 0,
  isTurnable: false,
  order: 0,
};

/** Most bytes of a time up to its minute that are remembered. */
const LONGEST_PREFIX = 32;

/** The times of one minute begin alike: its bytes, and what they mean. */
class Minute {
  readonly bytes = new Uint8Array(LONGEST_PREFIX);
  readonly view = new DataView(this.bytes.buffer);
  length = 0;
  /** Epoch milliseconds of the wall clock's minute as if it were UTC. */
  wall = 0;
  /** Offset of the configured zone at that minute. */
  offset = 0;
  context: ReadContext | null = null;
  reference = 0;

  matches(batch: Batch, from: number, to: number, context: ReadContext): boolean {
    const length = this.length;
    if (length === 0 || from + length + 3 > to) return false;
    const { view } = batch;
    const known = this.view;
    // The last four bytes first, and the others four at a time; they may overlap.
    for (let at = length - 4; at > 0; at -= 4) {
      if (view.getInt32(from + at, true) !== known.getInt32(at, true)) return false;
    }
    if (view.getInt32(from, true) !== known.getInt32(0, true)) return false;
    return this.context === context && this.reference === context.reference;
  }

  remember(bytes: Uint8Array, from: number, to: number, wall: number, context: ReadContext): void {
    this.length = to - from;
    this.bytes.set(bytes.subarray(from, to));
    this.wall = wall;
    this.offset = context.offsetAt(wall);
    this.context = context;
    this.reference = context.reference;
  }
}

// Two, since an envelope's time and the time inside it take turns.
let recent = new Minute();
let older = new Minute();

/**
 * Reads the timestamp that starts at `from`: ISO 8601 and the layouts of `timestamp_layouts.ts`. Sets time,
 * nanos, fraction, timeFrom and timeTo of the row and answers the index after it; -1, and nothing set, if
 * there is none, and -2 less the index after it if it is one that there never was (2026-02-30 08:00:00). A time without a year or a day is the last one that is not after
 * `context.reference`, or not by more than a month, or six hours; one without a zone is in the zone of `context.offsetAt`.
 */
export function readTime(batch: Batch, row: number, from: number, to: number, context: ReadContext): number {
  let minute = recent;
  if (!minute.matches(batch, from, to, context)) {
    minute = older;
    if (!minute.matches(batch, from, to, context)) return readAnyTime(batch, row, from, to, context);
    older = recent;
    recent = minute;
  }
  // ":ss", a fraction, a zone.
  const bytes = batch.bytes;
  let at = from + minute.length;
  const tens = bytes[at + 1] - 48;
  const ones = bytes[at + 2] - 48;
  const separator = bytes[at];
  if (separator !== 0x3a || tens < 0 || tens > 5 || ones < 0 || ones > 9) {
    return readAnyTime(batch, row, from, to, context);
  }
  at += 3;
  let nanos = 0;
  let fraction = 0;
  if (at < to) {
    const next = bytes[at];
    if ((next === 0x2e || next === 0x2c) && at + 4 < to && !isDigit(bytes[at + 4]) && areDigits(bytes, at)) {
      // Milliseconds, as most have.
      nanos = ((bytes[at + 1] * 10 + bytes[at + 2]) * 10 + bytes[at + 3] - 48 * 111) * 1_000_000;
      fraction = 3;
      at += 4;
    } else if ((next === 0x2e || next === 0x2c) && at + 1 < to && isDigit(bytes[at + 1])) {
      const start = at;
      at = readFraction(bytes, at + 1, to);
      if (next === 0x2c && at - start > 10) return readAnyTime(batch, row, from, to, context);
      nanos = part.nanos;
      fraction = part.fraction;
    } else if (next === 0x3a) return readAnyTime(batch, row, from, to, context);
  }
  let offset = minute.offset;
  if (at < to) {
    const next = bytes[at];
    // What can begin a zone, or go on after a blank as one, as AM or PM, or as a year behind the time.
    if (next === 0x20) {
      const after = at + 1 < to ? bytes[at + 1] : 0;
      if (after === 0x2b || after === 0x2d || (after >= 65 && after <= 90)) {
        at = readZone(bytes, at, to);
        if (part.value !== NO_OFFSET) offset = part.value * MINUTE;
        else if (isMeridiem(bytes, at, to)) return readAnyTime(batch, row, from, to, context);
      }
    } else if (next === 0x5a && endsAt(bytes, at + 1, to)) {
      at++;
      offset = 0;
    } else if (next === 0x2b || next === 0x2d || next >= 48) {
      at = readZone(bytes, at, to);
      if (part.value !== NO_OFFSET) offset = part.value * MINUTE;
      else if (!endsAt(bytes, at, to)) return readAnyTime(batch, row, from, to, context);
    }
  }
  setTime(batch, row, minute.wall - offset + (tens * 10 + ones) * 1000, nanos, fraction);
  batch.timeFrom[row] = from;
  batch.timeTo[row] = at;
  return at;
}

/** Whether three digits stand behind `at`. */
function areDigits(bytes: Uint8Array, at: number): boolean {
  return isDigit(bytes[at + 1]) && isDigit(bytes[at + 2]) && isDigit(bytes[at + 3]);
}

function isMeridiem(bytes: Uint8Array, at: number, to: number): boolean {
  return at + 3 <= to && (bytes[at + 1] === 0x41 || bytes[at + 1] === 0x50) && bytes[at + 2] === 0x4d;
}

function readAnyTime(batch: Batch, row: number, from: number, to: number, context: ReadContext): number {
  return takeClock(batch, row, from, readLayout(clock, batch.bytes, from, to), context);
}

/** As `readTime`, a time of day without seconds, which it takes for none: two numbers and a colon may be anything. */
export function readMinute(
  batch: Batch,
  row: number,
  from: number,
  to: number,
  context: ReadContext,
): number {
  clearClock(clock);
  return takeClock(batch, row, from, readClock(clock, batch.bytes, from, to, true), context);
}

/** Sets the row's time to what `clock` shows, read of [from, end); answers as `readTime` does. */
function takeClock(batch: Batch, row: number, from: number, end: number, context: ReadContext): number {
  const { bytes } = batch;
  if (end < 0) return -1;
  let wall = wallOf(context);
  if (Number.isNaN(wall)) return isDated(bytes, from) ? -2 - end : -1;
  const minute = wall;
  const offset = clock.offset === NO_OFFSET ? context.offsetAt(wall) : clock.offset * MINUTE;
  wall += clock.second * 1000;
  setTime(batch, row, wall - offset, clock.nanos, clock.fraction);
  batch.timeFrom[row] = from;
  batch.timeTo[row] = end;
  const length = clock.minuteEnd - from;
  if (length >= 4 && length <= LONGEST_PREFIX) {
    const forgotten = older;
    older = recent;
    recent = forgotten;
    forgotten.remember(bytes, from, clock.minuteEnd, minute, context);
  }
  return end;
}

/** Sets the time from epoch milliseconds of a whole second and nanoseconds within it. */
export function setTime(batch: Batch, row: number, second: number, nanos: number, fraction: number): void {
  const millis = nanos / 1_000_000 | 0;
  batch.time[row] = second + millis;
  batch.nanos[row] = nanos - millis * 1_000_000;
  batch.fraction[row] = fraction;
}

/**
 * Whether the layout that was read holds a date that signs or blanks divide and a year: other numbers before a clock may
 * be anything.
 */
function isDated(bytes: Uint8Array, from: number): boolean {
  let at = from;
  while (isDigit(bytes[at])) at++;
  return clock.year !== 0 && at - from <= 4;
}

/** The minute on the wall that `clock` shows, in milliseconds as if UTC; NaN if there is no such date. */
function wallOf(context: ReadContext): number {
  // Node's `hour12: false` writes the hour behind midnight so.
  const hour = clock.hour === 24 && clock.minute + clock.second > 0 ? 0 : clock.hour;
  const ofDay = (hour * 60 + clock.minute) * MINUTE;
  if (hour > 23 || clock.minute > 59 || clock.second > 60) return NaN;
  if (clock.day + clock.month + clock.year === 0) {
    const here = context.reference + context.offsetAt(context.reference);
    const today = Math.floor(here / DAY) * DAY + ofDay;
    const ahead = [today + DAY, today].find((time) => time <= here + HOURS_AHEAD);
    return ahead ?? today - DAY;
  }
  if (clock.year !== 0) {
    const wall = midnight(clock.year, clock.month, clock.day) + ofDay;
    if (clock.order === EITHER) return swapped(wall, ofDay, context);
    if (clock.order !== UNTOLD && !Number.isNaN(wall)) context.dateOrder ||= clock.order;
    return clock.isTurnable ? turned(wall, ofDay, context.reference) : wall;
  }
  // Logs are of the past: the last such day that is not beyond what clocks and time zones explain.
  const latest = context.reference + AHEAD;
  let year = new Date(latest).getUTCFullYear();
  for (const last = year - LEAP_YEARS;; year--) {
    const wall = midnight(year, clock.month, clock.day) + ofDay;
    if (wall <= latest || year === last) return wall;
  }
}

/** Of 26/11/20 the year stands first, but where the last number alone makes it a day of the year before the reference. */
function turned(wall: number, ofDay: number, reference: number): number {
  if (isRecent(wall, reference)) return wall;
  const other = midnight(fullYear(clock.day), clock.month, clock.year % 100) + ofDay;
  return isRecent(other, reference) ? other : wall;
}

/**
 * Of 05/11/2026 that comes first which came first in another date of the source; the month where none has told, but where
 * the other order alone makes it a day of the month before the reference.
 */
function swapped(wall: number, ofDay: number, { dateOrder = UNTOLD, reference }: ReadContext): number {
  if (dateOrder === MONTH_FIRST || (dateOrder === UNTOLD && isLate(wall, reference))) return wall;
  const other = midnight(clock.year, clock.day, clock.month) + ofDay;
  return dateOrder === DAY_FIRST || isLate(other, reference) ? other : wall;
}

function isLate(time: number, reference: number): boolean {
  return time <= reference + DAY && time > reference - AHEAD;
}

function isRecent(time: number, reference: number): boolean {
  return time <= reference + AHEAD && time > reference - YEAR;
}

const MONTH_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Epoch milliseconds of a day's start, as if UTC; NaN if the year or the day is not a real one. */
export function midnight(year: number, month: number, day: number): number {
  if (month < 1 || month > 12 || day < 1 || day > MONTH_DAYS[month - 1]) return NaN;
  if (day === 29 && month === 2 && (year % 4 !== 0 || (year % 100 === 0 && year % 400 !== 0))) return NaN;
  if (year < 1900 || year > 2299) return NaN;
  return Date.UTC(year, month - 1, day);
}

/** Digits of an epoch number without its sign, point and exponent; more than 24 are no time. */
const digits = new Uint8Array(40);

/**
 * Reads [from, to) as an epoch number: digits, perhaps with a fraction and an exponent. Seconds,
 * milliseconds, microseconds and nanoseconds are told apart by magnitude: up to 11 digits before the point
 * are seconds (to the year 5138), up to 14 milliseconds, up to 17 microseconds. Sets the row's time as
 * `readTime` does, exactly; false, and nothing set, if it is none.
 */
export function readEpoch(batch: Batch, row: number, from: number, to: number): boolean {
  const bytes = batch.bytes;
  let count = 0; // significant digits held
  let whole = -1; // digits before the point
  let exponent = 0;
  let at = from;
  for (; at < to; at++) {
    const byte = bytes[at];
    if (isDigit(byte)) {
      if (count === 0 && byte === 48 && whole < 0) continue;
      if (count === 24) return false;
      digits[count++] = byte - 48;
    } else if (byte === 0x2e && whole < 0) whole = count;
    else break;
  }
  if (count === 0) return false;
  if (whole < 0) whole = count;
  if (at < to) {
    if ((bytes[at] | 0x20) !== 0x65) return false;
    const negative = at + 1 < to && bytes[at + 1] === 0x2d;
    if (at + 1 < to && (negative || bytes[at + 1] === 0x2b)) at++;
    if (++at >= to || to - at > 2) return false;
    for (; at < to; at++) {
      if (!isDigit(bytes[at])) return false;
      exponent = exponent * 10 + bytes[at] - 48;
    }
    if (negative) exponent = -exponent;
  }
  whole += exponent;
  if (whole < 1 || whole > 20) return false;
  const seconds = whole <= 11 ? whole : whole <= 14 ? whole - 3 : whole <= 17 ? whole - 6 : whole - 9;
  let second = 0;
  for (let index = 0; index < seconds; index++) second = second * 10 + (index < count ? digits[index] : 0);
  const written = Math.min(9, Math.max(0, count - seconds, whole - seconds));
  let nanos = 0;
  for (let index = seconds; index < seconds + 9; index++) {
    nanos = nanos * 10 + (index < count ? digits[index] : 0);
  }
  setTime(batch, row, second * 1000, nanos, written);
  batch.timeFrom[row] = from;
  batch.timeTo[row] = to;
  return true;
}
