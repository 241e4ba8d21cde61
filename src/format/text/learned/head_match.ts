import type { Batch } from "../../../record/batch.ts";
import type { ReadContext } from "../../line_format.ts";
import { severityOfWord } from "../../severity_word.ts";
import { readTime } from "../../time/timestamp.ts";
import { findByte, isHex, isPlainWord } from "../text_tokens.ts";
import { classesOfBytes, lastEnd, type Layout, type Part, type Separator } from "./head_parts.ts";
import * as partsConstants from "./head_parts.ts";
import type { SeverityWords } from "./severity_words.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { SEVERITY, SPAN, TIME, TRACE } = partsConstants;

const SPACE = 0x20, COLON = 0x3a;
const NONE = -1;
const TRACE_DIGITS = 32;
const SPAN_DIGITS = 16;
/** Classes of bytes, as bits of a part's mask. */
const classes = classesOfBytes();

/**
 * Reads the head of the line [from, to), the record begun last, by comparing it with a layout: sets its time, severity and
 * fields, and answers where the message begins; -1 if it looks otherwise, and then fields may have been added.
 */
export function matchHead(
  layout: Layout,
  words: SeverityWords,
  batch: Batch,
  row: number,
  from: number,
  to: number,
  context: ReadContext,
): number {
  const { bytes, view } = batch;
  const { parts } = layout;
  let at = from;
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index];
    if (part.isBlank) {
      if (bytes[at] !== SPACE) return NONE;
      while (bytes[++at] === SPACE);
      if (at >= to) return NONE;
    } else {
      at = passSeparator(bytes, view, at, to, part.separator);
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
      if (!words.take(layout, part, batch, row, start, at)) return NONE;
      continue;
    }
    if (part.isUnsure && isDoubtful(part, bytes, start, at)) return NONE;
    const field = batch.addField(part.key, start, at, part.fieldKind);
    if (part.isService) batch.service[row] = field;
    if (part.isHost) batch.host[row] = field;
  }
  return passSeparator(bytes, view, at, to, layout.end);
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

/** Passes a separator at `at`; where it ends, -1 if it is not there. A blank in it stands for one or more. */
function passSeparator(
  bytes: Uint8Array,
  view: DataView,
  at: number,
  to: number,
  { bytes: signs, word, mask }: Separator,
): number {
  const end = at + signs.length;
  if (end < to && mask !== 0 && (view.getInt32(at, true) & mask) === word && bytes[end] !== SPACE) return end;
  for (let index = 0; index < signs.length; index++) {
    if (at >= to || bytes[at] !== signs[index]) return NONE;
    at++;
    if (signs[index] === SPACE) { while (at < to && bytes[at] === SPACE) at++; }
  }
  return at;
}
