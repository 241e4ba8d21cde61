import type { Batch } from "../../record/batch.ts";
import type { ReadContext } from "../line_format.ts";
import { severityOfLetter } from "../severity_word.ts";
import {
  AT,
  BAR,
  BRACE,
  BRACKET_PART,
  bracketKind,
  CLOSE,
  COLON,
  COMMA,
  DASH,
  DASHES_PART,
  DOT,
  EQUALS,
  GREATER,
  HASH,
  HeadParts,
  LESS,
  NAME_PART,
  NUMBER_PART,
  OPEN,
  PAREN,
  PREFIX_PART,
  STAR,
  TIME_PART,
  TOKEN_PART,
} from "./text_parts.ts";
import { SeverityFinder } from "./text_severity.ts";
import { HeadTail } from "./text_tail.ts";
import {
  bracketEnd,
  COMPOUND,
  findByte,
  isBlank,
  isName,
  isNumber,
  isPlainWord,
  isText,
  isUpper,
  isUpperWord,
  nameLikeness,
  skipBlanks,
  sourceColon,
  SPACE,
  TAB,
  tokenEnd,
} from "./text_tokens.ts";
import { readEpoch, readTime } from "../time/timestamp.ts";
import { isDigit, isLetter } from "../time/timestamp_parts.ts";

/** Tokens before the time, and between time and severity. */
const MAX_PREFIX = 6;
const MAX_BETWEEN = 6;
const MAX_HEAD = 220;
/** A written time without a year and an epoch number beside it differ by less, whatever the zone. */
const WEEK = 7 * 86_400_000;

/**
 * The head of a line of text: finds time and severity and takes what stands around them into parts, up to
 * where the message begins. One object is used for line after line; nothing is made per line.
 */
export class TextHead extends HeadParts {
  readonly #finder = new SeverityFinder();
  readonly #tail = new HeadTail(this);
  #batch!: Batch;
  #bytes!: Uint8Array;
  #row = 0;
  #context!: ReadContext;
  /** The bracket with the time held the whole head: only the message follows. */
  #closed = false;
  /** The line is the kernel's: only the message follows. */
  #kernel = false;
  /** The severity is a word of the message. */
  #asItStands = false;
  /** The severity was one letter behind process and thread. */
  #android = false;
  /** Index after the time that #prefixed has found. */
  #prefixEnd = 0;
  /** What #findSeverity has found. */
  #foundNumber = 0;

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
      const end = this.#time(at, to);
      if (end >= 0) return this.#afterTime(end, to);
      if (isLetter(first)) {
        if (this.#letterFirst(at, to)) return true;
        const after = this.#leadingSeverity(at, to);
        if (after >= 0) return this.#afterSeverity(after, to);
      } else {
        const epoch = this.#epoch(at, to);
        if (epoch >= 0 && this.#prefixed(at, to) < 0) return this.#afterTime(epoch, to);
        if (this.hasTime) return this.#afterTime(this.#prefixEnd, to);
      }
    } else if (first === OPEN) {
      const end = this.#leadingBracket(at, to);
      if (end >= 0) {
        return this.hasTime && this.severity === 0 ? this.#afterTime(end, to) : this.#afterSeverity(end, to);
      }
    }
    return this.#search(at, to);
  }

  /** Reads the severity, and what goes with it, that begins a message whose time is known; false if none does. */
  scanMessage(batch: Batch, row: number, from: number, to: number, context: ReadContext): boolean {
    this.#start(batch, row, context);
    this.hasTime = true;
    const bracketed = batch.bytes[from] === OPEN;
    const after = bracketed ? this.#severityBracket(from, to) : this.#leadingSeverity(from, to);
    return after >= 0 && this.#afterSeverity(after, to);
  }

