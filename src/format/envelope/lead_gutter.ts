import type { Batch } from "../../record/batch.ts";
import type { LineRange, ReadContext } from "../line_format.ts";
import { findByte, hashOf, isText, skipBlanks, SPACE, TAB, tokenEnd } from "../text/text_tokens.ts";
import { isDigit, isLetter } from "../time/timestamp_parts.ts";
import { anchorAt, beginsWithSeverity, FRAME, NO_ANCHOR } from "./lead_anchor.ts";
import { type Lead, type LeadShape, ONE_NAME } from "./lead_shape.ts";
import { behindDivider, dividerAt, findLineNumber, type LineNumber } from "./line_number.ts";

/** In UTF-8 `──` of the frame around what `bat` shows, and `│`, behind which its header stands. */
export const RULE = "\xe2\x94\x80\xe2\x94\x80";
const LONG_BAR = "\xe2\x94\x82";
/** Bytes of a mark like `>` or `//`. */
const LONGEST_MARK = 2;
/** Marks before which a line's own bracket, quote or brace is no other. */
const MARKS = new Set([">", ">>", "|", "#", "##", "//", "*"]);
/** Of so many lines one must begin as records do behind what stands to their left. */
const OF_LINES = 8;
/** Lines of a file behind which another may begin. */
const FEWEST_OF_FILE = 2;

const NUMBERS: LeadShape = { ...ONE_NAME, last: "\t", numbered: true };

const decoder = new TextDecoder();

/**
 * What a tool that shows a text puts to the left of each of its lines: numbers that count them (`cat -n`, `nl`, `less -N`,
 * `bat`), or one mark before all (`> ` of mails); null if there is no such, or the lines are none of a log's.
 */
export function gutterOf(
  batch: Batch,
  ranges: readonly LineRange[],
  context: ReadContext,
): (Lead & { shape: LeadShape }) | null {
  const { bytes } = batch;
  const [from, to] = ranges[0];
  const at = skipBlanks(bytes, from, to);
  if (isDigit(bytes[at]) || isText(bytes, at, to, RULE)) {
    const inner: LineRange[] = [];
    const last = dividerOf(bytes, ranges, inner);
    // Rows of a table may be numbered.
    const isTable = last === "\t" && inner.every(([from, to]) => findByte(bytes, from, to, TAB) >= 0);
    return last !== "" && !isTable && isLog(batch, inner, context)
      ? { shape: { ...NUMBERS, last }, known: [], behind: null }
      : null;
  }
  const end = tokenEnd(bytes, from, to);
  if (at > from || end - from > LONGEST_MARK || isLetter(bytes[from])) return null;
  const mark = decoder.decode(bytes.subarray(from, end));
  if (!MARKS.has(mark)) return null;
  const inner: LineRange[] = [];
  for (const [start, stop] of ranges) {
    const behind = start + mark.length;
    if (!isText(bytes, start, stop, mark) || (behind < stop && bytes[behind] !== SPACE)) return null;
    inner.push([Math.min(behind + 1, stop), stop]);
  }
  return isLog(batch, inner, context)
    ? { shape: ONE_NAME, known: [hashOf(bytes, from, end) || 1], behind: null }
    : null;
}

/** Whether enough of the lines begin as records do. */
function isLog(batch: Batch, lines: readonly LineRange[], context: ReadContext): boolean {
  let told = 0;
  for (const [from, to] of lines) {
    const at = skipBlanks(batch.bytes, from, to);
    if (at === to) continue;
    const anchor = anchorAt(batch, at, to, from, context);
    const isHead = anchor !== NO_ANCHOR && anchor !== FRAME;
    if (isHead || (at === from && beginsWithSeverity(batch.bytes, at, to))) told++;
  }
  return told * OF_LINES >= lines.length;
}

/** What divides the numbers that count all lines from these, which are added to `inner`; "" if nothing counts them. */
function dividerOf(bytes: Uint8Array, ranges: readonly LineRange[], inner: LineRange[]): string {
  const number: LineNumber = { from: 0, to: 0 };
  let divider = "";
  let next = -1;
  for (const [from, to] of ranges) {
    if (!findLineNumber(bytes, from, to, number)) {
      const at = number.from;
      if (at === to || isText(bytes, at, to, RULE) || isText(bytes, at, to, LONG_BAR)) continue;
      return "";
    }
    const value = Number(decoder.decode(bytes.subarray(number.from, number.to)));
    // `bat` begins anew with each file; a number that is 1 in all lines counts none.
    const isAnew = value === 1 && next > FEWEST_OF_FILE;
    if (next >= 0 && value !== next && !isAnew) return "";
    if (divider === "") divider = dividerAt(bytes, number.to, to);
    const at = divider === "" ? -1 : behindDivider(bytes, number.to, to, divider);
    if (at < 0) return "";
    inner.push([at, to]);
    next = value + 1;
  }
  return inner.length * 2 > ranges.length ? divider : "";
}
