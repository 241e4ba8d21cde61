import { type Batch, INT, TEXT } from "../../../record/batch.ts";
import type { AttributeKeys } from "../../attribute_keys.ts";
import type { ReadContext } from "../../line_format.ts";
import { severityOfWord } from "../../severity_word.ts";
import { addSource } from "../attributes/text_composites.ts";
import { addPairs, arePairs } from "../message/text_pairs.ts";
import {
  AT,
  BAR,
  BRACE,
  CLOSE,
  CLOSE_BRACE,
  CLOSE_PAREN,
  COLON,
  DASH,
  DOT,
  GREATER,
  LESS,
  OPEN,
  PAREN,
  QUOTE,
} from "../text_parts.ts";
import {
  findByte,
  hashOf,
  isBlank,
  isDate,
  isName,
  isText,
  lastByte,
  nameLikeness,
  PATH,
  skipBlanks,
  sourceColon,
  SPACE,
  tokenEnd,
  tokenStart,
  trimmed,
} from "../text_tokens.ts";
import { isMethod } from "../head/text_groups.ts";
import { readTrailingJson } from "../../json/embedded_json.ts";
import { readTime } from "../../time/timestamp.ts";
import { beforeDigits, isDigit } from "../../time/timestamp_parts.ts";

/** Lines of which the fewest tell something, and that their times end them. */
const FEWEST = 5;
const FEWEST_TIMES = 3;
/** Bytes of a whole time, at least and at most. */
const SHORTEST_TIME = 19;
const LONGEST_TIME = 40;
/** Monolog's context that holds nothing. */
const EMPTY = " []";
/** Bytes of what stands behind a message. */
const LONGEST = 120;

/** What opens the brackets that end a line. */
const OPENING = new Uint8Array(256);
OPENING[CLOSE] = OPEN;
OPENING[CLOSE_BRACE] = BRACE;
OPENING[CLOSE_PAREN] = PAREN;
OPENING[GREATER] = LESS;

const NONE = -1;
/** What ends a line. */
const NOTHING = 0,
  SEVERITY = 1,
  NAME = 2,
  PAIRS = 3,
  SIGN = 4,
  PLACE = 5,
  TIME = 6,
  CALL = 7,
  OBJECT = 8,
  LOGGER = 9,
  CONTEXT = 10;
const KINDS = [SEVERITY, NAME, PAIRS, SIGN, PLACE, TIME, CALL, OBJECT, LOGGER, CONTEXT];
/** How Serilog's layouts show a logger behind the message, and some a call. */
const SERILOGS = "s:", AT_CALL = "at ";
/** Parts behind a message that are looked at. */
const MOST = 3;

/** What ends lines at one place: the last part, the one before it, and so on. */
class End {
  readonly kinds = new Uint16Array(KINDS.length + 1);
  readonly names = new Set<number>();
  /** Lines whose name stands in square brackets. */
  bracketed = 0;
  settled = NOTHING;

  clear(): void {
    this.kinds.fill(0);
    this.names.clear();
    this.bracketed = 0;
    this.settled = NOTHING;
  }

  /** Of names many lines have the same one; what is another in each (`[req-17]`) stands in square brackets. */
  isNamed(lines: number): boolean {
    return this.names.size > 1 && this.names.size * 2 <= lines;
  }

  settle(lines: number): void {
    this.settled = NOTHING;
    for (const each of KINDS) {
      // Some messages are empty, or cut. No message ends in a whole time by chance.
      if (this.kinds[each] * 10 < lines * (each === TIME ? 7 : 9)) continue;
      if (each !== NAME || this.isNamed(lines) || this.bracketed === this.kinds[NAME]) this.settled = each;
    }
  }
}

/**
 * Counts what ends the first lines of a source behind their messages, where patterns put what others have in their
 * heads: `message [INFO]`, `message [OrderService]`, `message {requestId=7d1f, tenant=acme}`, `|message|`. What ends
 * (nearly) all lines, whatever they say, is no part of what they say.
 */
