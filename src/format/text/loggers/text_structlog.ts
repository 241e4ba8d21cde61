import { type Batch, TEXT } from "../../../record/batch.ts";
import {
  APOSTROPHE,
  BRACE,
  CLOSE,
  COMMA,
  EQUALS,
  type HeadParts,
  NAME_PART,
  OPEN,
  PAREN,
  QUOTE,
} from "../text_parts.ts";
import { addPairs, findTrailingPairs, nextPair, quoteEnd, sortedFrom } from "../message/text_pairs.ts";
import {
  bracketEnd,
  CLASS,
  findByte,
  hashOf,
  IN_KEY,
  isBlank,
  isLower,
  nameLikeness,
  NOT_A_NAME,
  PATH,
  skipBlanks,
  SPACE,
  tokenEnd,
  trimmed,
} from "../text_tokens.ts";
import { isLetter } from "../../time/timestamp_parts.ts";

/** Bytes of a severity between its brackets, and of a message before its pairs: shorter ones are padded to it. */
const SEVERITY_BYTES = 9;
const MESSAGE_BYTES = 30;

/** Whether the severity that the parts have is written as structlog's console renderer does: `[info     ]`. */
export function isStructlogSeverity(parts: HeadParts, to: number): boolean {
  const { bytes, severityFrom, severityTo } = parts;
  return severityFrom + SEVERITY_BYTES < to && bytes[severityFrom - 1] === OPEN &&
    isLower(bytes[severityFrom]) && bytes[severityTo] === SPACE &&
    bytes[severityFrom + SEVERITY_BYTES] === CLOSE && severityTo < severityFrom + SEVERITY_BYTES;
}

/** Reads structlog's messages. One for each source: its lines tell how its messages are padded and whether loggers are named. */
export class StructlogMessages {
  /** Messages are padded to a column; the logger stands in brackets behind them. */
  #isPadded = false;
  #isNamed = false;
  /** The key that comes first behind most messages, and by how many of them: bound values do where none are sorted. */
  #first = 0;
  #firsts = 0;

