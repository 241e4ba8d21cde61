import {
  readProgramName,
  takeCallColumns,
  takeNameAndThread,
  takePath,
  takePythonName,
  takeRequestId,
  takeWorker,
} from "../loggers/text_loggers.ts";
import { AlignedNames } from "../learned/text_aligned.ts";
import { readAndroidMessage } from "../loggers/text_android.ts";
import { FourCapitals, isGoTime, isTracing } from "../loggers/text_apart.ts";
import { isPlaceAt } from "./text_places.ts";
import { takeNameBehind, takeSourceBehind } from "../message/text_behind.ts";
import type { HeadBrackets } from "./text_brackets.ts";
import { takeDivided, takeSeparator } from "./text_dividers.ts";
import { readDoubleColon } from "../loggers/text_double_colon.ts";
import { takeCaller } from "../loggers/text_kernel.ts";
import { HeadLater } from "./text_later.ts";
import { afterLoggerInThread, afterRun } from "../loggers/text_particular.ts";
import {
  BAR,
  CLOSE,
  CLOSE_PAREN,
  COLON,
  COMMA,
  CONTEXT_PART,
  HASH,
  type HeadParts,
  NUMBER_PART,
  OPEN,
  PAREN,
  SEMICOLON,
  SLASH,
  SOURCE_PART,
} from "../text_parts.ts";
import { isPostgresGap, takeReportPrefix } from "../loggers/text_postgres.ts";
import { isStructlogSeverity, StructlogMessages } from "../loggers/text_structlog.ts";
import type { HeadTail } from "./text_tail.ts";
import type { HeadTimes } from "./text_times.ts";
import {
  isBlank,
  isHex,
  isLower,
  isNumber,
  isTabBehind,
  isText,
  skipBlanks,
  sourceColon,
  tokenEnd,
} from "../text_tokens.ts";
import { digitsEnd, isDigit } from "../../time/timestamp_parts.ts";

/** The last byte of ▶, and digits of a count behind the severity. */
const ARROW_END = 0xb6;
const COUNT_DIGITS = 3;
/** Digits of `324/080001`. */
const DAY_OF_YEAR = 3;
const CLOCK_DIGITS = 6;
/** Blanks that no logger pads a severity with. */
const LONGEST_GAP = 16;
/** Parts between a severity and its message. */
const MOST_PARTS = 8;
/** Python's CRITICAL: the others are padded to it. */
const LONGEST_SEVERITY = 8;

/** Reads what stands behind the severity of a head, up to the message. */
export class HeadAfterSeverity {
  readonly #parts: HeadParts;
  readonly #times: HeadTimes;
  readonly #tail: HeadTail;
  readonly #later: HeadLater;
  readonly #aligned = new AlignedNames();
  readonly #four = new FourCapitals();
  readonly #structlog = new StructlogMessages();

  constructor(parts: HeadParts, times: HeadTimes, brackets: HeadBrackets, tail: HeadTail) {
    this.#parts = parts;
    this.#times = times;
    this.#tail = tail;
    this.#later = new HeadLater(parts, times, brackets);
  }

