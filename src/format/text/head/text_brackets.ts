import { ERROR, INFO } from "../../../record/severity.ts";
import { severityOfLetter, severityOfWord } from "../../severity_word.ts";
import {
  BAR,
  CLOSE,
  CLOSE_PAREN,
  COLON,
  COMMA,
  CONTEXT_PART,
  HASH,
  type HeadParts,
  LESS,
  NAME_PART,
  NUMBER_PART,
  OPEN,
  PAREN,
  PLUS,
  SLASH,
  STAR,
  THREAD_PART,
} from "../text_parts.ts";
import type { SeverityFinder } from "./text_severity.ts";
import type { HeadTimes } from "./text_times.ts";
import { isThreadName } from "../attributes/text_threads.ts";
import {
  bracketEnd,
  isBlank,
  isName,
  isNumber,
  isText,
  isUpper,
  isUpperWord,
  skipBlanks,
  SPACE,
  tokenEnd,
} from "../text_tokens.ts";
import { movedToZone, zoneNamed } from "../../time/named_zone.ts";
import { isDigit, isLetter } from "../../time/timestamp_parts.ts";

/** Bytes of a bracket with a time in it, and words before that. */
const LONGEST_HEAD = 120;
const MOST_BEFORE = 3;

/** Reads the brackets of a head that hold its time or its severity. Each answers the index after it, or -1. */
export class HeadBrackets {
  readonly #parts: HeadParts;
  readonly #times: HeadTimes;
  readonly #finder: SeverityFinder;

  constructor(parts: HeadParts, times: HeadTimes, finder: SeverityFinder) {
    this.#parts = parts;
    this.#times = times;
    this.#finder = finder;
  }

  /** A bracket that begins the line; index after it and -1 if it says nothing of time or severity. */
  leading(at: number, to: number): number {
    const bytes = this.#parts.bytes;
    const inside = skipBlanks(bytes, at + 1, to);
    if (inside >= to) return -1;
    let end = -1;
    if (isDigit(bytes[inside])) {
      end = this.#times.read(inside, to);
      if (end < 0) end = this.#times.readEpoch(inside, to);
      if (end < 0) return this.#times.readUptime(at, to);
    } else if (isLetter(bytes[inside]) || bytes[inside] === 0x5f) { // Python's `[__main__:INFO]`, too
      const state = bytes[at + 7] === CLOSE && bytes[at + 8] === SPACE ? stateOf(bytes, at, to) : 0;
      if (state !== 0) {
        this.#parts.setSeverity(state, inside, tokenEnd(bytes, inside, at + 7));
        return at + 8;
      }
      if (
        isUpper(bytes[inside]) && inside + 2 < to && bytes[inside + 1] === SPACE && isDigit(bytes[inside + 2])
      ) {
        return this.#letterAndTime(inside, inside + 2, to);
      }
      // glog's head in a bracket, as PyTorch writes it: `[W1120 08:00:00.123456 socket.cpp:697] message`, `[W620 08:…`
      const isDay = isDigit(bytes[inside + 4]) || bytes[inside + 7] === COLON;
      if (isUpper(bytes[inside]) && isDigit(bytes[inside + 1]) && isDay) {
        return this.#letterAndTime(inside, inside + 1, to);
      }
      end = this.#times.read(inside, to);
      if (end < 0) {
        const severity = this.severity(at, to);
        return severity < 0 ? this.#timeInside(at, to) : severity;
      }
    } else if (bytes[inside] === LESS || bytes[inside] === PLUS) return this.#times.readUptime(at, to);
    if (end < 0) return -1;
    this.#parts.timeInBrackets = true;
    return this.rest(end, to);
  }

  /** `*INFO*` of Sling. */
  stars(at: number, to: number): number {
    const { bytes } = this.#parts;
    const end = tokenEnd(bytes, at, to);
    if (end - at < 5 || bytes[end - 1] !== STAR) return -1;
    const number = severityOfWord(bytes, at + 1, end - 1);
    if (number === 0) return -1;
    this.#parts.setSeverity(number, at + 1, end - 1);
    return end;
  }

  /** `<WARNING> ` or `{WARNING} ` before a time; letters and numbers alone are a priority's. */
  angled(at: number, to: number): number {
    const { bytes } = this.#parts;
    const close = bracketEnd(bytes, at, to);
    if (close < at + 5 || !isUpperWord(bytes, at + 1, close - 1) || bytes[close] !== SPACE) return -1;
    const number = severityOfWord(bytes, at + 1, close - 1);
    if (number === 0) return -1;
    this.#parts.setSeverity(number, at + 1, close - 1);
    return close;
  }

