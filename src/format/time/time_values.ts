import type { Batch } from "../../record/batch.ts";
import { looksLikeEpoch } from "../field_values.ts";
import { unescapeToSide } from "../json/json_escape.ts";
import type { ReadContext } from "../line_format.ts";
import { isCompactDate, readCompactDate } from "./compact_date.ts";
import { IsoMinute } from "./iso_minute.ts";
import { readNetDate } from "./net_date.ts";
import { readEpoch, readTime } from "./timestamp.ts";
import * as kinds from "../../record/batch.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { TEXT, ESCAPED, BOOL } = kinds;
const SPACE = 0x20, OPEN = 0x5b, CLOSE = 0x5d;
/** Bytes of the shortest time that is a text. */
const SHORTEST = 8;

/** Reads values of fields as times. One for each reader of records: it remembers the minute that was read last. */
export class TimeValues {
  readonly #context: ReadContext;
  readonly #minute = new IsoMinute();

  constructor(context: ReadContext) {
    this.#context = context;
  }

  /**
   * Reads a text that begins at `from` and ends with a quote before `to`, if it is a time of the minute read last: the
   * index of the quote; -1, and nothing set, if it is not so simple.
   */
  readQuoted(batch: Batch, row: number, from: number, to: number): number {
    return this.#minute.readQuoted(batch, row, from, to);
  }

  /** Reads a value that is a time as a whole; sets nothing and answers false if it is none. */
  read(batch: Batch, row: number, from: number, to: number, kind: number): boolean {
    if (kind === TEXT) return this.#readText(batch, row, from, to);
    if (kind === ESCAPED) {
      const side = batch.side;
      const start = unescapeToSide(batch, from, to);
      if (this.#readText(batch, row, start, batch.side)) return true;
      batch.side = side;
      return false;
    }
    if (kind >= BOOL || !looksLikeEpoch(batch.bytes, from, to)) return false;
    return this.#readDigits(batch, row, from, to);
  }

  #readDigits(batch: Batch, row: number, from: number, to: number): boolean {
    return isCompactDate(batch.bytes, from, to)
      ? readCompactDate(batch, row, from, to, this.#context)
      : readEpoch(batch, row, from, to);
  }

  #readText(batch: Batch, row: number, from: number, to: number): boolean {
    if (this.#minute.read(batch, row, from, to)) return true;
    const { bytes } = batch;
    while (to > from && bytes[to - 1] === SPACE) to--; // .NET's "08:00:01 "
    if (to > from && bytes[to - 1] === CLOSE && bytes[from] === OPEN) { // Apache's "[20/Nov/2026:08:00:00 +0100]"
      from++;
      to--;
    }
    if (to - from < SHORTEST) return false;
    if (looksLikeEpoch(bytes, from, to)) return this.#readDigits(batch, row, from, to);
    const time = batch.time[row];
    const nanos = batch.nanos[row];
    const fraction = batch.fraction[row];
    const timeFrom = batch.timeFrom[row];
    const timeTo = batch.timeTo[row];
    const end = readTime(batch, row, from, to, this.#context);
    if (end === to) {
      this.#minute.learn(batch, row);
      return true;
    }
    if (end < 0) return readNetDate(batch, row, from, to);
    batch.time[row] = time;
    batch.nanos[row] = nanos;
    batch.fraction[row] = fraction;
    batch.timeFrom[row] = timeFrom;
    batch.timeTo[row] = timeTo;
    return false;
  }
}
