import { DEBUG } from "../../../record/severity.ts";
import { severityOfLetter, severityOfWord } from "../../severity_word.ts";
import { afterPicture } from "../loggers/text_cli.ts";
import { isSpan } from "../attributes/text_threads.ts";
import { isThread } from "./text_dividers.ts";
import {
  AT,
  BAR,
  BRACE,
  BRACKET_PART,
  bracketKind,
  CLOSE,
  COLON,
  COMMA,
  CONTEXT_PART,
  DASH,
  DASHES_PART,
  DOT,
  EQUALS,
  FILE_PART,
  GREATER,
  HASH,
  type HeadParts,
  HOST_PART,
  LESS,
  LINE_PART,
  NAME_PART,
  NUMBER_PART,
  OPEN,
  PAREN,
  QUOTE,
  SLASH,
  TAG_PART,
  TILDE,
  TIME_PART,
  TOKEN_PART,
  UNDERSCORE,
  USER_PART,
} from "../text_parts.ts";
import type { SeverityFinder } from "./text_severity.ts";
import {
  bracketEnd,
  COMPOUND,
  findByte,
  isAddress,
  isBlank,
  isDecimal,
  isFileName,
  isLower,
  isName,
  isNumber,
  isPlainWord,
  isText,
  isUpper,
  isUpperWord,
  isUuid,
  nameLikeness,
  parenthesesColon,
  PATH,
  skipBlanks,
  sourceColon,
  SPACE,
  TAB,
  tokenEnd,
} from "../text_tokens.ts";
import { digitsEnd, isDigit } from "../../time/timestamp_parts.ts";

/** Tokens between time and severity, and bytes. */
const MAX_BETWEEN = 6;
const MAX_HEAD = 220;
/** How wide severities are padded. */
const SEVERITY_COLUMN = 8;
/** What stands before the number of a line in brackets. */
const LINE = "line:";

/** Finds the severity behind other parts of a head, and takes those. */
export class HeadBetween {
  /** The severity that `find` has found. */
  number = 0;
  readonly #parts: HeadParts;
  readonly #finder: SeverityFinder;

  constructor(parts: HeadParts, finder: SeverityFinder) {
    this.#parts = parts;
    this.#finder = finder;
  }

