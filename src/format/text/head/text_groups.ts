import { takeBracketedSource, takeEmptyContext, takeErlangPlace } from "../loggers/text_loggers.ts";
import { INFO } from "../../../record/severity.ts";
import { isMoreOfHead } from "../learned/head_more.ts";
import { isDashed, isThread, takeSeparator } from "./text_dividers.ts";
import { takeErlangsCall } from "./text_places.ts";
import { hasColonBlank, saysPairs } from "../text_names.ts";
import {
  AT,
  BAR,
  BRACE,
  BRACKET_PART,
  bracketKind,
  CLOSE,
  CLOSE_BRACE,
  COLON,
  COMMA,
  CONTEXT_PART,
  DASH,
  DOT,
  EQUALS,
  FUNCTION_PART,
  HASH,
  type HeadParts,
  isToken,
  KEYED_PART,
  LESS,
  NAME_PART,
  NUMBER_PART,
  OPEN,
  PAREN,
  QUOTE,
  SEVERITY_PART,
  TIME_PART,
} from "../text_parts.ts";
import {
  bracketEnd,
  findByte,
  isBlank,
  isLower,
  isName,
  isNumber,
  isStep,
  isText,
  nameLikeness,
  NEWLINE,
  PATH,
  skipBlanks,
  sourceColon,
  SPACE,
  tokenEnd,
  trimmed,
} from "../text_tokens.ts";
import { isThreadName, runsThreads } from "../attributes/text_threads.ts";
import { isDigit, isLetter } from "../../time/timestamp_parts.ts";

/** Digits of a process that may stand behind a colon: fewer count a request (`Debug: (0) message`). */
const SHORTEST_ID = 3;

/** Reads what stands in brackets, parentheses, angle brackets or braces between severity (or time) and message. */
export class HeadGroups {
  readonly #parts: HeadParts;
  /** A line had several keys and values in brackets. */
  #isNested = false;

  constructor(parts: HeadParts) {
    this.#parts = parts;
  }

