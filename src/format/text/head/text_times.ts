import { BAR, CLOSE, COLON, COMMA, DOT, type HeadParts, PREFIX_PART, TIME_PART } from "../text_parts.ts";
import { uptimeEnd } from "../loggers/text_kernel.ts";
import { isBlank, isText, skipBlanks, TAB } from "../text_tokens.ts";
import { readSlapdTime, readTai } from "../../time/tai.ts";
import { minuteEnd } from "./text_minutes.ts";
import { readEpoch, readMinute, readTime } from "../../time/timestamp.ts";
import { digitsEnd, isDigit } from "../../time/timestamp_parts.ts";

/** Bytes that a number of seconds needs. */
const EXPONENT_BYTES = 64;
/** A written time without a year and an epoch number beside it differ by less, whatever the zone. */
const WEEK = 7 * 86_400_000;

/** Reads the times of a head. */
export class HeadTimes {
  readonly #parts: HeadParts;

  constructor(parts: HeadParts) {
    this.#parts = parts;
  }

  /**
   * Reads the time at `at` as one of the head's parts; index after it, or -1. One that there never was
   * (2026-02-30 08:00:00) is where the time stands, and none.
   */
  read(at: number, to: number): number {
    const { batch, context, row } = this.#parts;
    let end = readTime(batch, row, at, to, context);
    if (end === -1 && isDigit(batch.bytes[at]) && !this.#parts.elapsed.isTold) {
      const minuteTo = minuteEnd(batch.bytes, at, to);
      if (minuteTo > 0) end = readMinute(batch, row, at, minuteTo, context);
    }
    if (end >= -1) return this.#taken(at, end);
    batch.timeFrom[row] = at;
    batch.timeTo[row] = -2 - end;
    return this.#taken(at, -2 - end);
  }

  /** Adds OpenVPN's microseconds, ` us=289441`, to the time that ends at `at`; index behind them, `at` if there are none. */
  takeMicroseconds(at: number, to: number): number {
    const { batch, bytes, row } = this.#parts;
    if (!isText(bytes, at, to, MICROSECONDS) || batch.fraction[row] > 0) return at;
    const from = at + MICROSECONDS.length;
    const end = digitsEnd(bytes, from, to);
    if (end === from || end > from + 6 || !isBlank(bytes[end])) return at;
    let micros = 0;
    for (let digit = from; digit < end; digit++) micros = micros * 10 + bytes[digit] - 48;
    batch.time[row] += Math.floor(micros / 1000);
    batch.nanos[row] = micros % 1000 * 1000;
    batch.fraction[row] = 6;
    batch.timeTo[row] = end;
    // Lines are compared with what is written together.
    this.#parts.framed = true;
    return end;
  }

  /** As `read`, a label TAI64N. */
  readTai(at: number, to: number): number {
    return this.#taken(at, readTai(this.#parts.batch, this.#parts.row, at, to));
  }

  /** As `read`, the time of slapd. */
  readSlapd(at: number, to: number): number {
    return this.#taken(at, readSlapdTime(this.#parts.batch, this.#parts.row, at, to));
  }

  #taken(at: number, end: number): number {
    if (end >= 0) {
      this.#parts.hasTime = true;
      this.#parts.add(TIME_PART, at, end);
    }
    return end;
  }

  /** As `read`, an epoch number. */
  readEpoch(at: number, to: number): number {
    const end = this.epochEnd(at, to);
    if (end < 0 || !readEpoch(this.#parts.batch, this.#parts.row, at, end)) return -1;
    this.#parts.hasTime = true;
    this.#parts.add(TIME_PART, at, end);
    return end;
  }

  /** As `readEpoch`, zap's `1.7951616011234567e+09` that a tab follows: a number of seconds as Go prints a float. */
  readExponent(at: number, to: number): number {
    const { batch, bytes, row } = this.#parts;
    if (bytes[at + 1] !== DOT) return -1;
    const end = digitsEnd(bytes, at + 2, to);
    if (end < at + 6 || bytes[end + 4] !== TAB || !isText(bytes, end, to, "e+09")) return -1;
    if (batch.sideFree < EXPONENT_BYTES) return -1;
    const { side } = batch;
    const digits = String.fromCharCode(bytes[at], ...bytes.subarray(at + 2, Math.min(end, at + 20))).padEnd(
      11,
      "0",
    );
    const from = batch.textToSide(`${digits.slice(0, 10)}.${digits.slice(10)}`);
    const isRead = readEpoch(batch, row, from, batch.side);
    batch.side = side;
    if (!isRead) return -1;
    batch.timeFrom[row] = at;
    batch.timeTo[row] = end + 4;
    this.#parts.hasTime = true;
    this.#parts.add(TIME_PART, at, end + 4);
    return end + 4;
  }

  /** Index after an epoch number that is a plausible time of a log: 10, 13, 16 or 19 digits, 2001 to 2065. */
  epochEnd(at: number, to: number): number {
    const bytes = this.#parts.bytes;
    let end = digitsEnd(bytes, at, to);
    const length = end - at;
    if (length !== 10 && length !== 13 && length !== 16 && length !== 19) return -1;
    if (bytes[at] === 48 || bytes[at] > 50) return -1;
    if (end + 1 < to && bytes[end] === DOT && isDigit(bytes[end + 1])) {
      do end++; while (end < to && isDigit(bytes[end]));
    }
    const isEnd = end >= to || isBlank(bytes[end]) || bytes[end] === CLOSE || bytes[end] === COLON;
    // A row of cells, as databases write their audits: seconds alone may be any number.
    const isCell = bytes[end] === COMMA && length > 10 && end === at + length;
    return isEnd || isCell || bytes[end] === BAR ? end : -1;
  }

  /** A time that names no year is the one of the epoch number before it. */
  mendYear(epoch: number, end: number, to: number): void {
    const { time, nanos, fraction, timeFrom, timeTo } = this.#parts.batch;
    const row = this.#parts.row;
    const written = time[row];
    const writtenNanos = nanos[row];
    const writtenFraction = fraction[row];
    const from = timeFrom[row];
    if (!readEpoch(this.#parts.batch, row, epoch, this.epochEnd(epoch, to))) return;
    if (Math.abs(time[row] - written) > WEEK) return;
    time[row] = written;
    nanos[row] = writtenNanos;
    fraction[row] = writtenFraction;
    timeFrom[row] = from;
    timeTo[row] = end;
  }

  /** `[  123.456789] message` of the kernel: seconds since the start, no time. */
  readUptime(at: number, to: number): number {
    const { bytes } = this.#parts;
    const end = uptimeEnd(bytes, at, to);
    if (end < 0) return -1;
    this.#parts.add(PREFIX_PART, skipBlanks(bytes, at + 1, end), end);
    this.#parts.kernel = this.#parts.fromKernel = true;
    return end + 1;
  }
}

const MICROSECONDS = " us=";

const MONTH_LETTERS = new Uint8Array(256);
for (const letter of "ADFJMNOSTWadefgjlmnosv") MONTH_LETTERS[letter.charCodeAt(0)] = 1;

/** The first letter of a month or of a day of the week, in capitals as in English or small as elsewhere. */
export function isMonthLetter(byte: number): boolean {
  return MONTH_LETTERS[byte] === 1;
}