  /** Finds a severity behind up to six tokens of a head; index where its token begins, or -1. */
  find(from: number, to: number): number {
    const bytes = this.#parts.bytes;
    let at = from;
    let plain = 0;
    let numbers = 0;
    let bracketed = false;
    // Behind a measured value (`-8.621e-06 N`) a letter is no severity.
    let isWhole = true;
    for (let token = 0; token <= MAX_BETWEEN; token++) {
      const before = at;
      at = this.skipSeparators(at, to);
      const divided = at > before &&
        (bytes[before] === BAR || bytes[before] === TAB || hasDivider(bytes, before, at));
      if (at >= to || at - from > MAX_HEAD) return -1;
      const byte = bytes[at];
      if (byte === OPEN || byte === PAREN || byte === LESS || byte === BRACE) {
        const end = bracketEnd(bytes, at, to);
        if (end < 0) return -1;
        this.number = this.#finder.inBracket(at + 1, end - 1, byte === OPEN);
        if (this.number !== 0) {
          this.#finder.wholeTo = end;
          return at;
        }
        at = end;
        if (at < to && bytes[at] === COLON) at++;
        bracketed = true;
        continue;
      }
      const wordTo = isUpper(byte) ? tokenEnd(bytes, at, to) : at;
      // java.util.logging's `shop.Db FINE - message`
      const isBefore = token > 0 && isText(bytes, wordTo, to, " - ");
      const isColumn = wordTo > at && (numbers > 0 || isBefore) && isUpperWord(bytes, at, wordTo);
      this.number = this.#finder.bare(at, to, divided || isColumn);
      if (this.number === 0 && token === 1 && plain === 1) this.number = this.#column(at, to);
      if (this.number === 0 && (bracketed || numbers > 0)) this.number = this.#finder.beforeColon(at, to);
      if (this.number === 0 && numbers > 0) this.number = this.#padded(at, to);
      if (this.number === 0 && token === 0) this.number = this.#categorised(at, to);
      bracketed = false;
      if (this.number !== 0 && !this.#finder.weak) return at;
      this.#finder.weak = false;
      let end = tokenEnd(bytes, at, to);
      const bar = findByte(bytes, at, end, BAR);
      if (bar > at) end = bar;
      if (end === at + 1 && isUpper(byte)) {
        if (numbers > 0 && isWhole && this.#androidTag(at, to, numbers)) return at;
        if ((token > 0 || bytes[before] === BAR) && this.#barredLetter(at, to)) return at;
      }
      const equals = findByte(bytes, at, end, EQUALS);
      // What stands within a value's quotes (`msg="rpc error: …"`) is no head.
      if (equals > at && bytes[equals + 1] === QUOTE && findByte(bytes, equals + 2, end, QUOTE) < 0) {
        return -1;
      }
      if (bytes[end - 1] === CLOSE || equals > at) bracketed = true;
      isWhole = byte !== DASH && findByte(bytes, at, end, DOT) < 0;
      if (
        isNumber(bytes, at, end) || isProcessAndThread(bytes, at, end) || isDecimal(bytes, at, end) ||
        isAddress(bytes, at, end) || isUuid(bytes, at, end)
      ) {
        numbers++;
      } else if (!isUpperWord(bytes, at, end) && !isThread(bytes, at, end)) {
        if (token === 0 && byte === SLASH && isSeverityBehind(bytes, end, to)) {
          at = end;
          continue;
        }
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

  /** `123:456 info     message`: a small severity behind a number, in a column of eight. */
  #padded(at: number, to: number): number {
    const { bytes } = this.#parts;
    const end = tokenEnd(bytes, at, to);
    if (!isLower(bytes[at]) || skipBlanks(bytes, end, to) !== at + SEVERITY_COLUMN + 1) return 0;
    const number = severityOfWord(bytes, at, end);
    if (number === 0) return 0;
    this.#finder.place(at, end);
    this.#finder.weak = false;
    return number;
  }

  /** `Server Notice    message`: a severity with a capital in a column behind a word with one. */
  #column(at: number, to: number): number {
    const { bytes } = this.#parts;
    const end = tokenEnd(bytes, at, to);
    if (!isUpper(bytes[at]) || skipBlanks(bytes, end, to) - end < 2) return 0;
    if (severityOfWord(bytes, at, end) === 0) return 0;
    return this.#finder.bare(at, to, true);
  }

  /** `general: info: message` of BIND: a category before the severity; its colon ends both. */
  #categorised(at: number, to: number): number {
    const { bytes } = this.#parts;
    const end = tokenEnd(bytes, at, to);
    if (end >= to || bytes[end - 1] !== COLON || !isName(bytes, at, end - 1)) return 0;
    const number = this.#finder.beforeColon(end + 1, to) || this.#debugLevel(end + 1, to);
    if (number === 0) return 0;
    this.#finder.name(at, end - 1);
    this.#finder.weak = false;
    // Behind both the message begins, whatever word and colon it begins with.
    this.#parts.closed = true;
    return number;
  }

  /** BIND's `debug 1:` */
  #debugLevel(at: number, to: number): number {
    const { bytes } = this.#parts;
    const digit = at + 6;
    if (!isText(bytes, at, to, "debug ") || !isDigit(bytes[digit]) || bytes[digit + 1] !== COLON) return 0;
    this.#finder.place(at, digit + 1);
    return DEBUG;
  }

  /** `unbound[123:0]`: a tag, its process and its thread. */
  #takeTag(from: number, open: number, to: number): void {
    const { bytes } = this.#parts;
    const process = digitsEnd(bytes, open + 1, to);
    // coloredlogs' `host shop.db[123]`
    const last = this.#parts.count - 1;
    if (
      last > 0 && (this.#parts.kind[last] === TOKEN_PART || this.#parts.kind[last] === NAME_PART) &&
      this.#parts.kind[last - 1] === TIME_PART
    ) {
      this.#parts.kind[last] = HOST_PART;
    }
    this.#parts.add(nameLikeness(bytes, from, open) === PATH ? NAME_PART : TAG_PART, from, open);
    this.#parts.add(NUMBER_PART, open + 1, process);
    if (bytes[process] === COLON && isNumber(bytes, process + 1, to)) {
      this.#parts.add(NUMBER_PART, process + 1, to);
    }
  }

  /** `conserver (42):`, a program and its process behind it; false if something else stands there. */
  #takeProcess(from: number, end: number, to: number): boolean {
    const { bytes } = this.#parts;
    const colon = bytes[end] === SPACE ? parenthesesColon(bytes, end + 1, to) : -1;
    if (colon < 0 || !isNumber(bytes, end + 2, colon - 1) || !isName(bytes, from, end)) return false;
    this.#parts.add(TAG_PART, from, end);
    this.#parts.add(NUMBER_PART, end + 2, colon - 1);
    return true;
  }

  /** `main.py[line:12]`: a file or a module, and the line. */
  #takePlace(from: number, open: number, to: number): void {
    this.#parts.add(isFileName(this.#parts.bytes, from, open) ? FILE_PART : NAME_PART, from, open);
    this.#parts.add(LINE_PART, open + LINE.length + 1, to);
  }

