import { INFO } from "../../../record/severity.ts";
import { RARE_IN_CAPITALS, rarityOfWord, severityOfLetter, severityOfWord } from "../../severity_word.ts";
import type { HeadBetween } from "./text_between.ts";
import type { HeadBrackets } from "./text_brackets.ts";
import {
  AT,
  BAR,
  BRACKET_PART,
  CLOSE,
  CLOSE_PAREN,
  COLON,
  DASH,
  GREATER,
  HASH,
  type HeadParts,
  LESS,
  NAME_PART,
  OPEN,
  PAREN,
  PREFIX_PART,
  SLASH,
  TIME_PART,
} from "../text_parts.ts";
import { takeNameAndSeverity } from "../loggers/text_joined.ts";
import { gluedDate, isBeforeAccessDate } from "./glued_date.ts";
import { isPrefix } from "../text_names.ts";
import type { SeverityFinder } from "./text_severity.ts";
import { type HeadTimes, isMonthLetter } from "./text_times.ts";
import {
  bracketEnd,
  findByte,
  IDENTIFIER,
  isBlank,
  isFileName,
  isHex,
  isLower,
  isName,
  isNumber,
  isPlainWord,
  isText,
  isUpper,
  isUpperWord,
  nameLikeness,
  PATH,
  skipBlanks,
  SPACE,
  TAB,
  tokenEnd,
  tokenStart,
  trimmed,
  upperEnd,
  upperStart,
} from "../text_tokens.ts";
import { readTime } from "../../time/timestamp.ts";
import { isDigit } from "../../time/timestamp_parts.ts";

/** Tokens before the time, and bytes. */
const MAX_PREFIX = 6;
/** Cells before it that tabs end. */
const MAX_CELLS = 3;
const MAX_HEAD = 220;
/** `2026/11/20 08:00:00` */
const WHOLE_BYTES = 19;

const CONNECT = "CONNECT";

/** Signs around a severity before the time. */
const SIGNS = new Uint8Array(256);
for (const sign of "[]().*|:/@") SIGNS[sign.charCodeAt(0)] = 1;

/** Finds a time that does not begin its line. */
export class HeadPrefix {
  /** Index after the time that was found. */
  end = 0;
  readonly #parts: HeadParts;
  readonly #times: HeadTimes;
  readonly #brackets: HeadBrackets;
  readonly #between: HeadBetween;
  readonly #finder: SeverityFinder;

  constructor(
    parts: HeadParts,
    times: HeadTimes,
    brackets: HeadBrackets,
    between: HeadBetween,
    finder: SeverityFinder,
  ) {
    this.#finder = finder;
    this.#parts = parts;
    this.#times = times;
    this.#brackets = brackets;
    this.#between = between;
  }

