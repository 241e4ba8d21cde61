import type { Batch } from "../../record/batch.ts";
import { looksLikeEpoch } from "../field_values.ts";
import { type ReadContext, type Verdict, YES } from "../line_format.ts";
import { isBlank } from "../text/text_tokens.ts";
import { HeldTime } from "../time/held_time.ts";
import { readTai } from "../time/tai.ts";
import { readEpoch, readTime } from "../time/timestamp.ts";
import { isDigit } from "../time/timestamp_parts.ts";

const AT = 0x40, DOT = 0x2e, BELL = 0x07;
/** Seconds since 1970. */
const EPOCH_DIGITS = 10;

/** The time that an envelope gives to a record without one of its own. */
export class EnvelopeTime {
  readonly #held = new HeldTime();

  /** Reads the time at `from` and keeps it; answers as `readTime` does. */
  read(batch: Batch, from: number, to: number, context: ReadContext): number {
    const row = batch.count;
    this.#held.clear();
    let end = batch.bytes[from] === AT
      ? readTai(batch, row, from, to)
      : readTime(batch, row, from, to, context);
    if (end < 0 && isDigit(batch.bytes[from])) end = readSeconds(batch, row, from, to);
    if (end >= 0) {
      this.#held.hold(batch, row);
      // What is inside is not to have it yet.
      batch.time[row] = NaN;
      batch.timeFrom[row] = batch.timeTo[row] = 0;
    }
    return end;
  }

  clear(): void {
    this.#held.clear();
  }

  /** Gives the time to row `row` if it has none. */
  give(batch: Batch, row: number): void {
    this.#held.complete(batch, row);
  }
}

/** Index behind the seconds since 1970 that stand alone at `from`, `1795161600.123456`; -1 if none do. */
function readSeconds(batch: Batch, row: number, from: number, to: number): number {
  const { bytes } = batch;
  let end = from;
  while (end < to && (isDigit(bytes[end]) || bytes[end] === DOT)) end++;
  if ((end < to && !isBlank(bytes[end]) && bytes[end] !== BELL) || end - from < EPOCH_DIGITS) return -1;
  return looksLikeEpoch(bytes, from, end) && readEpoch(batch, row, from, end) ? end : -1;
}

/**
 * Reads [innerFrom, innerTo) as the record inside the envelope [from, to), and calls `amend` with its row
 * for the fields of the envelope. What joins the record before stays so. `container` and `prefixFrom`: see
 * `ReadContext.readInner`.
 */
export function readInside(
  batch: Batch,
  context: ReadContext,
  range: { from: number; to: number; innerFrom: number; innerTo: number },
  amend: (row: number) => void,
  container = 0,
  prefixFrom = range.innerFrom,
): Verdict {
  const before = batch.count;
  const verdict = context.readInner(batch, range.innerFrom, range.innerTo, container, prefixFrom);
  if (verdict !== YES) return verdict;
  const row = batch.count - 1;
  // Of several records out of one line only the last can still take fields.
  for (let each = Math.max(before, 0); each <= row; each++) {
    batch.rawFrom[each] = range.from;
    batch.rawTo[each] = range.to;
  }
  // A line that only tells of others has made none.
  if (row >= 0 && batch.rawTo[row] > range.from) {
    amend(row);
    batch.fieldTo[row] = batch.fieldCount;
  }
  return YES;
}