  /** `[host_id: web1] [tid: 42] ` and so on of Oracle's servers; where the message begins, -1 for one alone. */
  #keyed(at: number, to: number): number {
    const parts = this.#parts;
    const { bytes, count } = parts;
    let brackets = 0;
    while (bytes[at] === OPEN && at < to) {
      const end = bracketEnd(bytes, at, to);
      if (end < 0 || !isKeyed(bytes, at + 1, end - 1)) break;
      parts.add(BRACKET_PART, at + 1, end - 1);
      brackets++;
      at = skipBlanks(bytes, end, to);
    }
    parts.last = brackets > 1;
    if (brackets < 2) parts.count = count;
    return brackets < 2 ? -1 : at;
  }

  /** `[subsystem: db] [ms: 12]: message` of daiquiri: where the message begins; -1, and nothing added, if it is something else. */
  #extras(at: number, to: number): number {
    const parts = this.#parts;
    const { bytes, count } = parts;
    while (bytes[at] === OPEN && at < to) {
      const end = bracketEnd(bytes, at, to);
      if (end < 0 || !isKeyed(bytes, at + 1, end - 1)) break;
      parts.add(KEYED_PART, at + 1, end - 1);
      if (isText(bytes, end, to, ": ")) {
        parts.last = parts.framed = true;
        return end + 2;
      }
      at = skipBlanks(bytes, end, to);
    }
    parts.count = count;
    return -1;
  }

  /**
   * `[component:db] [queue:mail] message` of logrus' nested formatter, behind the bracket of the severity: two of them tell who
   * writes, then one alone is read so, too. Where the message begins, -1 if none stand there.
   */
  #nested(at: number, to: number): number {
    const parts = this.#parts;
    const { bytes, count } = parts;
    let brackets = 0;
    while (bytes[at] === OPEN && at < to) {
      const end = bracketEnd(bytes, at, to);
      if (end < 0 || !isJoined(bytes, at + 1, end - 1)) break;
      parts.add(KEYED_PART, at + 1, end - 1);
      brackets++;
      at = skipBlanks(bytes, end, to);
    }
    if (brackets > 1) this.#isNested = true;
    if (brackets === 0 || !this.#isNested) {
      parts.count = count;
      return -1;
    }
    parts.last = parts.framed = true;
    return at;
  }

  /** `[thread]`, `(file:12)`, `<0.1.0>`, `{a=b}`: index after it and what divides it from the next part. */
  read(at: number, to: number, severe: boolean): number {
    const parts = this.#parts;
    const { bytes } = parts;
    if (severe && bytes[at] === OPEN && parts.hasTime && isBehindSeverity(parts, at)) {
      const message = this.#nested(at, to);
      if (message >= 0) return message;
    }
    if (severe && bytes[at] === OPEN && parts.hasTime && parts.kind[parts.count - 1] === NAME_PART) {
      const message = this.#extras(at, to);
      if (message >= 0) return message;
    }
    const end = bracketEnd(bytes, at, to);
    if (end < 0 || end >= to) return -1;
    if (end - at < 3) {
      // `[] [shop.Db] [tid: 42]`: one of the columns that brackets hold.
      const last = parts.kind[parts.count - 1];
      if (severe && bytes[at] === OPEN && (parts.timeInBrackets || last === NUMBER_PART)) {
        if (bytes[end + 1] === OPEN) return end + 1;
        // `[main] [] shop.Db message`: nothing is in the context.
        const isBehind = last === BRACKET_PART && bytes[end] === SPACE;
        if (isBehind && nameLikeness(bytes, end + 1, tokenEnd(bytes, end + 1, to)) === PATH) return end + 1;
      }
      return severe ? takeEmptyContext(parts, at, end, to) : -1;
    }
    const byte = bytes[at];
    if (byte === LESS && bytes[end] === AT) return severe ? takeErlangPlace(parts, at, end, to) : -1;
    const from = skipBlanks(bytes, at + 1, end - 1);
    const inner = trimmed(bytes, from, end - 1);
    if (from === inner) return -1;
    const after = bytes[end];
    let isNamed = false;
    if (
      !isBlank(after) && after !== COLON && after !== OPEN && after !== BAR && after !== DASH &&
      after !== NEWLINE && after !== COMMA &&
      // `[INFO][Shop.java:12]message`
      !(severe && byte === OPEN && sourceColon(bytes, from, inner) >= 0)
    ) return -1;
    if (byte === LESS) {
      const source = severe ? takeBracketedSource(parts, from, inner, end, to) : -1;
      if (source >= 0) return source;
      // `<general>: `, a logger's name.
      isNamed = severe && after === COLON && parts.hasTime && isName(bytes, from, inner);
      for (let each = from; each < inner && !isNamed; each++) {
        if (!isDigit(bytes[each]) && bytes[each] !== DOT) return -1;
      }
    } else if (byte === BRACE) {
      // `{main} {INFO} {Worker} message`
      const isSevere = severe && bytes[parts.severityTo] === CLOSE_BRACE && isName(bytes, from, inner);
      if (isSevere) parts.add(parts.named ? CONTEXT_PART : NAME_PART, from, inner);
      if (isSevere) return skipBlanks(bytes, end, to);
      if (bytes[from] === QUOTE || findByte(bytes, from, inner, EQUALS) < 0) return -1;
    } else if (byte === PAREN) {
      // `db.go:12 (connect) message`
      const isCalled = severe && parts.sourced && isBlank(after) && isDigit(bytes[at - 2]) &&
        isLetter(bytes[from]);
      if (isCalled && isName(bytes, from, inner) && findByte(bytes, from, inner, AT) < 0) {
        parts.add(FUNCTION_PART, from, inner);
        return skipBlanks(bytes, end, to);
      }
      // Effect's fiber, `[08:00:01.123] INFO (#0): message`
      if (severe && bytes[from] === HASH && parts.timeInBrackets && isNumber(bytes, from + 1, inner)) {
        parts.context.fieldsBelow = true;
      }
      const divided = after === COLON || (severe && sourceColon(bytes, from, inner) >= 0) ||
        (severe && bytes[end + 1] === OPEN && isName(bytes, from, inner)) ||
        bytes[end + 1] === DASH || bytes[end + 1] === BAR ||
        // Not keepalived's `(Line 12) message`.
        (isDigit(bytes[inner - 1]) && !isText(bytes, from + 1, inner, "ine ") &&
          !(inner - from < SHORTEST_ID && bytes[parts.severityTo] === COLON)) ||
        (parts.hasTime && isText(bytes, from, inner, "MainThread")) ||
        (severe && bytes[at - 2] === CLOSE && (isName(bytes, from, inner) || isThread(bytes, from, inner) ||
          (endsPath(parts, at - 2) && runsThreads(bytes, from, inner)))) ||
        (severe && parts.hasTime && timeOrSeverityEnds(parts, at) &&
          nameLikeness(bytes, from, inner) === PATH);
      const isCall = !divided && severe && isClassAndMethod(bytes, from, inner);
      if (!(divided || isCall) || !isToken(bytes, from, tokenEnd(bytes, from, inner))) return -1;
    } else if (parts.severity !== 0 && parts.timeInBrackets && isKeyed(bytes, from, inner)) {
      return this.#keyed(at, to);
    } else if (
      bytes[from] === QUOTE || bytes[from] === BRACE || bytes[from] === OPEN ||
      hasColonBlank(bytes, from, inner) || saysPairs(bytes, at, end) || isStep(bytes, from, inner) ||
      (isLower(bytes[from]) && tellsDuration(bytes, from, inner)) ||
      (isDashed(parts, at) && !isMoreOfHead(bytes, at, to, INFO)) ||
      (isBlank(after) && isBehindPath(parts, at) && isWord(parts, from, inner, end))
    ) {
      return -1;
    }
    parts.add(isNamed ? NAME_PART : bracketKind(byte), from, inner);
    // An Erlang process is the last thing before the message.
    if (byte === LESS && severe) {
      parts.last = true;
      const start = skipBlanks(bytes, end, to);
      const behind = isBlank(after) ? takeErlangsCall(parts, start, to) : start;
      if (behind > start) return behind;
    }
    let next = end;
    if (after === COLON || after === COMMA) {
      next++;
      parts.last = severe && after === COLON && byte !== OPEN;
    }
    next = skipBlanks(bytes, next, to);
    const behind = takeSeparator(parts, next, to);
    // `shop.Db {user=ana}  - message`, log4j2's `%c %X %marker - %m`: a dash behind the context ends the head.
    if (byte === BRACE && severe && parts.named && bytes[next] === DASH && behind > next) parts.last = true;
    return behind;
  }
}

