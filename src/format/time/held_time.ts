import type { Batch } from "../../record/batch.ts";

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

  put(batch: Batch, row: number): void {
    batch.time[row] = this.#time;
    batch.nanos[row] = this.#nanos;
    batch.fraction[row] = this.#fraction;
    batch.timeFrom[row] = this.#from;
    batch.timeTo[row] = this.#to;
  }
}
