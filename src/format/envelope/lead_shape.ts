import type { Batch } from "../../record/batch.ts";
import type { ReadContext } from "../line_format.ts";
import {
  bracketEnd,
  findByte,
  hashOf,
  isBlank,
  isDecimal,
  isText,
  skipBlanks,
  SPACE,
  TAB,
  tokenEnd,
  trimmed,
} from "../text/text_tokens.ts";
import { digitsEnd, isDigit } from "../time/timestamp_parts.ts";
import type { EnvelopeTime } from "./envelope.ts";
import { anchorAt, isSeverityCell, NO_ANCHOR } from "./lead_anchor.ts";
import { behindDivider, findLineNumber, type LineNumber } from "./line_number.ts";

const OPEN = 0x5b,
  BRACE = 0x7b,
  PAREN = 0x28,
  COLON = 0x3a,
  BAR = 0x7c,
  GREATER = 0x3e,
  DASH = 0x2d,
  DOT = 0x2e,
  HASH = 0x23;
/** What Kafka's console consumer and Buildkite write before a time. */
const TIME_KEYS = ["CreateTime:", "LogAppendTime:", "bk;t="];
/** What stands behind TeamCity's times, a letter or a blank where the question mark is, and behind Buildkite's. */
export const LETTERED = "]?:";
export const RUNG = "\x07";
const ANY = 0x3f;
/** Before the name of a step of Google Cloud's builds, which may hold blanks. */
const STEP = "Step #";
/** Bytes of the names. */
export const LONGEST_NAMES = 120;
/** Bytes of the arrow `==> ` before a name, and of the blanks that stand there else. */
export const MARGIN = 4;
/** Different names that are remembered. */
export const MOST_NAMES = 64;

/** What a tool puts before each line: a time, names, and what stands between them. */
export interface LeadShape {
  /** Blanks before all. */
  readonly indent: number;
  readonly timed: boolean;
  /** The time stands in a bracket. */
  readonly opened: boolean;
  /** What stands before the time: `CreateTime:`. */
  readonly key: string;
  /** What stands right behind the time, and the blanks behind that. */
  readonly after: string;
  readonly gap: string;
  /** Names between the time and the line. */
  readonly cells: number;
  /** What ends the last one: blanks, `: `, `:`, a tab; with tabs every one, so that they may hold blanks. */
  readonly last: string;
  /** The severity of the logger that wraps the lines is among the names. */
  readonly severe: boolean;
  /** The name is the number of the line, before which blanks may stand if no colon alone ends it. */
  readonly numbered: boolean;
  /** Behind the time (nearly) all lines have a head of their own, or go on with one: so does any other. */
  readonly headed: boolean;
}

/** One name and a blank behind it. */
export const ONE_NAME: LeadShape = {
  indent: 0,
  timed: false,
  opened: false,
  key: "",
  after: "",
  gap: "",
  cells: 1,
  last: " ",
  severe: false,
  numbered: false,
  headed: false,
};

/** What a source's lines have before them: names that were seen there, and a time behind these. */
export interface Lead {
  readonly shape: LeadShape | null;
  readonly known: readonly number[];
  readonly behind: LeadShape | null;
}

/** Finds what a tool put before a line. */
export class LeadReader {
  /** Where the names stand of the line read last; both 0 if it has none. */
  namesFrom = 0;
  namesTo = 0;
  /** Where the letter stands that tells how severe TeamCity takes a line for; -1 if there is none. */
  letter = -1;
  readonly #shape: LeadShape;
  readonly #known = new Set<number>();
  readonly #number: LineNumber = { from: 0, to: 0 };

  constructor(shape: LeadShape, known: readonly number[]) {
    this.#shape = shape;
    for (const name of known) this.#known.add(name);
  }

