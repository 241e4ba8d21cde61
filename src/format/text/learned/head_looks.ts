import { lineColon } from "../attributes/text_composites.ts";
import type { TextHead } from "../text_head.ts";
import { hasMessage } from "../message/text_fields.ts";
import {
  APOSTROPHE,
  BAR,
  BRACE,
  CLOSE,
  CLOSE_BRACE,
  CLOSE_PAREN,
  COLON,
  COMMA,
  DASH,
  DOT,
  EQUALS,
  GREATER,
  type HeadParts,
  KEYED_PART,
  LESS,
  OPEN,
  PAREN,
  QUOTE,
  SEMICOLON,
  SEVERITY_PART,
  SLASH,
  TILDE,
  TIME_PART,
} from "../text_parts.ts";
import { wordsEnd } from "../head/text_dividers.ts";
import { isReportLabel } from "../loggers/text_postgres.ts";
import { isThrowableName } from "../text_names.ts";
import {
  bracketEnd,
  findByte,
  isBlank,
  isName,
  isNumber,
  isStep,
  isText,
  nameLikeness,
  parenthesesColon,
  PATH,
  skipBlanks,
  sourceColon,
  SPACE,
  TAB,
  tokenEnd,
} from "../text_tokens.ts";
import { isDigit, isLetter } from "../../time/timestamp_parts.ts";
import * as headPlaces from "./head_places.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { NONE, BRACKETED, IN_PARENTHESES, BEFORE_COLON, DIVIDED, BARE, JOINED, PLACE, NUMERIC, PAIRED } =
  headPlaces;
const { SIGNS, ENCLOSED, COMPOSED } = headPlaces;

/** Bytes of a context in brackets. */
const LONGEST_BRACKET = 160;
/** Blanks that pad a severity. */
const LONGEST_PAD = 9;
/** First byte of a character past the basic plane. */
const PICTURE = 0xf0;
/** Bytes of a name in braces or angle brackets. */
const LONGEST_ENCLOSED = 80;
/** Signs that divide parts, and how many of them together. */
const MOST_SIGNS = 4;
const DIVIDERS = new Uint8Array(256);
for (const sign of "-|:>~=/<*+") DIVIDERS[sign.charCodeAt(0)] = 1;

/** What one part behind the head of a line looks like, and where its value stands. */
export class LookedPart {
  /** Bounds of the value, and where what follows the part begins. */
  from = 0;
  to = 0;
  after = 0;

  /** The form of what stands at `at`, NONE if it is none that heads have; sets where its value stands, and what follows it. */
  look(bytes: Uint8Array, at: number, to: number): number {
    if (at >= to) return NONE;
    const first = bytes[at];
    if (first === BRACE || first === LESS) return this.#enclosed(bytes, at, to);
    this.from = at;
    const signs = signsEnd(bytes, at, to);
    if (signs > at) return this.#found(SIGNS, signs, skipBlanks(bytes, signs, to));
    if (first === OPEN || first === PAREN) return this.#group(bytes, at, to);
    const end = tokenEnd(bytes, at, to);
    const last = bytes[end - 1];
    // A name alone, too: the message is empty.
    const isAlone = last === COLON || (last !== CLOSE && nameLikeness(bytes, at, end) === PATH);
    if (end >= to && !isAlone) return NONE;
    if (last === CLOSE && findByte(bytes, at, end, OPEN) < 0) {
      // `I1120 08:00:01.123 main shop.db:12] message`, as glog's heads end
      const isPlace = lineColon(bytes, at, end - 1) < end - 1;
      return isPlace ? this.#found(COMPOSED, end - 1, skipBlanks(bytes, end, to)) : NONE;
    }
    const sign = bytes[at - 1];
    const isSame = sign === COLON || sign === SEMICOLON || sign === BAR;
    // `[INFO]shop.db:message`
    const divider = sign === CLOSE ? COLON : sign;
    const joined = isSame || sign === CLOSE ? findByte(bytes, at, end - 1, divider) : -1;
    if (joined > at && bytes[joined + 1] !== SLASH) {
      return isName(bytes, at, joined) ? this.#found(JOINED, joined, joined + 1) : NONE;
    }
    const words = bytes[at - 2] === BAR && isLetter(first) ? wordsEnd(bytes, at, to) : -1;
    if (words > 0) return this.#found(DIVIDED, words, behindDivider(bytes, words, to));
    return this.#token(bytes, at, end, to, isAlone);
  }

