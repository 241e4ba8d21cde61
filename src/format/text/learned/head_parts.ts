import type { Batch } from "../../../record/batch.ts";
import * as kinds from "../../../record/batch.ts";
import {
  RARE,
  RARE_WITH_COLON,
  rarityOfWord,
  severityOfLetter,
  severityOfWord,
} from "../../severity_word.ts";
import { isUpper, isUpperWord } from "../text_tokens.ts";

const { INT, TEXT } = kinds;

/** Parts of a head; one with more is left to the general reader. */
const MAX_PARTS = 12;
/** Bytes between two parts. */
const MAX_SEPARATOR = 16;
/** Beginnings that are remembered of a layout's messages: a power of two. */
export const STARTS = 256;

export const TIME = 0;
export const SEVERITY = 1;
/** Ids of a trace and of a span, in hexadecimal digits. */
export const TRACE = 2;
export const SPAN = 3;
const FIELD = 4;

/**
 * What stands behind the messages of a layout's lines, as bits: what nginx's connection was for; pairs that the logger
 * set apart, whose values may hold blanks; the logger in parentheses, Kafka's.
 */
export const CONNECTED = 1;
export const APART = 2;
export const SPACED = 4;
export const NAMED = 8;

/** What tells what the parts of a head are: each line by itself, what a source's lines have in common, the format. */
export const JUDGED = 0;
export const COUNTED = 1;
export const FIXED = 2;

const SPACE = 0x20;
const COLON = 0x3a;
const SIGNS = "._-/$:@#*+";
export const DIGIT = 1;
const LOWER = 2;
const UPPER = 4;
export const LETTERS = LOWER | UPPER;
export const SPACE_CLASS = 1 << 20;
/** Brackets, quotes, bars and the like, which end a part: never within one. */
export const BRACKET_CLASS = 1 << 21;

/** Classes of bytes, as bits of a part's mask. Letters, digits and each sign of names have one of their own. */
export function classesOfBytes(): Int32Array {
  const made = new Int32Array(256).fill(1 << 15);
  for (let byte = 0x30; byte <= 0x39; byte++) made[byte] = DIGIT;
  for (let byte = 0x61; byte <= 0x7a; byte++) made[byte] = LOWER;
  for (let byte = 0x41; byte <= 0x5a; byte++) made[byte] = UPPER;
  for (let at = 0; at < SIGNS.length; at++) made[SIGNS.charCodeAt(at)] = 8 << at;
  made[SPACE] = SPACE_CLASS;
  for (const sign of "[](){}<>|=\"';,\t\\") made[sign.charCodeAt(0)] = BRACKET_CLASS;
  return made;
}

const classes = classesOfBytes();

/** What stands between two parts: a run of blanks stands as one and is matched by any run. */
export interface Separator {
  readonly bytes: Uint8Array;
  /** The same as a word, and the bits of a word that it has; no bits if it is none or longer. */
  readonly word: number;
  readonly mask: number;
}

/** What one part of a head is, and the bytes before it. */
export interface Part {
  kind: number;
  /** Before it. */
  separator: Separator;
  /** The separator is a blank. */
  isBlank: boolean;
  key: number;
  fieldKind: number;
  /** Classes its bytes may be of. `exact`: they must all occur, for nothing but a blank tells where it ends. */
  mask: number;
  exact: boolean;
  /** What ends it, if that may stand in it as well; otherwise empty. */
  ending: Uint8Array;
  /** It is a severity with a colon behind it, which tells more words for severities. */
  hasColon: boolean;
  /** It is a severity of one letter. */
  isLetter: boolean;
  /** Nothing but its word tells that it is no severity. */
  isUnsure: boolean;
  /** The lines of the source tell that a name stands there: it is no message's first word. */
  isName: boolean;
  isService: boolean;
  isHost: boolean;
}

export interface Layout {
  parts: Part[];
  /** Between the last part and the message. */
  end: Separator;
  hasTime: boolean;
  hasSeverity: boolean;
  isTimeAlone: boolean;
  /** What stands behind the message. */
  tail: number;
  /** Bytes from the end of the time to that of the severity, where that tells who sets pairs apart; otherwise -1. */
  severityEnd: number;
  /** A severity in capitals between time and blank, by which loggers are known that set pairs apart, is none of theirs. */
  isTogether: boolean;
  /** Hashes of beginnings of messages that were seen behind this head; see `startOf`. */
  starts: Int32Array;
  /** Lines with this head and a message that nothing else could be read of: as many as settle it, each another. */
  settling: string[];
  /** Nothing but a time and a severity. */
  isBare: boolean;
  /** The source's lines have this head: what is none of its parts is the message, see `isMoreOfHead`. */
  isSettled: boolean;
}

