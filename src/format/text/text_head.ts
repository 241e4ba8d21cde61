import type { Batch } from "../../record/batch.ts";
import type { ReadContext } from "../line_format.ts";
import { severityOfLetter, severityOfWord } from "../severity_word.ts";
import { readAndroidMessage, readBriefAndroid } from "./text_android.ts";
import { takeNameBehind, takeSourceBehind } from "./text_behind.ts";
import {
  afterPicture,
  readArrow,
  readJulia,
  readNpm,
  readPadded,
  readSign,
  readTaggedSign,
  severityOfPicture,
} from "./text_cli.ts";
import { HeadBetween } from "./text_between.ts";
import { HeadBrackets } from "./text_brackets.ts";
import {
  BAR,
  BRACE,
  CLOSE,
  COLON,
  COMMA,
  DASH,
  DOT,
  HASH,
  HeadParts,
  LESS,
  NAME_PART,
  OPEN,
  PAREN,
  STAR,
} from "./text_parts.ts";
import { AlignedNames } from "./text_aligned.ts";
import { FourCapitals, isTracing, isWrittenApart, readHttp } from "./text_apart.ts";
import { readDecoded } from "./text_kernel.ts";
import { severityBehindName, takeDivided } from "./text_dividers.ts";
import { HeadLater } from "./text_later.ts";
import {
  afterColumn,
  letterBeforeBracket,
  letterInParentheses,
  readChromium,
  readGlued,
  readTagged,
  readWorkflow,
  readZabbix,
} from "./text_glued.ts";
import { readLetter } from "./text_letter.ts";
import { isPostgresGap, readHostedPostgres } from "./text_postgres.ts";
import {
  afterLoggerInThread,
  readDancer,
  readGlib,
  readParticular,
  readSwift,
  readUptime,
} from "./text_particular.ts";
import { readCommas, readDoubleColon } from "./text_double_colon.ts";
import { readDashed, readDebug, readRequested } from "./text_joined.ts";
import { HeadPrefix } from "./text_prefix.ts";
import { SeverityFinder } from "./text_severity.ts";
import { isStructlogSeverity, readStructlogMessage } from "./text_structlog.ts";
import { HeadTail } from "./text_tail.ts";
import { HeadTimes, isMonthLetter } from "./text_times.ts";
import {
  bracketEnd,
  isBlank,
  isLower,
  isText,
  isUpper,
  skipBlanks,
  SPACE,
  TAB,
  tokenEnd,
} from "./text_tokens.ts";
import { isDigit, isLetter } from "../time/timestamp_parts.ts";

/** Python's CRITICAL: the others are padded to it. */
const LONGEST_SEVERITY = 8;
/** OpenTelemetry's number that winston's `http` has. */
const HTTP = 7;
const INFO = 9;
const ERROR = 17;
/** `2026-11-20 08:00`: a time with its day. */
const SHORTEST_DATE = 16;
/** `08:00:01` */
const CLOCK = 8;
/** `261120 08:00:01` */
const COMPACT = 15;

/**
 * The head of a line of text: finds time and severity and takes what stands around them into parts, up to
 * where the message begins. One object is used for line after line; nothing is made per line.
 */
export class TextHead extends HeadParts {
  readonly #finder = new SeverityFinder();
  readonly #tail = new HeadTail(this);
  readonly #times = new HeadTimes(this);
  readonly #brackets = new HeadBrackets(this, this.#times, this.#finder);
  readonly #later = new HeadLater(this, this.#times, this.#brackets, this.#tail);
  readonly #between = new HeadBetween(this, this.#finder);
  readonly #prefix = new HeadPrefix(this, this.#times, this.#brackets, this.#between, this.#finder);
  readonly #aligned = new AlignedNames();
  readonly #four = new FourCapitals();
  /** The severity is a word of the message. */
  #asItStands = false;

