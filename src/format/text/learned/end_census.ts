import { type Batch, TEXT } from "../../../record/batch.ts";
import type { AttributeKeys } from "../../attribute_keys.ts";
import { severityOfWord } from "../../severity_word.ts";
import { addPairs, arePairs } from "../message/text_pairs.ts";
import { BAR, BRACE, CLOSE, CLOSE_BRACE, CLOSE_PAREN, COLON, OPEN, PAREN } from "../text_parts.ts";
import { findByte, hashOf, isBlank, isName, trimmed } from "../text_tokens.ts";
import { isDigit } from "../../time/timestamp_parts.ts";

/** Lines of which the fewest tell something. */
const FEWEST = 8;
/** Bytes of what stands behind a message. */
const LONGEST = 120;

/** What ends a line. */
const NOTHING = 0, SEVERITY = 1, NAME = 2, PAIRS = 3, SIGN = 4;

/**
 * Counts what ends the first lines of a source behind their messages, where patterns put what others have in their
 * heads: `message [INFO]`, `message [OrderService]`, `message {requestId=7d1f, tenant=acme}`, `|message|`. What ends
 * (nearly) all lines, whatever they say, is no part of what they say.
 */
export class EndCensus {
  #lines = 0;
  readonly #kinds = new Uint16Array(5);
  readonly #names = new Set<number>();
  /** Lines whose name stands in square brackets. */
  #bracketed = 0;
  #settled = NOTHING;
  /** Where what ends a line begins and ends, its signs left out. */
  #from = 0;
  #to = 0;

  /** Whether lines end in something that is not the messages'. */
  get isSettled(): boolean {
    return this.#settled !== NOTHING;
  }

  clear(): void {
    this.#lines = this.#bracketed = 0;
    this.#kinds.fill(0);
    this.#names.clear();
  }

  /** Of names many lines have the same one; what is another in each (`[req-17]`) stands in square brackets. */
  get #isNamed(): boolean {
    return this.#names.size > 1 && this.#names.size * 2 <= this.#lines;
  }

  /** Counts a line whose message is [from, to). */
  count(bytes: Uint8Array, from: number, to: number): void {
    this.#lines++;
    const kind = this.#look(bytes, from, trimmed(bytes, from, to));
    this.#kinds[kind]++;
    if (kind === NAME) {
      this.#names.add(hashOf(bytes, this.#from, this.#to));
      if (bytes[this.#to] === CLOSE) this.#bracketed++;
    }
    if (this.#lines < FEWEST) return;
    this.#settled = NOTHING;
    for (const each of [SEVERITY, NAME, PAIRS, SIGN]) {
      // The first lines of messages of several lines end otherwise.
      if (this.#kinds[each] * 10 < this.#lines * 9) continue;
      if (each !== NAME || this.#isNamed || this.#bracketed === this.#kinds[NAME]) this.#settled = each;
    }
  }

  /** What ends the message [from, to). */
  #look(bytes: Uint8Array, from: number, to: number): number {
    const last = bytes[to - 1];
    this.#from = this.#to = to - 1;
    if (last === BAR) {
      while (this.#to > from && bytes[this.#to - 1] === BAR) this.#to--;
      // A cell of fields may stand between two of them.
      const bar = findByte(bytes, from, this.#to, BAR);
      return bar < 0 || bytes[bar + 1] === BRACE || bytes[bar + 1] === OPEN ? SIGN : NOTHING;
    }
    const first = last === CLOSE ? OPEN : last === CLOSE_BRACE ? BRACE : last === CLOSE_PAREN ? PAREN : 0;
    if (first === 0) return NOTHING;
    let open = to - 2;
    while (open > from && open > to - LONGEST && bytes[open] !== first) open--;
    if (bytes[open] !== first || (open > from && !isBlank(bytes[open - 1]))) return NOTHING;
    this.#from = open + 1;
    if (last === CLOSE_BRACE) return arePairs(bytes, open + 1, to - 1) ? PAIRS : NOTHING;
    if (severityOfWord(bytes, open + 1, to - 1) !== 0) return SEVERITY;
    // `(Server:100)` is a place.
    const isPlace = isDigit(bytes[to - 2]) && findByte(bytes, open + 1, to - 1, COLON) > 0;
    return !isPlace && isName(bytes, open + 1, to - 1) ? NAME : NOTHING;
  }

  /** Takes what ends the message [from, to) off it if the source's lines end so; answers where the message ends. */
  take(batch: Batch, row: number, from: number, to: number, keys: AttributeKeys): number {
    const { bytes } = batch;
    if (this.#look(bytes, from, to) !== this.#settled) return to;
    const start = this.#from;
    const end = this.#to;
    switch (this.#settled) {
      case SEVERITY:
        batch.setSeverity(row, severityOfWord(bytes, start, end), start, end);
        break;
      case NAME:
        batch.addField(this.#isNamed ? keys.id.logger : keys.context(0), start, end, TEXT);
        break;
      case PAIRS:
        addPairs(batch, start, end);
        break;
      case SIGN:
        return trimmed(bytes, from, end);
    }
    return trimmed(bytes, from, start - 1);
  }
}
