import { type Batch, BOOL, ESCAPED, INT, NESTED, TEXT } from "../record/batch.ts";
import { AttributeKeys } from "./attribute_keys.ts";
import { DividedPairs } from "./divided_pairs.ts";
import { readAudit } from "./audit_log.ts";
import { ATTRIBUTE, BODY, SEVERITY, TIME } from "./field_roles.ts";
import { FALSE, numberEnd, numberKind, stringEnd, TRUE, wordEnd } from "./json/json_token.ts";
import { hasEscape } from "./json/json_token.ts";
import { JsonOutline } from "./json/json_outline.ts";
import { graphsOf, type KeyGraph, MISS } from "./json/key_graph.ts";
import { type LineFormat, NO, PARTIAL, type ReadContext, type Verdict, YES } from "./line_format.ts";
import { endsInRecord, numberedStart } from "./logfmt_lines.ts";
import { pythonToSide } from "./python_value.ts";
import { RoleCollector } from "./role_collector.ts";
import { severityOfWord } from "./severity_word.ts";
import { findTrailingPairs, isKeyAt } from "./text/message/text_pairs.ts";
import {
  bracketEnd,
  isDate,
  isText,
  isUpper,
  isUuid,
  skipBlanks,
  tokenEnd,
  trimmed,
} from "./text/text_tokens.ts";
import { readTime } from "./time/timestamp.ts";
import { isDigit } from "./time/timestamp_parts.ts";

/** Pairs that make a line logfmt when none of them is a time, a severity or a body. */
const ENOUGH_PAIRS = 3;

const QUOTE = 0x22,
  SINGLE_QUOTE = 0x27,
  BRACE = 0x7b,
  BRACKET = 0x5b,
  CLOSE = 0x5d,
  DASH = 0x2d,
  COLON = 0x3a;
/** Digits and dashes of a request's id. */
const UUID_BYTES = 36;
const NONE = -1;
/** Bytes of a dictionary or a list. */
const LONGEST_PRINTED = 4096;

const PRIORITY = "priority=";
/** `2026-11-20` */
const DATE_BYTES = 10;

/** Bytes that a key may hold: letters, digits and `_ . - / @ # :`; of those past ASCII, all. */
const IS_KEY = new Uint8Array(256).fill(1, 0x80);
for (const byte of new TextEncoder().encode("_.-/@#:$")) IS_KEY[byte] = 1;
for (let byte = 0; byte < 128; byte++) if (/[0-9A-Za-z]/.test(String.fromCharCode(byte))) IS_KEY[byte] = 1;

/**
 * Lines of `key=value` pairs, as Go's loggers, Heroku and Grafana's programs write them. The whole line must
 * be pairs; text with some pairs in it is read by the formats for text.
 */
export class LogfmtFormat implements LineFormat {
  readonly name = "logfmt";
  readonly #context: ReadContext;
  readonly #roles: RoleCollector;
  readonly #keys: AttributeKeys;
  readonly #graph: KeyGraph;
  #divided: DividedPairs | null = null;
  #outline: JsonOutline | null = null;
  #valueAt = 0;
  #isText = false;
  /** The message among the pairs read last is in quotes; it may hold some. */
  #hasQuotedBody = false;
  #isLoose = false;
  /** A text of the pairs read last begins and does not end. */
  #isOpen = false;
  /** They end in a message without quotes, of several words: it may go on in the next lines. */
  #isOpenEnded = false;

  constructor(context: ReadContext) {
    this.#context = context;
    this.#roles = new RoleCollector(context);
    this.#keys = AttributeKeys.of(context.keys);
    this.#graph = graphsOf(context.keys).logfmt;
  }

  get goesOn(): boolean {
    return this.#isOpenEnded;
  }

