import type { HeadBrackets } from "./text_brackets.ts";
import { takeSeparator } from "./text_dividers.ts";
import {
  BAR,
  CLOSE_PAREN,
  COLON,
  COMMA,
  DASH,
  GREATER,
  type HeadParts,
  LESS,
  NAME_PART,
  NUMBER_PART,
  OPEN,
  PAREN,
  SLASH,
  THREAD_PART,
} from "../text_parts.ts";
import { type HeadTimes, isMonthLetter } from "./text_times.ts";
import { isThreadName } from "../attributes/text_threads.ts";
import { isName, isNumber, nameLikeness, PATH, skipBlanks, SPACE, tokenEnd } from "../text_tokens.ts";
import { isDigit, isLetter } from "../../time/timestamp_parts.ts";

/** `2026-11-20 08:00`: a time with its day. */
const SHORTEST_DATE = 16;

/** Reads a time that stands behind its severity. */
export class HeadLater {
  readonly #parts: HeadParts;
  readonly #times: HeadTimes;
  readonly #brackets: HeadBrackets;

  constructor(parts: HeadParts, times: HeadTimes, brackets: HeadBrackets) {
    this.#parts = parts;
    this.#times = times;
    this.#brackets = brackets;
  }

  /** `shop:db 2026-11-20T…`, Go's `orders: 2026/11/20 `: takes a name that stands between the severity and a date; answers where the rest begins. */
  afterName(at: number, to: number): number {
    if (this.#parts.isTimeless) return at;
    const { bytes } = this.#parts;
    const end = tokenEnd(bytes, at, to);
    const next = skipBlanks(bytes, end, to);
    const date = bytes[next] === OPEN ? next + 1 : next;
    const nameTo = bytes[end - 1] === COLON ? end - 1 : end;
    const isDate = date + SHORTEST_DATE <= to &&
      (((bytes[date + 4] === DASH || (bytes[date + 4] === SLASH && bytes[date + 7] === SLASH)) &&
        isDigit(bytes[date]) && isDigit(bytes[date + 3])) ||
        (bytes[date + 3] === DASH && isMonthLetter(bytes[date]) && isDigit(bytes[date + 4]) &&
          bytes[date + 6] === DASH));
    const isProcess = isDate && nameTo === end && isNumber(bytes, at, end);
    if (!isDate || !(isProcess || isName(bytes, at, nameTo))) return at;
    const isThread = isThreadName(bytes, at, nameTo);
    this.#parts.add(isProcess ? NUMBER_PART : isThread ? THREAD_PART : NAME_PART, at, nameTo);
    return next;
  }

  /** `INFO 1795161601 [main] message`: right behind the severity, and before a bracket or a name with dots. */
  #isEpoch(at: number, to: number): boolean {
    const { bytes, severityTo } = this.#parts;
    if (at !== severityTo + 1 || !isDigit(bytes[at])) return false;
    const end = this.#times.epochEnd(at, to);
    if (end < 0 || bytes[end] !== SPACE) return false;
    return bytes[end + 1] === OPEN || nameLikeness(bytes, end + 1, tokenEnd(bytes, end + 1, to)) === PATH;
  }

  /** A time, bare or in brackets; index after it and what divides it from the rest, -1 if none stands there. */
  read(at: number, to: number): number {
    const parts = this.#parts;
    if (parts.isTimeless) return -1;
    const { bytes } = parts;
    const inner = bytes[at] === OPEN || bytes[at] === PAREN || bytes[at] === LESS ? at + 1 : at;
    if (inner >= to || !(isDigit(bytes[inner]) || isMonthLetter(bytes[inner]))) return -1;
    let end = this.#times.read(inner, to);
    // ROS' `[INFO] [1795161601.123456789] [node]: message`
    if (end < 0 && (bytes[at] === OPEN || this.#isEpoch(at, to))) end = this.#times.readEpoch(inner, to);
    if (end < 0) return -1;
    // zerolog's with the severity first
    if (inner === at && parts.severityTo - parts.severityFrom === 3 && bytes[parts.severityTo] === SPACE) {
      parts.pairsApart = true;
    }
    if (bytes[at] === PAREN || bytes[at] === LESS) {
      if (bytes[end] !== (bytes[at] === PAREN ? CLOSE_PAREN : GREATER)) return -1;
      end++;
    } else if (inner > at) {
      parts.timeInBrackets = true;
      if (bytes[inner + 5] === BAR) parts.pairsApart = true;
      end = this.#brackets.rest(end, to);
      parts.closed = false;
      if (end < 0) return -1;
      // logrus' `INFO   [time]message    a=1`, its severities padded
      if (bytes[at] === OPEN && (isLetter(bytes[end]) || bytes[end] === SLASH)) parts.pairsApart = true;
    }
    if (end < to && (bytes[end] === COMMA || bytes[end] === COLON)) end++;
    return takeSeparator(parts, skipBlanks(bytes, end, to), to);
  }
}
