import { colonPairsStart, mayEndInColons } from "../message/text_colon_pairs.ts";
import type { HeadParts } from "../text_parts.ts";
import { trimmed } from "../text_tokens.ts";

/** Letters of the longest severities that the cell pads. */
const PADDED = 4;

/**
 * Counts whether messages behind the heads of zerolog's README, `| INFO  | message key:value`, end in such pairs: others have `user:1`
 * there as well, but few.
 */
export class ColonCensus {
  #lines = 0;
  #padded = 0;
  #paired = 0;

  clear(): void {
    this.#lines = this.#padded = this.#paired = 0;
  }

  /** Counts a line, up to `to`, whose head was just read. */
  count({ bytes, message, severityFrom, severityTo }: HeadParts, to: number): void {
    if (!mayEndInColons(bytes, severityFrom, severityTo)) return;
    this.#lines++;
    if (severityTo - severityFrom <= PADDED) this.#padded++;
    const end = trimmed(bytes, message, to);
    if (colonPairsStart(bytes, message, end) < end) this.#paired++;
  }

  get isSettled(): boolean {
    return this.#padded > 0 && this.#paired > 1 && this.#paired * 4 > this.#lines;
  }
}