  /** `<time user database 123>`, `<time>`, and those with parentheses or braces. */
  angle(at: number, to: number): number {
    const { bytes } = this.#parts;
    const close = bracketEnd(bytes, at, to);
    if (close < 0) return -1;
    if (!isDigit(bytes[at + 1]) && bytes[at] !== LESS) return -1;
    let start = this.#times.read(at + 1, close - 1);
    if (start < 0) return -1;
    for (start = skipBlanks(bytes, start, close - 1); start < close - 1;) {
      const end = Math.max(start + 1, tokenEnd(bytes, start, close - 1));
      this.#parts.addToken(bytes, start, end, CONTEXT_PART);
      start = skipBlanks(bytes, end, close - 1);
    }
    return close;
  }

  /** After a time inside brackets: `]`, ` #123]`, ` INFO  crate::module]`, ` +0000]`. */
  rest(at: number, to: number): number {
    const bytes = this.#parts.bytes;
    if (at < to && bytes[at] === CLOSE) return at + 1;
    const close = closing(bytes, at, to);
    if (close < 0) return -1;
    let start = skipBlanks(bytes, at, close);
    if (start > at && this.#isInZone(start, close)) return close + 1;
    if (start < close && bytes[start] === HASH) {
      this.#parts.add(NUMBER_PART, start + 1, close);
      return close + 1;
    }
    if (start < close && (bytes[start] === BAR || bytes[start] === COMMA || bytes[start] === COLON)) {
      start = skipBlanks(bytes, start + 1, close);
    }
    start = this.#beforeSeverity(start, close);
    const found = this.#finder.inBracket(start, close, true);
    if (found !== 0) {
      this.#parts.setSeverity(found, this.#finder.from, this.#finder.to);
      start = skipBlanks(bytes, this.#finder.wholeTo, close);
      // Celery's `INFO/MainProcess`
      if (start < close && bytes[start] === SLASH) {
        this.#parts.add(THREAD_PART, start + 1, close);
        start = close;
      } else if (start < close && bytes[start] === COLON) start = skipBlanks(bytes, start + 1, close);
    }
    while (start < close) {
      // A control character is no token, and is passed over.
      const end = Math.max(start + 1, tokenEnd(bytes, start, close));
      const isSeverity = this.#parts.severity === 0 && isUpperWord(bytes, start, end);
      const number = isSeverity ? severityOfWord(bytes, start, end) : 0;
      if (number !== 0) this.#parts.setSeverity(number, start, end);
      else if (bytes[start] === HASH && !isNumber(bytes, start + 1, end)) {
        // Lumberjack's `[time INFO shop(42) #req-7]`
        this.#parts.add(CONTEXT_PART, start + 1, end);
      } else if (
        bytes[start] === PAREN && bytes[end - 1] === CLOSE_PAREN && isName(bytes, start + 1, end - 1)
      ) {
        // Serilog's `[08:00:01 INF (Shop.Orders)]`
        this.#parts.add(NAME_PART, start + 1, end - 1);
      } else if (end > start + 1 || bytes[start] !== COLON) {
        this.#parts.addToken(bytes, start, end, NAME_PART);
      }
      start = skipBlanks(bytes, end, close);
    }
    this.#parts.closed = true;
    return close + 1;
  }

  /** log4rs' `[08:00:01.123 main INFO  shop::db]`: takes the thread or name before the severity; index of that, or `start`. */
  #beforeSeverity(start: number, close: number): number {
    const { bytes } = this.#parts;
    const end = tokenEnd(bytes, start, close);
    const word = skipBlanks(bytes, end, close);
    const wordTo = tokenEnd(bytes, word, close);
    if (word === end || !isUpperWord(bytes, word, wordTo) || severityOfWord(bytes, word, wordTo) === 0) {
      return start;
    }
    if (!isName(bytes, start, end) || severityOfWord(bytes, start, end) !== 0) return start;
    const isThreads = isThreadName(bytes, start, end);
    this.#parts.add(isThreads ? THREAD_PART : NAME_PART, start, end);
    return word;
  }

  /**
   * A bracket that holds a severity or names before its time: `[INFO|20.11. 08:00:01|db]`, `[NeMo I 2026-11-20 08:00:01
   * app:34]`; as the others.
   */
  #timeInside(at: number, to: number): number {
    const parts = this.#parts;
    const { bytes } = parts;
    const close = bracketEnd(bytes, at, to, LONGEST_HEAD);
    if (close < 0) return -1;
    let time = at + 1;
    for (let token = 0; token <= MOST_BEFORE; token++) {
      while (time < close && (isBlank(bytes[time]) || bytes[time] === BAR || bytes[time] === COMMA)) time++;
      if (isDigit(bytes[time]) && this.#times.read(time, close - 1) > 0) break;
      parts.count = 0;
      if (token === MOST_BEFORE || !isLetter(bytes[time])) return -1;
      while (time < close - 1 && isInWord(bytes[time])) time++;
    }
    if (!parts.hasTime) return -1;
    const end = parts.batch.timeTo[parts.row];
    for (let from = at + 1; from < time;) {
      let wordTo = from;
      while (isInWord(bytes[wordTo])) wordTo++;
      if (wordTo === from) {
        from++;
        continue;
      }
      const number = wordTo === from + 1
        ? severityOfLetter(bytes[from])
        : severityOfWord(bytes, from, wordTo);
      if (number !== 0 && parts.severity === 0) parts.setSeverity(number, from, wordTo);
      else parts.add(NAME_PART, from, wordTo);
      from = wordTo;
    }
    if (parts.severity === 0) {
      parts.count = 0;
      parts.hasTime = false;
      return -1;
    }
    parts.timeInBrackets = true;
    return this.rest(end, to);
  }

  /** The zone's name behind a time, `22-Nov-2026 05:30:14 Europe/Berlin]` of PHP: the time is moved to it. */
  #isInZone(from: number, close: number): boolean {
    const parts = this.#parts;
    const zone = zoneNamed(parts.bytes, from, close);
    if (zone === null) return false;
    const { batch, row, context } = parts;
    batch.time[row] = movedToZone(batch.time[row], (wall) => context.offsetAt(wall), zone);
    // Heads are compared behind it.
    batch.timeTo[row] = parts.to[parts.count - 1] = close;
    // A known layout would read it without its zone.
    parts.framed = true;
    return true;
  }

