import type { Batch } from "../../record/batch.ts";
import type { ReadContext } from "../line_format.ts";
import { readTime } from "./timestamp.ts";

const POINT = 0x2e;
/** Digits of a date with its time, and those of its milliseconds behind them. */
const SECONDS = 14;
const MILLIS = 17;

/** Whether digits that look like an epoch number are a date of this century: that number would be one of the year 2612. */
export function isCompactDate(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from < SECONDS || bytes[from] !== 0x32 || bytes[from + 1] !== 0x30) return false;
  let end = from + 10;
  while (end < to && bytes[end] >= 48 && bytes[end] <= 57) end++;
  return end - from === SECONDS || (end - from === MILLIS && end === to);
}

/** Reads `20261120080000`, `20261120080000.123` and `20261120080000123` as `readTime` does; false if it is no date. */
export function readCompactDate(
  batch: Batch,
  row: number,
  from: number,
  to: number,
  context: ReadContext,
): boolean {
  const { bytes, side } = batch;
  if (to - from !== MILLIS || bytes[from + SECONDS] === POINT) {
    return readTime(batch, row, from, to, context) === to;
  }
  if (batch.sideFree <= MILLIS) return false;
  const start = batch.copyToSide(from, from + SECONDS);
  bytes[batch.side++] = POINT;
  batch.copyToSide(from + SECONDS, to);
  const isRead = readTime(batch, row, start, batch.side, context) === batch.side;
  batch.side = side;
  if (!isRead) return false;
  batch.timeFrom[row] = from;
  batch.timeTo[row] = to;
  return true;
}
