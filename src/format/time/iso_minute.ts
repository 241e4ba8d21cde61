import type { Batch } from "../../record/batch.ts";

/** Bytes of `2026-11-20T08:00`, with any two separators. */
const MINUTE_BYTES = 16;
const MAX_ZONE_BYTES = 8;
const COLON = 0x3a;
const QUOTE = 0x22;
/** What a fraction of so many digits is to be multiplied with to be nanoseconds. */
const TO_NANOS = [0, 1e8, 1e7, 1e6, 1e5, 1e4, 1e3, 100, 10, 1];

/**
 * Reads ISO times of the minute that was seen last, with the same zone: the bytes up to the minute and
 * those of the zone are compared, only seconds and fraction are parsed. One a place where times stand.
 */
export class IsoMinute {
  #word0 = 0;
  #word1 = 0;
  #word2 = 0;
  #word3 = 0;
  #zone0 = 0;
  #mask0 = 0;
  #zone1 = 0;
  #zoneLength = -1;
  /** Epoch milliseconds of the minute. */
  #minute = 0;

  /** Sets the time of the row from the whole of [from, to), and answers whether it could. */
  read(batch: Batch, row: number, from: number, to: number): boolean {
    return to - from > MINUTE_BYTES + 2 && this.#read(batch, row, from, to, false) > 0;
  }

  /**
   * Sets the time of the row from a text that begins at `from` and ends with a quote before `to`, without looking
   * for the quote first. Returns the index of the quote; -1, and sets nothing, if the text is no such time.
   */
  readQuoted(batch: Batch, row: number, from: number, to: number): number {
    return to - from > MINUTE_BYTES + 3 ? this.#read(batch, row, from, to, true) : -1;
  }

  #read(batch: Batch, row: number, from: number, to: number, isQuoted: boolean): number {
    const { bytes, view } = batch;
    const differs = (view.getInt32(from, true) ^ this.#word0) |
      (view.getInt32(from + 4, true) ^ this.#word1) |
      (view.getInt32(from + 8, true) ^ this.#word2) | (view.getInt32(from + 12, true) ^ this.#word3);
    if (differs !== 0 || bytes[from + 16] !== COLON) return -1;
    const tens = bytes[from + 17] - 48;
    const ones = bytes[from + 18] - 48;
    if (tens >>> 0 > 5 || ones >>> 0 > 9) return -1;
    let at = from + 19;
    let digits = 0;
    let fraction = 0;
    const separator = bytes[at];
    if (separator === 0x2e || separator === 0x2c) {
      const first = ++at;
      for (let digit; (digit = bytes[at] - 48) >>> 0 < 10; at++) fraction = fraction * 10 + digit;
      digits = at - first;
      if (digits === 0 || digits > 9) return -1;
    }
    const length = this.#zoneLength;
    const end = at + length;
    if (length < 0 || (isQuoted ? end >= to || bytes[end] !== QUOTE : end !== to)) return -1;
    if (((view.getInt32(at, true) ^ this.#zone0) & this.#mask0) !== 0) return -1;
    if (length > 4 && ((view.getInt32(at + 4, true) ^ this.#zone1) & mask(length - 4)) !== 0) return -1;
    const nanos = fraction * TO_NANOS[digits];
    const millis = nanos / 1e6 | 0;
    batch.time[row] = this.#minute + (tens * 10 + ones) * 1000 + millis;
    batch.nanos[row] = nanos - millis * 1e6;
    batch.fraction[row] = digits;
    batch.timeFrom[row] = from;
    batch.timeTo[row] = end;
    return end;
  }

  /** Remembers the minute of the time that another reader found in the row, if it is written as ISO has it. */
  learn(batch: Batch, row: number): void {
    const { bytes, view } = batch;
    const from = batch.timeFrom[row];
    const to = batch.timeTo[row];
    const hasShape = to - from >= MINUTE_BYTES + 3 && bytes[from + 4] === 0x2d && bytes[from + 7] === 0x2d &&
      bytes[from + 13] === COLON && bytes[from + 16] === COLON;
    if (!hasShape) return;
    let at = from + 19;
    if (bytes[at] === 0x2e || bytes[at] === 0x2c) at++;
    while (at < to && bytes[at] >= 48 && bytes[at] <= 57) at++;
    const length = to - at;
    const seconds = (bytes[from + 17] - 48) * 10 + bytes[from + 18] - 48;
    if (length > MAX_ZONE_BYTES || seconds > 59) return;
    this.#word0 = view.getInt32(from, true);
    this.#word1 = view.getInt32(from + 4, true);
    this.#word2 = view.getInt32(from + 8, true);
    this.#word3 = view.getInt32(from + 12, true);
    this.#zoneLength = length;
    this.#mask0 = mask(length);
    this.#zone0 = view.getInt32(at, true) & this.#mask0;
    this.#zone1 = length > 4 ? view.getInt32(at + 4, true) & mask(length - 4) : 0;
    this.#minute = Math.floor(batch.time[row] / 1000) * 1000 - seconds * 1000;
  }
}

/** The bits of the first `length` bytes of a word, all from four on. */
function mask(length: number): number {
  return length >= 4 ? -1 : (1 << (length << 3)) - 1;
}