  /**
   * Reads what follows the severity: a message padded to thirty bytes, the logger in brackets, and pairs whose values
   * are written as Python's `repr` does. Sets where the message ends and where the pairs begin.
   */
  read(parts: HeadParts, from: number, to: number): void {
    const { bytes } = parts;
    parts.message = from;
    if (from - parts.severityTo > MESSAGE_BYTES && this.#readFields(parts, from, to)) return;
    for (let at = from; at < to; at++) {
      if (!isBlank(bytes[at])) continue;
      const next = skipBlanks(bytes, at, to);
      const isWide = next - at > 1;
      if (next < to && !isWide && at - from < MESSAGE_BYTES) {
        const isEnd = bytes[next] === OPEN
          ? isNameBefore(bytes, next, to)
          : endsUnpadded(bytes, from, next, to);
        if (this.#isPadded || !isEnd) continue;
      }
      let pairs = next;
      if (bytes[next] === OPEN) {
        const close = bracketEnd(bytes, next, to);
        const isName = close > 0 && nameLikeness(bytes, next + 1, close - 1) !== NOT_A_NAME;
        if (isName && (close === to || isBlank(bytes[close]))) pairs = skipBlanks(bytes, close, to);
      }
      if (pairs < to ? !isKey(bytes, pairs, to) : pairs === next) continue;
      if (pairs > next) {
        const close = bracketEnd(bytes, next, to);
        parts.add(NAME_PART, next + 1, close - 1);
        this.#isNamed = true;
      } else if (this.#isNamed && hasName(bytes, next, to)) continue;
      if (!isWide && pairs === next && (bytes[at - 1] === COMMA || endsInWord(bytes, next, to))) continue;
      // Sorted as they are, those behind another order are the message's own.
      this.#learnFirst(bytes, pairs, to);
      if (!isWide && bytes[next] !== OPEN) pairs = this.#firstFrom(bytes, pairs, to);
      if (pairs > next && bytes[next] !== OPEN) at = trimmed(bytes, from, pairs);
      if (isWide && next - from >= MESSAGE_BYTES) this.#isPadded = true;
      parts.messageEnd = at;
      parts.pairs = pairs;
      return;
    }
  }

  #learnFirst(bytes: Uint8Array, at: number, to: number): void {
    const key = hashOf(bytes, at, findByte(bytes, at, to, EQUALS));
    if (key === this.#first) this.#firsts++;
    else if (this.#firsts > 0) this.#firsts--;
    else this.#first = key;
  }

  /** Where, from `from`, the logger's pairs begin if not all are sorted: at the key that comes first, or where sorted ones do. */
  #firstFrom(bytes: Uint8Array, from: number, to: number): number {
    const sorted = sortedFrom(bytes, from, to);
    if (this.#firsts === 0) return sorted;
    for (let at = from; at < sorted; at = nextPair(bytes, at, to)) {
      if (hashOf(bytes, at, findByte(bytes, at, to, EQUALS)) === this.#first) return at;
    }
    return sorted;
  }

  /** Reads what stands behind an empty message, which is padded, too; false, and nothing changed, if it is one itself. */
  #readFields(parts: HeadParts, from: number, to: number): boolean {
    const { bytes } = parts;
    const close = bytes[from] === OPEN ? bracketEnd(bytes, from, to) : -1;
    const isNamed = close > 0 && nameLikeness(bytes, from + 1, close - 1) !== NOT_A_NAME;
    const pairs = isNamed ? skipBlanks(bytes, close, to) : from;
    if (pairs < to ? !arePairsOnly(bytes, pairs, to) : !isNamed) return false;
    if (isNamed) parts.add(NAME_PART, from + 1, close - 1);
    parts.messageEnd = from;
    parts.pairs = pairs;
    return true;
  }
}

/**
 * Takes what structlog writes behind the last line of a message of several, [from, to): the logger in brackets, which
 * becomes the field `logger`, and pairs, if these were not taken before (`isPaired`). Answers where the line ends without
 * them, `to` if none stand there.
 */
export function takeFieldsBehind(
  batch: Batch,
  logger: number,
  from: number,
  to: number,
  isPaired = false,
): number {
  const { bytes } = batch;
  for (let at = from; at < to; at++) {
    if (!isBlank(bytes[at]) || isBlank(bytes[at + 1])) continue;
    let pairs = at + 1;
    let nameTo = -1;
    if (bytes[pairs] === OPEN) {
      const close = bracketEnd(bytes, pairs, to);
      const likeness = close > 0 ? nameLikeness(bytes, pairs + 1, close - 1) : NOT_A_NAME;
      const next = close > 0 ? skipBlanks(bytes, close, to) : to;
      // What no pairs follow may be the message's own word.
      if (likeness === PATH || (likeness !== NOT_A_NAME && (isPaired || next < to))) {
        nameTo = close - 1;
        pairs = next;
      }
    }
    if (pairs < to ? !arePairsOnly(bytes, pairs, to) : nameTo < 0) continue;
    if (nameTo > 0) batch.addField(logger, at + 2, nameTo, TEXT);
    addPairs(batch, pairs, to);
    return at;
  }
  return to;
}

/** Whether [from, to) is nothing but pairs whose values are words, in quotes, or in brackets. */
function arePairsOnly(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to;) {
    if (!isKey(bytes, at, to)) return false;
    const value = bytes.indexOf(EQUALS, at) + 1;
    const first = bytes[value];
    at = first === QUOTE || first === APOSTROPHE
      ? quoteEnd(bytes, value, to) + 1
      : first === OPEN || first === BRACE || first === PAREN
      ? bracketEnd(bytes, value, to)
      : tokenEnd(bytes, value, to);
    if (at <= 0 || (at < to && !isBlank(bytes[at]))) return false;
    at = skipBlanks(bytes, at, to);
  }
  return true;
}

/** Behind it a logger's name stands in brackets, and nothing but pairs behind that. */
function hasName(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at + 1 < to; at++) {
    if (bytes[at] !== SPACE || bytes[at + 1] !== OPEN) continue;
    const close = bracketEnd(bytes, at + 1, to);
    if (close < 0 || nameLikeness(bytes, at + 2, close - 1) === NOT_A_NAME) continue;
    if (close === to || isKey(bytes, skipBlanks(bytes, close, to), to)) return true;
  }
  return false;
}

/** `tax.mode=v2 instead`: no pair, and nothing that ends a value with blanks, ends the text. */
function endsInWord(bytes: Uint8Array, from: number, to: number): boolean {
  let at = to;
  while (at > from && isLetter(bytes[at - 1])) at--;
  return at < to && isBlank(bytes[at - 1]);
}

/** Where messages are not padded, nothing but pairs follows, and no blanks. */
function endsUnpadded(bytes: Uint8Array, from: number, at: number, to: number): boolean {
  return isKey(bytes, at, to) && !isBlank(bytes[to - 1]) && findTrailingPairs(bytes, from, to) === at;
}

/** The logger in its bracket, and nothing but pairs behind it. */
function isNameBefore(bytes: Uint8Array, at: number, to: number): boolean {
  const close = bracketEnd(bytes, at, to);
  if (close < 0 || nameLikeness(bytes, at + 1, close - 1) !== PATH) return false;
  const pairs = skipBlanks(bytes, close, to);
  return pairs === to || arePairsOnly(bytes, pairs, to);
}

/** `key=` */
function isKey(bytes: Uint8Array, at: number, to: number): boolean {
  const from = at;
  while (at < to && (CLASS[bytes[at]] & IN_KEY) !== 0) at++;
  return at > from && at < to && bytes[at] === EQUALS;
}
