import type { Batch } from "../../../record/batch.ts";
import type { ReadContext } from "../../line_format.ts";
import { severityOfWord } from "../../severity_word.ts";
import { isApartWord } from "../loggers/text_apart.ts";
import { isMoreOfHead } from "./head_more.ts";
import {
  classesOfBytes,
  isSame,
  lastEnd,
  type Layout,
  layoutOf,
  type Part,
  toldSeverity,
} from "./head_parts.ts";
import { findByte, hashOf, isHex, isPlainWord, isUpperWord } from "../text_tokens.ts";
import { readTime } from "../../time/timestamp.ts";
import { isDigit } from "../../time/timestamp_parts.ts";
import * as partsConstants from "./head_parts.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { BRACKET_CLASS, DIGIT, LETTERS, NAMED, SEVERITY, SPACE_CLASS, SPAN, STARTS, TIME, TRACE } =
  partsConstants;

/** Added to the severity of a word in capitals that loggers write which set pairs apart. */
const APART_WORD = 32;
/** OpenTelemetry's number of `crit`. */
const CRITICAL = 18;
/** Layouts that are kept; a log has few. */
const MAX_LAYOUTS = 8;
/** After so many lines that none fitted, or that none could be made of, nothing is learned for as many lines as the second says. */
const MAX_MISSES = 64;
const PAUSE = 2_048;
/** Classes of bytes, as bits of a part's mask. */
const classes = classesOfBytes();

/** Words that tell a sentence, and those among which a severity may stand. */
const SENTENCE_WORDS = 3;
const SEVERITY_WORDS = 6;
const TRACE_DIGITS = 32;
const SPAN_DIGITS = 16;

const NONE = -1;
/** OpenTelemetry's number of the lowest information. */
const INFO = 9;
const SPACE = 0x20;
const OPEN = 0x5b;
const DOT = 0x2e;
const COLON = 0x3a;
/** Stands for a number in hashes. */
const FIGURE = 0x2f;

/** Different lines that settle a layout, the longest of them, and layouts of a source that settle. */
const SETTLING = 2;
const LONGEST_SETTLING = 512;
const MAX_SETTLED = 2;
const decoder = new TextDecoder();

/**
 * Remembers how the heads of a source's lines were laid out (which parts, what stands between them), so that
 * the next line of the same look is read by comparing instead of by judging each word anew. It is stricter than
 * the reader that it learns from: a line of which it could be in doubt is left to that one.
 */
export class HeadLayouts {
  #layouts: Layout[] = [];
  #generation = 0;
  /** Lines in a row that no layout fitted or could be made of, and lines to let pass before anything is learned again. */
  #misses = 0;
  #unlearnt = 0;
  #pause = 0;
  /** Words by their bytes: first four, next four, length, severity. */
  readonly #words = new Int32Array(16 * 4);
  readonly #settles: boolean;
  #settled = 0;
  /** The settled layout that a line has which fits none exactly, and whether it is matched again for that. */
  #fallback: Layout | null = null;
  #isAgain = false;
  /** What stands behind the message of the line that was read last, see `Layout`. */
  tail = 0;
  /** The lines that settled the source's layouts, and some of the others known by then; the same array while they are the same. */
  preamble: readonly string[] = [];

  /** `settles`: a head that many lines have decides where the messages of others begin. */
  constructor(settles: boolean) {
    this.#settles = settles;
  }

  /**
   * Reads the head of the line [from, to) as one of the known layouts: begins the row, sets its time, severity
   * and fields, and answers where the message begins; -1 (nothing added) if it looks otherwise. A layout that
   * ends the line has no message. `isNamed`: behind it stands the logger.
   */
  read(batch: Batch, from: number, to: number, context: ReadContext, isNamed = false): number {
    const layouts = this.#layouts;
    if (layouts.length === 0) return NONE;
    if (this.#generation !== batch.keys.generation) {
      this.forget();
      return NONE;
    }
    this.#fallback = null;
    for (let at = 0; at < layouts.length; at++) {
      const layout = layouts[at];
      if (((layout.tail & NAMED) !== 0) !== isNamed) continue;
      const message = this.#match(layout, batch, from, to, context);
      if (message === NONE) {
        batch.abandon();
        continue;
      }
      if (at > 0) {
        layouts[at] = layouts[at - 1];
        layouts[at - 1] = layout;
      }
      this.#misses = 0;
      this.tail = layout.tail;
      return message;
    }
    const fallback = this.#fallback as Layout | null;
    if (fallback !== null) {
      this.#isAgain = true;
      const message = this.#match(fallback, batch, from, to, context);
      this.#isAgain = false;
      this.#misses = 0;
      this.tail = fallback.tail;
      return message;
    }
    if (++this.#misses > MAX_MISSES) {
      this.forget();
      this.#misses = 0;
      this.#pause = PAUSE;
    }
    return NONE;
  }

