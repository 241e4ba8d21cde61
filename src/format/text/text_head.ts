import { ERROR } from "../../record/severity.ts";
import { readNamedSeverity } from "./loggers/text_named_severity.ts";
import type { Batch } from "../../record/batch.ts";
import type { ReadContext } from "../line_format.ts";
import type { SeverityColumn } from "./learned/severity_column.ts";
import { HeadAfterSeverity } from "./head/text_after_severity.ts";
import { HeadAfterTime } from "./head/text_after_time.ts";
import { HeadBetween } from "./head/text_between.ts";
import { HeadBrackets } from "./head/text_brackets.ts";
import { readCallFirst } from "./attributes/bracket_places.ts";
import { isThreadName } from "./attributes/text_threads.ts";
import {
  afterPicture,
  readJulia,
  readNpm,
  readPadded,
  readSign,
  readTaggedSign,
  severityOfPicture,
} from "./loggers/text_cli.ts";
import { severityBehindName } from "./head/text_dividers.ts";
import { readChromium, readZabbix, severityInParentheses } from "./loggers/text_glued.ts";
import {
  readDashed,
  readDebug,
  readNameAndBracket,
  readNameAndLabel,
  readNamespaced,
} from "./loggers/text_joined.ts";
import { readDivided } from "./loggers/text_double_colon.ts";
import { readBuild } from "./loggers/text_build.ts";
import { readCrash } from "./loggers/text_crash.ts";
import { readPythonWarning } from "./loggers/text_python_warning.ts";
import { readDecoded } from "./loggers/text_kernel.ts";
import {
  readDancer,
  readElapsed,
  readGlib,
  readNodeWarning,
  readParticular,
  readRelative,
  readUptime,
} from "./loggers/text_particular.ts";
import {
  AT,
  BRACE,
  CLOSE,
  COLON,
  DASH,
  DOT,
  EQUALS,
  GREATER,
  HASH,
  HeadParts,
  LESS,
  NAME_PART,
  OPEN,
  PAREN,
  PREFIX_PART,
  SLASH,
  STAR,
  THREAD_PART,
  TIME_PART,
} from "./text_parts.ts";
import { LETTER_IN_ANGLES, readLetterInAngles } from "./loggers/text_letter.ts";
import { HeadPrefix } from "./head/text_prefix.ts";
import { timeBehindNumbers } from "./loggers/text_rows.ts";
import { isKeyAt } from "./message/text_pairs.ts";
import { takeReport } from "./loggers/text_postgres.ts";
import { readThreadFirst } from "./loggers/text_thread_first.ts";
import { readSignedWord } from "./loggers/text_signed.ts";
import { SeverityFinder } from "./head/text_severity.ts";
import { HeadSeverityFirst } from "./head/text_severity_first.ts";
import { HeadTail } from "./head/text_tail.ts";
import { HeadTimes, isMonthLetter } from "./head/text_times.ts";
import { bracketEnd, isLower, isText, isUpper, skipBlanks, SPACE, tokenEnd, trimmed } from "./text_tokens.ts";
import { isDigit, isLetter } from "../time/timestamp_parts.ts";

const QUOTE = 0x22, UNDERSCORE = 0x5f;

/**
 * The head of a line of text: finds time and severity and takes what stands around them into parts, up to
 * where the message begins. One object is used for line after line; nothing is made per line.
 */
