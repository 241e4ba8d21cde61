import { takeTag } from "./text_processes.ts";
import { takeBehindTarget, takeLocation, takeNamespace } from "../loggers/text_loggers.ts";
import { isPlaceAt } from "./text_places.ts";
import { isTracing } from "../loggers/text_apart.ts";
import { isSlogTerm } from "../message/text_message_pairs.ts";
import { isDashed } from "./text_dividers.ts";
import { isCommonWord, isThrowableName } from "../text_names.ts";
import {
  BAR,
  BRACE,
  BRACKET_PART,
  CLOSE,
  CLOSE_BRACE,
  CLOSE_PAREN,
  COLON,
  COMMA,
  DOT,
  FUNCTION_PART,
  type HeadParts,
  NAME_PART,
  SOURCE_PART,
} from "../text_parts.ts";
import { isThreadName } from "../attributes/text_threads.ts";
import {
  COMPOUND,
  findByte,
  hashOf,
  IDENTIFIER,
  isLower,
  isNameSign,
  isText,
  isUpperWord,
  lastByte,
  nameLikeness,
  NOT_A_NAME,
  PATH,
  skipBlanks,
  sourceColon,
  SPACE,
  tokenEnd,
  trimmed,
} from "../text_tokens.ts";
import { digitsStart, isDigit } from "../../time/timestamp_parts.ts";

/** Blanks that pad a severity. */
const LONGEST_PAD = 9;
/** Digits of the code of a message, at least. */
const CODE_DIGITS = 4;
/** Targets of a source that are remembered. */
const MAX_TARGETS = 256;

/** Reads a name that a colon ends, between severity (or time) and message. */
export class HeadColonNames {
  readonly #parts: HeadParts;
  /** A line of tracing had no target. */
  untargeted = false;
  /** Hashes of the targets of tracing that stood right before a message. */
  readonly #targets = new Set<number>();

  constructor(parts: HeadParts) {
    this.#parts = parts;
  }

  /** `shop.db:` with nothing behind it: the message is empty. A mere word is one. */
  alone(from: number, colon: number, to: number): number {
    const parts = this.#parts;
    const { bytes } = parts;
    const isLogger = parts.hasTime && nameLikeness(bytes, from, colon) === PATH &&
      sourceColon(bytes, from, colon) < 0;
    if (!isLogger) return -1;
    parts.add(NAME_PART, from, colon);
    parts.last = true;
    return to;
  }

