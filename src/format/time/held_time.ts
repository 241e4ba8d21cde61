import type { Batch } from "../../record/batch.ts";
import { isMonthAt } from "./calendar_names.ts";

const DAY = 86_400_000;
const COLON = 0x3a;
/** Bytes of `08:00:00.123456789`. */
const LONGEST_OF_DAY = 18;

/** The time of a row, to be put back or into another one. */
export class HeldTime {
  #time = NaN;
  #nanos = 0;
  #fraction = 0;
  #from = 0;
  #to = 0;

  get isTime(): boolean {
    return !Number.isNaN(this.#time);
  }

  clear(): void {
    this.#time = NaN;
  }

  hold(batch: Batch, row: number): void {
    this.#time = batch.time[row];
    this.#nanos = batch.nanos[row];
    this.#fraction = batch.fraction[row];
    this.#from = batch.timeFrom[row];
    this.#to = batch.timeTo[row];
  }

  /** Gives the row the time if it has none of its own; one of the day only is that of the nearest day. */
  complete(batch: Batch, row: number): void {
    if (!this.isTime) return;
    const { bytes, time, timeFrom, timeTo } = batch;
    if (Number.isNaN(time[row])) return this.put(batch, row);
    const from = timeFrom[row];
    const isOfDay = timeTo[row] - from <= LONGEST_OF_DAY &&
      (bytes[from + 2] === COLON || bytes[from + 1] === COLON);
    if (isOfDay) time[row] += Math.round((this.#time - time[row]) / DAY) * DAY;
  }

  put(batch: Batch, row: number): void {
    batch.time[row] = this.#time;
    batch.nanos[row] = this.#nanos;
    batch.fraction[row] = this.#fraction;
    batch.timeFrom[row] = this.#from;
    batch.timeTo[row] = this.#to;
  }
}

/** Whether a record's time begins with the name of a month: it names no year. */
export function isYearless({ bytes, timeFrom, timeTo }: Batch, row: number): boolean {
  return isMonthAt(bytes, timeFrom[row], timeTo[row]);
}
