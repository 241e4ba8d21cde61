import {
  takeBehindTime,
  takeBunyan,
  takeNameAndBracket,
  takeNameAndProcess,
  takeNumbered,
  takeProcess,
  takeThread,
} from "./text_processes.ts";
import {
  takeCategory,
  takeDatabaseAndName,
  takeInModule,
  takeLocation,
  takeNamespace,
  takeThreadAndName,
} from "../loggers/text_loggers.ts";
import { HeadColonNames } from "./text_colon_names.ts";
import { takeLineWords } from "./line_words.ts";
import { isBehindFile, isThread, takeCell, takeSeparator } from "./text_dividers.ts";
import {
  isFunction,
  takeBeforeArrow,
  takeBeforeAt,
  takeCallAndLine,
  takeClassAndLine,
  takeFileAndLine,
  takeFileFunctionAndLine,
  takeFunctionAndLine,
  takeLine,
  takePlaceAndFunction,
  takeWordsAndPlace,
} from "./text_places.ts";
import { HeadGroups } from "./text_groups.ts";
import {
  takeDashedPairs,
  takeLeadingPairs,
  takeNameAndContext,
  takeSpan,
  takeSpanOfTwo,
} from "./text_leading_pairs.ts";
import {
  isCounted,
  isDottedModule,
  isMarkedName,
  isPackage,
  isPlaceAlone,
  markEnd,
  namesMethod,
} from "../text_names.ts";
import {
  BAR,
  BRACE,
  BRACKET_PART,
  CLOSE,
  CLOSE_BRACE,
  CLOSE_PAREN,
  COLON,
  CONTEXT_PART,
  DASH,
  DOT,
  EQUALS,
  FILE_PART,
  FUNCTION_PART,
  GREATER,
  HASH,
  type HeadParts,
  isToken,
  LESS,
  LINE_PART,
  NAME_PART,
  NUMBER_PART,
  OPEN,
  PAREN,
  SOURCE_PART,
  THREAD_PART,
  TILDE,
} from "../text_parts.ts";
import {
  CLASS,
  COMPOUND,
  DIGIT,
  findByte,
  IDENTIFIER,
  IN_KEY,
  isBlank,
  isFileName,
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
} from "../text_tokens.ts";
import { isThreadName } from "../attributes/text_threads.ts";
import { isDigit } from "../../time/timestamp_parts.ts";

/** Nothing is told: another rule is asked. */
const UNDECIDED = -2;

/** The parts of a head between its severity (or time) and the message. */
export class HeadTail {
  readonly #parts: HeadParts;
  readonly #groups: HeadGroups;
  readonly colonNames: HeadColonNames;

  constructor(parts: HeadParts) {
    this.#parts = parts;
    this.#groups = new HeadGroups(parts);
    this.colonNames = new HeadColonNames(parts);
  }

