import type { Batch } from "../../record/batch.ts";
import * as kinds from "../../record/batch.ts";
import { hashBytes } from "../../record/hash.ts";
import type { ReadContext } from "../line_format.ts";
import { rarityOfWord, severityOfWord } from "../severity_word.ts";
import { readTime } from "../time/timestamp.ts";
import { isMoreOfHead } from "./head_more.ts";
import { isPlainWord } from "./text_tokens.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { INT, TEXT } = kinds;

/** Layouts that are kept; a log has few. */
const MAX_LAYOUTS = 8;
/** After so many lines that none fitted, nothing is learned for as many lines as the second says. */
const MAX_MISSES = 64;
const PAUSE = 2_048;
/** Parts of a head; one with more is left to the general reader. */
const MAX_PARTS = 12;
/** Bytes between two parts. */
const MAX_SEPARATOR = 16;

const TIME = 0;
const SEVERITY = 1;
const FIELD = 2;

/** Classes of bytes, as bits of a part's mask. Letters, digits and each sign of names have one of their own. */
const classes = new Int32Array(256).fill(1 << 15);
const SIGNS = "._-/$:@#*+";
const DIGIT = 1;
const LOWER = 2;
const UPPER = 4;
const LETTERS = LOWER | UPPER;
for (let byte = 0x30; byte <= 0x39; byte++) classes[byte] = DIGIT;
for (let byte = 0x61; byte <= 0x7a; byte++) classes[byte] = LOWER;
for (let byte = 0x41; byte <= 0x5a; byte++) classes[byte] = UPPER;
for (let at = 0; at < SIGNS.length; at++) classes[SIGNS.charCodeAt(at)] = 8 << at;
const SPACE_CLASS = 1 << 20;
classes[0x20] = SPACE_CLASS;
/** Brackets, quotes, bars and the like, which end a part: never within one. */
for (const sign of "[](){}<>|=\"';,\t\\") classes[sign.charCodeAt(0)] = 1 << 21;

const NONE = -1;
/** OpenTelemetry's number of the lowest information. */
const INFO = 9;
const SPACE = 0x20;

/** What one part of a head is, and the bytes before it. */
interface Part {
  kind: number;
  /** Before it; a run of blanks stands as one and is matched by any run. */
  separator: Uint8Array;
  /** The separator is a blank. */
  isBlank: boolean;
  key: number;
  fieldKind: number;
  /** Classes its bytes may be of. `exact`: they must all occur, for nothing but a blank tells where it ends. */
  mask: number;
  exact: boolean;
  /** Nothing but its word tells that it is no severity. */
  isUnsure: boolean;
  isService: boolean;
  isHost: boolean;
}

interface Layout {
  parts: Part[];
  /** Between the last part and the message. */
  end: Uint8Array;
  hasSeverity: boolean;
  /** Hashes of beginnings of messages that were seen behind this head; see `startOf`. */
  starts: Int32Array;
  /** Lines with this head and a message that nothing else could be read of: as many as settle it, each another. */
  settling: string[];
  /** Nothing but a time and a severity. */
  isBare: boolean;
  /** The source's lines have this head: what is none of its parts is the message, see `isMoreOfHead`. */
  isSettled: boolean;
}

