import type { Batch } from "../record/batch.ts";
import type { ReadContext } from "./line_format.ts";
import { severityOfLetter, severityOfWord } from "./severity_word.ts";
import {
  bracketEnd,
  COMPOUND,
  IDENTIFIER,
  isBlank,
  isLower,
  isName,
  isNumber,
  isPlainWord,
  isText,
  isUpper,
  isUpperWord,
  nameLikeness,
  NEWLINE,
  PATH,
  skipBlanks,
  sourceColon,
  SPACE,
  TAB,
  tokenEnd,
} from "./text_tokens.ts";
import { readEpoch, readTime } from "./timestamp.ts";
import { endsAt, isDigit, isLetter } from "./timestamp_parts.ts";

/** Kinds of the parts of a head. */
export const TIME_PART = 1;
export const SEVERITY_PART = 2;
export const NUMBER_PART = 3;
/** The inside of brackets, parentheses, angle brackets, braces. */
export const BRACKET_PART = 4;
export const PAREN_PART = 5;
export const ANGLE_PART = 6;
export const BRACE_PART = 7;
/** A logger's name, known as one by what stands around it. */
export const NAME_PART = 8;
/** `file.go:12` */
export const SOURCE_PART = 9;
/** The `---` of Spring Boot. */
export const DASHES_PART = 10;
/** Any other token between time and severity. */
export const TOKEN_PART = 11;
/** What stands before the time. */
export const PREFIX_PART = 12;
/** `host`, `tag` and `pid` of syslog. */
export const HOST_PART = 13;
export const TAG_PART = 14;
/** `user@database` */
export const USER_PART = 15;
export const CONNECTION_PART = 16;

const MAX_PARTS = 24;
/** Tokens before the time, and between time and severity. */
const MAX_PREFIX = 6;
const MAX_BETWEEN = 6;
const MAX_HEAD = 220;

const BAR = 0x7c, COLON = 0x3a, DASH = 0x2d, OPEN = 0x5b, CLOSE = 0x5d, COMMA = 0x2c, PAREN = 0x28;
const GREATER = 0x3e,
  LESS = 0x3c,
  BRACE = 0x7b,
  EQUALS = 0x3d,
  DOT = 0x2e,
  AT = 0x40,
  HASH = 0x23,
  STAR = 0x2a;

/**
 * The head of a line of text: finds time and severity and takes what stands around them into parts, up to
 * where the message begins. One object is used for line after line; nothing is made per line.
 */
export class TextHead {
  count = 0;
  readonly kind = new Uint8Array(MAX_PARTS);
  readonly from = new Int32Array(MAX_PARTS);
  readonly to = new Int32Array(MAX_PARTS);
  severity = 0;
  severityFrom = 0;
  severityTo = 0;
  hasTime = false;
  /** The time stands in brackets. */
  timeInBrackets = false;
  /** Where the message begins. */
  message = 0;
  /** Key=value pairs at the end are set apart from the message by the logger, not written in it. */
  pairsApart = false;
  /** The parts are divided by tabs. */
  tabbed = false;

