import { isClassBefore } from "../message/text_objects.ts";
import { isKeyAt } from "../message/text_pairs.ts";
import {
  APOSTROPHE,
  BAR,
  BRACE,
  CLOSE,
  CLOSE_BRACE,
  CLOSE_PAREN,
  COLON,
  GREATER,
  OPEN,
  QUOTE,
} from "../text_parts.ts";
import { findByte, isBlank, skipBlanks, SPACE, TAB, trimmed } from "../text_tokens.ts";
import { isDigit } from "../../time/timestamp_parts.ts";

/** Lines of which the fewest tell something, and of so many one may have what no logger wrote. */
const FEWEST = 8;
const RARE = 3;

/**
 * Counts what ends lines of a source as some loggers write it behind a message: an object, a place, a bar. Where one
 * line in three has it at most, a message ends so.
 */
export class OwnEnds {
  #lines = 0;
  #objects = 0;
  /** Objects as Node prints them: behind a word that cannot be a class, and behind one that can. */
  #inspected = 0;
  #classed = 0;
  #places = 0;
  #bars = 0;
  /** Lines whose message begins with a pair, behind phuslu/log's `>`. */
  #pairs = 0;
  /** Nothing ends the line that was counted last. */
  #isBare = false;

  clear(): void {
    this.#lines =
      this.#objects =
      this.#inspected =
      this.#classed =
      this.#places =
      this.#bars =
      this.#pairs =
        0;
  }

  /** Counts a line whose message is [from, to). */
  count(bytes: Uint8Array, from: number, to: number): void {
    this.#lines++;
    const known = this.#objects + this.#places + this.#bars;
    const end = trimmed(bytes, from, to);
    const sign = findByte(bytes, from, end, GREATER);
    if (sign >= from && isKeyAt(bytes, sign + 2, end)) this.#pairs++;
    const last = bytes[end - 1];
    if (last === BAR) this.#bars++;
    else if (last === CLOSE_PAREN || (last === CLOSE && isDigit(bytes[end - 2]))) this.#places++;
    else if (last === CLOSE && bytes[end - 2] === OPEN) this.#objects++;
    else this.countObject(bytes, from, end);
    this.#isBare = this.#objects + this.#places + this.#bars === known;
  }

  /** The line counted last goes on in the next one: what ends its message stands below it. */
  goOn(): void {
    if (this.#isBare) this.#lines--;
    this.#isBare = false;
  }

  /** Counts the object of a line whose message is [from, to), if it has one; it may go on in the next line, or an error stand behind it. */
  countObject(bytes: Uint8Array, from: number, to: number): void {
    for (let at = findByte(bytes, from, to, BRACE); at >= 0; at = findByte(bytes, at + 1, to, BRACE)) {
      if (at > from && !isBlank(bytes[at - 1])) continue;
      const next = at + 1 < to ? bytes[at + 1] : CLOSE_BRACE;
      if (isBlank(next) || next === QUOTE || next === APOSTROPHE || next === CLOSE_BRACE) {
        this.#objects++;
        if (next !== SPACE) return;
        if (isClassBefore(bytes, from, at)) this.#classed++;
        else if (at > from) this.#inspected++;
        return;
      }
    }
  }

  /**
   * Whether the object [from, to) behind a message is the message's. Who writes one behind few messages only may be
   * a logger that was given fields: but none writes them as Python shows its dictionaries, or its JSON, with blanks.
   */
  isObject(bytes: Uint8Array, from: number, to: number): boolean {
    if (!this.#isRare(this.#objects)) return false;
    const open = skipBlanks(bytes, from, to);
    const key = bytes[open + 1];
    if (key === APOSTROPHE || open + 2 >= to) return true;
    // zap's, which have the blanks, stand behind a tab.
    if (key !== QUOTE || bytes[open - 1] === TAB) return false;
    const colon = findByte(bytes, open + 2, to, COLON);
    return bytes[colon - 1] === QUOTE && bytes[colon + 1] === SPACE;
  }

  /** Whether a logger writes objects behind its messages as Node prints them, be the word before one a class' name or not. */
  get areInspected(): boolean {
    return this.#inspected > 1 && this.#classed <= this.#inspected;
  }

  get isPlace(): boolean {
    return this.#isRare(this.#places);
  }

  get isPair(): boolean {
    return this.#isRare(this.#pairs);
  }

  get isBar(): boolean {
    return this.#isRare(this.#bars);
  }

  #isRare(lines: number): boolean {
    return this.#lines >= FEWEST && lines * RARE <= this.#lines;
  }
}