  #start(batch: Batch, row: number, context: ReadContext): void {
    this.#batch = batch;
    this.#bytes = this.#finder.bytes = batch.bytes;
    this.#row = row;
    this.#context = context;
    this.clear();
    this.#tail.start(batch, row);
    this.#finder.weak = this.#closed = this.#kernel = false;
    this.#android = this.#asItStands = false;
  }

  #time(at: number, to: number): number {
    const end = readTime(this.#batch, this.#row, at, to, this.#context);
    if (end >= 0) {
      this.hasTime = true;
      this.add(TIME_PART, at, end);
    }
    return end;
  }

  /** Index after an epoch number that is a plausible time of a log: 10, 13, 16 or 19 digits, 2001 to 2065. */
  #epochEnd(at: number, to: number): number {
    const bytes = this.#bytes;
    let end = at;
    while (end < to && isDigit(bytes[end])) end++;
    const length = end - at;
    if (length !== 10 && length !== 13 && length !== 16 && length !== 19) return -1;
    if (bytes[at] === 48 || bytes[at] > 50) return -1;
    if (end + 1 < to && bytes[end] === DOT && isDigit(bytes[end + 1])) {
      do end++; while (end < to && isDigit(bytes[end]));
    }
    return end >= to || isBlank(bytes[end]) || bytes[end] === CLOSE || bytes[end] === COLON ? end : -1;
  }

  #epoch(at: number, to: number): number {
    const end = this.#epochEnd(at, to);
    if (end < 0 || !readEpoch(this.#batch, this.#row, at, end)) return -1;
    this.hasTime = true;
    this.add(TIME_PART, at, end);
    return end;
  }

  /** `I, [time #pid]  INFO -- prog: `, `D/Tag( 123): `, `[I 08:00…` without its bracket. */
  #letterFirst(at: number, to: number): boolean {
    const bytes = this.#bytes;
    if (at + 6 > to || !isUpper(bytes[at])) return false;
    const number = severityOfLetter(bytes[at]);
    if (number === 0) return false;
    if (bytes[at + 1] === COMMA && bytes[at + 2] === SPACE && bytes[at + 3] === OPEN) {
      const end = this.#leadingBracket(at + 3, to);
      return end >= 0 && this.#afterTime(end, to);
    }
    if (bytes[at + 1] === 0x2f) return this.#briefAndroid(at, to, number);
    return false;
  }

  /** `D/Tag( 1234): message` */
  #briefAndroid(at: number, to: number, number: number): boolean {
    const bytes = this.#bytes;
    const open = bytes.indexOf(PAREN, at);
    if (open < 0 || open >= to || open - at > 64) return false;
    const end = bracketEnd(bytes, open, to, 16);
    if (end < 0 || end >= to || bytes[end] !== COLON) return false;
    const pid = skipBlanks(bytes, open + 1, end);
    if (!isNumber(bytes, pid, end - 1)) return false;
    this.setSeverity(number, at, at + 1);
    let nameTo = open;
    while (nameTo > at + 2 && isBlank(bytes[nameTo - 1])) nameTo--;
    this.add(NAME_PART, at + 2, nameTo);
    this.add(NUMBER_PART, pid, end - 1);
    this.message = skipBlanks(bytes, end + 1, to);
    return true;
  }

  /** A severity as the first word of a line without a time before it; index after it, or -1. */
  #leadingSeverity(at: number, to: number): number {
    const number = this.#finder.leading(at, to);
    if (number === 0) return -1;
    const end = this.#finder.to;
    if (end < to && this.#bytes[end] === OPEN) return this.#elapsedBracket(at, end, to, number);
    this.setSeverity(number, at, end);
    // Go's "panic: …" is what its stack trace belongs to.
    this.#asItStands = number === 21 && isText(this.#bytes, at, to, "panic: ");
    return end;
  }

  #elapsedBracket(at: number, end: number, to: number, number: number): number {
    const bytes = this.#bytes;
    const close = bracketEnd(bytes, end, to, 48);
    if (close < 0) return -1;
    this.setSeverity(number, at, end);
    if (!isNumber(bytes, end + 1, close - 1) && this.#time(end + 1, close - 1) < 0) return -1;
    this.pairsApart = true;
    return close;
  }

  /** A bracket that begins the line; index after it and -1 if it says nothing of time or severity. */
  #leadingBracket(at: number, to: number): number {
    const bytes = this.#bytes;
    const inside = skipBlanks(bytes, at + 1, to);
    if (inside >= to) return -1;
    let end = -1;
    if (isDigit(bytes[inside])) {
      end = this.#time(inside, to);
      if (end < 0) end = this.#epoch(inside, to);
      if (end < 0) return this.#uptime(inside, to);
    } else if (isLetter(bytes[inside])) {
      if (
        isUpper(bytes[inside]) && inside + 2 < to && bytes[inside + 1] === SPACE && isDigit(bytes[inside + 2])
      ) {
        return this.#letterAndTime(inside, to);
      }
      end = this.#time(inside, to);
      if (end < 0) return this.#severityBracket(at, to);
    }
    if (end < 0) return -1;
    this.timeInBrackets = true;
    return this.#restOfBracket(end, to);
  }

  /** After a time inside brackets: `]`, ` #123]`, ` INFO  crate::module]`, ` +0000]`. */
  #restOfBracket(at: number, to: number): number {
    const bytes = this.#bytes;
    if (at < to && bytes[at] === CLOSE) return at + 1;
    const close = closing(bytes, at, to);
    if (close < 0) return -1;
    let start = skipBlanks(bytes, at, close);
    if (start < close && bytes[start] === HASH) {
      this.add(NUMBER_PART, start + 1, close);
      return close + 1;
    }
    if (start < close && (bytes[start] === BAR || bytes[start] === COMMA || bytes[start] === COLON)) {
      start = skipBlanks(bytes, start + 1, close);
    }
    const found = this.#finder.inBracket(start, close, true);
    if (found !== 0) {
      this.setSeverity(found, this.#finder.from, this.#finder.to);
      start = skipBlanks(bytes, this.#finder.wholeTo, close);
      if (start < close && (bytes[start] === COLON || bytes[start] === 0x2f)) {
        start = skipBlanks(bytes, start + 1, close);
      }
    }
    while (start < close) {
      const end = tokenEnd(bytes, start, close);
      this.addToken(bytes, start, end, NAME_PART);
      start = skipBlanks(bytes, end, close);
    }
    this.#closed = true;
    return close + 1;
  }

  /** `[  123.456789] message` of the kernel: seconds since the start, no time. */
  #uptime(at: number, to: number): number {
    const bytes = this.#bytes;
    let end = at;
    while (end < to && isDigit(bytes[end])) end++;
    if (end >= to || bytes[end] !== DOT) return -1;
    const fraction = end + 1;
    for (end = fraction; end < to && isDigit(bytes[end]);) end++;
    if (end - fraction !== 6 || end >= to || bytes[end] !== CLOSE) return -1;
    this.add(PREFIX_PART, at, end);
    this.#kernel = true;
    return end + 1;
  }

  /** `[I 2026-11-20 08:00:00.123 app:12] message`, `[I 08:00:00.123 NotebookApp] message` */
  #letterAndTime(at: number, to: number): number {
    const bytes = this.#bytes;
    const number = severityOfLetter(bytes[at]);
    if (number === 0) return -1;
    const end = this.#time(at + 2, to);
    if (end < 0) return -1;
    this.setSeverity(number, at, at + 1);
    this.timeInBrackets = true;
    return this.#restOfBracket(end, to);
  }

  /** `[INFO]`, `[ WARN ]`, `[INFO 2026-11-20 …]`, `[core:error]`, `[warning][module]` */
  #severityBracket(at: number, to: number): number {
    const bytes = this.#bytes;
    const close = bracketEnd(bytes, at, to);
    if (close < 0) return -1;
    const number = this.#finder.inBracket(at + 1, close - 1, true);
    if (number === 0) return -1;
    this.add(NAME_PART, this.#finder.nameFrom, this.#finder.nameTo);
    this.setSeverity(number, this.#finder.from, this.#finder.to);
    const rest = skipBlanks(bytes, this.#finder.wholeTo, close - 1);
    if (rest < close - 1) {
      const end = this.#time(rest, close - 1);
      if (end < 0 && isName(bytes, rest, close - 1)) {
        this.add(NAME_PART, rest, close - 1);
        return close;
      }
      if (end < 0) {
        this.count = this.severity = 0;
        return -1;
      }
      return this.#restOfBracket(end, to);
    }
    return close;
  }

  /** Looks for a time, or a severity behind brackets, after some tokens that are no words of a sentence. */
  #search(at: number, to: number): boolean {
    const bytes = this.#bytes;
    if (this.#kernel) {
      this.#kernel = false;
      this.message = skipBlanks(bytes, bracketAfter(bytes, at, to), to);
      return true;
    }
    if (this.#prefixed(at, to) >= 0) return this.#afterTime(this.#prefixEnd, to);
    // [main] INFO org.example.Main - message; 12 [main] INFO …
    let end = at;
    const start = this.count;
    for (let token = 0; token < 4; token++) {
      end = this.#skipSeparators(end, to);
      if (end >= to) break;
      const byte = bytes[end];
      if (byte === OPEN) {
        const close = bracketEnd(bytes, end, to);
        if (close < 0) break;
        const number = this.#finder.inBracket(end + 1, close - 1, false);
        if (number !== 0) {
          this.setSeverity(number, this.#finder.from, this.#finder.to);
          return this.#afterSeverity(close, to);
        }
        this.add(BRACKET_PART, end + 1, close - 1);
        end = close;
        if (end < to && bytes[end] === COLON) end++;
        continue;
      }
      const stop = tokenEnd(bytes, end, to);
      const number = token > 0 ? this.#finder.bare(end, to, false) : 0;
      if (number !== 0 && !this.#finder.weak) {
        this.setSeverity(number, this.#finder.from, this.#finder.to);
        return this.#afterSeverity(this.#finder.wholeTo, to);
      }
      if (token > 0 || !isNumber(bytes, end, stop)) break;
      this.add(PREFIX_PART, end, stop); // milliseconds since the start
      end = stop;
    }
    this.count = start;
    return false;
  }

  /** Finds a time behind up to six tokens that are no plain words; index after it (in #prefixEnd too), or -1. */
  #prefixed(from: number, to: number): number {
    const bytes = this.#bytes;
    const count = this.count;
    const hadTime = this.hasTime;
    let at = from;
    let last = -1;
    let epoch = -1;
    for (let token = 0; token < MAX_PREFIX && at < to && at - from < MAX_HEAD; token++) {
      if (token > 0) {
        const inner = bytes[at] === OPEN ? at + 1 : at;
        if (inner < to && (isDigit(bytes[inner]) || isMonthLetter(bytes[inner]))) {
          this.count = 0;
          this.add(PREFIX_PART, from, last);
          let end = this.#time(inner, to);
          if (end < 0 && epoch < 0) epoch = this.#epochEnd(inner, to) < 0 ? -1 : inner;
          if (end >= 0) {
            if (inner > at) {
              this.timeInBrackets = true;
              end = this.#restOfBracket(end, to);
              if (end < 0) break;
            }
            if (epoch >= 0) this.#mendYear(epoch, end, to);
            this.#prefixEnd = end;
            return end;
          }
        }
      }
      const end = bytes[at] === OPEN ? bracketEnd(bytes, at, to) : tokenEnd(bytes, at, to);
      if (end < 0 || !isPrefix(bytes, at, end)) break;
      last = end;
      at = this.#skipSeparators(end, to);
    }
    if (epoch >= 0 && !hadTime) {
      this.count = 0;
      this.add(PREFIX_PART, from, epoch - 1);
      this.#prefixEnd = this.#epoch(epoch, to);
      return this.#prefixEnd;
    }
    this.count = count;
    this.hasTime = hadTime;
    return -1;
  }

  /** A time that names no year is the one of the epoch number before it. */
  #mendYear(epoch: number, end: number, to: number): void {
    const { time, nanos, fraction, timeFrom, timeTo } = this.#batch;
    const row = this.#row;
    const written = time[row];
    const writtenNanos = nanos[row];
    const writtenFraction = fraction[row];
    const from = timeFrom[row];
    if (!readEpoch(this.#batch, row, epoch, this.#epochEnd(epoch, to))) return;
    if (Math.abs(time[row] - written) > WEEK) return;
    time[row] = written;
    nanos[row] = writtenNanos;
    fraction[row] = writtenFraction;
    timeFrom[row] = from;
    timeTo[row] = end;
  }

  #afterTime(from: number, to: number): boolean {
    const bytes = this.#bytes;
    let at = from;
    if (this.#closed) {
      this.#closed = false;
      this.message = skipBlanks(bytes, at, to);
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
    // Most common: the severity comes next.
    const number = start < to && isLetter(bytes[start]) ? this.#finder.bare(start, to, true) : 0;
    if (number !== 0) {
      this.add(NAME_PART, this.#finder.nameFrom, this.#finder.nameTo);
      return this.#takeSeverity(number, to, start);
    }
    if (this.#symbolSeverity(start, to)) return true;
    if (start + 6 < to && bytes[start + 1] === 0x2f && isUpper(bytes[start])) {
      const letter = severityOfLetter(bytes[start]);
      if (letter !== 0 && this.#briefAndroid(start, to, letter)) return true;
    }
    const found = this.#findSeverity(start, to);
    if (found < 0) return this.#withoutSeverity(start, to);
    this.#takeTokens(start, found);
    this.add(NAME_PART, this.#finder.nameFrom, this.#finder.nameTo);
    return this.#takeSeverity(this.#foundNumber, to, found);
  }

  /** zerolog writes three capitals: its pairs are no part of the message. */
  #takeSeverity(number: number, to: number, start: number): boolean {
    const { from, to: end } = this.#finder;
    if (end - from === 3 && start === from && this.#bytes[end] === SPACE) {
      this.pairsApart = isUpperWord(this.#bytes, from, end);
    }
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

  /** The symbols of Redis, known by the `123:M` before the time. */
  #symbolSeverity(at: number, to: number): boolean {
    const bytes = this.#bytes;
    if (at + 1 >= to || bytes[at + 1] !== SPACE || this.count < 2 || this.kind[0] !== PREFIX_PART) {
      return false;
    }
    const role = this.to[0] - 1;
    if (!isUpper(bytes[role]) || bytes[role - 1] !== COLON || !isNumber(bytes, this.from[0], role - 1)) {
      return false;
    }
    const symbol = bytes[at];
    const number = symbol === DOT ? 5 : symbol === DASH ? 8 : symbol === STAR ? 10 : symbol === HASH ? 13 : 0;
    if (number === 0) return false;
    this.kind[0] = NUMBER_PART;
    this.to[0] = role - 1;
    this.setSeverity(number, at, at + 1);
    this.message = at + 2;
    return true;
  }

  /** Finds a severity behind up to six tokens of a head; index where its token begins, or -1. */
  #findSeverity(from: number, to: number): number {
    const bytes = this.#bytes;
    let at = from;
    let plain = 0;
    let numbers = 0;
    let bracketed = false;
    for (let token = 0; token <= MAX_BETWEEN; token++) {
      const before = at;
      at = this.#skipSeparators(at, to);
      const divided = at > before && (bytes[before] === BAR || hasDivider(bytes, before, at));
      if (at >= to || at - from > MAX_HEAD) return -1;
      const byte = bytes[at];
      if (byte === OPEN || byte === PAREN || byte === LESS || byte === BRACE) {
        const end = bracketEnd(bytes, at, to);
        if (end < 0) return -1;
        this.#foundNumber = byte === OPEN || byte === PAREN || byte === LESS
          ? this.#finder.inBracket(at + 1, end - 1, byte === OPEN)
          : 0;
        if (this.#foundNumber !== 0) {
          this.#finder.wholeTo = end;
          return at;
        }
        at = end;
        if (at < to && bytes[at] === COLON) at++;
        bracketed = true;
        continue;
      }
      this.#foundNumber = this.#finder.bare(at, to, divided);
      if (this.#foundNumber === 0 && bracketed) this.#foundNumber = this.#finder.beforeColon(at, to);
      bracketed = false;
      if (this.#foundNumber !== 0 && !this.#finder.weak) return at;
      this.#finder.weak = false;
      let end = tokenEnd(bytes, at, to);
      const bar = findByte(bytes, at, end, BAR);
      if (bar > at) end = bar;
      if (numbers > 0 && end === at + 1 && isUpper(byte) && this.#androidTag(at, to)) return at;
      if (isNumber(bytes, at, end)) numbers++;
      else if (!isUpperWord(bytes, at, end)) {
        if (isPlainWord(bytes, at, end)) {
          const next = skipBlanks(bytes, end, to);
          const followed = next < to &&
            (bytes[next] === BAR ||
              (bytes[next] === DASH && next > end && next + 1 < to && bytes[next + 1] === SPACE));
          if (!followed && (++plain > 1 || token > 0)) return -1;
        } else if (!this.#between(at, end)) return -1;
      }
      at = end;
    }
    return -1;
  }

  /** Whether a token may stand between time and severity: a name, an address, `file.go:12:`, a pair. */
  #between(from: number, to: number): boolean {
    const bytes = this.#bytes;
    const byte = bytes[from];
    if (byte === 0x2f || byte === 0x22 || byte === 0x27) return false;
    if (bytes[to - 1] === COLON) {
      return sourceColon(bytes, from, to - 1) >= 0 || nameLikeness(bytes, from, to - 1) >= COMPOUND;
    }
    for (let at = from; at < to; at++) {
      const each = bytes[at];
      if (
        isDigit(each) || each === 0x5f || each === DOT || each === AT || each === COLON || each === EQUALS ||
        each === DASH || each === 0x2f || each === HASH
      ) {
        return bytes[to - 1] !== COMMA && bytes[to - 1] !== DOT;
      }
    }
    return false;
  }

  /** `D Tag: message` behind process and thread: the single letter is a severity. */
  #androidTag(at: number, to: number): boolean {
    const bytes = this.#bytes;
    const number = severityOfLetter(bytes[at]);
    if (number === 0 || at + 2 >= to || bytes[at + 1] !== SPACE) return false;
    this.#foundNumber = number;
    this.#finder.from = at;
    this.#finder.to = this.#finder.wholeTo = at + 1;
    this.#android = true;
    return true;
  }

  /** Takes the tokens of [from, to) as parts. */
  #takeTokens(from: number, to: number): void {
    const bytes = this.#bytes;
    let at = from;
    for (;;) {
      at = this.#skipSeparators(at, to);
      if (at >= to) return;
      const byte = bytes[at];
      let end = -1;
      if (byte === OPEN || byte === PAREN || byte === LESS || byte === BRACE) end = bracketEnd(bytes, at, to);
      if (end > 0) {
        this.add(bracketKind(byte), at + 1, end - 1);
        if (end < to && bytes[end] === COLON) end++;
      } else {
        end = tokenEnd(bytes, at, to);
        const bar = findByte(bytes, at, end, BAR);
        if (bar > at) end = bar;
        this.addToken(bytes, at, bytes[end - 1] === COLON ? end - 1 : end, TOKEN_PART);
      }
      at = end;
    }
  }

  /** Blanks and the signs that divide the parts of a head: `|`, `-`, `--`, `:`, `>` standing alone. */
  #skipSeparators(from: number, to: number): number {
    const bytes = this.#bytes;
    let at = from;
    for (;;) {
      at = skipBlanks(bytes, at, to);
      if (at >= to) return at;
      const byte = bytes[at];
      if (byte === BAR) at++;
      else if (byte === DASH || byte === COLON || byte === GREATER) {
        let end = at + 1;
        while (end < to && bytes[end] === byte) end++;
        if (end < to && !isBlank(bytes[end]) && bytes[end] !== OPEN) return at;
        if (byte === DASH && end - at === 3) this.add(DASHES_PART, at, end);
        at = end;
      } else return at;
    }
  }

  /** A time and no severity: names that are known by what stands around them, then the message. */
  #withoutSeverity(from: number, to: number): boolean {
    const bytes = this.#bytes;
    let at = from;
    if (
      at + 1 < to && (bytes[at] === DASH || bytes[at] === BAR || bytes[at] === COLON) &&
      isBlank(bytes[at + 1])
    ) at = skipBlanks(bytes, at + 1, to);
    else if (at < to && bytes[at] === BAR) at++;
    for (let part = 0; part < 6 && at < to; part++) {
      const next = this.#tail.next(at, to, false);
      if (next < 0) break;
      at = next;
      if (this.#tail.last) break;
    }
    this.message = at;
    return true;
  }

  #afterSeverity(from: number, to: number): boolean {
    const bytes = this.#bytes;
    let at = from;
    if (this.#asItStands) {
      this.message = this.severityFrom;
      return true;
    }
    if (this.#closed) {
      this.#closed = false;
      this.message = skipBlanks(bytes, at, to);
      return true;
    }
    if (this.#android) {
      this.#android = false;
      return this.#androidMessage(at, to);
    }
    if (this.#kernel) {
      this.#kernel = false;
      this.message = skipBlanks(bytes, at, to);
      return true;
    }
    const joined = at + 1 < to && bytes[at] === COLON && !isBlank(bytes[at + 1]);
    if (joined) at = this.#tail.pythonName(at + 1, to);
    const colon = at < to && bytes[at] === COLON;
    if (colon || (at < to && (bytes[at] === CLOSE || bytes[at] === COMMA))) at++;
    if (at < to && bytes[at] === TAB) this.tabbed = true;
    const gap = skipBlanks(bytes, at, to) - at;
    at += gap;
    if (isText(bytes, at, to, "-- ")) return this.#tail.programName(at + 3, to);
    at = this.#tail.separator(at, to);
    const wide = gap > 3;
    for (let part = 0; part < 8 && at < to; part++) {
      if (!this.hasTime) {
        const end = this.#laterTime(at, to);
        if (end >= 0) {
          at = end;
          continue;
        }
      }
      const next = part === 0 && wide ? this.#tail.column(at, to) : -1;
      const end = next >= 0 ? next : this.#tail.next(at, to, true);
      if (end < 0) break;
      at = end;
      if (this.#tail.last) break;
    }
    this.message = at;
    return true;
  }

  /** A time behind the severity, bare or in brackets. */
  #laterTime(at: number, to: number): number {
    const bytes = this.#bytes;
    const inner = bytes[at] === OPEN ? at + 1 : at;
    if (inner >= to || !(isDigit(bytes[inner]) || isMonthLetter(bytes[inner]))) return -1;
    let end = this.#time(inner, to);
    if (end < 0) return -1;
    if (inner > at) {
      this.timeInBrackets = true;
      if (bytes[inner + 5] === BAR) this.pairsApart = true;
      end = this.#restOfBracket(end, to);
      this.#closed = false;
      if (end < 0) return -1;
    }
    if (end < to && (bytes[end] === COMMA || bytes[end] === COLON)) end++;
    return this.#tail.separator(skipBlanks(bytes, end, to), to);
  }

  /** `12345   678 D Tag     : message` */
  #androidMessage(at: number, to: number): boolean {
    const bytes = this.#bytes;
    const start = skipBlanks(bytes, at, to);
    let colon = start;
    while (
      colon < to && colon - start < 100 &&
      !(bytes[colon] === COLON && (colon + 1 >= to || isBlank(bytes[colon + 1])))
    ) colon++;
    if (colon >= to || bytes[colon] !== COLON) {
      this.message = start;
      return true;
    }
    let end = colon;
    while (end > start && isBlank(bytes[end - 1])) end--;
    this.add(NAME_PART, start, end);
    this.message = skipBlanks(bytes, colon + 1, to);
    return true;
  }
}

function bracketAfter(bytes: Uint8Array, at: number, to: number): number {
  const end = bracketEnd(bytes, at, to);
  return end < 0 ? at : end;
}

/** Index of the `]` that closes an open bracket, other pairs passed over; -1 if it is not near. */
function closing(bytes: Uint8Array, at: number, to: number): number {
  let depth = 0;
  for (const end = Math.min(to, at + 160); at < end; at++) {
    if (bytes[at] === OPEN) depth++;
    else if (bytes[at] === CLOSE && depth-- === 0) return at;
  }
  return -1;
}

function hasDivider(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    if (bytes[at] === DASH || bytes[at] === BAR || bytes[at] === COLON) return true;
  }
  return false;
}

/** The first letter of a month or of a day of the week. */
function isMonthLetter(byte: number): boolean {
  return MONTH_LETTERS[byte] === 1;
}

/** No word of a sentence: has a digit or a joint, or stands in brackets. */
function isPrefix(bytes: Uint8Array, from: number, to: number): boolean {
  if (bytes[from] === OPEN || bytes[to - 1] === COLON) return true;
  if (bytes[from] === 0x22 || bytes[from] === BRACE) return false;
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    if (
      isDigit(byte) || byte === DASH || byte === DOT || byte === 0x5f || byte === 0x2f || byte === COLON ||
      byte === AT
    ) {
      return bytes[to - 1] !== DOT && bytes[to - 1] !== COMMA;
    }
  }
  return to - from === 1 || isUpperWord(bytes, from, to);
}

const MONTH_LETTERS = new Uint8Array(256);
for (const letter of "ADFJMNOSTW") MONTH_LETTERS[letter.charCodeAt(0)] = 1;