  /**
   * Learns from the row just read of the line [from, to), whose message begins at `message`: its parts are the
   * row's time, severity and fields before it. `certainty`: what tells what each part is. `tail`: what stands behind the message.
   */
  learn(
    batch: Batch,
    row: number,
    from: number,
    to: number,
    message: number,
    certainty: number,
    tail = 0,
  ): void {
    if (this.#generation !== batch.keys.generation) {
      this.forget();
      this.#generation = batch.keys.generation;
    }
    if (this.#pause > 0) {
      this.#pause--;
      return;
    }
    const layout = layoutOf(batch, row, from, to, message, certainty, tail);
    if (layout === null) {
      if (++this.#unlearnt > MAX_MISSES) {
        this.#unlearnt = 0;
        this.#pause = PAUSE;
      }
      return;
    }
    this.#unlearnt = 0;
    const start = startOf(batch, message, to);
    const same = this.#layouts.find((known) => isSame(known, layout));
    if (same) {
      same.parts.forEach((part, at) => part.mask |= layout.parts[at].mask);
      if (!same.isSettled) this.#settle(same, batch, from, to, message);
      same.starts[start & (STARTS - 1)] = start;
      return;
    }
    this.#settle(layout, batch, from, to, message);
    layout.starts[start & (STARTS - 1)] = start;
    this.#layouts.push(layout);
    if (this.#layouts.length > MAX_LAYOUTS) this.#layouts.shift();
  }

  /** Forgets all layouts, and what they settled. */
  forget(): void {
    this.#layouts = [];
    this.#settled = 0;
    this.preamble = [];
  }

  /**
   * The severity that a word always names, or, negative, only with a colon behind it, else 0; `APART_WORD` is added for
   * capitals of loggers that set pairs apart. A log has few such words: the last ones are remembered.
   */
  #severity(batch: Batch, from: number, to: number): number {
    const { bytes, view } = batch;
    const length = to - from;
    if (length < 3 || length > 8) return toldSeverity(bytes, from, to);
    const first = view.getInt32(from, true) & (length < 4 ? 0xffffff : -1);
    const rest = length < 5 ? 0 : view.getInt32(from + 4, true) & (-1 >>> ((8 - length) << 3));
    const place = (Math.imul(first, 0x5bd1e995) >>> 28) << 2;
    const known = this.#words;
    if (known[place] === first && known[place + 1] === rest && known[place + 2] === length) {
      return known[place + 3];
    }
    let severity = toldSeverity(bytes, from, to);
    if (severity > 0 && isUpperWord(bytes, from, to) && isApartWord(bytes, from, to)) severity += APART_WORD;
    known[place] = first;
    known[place + 1] = rest;
    known[place + 2] = length;
    known[place + 3] = severity;
    return severity;
  }

