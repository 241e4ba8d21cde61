import { isText } from "../text/text_tokens.ts";

/** The sign that a preamble's line begins with; no program writes it. */
const UNIT = 0x1f;
const NAME = String.fromCharCode(UNIT) + "status ";
/** Columns before the request that are told apart, a bit each. */
const ALL = 0x7fff_ffff;
const decoder = new TextDecoder();

/**
 * Which of the numbers before the request is its status, as the lines of a source tell: one has a size, `203`, that may be a
 * status as well, but only one column has a status in all of them. Columns are bits, that right before the request the lowest.
 */
export class StatusColumn {
  /** Those that had a status, or a dash for none, in all lines so far. */
  #common = ALL;
  /** Some line had several that might be it. */
  #isUnclear = false;
  #isOpen = true;
  /** What later lines need of this, see `LineFormat.preamble`. */
  preamble: readonly string[] = [];

  /** Whether a line had its status before the request, so that another may have a size there. */
  get isAsked(): boolean {
    return this.#common !== ALL;
  }

  /** How many columns before the request its status stands, of those that may be one: the first that was one in all lines. */
  choose(told: number): number {
    const common = told & this.#common;
    return 32 - Math.clz32(common === 0 ? told : common);
  }

  /** Counts a line: the columns that may be its status, and those that have a dash. */
  count(told: number, absent: number): void {
    if (!this.#isOpen || told === 0) return;
    const { preamble } = this;
    const common = this.#common & (told | absent);
    if ((common & told) === 0) {
      // Lines of several layouts tell nothing of each other.
      this.#isOpen = false;
      this.#common = ALL;
      this.preamble = [];
      return;
    }
    this.#isUnclear ||= (told & (told - 1)) !== 0;
    const isNew = common !== this.#common || preamble.length === 0;
    this.#common = common;
    if (this.#isUnclear && isNew) this.preamble = [NAME + common];
  }

  /** Takes over what another has counted: the line [from, to) of its `preamble`; false if it is none. */
  take(bytes: Uint8Array, from: number, to: number): boolean {
    if (bytes[from] !== UNIT || !isText(bytes, from, to, NAME)) return false;
    this.preamble = [decoder.decode(bytes.subarray(from, to))];
    this.#common = Number(this.preamble[0].slice(NAME.length));
    this.#isOpen = false;
    return true;
  }
}