  #batch!: Batch;
  #bytes!: Uint8Array;
  #row = 0;
  #context!: ReadContext;
  /** Set by `#severityIn`: the whole token or bracket with the severity, and the name joined to it. */
  #wholeTo = 0;
  #nameFrom = 0;
  #nameTo = 0;
  /** The severity stays in the message: it may be a word of it. */
  #weak = false;

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
    this.#bytes = batch.bytes;
    this.#row = row;
    this.#context = context;
    this.count = this.severity = 0;
    this.hasTime =
      this.timeInBrackets =
      this.pairsApart =
      this.tabbed =
        false;
    this.#weak =
      this.#closed =
      this.#kernel =
      this.#android =
      this.#last =
        false;
  }

  add(kind: number, from: number, to: number): void {
    if (this.count === MAX_PARTS || from >= to) return;
    this.kind[this.count] = kind;
    this.from[this.count] = from;
    this.to[this.count++] = to;
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

  #setSeverity(number: number, from: number, to: number): void {
    this.severity = number;
    this.severityFrom = from;
    this.severityTo = to;
    this.add(SEVERITY_PART, from, to);
  }

  // --- what may begin a line -----------------------------------------------------------------------------

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
    this.#setSeverity(number, at, at + 1);
    let nameTo = open;
    while (nameTo > at + 2 && isBlank(bytes[nameTo - 1])) nameTo--;
    this.add(NAME_PART, at + 2, nameTo);
    this.add(NUMBER_PART, pid, end - 1);
    this.message = skipBlanks(bytes, end + 1, to);
    return true;
  }

  /** A severity as the first word of a line without a time before it; index after it, or -1. */
  #leadingSeverity(at: number, to: number): number {
    const bytes = this.#bytes;
    let end = at;
    while (end < to && (isLetter(bytes[end]) || isDigit(bytes[end]))) end++;
    if (end - at < 3 || end - at > 13) return -1;
    const number = severityOfWord(bytes, at, end);
    if (number === 0) return -1;
    const upper = isUpperWord(bytes, at, end);
    const next = end < to ? bytes[end] : NEWLINE;
    const strong = upper ? !isRareName(bytes, at, end) : false;
    if (next === COLON) {
      if (
        !upper &&
        (isCapitalised(bytes, at, end)
          ? number === 17
          : isRareName(bytes, at, end) && !isText(bytes, at, end, "fail"))
      ) {
        return -1;
      }
    } else if (next === OPEN) { // INFO[0012] message, INFO[11-20|08:00:00] message
      if (!upper) return -1;
      return this.#elapsedBracket(at, end, to, number);
    } else if (!strong || !(isBlank(next) || next === BAR)) return -1;
    this.#setSeverity(number, at, end);
    return end;
  }

  #elapsedBracket(at: number, end: number, to: number, number: number): number {
    const bytes = this.#bytes;
    const close = bracketEnd(bytes, end, to, 48);
    if (close < 0) return -1;
    this.#setSeverity(number, at, end);
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
    const found = this.#severityIn(start, close, true);
    if (found !== 0) {
      this.#setSeverity(found, this.severityFrom, this.severityTo);
      start = skipBlanks(bytes, this.#wholeTo, close);
      if (start < close && (bytes[start] === COLON || bytes[start] === 0x2f)) {
        start = skipBlanks(bytes, start + 1, close);
      }
    }
    while (start < close) {
      const end = tokenEnd(bytes, start, close);
      this.#token(start, end, NAME_PART);
      start = skipBlanks(bytes, end, close);
    }
    this.#closed = true;
    return close + 1;
  }

  /** The bracket with the time held the whole head: only the message follows. */
  #closed = false;

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

  #kernel = false;

  /** `[I 2026-11-20 08:00:00.123 app:12] message`, `[I 08:00:00.123 NotebookApp] message` */
  #letterAndTime(at: number, to: number): number {
    const bytes = this.#bytes;
    const number = severityOfLetter(bytes[at]);
    if (number === 0) return -1;
    const end = this.#time(at + 2, to);
    if (end < 0) return -1;
    this.#setSeverity(number, at, at + 1);
    this.timeInBrackets = true;
    return this.#restOfBracket(end, to);
  }

  /** `[INFO]`, `[ WARN ]`, `[INFO 2026-11-20 …]`, `[core:error]`, `[warning][module]` */
  #severityBracket(at: number, to: number): number {
    const bytes = this.#bytes;
    const close = bracketEnd(bytes, at, to);
    if (close < 0) return -1;
    const number = this.#severityIn(at + 1, close - 1, true);
    if (number === 0) return -1;
    this.add(NAME_PART, this.#nameFrom, this.#nameTo);
    this.#setSeverity(number, this.severityFrom, this.severityTo);
    const rest = skipBlanks(bytes, this.#wholeTo, close - 1);
    if (rest < close - 1) {
      const end = this.#time(rest, close - 1);
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
        const number = this.#severityIn(end + 1, close - 1, false);
        if (number !== 0) {
          this.#setSeverity(number, this.severityFrom, this.severityTo);
          return this.#afterSeverity(close, to);
        }
        this.add(BRACKET_PART, end + 1, close - 1);
        end = close;
        if (end < to && bytes[end] === COLON) end++;
        continue;
      }
      const stop = tokenEnd(bytes, end, to);
      const number = token > 0 ? this.#bareSeverity(end, to, false) : 0;
      if (number !== 0 && !this.#weak) {
        this.#setSeverity(number, this.severityFrom, this.severityTo);
        return this.#afterSeverity(this.#wholeTo, to);
      }
      if (token > 0 || !isNumber(bytes, end, stop)) break;
      this.add(PREFIX_PART, end, stop); // milliseconds since the start
      end = stop;
    }
    this.count = start;
    return false;
  }

  #prefixEnd = 0;

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

  // --- after the time ------------------------------------------------------------------------------------

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
    const number = start < to && isLetter(bytes[start]) ? this.#bareSeverity(start, to, true) : 0;
    if (number !== 0) {
      this.add(NAME_PART, this.#nameFrom, this.#nameTo);
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
    this.add(NAME_PART, this.#nameFrom, this.#nameTo);
    return this.#takeSeverity(this.#foundNumber, to, found);
  }

  /** zerolog writes three capitals: its pairs are no part of the message. */
  #takeSeverity(number: number, to: number, start: number): boolean {
    if (
      this.severityTo - this.severityFrom === 3 && start === this.severityFrom &&
      this.#bytes[this.severityTo] === SPACE
    ) {
      this.pairsApart = isUpperWord(this.#bytes, this.severityFrom, this.severityTo);
    }
    if (this.#weak) {
      this.severity = number;
      this.message = start;
      return true;
    }
    this.#setSeverity(number, this.severityFrom, this.severityTo);
    return this.#afterSeverity(this.#wholeTo, to);
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
    this.#setSeverity(number, at, at + 1);
    this.message = at + 2;
    return true;
  }

  #foundNumber = 0;

  /** Finds a severity behind up to six tokens of a head; index where its token begins, or -1. */
  #findSeverity(from: number, to: number): number {
    const bytes = this.#bytes;
    let at = from;
    let plain = 0;
    let numbers = 0;
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
          ? this.#severityIn(at + 1, end - 1, byte === OPEN)
          : 0;
        if (this.#foundNumber !== 0) {
          this.#wholeTo = end;
          return at;
        }
        at = end;
        if (at < to && bytes[at] === COLON) at++;
        continue;
      }
      this.#foundNumber = this.#bareSeverity(at, to, divided);
      if (this.#foundNumber !== 0 && !this.#weak) return at;
      this.#weak = false;
      let end = tokenEnd(bytes, at, to);
      const bar = bytes.subarray(at, end).indexOf(BAR);
      if (bar > 0) end = at + bar;
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
    this.severityFrom = at;
    this.severityTo = this.#wholeTo = at + 1;
    this.#android = true;
    return true;
  }

  #android = false;

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
        const bar = bytes.subarray(at, end).indexOf(BAR);
        if (bar > 0) end = at + bar;
        this.#token(at, bytes[end - 1] === COLON ? end - 1 : end, TOKEN_PART);
      }
      at = end;
    }
  }

  /** Takes a bare token as what it is by itself, else as `kind`. */
  #token(from: number, to: number, kind: number): void {
    const bytes = this.#bytes;
    if (isNumber(bytes, from, to)) this.add(NUMBER_PART, from, to);
    else if (sourceColon(bytes, from, to) >= 0) this.add(SOURCE_PART, from, to);
    else if (nameLikeness(bytes, from, to) >= PATH) this.add(NAME_PART, from, to);
    else if (kind === TOKEN_PART && isUserAtDatabase(bytes, from, to)) this.add(USER_PART, from, to);
    else this.add(kind, from, to);
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
      const next = this.#headPart(at, to, false);
      if (next < 0) break;
      at = next;
    }
    this.message = at;
    return true;
  }

  // --- after the severity --------------------------------------------------------------------------------

  #afterSeverity(from: number, to: number): boolean {
    const bytes = this.#bytes;
    let at = from;
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
    if (joined) at = this.#pythonName(at + 1, to);
    const colon = at < to && bytes[at] === COLON;
    if (colon || (at < to && (bytes[at] === CLOSE || bytes[at] === COMMA))) at++;
    if (at < to && bytes[at] === TAB) this.tabbed = true;
    const gap = skipBlanks(bytes, at, to) - at;
    at += gap;
    if (isText(bytes, at, to, "-- ")) return this.#programName(at + 3, to);
    at = this.#oneSeparator(at, to);
    const wide = gap > 3;
    for (let part = 0; part < 8 && at < to; part++) {
      if (!this.hasTime) {
        const end = this.#laterTime(at, to);
        if (end >= 0) {
          at = end;
          continue;
        }
      }
      const next = part === 0 && wide ? this.#column(at, to) : -1;
      const end = next >= 0 ? next : this.#headPart(at, to, true);
      if (end < 0) break;
      at = end;
      if (this.#last) break;
    }
    this.message = at;
    return true;
  }

  /** `prog: message` or `: message` behind the `--` of Ruby's Logger. */
  #programName(at: number, to: number): boolean {
    const bytes = this.#bytes;
    let colon = at;
    while (
      colon < to && colon - at < 80 &&
      !(bytes[colon] === COLON && (colon + 1 >= to || bytes[colon + 1] === SPACE))
    ) {
      colon++;
    }
    if (colon >= to || bytes[colon] !== COLON) this.message = at;
    else {
      this.add(NAME_PART, at, colon);
      this.message = Math.min(colon + 2, to);
    }
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
    return this.#oneSeparator(skipBlanks(bytes, end, to), to);
  }

  /** `INFO:name:message` of Python's basicConfig. Index of the second colon, or `at` if it is something else. */
  #pythonName(at: number, to: number): number {
    const bytes = this.#bytes;
    let end = at;
    while (end < to && !isBlank(bytes[end]) && bytes[end] !== COLON) end++;
    if (end >= to || bytes[end] !== COLON || !isName(bytes, at, end)) return at;
    this.add(NAME_PART, at, end);
    this.#last = true;
    return end;
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

  /** A name in a column of its own, padded by blanks. */
  #column(at: number, to: number): number {
    const bytes = this.#bytes;
    const end = tokenEnd(bytes, at, to);
    const next = skipBlanks(bytes, end, to);
    if (next - end < 2 || next >= to || !isName(bytes, at, end)) return -1;
    this.add(NAME_PART, at, end);
    this.#last = true;
    return next;
  }

  #oneSeparator(at: number, to: number): number {
    const bytes = this.#bytes;
    if (at + 1 >= to) return at;
    const byte = bytes[at];
    if (byte === BAR) return skipBlanks(bytes, at + 1, to);
    if (byte !== DASH && byte !== GREATER && byte !== COLON) return at;
    let end = at + 1;
    while (end < to && bytes[end] === byte && end - at < 3) end++;
    if (end >= to || !isBlank(bytes[end])) return at;
    if (byte === DASH && end - at === 3) this.add(DASHES_PART, at, end);
    return skipBlanks(bytes, end, to);
  }

  /** The part just read ends the head. */
  #last = false;

  /**
   * Takes one part between severity (or time) and message; index where the next begins, -1 if the message
   * begins here.
   */
  #headPart(at: number, to: number, severe: boolean): number {
    const bytes = this.#bytes;
    this.#last = false;
    const byte = bytes[at];
    if (byte === OPEN || byte === LESS || byte === PAREN || byte === BRACE) {
      return this.#group(at, to, severe);
    }
    const end = tokenEnd(bytes, at, to);
    if (severe && bytes.subarray(at, end).includes(BRACE)) return this.#span(at, to);
    const bar = bytes.subarray(at, end).indexOf(BAR);
    if (bar > 0) {
      if (!this.#barred || !isToken(bytes, at, at + bar)) return -1;
      this.#token(at, at + bar, NAME_PART);
      return skipBlanks(bytes, at + bar + 1, to);
    }
    const next = skipBlanks(bytes, end, to);
    if (end >= to || next >= to) return -1;
    if (severe && isNumber(bytes, at, end) && isText(bytes, next, to, "--- ")) {
      this.add(NUMBER_PART, at, end);
      this.add(DASHES_PART, next, next + 3);
      return skipBlanks(bytes, next + 3, to);
    }
    if (severe && bytes[end - 1] !== COLON) {
      const process = this.#bunyanProcess(at, to);
      if (process >= 0) return process;
    }
    if (isText(bytes, at, to, "in ") && severe) return this.#inModule(next, to);
    // `name - `, `name : `, `name | `, `name > `, `name -- `
    const divider = bytes[next];
    if (divider === DASH || divider === COLON || divider === BAR || divider === GREATER) {
      let after = next + 1;
      if (divider === DASH && after < to && bytes[after] === DASH) after++;
      if (after < to && isBlank(bytes[after])) {
        if (sourceColon(bytes, at, end) >= 0) this.add(SOURCE_PART, at, end);
        else if (
          isNumber(bytes, at, end) && (divider === BAR || divider === DASH) && this.#dividers(divider)
        ) {
          this.add(NUMBER_PART, at, end);
        } else if (this.#named || isUpperWord(bytes, at, end)) return -1;
        else if (severe ? !isName(bytes, at, end) : nameLikeness(bytes, at, end) < IDENTIFIER) return -1;
        else this.add(NAME_PART, at, end);
        this.#last = divider === COLON || divider === GREATER;
        return skipBlanks(bytes, after, to);
      }
    }
    if (bytes[end - 1] === COLON) return this.#colonName(at, end - 1, next, severe);
    if (this.tabbed && bytes[end] === TAB && isName(bytes, at, end)) {
      if (sourceColon(bytes, at, end) >= 0) this.add(SOURCE_PART, at, end);
      else if (nameLikeness(bytes, at, end) >= IDENTIFIER) this.add(NAME_PART, at, end);
      else return -1;
      return next;
    }
    if (bytes[end - 1] === CLOSE && !severe) return -1;
    if (severe && sourceColon(bytes, at, end) >= 0) {
      this.add(SOURCE_PART, at, end);
      return next;
    }
    if (!severe && isUserAtDatabase(bytes, at, end) && this.count > 1) {
      this.add(USER_PART, at, end);
      return next;
    }
    if (!severe) return this.#hostAndTag(at, end, next, to);
    if (isPackage(bytes, at, end, bytes[next])) {
      this.add(NAME_PART, at, end);
      return next;
    }
    return -1;
  }

  /** `123#456: *789 ` of nginx: process, thread, connection. */
  #nginxProcess(at: number, to: number): number {
    const bytes = this.#bytes;
    let hash = at;
    while (hash < to && isDigit(bytes[hash])) hash++;
    if (hash >= to || bytes[hash] !== HASH) return -1;
    let end = hash + 1;
    while (end < to && isDigit(bytes[end])) end++;
    if (end === hash + 1 || !isText(bytes, end, to, ": ")) return -1;
    this.add(NUMBER_PART, at, hash);
    this.add(NUMBER_PART, hash + 1, end);
    this.#last = true;
    end += 2;
    if (end >= to || bytes[end] !== STAR) return end;
    let connection = end + 1;
    while (connection < to && isDigit(bytes[connection])) connection++;
    if (connection === end + 1 || connection >= to || bytes[connection] !== SPACE) return end;
    this.add(CONNECTION_PART, end + 1, connection);
    return connection + 1;
  }

  /** `name/123 on host: ` of bunyan's command. */
  #bunyanProcess(at: number, to: number): number {
    const bytes = this.#bytes;
    const end = tokenEnd(bytes, at, to);
    if (!isText(bytes, end, to, " on ")) return -1;
    const colon = tokenEnd(bytes, end + 4, to) - 1;
    if (colon <= end + 4 || colon + 1 >= to || bytes[colon] !== COLON) return -1;
    let slash = end - 1;
    while (slash > at && isDigit(bytes[slash])) slash--;
    if (slash === end - 1 || slash === at || bytes[slash] !== 0x2f) return -1;
    this.add(TAG_PART, at, slash);
    this.add(NUMBER_PART, slash + 1, end);
    this.add(HOST_PART, end + 4, colon);
    this.#last = true;
    return skipBlanks(bytes, colon + 1, to);
  }

  /** A logger's name was found already. */
  get #named(): boolean {
    for (let part = 0; part < this.count; part++) {
      if (this.kind[part] === NAME_PART || this.kind[part] === TOKEN_PART) return true;
    }
    return false;
  }

  get #barred(): boolean {
    const bytes = this.#bytes;
    const last = this.count - 1;
    return last >= 0 && (bytes[this.to[last]] === BAR || bytes[this.to[last] + 1] === BAR);
  }

  #dividers(divider: number): boolean {
    return divider === BAR || this.#bytes[this.to[this.count - 1] + 1] === divider;
  }

  /** `ERROR in module: message` of Flask. */
  #inModule(at: number, to: number): number {
    const bytes = this.#bytes;
    const end = tokenEnd(bytes, at, to);
    if (end >= to || bytes[end - 1] !== COLON || !isName(bytes, at, end - 1)) return -1;
    this.add(NAME_PART, at, end - 1);
    this.#last = true;
    return end + 1;
  }

  /** A span of tracing: `name{a=1 b=2}: ` or `name{a=1}:other{b=2}: ` */
  #span(at: number, to: number): number {
    const bytes = this.#bytes;
    const open = bytes.indexOf(BRACE, at);
    if (!isName(bytes, at, open)) return -1;
    const end = bracketEnd(bytes, open, to);
    if (end < 0 || end >= to || bytes[end] !== COLON) return -1;
    this.add(BRACE_PART, open + 1, end - 1);
    return skipBlanks(bytes, end + 1, to);
  }

  /** `name: `, `file.go:12: `, `tag[123]: ` */
  #colonName(from: number, colon: number, next: number, severe: boolean): number {
    const bytes = this.#bytes;
    const source = sourceColon(bytes, from, colon);
    if (source >= 0) {
      this.add(SOURCE_PART, from, colon);
      return next;
    }
    if (bytes[colon - 1] === CLOSE && this.#tag(from, colon)) {
      this.#last = true;
      return next;
    }
    const likeness = nameLikeness(bytes, from, colon);
    const least = severe && this.#severityBesideTime() ? IDENTIFIER : COMPOUND;
    if (likeness < least || isCommonWord(bytes, from, colon)) return -1;
    this.add(NAME_PART, from, colon);
    this.#last = true;
    if (severe && this.#tracing()) this.pairsApart = true;
    return next;
  }

  #severityBesideTime(): boolean {
    const count = this.count;
    for (let part = 0; part + 1 < count; part++) {
      if (this.kind[part] === TIME_PART && this.kind[part + 1] === SEVERITY_PART) return true;
    }
    return false;
  }

  /** tracing-subscriber writes microseconds, Z, and the severity padded to five letters. */
  #tracing(): boolean {
    const row = this.#row;
    const batch = this.#batch;
    return batch.fraction[row] >= 6 && this.#bytes[batch.timeTo[row] - 1] === 0x5a &&
      batch.timeTo[row] + 6 === this.severityTo;
  }

  /** `name[123]` as a tag and its process. */
  #tag(from: number, to: number): boolean {
    const bytes = this.#bytes;
    let open = to - 2;
    while (open > from && isDigit(bytes[open])) open--;
    if (open <= from || bytes[open] !== OPEN || open === to - 2 || !isLetter(bytes[from])) return false;
    this.add(TAG_PART, from, open);
    this.add(NUMBER_PART, open + 1, to - 1);
    return true;
  }

  /** `host name[123]: message` */
  #hostAndTag(from: number, to: number, next: number, end: number): number {
    const bytes = this.#bytes;
    const tagEnd = tokenEnd(bytes, next, end);
    if (tagEnd >= end || bytes[tagEnd - 1] !== COLON || bytes[tagEnd - 2] !== CLOSE) return -1;
    if (!isToken(bytes, from, to)) return -1;
    const count = this.count;
    this.add(HOST_PART, from, to);
    if (!this.#tag(next, tagEnd - 1)) {
      this.count = count;
      return -1;
    }
    this.#last = true;
    return skipBlanks(bytes, tagEnd, end);
  }

  /** `[thread]`, `(file:12)`, `<0.1.0>`, `{a=b}`: index after it and what divides it from the next part. */
  #group(at: number, to: number, severe: boolean): number {
    const bytes = this.#bytes;
    const end = bracketEnd(bytes, at, to);
    if (end < 0 || end >= to || end - at < 3) return -1;
    const byte = bytes[at];
    const from = skipBlanks(bytes, at + 1, end - 1);
    let inner = end - 1;
    while (inner > from && isBlank(bytes[inner - 1])) inner--;
    if (from === inner) return -1;
    const after = bytes[end];
    if (
      !isBlank(after) && after !== COLON && after !== OPEN && after !== BAR && after !== DASH &&
      after !== NEWLINE && after !== COMMA
    ) return -1;
    if (byte === LESS) {
      for (let each = from; each < inner; each++) if (!isDigit(bytes[each]) && bytes[each] !== DOT) return -1;
    } else if (byte === BRACE) {
      if (bytes[from] === 0x22 || !bytes.subarray(from, inner).includes(EQUALS)) return -1;
    } else if (byte === PAREN) {
      const divided = after === COLON || bytes[end + 1] === DASH || isDigit(bytes[inner - 1]);
      if (!divided || !isToken(bytes, from, tokenEnd(bytes, from, inner))) return -1;
    } else if (
      bytes[from] === 0x22 || bytes[from] === BRACE || bytes[from] === OPEN ||
      hasColonBlank(bytes, from, inner)
    ) {
      return -1;
    }
    this.add(bracketKind(byte), from, inner);
    let next = end;
    if (after === COLON || after === COMMA) {
      next++;
      this.#last = severe && after === COLON && byte !== OPEN;
    }
    return this.#oneSeparator(skipBlanks(bytes, next, to), to);
  }

  // --- severities ----------------------------------------------------------------------------------------

  /**
   * The severity in a bracket: alone, padded, before a time, or after a module (`core:error`). Sets
   * severityFrom/To and #wholeTo; 0 if there is none.
   */
  #severityIn(from: number, to: number, mixed: boolean): number {
    const bytes = this.#bytes;
    this.#nameFrom = this.#nameTo = from;
    const start = skipBlanks(bytes, from, to);
    let end = start;
    while (end < to && (isLetter(bytes[end]) || isDigit(bytes[end]))) end++;
    let number = severityOfWord(bytes, start, end);
    if (number === 0 && end === start + 1 && isUpper(bytes[start])) number = severityOfLetter(bytes[start]);
    const rest = skipBlanks(bytes, end, to);
    if (
      number !== 0 &&
      (rest === to ||
        (mixed &&
          (isBlank(bytes[end]) || bytes[end] === COLON || bytes[end] === DASH || bytes[end] === 0x2f)))
    ) {
      if (rest < to && !isUpperWord(bytes, start, end)) return 0;
      this.severityFrom = start;
      this.severityTo = this.#wholeTo = end;
      return number;
    }
    if (!mixed || rest >= to || (bytes[end] !== COLON && bytes[end] !== 0x5f && bytes[end] !== DOT)) return 0;
    // module:level, channel.LEVEL
    let colon = to - 1;
    while (colon > start && isLetter(bytes[colon])) colon--;
    if (bytes[colon] !== COLON && bytes[colon] !== DOT) return 0;
    number = severityOfWord(bytes, colon + 1, to);
    if (number === 0 || !isName(bytes, start, colon)) return 0;
    this.#nameFrom = start;
    this.#nameTo = colon;
    this.severityFrom = colon + 1;
    this.severityTo = this.#wholeTo = to;
    return number;
  }

  /**
   * The severity that is the bare token at `at`; `direct` when a time or a divider stands before it. Sets
   * severityFrom/To and #wholeTo; #weak if it may as well be a word of the message; 0 if there is none.
   */
  #bareSeverity(at: number, to: number, direct: boolean): number {
    const bytes = this.#bytes;
    this.#weak = false;
    this.#nameFrom = this.#nameTo = at;
    let end = at;
    while (end < to && (isLetter(bytes[end]) || (end > at && isDigit(bytes[end])))) end++;
    const next = end < to ? bytes[end] : NEWLINE;
    const number = severityOfWord(bytes, at, end);
    if (number === 0) {
      return next === DOT || next === 0x5f || next === DASH
        ? this.#channelSeverity(at, to)
        : this.#phpSeverity(at, end, to);
    }
    if (
      !isBlank(next) && next !== COLON && next !== BAR && next !== NEWLINE && next !== COMMA &&
      next !== CLOSE && next !== OPEN && next !== GREATER && next !== PAREN
    ) {
      return next === DOT ? this.#channelSeverity(at, to) : 0;
    }
    if (next === OPEN && end + 1 < to && bytes[end + 1] !== SPACE && !isUpperWord(bytes, at, end)) return 0;
    this.severityFrom = at;
    this.severityTo = this.#wholeTo = end;
    if (isUpperWord(bytes, at, end)) {
      if (direct || !isRareName(bytes, at, end)) {
        {
          const plain = isRareWord(bytes, at, end) && next !== COLON && next !== BAR;
          return plain && !(end + 1 < to && bytes[end + 1] === OPEN) ? 0 : number;
        }
      }
      return next === COLON && !isNote(bytes, at, end) ? number : 0;
    }
    if (!direct) return 0;
    if (next === COLON) return isNote(bytes, at, end) ? 0 : number;
    if (next !== SPACE) return number;
    const after = end + 1 < to ? bytes[end + 1] : NEWLINE;
    if (
      after === SPACE || after === TAB || after === BAR || after === OPEN ||
      (after === DASH && bytes[end + 2] === SPACE)
    ) return isRareName(bytes, at, end) ? 0 : number;
    if (isRareName(bytes, at, end)) return 0;
    if (number !== 17 && number !== 13 && number <= 13 && number !== 10) return number;
    // "error connecting to …" may be a sentence: severe all the same, and the body keeps it.
    if (number === 13 && end - at === 4) return number;
    this.#weak = true;
    return number;
  }

  /** `app.ERROR: ` of Monolog: the channel and the severity. */
  #channelSeverity(at: number, to: number): number {
    const bytes = this.#bytes;
    let end = tokenEnd(bytes, at, Math.min(to, at + 80));
    if (end - at < 5 || bytes[end - 1] !== COLON) return 0;
    end--;
    let dot = end - 1;
    while (dot > at && isUpper(bytes[dot])) dot--;
    if (bytes[dot] !== DOT || dot === at || !isName(bytes, at, dot)) return 0;
    const number = severityOfWord(bytes, dot + 1, end);
    if (number === 0) return 0;
    this.#nameFrom = at;
    this.#nameTo = dot;
    this.severityFrom = dot + 1;
    this.severityTo = end;
    this.#wholeTo = end;
    return number;
  }

  /** `PHP Warning:  ` and its kin. */
  #phpSeverity(at: number, end: number, to: number): number {
    const bytes = this.#bytes;
    if (end - at !== 3 || !isText(bytes, at, to, "PHP ")) return 0;
    let colon = at + 4;
    while (colon < to && colon < at + 40 && (isLetter(bytes[colon]) || bytes[colon] === SPACE)) colon++;
    if (colon >= to || bytes[colon] !== COLON) return 0;
    this.severityFrom = at + 4;
    this.severityTo = this.#wholeTo = colon;
    if (
      isText(bytes, at + 4, colon, "Fatal") || isText(bytes, at + 4, colon, "Core") ||
      isText(bytes, at + 4, colon, "Compile")
    ) return 21;
    if (isText(bytes, at + 4, colon, "Parse") || isText(bytes, at + 4, colon, "Recoverable")) return 17;
    if (isText(bytes, at + 4, colon, "Deprecated")) return 10;
    return severityOfWord(bytes, at + 4, colon);
  }
}