  /** Takes the severity [from, to) of a line; false if it is none, or one that other loggers than the layout's write. */
  #takeSeverity(layout: Layout, part: Part, batch: Batch, row: number, from: number, to: number): boolean {
    if ((to - from === 1) !== part.isLetter) return false;
    const told = this.#severity(batch, from, to);
    let severity = told < 0 && part.hasColon ? -told : told;
    if (severity > APART_WORD) {
      if (layout.isTogether) return false;
      severity -= APART_WORD;
    }
    // What is critical is more to .NET than to others: its lines are told by more than the word.
    if (severity <= 0 || severity === CRITICAL) return false;
    if (layout.severityEnd >= 0 && to - batch.timeTo[row] !== layout.severityEnd) return false;
    batch.setSeverity(row, severity, from, to);
    return true;
  }

  /** Counts a line of this layout, if its message is a plain one and no other of its lines began so. */
  #settle(layout: Layout, batch: Batch, from: number, to: number, message: number): void {
    if (!this.#settles || this.#settled === MAX_SETTLED || to - from > LONGEST_SETTLING) return;
    if (!layout.hasSeverity) return;
    if (!isPlainStart(batch.bytes, message, to, true) && !isPlainWord(batch.bytes, message, to)) return;
    const start = startOf(batch, message, to);
    if (layout.settling.length > 0 && layout.starts[start & (STARTS - 1)] === start) return;
    layout.starts[start & (STARTS - 1)] = start;
    layout.settling.push(decoder.decode(batch.bytes.subarray(from, to)));
    if (layout.settling.length < SETTLING) return;
    layout.isSettled = true;
    this.#settled++;
    const others = this.#layouts.filter((other) => other !== layout);
    this.preamble = [...others, layout].flatMap(({ settling }) => settling);
  }

  #match(layout: Layout, batch: Batch, from: number, to: number, context: ReadContext): number {
    const { bytes } = batch;
    const { parts } = layout;
    const row = batch.begin(from, to);
    let at = from;
    for (let index = 0; index < parts.length; index++) {
      const part = parts[index];
      if (part.isBlank) {
        if (bytes[at] !== SPACE) return NONE;
        while (bytes[++at] === SPACE);
        if (at >= to) return NONE;
      } else {
        at = passSeparator(bytes, at, to, part.separator);
        if (at === NONE) return NONE;
      }
      if (part.kind === TIME) {
        at = readTime(batch, row, at, to, context);
        if (at < 0) return NONE;
        continue;
      }
      if (part.kind === TRACE || part.kind === SPAN) {
        at = takeId(batch, row, part.kind, at, to);
        if (at === NONE) return NONE;
        continue;
      }
      const start = at;
      const { mask } = part;
      let seen = 0;
      if (part.exact) {
        for (let of; at < to && ((of = classes[bytes[at]]) & mask) !== 0; at++) seen |= of;
        if (seen !== mask) return NONE;
      } else if (part.ending.length > 0) at = endOf(part, bytes, start, to);
      else while (at < to && (classes[bytes[at]] & mask) !== 0) at++;
      if (at <= start) return NONE;
      if (part.kind === SEVERITY) {
        if (!this.#takeSeverity(layout, part, batch, row, start, at)) return NONE;
        continue;
      }
      if (part.isUnsure && isDoubtful(part, bytes, start, at)) return NONE;
      const field = batch.addField(part.key, start, at, part.fieldKind);
      if (part.isService) batch.service[row] = field;
      if (part.isHost) batch.host[row] = field;
    }
    const message = passSeparator(bytes, at, to, layout.end);
    if (message === NONE) return NONE;
    if (layout.isTimeAlone) return isSentence(bytes, message, to) ? message : NONE;
    // Of what names a logger behind the message it is the message's: `[Partition t-0 broker=0] `.
    if ((layout.tail & NAMED) !== 0 && bytes[message] === OPEN) return message;
    if (isPlainStart(bytes, message, to, layout.hasSeverity)) {
      if (!layout.isSettled) this.#settle(layout, batch, from, to, message);
      return message;
    }
    if (this.#isAgain) return message;
    const isLonger = this.#fallback === null || this.#fallback.parts.length < parts.length;
    const severity = layout.isBare ? batch.severity[row] : INFO;
    if (layout.isSettled && isLonger && !isMoreOfHead(bytes, message, to, severity)) this.#fallback = layout;
    const beginning = startOf(batch, message, to);
    return layout.starts[beginning & (STARTS - 1)] === beginning ? message : NONE;
  }
}

/**
 * Whether a word, in a head without a severity, could be one, or the first word of a message where no other line tells
 * that it is a name.
 */
function isDoubtful(part: Part, bytes: Uint8Array, from: number, to: number): boolean {
  return (!part.isName && isPlainWord(bytes, from, to)) ||
    severityOfWord(bytes, from, bytes[to - 1] === COLON ? to - 1 : to) !== 0;
}