/** `queue:mail`: a name, a colon and something that no blank divides from it. */
function isJoined(bytes: Uint8Array, from: number, to: number): boolean {
  const colon = findByte(bytes, from, to, COLON);
  return colon > from && colon + 1 < to && !isBlank(bytes[colon + 1]) && isLetter(bytes[from]) &&
    isName(bytes, from, colon);
}

/** SQLAlchemy's `generated in 0.00026s`, `cached since 0.0003s ago`: words and a number of seconds among them. */
function tellsDuration(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = tokenEnd(bytes, from, to) + 1; at < to; at++) {
    const end = tokenEnd(bytes, at, to);
    if (isDigit(bytes[at]) && isLetter(bytes[end - 1]) && findByte(bytes, at, end, DOT) > at) return true;
    at = end;
  }
  return false;
}

/** `com.example.Shop run`, as java.util.logging tells its source: a class and a method. */
export function isClassAndMethod(bytes: Uint8Array, from: number, to: number): boolean {
  const end = tokenEnd(bytes, from, to);
  const dot = findByte(bytes, from, end, DOT);
  return dot > from && findByte(bytes, dot + 1, end, DOT) > 0 && end < to && bytes[end] === SPACE &&
    nameLikeness(bytes, from, end) === PATH && isMethod(bytes, end + 1, to);
}

/** `run`, `lambda$run$0`, `<init>` */
export function isMethod(bytes: Uint8Array, from: number, to: number): boolean {
  const isSpecial = bytes[from] === LESS && bytes[to - 1] === 0x3e;
  return isSpecial ? isName(bytes, from + 1, to - 1) : isLower(bytes[from]) && isName(bytes, from, to) &&
    findByte(bytes, from, to, DOT) < 0 && findByte(bytes, from, to, COLON) < 0;
}

/** Right behind the bracket that holds the severity. */
function isBehindSeverity({ bytes, severityTo }: HeadParts, at: number): boolean {
  return at === severityTo + 2 && bytes[severityTo] === CLOSE;
}

/** `host_id: web1`: a name, a colon, and something. */
export function isKeyed(bytes: Uint8Array, from: number, to: number): boolean {
  const colon = findByte(bytes, from, to, COLON);
  return colon > from && bytes[colon + 1] === SPACE && colon + 2 < to && isName(bytes, from, colon);
}

/** Only blanks stand between what was read last and `at`. */
function timeOrSeverityEnds({ bytes, count, kind, to }: HeadParts, at: number): boolean {
  const last = count - 1;
  return (kind[last] === TIME_PART || kind[last] === SEVERITY_PART) && skipBlanks(bytes, to[last], at) === at;
}

/** A logger's whole name was read last, and only blanks stand between it and `at`. */
function isBehindPath({ bytes, count, from, kind, to }: HeadParts, at: number): boolean {
  const last = count - 1;
  return last >= 0 && kind[last] === NAME_PART && nameLikeness(bytes, from[last], to[last]) === PATH &&
    skipBlanks(bytes, to[last], at) === at;
}

/** Whether the last part is a name with dots, and ends at `at`. */
function endsPath({ bytes, count, from, to }: HeadParts, at: number): boolean {
  return count > 0 && to[count - 1] === at && nameLikeness(bytes, from[count - 1], at) === PATH;
}

/** `[important] payload received`: one word in small letters that is no thread's name, and a message behind it. */
function isWord({ bytes }: HeadParts, from: number, to: number, end: number): boolean {
  for (let at = from; at < to; at++) if (!isLower(bytes[at])) return false;
  const next = bytes[end + 1];
  return to - from > 2 && isLetter(next) && !isThreadName(bytes, from, to);
}
