import { HTTP, severityOfLetter, severityOfWord } from "../../severity_word.ts";
import type { HeadAfterSeverity } from "./text_after_severity.ts";
import type { HeadAfterTime } from "./text_after_time.ts";
import { readBriefAndroid } from "../loggers/text_android.ts";
import type { HeadBrackets } from "./text_brackets.ts";
import { takeErrorCode } from "../loggers/text_build.ts";
import { takeSeparator } from "./text_dividers.ts";
import { letterBeforeBracket } from "../loggers/text_glued.ts";
import { readProgramName } from "../loggers/text_loggers.ts";
import { BAR, COLON, COMMA, DASH, type HeadParts, NAME_PART, OPEN, PAREN, SLASH } from "../text_parts.ts";
import type { SeverityFinder } from "./text_severity.ts";
import { type HeadTimes, isMonthLetter } from "./text_times.ts";
import {
  bracketEnd,
  isBlank,
  isLower,
  isText,
  isUpper,
  lowerEnd,
  skipBlanks,
  SPACE,
  tokenEnd,
} from "../text_tokens.ts";
import { isDigit } from "../../time/timestamp_parts.ts";

/** `2026-11-20 08:00`: a time with its day. */
const SHORTEST_DATE = 16;
/** `08:00:01` */
const CLOCK = 8;
/** `261120 08:00:01` */
const COMPACT = 15;

const ANY = "ANY -- ";

/** glog's `1120 08:00:01` */
const GLOG = 13;

/** Reads a severity that begins its line, before the time or without one. */
export class HeadSeverityFirst {
  readonly #parts: HeadParts;
  readonly #finder: SeverityFinder;
  readonly #times: HeadTimes;
  readonly #brackets: HeadBrackets;
  readonly #afterTime: HeadAfterTime;
  readonly #afterSeverity: HeadAfterSeverity;

  constructor(
    parts: HeadParts,
    finder: SeverityFinder,
    times: HeadTimes,
    brackets: HeadBrackets,
    afterTime: HeadAfterTime,
    afterSeverity: HeadAfterSeverity,
  ) {
    this.#parts = parts;
    this.#finder = finder;
    this.#times = times;
    this.#brackets = brackets;
    this.#afterTime = afterTime;
    this.#afterSeverity = afterSeverity;
  }