function bracketKind(byte: number): number {
  return byte === OPEN ? BRACKET_PART : byte === PAREN ? PAREN_PART : byte === LESS ? ANGLE_PART : BRACE_PART;
}

/** `key: value`: what a message says, not its head. */
function hasColonBlank(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from + 1; at < to; at++) if (bytes[at] === SPACE && bytes[at - 1] === COLON) return true;
  return false;
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
  return "ADFJMNOSTW".includes(String.fromCharCode(byte));
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

/** Visible ASCII without quotes, brackets and braces. */
function isToken(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    if (
      byte <= SPACE || byte === 0x22 || byte === 0x27 || byte === BRACE || byte === 0x7d || byte === COMMA
    ) return false;
  }
  return from < to;
}

function isUserAtDatabase(bytes: Uint8Array, from: number, to: number): boolean {
  const at = bytes.subarray(from, to).indexOf(AT);
  return at > 0 && at < to - from - 1 && bytes[to - 1] !== COMMA && bytes[to - 1] !== DOT;
}

function isCapitalised(bytes: Uint8Array, from: number, to: number): boolean {
  return isUpper(bytes[from]) && to - from > 1 && isLower(bytes[from + 1]);
}

/** A path of names followed by a blank: by its root, by its class at the end, or by the bracket behind it. */
function isPackage(bytes: Uint8Array, from: number, to: number, next: number): boolean {
  if (nameLikeness(bytes, from, to) !== PATH || bytes[to - 1] === DOT) return false;
  let dots = 0;
  let last = from;
  for (let at = from; at < to; at++) {
    if (bytes[at] === DOT || bytes[at] === COLON) {
      dots++;
      last = at + 1;
    }
  }
  if (next === OPEN) return true;
  if (dots < 2) return false;
  if (isUpper(bytes[last])) return true;
  return ROOTS.some((root) => isText(bytes, from, to, root));
}