  /** Sets where the value ends and where what follows the part begins; answers the form. */
  #found(form: number, to: number, after: number): number {
    this.to = to;
    this.after = after;
    return form;
  }

  /** `[shop.db] `, `(main) ` */
  #group(bytes: Uint8Array, at: number, to: number): number {
    const isBracket = bytes[at] === OPEN;
    const end = bracketEnd(bytes, at, to, LONGEST_BRACKET);
    // An empty one, too: other lines have a context there.
    if (end < 0 || (!isBracket && end - at < 3)) return NONE;
    const isPlace = sourceColon(bytes, at + 1, end - 1) > 0;
    // A place alone: the message is empty.
    if (end >= to && !(isPlace && isBracket)) return NONE;
    const after = end < to ? bytes[end] : SPACE;
    if (!isBlank(after) && after !== COLON && after !== COMMA && after !== DASH && after !== OPEN) {
      return isBracket ? NONE : this.#composed(bytes, at, tokenEnd(bytes, at, to), to);
    }
    if (isBracket && isStep(bytes, at + 1, end - 1)) return NONE;
    this.from = at + 1;
    const behind = behindDivider(bytes, after === COLON || after === COMMA ? end + 1 : end, to);
    return this.#found(isPlace ? PLACE : isBracket ? BRACKETED : IN_PARENTHESES, end - 1, behind);
  }

  /** What one token is, perhaps with what stands behind it. `isAlone`: it may end the line. */
  #token(bytes: Uint8Array, at: number, end: number, to: number, isAlone: boolean): number {
    const isColon = bytes[end - 1] === COLON;
    const valueTo = isColon ? end - 1 : end;
    const after = behindDivider(bytes, end, to);
    if (sourceColon(bytes, at, valueTo) > 0) return this.#found(PLACE, valueTo, after);
    const blank = skipBlanks(bytes, end, to);
    // charmbracelet's `shop 🍪: `, or `shop 🍪 : ` of its manual
    if (bytes[blank] >= PICTURE && isLetter(bytes[at])) {
      const pictureTo = tokenEnd(bytes, blank, to);
      const colon = bytes[pictureTo - 1] === COLON ? pictureTo - 1 : skipBlanks(bytes, pictureTo, to);
      if (bytes[colon] === COLON && isBlank(bytes[colon + 1])) {
        return this.#found(BEFORE_COLON, Math.min(colon, pictureTo), skipBlanks(bytes, colon + 1, to));
      }
    }
    // `radvd (42): `
    const process = blank === end + 1 ? parenthesesColon(bytes, blank, to) : -1;
    if (process > 0 && isNumber(bytes, blank + 1, process - 1) && isName(bytes, at, end)) {
      return this.#found(COMPOSED, process, behindDivider(bytes, process + 1, to));
    }
    if (blank >= to && !isAlone) return NONE;
    // `shop/cart = 7`: what a message sets.
    if (bytes[blank] === EQUALS && isBlank(bytes[blank + 1])) return NONE;
    if (isNumber(bytes, at, valueTo)) return this.#found(NUMERIC, valueTo, after);
    // `sshd[42] `
    if (isTag(bytes, at, valueTo) && end < to) return this.#found(COMPOSED, valueTo, after);
    if (isPaired(bytes, at, end, to)) return this.#found(PAIRED, end, blank);
    // `INFO, shop.db, message`
    const isListed = bytes[end - 1] === COMMA && bytes[at - 2] === COMMA && end - at > 1;
    const nameTo = isListed ? end - 1 : valueTo;
    const isCall = isText(bytes, nameTo - 2, nameTo, "()");
    if (!isName(bytes, at, isCall ? nameTo - 2 : nameTo)) return this.#composed(bytes, at, end, to);
    if (isListed) return this.#found(DIVIDED, nameTo, blank);
    if (isColon) return isThrowableName(bytes, at, nameTo) ? NONE : this.#found(BEFORE_COLON, nameTo, blank);
    return this.#found(after > blank || bytes[end] === TAB ? DIVIDED : BARE, nameTo, after);
  }

  /** `{shop.db:12} `, `<db> ` */
  #enclosed(bytes: Uint8Array, at: number, to: number): number {
    const end = bracketEnd(bytes, at, to, LONGEST_ENCLOSED);
    // `<>` and `{}` are empty contexts.
    const isEmpty = end === at + 2;
    if ((end < at + 3 && !isEmpty) || end >= to || bytes[at + 1] === QUOTE || bytes[at + 1] === SLASH) {
      return NONE;
    }
    if (!isBlank(bytes[end]) && bytes[end] !== COLON) return NONE;
    this.from = at + 1;
    return this.#found(ENCLOSED, end - 1, behindDivider(bytes, bytes[end] === COLON ? end + 1 : end, to));
  }

  /** A token with other signs than names have, neither quoted nor a path. */
  #composed(bytes: Uint8Array, at: number, end: number, to: number): number {
    const first = bytes[at];
    const last = bytes[end - 1];
    if (end - at < 3 || end >= to || first === QUOTE || first === APOSTROPHE || first === SLASH) return NONE;
    if (first === BRACE || last === COMMA || last === QUOTE || last === DOT || last === CLOSE) return NONE;
    let isWord = true;
    for (let each = at; each < end; each++) {
      const byte = bytes[each];
      if (byte === EQUALS || byte >= 0x80 || byte === QUOTE) return NONE;
      if (byte === COLON && bytes[each + 1] === SLASH) return NONE;
      if (!isLetter(byte) && !(byte === COLON && each === end - 1)) isWord = false;
    }
    if (isWord) return NONE;
    this.from = at;
    const isDivided = last === COLON || last === SEMICOLON;
    return this.#found(COMPOSED, isDivided ? end - 1 : end, behindDivider(bytes, end, to));
  }
}