export class EndCensus {
  #lines = 0;
  readonly #ends = Array.from({ length: MOST }, () => new End());
  /** Where what ends a line begins and ends, its signs left out. */
  #from = 0;
  #to = 0;
  /** Where the message ends before it, if more than a bracket stands between them. */
  #cut = NONE;
  /** The line has no time yet. */
  #mayBeTime = false;
  /** Nothing ends the line that was counted last. */
  #isBare = false;

  /** Whether lines end in something that is not the messages'. */
  get isSettled(): boolean {
    return this.#ends[0].settled !== NOTHING;
  }

  clear(): void {
    this.#lines = 0;
    for (const end of this.#ends) end.clear();
  }

  /** Counts a line whose message is [from, to); `timed`: it has a time. */
  count(bytes: Uint8Array, from: number, to: number, timed: boolean): void {
    this.#lines++;
    this.#isBare = false;
    this.#mayBeTime = !timed;
    for (const end of this.#ends) {
      const kind = this.#look(bytes, from, trimmed(bytes, from, to));
      end.kinds[kind]++;
      if (kind === NAME) {
        end.names.add(hashOf(bytes, this.#from, this.#to));
        if (bytes[this.#to] === CLOSE) end.bracketed++;
      }
      this.#isBare = end === this.#ends[0] && kind === NOTHING;
      if (kind === NOTHING || kind === SIGN) break;
      to = this.#cut === NONE ? this.#from - 1 : this.#cut;
    }
    this.#settle();
  }

  /** The line counted last goes on in the next one: what ends its message stands below it. */
  goOn(): void {
    if (!this.#isBare) return;
    this.#isBare = false;
    this.#lines--;
    this.#ends[0].kinds[NOTHING]--;
    this.#settle();
  }

  #settle(): void {
    const isTold = this.#lines >= FEWEST ||
      (this.#lines >= FEWEST_TIMES && this.#ends[0].kinds[TIME] === this.#lines);
    if (isTold) { for (const end of this.#ends) end.settle(this.#lines); }
  }

  /** What ends the message [from, to). */
  #look(bytes: Uint8Array, from: number, to: number): number {
    const last = bytes[to - 1];
    this.#from = this.#to = to - 1;
    if (last === BAR) {
      while (this.#to > from && bytes[this.#to - 1] === BAR) this.#to--;
      // A cell of fields may stand between two of them.
      const bar = findByte(bytes, from, this.#to, BAR);
      return bar < 0 || bytes[bar + 1] === BRACE || bytes[bar + 1] === OPEN ? SIGN : NOTHING;
    }
    this.#cut = NONE;
    const context = contextStart(bytes, from, to);
    if (context >= 0) {
      this.#from = context + 1;
      return CONTEXT;
    }
    const first = OPENING[last];
    if (first === 0) return this.#behindDash(bytes, from, to);
    let open = to - 2;
    // `(org.example.Shop.run():12)`
    if (last === CLOSE_PAREN && isDigit(bytes[open])) {
      const colon = beforeDigits(bytes, from, to - 1);
      if (isText(bytes, colon - 2, to, "():")) open = colon - 3;
    }
    while (open > from && open > to - LONGEST && bytes[open] !== first) open--;
    if (bytes[open] !== first || (open > from && !isBlank(bytes[open - 1]))) {
      return last === CLOSE_BRACE ? this.#gluedObject(bytes, from, to) : NOTHING;
    }
    this.#from = open + 1;
    if (this.#mayBeTime && isWholeTime(bytes, open + 1, to - 1)) return TIME;
    if (open - 3 > from && isText(bytes, open - 3, open, " - ")) this.#cut = open - 3;
    // An empty object is read as one.
    if (last === CLOSE_BRACE) return open + 2 < to && arePairs(bytes, open + 1, to - 1) ? PAIRS : NOTHING;
    if (severityOfWord(bytes, open + 1, to - 1) !== 0) return SEVERITY;
    const call = isText(bytes, this.#from, to, AT_CALL) ? this.#from + AT_CALL.length : this.#from;
    if (last === CLOSE_PAREN && calledClassTo(bytes, call, to - 1) > 0) {
      this.#from = call;
      this.#cut = open;
      return CALL;
    }
    const placeTo = tokenEnd(bytes, open + 1, to - 1);
    if (sourceColon(bytes, open + 1, placeTo) > 0) {
      // A place alone is known by itself, `(Server:100)`; with its function where all lines have it.
      const isCalled = placeTo < to - 1 && isName(bytes, placeTo + 1, to - 1);
      return isCalled || (placeTo === to - 1 && last === CLOSE) ? PLACE : NOTHING;
    }
    if (last === GREATER && isText(bytes, open + 1, to, SERILOGS)) {
      this.#from = open + 1 + SERILOGS.length;
      this.#cut = open;
      return LOGGER;
    }
    const isPlace = isDigit(bytes[to - 2]) && findByte(bytes, open + 1, to - 1, COLON) > 0;
    return !isPlace && isName(bytes, open + 1, to - 1) ? NAME : NOTHING;
  }

  /** `message{"OrderId":7}`, Serilog's `{Message:lj}{Properties:j}` */
  #gluedObject(bytes: Uint8Array, from: number, to: number): number {
    let open = findByte(bytes, from, to, BRACE);
    while (open > 0 && bytes[open + 1] !== QUOTE) open = findByte(bytes, open + 1, to, BRACE);
    if (open <= from || isBlank(bytes[open - 1])) return NOTHING;
    this.#from = this.#cut = open;
    return OBJECT;
  }

  /** A place, a logger's path behind a dash or a bar, or a whole time behind one of these or a sign like them. */
  #behindDash(bytes: Uint8Array, from: number, to: number): number {
    if (this.#mayBeTime) {
      const start = Math.max(from, to - LONGEST_TIME);
      for (let sign = to - SHORTEST_TIME - 2; sign > start; sign--) {
        const isSign = bytes[sign] === DASH || bytes[sign] === BAR || bytes[sign] === AT;
        if (!isSign || !isBlank(bytes[sign - 1]) || !isWholeTime(bytes, sign + 2, to)) continue;
        this.#from = sign + 2;
        this.#to = to;
        this.#cut = sign;
        return TIME;
      }
    }
    const word = tokenStart(bytes, from, to);
    if (word <= from) return NOTHING;
    const isDivided = isText(bytes, word - 3, to, " - ") || isText(bytes, word - 3, to, " | ");
    const isPlace = sourceColon(bytes, word, to) > 0;
    if (!isPlace && (!isDivided || nameLikeness(bytes, word, to) !== PATH)) return NOTHING;
    this.#from = word;
    this.#to = to;
    this.#cut = isDivided ? word - 3 : word - 1;
    return isPlace ? PLACE : NAME;
  }

  /**
   * Takes what ends the message [from, to) off it if the source's lines end so; answers where the message ends. Of a
   * logger in parentheses that was taken before, only what stands before it is looked at.
   */
  take(
    batch: Batch,
    row: number,
    from: number,
    to: number,
    keys: AttributeKeys,
    context: ReadContext,
  ): number {
    const { bytes } = batch;
    this.#mayBeTime = batch.time[row] !== batch.time[row];
    let contexts = 0;
    const first = bytes[skipBlanks(bytes, to, batch.rawTo[row])] === PAREN ? 1 : 0;
    for (let each = first; each < MOST; each++) {
      const end = this.#ends[each];
      if (end.settled === NOTHING || this.#look(bytes, from, to) !== end.settled) return to;
      const start = this.#from;
      switch (end.settled) {
        case SEVERITY:
          batch.setSeverity(row, severityOfWord(bytes, start, this.#to), start, this.#to);
          break;
        case NAME: {
          const key = end.isNamed(this.#lines) ? keys.id.logger : keys.context(contexts++);
          batch.addField(key, start, this.#to, TEXT);
          break;
        }
        case PAIRS:
          addPairs(batch, start, this.#to);
          break;
        case PLACE:
          addPlace(batch, start, this.#to, keys);
          break;
        case LOGGER:
          batch.addField(keys.id.logger, start, this.#to, TEXT);
          break;
        case CALL:
          addCall(batch, row, start, this.#to, keys);
          break;
        case OBJECT:
          if (!readTrailingJson(batch, row, start, to, context)) return to;
          break;
        case TIME:
          readTime(batch, row, start, this.#to, context);
          this.#mayBeTime = false;
          break;
        case SIGN:
          return trimmed(bytes, from, this.#to);
        case CONTEXT:
          // What an object holds is read behind this.
          while (isText(bytes, to - 3, to, EMPTY)) to = trimmed(bytes, from, to - 3);
          return to;
      }
      to = trimmed(bytes, from, this.#cut === NONE ? start - 1 : this.#cut);
    }
    return to;
  }
}

/** Where the context that ends a message begins as Monolog writes it: `[]` if it holds nothing, `{"id":7}`; -1 if none does. */
function contextStart(bytes: Uint8Array, from: number, to: number): number {
  if (isText(bytes, to - 3, to, EMPTY)) return to - 2;
  if (bytes[to - 1] !== CLOSE_BRACE) return NONE;
  let at = findByte(bytes, from, to, BRACE);
  while (at >= 0 && (bytes[at + 1] !== QUOTE || !isBlank(bytes[at - 1]))) {
    at = findByte(bytes, at + 1, to, BRACE);
  }
  return at;
}

/** Whether [from, to) looks like a date and a time, `2026-11-20 08:00:00`, `Fri Nov 20 08:00:00 UTC 2026`, all of it. */
function isWholeTime(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from < SHORTEST_TIME || to - from > LONGEST_TIME) return false;
  const isNumeric = isDigit(bytes[from + 3]) && isDate(bytes, from);
  const isNamed = bytes[from + 3] === SPACE && bytes[from + 7] === SPACE && isDigit(bytes[to - 1]);
  return (isNumeric || isNamed) && bytes[from + 13] === COLON && bytes[from + 16] === COLON &&
    isDigit(bytes[from + 18]);
}

/** `main.go:47`, `main.go:47 main.run` */
function addPlace(batch: Batch, from: number, to: number, keys: AttributeKeys): void {
  const end = tokenEnd(batch.bytes, from, to);
  addSource(batch, keys, from, end);
  if (end < to) batch.addField(keys.id.function, end + 1, to, TEXT);
}

/** Where the class ends in `org.example.Shop run` and `org.example.Shop.run():12`, a call; -1 if [from, to) is none. */
function calledClassTo(bytes: Uint8Array, from: number, to: number): number {
  const blank = tokenEnd(bytes, from, to);
  if (blank < to) {
    return nameLikeness(bytes, from, blank) === PATH && isMethod(bytes, blank + 1, to) ? blank : -1;
  }
  const close = beforeDigits(bytes, from, to) - 2;
  const dot = lastByte(bytes, from, close, DOT);
  const isCall = isText(bytes, close, to, "():") && dot > from && nameLikeness(bytes, from, dot) === PATH &&
    isMethod(bytes, dot + 1, close);
  return isCall ? dot : -1;
}

/** A call: its function, its line, and its class where the head names no logger or another one. */
function addCall(batch: Batch, row: number, from: number, to: number, keys: AttributeKeys): void {
  const { bytes } = batch;
  const classTo = calledClassTo(bytes, from, to);
  let key = keys.id.logger;
  for (let field = batch.fieldFrom[row]; field < batch.fieldCount; field++) {
    if (batch.fieldKey[field] === keys.id.logger) key = keys.context(0);
  }
  batch.addField(key, from, classTo, TEXT);
  const line = beforeDigits(bytes, classTo, to) + 1;
  const isLined = bytes[line - 1] === COLON;
  batch.addField(keys.id.function, classTo + 1, isLined ? line - 3 : to, TEXT);
  if (isLined) batch.addField(keys.id.line, line, to, INT);
}
