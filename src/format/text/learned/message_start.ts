import type { Batch } from "../../../record/batch.ts";
import { severityOfWord } from "../../severity_word.ts";
import { isDigit } from "../../time/timestamp_parts.ts";
import { hashOf } from "../text_tokens.ts";
import { isMoreOfHead } from "./head_more.ts";
import { classesOfBytes, type Layout } from "./head_parts.ts";
import * as partsConstants from "./head_parts.ts";

// The engine folds a module's own constants into its code; imported ones it would load at every use.
const { BRACKET_CLASS, DIGIT, LETTERS, SPACE_CLASS, STARTS } = partsConstants;

/** OpenTelemetry's number of the lowest information. */
const INFO = 9;
const SPACE = 0x20, DOT = 0x2e;
/** Words that tell a sentence, and those among which a severity may stand. */
const SENTENCE_WORDS = 3;
const SEVERITY_WORDS = 6;
/** Stands for a number in hashes. */
const FIGURE = 0x2f;
const classes = classesOfBytes();

/**
 * Whether a message begins with a plain word and another thing that is no punctuation: no general reader would
 * take such a word for a part of the head. Without a severity in the head the word must not be one.
 */
export function isPlainStart(bytes: Uint8Array, from: number, to: number, hasSeverity: boolean): boolean {
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
export function isSentence(bytes: Uint8Array, from: number, to: number): boolean {
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
export function startOf(batch: Batch, from: number, to: number): number {
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

/** Whether the head of the record in `row` is settled, and what stands at `message` no more of it. */
export function isSettledBefore(
  layout: Layout,
  batch: Batch,
  row: number,
  message: number,
  to: number,
): boolean {
  const severity = layout.isBare ? batch.severity[row] : INFO;
  return layout.isSettled && !isMoreOfHead(batch.bytes, message, to, severity);
}

/** Whether a message began so behind this head before. */
export function isKnownStart({ starts }: Layout, start: number): boolean {
  return starts[start & (STARTS - 1)] === start;
}