/**
 * A number for how the head's time is written: other loggers of the same source write it otherwise. Digits, letters and
 * how long the second's fraction is are left out.
 */
export function timeLookOf({ batch, bytes, row }: HeadParts): number {
  const from = batch.timeFrom[row];
  const to = batch.timeTo[row];
  let look = to - from;
  if (look === 0) return 0;
  look = bytes[from - 1] === OPEN ? 2 : 1;
  let colons = 0;
  let at = from;
  for (; at < to && colons < 2; at++) {
    const byte = bytes[at];
    if (byte === COLON) colons++;
    if (!isDigit(byte)) look = Math.imul(look, 31) + (isLetter(byte) && byte !== 0x54 ? 1 : byte);
  }
  const sign = at + 2 < to ? bytes[at + 2] : 0;
  return sign === COMMA || sign === DOT ? look + sign : look;
}

/** A number for what the head has up to its severity or time, whichever is later; that for its time is to be added. */
export function lookOf(head: TextHead): number {
  let look = head.severity === 0 ? 1 : 2;
  let last = head.count - 1;
  while (last >= 0 && head.kind[last] !== TIME_PART && head.kind[last] !== SEVERITY_PART) last--;
  for (let part = 0; part <= last; part++) look = Math.imul(look, 31) + head.kind[part];
  const sign = head.bytes[skipBlanks(head.bytes, head.to[last], head.to[last] + LONGEST_PAD)];
  return Math.imul(look, 257) + (isDivider(sign) ? sign : 0);
}