  /** Index where the line inside [from, to) begins, whose time was read into `time`; -1 if it has no such lead. */
  read(batch: Batch, from: number, to: number, context: ReadContext, time: EnvelopeTime): number {
    const at = this.find(batch, from, to, context, time);
    if (at < 0 || this.#shape.cells === 0 || this.#shape.numbered) return at;
    const name = this.nameHash(batch.bytes);
    if (this.#known.has(name)) return at;
    const first = skipBlanks(batch.bytes, at, to);
    if (isStep(batch.bytes, this.namesFrom, this.namesTo)) return at;
    if (anchorAt(batch, first, to, at, context) === NO_ANCHOR) return -1;
    if (this.#known.size < MOST_NAMES) this.#known.add(name);
    return at;
  }

  /** A number for the names of the line read last, 0 if it has none; `to`: where they end for this. */
  nameHash(bytes: Uint8Array, to = this.namesTo): number {
    if (to <= this.namesFrom) return 0;
    // The severity as a letter says nothing of who wrote the line: Firebase's `I api: `.
    const isLettered = this.#shape.timed && this.#shape.cells > 1 && bytes[this.namesFrom + 1] === SPACE;
    return hashOfNames(bytes, isLettered ? this.namesFrom + 2 : this.namesFrom, to);
  }

  /** The same by the shape alone. */
  find(batch: Batch, from: number, to: number, context: ReadContext, time: EnvelopeTime): number {
    const { bytes } = batch;
    const shape = this.#shape;
    this.namesFrom = this.namesTo = 0;
    let at = from + shape.indent;
    if (shape.indent === MARGIN && marginEnd(bytes, from, to) < 0) return -1;
    if (shape.timed) {
      if (shape.opened && bytes[at++] !== OPEN) return -1;
      if (shape.key !== "" && !isText(bytes, at, to, shape.key)) return -1;
      at += shape.key.length;
      at = time.read(batch, at, to, context);
      if (at < 0 || !isLike(bytes, at, to, shape.after)) return -1;
      at += shape.after.length;
      this.letter = shape.after === LETTERED ? at - 2 : -1;
      if (at === to) return shape.cells === 0 ? to : -1;
      if (!isText(bytes, at, to, shape.gap)) return -1;
      at += shape.gap.length;
    }
    if (shape.numbered && shape.last !== ":") return this.#lineNumber(bytes, at, to);
    return shape.cells === 0 ? at : this.#names(bytes, shape.timed ? skipBlanks(bytes, at, to) : at, to);
  }

  #lineNumber(bytes: Uint8Array, from: number, to: number): number {
    if (!findLineNumber(bytes, from, to, this.#number)) return -1;
    this.namesFrom = this.#number.from;
    this.namesTo = this.#number.to;
    return behindDivider(bytes, this.namesTo, to, this.#shape.last);
  }

  #names(bytes: Uint8Array, from: number, to: number): number {
    const { cells, last, numbered, severe } = this.#shape;
    const bound = Math.min(to, from + LONGEST_NAMES);
    let end = from;
    for (let cell = 0, at = from; cell < cells; cell++) {
      end = last.charCodeAt(0) === TAB ? tabAt(bytes, at, bound) : cellEnd(bytes, at, bound);
      const isLast = cell === cells - 1;
      if (isLast && last === ":") end = colonAt(bytes, at, bound, numbered);
      if (end <= at || (!severe && isSeverityCell(bytes, at, end, cell))) return -1;
      if (!isLast) at = last.charCodeAt(0) === TAB ? end + 1 : skipBlanks(bytes, end, to);
    }
    this.namesFrom = from;
    if (last.charCodeAt(0) === COLON && last.length > 1) end--;
    const isBarred = end > from + 1 && isDivider(bytes[end - 1]) && isBlank(bytes[end - 2]);
    this.namesTo = isBarred ? trimmed(bytes, from, end - 1) : end;
    // An empty line: its blanks were taken off.
    const stop = last.trimEnd().length;
    if (end + stop === to && isText(bytes, end, to, last.trimEnd())) return to;
    return isText(bytes, end, to, last) ? end + last.length : -1;
  }
}

/** What stands alone between a name and the line: a bar, a colon, an angle bracket, a dash. */
export function isDivider(byte: number): boolean {
  return byte === BAR || byte === COLON || byte === GREATER || byte === DASH;
}

/** Whether [at, to) begins with the text, in which a question mark stands for any byte. */
function isLike(bytes: Uint8Array, at: number, to: number, text: string): boolean {
  if (at + text.length > to) return false;
  for (let place = 0; place < text.length; place++) {
    const byte = text.charCodeAt(place);
    if (byte !== ANY && byte !== bytes[at + place]) return false;
  }
  return true;
}

/** Index behind the arrow `==> ` or as many blanks at `from`; -1 if something else stands there. */
export function marginEnd(bytes: Uint8Array, from: number, to: number): number {
  const isMargin = isText(bytes, from, to, "==> ") || isText(bytes, from, to, "    ");
  return isMargin && from + MARGIN < to && !isBlank(bytes[from + MARGIN]) ? from + MARGIN : -1;
}

/** Whether `#8 0.512` is all of [from, to): the step of a build and its seconds. */
export function isStep(bytes: Uint8Array, from: number, to: number): boolean {
  if (bytes[from] !== HASH) return false;
  const end = digitsEnd(bytes, from + 1, to);
  return end > from + 1 && bytes[end] === SPACE && isDecimal(bytes, end + 1, to);
}

/** What stands before the time at `at`; "" if nothing does. */
export function timeKeyAt(bytes: Uint8Array, at: number, to: number): string {
  const first = bytes[at];
  return TIME_KEYS.find((key) => first === key.charCodeAt(0) && isText(bytes, at, to, key)) ?? "";
}

/** A number for the names [from, to), not 0, the same whatever numbers stand between them: `Offset:1001`, `0.512`. */
export function hashOfNames(bytes: Uint8Array, from: number, to: number): number {
  if (numberEnd(bytes, from, from, to) === to || !holdsNumber(bytes, from, to)) {
    return hashOf(bytes, from, to) || 1;
  }
  let hash = 0;
  let start = from;
  for (let at = from; at < to;) {
    const end = numberEnd(bytes, from, at, to);
    if (end > at) {
      hash = Math.imul(hash, 31) + hashOf(bytes, start, at) | 0;
      start = end;
    }
    at = Math.max(end, at + 1);
  }
  return (Math.imul(hash, 31) + hashOf(bytes, start, to) | 0) || 1;
}

function holdsNumber(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (numberEnd(bytes, from, at, to) > at) return true;
  return false;
}

/** Where the number ends that is all of a name, or stands behind a colon in it; `at` if none begins there. */
function numberEnd(bytes: Uint8Array, from: number, at: number, to: number): number {
  if (!isDigit(bytes[at]) || (at > from && bytes[at - 1] !== COLON && !isBlank(bytes[at - 1]))) return at;
  let end = at;
  while (end < to && (isDigit(bytes[end]) || bytes[end] === DOT)) end++;
  return end === to || isBlank(bytes[end]) ? end : at;
}

/** Where a name ends: at a blank, or behind the bracket, parenthesis or brace that holds it. */
export function cellEnd(bytes: Uint8Array, at: number, to: number): number {
  if (bytes[at] === 0x53 && isText(bytes, at, to, STEP)) {
    const colon = findByte(bytes, at, to, COLON);
    if (colon > 0) return colon + 1;
  }
  const isGroup = bytes[at] === OPEN || bytes[at] === BRACE || bytes[at] === PAREN;
  const end = isGroup ? bracketEnd(bytes, at, to) : at;
  return end < 0 ? tokenEnd(bytes, at, to) : tokenEnd(bytes, end, to);
}

function tabAt(bytes: Uint8Array, at: number, to: number): number {
  return findByte(bytes, at, to, TAB);
}

/** Where the colon stands behind a file's name and perhaps the number of its line. */
function colonAt(bytes: Uint8Array, at: number, to: number, numbered: boolean): number {
  let colon = at;
  while (colon < to && bytes[colon] !== COLON && !isBlank(bytes[colon])) {
    // No file's name has a bar.
    if (bytes[colon] === BAR || (numbered && !isDigit(bytes[colon]))) return -1;
    colon++;
  }
  if (colon >= to || bytes[colon] !== COLON) return -1;
  const line = digitsEnd(bytes, colon + 1, to);
  return !numbered && line > colon + 1 && bytes[line] === COLON ? line : colon;
}
