import { readProgramName } from "../loggers/text_loggers.ts";
import { ERROR, INFO } from "../../../record/severity.ts";
import { severityOfLetter } from "../../severity_word.ts";
import type { HeadAfterSeverity } from "./text_after_severity.ts";
import { readBriefAndroid } from "../loggers/text_android.ts";
import { isWrittenApart, readHttp } from "../loggers/text_apart.ts";
import type { HeadBetween } from "./text_between.ts";
import type { HeadBrackets } from "./text_brackets.ts";
import { afterPicture, readArrow } from "../loggers/text_cli.ts";
import {
  readDivided,
  readDoubleColon,
  readNameBetweenColons,
  readSlashes,
  readThreadAndSeverity,
} from "../loggers/text_double_colon.ts";
import { afterColumn, readGlued, readTagged, readWorkflow } from "../loggers/text_glued.ts";
import { loggerAndMarkerEnd, readRequested, takeLoggerAndMarker } from "../loggers/text_joined.ts";
import { takeBarredPairs, takeSeverityPair } from "./text_leading_pairs.ts";
import { readLetter, readTagAndLetter, takeSymbol } from "../loggers/text_letter.ts";
import { readSwift } from "../loggers/text_particular.ts";
import {
  ADDRESS_PART,
  AT,
  BAR,
  CLOSE,
  COLON,
  COMMA,
  CONTEXT_PART,
  DASH,
  HASH,
  type HeadParts,
  NAME_PART,
  OPEN,
  PREFIX_PART,
  SEMICOLON,
  SLASH,
  STAR,
  THREAD_PART,
} from "../text_parts.ts";
import { readHostedPostgres } from "../loggers/text_postgres.ts";
import type { SeverityFinder } from "./text_severity.ts";
import type { HeadTail } from "./text_tail.ts";
import type { HeadTimes } from "./text_times.ts";
import {
  bracketEnd,
  isAddress,
  isBlank,
  isDate,
  isLower,
  isName,
  isText,
  isUpper,
  skipBlanks,
  TAB,
  tokenEnd,
} from "../text_tokens.ts";
import { digitsStart, isDigit, isLetter } from "../../time/timestamp_parts.ts";

/** Digits of the number of a message. */
const CODE_DIGITS = 3;
const JAVAS_THREAD = "Thread[";

/**
 * Takes the severity of a message of IBM's and its kin from the letter that ends its code, `ANR0406I `, `CWWKF0011E: `,
 * `[ISS.0025.0001W] `; false if no code stands at `at`.
 */
function takeCode(parts: HeadParts, at: number, to: number): boolean {
  const { bytes } = parts;
  const behind = tokenEnd(bytes, at, to);
  if (behind >= to) return false;
  let end = behind;
  const isBracketed = bytes[at] === OPEN && bytes[end - 1] === CLOSE;
  if (isBracketed || bytes[end - 1] === COLON) end--;
  const from = isBracketed ? at + 1 : at;
  const digit = digitsStart(bytes, from, end - 1);
  let name = digit;
  while (name > from && (isUpper(bytes[name - 1]) || (isBracketed && isDotted(bytes[name - 1])))) name--;
  if (name > from || end - 1 - digit < CODE_DIGITS || digit - from < CODE_DIGITS) return false;
  const letter = bytes[end - 1];
  const isTold = letter === 0x49 || letter === 0x57 || letter === 0x45 || letter === 0x53 ||
    (isBracketed && letter === 0x44);
  if (!isTold) return false;
  parts.tellSeverity(letter === 0x53 ? ERROR : severityOfLetter(letter), end - 1, end);
  parts.message = isBracketed ? skipBlanks(bytes, behind, to) : at;
  if (isBracketed) {
    parts.add(CONTEXT_PART, from, end);
    // Others begin alike and end in another letter.
    parts.framed = true;
  }
  return true;
}

/** Firefox' `- [Parent 4242: Main Thread]: I/nsHttp message`: a thread, a letter and a name. */
function readBracketAndLetter(parts: HeadParts, at: number, to: number): boolean {
  const { bytes } = parts;
  const open = isText(bytes, at, to, "- ") ? at + 2 : at;
  const end = bytes[open] === OPEN ? bracketEnd(bytes, open, to) : -1;
  const letter = end + 2;
  if (end < 0 || letter + 5 > to || bytes[end] !== COLON || bytes[letter + 1] !== SLASH) return false;
  const number = isUpper(bytes[letter]) ? severityOfLetter(bytes[letter]) : 0;
  const nameTo = tokenEnd(bytes, letter, to);
  // Not `I/O error`.
  if (number === 0 || nameTo >= to || nameTo < letter + 5 || !isName(bytes, letter + 2, nameTo)) return false;
  parts.add(THREAD_PART, open + 1, end - 1);
  parts.setSeverity(number, letter, letter + 1);
  parts.add(NAME_PART, letter + 2, nameTo);
  return parts.beginMessage(skipBlanks(bytes, nameTo, to));
}