  /** `I, [time #pid]  INFO -- prog: `, `D/Tag( 123): `, `[I 08:00…` without its bracket. */
  letter(at: number, to: number): boolean {
    const parts = this.#parts;
    const { bytes } = parts;
    if (at + 6 > to || !isUpper(bytes[at])) return false;
    const number = severityOfLetter(bytes[at]);
    if (number === 0) return false;
    if (bytes[at + 1] === COMMA && bytes[at + 2] === SPACE && bytes[at + 3] === OPEN) {
      const end = this.#brackets.leading(at + 3, to);
      if (end < 0) return false;
      // Ruby's Logger of what has no severity: `A, [time #42]   ANY -- shop: message`
      const word = skipBlanks(bytes, end, to);
      if (isText(bytes, word, to, ANY)) return readProgramName(parts, word + ANY.length, to);
      if (!this.#afterTime.read(end, to)) return false;
      // Nim's writes the letter alone.
      if (parts.severity === 0) parts.setSeverity(number, at, at + 1);
      return true;
    }
    if (bytes[at + 1] === COLON && bytes[at + 2] === SPACE && isTold(bytes, at)) {
      parts.setSeverity(number, at, at + 1);
      return this.#afterSeverity.read(at + 1, to);
    }
    if (bytes[at + 1] === SPACE && bytes[at + 2] === OPEN && isDigit(bytes[at + 3])) {
      return letterBeforeBracket(parts, this.#brackets, at, to, number);
    }
    // Tendermint's `I[2026-11-20|08:00:00.123] message`
    if (bytes[at + 1] === OPEN && isDigit(bytes[at + 2])) {
      const end = this.#brackets.leading(at + 1, to);
      if (end < 0 || !parts.hasTime) return false;
      parts.setSeverity(number, at, at + 1);
      return this.#afterSeverity.read(end, to);
    }
    if (bytes[at + 1] === SLASH) return readBriefAndroid(parts, at, to, number);
    // yell's `I, 2026-11-20T08:00:00+00:00 : message`
    const isComma = bytes[at + 1] === COMMA && bytes[at + 2] === SPACE;
    const start = isDigit(bytes[at + 1]) ? at + 1 : isComma ? at + 3 : at + 2;
    if (isComma && !isDigit(bytes[start])) return false;
    if (!isComma && start > at + 1 && (bytes[at + 1] !== SPACE || !isDigit(bytes[start]))) return false;
    const time = this.#times.read(start, to);
    if (time < start + (start > at + 1 ? shortestTime(bytes, start) : COMPACT)) {
      parts.count = 0;
      parts.hasTime = false;
      return false;
    }
    parts.setSeverity(number, at, at + 1);
    return this.#afterSeverity.read(time, to);
  }

  /** `info - 2026-11-20T…`, `error 08:00:01 `, `info: Nov-20-2026 …`: a severity in small letters if a time follows. */
  beforeTime(at: number, to: number): number {
    const parts = this.#parts;
    const { bytes } = parts;
    const end = lowerEnd(bytes, at, to);
    if (end - at < 3 || end - at > 8) return -1;
    let time = end;
    while (
      time < to &&
      (isBlank(bytes[time]) || bytes[time] === DASH || bytes[time] === BAR || bytes[time] === COLON)
    ) time++;
    if (time === end || time + CLOCK > to || !(isDigit(bytes[time]) || isMonthLetter(bytes[time]))) return -1;
    const number = severityOfWord(bytes, at, end);
    if (number === 0) return -1;
    parts.setSeverity(number, at, end);
    const after = this.#times.read(time, to);
    if (after < time + CLOCK) {
      parts.count = parts.severity = 0;
      parts.hasTime = false;
      return -1;
    }
    return takeSeparator(parts, skipBlanks(bytes, bytes[after] === COLON ? after + 1 : after, to), to);
  }

  /** winston's `http: ` where no time stands before it. */
  http(at: number): number {
    const parts = this.#parts;
    parts.setSeverity(HTTP, at, at + 4);
    return at + 4;
  }

  /** A severity as the first word of a line without a time before it; index after it, or -1. */
  leading(at: number, to: number): number {
    const parts = this.#parts;
    const number = this.#finder.leading(at, to);
    if (number === 0) return -1;
    const end = this.#finder.to;
    if (end < to && parts.bytes[end] === OPEN) {
      const isNamed = isUpper(parts.bytes[end + 1]);
      // logrus writes any time there, `INFO[Nov 20 08:00:01]` too.
      if (!isNamed || isLower(parts.bytes[end + 2])) {
        const elapsed = this.#brackets.elapsed(at, end, to, number);
        if (elapsed >= 0) return elapsed;
        if (!isNamed && !isBeforeTime(parts.bytes, end, to)) return -1;
        parts.count = 0;
      }
      if (!isNamed) {
        parts.setSeverity(number, at, end);
        return end;
      }
      parts.setSeverity(number, at, end);
      return takeErrorCode(parts, end, to);
    }
    parts.setSeverity(number, at, end);
    if (end < to && parts.bytes[end] === PAREN) {
      const colon = tokenEnd(parts.bytes, end, to) - 1;
      parts.add(NAME_PART, end + 1, colon - 1);
      return colon;
    }
    // Go's "panic: …" is what its stack trace belongs to.
    parts.asItStands = number === 21 && isText(parts.bytes, at, to, "panic: ");
    return end;
  }
}

/** logback's `ERROR[main] [20.11.2026 08:00:01] `, of which severities are padded: behind the bracket at `open` stands a time in one. */
function isBeforeTime(bytes: Uint8Array, open: number, to: number): boolean {
  const close = bracketEnd(bytes, open, to);
  return close > 0 && bytes[close] === SPACE && bytes[close + 1] === OPEN && isDigit(bytes[close + 2]);
}

/** apt's `W: Some index files …`, PulseAudio's `D: [pulseaudio] main.c: …`: not a drive's letter, nor a point of a list. */
function isTold(bytes: Uint8Array, at: number): boolean {
  const letter = bytes[at];
  const isUsual = letter === 0x49 || letter === 0x57 || letter === 0x45 || letter === 0x4e;
  return bytes[at + 3] === OPEN ? letter !== 0x54 : isUsual && isUpper(bytes[at + 3]);
}

/** Bytes of the shortest time that stands at `start`, behind a letter and a blank, by how it begins. */
function shortestTime(bytes: Uint8Array, start: number): number {
  if (bytes[start + 2] === COLON && bytes[start + 5] === COLON) return CLOCK;
  if (bytes[start + 4] === SPACE && bytes[start + 7] === COLON) return GLOG;
  return bytes[start + 6] === SPACE ? COMPACT : SHORTEST_DATE;
}