/** Beginnings that are remembered of a layout's messages: a power of two. */
const STARTS = 256;
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
  /** Lines in a row that no layout fitted, and lines to let pass before anything is learned again. */
  #misses = 0;
  #pause = 0;
  /** Words by their bytes: first four, next four, length, severity. */
  readonly #words = new Int32Array(16 * 4);
  readonly #settles: boolean;
  #settled = 0;
  /** The settled layout that a line has which fits none exactly, and whether it is matched again for that. */
  #fallback: Layout | null = null;
  #isAgain = false;
  /** The lines that settled the source's layouts, and some of the others known by then; the same array while they are the same. */
  preamble: readonly string[] = [];

  /** `settles`: a head that many lines have decides where the messages of others begin. */
  constructor(settles: boolean) {
    this.#settles = settles;
  }

  /**
   * Reads the head of the line [from, to) as one of the known layouts: begins the row, sets its time, severity
   * and fields, and answers where the message begins; -1 (nothing added) if it looks otherwise. A layout that
   * ends the line has no message.
   */
  read(batch: Batch, from: number, to: number, context: ReadContext): number {
    const layouts = this.#layouts;
    if (layouts.length === 0) return NONE;
    if (this.#generation !== batch.keys.generation) {
      this.#forget();
      return NONE;
    }
    this.#fallback = null;
    for (let at = 0; at < layouts.length; at++) {
      const message = this.#match(layouts[at], batch, from, to, context);
      if (message === NONE) {
        batch.abandon();
        continue;
      }
      if (at > 0) {
        const found = layouts[at];
        layouts[at] = layouts[at - 1];
        layouts[at - 1] = found;
      }
      this.#misses = 0;
      return message;
    }
    if (this.#fallback !== null) {
      this.#isAgain = true;
      const message = this.#match(this.#fallback, batch, from, to, context);
      this.#isAgain = false;
      this.#misses = 0;
      return message;
    }
    if (++this.#misses > MAX_MISSES) {
      this.#forget();
      this.#misses = 0;
      this.#pause = PAUSE;
    }
    return NONE;
  }

  /**
   * Learns from the row just read of the line [from, to), whose message begins at `message`: its parts are the
   * row's time, severity and fields before it. `positional`: the format alone says what each part is, whatever
   * its bytes.
   */
  learn(batch: Batch, row: number, from: number, to: number, message: number, positional: boolean): void {
    if (this.#generation !== batch.keys.generation) {
      this.#forget();
      this.#generation = batch.keys.generation;
    }
    if (this.#pause > 0) {
      this.#pause--;
      return;
    }
    const layout = layoutOf(batch, row, from, to, message, positional);
    if (layout === null) return;
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

  #forget(): void {
    this.#layouts = [];
    this.#settled = 0;
    this.preamble = [];
  }

  /** The severity that a word always names, else 0. A log has few such words: the last ones are remembered. */
  #severity(batch: Batch, from: number, to: number): number {
    const { bytes, view } = batch;
    const length = to - from;
    if (length < 3 || length > 8) return severityOf(bytes, from, to);
    const first = view.getInt32(from, true) & (length < 4 ? 0xffffff : -1);
    const rest = length < 5 ? 0 : view.getInt32(from + 4, true) & (-1 >>> ((8 - length) << 3));
    const place = (Math.imul(first, 0x5bd1e995) >>> 28) << 2;
    const known = this.#words;
    if (known[place] === first && known[place + 1] === rest && known[place + 2] === length) {
      return known[place + 3];
    }
    const severity = severityOf(bytes, from, to);
    known[place] = first;
    known[place + 1] = rest;
    known[place + 2] = length;
    known[place + 3] = severity;
    return severity;
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
      const start = at;
      const { mask } = part;
      let seen = 0;
      if (part.exact) { for (let of; at < to && ((of = classes[bytes[at]]) & mask) !== 0; at++) seen |= of; }
      else while (at < to && (classes[bytes[at]] & mask) !== 0) at++;
      if (at === start) return NONE;
      if (part.kind === SEVERITY) {
        const severity = seen === mask ? this.#severity(batch, start, at) : 0;
        if (severity === 0) return NONE;
        batch.severity[row] = severity;
        batch.severityFrom[row] = start;
        batch.severityTo[row] = at;
        continue;
      }
      if (part.exact && seen !== mask) return NONE;
      if (part.isUnsure && severityOfWord(bytes, start, at) !== 0) return NONE;
      const field = batch.addField(part.key, start, at, part.fieldKind);
      if (part.isService) batch.service[row] = field;
      if (part.isHost) batch.host[row] = field;
    }
    const message = passSeparator(bytes, at, to, layout.end);
    if (message === NONE) return NONE;
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

function severityOf(bytes: Uint8Array, from: number, to: number): number {
  return rarityOfWord(bytes, from, to) === 0 ? severityOfWord(bytes, from, to) : 0;
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
  while (at < to && (classes[bytes[at]] & (SPACE_CLASS | (1 << 21))) === 0) at++;
  return bytes[at - 1] !== 0x3a;
}

/** `PHP Fatal error: …` names its severity in two words. */
function isPhp(bytes: Uint8Array, from: number, to: number): boolean {
  return to - from === 3 && bytes[from] === 0x50 && bytes[from + 1] === 0x48 && bytes[from + 2] === 0x50;
}

/**
 * A hash of the first two words of the message: what was the message's behind the same head once is so again.
 * Never 0, which stands for none.
 */
function startOf(batch: Batch, from: number, to: number): number {
  const { bytes } = batch;
  let at = from;
  while (at < to && bytes[at] !== SPACE) at++;
  while (at < to && bytes[at] === SPACE) at++;
  while (at < to && bytes[at] !== SPACE) at++;
  return hashBytes(batch.view, from, at) || 1;
}