function isDotted(byte: number): boolean {
  return byte === 0x2e || isDigit(byte);
}

/**
 * Takes a thread as Java prints it, `Thread[main,5,main]` (its name), or its address, `0x7fcd7561c200`, at `at`; index behind
 * it, `at` if there is none.
 */
function threadEnd(parts: HeadParts, at: number, to: number): number {
  const { bytes } = parts;
  const end = tokenEnd(bytes, at, to);
  if (end >= to) return at;
  if (bytes[at] === 0x30) {
    if (!isAddress(bytes, at, end)) return at;
    parts.add(ADDRESS_PART, at, end);
    return end;
  }
  const name = at + JAVAS_THREAD.length;
  const close = isText(bytes, at, to, JAVAS_THREAD) ? bracketEnd(bytes, name - 1, to) : -1;
  let comma = name;
  while (comma < close && bytes[comma] !== COMMA) comma++;
  if (close < 0 || comma >= close || comma === name || !isBlank(bytes[close])) return at;
  parts.add(THREAD_PART, name, comma);
  return close;
}

/** A tool tells the zone of its time, a program often does not. */
const DAY = 86_400_000;

/** Reads what stands behind the time of a head: the severity and what it is found behind, or the message if there is none. */
export class HeadAfterTime {
  readonly #parts: HeadParts;
  readonly #times: HeadTimes;
  readonly #finder: SeverityFinder;
  readonly #brackets: HeadBrackets;
  readonly #between: HeadBetween;
  readonly #tail: HeadTail;
  readonly #afterSeverity: HeadAfterSeverity;

  constructor(
    parts: HeadParts,
    times: HeadTimes,
    finder: SeverityFinder,
    brackets: HeadBrackets,
    between: HeadBetween,
    tail: HeadTail,
    afterSeverity: HeadAfterSeverity,
  ) {
    this.#parts = parts;
    this.#times = times;
    this.#finder = finder;
    this.#brackets = brackets;
    this.#between = between;
    this.#tail = tail;
    this.#afterSeverity = afterSeverity;
  }