export class TextHead extends HeadParts {
  readonly #finder = new SeverityFinder();
  readonly #tail = new HeadTail(this);
  readonly #times = new HeadTimes(this);
  readonly #brackets = new HeadBrackets(this, this.#times, this.#finder);
  readonly #between = new HeadBetween(this, this.#finder);
  readonly #prefix = new HeadPrefix(this, this.#times, this.#brackets, this.#between, this.#finder);
  readonly #afterSeverity = new HeadAfterSeverity(this, this.#times, this.#brackets, this.#tail);
  readonly #afterTime = new HeadAfterTime(
    this,
    this.#times,
    this.#finder,
    this.#brackets,
    this.#between,
    this.#tail,
    this.#afterSeverity,
  );
  readonly #first = new HeadSeverityFirst(
    this,
    this.#finder,
    this.#times,
    this.#brackets,
    this.#afterTime,
    this.#afterSeverity,
  );

  /**
   * Reads the head of [from, to). Sets the row's time. False, with the row's time perhaps set, when there is
   * neither a time nor a severity, nor a logger's name or a place that tells a head by its look.
   */
  scan(batch: Batch, row: number, from: number, to: number, context: ReadContext): boolean {
    this.start(batch, row, context);
    const bytes = batch.bytes;
    let at = skipBlanks(bytes, from, to);
    if (at >= to) return false;
    if ((bytes[at] === STAR || bytes[at] === DOT) && at + 1 < to && isMonthLetter(bytes[at + 1])) at++; // an unset clock
    const first = bytes[at];
    // Python's `__main__`, too
    if (isLetter(first) || first === UNDERSCORE) {
      if (this.#word(from, at, to)) return true;
    } else if (isDigit(first)) {
      if (this.#number(at, to)) return true;
    } else if (first >= 0x80) {
      if (this.#picture(at, to)) return true;
    } else if ((first === LESS || first === GREATER) && bytes[at + 1] === SPACE) {
      // A header as curl shows it, `< Date: Fri, 20 Nov 2026 08:00:00 GMT`: what was sent, not when it was logged.
      if (first === GREATER || !isDigit(bytes[at + 2]) || this.#times.read(at + 2, to) < 0) return false;
      // PostgreSQL's `< time user >LOG:  message`
      if (takeReport(this, to)) return true;
      this.count = 0;
      this.hasTime = false;
      return false;
    } else if (this.#sign(at, to)) return true;
    return this.#search(at, to);
  }

  /** A line that begins with a letter: a month, a severity, a name. */
  #word(from: number, at: number, to: number): boolean {
    const { bytes } = this;
    const end = this.#times.read(at, to);
    if (end >= 0) return this.#afterTime.read(end, to);
    if (readParticular(this, this.#times, at, to) || readDebug(this, from, at, to)) return true;
    if (readNamespaced(this, at, to)) return true;
    const small = isLower(bytes[at]) ? this.#first.beforeTime(at, to) : -1;
    if (small >= 0) return this.#afterSeverity.read(small, to);
    if (
      this.#first.letter(at, to) || readNpm(this, at, to) || readPadded(this, at, to) ||
      readDecoded(this, this.#times, at, to) || readBuild(this, at, to) || readCrash(this, at, to) ||
      readNameAndLabel(this, at, to) || readDivided(this, at, to, COLON)
    ) return true;
    // PostgreSQL's `user=app,db=shop LOG:  message`
    if (isLower(bytes[at]) && isKeyAt(bytes, at, to) && takeReport(this, to, at)) return true;
    const after = isText(bytes, at, to, "http: ") ? this.#first.http(at) : this.#first.leading(at, to);
    return after >= 0 && this.#afterSeverity.read(after, to);
  }

  /** A line that begins with a digit: a time, or what counts something. */
  #number(at: number, to: number): boolean {
    const end = this.#times.read(at, to);
    if (end >= 0) return this.#afterTime.read(end, to);
    if (readZabbix(this, this.#times, at, to)) return true;
    const epoch = this.#times.readEpoch(at, to);
    if (epoch >= 0 && this.#prefix.find(at, to) < 0) return this.#afterTime.read(epoch, to);
    if (this.hasTime) return this.#afterTime.read(this.#prefix.end, to);
    if (readUptime(this, at, to) || readRelative(this, at, to) || readElapsed(this, at, to)) {
      return this.#afterSeverity.read(this.severityTo, to);
    }
    if (this.#row(at, to)) return true;
    const exponent = this.#times.readExponent(at, to);
    if (exponent >= 0) return this.#afterTime.read(exponent, to);
    const slapd = this.#times.readSlapd(at, to);
    return slapd >= 0 ? this.#afterTime.read(slapd, to) : readDashed(this, at, to);
  }

  /** A line that begins with a picture or another sign past ASCII. */
  #picture(at: number, to: number): boolean {
    const { bytes } = this;
    // A month of Cyrillic letters or the like.
    const time = this.#times.read(at, to);
    if (time >= 0) return this.#afterTime.read(time, to);
    const behind = afterPicture(bytes, at, to);
    const isTimed = behind > at && (isDigit(bytes[behind]) || bytes[behind] === OPEN);
    const end = isTimed ? this.#timeBehind(behind, to) : -1;
    if (end < 0) {
      if (readSignedWord(this, at, to) || readSign(this, at, to) || readJulia(this, at, to)) return true;
      const after = this.#first.leading(at, to);
      return after >= 0 && this.#afterSeverity.read(after, to);
    }
    this.#afterTime.read(end, to);
    if (this.severity === 0) this.setSeverity(severityOfPicture(bytes, at, to), at, behind);
    return true;
  }

  /** A line that begins with a sign of ASCII. */
  #sign(at: number, to: number): boolean {
    const { bytes } = this;
    switch (bytes[at]) {
      case OPEN:
        return this.#bracket(at, to);
      case STAR:
        return this.#glib(at, to) || this.#starred(at, to);
      case LESS: {
        if (readParticular(this, this.#times, at, to)) return true;
        if (readLetterInAngles(this, at, to)) return this.#afterSeverity.read(at + LETTER_IN_ANGLES, to);
        return this.#angled(at, to);
      }
      case PAREN: {
        if (this.#glib(at, to) || readNodeWarning(this, at, to)) return true;
        const told = severityInParentheses(this, this.#times, at, to);
        return told >= 0 ? this.#afterSeverity.read(told, to) : this.#enclosed(at, to);
      }
      case BRACE:
        return this.#angled(at, to);
      case QUOTE:
        return isDigit(bytes[at + 1]) && this.#quoted(at, to);
      case AT: {
        const end = this.#times.readTai(at, to);
        return end >= 0 && this.#afterTime.read(end, to);
      }
      case HASH:
        return readParticular(this, this.#times, at, to);
      case DASH: {
        // wget's `--2026-11-20 08:00:00--  http://…`
        const isDashed = bytes[at + 1] === DASH && isDigit(bytes[at + 2]);
        const end = isDashed ? this.#times.read(at + 2, to) : -1;
        return end >= 0 && this.#afterTime.read(isText(bytes, end, to, "--") ? end + 2 : end, to);
      }
      default:
        return false;
    }
  }

  /** `<WARNING> …`, `{INFO} …`, or a time in such signs. */
  #angled(at: number, to: number): boolean {
    const told = isUpper(this.bytes[at + 1]) ? this.#brackets.angled(at, to) : -1;
    return told >= 0 ? this.#afterSeverity.read(told, to) : this.#enclosed(at, to);
  }

  #bracket(at: number, to: number): boolean {
    const { bytes } = this;
    if (bytes[at + 1] === SPACE && readJulia(this, at, to)) return true;
    if (isDigit(bytes[at + 1]) && readChromium(this, this.#times, at, to)) return true;
    const end = this.#brackets.leading(at, to);
    if (end >= 0) {
      return this.hasTime && this.severity === 0
        ? this.#afterTime.read(end, to)
        : this.#afterSeverity.read(end, to);
    }
    if (readDancer(this, this.#times, at, to) || readTaggedSign(this, at, to)) return true;
    // A process of several in a bracket of its own: `[rank0]:[W1120 08:00:00.123456 socket.cpp:697] message`
    const colon = bracketAfter(bytes, at, to);
    if (bytes[colon] !== COLON || bytes[colon + 1] !== OPEN || !isUpper(bytes[colon + 2])) return false;
    this.add(PREFIX_PART, at, colon);
    if (this.#brackets.leading(colon + 1, to) >= 0 && this.hasTime) {
      return this.#afterSeverity.read(bracketAfter(bytes, colon + 1, to), to);
    }
    this.count = this.severity = 0;
    return false;
  }

  /** A time in angle brackets, parentheses or braces. */
  #enclosed(at: number, to: number): boolean {
    const end = this.#brackets.angle(at, to);
    return end >= 0 && this.#afterTime.read(end, to);
  }

  /** spdlog's manual: `*** [08:00:01 +00:00] [thread 12] message ***` */
  #starred(at: number, to: number): boolean {
    if (!isText(this.bytes, at, to, "*** [")) return false;
    this.framed = true;
    const end = this.#brackets.leading(at + 4, to);
    if (isText(this.bytes, to - 4, to, " ***")) this.messageEnd = to - 4;
    return end >= 0 && this.hasTime && this.#afterTime.read(end, this.messageEnd > 0 ? this.messageEnd : to);
  }

  #quoted(at: number, to: number): boolean {
    const end = this.#times.read(at + 1, to);
    if (end >= 0 && this.bytes[end] === QUOTE && this.bytes[end + 1] === SPACE) {
      return this.#afterTime.read(end + 1, to);
    }
    this.count = 0;
    this.hasTime = false;
    return false;
  }

  /** A time, bare or in brackets, behind a picture. */
  #timeBehind(at: number, to: number): number {
    return this.bytes[at] === OPEN ? this.#brackets.leading(at, to) : this.#times.read(at, to);
  }

  /** Reads the severity, and what goes with it, that begins a message whose time is known; false if none does. */
  scanMessage(batch: Batch, row: number, from: number, to: number, context: ReadContext): boolean {
    this.start(batch, row, context);
    this.hasTime = true;
    const bracketed = batch.bytes[from] === OPEN;
    const after = bracketed ? this.#brackets.severity(from, to) : this.#first.leading(from, to);
    if (after < 0 && isText(batch.bytes, from, to, "Error: ")) {
      this.setSeverity(ERROR, from, from + 5);
      return true;
    }
    if (after < 0 && !bracketed) return readNameAndBracket(this, from, tokenEnd(batch.bytes, from, to), to);
    return after >= 0 && this.#afterSeverity.read(after, to);
  }

  /** Takes the severity that stands where the lines of the source have theirs, behind parts that are no usual ones. */
  takeColumn(column: SeverityColumn, to: number): void {
    const { bytes } = this;
    let time = 0;
    while (time < this.count && this.kind[time] !== TIME_PART) time++;
    this.count = Math.min(time + 1, this.count);
    const timeTo = this.batch.timeTo[this.row];
    const isInBracket = this.timeInBrackets && isClosing(bytes[timeTo]);
    this.#between.take(isInBracket ? timeTo + 1 : timeTo, column.from);
    this.asItStands = this.last = this.closed = false;
    this.messageEnd = this.pairs = 0;
    if (column.number === 0) {
      this.message = column.from;
      return;
    }
    this.#takeJoined(column.from, column.wordFrom - 1);
    this.setSeverity(column.number, column.wordFrom, column.wordTo);
    let end = column.wordTo;
    if (bytes[end] === AT) {
      const nameTo = column.to - (isClosing(bytes[column.to - 1]) ? 1 : 0);
      this.add(NAME_PART, end + 1, nameTo);
      end = nameTo;
    }
    this.#afterSeverity.read(isClosing(bytes[end]) && bytes[end] !== COLON ? end + 1 : end, to);
  }

  /** The name before a severity in one token with it, `db/INFO`; not the key of a pair. */
  #takeJoined(from: number, to: number): void {
    const { bytes } = this;
    if (bytes[from] === OPEN || bytes[from] === LESS || bytes[from] === PAREN || bytes[from] === BRACE) {
      from++;
    }
    if (to <= from || bytes[to] === EQUALS) return;
    this.add(isThreadName(bytes, from, to) ? THREAD_PART : NAME_PART, from, to);
  }

  /** Begins the head of a line, with nothing in it. */
  start(batch: Batch, row: number, context: ReadContext): void {
    this.clear(batch, row, context);
    this.#finder.bytes = batch.bytes;
    this.#finder.weak = false;
  }

  /** A row of numbers that a time ends, of `vmstat -t`: all before it is the message. */
  #row(at: number, to: number): boolean {
    const time = timeBehindNumbers(this.bytes, at, to);
    if (time < 0 || this.#times.read(time, to) < 0) return false;
    this.message = at;
    this.messageEnd = trimmed(this.bytes, at, time);
    return true;
  }

  /** GLib's own head, with a time of the day behind it or none. */
  #glib(at: number, to: number): boolean {
    const end = readGlib(this, at, to);
    if (end < 0) return false;
    const { bytes } = this;
    const time = isDigit(bytes[end]) ? this.#times.read(end, to) : -1;
    return this.beginMessage(time > 0 && bytes[time] === COLON ? skipBlanks(bytes, time + 1, to) : end);
  }

  /** Looks for a time, or a severity behind brackets, after some tokens that are no words of a sentence. */
  #search(at: number, to: number): boolean {
    const bytes = this.bytes;
    if (this.timeless.size > 0) {
      const end = this.#prefix.severityBehind(at, to);
      if (end >= 0 && this.isTimeless) return this.#afterSeverity.read(end, to);
      this.count = this.severity = 0;
      this.severityFrom = this.severityTo = 0;
    }
    if (isUpper(bytes[at]) && this.#glib(at, to)) return true;
    if (this.#prefix.find(at, to) >= 0) {
      const behind = bytes[this.severityTo];
      // `[INFO] time`, `INFO: time`, `shop:info time`
      const isTold = this.severity !== 0 &&
        (behind === CLOSE || behind === COLON || bytes[this.severityFrom - 1] === COLON);
      return isTold
        ? this.#afterSeverity.read(this.#prefix.end, to)
        : this.#afterTime.read(this.#prefix.end, to);
    }
    const isWord = isLetter(bytes[at]) || bytes[at] === UNDERSCORE;
    const isPath = isWord || bytes[at] === SLASH || bytes[at] === DOT;
    if ((isPath || bytes[at] === LESS) && readPythonWarning(this, at, to)) return true;
    if (isPath && readNamedSeverity(this, at, to)) return true;
    const behind = isWord ? severityBehindName(bytes, at, to) : -1;
    if (behind >= 0) {
      const nameTo = tokenEnd(bytes, at, to);
      this.add(NAME_PART, at, bytes[nameTo - 1] === COLON ? nameTo - 1 : nameTo);
      this.setSeverity(this.#finder.bare(behind, to, true), this.#finder.from, this.#finder.to);
      if (this.severity !== 0) return this.#afterSeverity.read(this.#finder.wholeTo, to);
      this.count = 0;
    }
    const after = this.#prefix.severityBehind(at, to);
    if (after >= 0) return this.#afterSeverity.read(after, to);
    return readCallFirst(this, at, to) || readThreadFirst(this, at, to);
  }
}

function bracketAfter(bytes: Uint8Array, at: number, to: number): number {
  const end = bracketEnd(bytes, at, to);
  return end < 0 ? at : end;
}

/** What closes a bracket, or a colon. */
function isClosing(byte: number): boolean {
  return byte === CLOSE || byte === GREATER || byte === 0x29 || byte === 0x7d || byte === COLON;
}