/** Where a part ends that may hold what ends it; -1 if it does not. A word with a colon is no `shop::db: `. */
function endOf({ mask, ending }: Part, bytes: Uint8Array, from: number, to: number): number {
  const end = lastEnd(bytes, from, to, mask, ending);
  return ending[0] === COLON && findByte(bytes, from, end, COLON) < 0 ? NONE : end;
}

/** Takes the id of a trace or span at `at`; where it ends, -1 if none stands there. */
function takeId(batch: Batch, row: number, kind: number, at: number, to: number): number {
  const end = at + (kind === TRACE ? TRACE_DIGITS : SPAN_DIGITS);
  if (end > to || !isHex(batch.bytes, at, end)) return NONE;
  if (kind === TRACE) {
    batch.setTrace(row, at, end);
  } else {
    batch.setSpan(row, at, end);
  }
  return end;
}

/** Passes `separator` at `at`; where it ends, -1 if it is not there. A blank in it stands for one or more. */
function passSeparator(bytes: Uint8Array, at: number, to: number, separator: Uint8Array): number {
  for (let index = 0; index < separator.length; index++) {
    if (at >= to || bytes[at] !== separator[index]) return NONE;
    at++;
    if (separator[index] === SPACE) { while (at < to && bytes[at] === SPACE) at++; }
  }
  return at;
}

/**
 * Whether a message begins with a plain word and another thing that is no punctuation: no general reader would
 * take such a word for a part of the head. Without a severity in the head the word must not be one.
 */
function isPlainStart(bytes: Uint8Array, from: number, to: number, hasSeverity: boolean): boolean {
  let at = from;
  while (at < to && (classes[bytes[at]] & LETTERS) !== 0) at++;
  if (at - from < 2 || at + 1 >= to || bytes[at] !== SPACE) return false;
  if (!hasSeverity && (severityOfWord(bytes, from, at) !== 0 || isPhp(bytes, from, at))) return false;
  if ((classes[bytes[at + 1]] & (LETTERS | DIGIT)) === 0) return false;
  // A second word with a colon may end a name of two words.
  at++;
  while (at < to && (classes[bytes[at]] & (SPACE_CLASS | BRACKET_CLASS)) === 0) at++;
  return bytes[at - 1] !== 0x3a;
}

/**
 * Whether a message behind a time alone begins as sentences do: with plain words or numbers, the first of letters, no
 * signs between them, and no severity among them or soon behind.
 */
function isSentence(bytes: Uint8Array, from: number, to: number): boolean {
  if (!isPlainStart(bytes, from, to, false)) return false;
  let at = from;
  for (let word = 1; word <= SEVERITY_WORDS && at < to; word++) {
    const start = at;
    while (at < to && (classes[bytes[at]] & (LETTERS | DIGIT)) !== 0) at++;
    if (severityOfWord(bytes, start, at) !== 0) return false;
    if (word <= SENTENCE_WORDS && at === start) return false;
    if (word < SENTENCE_WORDS && at < to && bytes[at] !== SPACE) return false;
    while (at < to && bytes[at] !== SPACE) at++;
    at++;
  }
  return true;
}

/** `PHP Fatal error: …` names its severity in two words. */
function isPhp(bytes: Uint8Array, from: number, to: number): boolean {
  return to - from === 3 && bytes[from] === 0x50 && bytes[from + 1] === 0x48 && bytes[from + 2] === 0x50;
}

/**
 * A hash of the first two words of the message: what was the message's behind the same head once is so again. Numbers
 * that stand second are all alike (`duration: 138.000 ms`). Never 0, which stands for none. The same in every run: so
 * are then the lines whose beginnings have one place.
 */
function startOf(batch: Batch, from: number, to: number): number {
  const { bytes } = batch;
  let at = from;
  while (at < to && bytes[at] !== SPACE) at++;
  const first = at;
  while (at < to && bytes[at] === SPACE) at++;
  const second = at;
  let isFigure = true;
  for (; at < to && bytes[at] !== SPACE; at++) isFigure &&= bytes[at] === DOT || isDigit(bytes[at]);
  if (isFigure && at > second) return hashOf(bytes, from, first) ^ FIGURE || 1;
  return hashOf(bytes, from, at) || 1;
}
