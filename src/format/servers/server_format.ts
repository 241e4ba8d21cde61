import { ERROR } from "../../record/severity.ts";
import { lastLine } from "../newline.ts";
import { type Batch, SERVED } from "../../record/batch.ts";
import { isFrame } from "../continuation/stack_trace_lines.ts";
import { compileFormat, CustomFormat } from "../custom.ts";
import type { LineFormat, ReadContext, Verdict } from "../line_format.ts";
import { severityOfReport } from "../text/message/text_fields.ts";
import { MessageHeads } from "../text/message/text_message_head.ts";
import { readJsonBehind } from "../text/message/text_objects.ts";
import { kindOfBare } from "../text/message/text_pairs.ts";
import { AttributeKeys } from "../attribute_keys.ts";
import { addTold, BEGINS_TOLD } from "../text/message/told_measures.ts";
import { addTrailingPairs } from "../text/message/text_trailing_pairs.ts";
import { hashOf, isBlank, isText, skipBlanks, SPACE, TAB } from "../text/text_tokens.ts";
import { HeldTime } from "../time/held_time.ts";
import { lookAt, MARK_WITHIN, mayHold, pairsOf } from "./mark_pairs.ts";
import type { ServerHead } from "./server_head.ts";
import { HEADS } from "./server_heads.ts";
import { behindTime } from "./server_marks.ts";
import { addCommentedPairs } from "./slow_query.ts";
import * as verdicts from "../line_format.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { JOINS, NO, PARTIAL, YES } = verdicts;

/** The mark of a head stands at no one place. */
const NOWHERE = -1;

/** A head, and what tells at once that a line has another one. */
interface KnownHead {
  head: ServerHead;
  /** Whether a year begins it, if a time does; null: nothing is known. */
  isYearFirst: boolean | null;
  /** The pairs of bytes in its mark. */
  pairs: Int32Array;
  /** Where the mark stands, -1 if not always at one place, and its first byte. */
  at: number;
  sign: number;
  isHers: NonNullable<ServerHead["isHers"]> | null;
}

/** The heads that a byte may begin. */
const BY_FIRST: KnownHead[][] = Array.from({ length: 256 }, () => []);
for (const head of HEADS) {
  const { mark, at = NOWHERE, isHers = null } = head;
  const known = {
    head,
    isYearFirst: isYearFirst(head.head),
    pairs: pairsOf(mark),
    at,
    sign: mark.charCodeAt(0),
    isHers,
  };
  for (const sign of head.begins) BY_FIRST[sign.charCodeAt(0)].push(known);
}

/** Of those the ones that a line may have, by what begins it and what stands behind its time; all sources use the same. */
const lists = new Map<number, KnownHead[]>();
/** Hostile lines have no end of such beginnings. */
const MOST_LISTS = 1024;

/** The heads that may begin with `first`, with a year or not, and behind a time with `second` or, behind its zone, `third`. */
function headsOf(first: number, isYear: boolean, second: number, third: number): KnownHead[] {
  const key = (first << 17) | (isYear ? 1 << 16 : 0) | (second << 8) | third;
  let list = lists.get(key);
  if (list === undefined) {
    const signs = [String.fromCharCode(second), String.fromCharCode(third)];
    list = BY_FIRST[first].filter(({ head: { next }, isYearFirst }) =>
      (next === undefined || signs.some((sign) => next.includes(sign))) &&
      (isYearFirst === null || isYearFirst === isYear)
    );
    if (lists.size >= MOST_LISTS) lists.clear();
    lists.set(key, list);
  }
  return list;
}

/** Whether what a head begins with is a time whose year comes first; null if it begins with something else. */
function isYearFirst(head: string): boolean | null {
  if (!head.startsWith("(?<time>\\d")) return null;
  return head.startsWith("(?<time>\\d{4}[") || head.startsWith("(?<time>\\d{4}-") ||
    head.startsWith("(?<time>\\d{4}/");
}

/** Between a message and its object. */
const ARROW = " =>";
const EQUALS = 0x3d, NEWLINE = 0x0a;
/** Bytes of a zone behind a time, and one more: `+01:00`. */
const LONGEST_ZONE = 7;

/** Made when a line first holds the mark; all sources use the same. */
const expressions = new Map<ServerHead, RegExp>();

/** Heads of servers that are known one by one; see `HEADS`. */
export class ServerFormat implements LineFormat {
  /** What lines of this format can begin with. */
  static readonly firstBytes: string = [...new Set(HEADS.flatMap(({ begins }) => [...begins]))].join("");
  readonly name = "server";
  readonly goesOn = true;
  readonly #context: ReadContext;
  readonly #formats = new Map<ServerHead, CustomFormat>();
  /** That of the line read last: lines of one log most often have one head. */
  #last: KnownHead | null = null;
  /** That of the lines read last, if they were no whole record yet. */
  #section: ServerHead | null = null;
  /** Reads what stands inside those that are envelopes. */
  #heads: MessageHeads | null = null;
  /** Of the envelope read last: where its record begins, what stood between time and line, whether that told of an error. */
  #lastRow = NOWHERE;
  #lastField = 0;
  #lastHead = 0;
  #isError = false;
  /** The time of the record read last whose head may leave it out. */
  readonly #time = new HeldTime();