  /** `name: `, `file.go:12: `, `tag[123]: ` */
  read(from: number, colon: number, next: number, to: number, severe: boolean): number {
    const parts = this.#parts;
    const { bytes } = parts;
    const source = sourceColon(bytes, from, colon);
    if (source >= 0) {
      parts.add(SOURCE_PART, from, colon);
      // Behind tracing's place nothing but the message stands.
      parts.last = isTracing(parts) || (parts.spaced && parts.named);
      return next;
    }
    if (severe && bytes[colon - 1] === CLOSE_PAREN && takeLocation(parts, from, colon)) return next;
    if (bytes[colon - 1] === CLOSE && takeTag(parts, from, colon)) {
      parts.last = true;
      return next;
    }
    const last = severe ? lastByte(bytes, from, colon, COLON) : -1;
    if (
      last > from && !isCommonWord(bytes, last + 1, colon) && takeNamespace(parts, from, colon, next) >= 0
    ) {
      // Spans, and behind them the logger.
      if (isTracing(parts)) {
        parts.last = false;
        parts.pairsApart = parts.spaced = true;
      }
      return next;
    }
    // slog-term writes no names.
    if (severe && isSlogTerm(parts)) return -1;
    // `java.lang.IllegalStateException: …` is what a message begins with.
    if (isThrowableName(bytes, from, colon) || isMessageCode(bytes, from, colon)) return -1;
    const likeness = nameLikeness(bytes, from, colon);
    // `payload: {"id":7}`
    if (likeness < COMPOUND && bytes[next] === BRACE && bytes[trimmed(bytes, next, to) - 1] === CLOSE_BRACE) {
      return -1;
    }
    if (severe && likeness >= COMPOUND && likeness !== PATH && isBehindPlace(parts, from)) {
      parts.add(FUNCTION_PART, from, colon);
      parts.last = true;
      return next;
    }
    if (severe && likeness !== PATH && (isNamedInBrackets(parts) || isNamedByPath(parts))) return -1;
    // Spans are tracing's, whatever its times are.
    const isSpanned = parts.spaced && !parts.named;
    const isAlone = parts.severityIsAlone || parts.uptime || (isSpanned && !parts.hasTime);
    const isPlace = isPlaceAt(bytes, next, to);
    const least = severe && (isPlace || isAlone) && !isDashed(parts, from) ? IDENTIFIER : COMPOUND;
    if ((likeness < least || isCommonWord(bytes, from, colon)) && !isSubsystem(parts, from, colon)) return -1;
    if (severe && likeness < COMPOUND && isBehindCell(parts, from)) return -1;
    // `[INFO] cart: full, items: 7, total: 12`, `cart_size: 7, items: 7, total: 12`
    const mayList = likeness < COMPOUND ? bytes[parts.severityTo] === CLOSE : isDigit(bytes[next]);
    if (mayList && likeness !== PATH && isListed(bytes, next, to)) return -1;
    const behind = severe && isTracing(parts)
      ? takeBehindTarget(parts, from, colon, next, to, this.#targets)
      : -1;
    if (behind >= 0) {
      parts.last = !isPlaceAt(bytes, behind, to);
      return behind;
    }
    // tracing's lines have all a target, or none; most are modules.
    const isRusts = severe && (isSpanned || isTracing(parts));
    if (this.untargeted && !isPlace && isRusts && likeness !== PATH) return -1;
    parts.add(NAME_PART, from, colon);
    // What Python warns of begins with the place.
    parts.last = !isPlace || isText(bytes, from, colon, "py.warnings");
    const isRust = severe &&
      (parts.hasTime || parts.uptime
        ? isTracing(parts) || isBehindThreadId(parts)
        : isText(bytes, last - 1, colon, "::") || (isPlace && hasRustFile(bytes, next, to)));
    if (isRust) parts.pairsApart = parts.spaced = true;
    if (isRust && bytes[tokenEnd(bytes, next, to) - 1] !== COLON && this.#targets.size < MAX_TARGETS) {
      this.#targets.add(hashOf(bytes, from, colon));
    }
    return next;
  }
}

/** EMQX' `[error] clientid: a, msg: dropped, topic: t`: another name and a colon stand behind the first comma, and a third. */
function isListed(bytes: Uint8Array, from: number, to: number): boolean {
  let names = 0;
  for (
    let at = findByte(bytes, from, to, COMMA);
    at > 0 && names < 2;
    at = findByte(bytes, at + 1, to, COMMA)
  ) {
    const name = at + 2;
    let end = name;
    while (end < to && isNameSign(bytes[end])) end++;
    if (bytes[at + 1] !== SPACE || end === name || !isText(bytes, end, to, ": ")) return false;
    names++;
  }
  return names > 1;
}

/** `AH02155`, `WFLYSRV0025`: capitals and four digits at least are a message's, no logger's. */
function isMessageCode(bytes: Uint8Array, from: number, to: number): boolean {
  const digits = digitsStart(bytes, from, to);
  return to - digits >= CODE_DIGITS && digits - from > 1 && isUpperWord(bytes, from, digits);
}

/** `[INF] CRTR: ` of btclog, four capitals behind three in brackets; `[08:00:01.123Z] INFO  BROKER: ` of Moleculer. */
function isSubsystem(parts: HeadParts, from: number, to: number): boolean {
  const { bytes, severityFrom, severityTo } = parts;
  if (parts.timeInBrackets && parts.severityBesideTime) {
    return to - from > 3 && isUpperWord(bytes, from, to) && !isCommonWord(bytes, from, to);
  }
  return to - from === 4 && severityTo - severityFrom === 3 && bytes[severityTo] === CLOSE &&
    isUpperWord(bytes, from, to);
}

/** `src/main.rs:12: ` */
function hasRustFile(bytes: Uint8Array, at: number, to: number): boolean {
  const end = tokenEnd(bytes, at, to);
  while (at < end && !isText(bytes, at, end, ".rs:")) at++;
  return at < end;
}

/** tracing's `WARN ThreadId(01) shop::db: `, whatever its time looks like. */
function isBehindThreadId({ bytes, severityTo }: HeadParts): boolean {
  const at = skipBlanks(bytes, severityTo, severityTo + LONGEST_PAD);
  return isText(bytes, at, at + 9, "ThreadId(");
}

/** `[shop.jobs] error: cache: miss`: the logger stands in brackets, a word before a colon is the message's. */
function isNamedInBrackets({ bytes, count, from, kind, to }: HeadParts): boolean {
  for (let part = 0; part < count; part++) {
    if (kind[part] !== BRACKET_PART) continue;
    const likeness = nameLikeness(bytes, from[part], to[part]);
    if (likeness !== NOT_A_NAME && !isThreadName(bytes, from[part], to[part])) return true;
  }
  return false;
}

/** `| shop | cache: miss`: the logger stood in a cell. */
function isBehindCell(
  { bytes, count, kind, severityTo, from: starts, to }: HeadParts,
  from: number,
): boolean {
  const last = count - 1;
  return bytes[from - 1] === SPACE && bytes[from - 2] === BAR && kind[last] === NAME_PART &&
    starts[last] > severityTo && to[last] < from - 1;
}

/** `chan_sip.c:28924 load_module: `: what stands right behind a file and its line is a function. */
function isBehindPlace({ bytes, count, kind, to }: HeadParts, from: number): boolean {
  const last = count - 1;
  return last >= 0 && kind[last] === SOURCE_PART && to[last] === from - 1 && bytes[from - 1] === SPACE;
}

/** `shop.jobs cleanup: removed`: behind a logger's whole name the same, if it is no class, whose method may follow. */
function isNamedByPath({ bytes, count, from, kind, severityTo, tabbed, to }: HeadParts): boolean {
  const last = count - 1;
  if (last < 1 || kind[last] !== NAME_PART || from[last] < severityTo) return false;
  if (nameLikeness(bytes, from[last], to[last]) !== PATH) return false;
  const dot = lastByte(bytes, from[last], to[last], DOT);
  return tabbed || bytes[to[last]] === BAR || isLower(bytes[dot + 1]);
}
