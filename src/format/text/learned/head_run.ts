import type { Batch } from "../../../record/batch.ts";
import * as bounds from "../../../record/bounds.ts";
import type { ReadContext } from "../../line_format.ts";
import { tellsMore } from "../message/told_measures.ts";
import { findEquals } from "../message/text_trailing_pairs.ts";
import { matchHead } from "./head_match.ts";
import type { Layout } from "./head_parts.ts";
import { isKnownStart, isPlainStart, startOf } from "./message_start.ts";
import { isText } from "../text_tokens.ts";
import type { SeverityWords } from "./severity_words.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { MAX_LINE_BYTES } = bounds;

const NEWLINE = 10, RETURN = 13, SPACE = 0x20;
const LETTER_C = 0x63, LETTER_H = 0x68;
const NONE = -1;
const BLANKS = 0x20202020, FOUR_EQUALS = 0x3d3d3d3d, ONES = 0x01010101;
const HIGH_BITS = 0x80808080 | 0;

/** What tells of which lines of a format their head and their message are all there is. */
export interface RunRules {
  /** 1 for the bytes that messages may end with behind which something else stands. */
  readonly closes: Uint8Array;
  /** Whether something else may stand behind a message that ends with one of those. */
  mayEndOtherwise(bytes: Uint8Array, from: number, to: number): boolean;
  /** Whether the head of the record tells that something else may stand behind its message. */
  mayHaveOtherEnd(batch: Batch, row: number): boolean;
  /** Behind more than one blank the message may be a line of a stack trace. */
  readonly hasTraces: boolean;
  /** Whether messages of the service that wrote the record in `row` are read in a way of their own. */
  hasOwnReader(batch: Batch, row: number): boolean;
  /** A record of this severity, or a higher one, ends the run: what is behind it may go on with it. */
  readonly last: number;
}

/**
 * Reads the lines from `from` on up to `end` as records with the layout's head and a plain message each, as far as they are
 * such and, if they `mustBeKnown`, messages began like theirs before; returns where the first other line begins. Most lines of most logs are read here, and only what tells them
 * from others is looked at.
 */
export function readRun(
  layout: Layout,
  words: SeverityWords,
  batch: Batch,
  from: number,
  end: number,
  context: ReadContext,
  rules: RunRules,
  mustBeKnown: boolean,
): number {
  const { bytes, view, severity } = batch;
  const { closes, hasTraces, last } = rules;
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
    const isPlain = message !== NONE && isPlainStart(bytes, message, to, true) && bytes[to - 1] > SPACE &&
      !(hasTraces && bytes[message - 1] === SPACE && bytes[message - 2] === SPACE) &&
      (closes[bytes[to - 1]] === 0 || !rules.mayEndOtherwise(bytes, message, to)) &&
      !rules.mayHaveOtherEnd(batch, row) &&
      ((signs & HIGH_BITS) === 0 || findEquals(bytes, view, message, to) < 0) &&
      !tellsMore(bytes, message, to) &&
      !isSaid(bytes, message, to) && !rules.hasOwnReader(batch, row) &&
      (!mustBeKnown || isKnownStart(layout, startOf(batch, message, to)));
    if (!isPlain) {
      batch.abandon();
      break;
    }
    batch.setBody(row, message, to);
    batch.commit();
    from = newline + 1;
    if (severity[row] >= last) break;
  }
  return from;
}

/** What PHP-FPM writes of what its children say: the message is another record. */
function isSaid(bytes: Uint8Array, from: number, to: number): boolean {
  return bytes[from] === LETTER_C && bytes[from + 1] === LETTER_H && isText(bytes, from, to, "child ");
}
