import type { Batch } from "../../../record/batch.ts";
import type { LineRange } from "../../line_format.ts";
import { GREATER, LESS, QUOTE } from "../text_parts.ts";
import { trimmed } from "../text_tokens.ts";

/** Lines of which the fewest tell something; of so many a few may be without. */
const FEWEST = 4;
const MANY = 16;

/**
 * Counts messages that stand between angle brackets, as layouts of Apereo's programs have them. Where (nearly) all do, the signs
 * are the layout's; of quotes the cells of the lines tell.
 */
export class EnclosedMessages {
  /** The cells tell that all stand in quotes. */
  areQuoted = false;
  #lines = 0;
  #angled = 0;
  /** The line counted last begins with a sign that does not end it. */
  #isOpen = false;

  clear(): void {
    this.#lines = this.#angled = 0;
    this.#isOpen = false;
  }

  /** Counts a line whose message is [from, to). */
  count(bytes: Uint8Array, from: number, to: number): void {
    this.#lines++;
    const end = trimmed(bytes, from, to);
    const isAngled = end > from + 1 && bytes[from] === LESS;
    this.#isOpen = isAngled && bytes[end - 1] !== GREATER;
    if (isAngled && !this.#isOpen) this.#angled++;
  }

  /** The line counted last goes on in the next one: what ends its message stands below it. */
  goOn(): void {
    if (this.#isOpen) this.#lines--;
    this.#isOpen = false;
  }

  /** The sign that messages begin with, 0 if it is none of the layout. */
  get sign(): number {
    if (this.areQuoted) return QUOTE;
    if (this.#lines < FEWEST) return 0;
    const least = this.#lines - (this.#lines >= MANY ? this.#lines >> 4 : 0);
    return this.#angled >= least ? LESS : 0;
  }

  /** The message [from, to) of a line without the signs around it; it may go on in the next lines. */
  unwrapped(batch: Batch, from: number, to: number): LineRange {
    const { sign } = this;
    const { bytes } = batch;
    if (bytes[from] !== sign || to < from + 2) return [from, to];
    const end = closes(sign, bytes[to - 1]) ? to - 1 : to;
    return sign === QUOTE ? withoutDoubles(batch, from + 1, end) : [from + 1, end];
  }

  /** Where a message ends whose last line is [from, to), if that has the sign that closes it; else `to`. */
  take({ bytes, bodyFrom }: Batch, row: number, from: number, to: number): number {
    return to > from && bytes[bodyFrom[row] - 1] === this.sign && closes(this.sign, bytes[to - 1])
      ? to - 1
      : to;
  }
}

/** Whether `last` closes what the sign opens. */
function closes(sign: number, last: number): boolean {
  return last === (sign === LESS ? GREATER : sign);
}

/** The text [from, to) with one quote for each two, as cells double those that they hold. */
function withoutDoubles(batch: Batch, from: number, to: number): LineRange {
  const { bytes } = batch;
  let at = from;
  while (at + 1 < to && (bytes[at] !== QUOTE || bytes[at + 1] !== QUOTE)) at++;
  if (at + 1 >= to || batch.sideFree < to - from) return [from, to];
  const start = batch.copyToSide(from, at);
  let end = batch.side;
  for (; at < to; at++) {
    bytes[end++] = bytes[at];
    if (bytes[at] === QUOTE && bytes[at + 1] === QUOTE) at++;
  }
  batch.side = end;
  return [start, end];
}
