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
  FUNCTION_PART,
  GREATER,
  type HeadParts,
  isToken,
  isUserAtDatabase,
  LESS,
  NAME_PART,
  NUMBER_PART,
  OPEN,
  PAREN,
  SEVERITY_PART,
  SLASH,
  SOURCE_PART,
  TIME_PART,
  USER_PART,
} from "./text_parts.ts";
import {
  bracketEnd,
  CLASS,
  COMPOUND,
  DIGIT,
  findByte,
  IDENTIFIER,
  IN_KEY,
  isBlank,
  isName,
  isNumber,
  isText,
  isUpper,
  isUpperWord,
  isUuid,
  JOINT,
  LETTER,
  nameLikeness,
  NEWLINE,
  OTHER,
  PATH,
  skipBlanks,
  sourceColon,
  SPACE,
  TAB,
  tokenEnd,
  trimmed,
} from "./text_tokens.ts";
import {
  hasColonBlank,
  isCommonWord,
  isDottedModule,
  isLongDash,
  isPackage,
  lastColon,
  saysPairs,
} from "./text_names.ts";

import { isMoreOfHead } from "./head_more.ts";
import { isThread, takeBarColumn } from "./text_dividers.ts";
import { isTracing } from "./text_apart.ts";
import { HeadLoggers } from "./text_loggers.ts";
import { HeadProcesses } from "./text_processes.ts";
import { isDigit } from "../time/timestamp_parts.ts";

/** OpenTelemetry's number. */
const INFO = 9;

/** The parts of a head between its severity (or time) and the message. */
export class HeadTail {
  readonly #parts: HeadParts;
  readonly #processes: HeadProcesses;
  /** What single loggers write. */
  readonly loggers: HeadLoggers;

  constructor(parts: HeadParts) {
    this.#parts = parts;
    this.#processes = new HeadProcesses(parts);
    this.loggers = new HeadLoggers(parts);
  }