  /** Reads on from `from`, right behind the severity; always true: a severity makes a head. */
  read(from: number, to: number): boolean {
    if (this.#readKnown(from, to)) return true;
    const parts = this.#parts;
    const { bytes } = parts;
    let at = from;
    if (isTracing(parts)) parts.pairsApart = true;
    if (parts.severityTo - parts.severityFrom === 4 && this.#four.isApart(parts)) parts.pairsApart = true;
    const joined = at + 1 < to && bytes[at] === COLON && !isBlank(bytes[at + 1]);
    if (joined) {
      const name = at + 1;
      at = takePythonName(parts, name, to);
      // Behind `INFO:name:` stands the message, if nothing more is divided so.
      if (at > name && at + 1 < to) {
        // `INFO:shop.db:2026-11-20 08:00:00,123:message`
        const time = parts.hasTime ? -1 : this.#later.read(at + 1, to);
        if (time >= 0) return parts.beginMessage(time);
        return parts.beginMessage(takeDivided(parts, skipBlanks(bytes, at + 1, to), to));
      }
    }
    const colon = at < to && bytes[at] === COLON;
    if (colon || (at < to && (bytes[at] === CLOSE || bytes[at] === COMMA || bytes[at] === SEMICOLON))) at++;
    if (isTabBehind(bytes, at, to)) parts.tabbed = true;
    const gap = skipBlanks(bytes, at, to) - at;
    at += gap;
    if (bytes[parts.severityFrom - 2] === ARROW_END) {
      const counted = afterCount(parts, at, to);
      if (counted > at && !isPlaceAt(bytes, counted, to)) return parts.beginMessage(counted);
      at = counted;
    }
    // Not `-- end of the cycle --`.
    const isDashed = gap < 2 && isText(bytes, at, to, "-- ") && !isText(bytes, to - 3, to, " --");
    // Before a time the dashes are one of several dividers.
    if (isDashed && !parts.hasTime && isDigit(bytes[at + 3])) at += 3;
    else if (isDashed) return readProgramName(parts, at + 3, to);
    if (gap > 0 && bytes[at] === COLON) {
      const thread = takeNameAndThread(parts, at, to);
      if (thread >= 0) return parts.beginMessage(thread);
    }
    const isFluentd = bytes[parts.severityTo] === CLOSE && isLower(bytes[parts.severityFrom]);
    if (colon && isFluentd && bytes[at] === HASH) at = takeWorker(parts, at, to);
    at = takeWorkersClock(parts, at, to);
    const afterThread = afterLoggerInThread(parts, at, to);
    if (afterThread > at) return parts.beginMessage(afterThread);
    const isBarred = bytes[at] === BAR && bytes[parts.severityFrom - 2] === BAR;
    at = takeSeparator(parts, at, to);
    const behindRun = isBarred ? afterRun(parts, at, to) : at;
    if (behindRun > at) return parts.beginMessage(behindRun);
    if (isBarred) takeNameBehind(parts, at, to);
    parts.inColumn = parts.severityTo - parts.severityFrom + gap === LONGEST_SEVERITY + 1;
    if (parts.inColumn) takeSourceBehind(parts, at, to);
    else if (gap > LONGEST_GAP && tokenEnd(bytes, at, to) === to && sourceColon(bytes, at, to) > 0) {
      // Rich's place at the right margin, and no message before it.
      parts.add(SOURCE_PART, at, to);
      parts.messageEnd = at;
    }
    this.#readParts(at, parts.messageEnd > 0 ? parts.messageEnd : to, gap > 3);
    return true;
  }

  /** Reads what is known by the severity, or by what was read before it; false if it may be anything. */
  #readKnown(at: number, to: number): boolean {
    const parts = this.#parts;
    const { bytes } = parts;
    if (parts.asItStands) return parts.beginMessage(parts.severityFrom);
    if (isStructlogSeverity(parts, to)) {
      this.#structlog.read(parts, skipBlanks(bytes, at, to), to);
      parts.particular = true;
      return true;
    }
    if (parts.closed) {
      parts.closed = false;
      const start = skipBlanks(bytes, at < to && bytes[at] === COLON ? at + 1 : at, to);
      const behind = takeRequestId(parts, start, to);
      return parts.beginMessage(parts.named ? behind : takePath(parts, behind, to));
    }
    if (parts.android) {
      parts.android = false;
      return readAndroidMessage(parts, at, to);
    }
    if (parts.kernel) {
      parts.kernel = false;
      return parts.beginMessage(takeCaller(parts, skipBlanks(bytes, at, to), to));
    }
    if (bytes[at] !== COLON) return false;
    if (isPostgresGap(parts, at, to)) {
      takeReportPrefix(parts);
      return parts.beginMessage(at + 3);
    }
    if (bytes[at + 1] !== COLON || parts.hasTime || !isDigit(bytes[at + 2])) return false;
    const time = this.#times.read(at + 2, to);
    return time >= 0 && bytes[time] === COLON && bytes[time + 1] === COLON &&
      readDoubleColon(parts, time, to);
  }

  /** Takes the parts between severity and message. `isWide`: more blanks stand between them than one would write. */
  #readParts(from: number, to: number, isWide: boolean): void {
    const parts = this.#parts;
    const { bytes } = parts;
    let at = from;
    let isFirst = true;
    for (let part = 0; part < MOST_PARTS && at < to; part++) {
      if (!parts.hasTime) {
        if (part === 0) {
          at = this.#later.afterName(at, to);
          const behindName = this.#aligned.afterName(parts, at, to);
          if (behindName > at) {
            at = behindName;
            break;
          }
        }
        const end = this.#later.read(at, to);
        if (end >= 0) {
          at = end;
          isFirst = parts.inColumn;
          continue;
        }
      }
      const called = takeCallColumns(parts, at, to);
      if (called >= 0) {
        at = called;
        break;
      }
      const next = isFirst && (isWide || parts.inColumn) ? this.#tail.column(at, to, parts.inColumn) : -1;
      isFirst = false;
      const end = next >= 0 ? next : this.#tail.next(at, to, true);
      if (end < 0) break;
      at = end;
      if (parts.last) break;
    }
    parts.message = parts.hasTime && !isTracing(parts) ? takeDivided(parts, at, to) : at;
    // SQLAlchemy's `[raw sql] (1, 2)`: values alone are no message.
    if (bytes[at] === PAREN && bytes[to - 1] === CLOSE_PAREN && bytes[at - 2] === CLOSE) {
      const last = parts.from[parts.count - 1] - 1;
      if (last >= from && bytes[last] === OPEN) parts.cut(last);
    }
    if (!parts.named && (parts.spaced || isTracing(parts))) this.#tail.colonNames.untargeted = true;
    // Go's slog, which has a time with slashes, writes no names.
    if (parts.pairsApart && parts.named && !this.#four.isKnown && isGoTime(parts)) {
      parts.pairsApart = false;
      // A message that begins with a word and a colon looks the same: nothing is learnt of it.
      parts.framed = true;
    }
  }
}