/** Where what follows time and severity begins; -1 if something else than signs divides it from them. */
export function behindHead(head: TextHead, to: number): number {
  if (head.isSure || head.particular || head.pairs > 0 || head.spaced || head.fromKernel) return -1;
  let at = 0;
  let isTold = false;
  for (let part = 0; part < head.count; part++) {
    const kind = head.kind[part];
    if (kind === KEYED_PART) return -1;
    if (kind !== TIME_PART && kind !== SEVERITY_PART) continue;
    at = Math.max(at, head.to[part]);
    isTold = true;
  }
  if (!isTold || (head.severity !== 0 && head.message <= head.severityFrom)) return -1;
  const { bytes } = head;
  if (isReport(head) || isReportLabel(bytes, head.message, to)) return -1;
  const end = at;
  // An arrow is a part of its own.
  while (at < to && isDivider(bytes[at])) {
    if (bytes[at + 1] === GREATER && isBlank(bytes[at - 1]) && isBlank(bytes[at + 2])) break;
    at++;
  }
  return at > end && at < to ? at : -1;
}

/** `LOG:  `, with two blanks: behind what PostgreSQL writes before it, it has nothing but the message. */
function isReport({ bytes, severityFrom, severityTo }: TextHead): boolean {
  return severityTo - severityFrom === 3 && isText(bytes, severityFrom, severityTo + 3, "LOG:  ") &&
    !isBlank(bytes[severityTo + 3]);
}

function isDivider(byte: number): boolean {
  return isBlank(byte) || byte === CLOSE || byte === COLON || byte === CLOSE_PAREN || byte === BAR ||
    byte === DASH ||
    byte === COMMA || byte === SEMICOLON || byte === GREATER || byte === CLOSE_BRACE;
}

/** `proftpd[42]`, `radvd (42)` */
export function isTag(bytes: Uint8Array, from: number, to: number): boolean {
  const isSpaced = bytes[to - 1] === CLOSE_PAREN;
  const open = findByte(bytes, from, to, isSpaced ? PAREN : OPEN);
  if (open <= from || !isLetter(bytes[from]) || (isSpaced && !isBlank(bytes[open - 1]))) return false;
  return (isSpaced || bytes[to - 1] === CLOSE) && isNumber(bytes, open + 1, to - 1);
}

/** `user=alice`, a value without quotes and no comma behind it; `level=INFO msg=…` are a record's. */
function isPaired(bytes: Uint8Array, at: number, end: number, to: number): boolean {
  const equals = findByte(bytes, at, end, EQUALS);
  if (equals <= at || equals >= end - 1) return false;
  const value = bytes[equals + 1];
  if (value === QUOTE || value === APOSTROPHE || bytes[end - 1] === COMMA || !isName(bytes, at, equals)) {
    return false;
  }
  return !isText(bytes, at, equals + 1, "level=") && !hasMessage(bytes, at, to);
}

/** Behind blanks, and a sign alone between blanks or a bar behind a padded cell. */
function behindDivider(bytes: Uint8Array, at: number, to: number): number {
  const start = skipBlanks(bytes, at, to);
  const sign = bytes[start];
  const isSign = sign === DASH || sign === BAR || sign === COLON || sign === GREATER;
  if (isSign && start + 1 < to && isBlank(bytes[start + 1])) return skipBlanks(bytes, start + 1, to);
  return sign === BAR && start > at && start + 1 < to ? start + 1 : start;
}

/** Where signs end that divide parts and stand alone, `~`, `::`, `>>`, `->`, `•`, `›`, `»`; `at` if none do. */
function signsEnd(bytes: Uint8Array, at: number, to: number): number {
  let end = at;
  while (end < to && end < at + MOST_SIGNS && DIVIDERS[bytes[end]] === 1) end++;
  if (end === at) {
    // Signs of punctuation and arrows: U+2010 to U+203F, U+2190 to U+25FF, the guillemets and the broken bar.
    const byte = bytes[at];
    const next = bytes[at + 1];
    if (byte === 0xe2 && (next === 0x80 || (next >= 0x86 && next <= 0x97))) end = at + 3;
    else if (byte === 0xc2 && (next === 0xa6 || next === 0xab || next === 0xbb || next === 0xb7)) {
      end = at + 2;
    } else return at;
  } else if (end === at + 1 && bytes[at] !== TILDE) return at;
  return end < to && isBlank(bytes[end]) ? end : at;
}