  /**
   * Reads the head of [from, to). Sets the row's time. False, with the row's time perhaps set, when there is
   * neither a time nor a severity.
   */
  scan(batch: Batch, row: number, from: number, to: number, context: ReadContext): boolean {
    this.#start(batch, row, context);
    const bytes = batch.bytes;
    let at = skipBlanks(bytes, from, to);
    if (at >= to) return false;
    if ((bytes[at] === STAR || bytes[at] === DOT) && at + 1 < to && isMonthLetter(bytes[at + 1])) at++; // an unset clock
    const first = bytes[at];
    if (isDigit(first) || isLetter(first)) {
      const end = this.#times.read(at, to);
      if (end >= 0) return this.#afterTime(end, to);
      if (isLetter(first)) {
        if (readParticular(this, this.#times, at, to) || readDebug(this, from, at, to)) return true;
        const small = isLower(first) ? this.#smallBeforeTime(at, to) : -1;
        if (small >= 0) return this.#afterSeverity(small, to);
        if (
          this.#letterFirst(at, to) || readNpm(this, at, to) || readPadded(this, at, to) ||
          readDecoded(this, at, to)
        ) return true;
        const after = isText(bytes, at, to, "http: ") ? this.#http(at) : this.#leadingSeverity(at, to);
        if (after >= 0) return this.#afterSeverity(after, to);
      } else {
        if (readZabbix(this, this.#times, at, to)) return true;
        const epoch = this.#times.readEpoch(at, to);
        if (epoch >= 0 && this.#prefix.find(at, to) < 0) return this.#afterTime(epoch, to);
        if (this.hasTime) return this.#afterTime(this.#prefix.end, to);
        if (readUptime(this, at, to)) return this.#afterSeverity(this.severityTo, to);
        const exponent = this.#times.readExponent(at, to);
        if (exponent >= 0) return this.#afterTime(exponent, to);
        if (readDashed(this, at, to)) return true;
      }
    } else if (first >= 0x80) {
      const behind = afterPicture(bytes, at, to);
      const end = behind > at && (isDigit(bytes[behind]) || bytes[behind] === OPEN)
        ? this.#timeBehind(behind, to)
        : -1;
      if (end >= 0) {
        if (!this.#afterTime(end, to)) return false;
        if (this.severity === 0) this.setSeverity(severityOfPicture(bytes, at, to), at, behind);
        return true;
      }
      if (readSign(this, at, to) || readJulia(this, at, to)) return true;
    } else if (first === STAR && isText(bytes, at, to, "*** [")) {
      // spdlog's manual: `*** [08:00:01 +00:00] [thread 12] message ***`
      this.framed = true;
      const end = this.#brackets.leading(at + 4, to);
      if (isText(bytes, to - 4, to, " ***")) this.messageEnd = to - 4;
      if (end >= 0 && this.hasTime) return this.#afterTime(end, this.messageEnd > 0 ? this.messageEnd : to);
    } else if (first === HASH) {
      if (readParticular(this, this.#times, at, to)) return true;
    } else if (first === LESS || first === PAREN || first === BRACE) {
      if (first === LESS && readParticular(this, this.#times, at, to)) return true;
      const behind = first === PAREN ? letterInParentheses(this, this.#times, at, to) : -1;
      if (behind >= 0) return this.#afterSeverity(behind, to);
      const end = this.#brackets.angle(at, to);
      if (end >= 0) return this.#afterTime(end, to);
    } else if (first === OPEN) {
      if (bytes[at + 1] === SPACE && readJulia(this, at, to)) return true;
      const end = this.#brackets.leading(at, to);
      if (end >= 0) {
        return this.hasTime && this.severity === 0 ? this.#afterTime(end, to) : this.#afterSeverity(end, to);
      }
      if (isDigit(bytes[at + 1]) && readChromium(this, this.#times, at, to)) return true;
      if (readDancer(this, this.#times, at, to) || readTaggedSign(this, at, to)) return true;
    }
    return this.#search(at, to);
  }

  /** A time, bare or in brackets, behind a picture. */
  #timeBehind(at: number, to: number): number {
    return this.bytes[at] === OPEN ? this.#brackets.leading(at, to) : this.#times.read(at, to);
  }

  /** Reads the severity, and what goes with it, that begins a message whose time is known; false if none does. */
  scanMessage(batch: Batch, row: number, from: number, to: number, context: ReadContext): boolean {
    this.#start(batch, row, context);
    this.hasTime = true;
    const bracketed = batch.bytes[from] === OPEN;
    const after = bracketed ? this.#brackets.severity(from, to) : this.#leadingSeverity(from, to);
    if (after < 0 && isText(batch.bytes, from, to, "Error: ")) {
      this.setSeverity(ERROR, from, from + 5);
      return true;
    }
    return after >= 0 && this.#afterSeverity(after, to);
  }

  #start(batch: Batch, row: number, context: ReadContext): void {
    this.clear(batch, row, context);
    this.#finder.bytes = batch.bytes;
    this.#finder.weak = this.#asItStands = false;
  }

  /** `I, [time #pid]  INFO -- prog: `, `D/Tag( 123): `, `[I 08:00…` without its bracket. */
  #letterFirst(at: number, to: number): boolean {
    const bytes = this.bytes;
    if (at + 6 > to || !isUpper(bytes[at])) return false;
    const number = severityOfLetter(bytes[at]);
    if (number === 0) return false;
    if (bytes[at + 1] === COMMA && bytes[at + 2] === SPACE && bytes[at + 3] === OPEN) {
      const end = this.#brackets.leading(at + 3, to);
      return end >= 0 && this.#afterTime(end, to);
    }
    if (bytes[at + 1] === SPACE && bytes[at + 2] === OPEN && isDigit(bytes[at + 3])) {
      return letterBeforeBracket(this, this.#brackets, at, to, number);
    }
    if (bytes[at + 1] === 0x2f) return readBriefAndroid(this, at, to, number);
    // yell's `I, 2026-11-20T08:00:00+00:00 : message`
    const isComma = bytes[at + 1] === COMMA && bytes[at + 2] === SPACE;
    const start = isDigit(bytes[at + 1]) ? at + 1 : isComma ? at + 3 : at + 2;
    if (isComma && !isDigit(bytes[start])) return false;
    if (!isComma && start > at + 1 && (bytes[at + 1] !== SPACE || !isDigit(bytes[start]))) return false;
    const time = this.#times.read(start, to);
    const isClock = start > at + 1 && bytes[start + 2] === COLON && bytes[start + 5] === COLON;
    if (time < start + (isClock ? CLOCK : start > at + 1 ? SHORTEST_DATE : COMPACT)) {
      this.count = 0;
      this.hasTime = false;
      return false;
    }
    this.setSeverity(number, at, at + 1);
    return this.#afterSeverity(time, to);
  }

  /** `info - 2026-11-20T…`, `error 08:00:01 `, `info: Nov-20-2026 …`: a severity in small letters if a time follows. */
  #smallBeforeTime(at: number, to: number): number {
    const { bytes } = this;
    let end = at;
    while (end < to && isLower(bytes[end])) end++;
    if (end - at < 3 || end - at > 8) return -1;
    let time = end;
    while (
      time < to &&
      (isBlank(bytes[time]) || bytes[time] === DASH || bytes[time] === BAR || bytes[time] === COLON)
    ) time++;
    if (time === end || time + CLOCK > to || !(isDigit(bytes[time]) || isMonthLetter(bytes[time]))) return -1;
    const number = severityOfWord(bytes, at, end);
    if (number === 0) return -1;
    this.setSeverity(number, at, end);
    const after = this.#times.read(time, to);
    if (after < time + CLOCK) {
      this.count = this.severity = 0;
      this.hasTime = false;
      return -1;
    }
    return this.#tail.separator(skipBlanks(bytes, bytes[after] === COLON ? after + 1 : after, to), to);
  }

  /** winston's `http: ` where no time stands before it. */
  #http(at: number): number {
    this.setSeverity(HTTP, at, at + 4);
    return at + 4;
  }

  /** A severity as the first word of a line without a time before it; index after it, or -1. */
  #leadingSeverity(at: number, to: number): number {
    const number = this.#finder.leading(at, to);
    if (number === 0) return -1;
    const end = this.#finder.to;
    if (end < to && this.bytes[end] === OPEN) return this.#brackets.elapsed(at, end, to, number);
    this.setSeverity(number, at, end);
    if (end < to && this.bytes[end] === PAREN) {
      const colon = tokenEnd(this.bytes, end, to) - 1;
      this.add(NAME_PART, end + 1, colon - 1);
      return colon;
    }
    // Go's "panic: …" is what its stack trace belongs to.
    this.#asItStands = number === 21 && isText(this.bytes, at, to, "panic: ");
    return end;
  }

  /** Looks for a time, or a severity behind brackets, after some tokens that are no words of a sentence. */
  #search(at: number, to: number): boolean {
    const bytes = this.bytes;
    if (this.kernel) {
      this.kernel = false;
      this.message = skipBlanks(bytes, bracketAfter(bytes, at, to), to);
      return true;
    }
    if (this.#prefix.find(at, to) >= 0) {
      if (this.severity === 0) readGlib(this, at);
      const behind = bytes[this.severityTo];
      const isTold = this.severity !== 0 && (behind === CLOSE || behind === COLON);
      return isTold ? this.#afterSeverity(this.#prefix.end, to) : this.#afterTime(this.#prefix.end, to);
    }
    const behind = isLetter(bytes[at]) ? severityBehindName(bytes, at, to) : -1;
    if (behind >= 0) {
      const nameTo = tokenEnd(bytes, at, to);
      this.add(NAME_PART, at, bytes[nameTo - 1] === COLON ? nameTo - 1 : nameTo);
      this.setSeverity(this.#finder.bare(behind, to, true), this.#finder.from, this.#finder.to);
      if (this.severity !== 0) return this.#afterSeverity(this.#finder.wholeTo, to);
      this.count = 0;
    }
    const after = this.#prefix.severityBehind(at, to);
    return after >= 0 && this.#afterSeverity(after, to);
  }

  #afterTime(from: number, to: number): boolean {
    const bytes = this.bytes;
    let at = from;
    if (bytes[at] === COLON && bytes[at + 1] === COLON && readDoubleColon(this, at, to)) return true;
    if (bytes[at] === COMMA && isLetter(bytes[at + 1]) && readCommas(this, at, to)) return true;
    const hosted = readHostedPostgres(this, at, to);
    if (hosted >= 0) at = hosted;
    if (this.closed) {
      this.closed = false;
      this.message = skipBlanks(bytes, at, to);
      const number = isUpper(bytes[this.message]) ? this.#finder.bare(this.message, to, true) : 0;
      if (number !== 0 && !this.#finder.weak && isUpper(bytes[this.#finder.to - 1])) {
        return this.#takeSeverity(number, to, this.message);
      }
      this.#finder.weak = false;
      if (this.message < to && bytes[this.message] === COLON) {
        this.message = skipBlanks(bytes, this.message + 1, to);
      }
      return true;
    }
    if (
      at < to && (bytes[at] === COMMA || bytes[at] === COLON || bytes[at] === 0x3b || bytes[at] === CLOSE)
    ) at++;
    this.tabbed = at < to && bytes[at] === TAB;
    const start = skipBlanks(bytes, at, to);
    if (start < to && bytes[start] >= 0x80) {
      // A picture of the severity before its name.
      const behind = afterPicture(bytes, start, to);
      const pictured = behind > start ? this.#finder.bare(behind, to, true) : 0;
      this.#finder.weak = false;
      if (pictured !== 0) return this.#takeSeverity(pictured, to, behind);
    }
    if (start + 6 < to && isLower(bytes[start])) {
      if (readSwift(this, start, to) || readTagged(this, start, to)) return true;
    }
    // Most common: the severity comes next.
    const number = start < to && isLetter(bytes[start]) ? this.#finder.bare(start, to, true) : 0;
    if (number !== 0) {
      this.add(NAME_PART, this.#finder.nameFrom, this.#finder.nameTo);
      return this.#takeSeverity(number, to, start);
    }
    if (bytes[start] === STAR) {
      const end = this.#brackets.stars(start, to);
      if (end >= 0) return this.#afterSeverity(end, to);
    }
    if (bytes[start] === HASH && readWorkflow(this, this.#brackets, start, to)) return true;
    if (this.#between.takeSymbol(start, to) || readHttp(this, start, to)) return true;
    if (readLetter(this, start, to)) return true;
    if (start + 6 < to && bytes[start + 1] === 0x2f && isUpper(bytes[start])) {
      const letter = severityOfLetter(bytes[start]);
      if (letter !== 0 && readBriefAndroid(this, start, to, letter)) return true;
    }
    const found = this.#between.find(start, to);
    if (found < 0 && (readGlued(this, start, to) || readRequested(this, start, to))) return true;
    if (found < 0) return this.#withoutSeverity(start, to);
    this.#between.take(start, found);
    this.add(NAME_PART, this.#finder.nameFrom, this.#finder.nameTo);
    return this.#takeSeverity(this.#between.number, to, found);
  }

  #takeSeverity(number: number, to: number, start: number): boolean {
    const { from, to: end } = this.#finder;
    if (isWrittenApart(this, from, end, start)) this.pairsApart = true;
    if (this.#finder.weak) {
      this.severity = number;
      this.severityFrom = from;
      this.severityTo = end;
      this.message = start;
      return true;
    }
    this.setSeverity(number, from, end);
    return this.#afterSeverity(this.#finder.wholeTo, to);
  }

  /** A time and no severity: names that are known by what stands around them, then the message. */
  #withoutSeverity(from: number, to: number): boolean {
    const bytes = this.bytes;
    let at = from;
    if (
      at + 1 < to && (bytes[at] === DASH || bytes[at] === BAR || bytes[at] === COLON) &&
      isBlank(bytes[at + 1])
    ) at = skipBlanks(bytes, at + 1, to);
    else if (at < to && bytes[at] === BAR) at++;
    // Ruby's Logger was told no severity.
    if (isText(bytes, at, to, "ANY -- ")) return this.#tail.loggers.programName(at + 7, to);
    const barred = this.#tail.loggers.barredPairs(at, to);
    if (barred > at && bytes[barred] !== OPEN) {
      this.message = barred;
      return true;
    }
    at = barred;
    const behindColumn = afterColumn(this, at, to);
    if (behindColumn > at) {
      this.message = behindColumn;
      return true;
    }
    for (let part = 0; part < 6 && at < to; part++) {
      const next = this.#tail.next(at, to, false);
      if (next < 0) break;
      at = next;
      if (this.last) break;
    }
    // PgBouncer's, without a colon behind it.
    if (this.count > 1 && isText(bytes, at, to, "LOG ") && bytes[at - 2] === CLOSE) {
      this.setSeverity(INFO, at, at + 3);
      at += 4;
    }
    this.message = at;
    if (at < to && bytes[at] >= 0x80) readArrow(this, at, to);
    return true;
  }

  #afterSeverity(from: number, to: number): boolean {
    const bytes = this.bytes;
    let at = from;
    if (this.#asItStands) {
      this.message = this.severityFrom;
      return true;
    }
    if (isStructlogSeverity(this, to)) {
      readStructlogMessage(this, skipBlanks(bytes, at, to), to);
      this.particular = true;
      return true;
    }
    if (this.closed) {
      this.closed = false;
      at = skipBlanks(bytes, at < to && bytes[at] === COLON ? at + 1 : at, to);
      this.message = this.named ? at : this.#tail.loggers.path(at, to);
      return true;
    }
    if (this.android) {
      this.android = false;
      return readAndroidMessage(this, at, to);
    }
    if (this.kernel) {
      this.kernel = false;
      this.message = skipBlanks(bytes, at, to);
      return true;
    }
    if (isTracing(this)) this.pairsApart = true;
    if (this.severityTo - this.severityFrom === 4 && this.#four.isApart(this)) this.pairsApart = true;
    if (bytes[at] === COLON && isPostgresGap(this, at, to)) {
      this.message = at + 3;
      return true;
    }
    if (bytes[at] === COLON && bytes[at + 1] === COLON && !this.hasTime && isDigit(bytes[at + 2])) {
      const time = this.#times.read(at + 2, to);
      if (time >= 0 && bytes[time] === COLON && bytes[time + 1] === COLON) {
        return readDoubleColon(this, time, to);
      }
    }
    const joined = at + 1 < to && bytes[at] === COLON && !isBlank(bytes[at + 1]);
    if (joined) {
      const name = at + 1;
      at = this.#tail.loggers.pythonName(name, to);
      // Behind `INFO:name:` stands the message, if nothing more is divided so.
      if (at > name && at + 1 < to) {
        this.message = takeDivided(this, skipBlanks(bytes, at + 1, to), to);
        return true;
      }
    }
    const colon = at < to && bytes[at] === COLON;
    if (colon || (at < to && (bytes[at] === CLOSE || bytes[at] === COMMA || bytes[at] === 0x3b))) at++;
    if (at < to && bytes[at] === TAB) this.tabbed = true;
    const gap = skipBlanks(bytes, at, to) - at;
    at += gap;
    if (isText(bytes, at, to, "-- ")) return this.#tail.loggers.programName(at + 3, to);
    if (gap > 0 && bytes[at] === COLON) {
      const thread = this.#tail.loggers.nameAndThread(at, to);
      if (thread >= 0) {
        this.message = thread;
        return true;
      }
    }
    if (colon && bytes[at] === HASH) at = this.#tail.loggers.worker(at, to);
    const afterThread = afterLoggerInThread(this, at, to);
    if (afterThread > at) {
      this.message = afterThread;
      return true;
    }
    const isBarred = bytes[at] === BAR && bytes[this.severityFrom - 2] === BAR;
    at = this.#tail.separator(at, to);
    if (isBarred) takeNameBehind(this, at, to);
    this.inColumn = this.severityTo - this.severityFrom + gap === LONGEST_SEVERITY + 1;
    if (this.inColumn) takeSourceBehind(this, at, to);
    const wide = gap > 3;
    if (this.messageEnd > 0) to = this.messageEnd;
    let first = true;
    for (let part = 0; part < 8 && at < to; part++) {
      if (!this.hasTime) {
        if (part === 0) {
          at = this.#later.afterName(at, to);
          const behindName = this.#aligned.afterName(this, at, to);
          if (behindName > at) {
            at = behindName;
            break;
          }
        }
        const end = this.#later.read(at, to);
        if (end >= 0) {
          at = end;
          first = this.inColumn;
          continue;
        }
      }
      const next = first && (wide || this.inColumn) ? this.#tail.column(at, to, this.inColumn) : -1;
      first = false;
      const end = next >= 0 ? next : this.#tail.next(at, to, true);
      if (end < 0) break;
      at = end;
      if (this.last) break;
    }
    this.message = this.hasTime ? takeDivided(this, at, to) : at;
    return true;
  }
}

function bracketAfter(bytes: Uint8Array, at: number, to: number): number {
  const end = bracketEnd(bytes, at, to);
  return end < 0 ? at : end;
}