  constructor(context: ReadContext) {
    this.#context = context;
  }

  get isHeaded(): boolean {
    return this.#last?.head.isTyped === true;
  }

  read(batch: Batch, from: number, to: number): Verdict {
    const { bytes } = batch;
    const last = this.#last;
    if (last !== null && BY_FIRST[bytes[from]].includes(last) && isLike(bytes, from, to, last)) {
      const verdict = this.#readAs(last.head, batch, from, to);
      if (verdict !== NO) return verdict;
    }
    // What comes behind a time, and behind the zone that may stand there.
    const first = Math.min(to, behindTime(bytes, from, to));
    let second = first;
    while (second < to && second - first < LONGEST_ZONE && bytes[second] !== SPACE) second++;
    second++;
    const sign = bytes[from + 4];
    const heads = headsOf(
      bytes[from],
      sign === 0x2d || sign === 0x2e || sign === 0x2f,
      bytes[first],
      bytes[second],
    );
    let isLookedAt = false;
    for (const known of heads) {
      const { head, pairs, at, sign } = known;
      if ((at >= 0 && bytes[from + at] !== sign) || known === last || !isLike(bytes, from, to, known)) {
        continue;
      }
      if (at < 0) {
        if (!isLookedAt) lookAt(bytes, from, to);
        isLookedAt = true;
        if (!mayHold(pairs)) continue;
      }
      const verdict = this.#readAs(head, batch, from, to);
      if (verdict === NO) continue;
      this.#last = known;
      return verdict;
    }
    return NO;
  }