/** HAProxy's `[WARNING] 324/080001 (42) : message`: the day of the year and the time, and its process; `at` if they are not there. */
function takeWorkersClock(parts: HeadParts, at: number, to: number): number {
  const { bytes } = parts;
  const clock = at + DAY_OF_YEAR + 1;
  const pid = clock + CLOCK_DIGITS + 2;
  if (bytes[clock - 1] !== SLASH || !isNumber(bytes, at, clock - 1)) return at;
  if (!isNumber(bytes, clock, pid - 2) || bytes[pid - 1] !== PAREN) return at;
  const close = digitsEnd(bytes, pid, to);
  if (!isText(bytes, close, to, ") : ")) return at;
  parts.add(CONTEXT_PART, at, pid - 2);
  parts.add(NUMBER_PART, pid, close);
  return close + 4;
}

/** `▶ INFO 00a message` of go-logging: an arrow before the severity, and behind it the records counted in hexadecimal digits. */
function afterCount(parts: HeadParts, at: number, to: number): number {
  const { bytes, severityFrom } = parts;
  if (bytes[severityFrom - 4] !== 0xe2 || bytes[severityFrom - 3] !== 0x96) return at;
  const end = tokenEnd(bytes, at, to);
  const countTo = bytes[end - 1] === COLON ? end - 1 : end;
  if (countTo - at < COUNT_DIGITS || !isHex(bytes, at, countTo)) return at;
  parts.add(CONTEXT_PART, at, countTo);
  return skipBlanks(bytes, end, to);
}
