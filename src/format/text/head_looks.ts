import type { TextHead } from "./text_head.ts";
import {
  BAR,
  CLOSE,
  CLOSE_PAREN,
  COLON,
  COMMA,
  DASH,
  EQUALS,
  GREATER,
  OPEN,
  PAREN,
  QUOTE,
  SEVERITY_PART,
  SLASH,
  TIME_PART,
} from "./text_parts.ts";
import {
  bracketEnd,
  findByte,
  isBlank,
  isName,
  isNumber,
  isText,
  nameLikeness,
  PATH,
  skipBlanks,
  sourceColon,
  TAB,
  tokenEnd,
} from "./text_tokens.ts";
import * as headPlaces from "./head_places.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { NONE, BRACKETED, IN_PARENTHESES, BEFORE_COLON, DIVIDED, BARE, JOINED, PLACE, NUMERIC, PAIRED } =
  headPlaces;

/** Bytes of a context in brackets. */
const LONGEST_BRACKET = 160;
/** Blanks that pad a severity. */
const LONGEST_PAD = 9;
const SEMICOLON = 0x3b;

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
    if (first === OPEN || first === PAREN) {
      const end = bracketEnd(bytes, at, to, LONGEST_BRACKET);
      // An empty one, too: other lines have a context there.
      if (end < 0 || (first === PAREN && end - at < 3) || end >= to) return NONE;
      const after = bytes[end];
      if (!isBlank(after) && after !== COLON && after !== COMMA && after !== DASH && after !== OPEN) {
        return NONE;
      }
      this.from = at + 1;
      this.to = end - 1;
      this.after = behindDivider(bytes, after === COLON || after === COMMA ? end + 1 : end, to);
      return first === OPEN ? BRACKETED : IN_PARENTHESES;
    }
    const end = tokenEnd(bytes, at, to);
    const isColon = bytes[end - 1] === COLON;
    // A name alone, too: the message is empty.
    const isAlone = isColon || (bytes[end - 1] !== CLOSE && nameLikeness(bytes, at, end) === PATH);
    if (end >= to && !isAlone) return NONE;
    if (bytes[end - 1] === CLOSE && findByte(bytes, at, end, OPEN) < 0) return NONE;
    this.from = at;
    const sign = bytes[at - 1];
    const joined = sign === COLON || sign === SEMICOLON || sign === BAR
      ? findByte(bytes, at, end - 1, sign)
      : -1;
    if (joined > at && bytes[joined + 1] !== SLASH) {
      this.to = joined;
      this.after = joined + 1;
      return isName(bytes, at, joined) ? JOINED : NONE;
    }
    this.to = isColon ? end - 1 : end;
    if (sourceColon(bytes, at, this.to) > 0) {
      this.after = behindDivider(bytes, end, to);
      return PLACE;
    }
    const isCall = isText(bytes, this.to - 2, this.to, "()");
    const blank = skipBlanks(bytes, end, to);
    if (blank >= to && !isAlone) return NONE;
    if (isNumber(bytes, at, this.to)) {
      this.after = behindDivider(bytes, end, to);
      return NUMERIC;
    }
    // `INFO, shop.db, message`
    const isListed = bytes[end - 1] === COMMA && bytes[at - 2] === COMMA && end - at > 1;
    if (isListed) this.to = end - 1;
    const equals = findByte(bytes, at, end, EQUALS);
    const isUnquoted = bytes[equals + 1] !== QUOTE && bytes[end - 1] !== COMMA;
    // `level=INFO msg=…` are a record's.
    const isRole = isText(bytes, at, equals + 1, "level=") || isText(bytes, at, equals + 1, "msg=");
    if (equals > at && equals < end - 1 && isUnquoted && !isRole && isName(bytes, at, equals)) {
      this.to = end;
      this.after = blank;
      return PAIRED;
    }
    if (!isName(bytes, at, isCall ? this.to - 2 : this.to)) return NONE;
    if (isListed) {
      this.after = blank;
      return DIVIDED;
    }
    if (isColon) {
      this.after = blank;
      return BEFORE_COLON;
    }
    this.after = behindDivider(bytes, end, to);
    return this.after > blank || bytes[end] === TAB ? DIVIDED : BARE;
  }
}

/** A number for what the head has up to its severity or time, whichever is later. */
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
  if (head.particular || head.pairs > 0 || head.spaced || head.fromKernel) return -1;
  let at = 0;
  let isTold = false;
  for (let part = 0; part < head.count; part++) {
    const kind = head.kind[part];
    if (kind !== TIME_PART && kind !== SEVERITY_PART) continue;
    at = Math.max(at, head.to[part]);
    isTold = true;
  }
  if (!isTold || (head.severity !== 0 && head.message <= head.severityFrom)) return -1;
  const { bytes } = head;
  const end = at;
  while (at < to && isDivider(bytes[at])) at++;
  return at > end && at < to ? at : -1;
}

function isDivider(byte: number): boolean {
  return isBlank(byte) || byte === CLOSE || byte === COLON || byte === CLOSE_PAREN || byte === BAR ||
    byte === DASH ||
    byte === COMMA || byte === SEMICOLON || byte === GREATER;
}

/** Behind blanks, and a sign alone between blanks. */
function behindDivider(bytes: Uint8Array, at: number, to: number): number {
  const start = skipBlanks(bytes, at, to);
  const sign = bytes[start];
  const isSign = sign === DASH || sign === BAR || sign === COLON || sign === GREATER;
  return isSign && start + 1 < to && isBlank(bytes[start + 1]) ? skipBlanks(bytes, start + 1, to) : start;
}