/**
 * The layout of the head that was just read as `row` of the line [from, to), whose message begins at `message`; null if
 * it could not be told from another by comparing. `certainty`: what tells what each part is. `tail`: what stands behind
 * the message.
 */
export function layoutOf(
  batch: Batch,
  row: number,
  from: number,
  to: number,
  message: number,
  certainty: number,
  tail: number,
): Layout | null {
  const { bytes } = batch;
  const ranges = rangesOf(batch, row, message, to);
  if (ranges === null || ranges.length === 0 || ranges.length > MAX_PARTS) return null;
  const severityFrom = batch.severityFrom[row];
  const severityTo = batch.severityTo[row];
  let at = from;
  for (const range of ranges) {
    if (range.from < at || range.to > message || range.from === range.to) return null;
    const separator = separatorOf(bytes, at, range.from);
    range.part.separator = wordOf(separator);
    range.part.isBlank = separator.length === 1 && separator[0] === SPACE;
    at = range.to;
  }
  const end = separatorOf(bytes, at, message);
  const parts = ranges.map(({ part }) => part);
  const hasSeverity = severityTo > severityFrom;
  const isTimeAlone = parts.length === 1 && parts[0].kind === TIME;
  // Without a severity nothing tells a head from a message, unless that is a sentence behind a time.
  if (certainty === JUDGED && !hasSeverity && !isTimeAlone && end.every((byte) => byte === SPACE)) {
    return null;
  }
  const separators = [...parts.map(({ separator }) => separator.bytes), end];
  if (separators.some((separator) => separator.length > MAX_SEPARATOR)) return null;
  for (let index = 0; index < parts.length; index++) {
    const after = separators[index + 1];
    const part = parts[index];
    if (after.length === 0 && part.kind !== TIME) return null;
    if (part.isLetter && !isLetterPlace(parts, index, after)) return null;
    if (part.kind !== FIELD) continue;
    part.isName = certainty === COUNTED;
    part.isUnsure = !hasSeverity && (certainty === JUDGED || (part.isName && part.fieldKind === TEXT));
    if ((classes[after[0]] & part.mask) !== 0) {
      // `[QuorumPeer[myid=1]:Election@774]`: where what ends it may stand in it as well, it ends at the last one.
      const { from: start, to: end } = ranges[index];
      if ((part.mask & SPACE_CLASS) !== 0 || lastEnd(bytes, start, to, part.mask, after) !== end) return null;
      part.ending = after;
    }
    const bare = after.length === 1 && after[0] === SPACE;
    // Of tracing's words only a path before a colon is no message's whatever other lines have: `shop::db: `.
    const isWord = bare || (after[0] === COLON && part.ending.length === 0);
    // A file before its line is none, if it has the signs of one.
    const isFile = (tail & SPACED) !== 0 && after.length === 1 && after[0] === COLON &&
      parts[index + 1]?.fieldKind === INT &&
      (part.mask & ~(LETTERS | DIGIT)) !== 0;
    if (isFile) part.exact = true;
    if ((tail & SPACED) !== 0 && isWord && !isFile && part.fieldKind === TEXT) return null;
    if (!bare || certainty !== JUDGED || part.fieldKind === INT) continue;
    // A word between blanks could be the message's first one.
    const before = part.separator.bytes;
    const isBetween = before.length === 0 || before.at(-1) === SPACE;
    if (isBetween && (part.mask & ~LETTERS) === 0) return null;
    part.exact = true;
  }
  const isBare = parts.every(({ kind }) => kind !== FIELD);
  const starts = new Int32Array(STARTS);
  return {
    parts,
    end: wordOf(end),
    hasTime: parts.some(({ kind }) => kind === TIME),
    hasSeverity,
    isTimeAlone,
    tail,
    severityEnd: (tail & APART) === 0 ? -1 : severityTo - batch.timeTo[row],
    isTogether: (tail & APART) === 0 && hasSeverity && severityFrom === batch.timeTo[row] + 1,
    starts,
    settling: [],
    isBare,
    isSettled: false,
  };
}

const EMPTY = new Uint8Array(0);

/** Where a part of a line's head stands. */
interface Range {
  from: number;
  to: number;
  part: Part;
}

/**
 * The time, the severity, the fields and the ids before the message of `row`, in their order, each a part whose surroundings
 * are not known yet; null if one of them could not be told by comparing.
 */