  /**
   * Takes one part between severity (or time) and message; index where the next begins, -1 if the message
   * begins here.
   */
  next(at: number, to: number, severe: boolean): number {
    const { bytes } = this.#parts;
    this.#parts.last = false;
    const byte = bytes[at];
    const column = severe && (byte === DASH || isDigit(byte)) ? takeBarColumn(this.#parts, at, to) : -1;
    if (column >= 0) return column;
    if (severe && byte === DASH) return this.loggers.dashedPairs(at, to);
    if (severe && this.#parts.numbered) {
      const named = this.loggers.databaseAndName(at, to);
      if (named >= 0) return named;
    }
    if (byte === OPEN || byte === LESS || byte === PAREN || byte === BRACE) {
      return this.#group(at, to, severe);
    }
    if (severe && isDigit(byte)) {
      const process = this.#processes.nginx(at, to);
      if (process >= 0) return process;
    }
    if (severe && byte === 0x54) {
      const thread = this.#processes.rustThread(at, to);
      if (thread >= 0) return thread;
    }
    let end = at;
    let bits = 0;
    while (end < to && bytes[end] > SPACE) bits |= CLASS[bytes[end++]];
    if (end >= to && (bits & OTHER) === 0) return -1;
    if (severe && (bits & OTHER) !== 0 && this.#parts.hasTime) {
      const message = this.loggers.leadingPairs(at, to);
      if (message > at) return message;
    }
    if (severe && end + 1 < to && bytes[end] === SPACE) {
      const follows = CLASS[bytes[end + 1]];
      if ((follows & DIGIT) !== 0 || isDigit(bytes[end - 1]) || bytes[end + 1] === 0x54) {
        const numbers = this.#processes.numbered(at, end, to);
        if (numbers >= 0) return numbers;
      }
      const name = (follows & LETTER) !== 0 && this.#parts.hasTime
        ? this.loggers.threadAndName(at, end, to)
        : -1;
      if (name >= 0) return name;
      // Most messages begin with two words: nothing below would take the first.
      if ((bits & ~(LETTER | DIGIT | JOINT | IN_KEY)) === 0) {
        const plain = (follows & (LETTER | DIGIT)) !== 0 &&
          !(end === at + 2 && isText(bytes, at, to, "in "));
        if (plain && !this.#parts.tabbed) return -1;
      }
    }
    if (end < to && bytes[end] === NEWLINE) return -1;
    if (severe && findByte(bytes, at, end, BRACE) >= 0) return this.loggers.span(at, to);
    const bar = findByte(bytes, at, end, BAR);
    if (bar > at) {
      if (!this.#barred || !isToken(bytes, at, bar)) return -1;
      this.#parts.addToken(bytes, at, bar, NAME_PART);
      return skipBlanks(bytes, bar + 1, to);
    }
    const next = skipBlanks(bytes, end, to);
    if (end >= to || next >= to) return -1;
    if (severe && isNumber(bytes, at, end) && isText(bytes, next, to, "--- ")) {
      this.#parts.add(NUMBER_PART, at, end);
      this.#parts.add(DASHES_PART, next, next + 3);
      return skipBlanks(bytes, next + 3, to);
    }
    if (severe && bytes[end - 1] !== COLON) {
      const process = this.#processes.bunyan(at, to);
      if (process >= 0) return process;
    }
    if (isText(bytes, at, to, "in ") && severe) return this.loggers.inModule(next, to);
    // `name - `, `name : `, `name | `, `name > `, `name -- `
    const divider = bytes[next];
    if (divider === DASH || divider === COLON || divider === BAR || divider === GREATER) {
      let after = next + 1;
      if (divider !== COLON && after < to && bytes[after] === divider) after++;
      if (after < to && isBlank(bytes[after])) {
        // `message | {…}`: no name, for what follows is no message.
        if (divider === BAR && bytes[to - 1] === 0x7d && bytes[skipBlanks(bytes, after, to)] === BRACE) {
          return -1;
        }
        const isCall = this.#parts.sourced && isText(bytes, end - 2, end, "()") && isName(bytes, at, end - 2);
        if (isCall) this.#parts.add(FUNCTION_PART, at, end - 2);
        else if (sourceColon(bytes, at, end) >= 0) this.#parts.add(SOURCE_PART, at, end);
        else if (bytes[end - 1] === 0x29 && this.loggers.location(at, end)) {
          return skipBlanks(bytes, after, to);
        } else if (
          isNumber(bytes, at, end) && (divider === COLON ? this.#isBracketed : this.#dividers(divider))
        ) {
          this.#parts.add(NUMBER_PART, at, end);
        } else if (divider === BAR && next - end > 1 && severe && isName(bytes, at, end)) {
          // A column that blanks pad.
          this.#parts.add(NAME_PART, at, end);
        } else if (this.#parts.named || isUpperWord(bytes, at, end)) return -1;
        else if (severe ? !isName(bytes, at, end) : nameLikeness(bytes, at, end) < IDENTIFIER) return -1;
        else this.#parts.add(NAME_PART, at, end);
        this.#parts.last = divider === COLON || divider === GREATER;
        return skipBlanks(bytes, after, to);
      }
    }
    if (bytes[end - 1] === COLON) return this.#colonName(at, end - 1, next, to, severe);
    if (this.#parts.tabbed && bytes[end] === TAB && isUuid(bytes, at, end)) {
      this.#parts.add(BRACKET_PART, at, end);
      return next;
    }
    if (this.#parts.tabbed && bytes[end] === TAB && isName(bytes, at, end)) {
      // Fields stand behind the message: zap's `main.go:12⇥started⇥{…}`.
      if (bytes[next] === BRACE) return -1;
      if (sourceColon(bytes, at, end) >= 0) this.#parts.add(SOURCE_PART, at, end);
      else if (nameLikeness(bytes, at, end) >= IDENTIFIER) this.#parts.add(NAME_PART, at, end);
      else return -1;
      return next;
    }
    if (bytes[end - 1] === CLOSE && !severe) return -1;
    if (severe && sourceColon(bytes, at, end) >= 0) {
      this.#parts.add(SOURCE_PART, at, end);
      // logrus' caller
      const call = this.#parts.pairsApart ? tokenEnd(bytes, next, to) : next;
      if (call < to && isText(bytes, call - 2, call, "()") && isName(bytes, next, call - 2)) {
        this.#parts.add(FUNCTION_PART, next, call - 2);
        return skipBlanks(bytes, call, to);
      }
      return bytes[next] === 0xe2 ? this.separator(next, to) : next;
    }
    if (!severe && isUserAtDatabase(bytes, at, end) && this.#parts.count > 1) {
      this.#parts.add(USER_PART, at, end);
      return next;
    }
    if (!severe) {
      const name = this.#parts.count === 1 ? this.loggers.namespace(at, end, next) : -1;
      return name >= 0 ? name : this.#processes.hostAndTag(at, end, next, to);
    }
    const category = this.loggers.category(at, end, next);
    if (category >= 0) return category;
    if (bytes[next] === OPEN && this.#parts.hasTime) {
      const process = this.#processes.nameAndBracket(at, end, next, to);
      if (process >= 0) return process;
    }
    if (bytes[next] === BRACE && this.#parts.hasTime) {
      const context = this.loggers.nameAndContext(at, end, next, to);
      if (context >= 0) return context;
    }
    if (bytes[end - 1] === 0x29 && this.loggers.location(at, end)) return this.separator(next, to);
    if (bytes[next] === PAREN) {
      const process = this.#processes.nameAndProcess(at, end, next, to);
      if (process >= 0) return process;
    }
    // `request.headers = {}`: what a message sets.
    if (bytes[next] === EQUALS) return -1;
    const isModule = this.#parts.hasTime && !this.#parts.named &&
      ((CLASS[bytes[next]] & (LETTER | DIGIT)) !== 0 || isText(bytes, next, to, "<> - ")) &&
      isDottedModule(bytes, at, end);
    if (isModule || (!this.#isOther(at, end) && isPackage(bytes, at, end, bytes[next]))) {
      this.#parts.add(NAME_PART, at, end);
      return next;
    }
    return -1;
  }

  /** Behind a logger's whole name two words with a dot, `order.created`, are what the message tells of. */
  #isOther(at: number, end: number): boolean {
    const { bytes, count, kind, from, to } = this.#parts;
    for (let part = 0; part < count; part++) {
      if (kind[part] !== NAME_PART || nameLikeness(bytes, from[part], to[part]) < COMPOUND) continue;
      const dot = findByte(bytes, at, end, DOT);
      return dot > 0 && findByte(bytes, dot + 1, end, DOT) < 0 && !isUpper(bytes[dot + 1]);
    }
    return false;
  }

  /** A name in a column of its own, padded by blanks; behind a padded severity a module's name needs no padding. */
  column(at: number, to: number, padded: boolean): number {
    const { bytes } = this.#parts;
    const end = tokenEnd(bytes, at, to);
    const next = skipBlanks(bytes, end, to);
    if (next >= to || !isName(bytes, at, end)) return -1;
    const colon = padded ? findByte(bytes, at, end, COLON) : -1;
    if (colon > at && sourceColon(bytes, colon + 1, end) >= 0) {
      this.#parts.add(NAME_PART, at, colon);
      this.#parts.add(SOURCE_PART, colon + 1, end);
      this.#parts.last = true;
      return next;
    }
    const isAlone = (CLASS[bytes[next]] & (LETTER | DIGIT)) !== 0;
    if (next - end < 2 && !(padded && isAlone && isDottedModule(bytes, at, end))) return -1;
    this.#parts.add(NAME_PART, at, end);
    this.#parts.last = true;
    return next;
  }

  separator(at: number, to: number): number {
    const { bytes } = this.#parts;
    if (at + 1 >= to) return at;
    const byte = bytes[at];
    if (byte === BAR) return skipBlanks(bytes, bytes[at + 1] === BAR ? at + 2 : at + 1, to);
    if (byte === 0xe2) return isLongDash(bytes, at, to) ? skipBlanks(bytes, at + 3, to) : at;
    if (byte === DASH && isText(bytes, at, to, "--> ")) return skipBlanks(bytes, at + 4, to);
    // An arrow divides where a dash did so before the severity; else it is the message's.
    const { severityFrom, from } = this.#parts;
    if (
      byte === DASH && bytes[at + 1] === GREATER && from[0] < severityFrom - 2 &&
      bytes[severityFrom - 2] === DASH
    ) {
      return skipBlanks(bytes, at + 2, to);
    }
    if (byte !== DASH && byte !== GREATER && byte !== COLON && byte !== SLASH) return at;
    let end = at + 1;
    while (end < to && bytes[end] === byte && end - at < 3) end++;
    if (end >= to || !isBlank(bytes[end])) return at;
    if (byte === DASH && end - at === 3) this.#parts.add(DASHES_PART, at, end);
    return skipBlanks(bytes, end, to);
  }

  /** Only blanks stand between what was read last and `at`. */
  #timeOrSeverityEnds(at: number): boolean {
    const { bytes, count, kind } = this.#parts;
    const last = kind[count - 1];
    if (last !== TIME_PART && last !== SEVERITY_PART) return false;
    let before = at;
    while (isBlank(bytes[before - 1])) before--;
    return before === this.#parts.to[count - 1];
  }

  /** Behind `name - ` or `INFO - `: words in brackets and before a colon are the message's. */
  #isDashed(at: number): boolean {
    const { bytes, count, kind } = this.#parts;
    const isHead = kind[count - 1] === NAME_PART || kind[count - 1] === SEVERITY_PART;
    return isHead && bytes[at - 1] === SPACE && bytes[at - 2] === DASH;
  }

  /** The severity stands in brackets: `[ INFO] 123 : message`. */
  get #isBracketed(): boolean {
    return this.#parts.bytes[this.#parts.severityTo] === CLOSE && this.#parts.hasTime;
  }

  get #barred(): boolean {
    const { bytes } = this.#parts;
    const last = this.#parts.count - 1;
    return last >= 0 && (bytes[this.#parts.to[last]] === BAR || bytes[this.#parts.to[last] + 1] === BAR);
  }

  #dividers(divider: number): boolean {
    if (divider === GREATER) return false;
    return divider === BAR || this.#parts.bytes[this.#parts.to[this.#parts.count - 1] + 1] === divider;
  }

  /** `name: `, `file.go:12: `, `tag[123]: ` */
  #colonName(from: number, colon: number, next: number, to: number, severe: boolean): number {
    const { bytes } = this.#parts;
    const source = sourceColon(bytes, from, colon);
    if (source >= 0) {
      this.#parts.add(SOURCE_PART, from, colon);
      return next;
    }
    if (severe && bytes[colon - 1] === 0x29 && this.loggers.location(from, colon)) return next;
    if (bytes[colon - 1] === CLOSE && this.#processes.tag(from, colon)) {
      this.#parts.last = true;
      return next;
    }
    const last = severe ? lastColon(bytes, from, colon) : -1;
    if (
      last > from && !isCommonWord(bytes, last + 1, colon) && this.loggers.namespace(from, colon, next) >= 0
    ) {
      // Spans, and behind them the logger.
      if (isTracing(this.#parts)) {
        this.#parts.last = false;
        this.#parts.pairsApart = this.#parts.spaced = true;
      }
      return next;
    }
    const likeness = nameLikeness(bytes, from, colon);
    // `payload: {"id":7}`
    if (likeness < COMPOUND && bytes[next] === BRACE && bytes[trimmed(bytes, next, to) - 1] === 0x7d) {
      return -1;
    }
    const isAlone = this.#parts.severityIsAlone || this.#parts.uptime;
    const isPlace = isPlaceAt(bytes, next, to);
    const least = severe && (isPlace || isAlone) && !this.#isDashed(from) ? IDENTIFIER : COMPOUND;
    if ((likeness < least || isCommonWord(bytes, from, colon)) && !this.#subsystem(from, colon)) return -1;
    const behind = severe && isTracing(this.#parts) ? this.loggers.behindTarget(from, colon, next, to) : -1;
    if (behind >= 0) return behind;
    this.#parts.add(NAME_PART, from, colon);
    this.#parts.last = !isPlace;
    const isRust = severe &&
      (this.#parts.hasTime || this.#parts.uptime
        ? isTracing(this.#parts)
        : isText(bytes, last - 1, colon, "::") || (isPlace && hasRustFile(bytes, next, to)));
    if (isRust) this.#parts.pairsApart = this.#parts.spaced = true;
    return next;
  }

  /** `[INF] CRTR: ` of btclog, four capitals behind three in brackets; `[08:00:01.123Z] INFO  BROKER: ` of Moleculer. */
  #subsystem(from: number, to: number): boolean {
    const { bytes, severityFrom, severityTo } = this.#parts;
    if (this.#parts.timeInBrackets && this.#parts.severityBesideTime) {
      return to - from > 3 && isUpperWord(bytes, from, to) && !isCommonWord(bytes, from, to);
    }
    return to - from === 4 && severityTo - severityFrom === 3 && bytes[severityTo] === CLOSE &&
      isUpperWord(bytes, from, to);
  }

  /** `[thread]`, `(file:12)`, `<0.1.0>`, `{a=b}`: index after it and what divides it from the next part. */
  #group(at: number, to: number, severe: boolean): number {
    const { bytes } = this.#parts;
    const end = bracketEnd(bytes, at, to);
    if (end < 0 || end >= to) return -1;
    if (end - at < 3) return severe ? this.loggers.empty(at, end, to) : -1;
    const byte = bytes[at];
    if (byte === LESS && bytes[end] === AT) return severe ? this.loggers.erlangPlace(at, end, to) : -1;
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
      const source = severe ? this.loggers.source(from, inner, end, to) : -1;
      if (source >= 0) return source;
      for (let each = from; each < inner; each++) if (!isDigit(bytes[each]) && bytes[each] !== DOT) return -1;
    } else if (byte === BRACE) {
      if (bytes[from] === 0x22 || findByte(bytes, from, inner, EQUALS) < 0) return -1;
    } else if (byte === PAREN) {
      const divided = after === COLON || (severe && sourceColon(bytes, from, inner) >= 0) ||
        (severe && bytes[end + 1] === OPEN && isName(bytes, from, inner)) ||
        bytes[end + 1] === DASH || bytes[end + 1] === BAR || isDigit(bytes[inner - 1]) ||
        (severe && bytes[at - 2] === CLOSE && (isName(bytes, from, inner) || isThread(bytes, from, inner))) ||
        (severe && this.#parts.hasTime && this.#timeOrSeverityEnds(at) &&
          nameLikeness(bytes, from, inner) === PATH);
      if (!divided || !isToken(bytes, from, tokenEnd(bytes, from, inner))) return -1;
    } else if (
      bytes[from] === 0x22 || bytes[from] === BRACE || bytes[from] === OPEN ||
      hasColonBlank(bytes, from, inner) || saysPairs(bytes, at, end) ||
      (this.#isDashed(at) && !isMoreOfHead(bytes, at, to, INFO))
    ) {
      return -1;
    }
    this.#parts.add(bracketKind(byte), from, inner);
    // An Erlang process is the last thing before the message.
    if (byte === LESS && severe) this.#parts.last = true;
    let next = end;
    if (after === COLON || after === COMMA) {
      next++;
      this.#parts.last = severe && after === COLON && byte !== OPEN;
    }
    return this.separator(skipBlanks(bytes, next, to), to);
  }
}

/** `main.go:12: `, `main.go:12` or `[main.go:12]` */
function isPlaceAt(bytes: Uint8Array, at: number, to: number): boolean {
  const last = tokenEnd(bytes, at, to) - 1;
  if (bytes[last] === COLON) return sourceColon(bytes, at, last) >= 0;
  if (isDigit(bytes[last])) return sourceColon(bytes, at, last + 1) >= 0;
  return bytes[last] === CLOSE && bytes[at] === OPEN && sourceColon(bytes, at + 1, last) >= 0;
}

/** `src/main.rs:12: ` */
function hasRustFile(bytes: Uint8Array, at: number, to: number): boolean {
  const end = tokenEnd(bytes, at, to);
  while (at < end && !isText(bytes, at, end, ".rs:")) at++;
  return at < end;
}