function layoutOf(
  batch: Batch,
  row: number,
  from: number,
  to: number,
  message: number,
  positional: boolean,
): Layout | null {
  const { bytes } = batch;
  const ranges: { from: number; to: number; part: Part }[] = [];
  const add = (start: number, end: number, part: Partial<Part>) => {
    const base = {
      kind: FIELD,
      separator: EMPTY,
      isBlank: false,
      key: 0,
      fieldKind: TEXT,
      mask: 0,
      exact: false,
      isUnsure: false,
    };
    ranges.push({ from: start, to: end, part: { ...base, isService: false, isHost: false, ...part } });
  };
  if (!Number.isNaN(batch.time[row])) add(batch.timeFrom[row], batch.timeTo[row], { kind: TIME });
  const severityFrom = batch.severityFrom[row];
  const severityTo = batch.severityTo[row];
  if (severityTo > severityFrom) {
    if (severityOfWord(bytes, severityFrom, severityTo) !== batch.severity[row]) return null;
    const mask = maskOf(bytes, severityFrom, severityTo);
    if ((mask & ~LETTERS) !== 0 || rarityOfWord(bytes, severityFrom, severityTo) !== 0) return null;
    add(severityFrom, severityTo, { kind: SEVERITY, mask, exact: true });
  } else if (batch.severity[row] !== 0) return null;
  for (let at = batch.fieldFrom[row]; at < batch.fieldTo[row]; at++) {
    const start = batch.fieldStart[at];
    const end = batch.fieldEnd[at];
    // Fields of the message's own pairs are found in the message again.
    if (start >= message && start < to) continue;
    const fieldKind = batch.fieldKind[at];
    if (fieldKind !== TEXT && fieldKind !== INT) return null;
    add(start, end, {
      key: batch.fieldKey[at],
      fieldKind,
      mask: maskOf(bytes, start, end),
      isService: batch.service[row] === at,
      isHost: batch.host[row] === at,
    });
  }
  ranges.sort((a, b) => a.from - b.from);
  if (ranges.length === 0 || ranges.length > MAX_PARTS) return null;
  let at = from;
  for (const range of ranges) {
    if (range.from < at || range.to > message || range.from === range.to) return null;
    const separator = separatorOf(bytes, at, range.from);
    range.part.separator = separator;
    range.part.isBlank = separator.length === 1 && separator[0] === SPACE;
    at = range.to;
  }
  const end = separatorOf(bytes, at, message);
  const parts = ranges.map(({ part }) => part);
  const hasSeverity = severityTo > severityFrom;
  // With a time alone nothing tells a head from a message.
  if (!positional && !hasSeverity && end.every((byte) => byte === SPACE)) return null;
  const separators = [...parts.map(({ separator }) => separator), end];
  if (separators.some((separator) => separator.length > MAX_SEPARATOR)) return null;
  for (let index = 0; index < parts.length; index++) {
    const after = separators[index + 1];
    const part = parts[index];
    if (after.length === 0 && part.kind !== TIME) return null;
    if (part.kind !== FIELD) continue;
    part.isUnsure = !positional && !hasSeverity;
    if ((classes[after[0]] & part.mask) !== 0) return null;
    const bare = after.length === 1 && after[0] === SPACE;
    if (!bare || positional || part.fieldKind === INT) continue;
    // A word between blanks could be the message's first one.
    if ((part.mask & ~LETTERS) === 0) return null;
    part.exact = true;
  }
  const isBare = parts.every(({ kind }) => kind !== FIELD);
  return { parts, end, hasSeverity, starts: new Int32Array(STARTS), settling: [], isBare, isSettled: false };
}

const EMPTY = new Uint8Array(0);

function maskOf(bytes: Uint8Array, from: number, to: number): number {
  let mask = 0;
  for (let at = from; at < to; at++) mask |= classes[bytes[at]];
  return mask;
}

/** The bytes of [from, to), each run of blanks as one. */
function separatorOf(bytes: Uint8Array, from: number, to: number): Uint8Array {
  const kept: number[] = [];
  for (let at = from; at < to; at++) {
    if (bytes[at] !== SPACE || kept.at(-1) !== SPACE) kept.push(bytes[at]);
  }
  return Uint8Array.from(kept);
}

/** Whether two layouts differ at most in the classes of bytes that their closed parts were seen with. */
function isSame(a: Layout, b: Layout): boolean {
  if (a.parts.length !== b.parts.length || !isEqual(a.end, b.end)) return false;
  return a.parts.every((part, at) => {
    const other = b.parts[at];
    return part.kind === other.kind && part.key === other.key && part.fieldKind === other.fieldKind &&
      part.exact === other.exact && (!part.exact || part.mask === other.mask) &&
      part.isService === other.isService && part.isHost === other.isHost &&
      isEqual(part.separator, other.separator);
  });
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}
