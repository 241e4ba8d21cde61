import { type Batch, REPEATED } from "../../record/batch.ts";

const QUARTER = 900_000;
const DAY = 86_400_000;
/** A zone behind the clock: Z, +02:00, CEST. */
const ZONE = /(?:[Zz]|[A-Za-z]{3,}|[+-]\d\d(?::?\d\d)?)$/;

const decoder = new TextDecoder();

/**
 * Where clocks are put back they show an hour twice. A time without a zone is read as the first one of the two; here it
 * becomes the second one where that is nearer to the latest record before.
 */
export class RepeatedHours {
  readonly #offsetAt: (wall: number) => number;
  /** What is known: from when to when, and within it the first one of an hour that is repeated after `shift`. */
  #from = NaN;
  #to = NaN;
  #start = NaN;
  #end = NaN;
  #shift = 0;

  /** `offsetAt`: see `ReadContext`. */
  constructor(offsetAt: (wall: number) => number) {
    this.#offsetAt = offsetAt;
  }

  /**
   * Sets the times of a batch, whose records follow one of the time `latest`. `known`: whether they are the second ones;
   * null where the records tell.
   */
  apply(batch: Batch, latest: number, known: boolean | null): void {
    const { time, count } = batch;
    for (let row = 0; row < count; row++) {
      const at = time[row];
      if ((at < this.#from || at >= this.#to || this.#from !== this.#from) && at === at) this.#learn(at);
      if (at >= this.#start && at < this.#end) return this.#settle(batch, latest, known);
    }
  }

  #settle(batch: Batch, latest: number, known: boolean | null): void {
    const { time, count, flags } = batch;
    for (let row = 0; row < count; row++) {
      const at = time[row];
      if (at === at && (at < this.#from || at >= this.#to)) this.#learn(at);
      if (at >= this.#start && at < this.#end && isLocal(batch, row)) {
        if (known ?? this.#isSecond(at, latest)) {
          time[row] = at + this.#shift;
          flags[row] |= REPEATED;
        }
      }
      if (time[row] > latest) latest = time[row];
    }
  }

  /** A record that comes long after the hour tells nothing. */
  #isSecond(at: number, latest: number): boolean {
    return latest < this.#end + 2 * this.#shift &&
      Math.abs(at + this.#shift - latest) < Math.abs(at - latest);
  }

  #learn(at: number): void {
    this.#from = Math.floor(at / DAY) * DAY;
    this.#to = this.#from + DAY;
    this.#start = this.#end = NaN;
    if (this.#offsetAt(this.#from - DAY) === this.#offsetAt(this.#to + DAY)) return;
    for (let wall = this.#from - DAY; wall <= this.#to + DAY; wall += QUARTER) {
      const before = this.#offsetAt(wall - QUARTER);
      const shift = before - this.#offsetAt(wall);
      const end = wall - before;
      if (shift <= 0 || end <= this.#from || end - shift >= this.#to) continue;
      this.#start = end - shift;
      this.#end = end;
      this.#shift = shift;
    }
  }
}

/** Whether a record's time stands there without a zone, and not as a number. */
function isLocal({ bytes, timeFrom, timeTo }: Batch, row: number): boolean {
  const text = decoder.decode(bytes.subarray(timeFrom[row], timeTo[row]));
  const clock = text.indexOf(":");
  return clock > 0 && !ZONE.test(text.slice(clock));
}
