import type { Batch } from "../../../record/batch.ts";
import { isApartWord } from "../loggers/text_apart.ts";
import { isUpperWord } from "../text_tokens.ts";
import { type Layout, type Part, toldSeverity } from "./head_parts.ts";

/** Added to the severity of a word in capitals that loggers write which set pairs apart. */
const APART_WORD = 32;
/** OpenTelemetry's number of `crit`. */
const CRITICAL = 18;

/** Tells the severities of words in heads. A log has few such words: the last ones are remembered. */
export class SeverityWords {
  /** Words by their bytes: first four, next four, length, severity. */
  readonly #words = new Int32Array(16 * 4);

  /** Takes the severity [from, to) of a line; false if it is none, or one that other loggers than the layout's write. */
  take(layout: Layout, part: Part, batch: Batch, row: number, from: number, to: number): boolean {
    if ((to - from === 1) !== part.isLetter) return false;
    const told = this.#told(batch, from, to);
    let severity = told < 0 && part.hasColon ? -told : told;
    if (severity > APART_WORD) {
      if (layout.isTogether) return false;
      severity -= APART_WORD;
    }
    // What is critical is more to .NET than to others: its lines are told by more than the word.
    if (severity <= 0 || severity === CRITICAL) return false;
    if (layout.severityEnd >= 0 && to - batch.timeTo[row] !== layout.severityEnd) return false;
    batch.setSeverity(row, severity, from, to);
    return true;
  }

  /**
   * The severity that a word always names, or, negative, only with a colon behind it, else 0; `APART_WORD` is added for
   * capitals of loggers that set pairs apart.
   */
  #told(batch: Batch, from: number, to: number): number {
    const { bytes, view } = batch;
    const length = to - from;
    if (length < 3 || length > 8) return toldSeverity(bytes, from, to);
    const first = view.getInt32(from, true) & (length < 4 ? 0xffffff : -1);
    const rest = length < 5 ? 0 : view.getInt32(from + 4, true) & (-1 >>> ((8 - length) << 3));
    const place = (Math.imul(first, 0x5bd1e995) >>> 28) << 2;
    const known = this.#words;
    if (known[place] === first && known[place + 1] === rest && known[place + 2] === length) {
      return known[place + 3];
    }
    let severity = toldSeverity(bytes, from, to);
    if (severity > 0 && isUpperWord(bytes, from, to) && isApartWord(bytes, from, to)) severity += APART_WORD;
    known[place] = first;
    known[place + 1] = rest;
    known[place + 2] = length;
    known[place + 3] = severity;
    return severity;
  }
}