  /** Reads on from `from`, right behind the time; always true: a time makes a head. */
  read(from: number, to: number): boolean {
    const parts = this.#parts;
    const { bytes } = parts;
    let at = this.#behindTools(this.#times.takeMicroseconds(from, to), to);
    if (bytes[at] === COLON && bytes[at + 1] === COLON && readDoubleColon(parts, at, to)) return true;
    const isDivided = bytes[at] === COMMA || bytes[at] === COLON || bytes[at] === SEMICOLON;
    if (isDivided && !isBlank(bytes[at + 1]) && readDivided(parts, at + 1, to, bytes[at])) return true;
    if (bytes[at] === AT && readThreadAndSeverity(parts, at, to)) return true;
    if (bytes[at] === SLASH && readSlashes(parts, at, to)) return true;
    if (bytes[at] === BAR && bytes[at + 2] === BAR && isUpper(bytes[at + 1])) {
      // A letter in a cell: `time|I|shop.Db|message`
      const letter = bytes[at + 1] === 0x53 ? ERROR : severityOfLetter(bytes[at + 1]);
      if (letter !== 0) {
        parts.setSeverity(letter, at + 1, at + 2);
        return this.#afterSeverity.read(at + 2, to);
      }
    }
    // s6-log's `2026-11-20 08:00:01.123456789  [2026-11-20 08:00:01] message`, where not all lines have the second time
    const inner = isBlank(bytes[at]) ? skipBlanks(bytes, at, to) : at;
    const innerTo = inner > at && bytes[inner] === OPEN && isDate(bytes, inner + 1)
      ? bracketEnd(bytes, inner, to)
      : -1;
    if (innerTo > 0) {
      parts.add(CONTEXT_PART, inner + 1, innerTo - 1);
      at = innerTo;
    }
    const hosted = readHostedPostgres(parts, at, to);
    if (hosted >= 0) at = hosted;
    if (parts.closed) {
      parts.closed = false;
      parts.message = skipBlanks(bytes, at, to);
      const number = isUpper(bytes[parts.message]) ? this.#finder.bare(parts.message, to, true) : 0;
      if (number !== 0 && !this.#finder.weak && isUpper(bytes[this.#finder.to - 1])) {
        return this.#takeSeverity(number, to, parts.message);
      }
      this.#finder.weak = false;
      if (parts.message < to && bytes[parts.message] === COLON) {
        parts.message = skipBlanks(bytes, parts.message + 1, to);
      }
      return true;
    }
    // TeamCity's `[08:00:01]W:` and a tab
    if (parts.timeInBrackets && bytes[at + 1] === COLON && bytes[at + 2] === TAB && bytes[at - 1] === CLOSE) {
      const number = isLetter(bytes[at]) ? severityOfLetter(bytes[at]) : 0;
      if (number !== 0 && bytes[at] !== 0x69) parts.setSeverity(number, at, at + 1);
      parts.framed = true;
      return parts.beginMessage(skipBlanks(bytes, at + 2, to));
    }
    if (
      at < to &&
      (bytes[at] === COMMA || bytes[at] === COLON || bytes[at] === SEMICOLON || bytes[at] === CLOSE)
    ) at++;
    parts.tabbed = at < to && bytes[at] === TAB;
    const start = skipBlanks(bytes, at, to);
    if (start < to && bytes[start] >= 0x80) {
      // A picture of the severity before its name.
      const behind = afterPicture(bytes, start, to);
      const pictured = behind > start ? this.#finder.bare(behind, to, true) : 0;
      if (pictured !== 0) return this.#takeSeverity(pictured, to, behind);
      this.#finder.weak = false;
    }
    if (start + 6 < to && isLower(bytes[start])) {
      if (readSwift(parts, start, to) || readTagged(parts, start, to)) return true;
      if (readTagAndLetter(parts, start, to)) return true;
      const paired = takeSeverityPair(parts, start, to);
      if (paired > start) return this.#afterSeverity.read(paired, to);
    }
    // Most common: the severity comes next.
    const isWord = start < to && (isLetter(bytes[start]) || bytes[start] >= 0x80);
    const number = isWord ? this.#finder.bare(start, to, true) : 0;
    if (number !== 0) {
      parts.add(NAME_PART, this.#finder.nameFrom, this.#finder.nameTo);
      return this.#takeSeverity(number, to, start);
    }
    if (bytes[start] === STAR) {
      const end = this.#brackets.stars(start, to);
      if (end >= 0) return this.#afterSeverity.read(end, to);
    }
    if (bytes[start] === HASH && readWorkflow(parts, this.#brackets, start, to)) return true;
    if (takeSymbol(parts, start, to) || readHttp(parts, start, to)) return true;
    if (readLetter(parts, start, to)) return true;
    if (start + 6 < to && bytes[start + 1] === SLASH && isUpper(bytes[start])) {
      const letter = bytes[start] === 0x53 ? ERROR : severityOfLetter(bytes[start]);
      if (letter !== 0 && readBriefAndroid(parts, start, to, letter)) return true;
    }
    const found = this.#between.find(start, to);
    if (found < 0 && readBracketAndLetter(parts, start, to)) return true;
    if (found < 0 && isWord && readDivided(parts, start, to, COLON)) return true;
    if (found < 0 && (readGlued(parts, start, to) || readRequested(parts, start, to))) return true;
    const isGlued = isDivided && bytes[start - 1] === COLON;
    if (found < 0 && isGlued && readNameBetweenColons(parts, start, to)) return true;
    if (found < 0) return this.#withoutSeverity(start, to);
    this.#between.take(start, found);
    const { from: word, nameFrom, nameTo, to: wordTo } = this.#finder;
    const logger = bytes[found] === OPEN && bytes[nameTo] === SLASH ? wordTo + 2 : to;
    const behind = loggerAndMarkerEnd(bytes, logger, to);
    if (behind >= 0) {
      parts.add(THREAD_PART, nameFrom, nameTo);
      parts.setSeverity(this.#between.number, word, wordTo);
      takeLoggerAndMarker(parts, logger + 1, behind - 2);
      parts.message = skipBlanks(bytes, behind, to);
      return true;
    }
    parts.add(NAME_PART, nameFrom, nameTo);
    return this.#takeSeverity(this.#between.number, to, found);
  }

  /**
   * Behind the time of a tool that shows or keeps a program's lines stands the program's own, a whole head's:
   * `2026-11-20T08:00:01+01:00  2026-11-20 07:00:01.123 [INF] message`, `Fri, Nov 20 2026 8:00:01 am | 2026-11-20T… info message`.
   * Index after the last of them.
   */
  #behindTools(from: number, to: number): number {
    const parts = this.#parts;
    const { bytes, batch, row } = parts;
    const blank = skipBlanks(bytes, from, to);
    const at = blank > from && bytes[blank] === BAR ? skipBlanks(bytes, blank + 1, to) : blank;
    if (at === from || !isDigit(bytes[at]) || bytes[at + 4] !== DASH || bytes[at + 7] !== DASH) return from;
    const { time, nanos, fraction, timeFrom, timeTo } = batch;
    const own = [time[row], nanos[row], fraction[row], timeFrom[row], timeTo[row]];
    const { count } = parts;
    const end = this.#times.read(at, to);
    const start = end < 0 ? to : skipBlanks(bytes, end, to);
    const hasHead = start < to && Math.abs(time[row] - own[0]) < DAY && count === 1 &&
      (bytes[start] === OPEN
        ? this.#brackets.severity(start, to) >= 0
        : this.#finder.bare(start, to, true) !== 0 ||
          (isUpper(bytes[start]) && isBlank(bytes[start + 1])));
    this.#finder.weak = false;
    parts.severity = parts.severityFrom = parts.severityTo = 0;
    if (hasHead) {
      parts.kind[0] = PREFIX_PART;
      parts.count = 2;
      return end;
    }
    parts.count = count;
    [time[row], nanos[row], fraction[row], timeFrom[row], timeTo[row]] = own;
    return from;
  }

  /** What a program writes behind `host tag[42]: ` may begin with a severity of its own. */
  #behindTag(at: number, to: number): boolean {
    const parts = this.#parts;
    const { bytes } = parts;
    parts.message = at;
    parts.last = false;
    if (bytes[at] === OPEN) {
      const end = this.#brackets.severity(at, to);
      return end < 0 || this.#afterSeverity.read(end, to);
    }
    const number = isLetter(bytes[at]) ? this.#finder.leading(at, to) : 0;
    if (number === 0) return true;
    parts.setSeverity(number, at, this.#finder.to);
    // "error: …" may be the message's own word: it stays in it.
    return !isUpper(bytes[at + 1]) || this.#afterSeverity.read(this.#finder.to, to);
  }

  #takeSeverity(number: number, to: number, start: number): boolean {
    const parts = this.#parts;
    const { from, to: end } = this.#finder;
    if (isWrittenApart(parts, from, end, start)) parts.pairsApart = true;
    if (this.#finder.weak) {
      parts.tellSeverity(number, from, end);
      return parts.beginMessage(start);
    }
    parts.setSeverity(number, from, end);
    const { wholeTo } = this.#finder;
    if (parts.bytes[end] === BAR && parts.bytes[wholeTo - 1] === CLOSE) this.#takeCells(end + 1, wholeTo - 1);
    return this.#afterSeverity.read(wholeTo, to);
  }

  /** logback's `[INFO|shop.db|Db]`: what bars divide behind the severity in its bracket. */
  #takeCells(from: number, to: number): void {
    const parts = this.#parts;
    for (let cell = from; cell < to;) {
      let end = cell;
      while (end < to && parts.bytes[end] !== BAR) end++;
      parts.addToken(parts.bytes, cell, end, parts.named ? CONTEXT_PART : NAME_PART);
      cell = end + 1;
    }
  }

  /** A time and no severity: names that are known by what stands around them, then the message. */
  #withoutSeverity(from: number, to: number): boolean {
    const parts = this.#parts;
    const { bytes } = parts;
    let at = from;
    if (
      at + 1 < to && (bytes[at] === DASH || bytes[at] === BAR || bytes[at] === COLON) &&
      isBlank(bytes[at + 1])
    ) at = skipBlanks(bytes, at + 1, to);
    else if (
      isText(bytes, at, to, ":: ") || (isText(bytes, at, to, "-- ") && !isText(bytes, to - 3, to, " --"))
    ) {
      at = skipBlanks(bytes, at + 2, to);
    } else if (at < to && bytes[at] === BAR) at++;
    if ((isUpper(bytes[at]) || bytes[at] === OPEN) && takeCode(parts, at, to)) return true;
    // Ruby's Logger was told no severity.
    if (isText(bytes, at, to, "ANY -- ")) return readProgramName(parts, at + 7, to);
    const barred = takeBarredPairs(parts, at, to);
    if (barred > at && bytes[barred] !== OPEN) {
      return parts.beginMessage(barred);
    }
    at = barred;
    const behindColumn = afterColumn(parts, at, to);
    if (behindColumn > at) {
      return parts.beginMessage(behindColumn);
    }
    const thread = bytes[at] === 0x54 || bytes[at] === 0x30 ? threadEnd(parts, at, to) : at;
    if (thread > at) {
      return parts.beginMessage(skipBlanks(bytes, thread, to));
    }
    for (let part = 0; part < 6 && at < to; part++) {
      const next = this.#tail.next(at, to, false);
      if (next < 0) break;
      at = next;
      if (parts.last) break;
    }
    if (parts.last && parts.tagged && at < to) return this.#behindTag(at, to);
    // PgBouncer's, without a colon behind it.
    if (parts.count > 1 && isText(bytes, at, to, "LOG ") && bytes[at - 2] === CLOSE) {
      parts.setSeverity(INFO, at, at + 3);
      at += 4;
    }
    parts.message = at;
    if (at < to && bytes[at] >= 0x80) readArrow(parts, at, to);
    return true;
  }
}