const ROOTS = ["com.", "org.", "net.", "io.", "java.", "javax.", "jakarta.", "de.", "dev."];

/** Severity names that are words or other things elsewhere. */
const RARE = new Set([
  "all",
  "note",
  "log",
  "success",
  "fail",
  "failure",
  "fine",
  "config",
  "conf",
  "spam",
  "verb",
  "deb",
  "inf",
  "silly",
  "noti",
]);

function wordOf(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to)).toLowerCase();
}

function isRareName(bytes: Uint8Array, from: number, to: number): boolean {
  return COMMON_START[bytes[from] | 0x20] === 1 && RARE.has(wordOf(bytes, from, to));
}

const COMMON_START = new Uint8Array(256);
for (const word of RARE) COMMON_START[word.charCodeAt(0)] = 1;

/** Of those, the ones that in capitals need a colon behind them. */
function isRareWord(bytes: Uint8Array, from: number, to: number): boolean {
  const byte = bytes[from] | 0x20;
  if (byte !== 0x61 && byte !== 0x6e && byte !== 0x6c && byte !== 0x73) return false;
  const word = wordOf(bytes, from, to);
  return word === "all" || word === "note" || word === "log" || word === "success";
}

function isNote(bytes: Uint8Array, from: number, to: number): boolean {
  const byte = bytes[from] | 0x20;
  if (byte !== 0x6e && byte !== 0x61 && byte !== 0x66) return false;
  const word = wordOf(bytes, from, to);
  return word === "note" || word === "all" || word === "fine";
}

const COMMON_WORDS = new Set([
  "error",
  "exception",
  "warning",
  "failed",
  "failure",
  "note",
  "usage",
  "reason",
  "caused",
  "http",
  "https",
  "message",
  "status",
  "result",
  "panic",
]);

/** Words that begin messages with a colon behind them. */
function isCommonWord(bytes: Uint8Array, from: number, to: number): boolean {
  return to - from <= 9 && isPlainWord(bytes, from, to) && COMMON_WORDS.has(wordOf(bytes, from, to));
}
