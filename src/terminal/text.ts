import { codePointWidth, isHidden } from "./code_point.ts";
import { graphemes, graphemeText, graphemeWidth, UNITS_PER_CELL } from "./grapheme.ts";

/**
 * Only characters of one cell each that never join a neighbour and hide nothing: ASCII, Latin letters, thin spaces,
 * dashes, dots, arrows, and the signs of frames and bars. This is nearly all of a screen, and needs no graphemes.
 */
const SIMPLE = /^[ -~\xa1-\xac\xae-\u02ff\u2009\u2010-\u2026\u2190-\u2193\u2500-\u25a1\u25cb\u25cf]*$/;

/** Whether each character of `text` is a grapheme of one cell that may be shown as it stands. */
export function isSimple(text: string): boolean {
  return SIMPLE.test(text);
}

const ZERO_WIDTH_NON_JOINER = 0x200c;
const ZERO_WIDTH_JOINER = 0x200d;

function placeholder(codePoint: number): string {
  if (codePoint < 0x20) return String.fromCharCode(0x2400 + codePoint);
  if (codePoint === 0x7f) return "\u2421";
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return "\ufffd";
  if (codePoint < 0x100) return "\\x" + codePoint.toString(16).padStart(2, "0");
  if (codePoint > 0xffff) return `\\u{${codePoint.toString(16)}}`;
  return "\\u" + codePoint.toString(16).padStart(4, "0");
}

/** Whether a joiner or variation selector has nothing before it that it could change. */
function isStray(codePoint: number, before: number): boolean {
  if (codePoint === ZERO_WIDTH_JOINER || codePoint === ZERO_WIDTH_NON_JOINER) {
    return before < 0x80 || before === ZERO_WIDTH_JOINER || before === ZERO_WIDTH_NON_JOINER;
  }
  return codePoint >= 0xfe00 && codePoint <= 0xfe0f && codePointWidth(before) === 0;
}

/**
 * `text` with nothing in it that steers a terminal or hides: `␛` for an escape, `␉` for a tab, `\u202e` for a
 * character that turns the reading direction. The same text again if it holds no such thing.
 */
export function visible(text: string): string {
  if (SIMPLE.test(text)) return text;
  let shown = "";
  let kept = 0;
  let before = 0;
  for (let at = 0; at < text.length;) {
    const codePoint = text.codePointAt(at)!;
    const next = at + (codePoint > 0xffff ? 2 : 1);
    if (isHidden(codePoint) || isStray(codePoint, before)) {
      shown += text.slice(kept, at) + placeholder(codePoint);
      kept = next;
      before = 0x20;
    } else {
      before = codePoint;
    }
    at = next;
  }
  return kept === 0 ? text : shown + text.slice(kept);
}

/** The cells that `text` takes when it is drawn: of its visible form, by graphemes. */
export function cellWidth(text: string): number {
  if (SIMPLE.test(text)) return text.length;
  let cells = 0;
  for (const grapheme of graphemes(visible(text))) cells += graphemeWidth(grapheme);
  return cells;
}

function takeStart(all: number[], cells: number): string {
  let taken = "";
  for (let at = 0, left = cells; at < all.length && (left -= graphemeWidth(all[at])) >= 0; at++) {
    taken += graphemeText(all[at]);
  }
  return taken;
}

function takeEnd(all: number[], cells: number): string {
  let taken = "";
  for (let at = all.length - 1, left = cells; at >= 0 && (left -= graphemeWidth(all[at])) >= 0; at--) {
    taken = graphemeText(all[at]) + taken;
  }
  return taken;
}

/** The start of a text whose first `cells` + 1 characters are simple. */
function cutSimple(text: string, cells: number): string {
  // What follows the last character shown cannot join it: it is simple too.
  return text.slice(0, cells - 1) + "…";
}

/** Where a text is cut that is too long. */
export type Ellipsis = "start" | "middle" | "end";

/** The visible form of `text` in at most `cells` cells, with `…` where something was cut. */
export function fit(text: string, cells: number, ellipsis: Ellipsis = "end"): string {
  if (cells <= 0) return "";
  // A line may be a megabyte long: only what can show at either end is looked at.
  const units = (cells + 2) * UNITS_PER_CELL;
  if (ellipsis === "end" && SIMPLE.test(text.length > cells ? text.slice(0, cells + 1) : text)) {
    return text.length <= cells ? text : cutSimple(text, cells);
  }
  const ends = text.length > 2 * units ? text.slice(0, units) + text.slice(-units) : text;
  const shown = visible(ends);
  if (cellWidth(shown) <= cells) return shown;
  const all = graphemes(shown);
  if (ellipsis === "end") return takeStart(all, cells - 1) + "…";
  if (ellipsis === "start") return "…" + takeEnd(all, cells - 1);
  const end = takeEnd(all, Math.floor((cells - 1) / 2));
  return takeStart(all, cells - 1 - cellWidth(end)) + "…" + end;
}
