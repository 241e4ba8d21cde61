import type { Batch } from "../../../record/batch.ts";
import * as bounds from "../../../record/bounds.ts";
import { mayBeTraces } from "../../continuation/repeated_head.ts";
import type { ReadContext } from "../../line_format.ts";
import { isSaid } from "../../said_line.ts";
import { tellsMore } from "../message/told_measures.ts";
import { findEquals } from "../message/text_trailing_pairs.ts";
import { matchHead } from "./head_match.ts";
import type { Layout } from "./head_parts.ts";
import * as partsConstants from "./head_parts.ts";
import { isKnownStart, isPlainStart, isSentence, isSettledBefore, startOf } from "./message_start.ts";
import { trimmed } from "../text_tokens.ts";
import type { SeverityWords } from "./severity_words.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { MAX_LINE_BYTES } = bounds;
const { CONNECTED } = partsConstants;

const NEWLINE = 10, RETURN = 13, SPACE = 0x20, COLON = 0x3a;
const NONE = -1;
const BLANKS = 0x20202020, FOUR_EQUALS = 0x3d3d3d3d, ONES = 0x01010101;
const HIGH_BITS = 0x80808080 | 0;

/** What tells of which lines of a format their head, their message and what stands behind it are all there is. */
export interface RunRules {
  /** 1 for the bytes that messages may begin with of which more is to be read than what stands behind them. */
  readonly opens: Uint8Array;
  /** 1 for the bytes that messages may end with behind which something else stands. */
  readonly closes: Uint8Array;
  /** Whether something else may stand behind a message that ends with one of those. */
  mayEndOtherwise(bytes: Uint8Array, from: number, to: number): boolean;
  /** Whether the head of the record tells that something else may stand behind its message. */
  mayHaveOtherEnd(batch: Batch, row: number): boolean;
  /** Lines of stack traces have heads: only what begins with plain words behind one blank is none. */
  readonly hasTraces: boolean;
  /**
   * Reads what the message [from, to) tells and what stands behind it, behind a head with this `tail`, and sets the body; false and
   * nothing done if the line has to be read by itself.
   */
  finish(batch: Batch, row: number, from: number, to: number, tail: number): boolean;
  /** Whether messages of the service that wrote the record in `row` are read in a way of their own. */
  hasOwnReader(batch: Batch, row: number): boolean;
  /** With a record of this severity, or a higher one, a line may go on whose head is the same behind the time. */
  readonly grave: number;
}

/** What else is asked of the lines of a run. */
interface Asked {
  /** None may be a line that settles the layout. */
  readonly mayNotSettle: boolean;
  /** The source has no other layout. */
  readonly isOnly: boolean;
  /** They may go on with the record before, unless their times stand where that has its own. */
  readonly mayJoin: boolean;
}

/**
 * Reads the lines from `from` on up to `end` as records with the layout's head and a message of their own each, as far as they
 * are such; returns where the first other line begins. Most lines of most logs are read here, and only what tells them from
 * others is looked at.
 */
export function readRun(
  layout: Layout,
  words: SeverityWords,
  batch: Batch,
  from: number,
  end: number,
  context: ReadContext,
  rules: RunRules,
  asked: Asked,
): number {
  const { bytes, view, severity } = batch;
  const { closes, grave } = rules;
  const first = batch.count;
  while (!batch.full) {
    // As `nextControl`, and whether an equals sign may stand before it.
    let to = from;
    let signs = 0;
    for (;; to += 8) {
      const low = view.getInt32(to, true);
      const high = view.getInt32(to + 4, true);
      const lowSign = low ^ FOUR_EQUALS;
      const highSign = high ^ FOUR_EQUALS;
      signs |= ((lowSign - ONES) & ~lowSign) | ((highSign - ONES) & ~highSign);
      let found = (low - BLANKS) & ~low & HIGH_BITS;
      if (found === 0) {
        found = (high - BLANKS) & ~high & HIGH_BITS;
        if (found === 0) continue;
        to += 4;
      }
      to += (31 - Math.clz32(found & -found)) >> 3;
      break;
    }
    const newline = bytes[to] === RETURN ? to + 1 : to;
    if (bytes[newline] !== NEWLINE || newline >= end || newline - from > MAX_LINE_BYTES) break;
    const row = batch.begin(from, to);
    const message = matchHead(layout, words, batch, row, from, to, context);
    // What a record without a severity announces goes on with it.
    const isOwn = message !== NONE && bytes[to - 1] > SPACE &&
      (layout.hasSeverity || bytes[to - 1] !== COLON) && (!asked.mayJoin || isTimedAlike(batch, row)) &&
      isBeginning(layout, batch, row, message, to, rules, asked) &&
      !(row > first && severity[row - 1] >= grave && isSameHead(batch, row - 1, row, message));
    const isBare = isOwn && (layout.tail & CONNECTED) === 0 &&
      (closes[bytes[to - 1]] === 0 || !rules.mayEndOtherwise(bytes, message, to)) &&
      !rules.mayHaveOtherEnd(batch, row) && !tellsMore(bytes, message, to) &&
      ((signs & HIGH_BITS) === 0 || findEquals(bytes, view, message, to) < 0);
    if (isBare) batch.setBody(row, message, to);
    else if (!isOwn || !rules.finish(batch, row, message, to, layout.tail)) {
      batch.abandon();
      break;
    }
    batch.commit();
    from = newline + 1;
    if (!isBare && batch.isSideHalfUsed) break;
  }
  return from;
}

/** Whether a message of the record's own begins at `message`, whatever stands behind it, that goes on with no other. */
function isBeginning(
  layout: Layout,
  batch: Batch,
  row: number,
  message: number,
  to: number,
  { opens, hasTraces, hasOwnReader }: RunRules,
  { mayNotSettle, isOnly }: Asked,
): boolean {
  const { bytes } = batch;
  if (isSaid(bytes, message, to) || hasOwnReader(batch, row)) return false;
  if (layout.isTimeAlone) return isSentence(bytes, message, to);
  const isPlain = isPlainStart(bytes, message, to, layout.hasSeverity);
  if (hasTraces) return isPlain && (bytes[message - 1] !== SPACE || bytes[message - 2] !== SPACE);
  const mayOpen = !isPlain && (opens[bytes[message]] === 1 || mayBeTraces(bytes, message, to));
  if (mayOpen) return false;
  if (isPlain && (!mayNotSettle || layout.settling.length === 0)) return !mayNotSettle;
  if (isOnly && !isPlain && isSettledBefore(layout, batch, row, message, to)) return true;
  return isKnownStart(layout, startOf(batch, message, to));
}

/** Whether the record's time stands where that of the record before does, and is as long. */
function isTimedAlike({ rawFrom, timeFrom, timeTo }: Batch, row: number): boolean {
  const before = row - 1;
  return row > 0 && timeTo[row] - rawFrom[row] === timeTo[before] - rawFrom[before] &&
    timeFrom[row] - rawFrom[row] === timeFrom[before] - rawFrom[before];
}

/** Whether the heads of two records are the same behind their times; the message of the `other` begins at `message`. */
function isSameHead(
  { bytes, bodyFrom, timeTo }: Batch,
  one: number,
  other: number,
  message: number,
): boolean {
  const from = timeTo[one];
  const start = timeTo[other];
  const length = trimmed(bytes, from, bodyFrom[one]) - from;
  if (trimmed(bytes, start, message) - start !== length) return false;
  for (let at = 0; at < length; at++) if (bytes[from + at] !== bytes[start + at]) return false;
  return true;
}