function rangesOf(batch: Batch, row: number, message: number, to: number): Range[] | null {
  const { bytes } = batch;
  const ranges: Range[] = [];
  const add = (from: number, to: number, part: Partial<Part>) => {
    ranges.push({ from, to, part: { ...UNKNOWN, ...part } });
  };
  if (!Number.isNaN(batch.time[row])) add(batch.timeFrom[row], batch.timeTo[row], { kind: TIME });
  const severityFrom = batch.severityFrom[row];
  const severityTo = batch.severityTo[row];
  if (severityTo > severityFrom) {
    const mask = maskOf(bytes, severityFrom, severityTo);
    const hasColon = bytes[severityTo] === COLON;
    const told = toldSeverity(bytes, severityFrom, severityTo);
    const isTold = told === batch.severity[row] || (hasColon && -told === batch.severity[row]);
    if ((mask & ~LETTERS) !== 0 || !isTold) return null;
    const isLetter = severityTo - severityFrom === 1;
    add(severityFrom, severityTo, { kind: SEVERITY, mask, exact: true, hasColon, isLetter });
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
  const { traceFrom, traceTo, spanFrom, spanTo } = batch;
  const isTraced = traceTo[row] > traceFrom[row] && traceFrom[row] < message;
  if (isTraced) add(traceFrom[row], traceTo[row], { kind: TRACE });
  const isSpanned = spanTo[row] > spanFrom[row] && spanFrom[row] < message;
  if (isSpanned) add(spanFrom[row], spanTo[row], { kind: SPAN });
  return ranges.sort((a, b) => a.from - b.from);
}

/** A part of which nothing is known. */
const UNKNOWN: Part = {
  kind: FIELD,
  separator: { bytes: EMPTY, word: 0, mask: 0 },
  isBlank: false,
  key: 0,
  fieldKind: TEXT,
  mask: 0,
  exact: false,
  ending: EMPTY,
  hasColon: false,
  isLetter: false,
  isUnsure: false,
  isName: false,
  isService: false,
  isHost: false,
};

/** Whether a letter at this place is a severity for sure: between signs, or between numbers and another part. */
function isLetterPlace(parts: readonly Part[], index: number, after: Uint8Array): boolean {
  if (!parts[index].isBlank || after.length !== 1 || after[0] !== SPACE) return true;
  return index > 0 && index < parts.length - 1 && parts[index - 1].fieldKind === INT;
}

/**
 * The severity that a word or letter of a head always names; negative: only with a colon behind it; 0 if never. Letters
 * name one where a layout has them.
 */
export function toldSeverity(bytes: Uint8Array, from: number, to: number): number {
  if (to - from === 1) return isUpper(bytes[from]) ? severityOfLetter(bytes[from]) : 0;
  const rarity = rarityOfWord(bytes, from, to);
  if (rarity === 0 || (rarity === RARE && isUpperWord(bytes, from, to))) {
    return severityOfWord(bytes, from, to);
  }
  return (rarity & RARE_WITH_COLON) === 0 ? -severityOfWord(bytes, from, to) : 0;
}

/** The last place, in a run of bytes of a part's classes from `from` on, where `ending` stands; -1 if nowhere. */
export function lastEnd(
  bytes: Uint8Array,
  from: number,
  to: number,
  mask: number,
  ending: Uint8Array,
): number {
  let last = -1;
  for (let at = from; at < to && (classes[bytes[at]] & mask) !== 0; at++) {
    if (at > from && bytes[at] === ending[0] && standsAt(bytes, at, to, ending)) last = at;
  }
  return last;
}

function standsAt(bytes: Uint8Array, at: number, to: number, what: Uint8Array): boolean {
  if (at + what.length > to) return false;
  for (let index = 1; index < what.length; index++) if (bytes[at + index] !== what[index]) return false;
  return true;
}

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

function wordOf(bytes: Uint8Array): Separator {
  const isWord = bytes.length > 0 && bytes.length <= 4;
  let word = 0;
  for (let at = bytes.length - 1; isWord && at >= 0; at--) word = word << 8 | bytes[at];
  return { bytes, word, mask: isWord ? (-1 >>> ((4 - bytes.length) << 3)) | 0 : 0 };
}

/** Whether two layouts differ at most in the classes of bytes that their closed parts were seen with. */
export function isSame(a: Layout, b: Layout): boolean {
  if (
    a.parts.length !== b.parts.length || a.tail !== b.tail || a.severityEnd !== b.severityEnd ||
    !isEqual(a.end.bytes, b.end.bytes)
  ) {
    return false;
  }
  return a.parts.every((part, at) => {
    const other = b.parts[at];
    return part.kind === other.kind && part.key === other.key && part.fieldKind === other.fieldKind &&
      part.exact === other.exact && part.isLetter === other.isLetter &&
      (!part.exact || part.mask === other.mask) &&
      part.isService === other.isService && part.isHost === other.isHost &&
      isEqual(part.separator.bytes, other.separator.bytes) && isEqual(part.ending, other.ending);
  });
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}