  #readAs(head: ServerHead, batch: Batch, from: number, to: number): Verdict {
    const { side } = batch;
    if (!holds(batch.bytes, from, to, head)) return NO;
    if (head.then !== undefined) {
      if (this.#context.single || !goesOn(batch.bytes, from, to, head)) return NO;
      if (!isEnded(batch.bytes, from, to, head)) {
        this.#section = head;
        return PARTIAL;
      }
      // The blank line is no part of it.
      if (head.until === "") to--;
    }
    if (this.#formatOf(head).read(batch, from, to) !== YES) return NO;
    if (
      head.isAbove === true && !this.#context.single && batch.bytes.subarray(from, to).indexOf(NEWLINE) < 0
    ) {
      batch.takeBack();
      batch.side = side;
      return PARTIAL;
    }
    if (head.hasCommentedPairs === true) addCommentedPairs(batch, from, to);
    if (head.hasObject === true) takeObject(batch, this.#context);
    if (head.holdsTime === true) this.#holdTime(batch, batch.count - 1);
    if (head.isRequest === true) batch.flags[batch.count - 1] |= SERVED;
    this.#settleReport(batch);
    if (head.isEnvelope === true) {
      if (this.#goesOn(batch, batch.count - 1)) {
        batch.takeBack();
        return JOINS;
      }
      this.#heads ??= new MessageHeads(this.#context);
      this.#heads.readInside(batch, batch.count - 1);
    } else if (head.divider === undefined) {
      // A section is no message.
      if (head.then === undefined && head.isTyped !== true) addPairsBehind(batch);
    } else addDividedPairs(batch, head.divider.charCodeAt(0));
    if (head.isEnvelope === true) this.#isError = batch.severity[batch.count - 1] >= ERROR;
    return YES;
  }

  /** Whether an indented line has the head of the line before it. */
  begins(batch: Batch, from: number, to: number): boolean {
    const known = this.#last;
    return known !== null && known.head.begins.includes(String.fromCharCode(batch.bytes[from])) &&
      isLike(batch.bytes, from, to, known) &&
      holds(batch.bytes, from, to, known.head);
  }

  opens(bytes: Uint8Array, from: number, to: number): boolean {
    return BY_FIRST[bytes[from]].some((known) =>
      known.head.then !== undefined && isLike(bytes, from, to, known) && holds(bytes, from, to, known.head) &&
      goesOn(bytes, from, to, known.head)
    );
  }

  /** Reads a record of several lines whose end has not come. */
  readLast(batch: Batch, from: number, to: number): Verdict {
    return this.#section === null ? NO : this.#formatOf(this.#section).read(batch, from, to);
  }

  /** Whether the line inside an envelope goes on with the record that the same program wrote before it. */
  #goesOn(batch: Batch, row: number): boolean {
    const { bytes, bodyFrom, bodyTo, fieldFrom, timeTo } = batch;
    const first = bodyFrom[row];
    let at = first;
    while (at > timeTo[row] && isBlank(bytes[at - 1])) at--;
    const before = this.#lastHead;
    const last = this.#lastRow;
    const field = this.#lastField;
    this.#lastHead = hashOf(bytes, timeTo[row], at);
    this.#lastRow = row;
    this.#lastField = fieldFrom[row];
    if (row === 0 || last !== row - 1 || fieldFrom[last] !== field || this.#lastHead !== before) return false;
    const start = skipBlanks(bytes, first, bodyTo[row]);
    if (!this.#isError && !isFrame(bytes, start, bodyTo[row], at)) return false;
    // A blank that divides head and line, or none: lines are indented by an even number, or by tabs.
    const isDivided = bytes[at] === SPACE && ((start - at) % 2 === 1 || bytes[at + 1] === TAB);
    if (this.#context.continues?.(batch, isDivided ? at + 1 : at, bodyTo[row]) !== true) return false;
    this.#lastRow = last;
    this.#lastField = field;
    return true;
  }

  #holdTime(batch: Batch, row: number): void {
    if (!Number.isNaN(batch.time[row])) this.#time.hold(batch, row);
    else if (this.#time.isTime) this.#time.put(batch, row);
  }

  /** What belongs to a report of PostgreSQL has its severity. */
  #settleReport(batch: Batch): void {
    const row = batch.count - 1;
    if (row < 0 || batch.severity[row] !== 0) return;
    const { bodyFrom, bodyTo } = batch;
    batch.severity[row] = severityOfReport(batch, row, bodyFrom[row], bodyTo[row], this.#context);
  }

  #formatOf(head: ServerHead): CustomFormat {
    let format = this.#formats.get(head);
    if (format === undefined) {
      let expression = expressions.get(head);
      if (expression === undefined) {
        expressions.set(head, expression = compileFormat(this.name, head.head));
      }
      this.#formats.set(
        head,
        format = new CustomFormat(this.name, expression, this.#context, head.severities),
      );
    }
    return format;
  }
}

/** Whether the second of the lines [from, to), if there is one, is what such a record has there. */
function goesOn(bytes: Uint8Array, from: number, to: number, { then = [] }: ServerHead): boolean {
  const second = bytes.indexOf(NEWLINE, from) + 1;
  return second >= to || then.some((start) => isText(bytes, second, to, start));
}

/** Whether the last of several lines ends a record: it begins or ends as it must, or is blank. */
function isEnded(bytes: Uint8Array, from: number, to: number, head: ServerHead): boolean {
  const { until, untilEnd, ends } = head;
  if (ends !== undefined) return ends(bytes, from, to);
  const last = lastLine(bytes, from, to);
  if (last <= from) return false;
  if (untilEnd !== undefined) return isText(bytes, Math.max(last - 1, to - untilEnd.length), to, untilEnd);
  return until === "" ? last === to : isText(bytes, last, to, until!);
}

/** Takes the members of an object off the end of the message read last, and the arrow before it. */
function takeObject(batch: Batch, context: ReadContext): void {
  const row = batch.count - 1;
  const { bytes, bodyFrom, bodyTo } = batch;
  const from = bodyFrom[row];
  const end = readJsonBehind(batch, row, from, bodyTo[row], context);
  if (end === bodyTo[row]) return;
  batch.setBody(row, from, isText(bytes, end - ARROW.length, end, ARROW) ? end - ARROW.length : end);
  batch.fieldTo[row] = batch.fieldCount;
}

/** Adds what the message of the record read last tells in words, and the pairs that end it. */
function addPairsBehind(batch: Batch): void {
  const row = batch.count - 1;
  if (row < 0) return;
  const from = batch.bodyFrom[row];
  const to = batch.bodyTo[row];
  if (BEGINS_TOLD[batch.bytes[from]] === 1) addTold(batch, row, from, to, AttributeKeys.of(batch.keys));
  addTrailingPairs(batch, from, to);
  batch.fieldTo[row] = batch.fieldCount;
}

/** Adds the pairs that are the message of the record read last, `key=value|key=value`. */
function addDividedPairs(batch: Batch, divider: number): void {
  const row = batch.count - 1;
  const { bytes } = batch;
  const to = batch.bodyTo[row];
  for (let at = batch.bodyFrom[row]; at < to;) {
    let equals = at;
    while (equals < to && bytes[equals] !== EQUALS && bytes[equals] !== divider) equals++;
    let end = equals;
    while (end < to && bytes[end] !== divider) end++;
    if (end > equals + 1 && equals > at) {
      const key = batch.keys.idOfBytes(bytes, batch.view, at, equals);
      batch.addField(key, equals + 1, end, kindOfBare(bytes, equals + 1, end));
    }
    at = end + 1;
  }
  batch.fieldTo[row] = batch.fieldCount;
}

/** Whether a line has at their places what such lines have there. */
function isLike(bytes: Uint8Array, from: number, to: number, { head, at, isHers }: KnownHead): boolean {
  return (at < 0 || isText(bytes, from + at, to, head.mark)) && (isHers === null || isHers(bytes, from, to));
}

/** Whether a line that is like such lines holds what they hold near their beginnings. */
function holds(bytes: Uint8Array, from: number, to: number, { mark, at, also }: ServerHead): boolean {
  const text = at === undefined ? mark : also;
  return text === undefined || contains(bytes, from, to, text);
}

function contains(bytes: Uint8Array, from: number, to: number, text: string): boolean {
  const end = Math.min(to, from + MARK_WITHIN);
  const first = text.charCodeAt(0);
  for (let at = from; at < end; at++) if (bytes[at] === first && isText(bytes, at, to, text)) return true;
  return false;
}
