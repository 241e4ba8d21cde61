import type { Batch } from "../../record/batch.ts";

const SPACE = 0x20, DOT = 0x2e, FOUR = 0x34, AT = 0x40, X = 0x78;
/** Hexadecimal digits of seconds and of nanoseconds. */
const SECONDS = 16;
const NANOS = 8;
/** How far TAI was ahead of UTC in 1970, by the label's convention. */
const AHEAD = 10;
/** Seconds in which a log may have been written: up to 2065. */
const LATEST = 3_000_000_000;

/**
 * Reads the label TAI64N that daemontools' multilog writes before each line, `@400000006afffe0a075bca00`, at `from` as the time
 * of the row; index after it, -1 and nothing set if there is none.
 */
export function readTai(batch: Batch, row: number, from: number, to: number): number {
  const { bytes } = batch;
  const end = from + 1 + SECONDS + NANOS;
  if (bytes[from] !== AT || bytes[from + 1] !== FOUR || end > to || hexDigit(bytes[end]) >= 0) return -1;
  // The first digit alone is more than a number holds exactly beside the others.
  const seconds = hexNumber(bytes, from + 2, from + 1 + SECONDS) - AHEAD;
  const nanos = hexNumber(bytes, from + 1 + SECONDS, end);
  if (!(seconds > 0 && seconds < LATEST) || !(nanos < 1e9)) return -1;
  return setTime(batch, row, seconds, nanos, from, end);
}

/**
 * Reads the seconds and nanoseconds since 1970 that OpenLDAP's slapd writes in hexadecimal digits before its thread,
 * `6b02f3d0.0b3856ee 0x7fcd7561c200`, at `from` as the time of the row; index after it, -1 and nothing set if there are none.
 */
export function readSlapdTime(batch: Batch, row: number, from: number, to: number): number {
  const { bytes } = batch;
  const end = from + 2 * NANOS + 1;
  if (bytes[from + NANOS] !== DOT || bytes[end + 2] !== X || bytes[end] !== SPACE || end + 2 >= to) return -1;
  const seconds = hexNumber(bytes, from, from + NANOS);
  const nanos = hexNumber(bytes, from + NANOS + 1, end);
  if (!(seconds > 0 && seconds < LATEST) || !(nanos < 1e9)) return -1;
  return setTime(batch, row, seconds, nanos, from, end);
}

function setTime(
  batch: Batch,
  row: number,
  seconds: number,
  nanos: number,
  from: number,
  end: number,
): number {
  const millis = Math.floor(nanos / 1e6);
  batch.time[row] = seconds * 1000 + millis;
  batch.nanos[row] = nanos - millis * 1e6;
  batch.fraction[row] = 9;
  batch.timeFrom[row] = from;
  batch.timeTo[row] = end;
  return end;
}

/** NaN if another sign is among the digits. */
function hexNumber(bytes: Uint8Array, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at++) {
    const digit = hexDigit(bytes[at]);
    number = digit < 0 ? NaN : number * 16 + digit;
  }
  return number;
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  return byte >= 0x61 && byte <= 0x66 ? byte - 0x57 : -1;
}