  /** Sanic's `Main  2026-11-20 08:00:01 +0000 INFO: `: a word, a whole time, and a severity right behind it. */
  #isWordBeforeDate(from: number, to: number, end: number): boolean {
    const { bytes, batch, row, context } = this.#parts;
    let at = skipBlanks(bytes, to, end);
    const isBarred = bytes[at] === BAR;
    if (isBarred) at = skipBlanks(bytes, at + 1, end);
    if (!isPlainWord(bytes, from, to)) return false;
    // Sitecore's `ManagedPoolThread #3 08:00:01 INFO  message`
    if (bytes[at] === HASH) at = skipBlanks(bytes, tokenEnd(bytes, at, end), end);
    if (bytes[at + 2] === COLON && bytes[at + 5] === COLON && bytes[at + 8] === SPACE) {
      const number = isUpper(bytes[at + 9]) ? this.#finder.bare(at + 9, end, true) : 0;
      const isTold = number !== 0 && !this.#finder.weak && isDigit(bytes[at]);
      this.#finder.weak = false;
      return isTold;
    }
    // `auth WARNING: 2026/11/20 …`, a prefix of Go's log
    const word = tokenEnd(bytes, at, end) - 1;
    if (bytes[word] === COLON && isUpperWord(bytes, at, word) && severityOfWord(bytes, at, word) !== 0) {
      return isDigit(bytes[skipBlanks(bytes, word + 1, end)]);
    }
    const isGo = bytes[at + 4] === SLASH && bytes[at + 7] === SLASH;
    if (at + 19 > end || (bytes[at + 4] !== DASH && !isGo)) return false;
    const time = readTime(batch, row, at, end, context);
    // Go's log with a prefix, `badger 2026/11/20 08:00:00 message`
    if (isGo && time >= at + WHOLE_BYTES) return true;
    if (time < 0) return false;
    // Foundry's `FoundryVTT | 2026-11-20 08:00:01 | [warn] message`
    const behind = this.#between.skipSeparators(time, end);
    const close = isBarred && bytes[behind] === OPEN ? bracketEnd(bytes, behind, end) : -1;
    if (close > 0) return this.#finder.inBracket(behind + 1, close - 1, false) !== 0;
    return this.#finder.bare(skipBlanks(bytes, time, end), end, true) !== 0 && !this.#finder.weak;
  }

  /** Behind a time that begins the line: a severity, or a colon, stands before what is another time. */
  #isMessage(from: number, to: number): boolean {
    const { bytes } = this.#parts;
    if (bytes[to - 1] === COLON || bytes[to] === COLON || bytes[skipBlanks(bytes, to, to + 2)] === COLON) {
      return true;
    }
    for (let at = from; at < to;) {
      const end = tokenEnd(bytes, at, to);
      if (isUpper(bytes[at]) && (severityOfWord(bytes, at, end) !== 0 || end === at + 1)) return true;
      at = skipBlanks(bytes, end, to);
    }
    return false;
  }

  /** Makes [from, to) the part before the time, which is the only one so far. */
  #prepend(from: number, to: number): void {
    const parts = this.#parts;
    parts.count = 0;
    // `<shop.db> INFO @ 08:00:01`
    const isBeforeAt = to > from + 2 && parts.bytes[to - 1] === AT && parts.bytes[to - 2] === SPACE;
    this.#takeBefore(from, isBeforeAt ? to - 2 : to);
    parts.add(TIME_PART, parts.batch.timeFrom[parts.row], parts.batch.timeTo[parts.row]);
  }

  /** Takes what stands before the time as a severity, a name, or something else. */
  #takeBefore(from: number, to: number): void {
    const parts = this.#parts;
    const { bytes } = parts;
    const last = tokenStart(bytes, from, to);
    // `shop.db:info:2026-11-20 …`, `shop:info  2026-11-20 …`
    const isJoined = last === from &&
      (bytes[to] === COLON ? isDigit(bytes[to + 1]) : findByte(bytes, from, to, COLON) > 0);
    if (isJoined && takeNameAndSeverity(parts, from, to)) return;
    // log4net's `ERROR2026-11-20 08:00:00 `: padded severities, and the longest is not.
    // tinyproxy's level of what it passes on, between NOTICE and INFO
    if (isText(bytes, from, to, CONNECT) && to - from === CONNECT.length) {
      return parts.setSeverity(INFO, from, to);
    }
    const isGlued = last === from && to === parts.batch.timeFrom[parts.row] && isUpperWord(bytes, from, to);
    const glued = isGlued ? severityOfWord(bytes, from, to) : 0;
    if (glued !== 0) return parts.setSeverity(glued, from, to);
    // `<W>2026-11-20 08:00:00 `
    if (bytes[from] === LESS && to === from + 3) {
      const letter = severityOfLetter(bytes[from + 1]);
      if (letter !== 0) parts.setSeverity(letter, from + 1, from + 2);
      else parts.add(PREFIX_PART, from, to);
      return;
    }
    // `[Invoices] [INFO] `
    const isBracketed = bytes[last] === OPEN && bytes[to - 1] === CLOSE;
    const isOfBrackets = isBracketed && bytes[from] === OPEN;
    const inner = isBracketed ? last + 1 : last;
    const innerTo = isBracketed || bytes[to - 1] === COLON ? to - 1 : to;
    const isSeverity = last > from &&
      (isBracketed || isUpperWord(bytes, last, innerTo) || this.#isBehindColon(from, last, to));
    // `[ALL]` may be a category.
    const isRare = isOfBrackets && last > from &&
      (rarityOfWord(bytes, inner, innerTo) & RARE_IN_CAPITALS) !== 0;
    const severity = isSeverity && !isRare ? severityOfWord(bytes, inner, innerTo) : 0;
    if (severity === 0) {
      const isTold = (isOfBrackets && this.#bracketBefore(from, last)) || this.#severityAndName(from, to);
      if (!isTold) parts.add(isDividedName(bytes, from, to) ? NAME_PART : PREFIX_PART, from, to);
      return;
    }
    if (isOfBrackets && bytes[last - 2] === CLOSE) parts.add(NAME_PART, from + 1, last - 2);
    else this.#addBefore(from, last - 1);
    parts.setSeverity(severity, inner, innerTo);
  }

  /** `kern:   info: [time]`: a word behind a colon and with one, before a time in a bracket. */
  #isBehindColon(from: number, last: number, to: number): boolean {
    const { batch, bytes, row } = this.#parts;
    if (bytes[to - 1] !== COLON || bytes[batch.timeFrom[row] - 1] !== OPEN) return false;
    const end = trimmed(bytes, from, last);
    return bytes[end - 1] === COLON;
  }

  /** `shop.db <- INFO `: a name that signs divide from the severity, or something else. */
  #addBefore(from: number, to: number): void {
    const { bytes } = this.#parts;
    let end = to;
    while (end > from && (isBlank(bytes[end - 1]) || bytes[end - 1] === DASH || bytes[end - 1] === LESS)) {
      end--;
    }
    const isBracketed = ((bytes[from] === OPEN && bytes[end - 1] === CLOSE) ||
      (bytes[from] === LESS && bytes[end - 1] === GREATER)) && isName(bytes, from + 1, end - 1);
    if (isBracketed && !isNumber(bytes, from + 1, end - 1)) {
      return this.#parts.add(NAME_PART, from + 1, end - 1);
    }
    const isNamed = isName(bytes, from, end) && !isNumber(bytes, from, end);
    this.#parts.add(isNamed ? NAME_PART : PREFIX_PART, from, isNamed ? end : to);
  }

  /** `INFO.shop.db `, `*INFO* shop `, `[shop.db][INFO] `: a severity in capitals that begins or ends the part, and a name. */
  #severityAndName(from: number, to: number): boolean {
    const parts = this.#parts;
    const { bytes } = parts;
    let start = from;
    while (start < to && SIGNS[bytes[start]] === 1) start++;
    let end = to;
    while (end > start && (SIGNS[bytes[end - 1]] === 1 || bytes[end - 1] === SPACE)) end--;
    const firstTo = upperEnd(bytes, start, end);
    const last = upperStart(bytes, start, end);
    const isFirst = firstTo < end && SIGNS[bytes[firstTo]] === 1 &&
      severityOfWord(bytes, start, firstTo) !== 0;
    const isLast = last > start && SIGNS[bytes[last - 1]] === 1 && severityOfWord(bytes, last, end) !== 0;
    if (isFirst === isLast) return false;
    let name = isFirst ? firstTo : start;
    let nameTo = isFirst ? end : last;
    const wordFrom = isFirst ? start : last;
    const wordTo = isFirst ? firstTo : end;
    while (name < nameTo && (SIGNS[bytes[name]] === 1 || isBlank(bytes[name]))) name++;
    while (nameTo > name && (SIGNS[bytes[nameTo - 1]] === 1 || isBlank(bytes[nameTo - 1]))) nameTo--;
    parts.add(isName(bytes, name, nameTo) ? NAME_PART : PREFIX_PART, name, nameTo);
    parts.setSeverity(severityOfWord(bytes, wordFrom, wordTo), wordFrom, wordTo);
    return true;
  }

  /** Takes the severity in one of several brackets before the time, `[0:motion] [INF] [ALL] [time]`; false if none has one. */
  #bracketBefore(from: number, to: number): boolean {
    const parts = this.#parts;
    const { bytes } = parts;
    for (let at = from; at < to && bytes[at] === OPEN;) {
      const end = bracketEnd(bytes, at, to);
      if (end < 0) return false;
      const number =
        isUpperWord(bytes, at + 1, end - 1) && (rarityOfWord(bytes, at + 1, end - 1) & RARE_IN_CAPITALS) === 0
          ? severityOfWord(bytes, at + 1, end - 1)
          : 0;
      if (number !== 0 && at > from) {
        parts.add(PREFIX_PART, from, at - 1);
        parts.setSeverity(number, at + 1, end - 1);
        return true;
      }
      at = skipBlanks(bytes, end, to);
    }
    return false;
  }

  /** `[main] INFO `, `12 [main] INFO `, `name: [INFO] `: index after a severity behind such parts, or -1. */
  severityBehind(at: number, to: number): number {
    const parts = this.#parts;
    const { bytes } = parts;
    let end = at;
    const start = parts.count;
    for (let token = 0; token < 4; token++) {
      end = this.#between.skipSeparators(end, to);
      if (end >= to) break;
      const byte = bytes[end];
      if (byte === OPEN || (byte === LESS && token > 0)) {
        const close = bracketEnd(bytes, end, to);
        if (close < 0) break;
        let number = this.#finder.inBracket(end + 1, close - 1, false);
        // mpv's `[   0.123][v][cplayer] message`
        if (number === 0 && close === end + 3 && token === 1 && bytes[end - 1] === CLOSE) {
          number = isDigit(bytes[end - 2]) && isLower(bytes[end + 1]) ? severityOfLetter(bytes[end + 1]) : 0;
          this.#finder.place(end + 1, end + 2);
          if (number !== 0) {
            parts.count = start;
            parts.add(PREFIX_PART, skipBlanks(bytes, at + 1, end), end - 1);
          }
        }
        if (number !== 0) {
          parts.setSeverity(number, this.#finder.from, this.#finder.to);
          return close;
        }
        parts.add(BRACKET_PART, end + 1, close - 1);
        end = close;
        if (end < to && bytes[end] === COLON) end++;
        continue;
      }
      const stop = tokenEnd(bytes, end, to);
      const number = token > 0 ? this.#finder.bare(end, to, false) : 0;
      if (number !== 0 && !this.#finder.weak) {
        parts.setSeverity(number, this.#finder.from, this.#finder.to);
        return this.#finder.wholeTo;
      }
      if (token > 0) break;
      // OCaml's `name: [INFO] message`
      const isNamed = bytes[stop - 1] === COLON && stop + 1 < to && bytes[stop + 1] === OPEN &&
        nameLikeness(bytes, end, stop - 1) >= IDENTIFIER;
      if (isNamed) parts.add(NAME_PART, end, stop - 1);
      else if (bytes[stop - 1] === COLON && bytes[stop + 1] === LESS && isHex(bytes, end, stop - 1)) {
        // Boost's `0000002a: <info> message`
        parts.add(PREFIX_PART, end, stop - 1);
      } else if (!isNumber(bytes, end, stop)) break;
      else parts.add(PREFIX_PART, end, stop); // milliseconds since the start
      end = stop;
    }
    parts.count = start;
    return -1;
  }

  /** A whole time behind cells that tabs end (`build\tRun tests\t2026-11-20T08:00:01Z `), whatever these hold; as `find`. */
  #behindTabs(from: number, to: number): number {
    const { bytes } = this.#parts;
    let tab = from;
    for (let cell = 0; cell < MAX_CELLS; cell++) {
      tab = findByte(bytes, tab, Math.min(to, from + MAX_HEAD), TAB);
      if (tab < 0 || tab + WHOLE_BYTES > to) return -1;
      const start = ++tab;
      if (!isDigit(bytes[start]) && !isMonthLetter(bytes[start])) continue;
      const { count, hasTime } = this.#parts;
      const end = this.#times.read(start, to);
      if (end - start >= WHOLE_BYTES) {
        this.#prepend(from, start - 1);
        return this.end = end;
      }
      this.#parts.count = count;
      this.#parts.hasTime = hasTime;
    }
    return -1;
  }

  /** Finds a time behind up to six tokens that are no plain words; index after it (in `end` too), or -1. */
  find(from: number, to: number): number {
    const bytes = this.#parts.bytes;
    const tabbed = this.#behindTabs(from, to);
    if (tabbed >= 0) return tabbed;
    const count = this.#parts.count;
    const hadTime = this.#parts.hasTime;
    let at = from;
    let last = -1;
    let epoch = -1;
    let beforeEpoch = from;
    for (let token = 0; token < MAX_PREFIX && at < to && at - from < MAX_HEAD; token++) {
      if (token > 0) {
        const inner = bytes[at] === OPEN || bytes[at] === PAREN ? at + 1 : at;
        if (inner < to && (isDigit(bytes[inner]) || isMonthLetter(bytes[inner]))) {
          this.#parts.count = 0;
          const isTold = epoch >= 0 || !hadTime ? false : this.#isMessage(from, last);
          let end = isTold ? -1 : this.#times.read(inner, to);
          if (end >= 0) this.#prepend(from, last);
          else this.#parts.count = count;
          if (end < 0 && epoch < 0 && this.#times.epochEnd(inner, to) >= 0) {
            epoch = inner;
            beforeEpoch = last;
          }
          if (end >= 0) {
            if (bytes[at] === PAREN) {
              if (bytes[end++] !== CLOSE_PAREN) break;
            } else if (inner > at) {
              this.#parts.timeInBrackets = true;
              end = this.#brackets.rest(end, to);
              if (end < 0) break;
            }
            if (epoch >= 0) this.#times.mendYear(epoch, end, to);
            this.end = end;
            return end;
          }
        }
      }
      const glued = bytes[at] === OPEN ? -1 : gluedDate(bytes, at, to);
      if (glued >= 0) {
        const end = this.#times.read(glued, to);
        if (end >= 0) {
          this.#prepend(from, bytes[glued - 1] === COLON ? glued - 1 : glued);
          this.end = end;
          return end;
        }
      }
      const end = bytes[at] === OPEN ? bracketEnd(bytes, at, to) : tokenEnd(bytes, at, to);
      const isMore = end >= 0 && (isPrefix(bytes, at, end) || isBeforeAccessDate(bytes, at, to) ||
        (token === 0 && this.#isWordBeforeDate(at, end, to)));
      if (!isMore) break;
      // What a message of several lines quotes: a header of HTTP or mail.
      if (token === 0 && isText(bytes, at, end, "Date:")) break;
      last = end;
      at = this.#between.skipSeparators(end, to);
    }
    if (epoch >= 0 && !hadTime) {
      this.end = this.#times.readEpoch(epoch, to);
      if (this.end >= 0) this.#prepend(from, beforeEpoch);
      return this.end;
    }
    this.#parts.count = count;
    this.#parts.hasTime = hadTime;
    return -1;
  }
}

/** `shop.db | 2026-11-20 …`, `shop.db - 2026-11-20 …`: a logger's whole name and a sign between blanks. */
function isDividedName(bytes: Uint8Array, from: number, to: number): boolean {
  const sign = bytes[to] === SPACE ? bytes[to + 1] : 0;
  return (sign === BAR || sign === DASH) && bytes[to + 2] === SPACE &&
    nameLikeness(bytes, from, to) === PATH &&
    !isFileName(bytes, from, to);
}