  read(batch: Batch, from: number, to: number): Verdict {
    const { bytes } = batch;
    if (from === to) return NO;
    if (bytes[from] === QUOTE) return this.#readDivided(batch, from, to);
    const tagged = behindTags(bytes, from, to);
    const start = isDigit(bytes[from]) ? numberedStart(bytes, from, to) : tagged;
    if (start < 0) return NO;
    if (IS_KEY[bytes[start]] === 0 || isPythons(bytes, from, to)) return NO;
    if (this.#context.isReadOn && endsInRecord(bytes, from, to)) return NO;
    while (to > from && bytes[to - 1] === 32) to--;
    const { side } = batch;
    this.#graph.refresh();
    this.#roles.start();
    const row = batch.begin(from, to);
    this.#keys.fresh();
    if (readAudit(batch, row, from, to, this.#keys, this.#context)) {
      batch.commit();
      return YES;
    }
    const pairs = this.#dateAndTime(batch, row, start, to);
    if (pairs > start) this.#roles.startBehind(batch, row, true);
    if (this.#readPairs(batch, row, pairs, to) || this.#readLoosely(batch, row, pairs, to)) {
      this.#roles.finish(batch, row);
      if (tagged > from) this.#takeTags(batch, row, from, tagged);
      if (pairs === from && bytes[from] === 0x64) this.#dateBehind(batch, row, from, to);
      batch.commit();
      return YES;
    }
    batch.abandon();
    batch.side = side;
    if (this.#isOpen && !this.#context.single) return PARTIAL;
    return this.#readDivided(batch, from, to);
  }

  #readDivided(batch: Batch, from: number, to: number): Verdict {
    this.#divided ??= new DividedPairs(this.#context);
    return this.#divided.read(batch, from, to);
  }

  /**
   * If all of [from, to) is pairs, adds them to the record begun last, which is `row`, as `readTrailingJson` does with
   * JSON, and answers true; else nothing is added.
   */
  readBehind(batch: Batch, row: number, from: number, to: number): boolean {
    const start = behindTags(batch.bytes, from, to);
    if (from === to || IS_KEY[batch.bytes[start]] === 0) return false;
    if (findTrailingPairs(batch.bytes, start, to) !== start) return false;
    const { fieldCount, side } = batch;
    this.#graph.refresh();
    const pairs = this.#dateAndTime(batch, row, start, to);
    this.#roles.startBehind(batch, row, true);
    if (this.#readPairs(batch, row, pairs, to)) {
      this.#roles.finish(batch, row);
      if (!this.#roles.hasBody) dropPriority(batch, row, to);
      if (start > from) this.#takeTags(batch, row, from, start);
      return true;
    }
    batch.fieldCount = fieldCount;
    batch.side = side;
    return false;
  }

  /**
   * Sets the time of a line that begins with `date=2026-11-20 time=08:00:01 `, as firewalls write it, their `tz="+0100"`
   * behind it; index of the next pair, `from` if it is something else.
   */
  #dateAndTime(batch: Batch, row: number, from: number, to: number): number {
    const { bytes, side } = batch;
    if (bytes[from] !== 0x64 || !isText(bytes, from, to, "date=")) return from;
    const time = from + 15;
    const end = tokenEnd(bytes, time + 1, to);
    if (!isText(bytes, time, to, " time=") || end >= to || end - time > 40 || batch.sideFree < 64) {
      return from;
    }
    const start = batch.joinToSide(from + 5, time, time + 6, end);
    const zone = findZone(bytes, end, to);
    if (zone > 0) batch.copyToSide(zone, zone + 5);
    bytes[batch.side] = 0;
    const isTime = readTime(batch, row, start, batch.side, this.#context) === batch.side;
    batch.side = side;
    if (!isTime) return from;
    batch.timeFrom[row] = from + 5;
    batch.timeTo[row] = end;
    return skipBlanks(bytes, end, to);
  }

  /** Sets the time of a line whose first pair names the device: `device="SFW" date=2026-11-20 time=08:00:01 …`. */
  #dateBehind(batch: Batch, row: number, from: number, to: number): void {
    const end = Math.min(to, from + 64);
    for (let at = from + 1; at < end; at++) {
      if (batch.bytes[at] === 0x64 && isText(batch.bytes, at - 1, to, " date=")) {
        this.#dateAndTime(batch, row, at, to);
        return;
      }
    }
  }

  /** Adds what stands in brackets before the pairs, [from, to), which leaves the body. */
  #takeTags(batch: Batch, row: number, from: number, to: number): void {
    const { bytes, bodyFrom } = batch;
    const { id } = this.#keys;
    const close = bracketEnd(bytes, from, to);
    batch.addField(id.requestId, from + 1, close - 1, TEXT);
    if (close + 1 < to) batch.addField(id.context, close + 1, trimmed(bytes, close + 1, to), TEXT);
    if (bodyFrom[row] === from) bodyFrom[row] = to;
  }

  #readPairs(batch: Batch, row: number, at: number, to: number): boolean {
    const { bytes, view } = batch;
    const graph = this.#graph;
    let node = 0;
    let pairs = 0;
    let flags = 0;
    let isTelling = false;
    this.#hasQuotedBody = this.#isOpen = this.#isOpenEnded = false;
    while (at < to) {
      let next = graph.follow(view, node, at, to);
      if (next !== MISS) {
        this.#valueAt = graph.valueAt;
        this.#isText = graph.isText;
      } else {
        next = this.#step(batch, node, at, to);
        if (next === MISS) return false;
      }
      node = next;
      let from = this.#valueAt;
      let end = from;
      let kind = TEXT;
      if (this.#isText) {
        const isSingle = bytes[from - 1] === SINGLE_QUOTE;
        end = isSingle ? singleEnd(bytes, from, to) : stringEnd(bytes, from, to);
        if (end >= 0 && (graph.role[node] & 255) === BODY) {
          this.#hasQuotedBody = true;
          if (this.#isLoose) end = looseEnd(bytes, end, to);
        }
        // ZIO's `cause="Exception in thread "zio-fiber-9" …`, which goes on in the next lines.
        const isOpen = end < 0 || (end + 1 < to && bytes[end + 1] !== 32);
        if (isOpen && this.#isLoose && isTelling && (graph.role[node] & 255) !== BODY) end = to;
        else if (isOpen) {
          // Who puts a message of several lines between quotes leaves its line breaks as they are.
          this.#isOpen = end < 0 && isTelling && bytes[from - 1] === QUOTE;
          return false;
        }
        at = end + 1;
        if (hasEscape(bytes, from, end)) kind = ESCAPED;
        pairs++;
      } else if (bytes[from - 1] === 0x3d) {
        const isOpen = bytes[from] === BRACE || bytes[from] === BRACKET;
        const object = isOpen ? this.#valueEnd(bytes, from, to) : 0;
        if (object > 0) end = object;
        else if (isOpen) end = printedEnd(bytes, from, to);
        while (end < to && bytes[end] !== 32) {
          if (bytes[end] === 0x22) return false;
          end++;
        }
        // `time=2026-11-20 08:00:01`
        if (
          end - from === DATE_BYTES && bytes[end + 3] === COLON && end + 6 <= to && isDashedDate(bytes, from)
        ) {
          end = tokenEnd(bytes, end + 1, to);
        }
        // A comma says that the pairs are part of a text.
        if (end > from && bytes[end - 1] === 0x2c) return false;
        if ((graph.role[node] & 255) === BODY && isTelling) {
          const wordTo = end;
          end = sentenceEnd(bytes, from, end, to);
          this.#isOpenEnded = end === to && end > wordTo;
        }
        kind = object > 0 && object === end ? NESTED : kindOf(bytes, from, end);
        at = end;
        const made = object === NONE ? pythonToSide(batch, from, end) : NONE;
        if (made >= 0) {
          from = made;
          end = batch.side;
          kind = NESTED;
        }
        pairs++;
      } else {
        if (++flags > pairs) return false;
        at = end;
      }
      const role = graph.role[node];
      if (role === ATTRIBUTE) batch.addField(graph.key[node], from, end, kind);
      else {
        const which = role & 255;
        if (which === TIME || which === SEVERITY || which === BODY) isTelling = true;
        this.#roles.take(batch, row, role, graph.key[node], from, end, kind);
      }
    }
    return isTelling ? pairs > 1 : flags === 0 && pairs >= ENOUGH_PAIRS;
  }

  /** The same of pairs whose message is in quotes and holds some itself, as who writes them by hand leaves it. */
  #readLoosely(batch: Batch, row: number, at: number, to: number): boolean {
    if (!this.#hasQuotedBody) return false;
    batch.abandon();
    batch.begin(batch.rawFrom[row], batch.rawTo[row]);
    this.#keys.fresh();
    this.#roles.start();
    this.#isLoose = true;
    const isRead = this.#readPairs(batch, row, at, to);
    this.#isLoose = false;
    // In one line a quote closes the message, whatever stands behind it.
    if (this.#context.isReadOn !== true) this.#isOpen = false;
    return isRead;
  }

  /** Where a value of JSON that was not quoted ends; -1 if there is none. */
  #valueEnd(bytes: Uint8Array, from: number, to: number): number {
    const outline = this.#outline ??= new JsonOutline();
    outline.reset();
    return outline.walk(bytes, from, to);
  }

  /** Reads the blanks, the key and what opens its value, and learns them. A key alone has an empty value. */
  #step(batch: Batch, node: number, start: number, to: number): number {
    const { bytes, view } = batch;
    let at = start;
    while (at < to && bytes[at] === 32) at++;
    if (at === start && node !== 0) return MISS;
    const from = at;
    while (at < to && IS_KEY[bytes[at]] === 1) at++;
    if (at === from) return MISS;
    const isPair = at < to && bytes[at] === 0x3d;
    // A dash by itself divides pairs from a message.
    const isDash = at === from + 1 && bytes[from] === DASH;
    if (!isPair && ((at < to && bytes[at] !== 32) || from === start || isDash)) return MISS;
    const child = this.#graph.child(0, bytes, view, from, at);
    if (!isPair) {
      this.#valueAt = at;
      this.#isText = false;
      return child;
    }
    at++;
    this.#isText = at < to && (bytes[at] === 0x22 || bytes[at] === SINGLE_QUOTE);
    if (this.#isText) at++;
    this.#valueAt = at;
    this.#graph.learn(node, child, this.#isText, view, start, at);
    return child;
  }
}

/** Rails' tags before pairs, `[3f1a…] [10.0.0.1] `, of which the id of the request comes first; index of the pairs, `from` if there are none. */
export function behindTags(bytes: Uint8Array, from: number, to: number): number {
  if (bytes[from] !== BRACKET || bytes[from + UUID_BYTES + 1] !== CLOSE) return from;
  if (!isUuid(bytes, from + 1, from + UUID_BYTES + 1)) return from;
  let at = from;
  while (bytes[at] === BRACKET) {
    const end = bracketEnd(bytes, at, to);
    if (end < 0 || end + 1 >= to || bytes[end] !== 32) return from;
    at = end + 1;
  }
  return at;
}

/** A number that is called the priority, where no message is told, is that of something else: ZFS' `class=io priority=0`. */
function dropPriority(batch: Batch, row: number, to: number): void {
  const { bytes, severityFrom, severityTo } = batch;
  const from = severityFrom[row];
  const key = from - PRIORITY.length;
  if (severityTo[row] - from !== 1 || !isDigit(bytes[from]) || !isText(bytes, key, to, PRIORITY)) return;
  batch.severity[row] = 0;
  severityFrom[row] = severityTo[row] = batch.rawFrom[row];
  batch.addField(batch.keys.idOf("priority"), from, from + 1, INT);
}

function isDashedDate(bytes: Uint8Array, from: number): boolean {
  return bytes[from + 4] === DASH && isDate(bytes, from) && isDigit(bytes[from + 9]);
}

/** `INFO:name:key=value` of Python's basicConfig. */
function isPythons(bytes: Uint8Array, from: number, to: number): boolean {
  if (!isUpper(bytes[from])) return false;
  let end = from;
  while (end < to && isUpper(bytes[end])) end++;
  return end < to && bytes[end] === 0x3a && severityOfWord(bytes, from, end) !== 0;
}

/** Where the offset begins of ` tz="+0100"`; 0 if there is none. */
function findZone(bytes: Uint8Array, from: number, to: number): number {
  for (let at = from; at + 10 < to; at++) {
    if (bytes[at] === 0x74 && isText(bytes, at - 1, to, ' tz="')) return at + 4;
  }
  return 0;
}

/** Where a text between single quotes ends, as Python writes its values; -1 if it does not. */
function singleEnd(bytes: Uint8Array, from: number, to: number): number {
  for (let at = from; at < to; at++) {
    if (bytes[at] === 0x5c) at++;
    else if (bytes[at] === SINGLE_QUOTE) return at;
  }
  return -1;
}

/** Where, at `end` or behind it, the quote stands that ends a message with quotes in it: what follows it is a pair, or nothing. */
function looseEnd(bytes: Uint8Array, end: number, to: number): number {
  for (let at = end; at + 1 < to; at++) {
    if (bytes[at] === QUOTE && bytes[at + 1] === 32 && isKeyAt(bytes, at + 2, to)) return at;
  }
  return bytes[to - 1] === QUOTE ? to - 1 : NONE;
}

/** Where a dictionary or a list that Python printed ends, `{'a': 1}`; `from` if none does. */
function printedEnd(bytes: Uint8Array, from: number, to: number): number {
  const end = bracketEnd(bytes, from, to, LONGEST_PRINTED);
  return end === to || bytes[end] === 32 ? end : from;
}

/** Where a message without quotes ends, whose first word ends at `end`: before the pairs that end the line. */
function sentenceEnd(bytes: Uint8Array, from: number, end: number, to: number): number {
  if (end + 1 >= to) return end;
  for (let at = end + 1; at < to && bytes[at] !== 32; at++) {
    if (bytes[at] === 0x3d && at > end + 1) return end;
    if (IS_KEY[bytes[at]] === 0) break;
  }
  return trimmed(bytes, from, findTrailingPairs(bytes, from, to));
}

function kindOf(bytes: Uint8Array, from: number, to: number): number {
  const first = bytes[from];
  if ((first >= 48 && first <= 57) || first === 0x2d) {
    return numberEnd(bytes, from, to) === to ? numberKind : TEXT;
  }
  return wordEnd(bytes, from, to, TRUE) === to || wordEnd(bytes, from, to, FALSE) === to ? BOOL : TEXT;
}