  /**
   * Takes one part between severity (or time) and message; index where the next begins, -1 if the message
   * begins here.
   */
  next(at: number, to: number, severe: boolean): number {
    const parts = this.#parts;
    const { bytes } = parts;
    parts.last = false;
    const byte = bytes[at];
    const barred = bytes[at - 2] === BAR ? takeCell(parts, at, to, severe) : -1;
    if (barred >= 0) return barred;
    if (severe && byte === DASH) return takeDashedPairs(parts, at, to);
    const beforeAt = severe ? takeBeforeAt(parts, at, to) : -1;
    if (beforeAt >= 0) return beforeAt;
    const behindLine = severe ? takeLineWords(parts, at, to) : at;
    if (behindLine > at) return behindLine;
    if (severe && parts.numbered) {
      const named = takeDatabaseAndName(parts, at, to);
      if (named >= 0) return named;
    }
    // Behind a place Python's `<module>()` is a function.
    const isCalled = byte === LESS && parts.sourced && bytes[tokenEnd(bytes, at, to) - 1] === CLOSE_PAREN;
    if (byte === OPEN || (byte === LESS && !isCalled) || byte === PAREN || byte === BRACE) {
      return this.#groups.read(at, to, severe);
    }
    if (severe && (isDigit(byte) || byte === 0x54 || byte === 0x56)) {
      const number = isDigit(byte) ? takeProcess(parts, at, to) : takeThread(parts, at, to);
      if (number >= 0) return number;
    }
    let end = at;
    let bits = 0;
    if (severe && byte === COLON && takeLine(parts, at, to)) {
      return skipBlanks(bytes, tokenEnd(bytes, at, to), to);
    }
    while (end < to && bytes[end] > SPACE) bits |= CLASS[bytes[end++]];
    if (severe && bytes[end - 1] === COLON && skipBlanks(bytes, end, to) >= to) {
      return this.colonNames.alone(at, end - 1, to);
    }
    if (end >= to && (bits & OTHER) === 0) return -1;
    const sequence = severe ? takeSequence(parts, at, end, to, bits) : UNDECIDED;
    if (sequence !== UNDECIDED) return sequence;
    if (end < to && bytes[end] === NEWLINE) return -1;
    if (severe && findByte(bytes, at, end, BRACE) >= 0) return takeSpan(parts, at, to);
    const bar = findByte(bytes, at, end, BAR);
    if (bar > at) {
      // log4j's `%-5p %25.25c{2}| %m`
      const isColumn = severe && bar === end - 1 && nameLikeness(bytes, at, bar) >= COMPOUND;
      if (!isToken(bytes, at, bar) || !(this.#barred || isColumn)) return -1;
      parts.addToken(bytes, at, bar, NAME_PART);
      return skipBlanks(bytes, bar + 1, to);
    }
    const next = skipBlanks(bytes, end, to);
    if (end >= to || next >= to) return -1;
    const file = bytes[next] === PAREN && parts.hasTime ? takeFileAndLine(parts, at, end, next, to) : -1;
    if (file >= 0) return file;
    const call = severe && bytes[end - 1] === 0x79 ? takeFileFunctionAndLine(parts, at, end, next, to) : -1;
    if (call >= 0) return call;
    const signed = severe ? takeSigned(parts, at, end, next, to) : -1;
    if (signed >= 0) return signed;
    if (severe && isText(bytes, at, to, "in ")) return takeInModule(parts, next, to);
    const divided = this.#dividedName(at, end, next, to, severe);
    if (divided !== UNDECIDED) return divided;
    if (bytes[end - 1] === COLON) return this.colonNames.read(at, end - 1, next, to, severe);
    const cell = parts.tabbed ? takeTabbed(parts, at, end, next, to) : UNDECIDED;
    if (cell !== UNDECIDED) return cell;
    return severe ? this.#behindSeverity(at, end, next, to) : takeBehindTime(parts, at, end, next, to);
  }

  /** Takes the token [at, end) behind a severity, if what stands behind it at `next`, or its own look, tells what it is. */
  #behindSeverity(at: number, end: number, next: number, to: number): number {
    const parts = this.#parts;
    const { bytes } = parts;
    if (takePlaceAndFunction(parts, at, end)) return next;
    if (sourceColon(bytes, at, end) >= 0) {
      parts.add(SOURCE_PART, at, end);
      // logrus' caller
      const call = parts.pairsApart ? tokenEnd(bytes, next, to) : next;
      if (call < to && isText(bytes, call - 2, call, "()") && isName(bytes, next, call - 2)) {
        parts.add(FUNCTION_PART, next, call - 2);
        return skipBlanks(bytes, call, to);
      }
      return bytes[next] === 0xe2 ? takeSeparator(parts, next, to) : next;
    }
    if (bytes[end - 1] === CLOSE && sourceColon(bytes, at, end - 1) >= 0) {
      // `engine.py:12] message`, as glog writes it
      parts.add(SOURCE_PART, at, end - 1);
      parts.last = true;
      return next;
    }
    const category = takeCategory(parts, at, end, next);
    if (category >= 0) return category;
    if (bytes[next] === OPEN && parts.hasTime) {
      const process = takeNameAndBracket(parts, at, end, next, to);
      if (process >= 0) return process;
    }
    if (bytes[next] === BRACE && parts.hasTime) {
      const context = takeNameAndContext(parts, at, end, next, to);
      if (context >= 0) return context;
    }
    if (bytes[end - 1] === CLOSE_PAREN && takeLocation(parts, at, end)) {
      return takeSeparator(parts, next, to);
    }
    if (bytes[next] === PAREN) {
      const process = takeNameAndProcess(parts, at, end, next, to);
      if (process >= 0) return process;
    }
    const mark = parts.hasTime || parts.isRelative ? markEnd(bytes, at, end) : -1;
    if (mark > 0) {
      parts.add(NAME_PART, at, end);
      parts.add(CONTEXT_PART, end + 1, mark);
      parts.last = true;
      return takeSeparator(parts, mark + 1, to);
    }
    // `request.headers = {}`: what a message sets. Java's `sun.reflect.Reflection.getCallerClass is not supported`
    if (bytes[next] === EQUALS || (!parts.hasTime && namesMethod(bytes, at, end))) return -1;
    const isModule = (parts.hasTime || parts.kind[parts.count - 1] === BRACKET_PART) && !parts.named &&
      ((CLASS[bytes[next]] & (LETTER | DIGIT)) !== 0 || isText(bytes, next, to, "<> - ")) &&
      isDottedModule(bytes, at, end);
    if (isModule || (!this.#isOther(at, end) && isPackage(bytes, at, end, bytes[next]))) {
      parts.add(NAME_PART, at, end);
      return next;
    }
    return -1;
  }

  /** `name - `, `name : `, `name | `, `name > `, `name -- `; UNDECIDED if it is none of them. */
  #dividedName(at: number, end: number, next: number, to: number, severe: boolean): number {
    const parts = this.#parts;
    const { bytes } = parts;
    const divider = bytes[next];
    // `shop.db: - a list's item`
    if (bytes[end - 1] === COLON && bytes[end - 2] !== COLON && divider !== COLON) return UNDECIDED;
    const isSign = divider === DASH || divider === COLON || divider === BAR || divider === GREATER;
    if (divider >= 0x80 && severe) {
      // `time ¦ INFO ¦ shop.db ¦ message`: the sign that divides the others.
      const behind = takeSeparator(parts, next, to);
      if (behind === next || parts.named || !isName(bytes, at, end)) return UNDECIDED;
      parts.add(NAME_PART, at, end);
      parts.last = true;
      return behind;
    }
    if (!isSign && divider !== TILDE) return UNDECIDED;
    let after = next + 1;
    if (divider !== COLON && after < to && bytes[after] === divider) after++;
    else if (divider === DASH && bytes[after] === BAR) after++;
    // A trace follows.
    if (after >= to && severe && divider === DASH && nameLikeness(bytes, at, end) === PATH) {
      parts.add(NAME_PART, at, end);
      parts.last = true;
      return to;
    }
    if (after >= to || (!isBlank(bytes[after]) && !this.#isPaddedCell(end, next))) return UNDECIDED;
    // `message | {…}`: no name, for what follows is no message.
    if (divider === BAR && bytes[to - 1] === CLOSE_BRACE && bytes[skipBlanks(bytes, after, to)] === BRACE) {
      return -1;
    }
    // airframe's `message  - (Main.scala:12)`
    if (divider === DASH && isPlaceAlone(bytes, skipBlanks(bytes, after, to), to)) return -1;
    const isCall = parts.sourced && isText(bytes, end - 2, end, "()") && isFunction(bytes, at, end - 2);
    if (isCall) parts.add(FUNCTION_PART, at, end - 2);
    else if (sourceColon(bytes, at, end) >= 0) parts.add(SOURCE_PART, at, end);
    else if (bytes[end - 1] === CLOSE_PAREN && takeLocation(parts, at, end, true)) {
      return skipBlanks(bytes, after, to);
    } else if (isBehindFile(parts) && (isNumber(bytes, at, end) || isName(bytes, at, end))) {
      parts.add(isNumber(bytes, at, end) ? LINE_PART : FUNCTION_PART, at, end);
    } else if (
      isNumber(bytes, at, end) &&
      // `[ INFO] 123 : message`
      (divider === COLON ? bytes[parts.severityTo] === CLOSE && parts.hasTime : this.#dividers(divider))
    ) {
      parts.add(NUMBER_PART, at, end);
    } else if (divider === BAR && next - end > 1 && severe && isName(bytes, at, end)) {
      // A column that blanks pad.
      parts.add(isThreadName(bytes, at, end) ? THREAD_PART : NAME_PART, at, end);
      if (!isBlank(bytes[after])) parts.framed = true;
    } else if (divider === DASH && takeClassAndLine(parts, at, end)) {
      // Scribe's `main INFO com.foo.Bar:12 - message`
    } else if (parts.named && divider !== DASH && isThread(bytes, at, end)) parts.add(THREAD_PART, at, end);
    else if (parts.named || isUpperWord(bytes, at, end) || isCounted(bytes, at, end)) return -1;
    else if (severe && bytes[at] === HASH && nameLikeness(bytes, at + 1, end) === PATH) {
      // `#o.example.Shop - ` of IntelliJ's platform
      parts.add(NAME_PART, at + 1, end);
    } else if (severe ? !isName(bytes, at, end) : nameLikeness(bytes, at, end) < IDENTIFIER) return -1;
    else parts.add(isFileName(bytes, at, end) ? FILE_PART : NAME_PART, at, end);
    parts.last = divider === COLON || divider === GREATER;
    return skipBlanks(bytes, after, to);
  }

  /** `time|INFO    |shop.db      |message`: a padded name before a bar, where bars stand right behind the time. */
  #isPaddedCell(end: number, bar: number): boolean {
    const { batch, bytes, row } = this.#parts;
    if (bytes[bar] !== BAR || bar - end < 2) return false;
    if (bytes[batch.timeTo[row]] === BAR) return true;
    const { severityTo } = this.#parts;
    const first = skipBlanks(bytes, severityTo, bar);
    return bytes[first] === BAR && !isBlank(bytes[first + 1]);
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
    const parts = this.#parts;
    const { bytes } = parts;
    const end = tokenEnd(bytes, at, to);
    const next = skipBlanks(bytes, end, to);
    // `java.home   = /usr/lib/jvm`: what a message sets.
    const isSet = bytes[next] === EQUALS && isBlank(bytes[next + 1]);
    if (next >= to || bytes[next] === BAR || isSet || !isName(bytes, at, end)) return -1;
    const colon = padded ? findByte(bytes, at, end, COLON) : -1;
    if (colon > at && sourceColon(bytes, colon + 1, end) >= 0) {
      parts.add(NAME_PART, at, colon);
      parts.add(SOURCE_PART, colon + 1, end);
      parts.last = true;
      return next;
    }
    const isAlone = (CLASS[bytes[next]] & (LETTER | DIGIT)) !== 0;
    const numbers = next === end + 1 && isDigit(bytes[next]) ? takeNumbered(parts, at, end, to) : -1;
    if (numbers >= 0) return numbers;
    if (next - end < 2 && !(padded && isAlone && isDottedModule(bytes, at, end))) return -1;
    parts.add(NAME_PART, at, end);
    parts.last = true;
    const line = tokenEnd(bytes, next, to) - 1;
    if (bytes[line] !== COLON || !isNumber(bytes, next, line)) return next;
    parts.add(LINE_PART, next, line);
    return skipBlanks(bytes, line + 1, to);
  }

  get #barred(): boolean {
    const { bytes, count, to } = this.#parts;
    const end = to[count - 1];
    return count > 0 && (bytes[end] === BAR || bytes[end + 1] === BAR);
  }

  #dividers(divider: number): boolean {
    if (divider === GREATER) return false;
    return divider === BAR || this.#parts.bytes[this.#parts.to[this.#parts.count - 1] + 1] === divider;
  }
}

/**
 * Takes what is told by several tokens behind a severity, the first of which is [at, end) of the classes `bits`: pairs, a name
 * and numbers, a thread and a name; UNDECIDED if it may be told otherwise.
 */
function takeSequence(parts: HeadParts, at: number, end: number, to: number, bits: number): number {
  const { bytes } = parts;
  if ((bits & OTHER) !== 0 && parts.hasTime) {
    const message = takeLeadingPairs(parts, at, to);
    if (message > at) return message;
  }
  if (end + 1 >= to || bytes[end] !== SPACE || isText(bytes, at, to, "in ")) return UNDECIDED;
  const follows = CLASS[bytes[end + 1]];
  if ((follows & DIGIT) !== 0 || isDigit(bytes[end - 1]) || bytes[end + 1] === 0x54) {
    const numbers = takeNumbered(parts, at, end, to);
    if (numbers >= 0) return numbers;
  }
  const name = (follows & LETTER) !== 0 && (parts.hasTime || parts.uptime || parts.isRelative)
    ? takeThreadAndName(parts, at, end, to)
    : -1;
  if (name >= 0) return name;
  // Most messages begin with two words: no other rule would take the first.
  const isPlain = (bits & ~(LETTER | DIGIT | JOINT | IN_KEY)) === 0 && (follows & (LETTER | DIGIT)) !== 0;
  return isPlain && !parts.tabbed ? takeSpanOfTwo(parts, at, end, to) : UNDECIDED;
}

/** Takes the token [at, end) behind a severity, if signs in it or behind it tell what it is; -1 if none do. */
function takeSigned(parts: HeadParts, at: number, end: number, next: number, to: number): number {
  const { bytes } = parts;
  // spdlog's `%n> `
  if (bytes[end - 1] === GREATER && isMarkedName(bytes, at, end)) {
    parts.add(NAME_PART, at, end - 1);
    parts.last = true;
    return next;
  }
  const isLine = isDigit(bytes[end - 1]) &&
    (takeCallAndLine(parts, at, end) || (parts.hasTime && takeFunctionAndLine(parts, at, end)));
  if (isLine) return takeSeparator(parts, next, to);
  if (parts.hasTime && takeBeforeArrow(parts, at, end, next, to)) return skipBlanks(bytes, next + 3, to);
  return bytes[end - 1] === COLON ? -1 : takeBunyan(parts, at, to);
}

/** Takes the name or the id [at, end) that a tab ends; UNDECIDED if it is neither. */
function takeTabbed(parts: HeadParts, at: number, end: number, next: number, to: number): number {
  const { bytes } = parts;
  if (bytes[end] !== TAB) return takeWordsAndPlace(parts, at, to) ?? UNDECIDED;
  if (isUuid(bytes, at, end)) {
    parts.add(BRACKET_PART, at, end);
    // AWS Lambda's `[INFO]⇥time⇥request⇥message`
    parts.last = bytes[tokenEnd(bytes, next, to)] !== TAB;
    return next;
  }
  if (!isName(bytes, at, end)) return UNDECIDED;
  // Fields stand behind the message: zap's `main.go:12⇥started⇥{…}`.
  if (bytes[next] === BRACE) return -1;
  if (sourceColon(bytes, at, end) >= 0) parts.add(SOURCE_PART, at, end);
  else if (nameLikeness(bytes, at, end) >= IDENTIFIER) parts.add(NAME_PART, at, end);
  else return takeNamespace(parts, at, end, next);
  return next;
}