  /** `[I 2026-11-20 08:00:00.123 app:12] message`, `[I 08:00:00.123 NotebookApp] message` */
  #letterAndTime(at: number, time: number, to: number): number {
    const bytes = this.#parts.bytes;
    const number = severityOfLetter(bytes[at]);
    if (number === 0) return -1;
    const end = this.#times.read(time, to);
    if (end < 0) return -1;
    this.#parts.setSeverity(number, at, at + 1);
    this.#parts.timeInBrackets = true;
    return this.rest(end, to);
  }

  /** `[INFO]`, `[ WARN ]`, `[INFO 2026-11-20 …]`, `[core:error]`, `[warning][module]` */
  severity(at: number, to: number): number {
    const bytes = this.#parts.bytes;
    const close = bracketEnd(bytes, at, to);
    if (close < 0) return -1;
    const number = this.#finder.inBracket(at + 1, close - 1, true);
    if (number === 0) return -1;
    let rest = skipBlanks(bytes, this.#finder.wholeTo, close - 1);
    // `[INFO/MainProcess]` of Python's multiprocessing
    const isBehindSlash = bytes[rest] === SLASH;
    const isProcess = isBehindSlash && isThreadName(bytes, rest + 1, close - 1);
    this.#parts.add(isProcess ? THREAD_PART : NAME_PART, this.#finder.nameFrom, this.#finder.nameTo);
    this.#parts.setSeverity(number, this.#finder.from, this.#finder.to);
    if (isBehindSlash && this.#finder.nameFrom === rest + 1) return close;
    // Telethon's `[ INFO/2026-11-20 08:00:01,123] `
    if (isBehindSlash && isDigit(bytes[rest + 1])) rest++;
    if (rest < close - 1 && bytes[rest] === BAR) {
      // `[INFO|main.py:12]`
      rest = skipBlanks(bytes, rest + 1, close - 1);
      if (tokenEnd(bytes, rest, close - 1) < close - 1) return this.#dropped();
      this.#parts.addToken(bytes, rest, close - 1, NAME_PART);
      return close;
    }
    if (rest < close - 1) {
      const end = this.#times.read(rest, close - 1);
      if (end < 0 && isName(bytes, rest, close - 1)) {
        this.#parts.add(NAME_PART, rest, close - 1);
        return close;
      }
      return end < 0 ? this.#dropped() : this.rest(end, to);
    }
    return close;
  }

  /** What was taken for a severity is none. */
  #dropped(): number {
    this.#parts.count = this.#parts.severity = 0;
    return -1;
  }

  elapsed(at: number, end: number, to: number, number: number): number {
    const bytes = this.#parts.bytes;
    const close = bracketEnd(bytes, end, to, 48);
    if (close < 0) return -1;
    this.#parts.setSeverity(number, at, end);
    // The seconds since the start belong to the severity: heads are compared behind them.
    if (isNumber(bytes, end + 1, close - 1)) this.#parts.to[this.#parts.count - 1] = close - 1;
    else if (this.#times.read(end + 1, close - 1) < 0) return -1;
    this.#parts.pairsApart = true;
    return close;
  }
}

/** The severity of what systemd says of a unit at the console, `[  OK  ] Started …`, `[FAILED] Failed to start …`; 0 of nothing. */
function stateOf(bytes: Uint8Array, at: number, to: number): number {
  if (isText(bytes, at, to, "[  OK  ]")) return INFO;
  return ["[FAILED]", "[DEPEND]", "[ TIME ]"].some((state) => isText(bytes, at, to, state)) ? ERROR : 0;
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

/** No blank, bar, comma or bracket. */
function isInWord(byte: number): boolean {
  return byte > SPACE && byte !== BAR && byte !== COMMA && byte !== CLOSE && byte !== OPEN;
}