  /** Whether a token may stand between time and severity: a name, an address, `file.go:12:`, a pair. */
  #between(from: number, to: number): boolean {
    const bytes = this.#parts.bytes;
    const byte = bytes[from];
    // A path is the message's, if it is not the place that Go's log names.
    if (byte === SLASH) {
      return (bytes[to - 1] === COLON && sourceColon(bytes, from, to - 1) >= 0) ||
        lineBracket(bytes, from, to) >= 0;
    }
    if (byte === QUOTE || byte === 0x27) return false;
    if (bytes[to - 1] === CLOSE && findByte(bytes, from, to, OPEN) > from) return true;
    if (bytes[to - 1] === COLON) {
      return sourceColon(bytes, from, to - 1) >= 0 || nameLikeness(bytes, from, to - 1) >= COMPOUND;
    }
    for (let at = from; at < to; at++) {
      const each = bytes[at];
      if (
        isDigit(each) || each === UNDERSCORE || each === DOT || each === AT || each === COLON ||
        each === EQUALS ||
        each === DASH || each === SLASH || each === HASH
      ) {
        return bytes[to - 1] !== COMMA && bytes[to - 1] !== DOT;
      }
    }
    return false;
  }

  /** `D Tag: message` behind process and thread: the single letter is a severity. */
  #androidTag(at: number, to: number, numbers: number): boolean {
    const bytes = this.#parts.bytes;
    const number = severityOfLetter(bytes[at]);
    if (number === 0 || (at + 1 < to && bytes[at + 1] !== SPACE) || bytes[at + 2] === BAR) return false;
    this.number = number;
    this.#finder.place(at, at + 1);
    this.#parts.android = numbers > 1;
    return true;
  }

  /** etcd's `[main.go:12] I | main: message`, easylogging++'s `| I | message`, `|1132|I|shop.db|message` */
  #barredLetter(at: number, to: number): boolean {
    const { bytes } = this.#parts;
    const isCell = (bytes[at - 1] === BAR && bytes[at + 1] === BAR) || isText(bytes, at + 1, to, " | ");
    const number = isCell ? severityOfLetter(bytes[at]) : 0;
    if (number === 0) return false;
    this.number = number;
    this.#finder.place(at, at + 1);
    return true;
  }

  /** Takes the tokens of [from, to) as parts. */
  take(from: number, to: number): void {
    const bytes = this.#parts.bytes;
    let at = from;
    for (;;) {
      at = this.skipSeparators(at, to);
      if (at >= to) return;
      const byte = bytes[at];
      let end = -1;
      if (byte === OPEN || byte === PAREN || byte === LESS || byte === BRACE) end = bracketEnd(bytes, at, to);
      if (end > 0 && bytes[end] === AT && isText(bytes, at, to, "[unknown]@")) {
        end = tokenEnd(bytes, end, to);
        this.#parts.add(USER_PART, at, end);
      } else if (end > 0) {
        this.#parts.add(bracketKind(byte), at + 1, end - 1);
        if (end < to && bytes[end] === COLON) end++;
      } else {
        // A control character is a token's as well.
        end = tokenEnd(bytes, at + 1, to);
        const bar = findByte(bytes, at, end, BAR);
        if (bar > at) end = bar;
        // flexi_logger's `T[main]`
        const open = bytes[end - 1] === CLOSE ? findByte(bytes, at, end, OPEN) : -1;
        if (open > at && isDigit(bytes[open + 1])) this.#takeTag(at, open, end - 1);
        else if (open > at && lineBracket(bytes, at, end) === open) this.#takePlace(at, open, end - 1);
        else if (open > at) this.#parts.add(BRACKET_PART, open + 1, end - 1);
        else if (afterPicture(bytes, at, to) > at) end = tokenEnd(bytes, at, to);
        else if (isProcessAndThread(bytes, at, end)) {
          const colon = findByte(bytes, at, end, COLON);
          this.#parts.add(NUMBER_PART, at, colon);
          this.#parts.add(NUMBER_PART, colon + 1, end);
        } else if (this.#takeProcess(at, end, to)) {
          end = tokenEnd(bytes, end + 1, to);
        } else if (isDigit(byte) && isSpan(bytes, at, end)) this.#parts.add(CONTEXT_PART, at, end);
        else this.#parts.addToken(bytes, at, bytes[end - 1] === COLON ? end - 1 : end, TOKEN_PART);
      }
      at = end;
    }
  }

  /** Blanks and the signs that divide the parts of a head: `|`, `-`, `--`, `:`, `>` standing alone. */
  skipSeparators(from: number, to: number): number {
    const bytes = this.#parts.bytes;
    let at = from;
    for (;;) {
      at = skipBlanks(bytes, at, to);
      if (at >= to) return at;
      const byte = bytes[at];
      if (byte === BAR) at++;
      // logback's own `|-INFO in`
      else if (byte === DASH && at > from && bytes[at - 1] === BAR && !isBlank(bytes[at + 1])) at++;
      else if (byte === TILDE && at + 1 < to && isBlank(bytes[at + 1])) at++;
      else if (byte === DASH || byte === COLON || byte === GREATER || byte === SLASH) {
        let end = at + 1;
        while (end < to && bytes[end] === byte) end++;
        // `func -> INFO`
        if (byte === DASH && end === at + 1 && bytes[end] === GREATER) end++;
        if (end < to && !isBlank(bytes[end]) && bytes[end] !== OPEN) return at;
        if (byte === DASH && end - at === 3) this.#parts.add(DASHES_PART, at, end);
        at = end;
      } else if (byte === 0xc2 && at + 2 < to && isBlank(bytes[at + 2])) at += 2; // ¦, ·, »
      else if (byte === 0xe2 && at + 3 < to && isBlank(bytes[at + 3])) at += 3; // ▶, ›, →, │, •
      else return at;
    }
  }
}

/** Puppet's `/Stage[main]/File[/etc/motd]/ensure (notice): `: [at, …) is what stands behind the path. */
function isSeverityBehind(bytes: Uint8Array, at: number, to: number): boolean {
  const colon = parenthesesColon(bytes, at + 1, to);
  return colon > 0 && severityOfWord(bytes, at + 2, colon - 1) !== 0;
}

function hasDivider(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    if (bytes[at] === DASH || bytes[at] === BAR || bytes[at] === COLON || bytes[at] === SLASH) return true;
  }
  return false;
}

/** `123:456` */
function isProcessAndThread(bytes: Uint8Array, from: number, to: number): boolean {
  const colon = findByte(bytes, from, to, COLON);
  return colon > from && isNumber(bytes, from, colon) && isNumber(bytes, colon + 1, to);
}

/** Where the bracket of `main.py[line:12]` opens that ends [from, to); -1 if none does. */
function lineBracket(bytes: Uint8Array, from: number, to: number): number {
  if (bytes[to - 1] !== CLOSE) return -1;
  const open = findByte(bytes, from, to, OPEN);
  if (open <= from || !isText(bytes, open + 1, to, LINE)) return -1;
  return isNumber(bytes, open + 1 + LINE.length, to - 1) ? open : -1;
}
