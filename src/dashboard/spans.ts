import type { CellBuffer } from "../terminal/buffer.ts";
import { segmentsOf, UNITS_PER_CELL } from "../terminal/grapheme.ts";
import { cellWidth, type Ellipsis, fit, visible } from "../terminal/text.ts";
import type { Look, Tone } from "./look.ts";

/** A run of text in one tone; a line is several of them. */
export interface Span {
  readonly text: string;
  readonly tone: Tone;
}

export type Line = readonly Span[];

export function span(text: string, tone: Tone = "text"): Span {
  return { text, tone };
}

export function line(...parts: (Span | string)[]): Line {
  return parts.map((part) => typeof part === "string" ? span(part) : part);
}

export function lineWidth(spans: Line): number {
  return spans.reduce((sum, { text }) => sum + cellWidth(text), 0);
}

/** The line in at most `cells` cells, cut with an ellipsis. */
export function cutLine(spans: Line, cells: number): Line {
  const cut: Span[] = [];
  let left = cells;
  for (const [place, { text, tone }] of spans.entries()) {
    if (left <= 0) break;
    const shown = fit(withRest(spans, place, text, left), left);
    cut.push({ text: shown, tone });
    left -= cellWidth(shown);
  }
  return cut;
}

/** The text of a span; longer than it is where it fills the last cells and others follow, so that it is cut. */
function withRest(spans: Line, place: number, text: string, cells: number): string {
  if (place === spans.length - 1 || text.length > cells || cellWidth(text) < cells) return text;
  return spans.slice(place + 1).some((rest) => rest.text !== "") ? `${text} ` : text;
}

/** Draws spans one after the other in at most `cells` cells, cut with an ellipsis. Returns the cells drawn. */
export function drawLine(
  buffer: CellBuffer,
  look: Look,
  x: number,
  y: number,
  spans: Line,
  cells: number,
): number {
  let used = 0;
  for (const [place, { text, tone }] of spans.entries()) {
    if (used >= cells) break;
    const whole = withRest(spans, place, text, cells - used);
    used += drawFitted(buffer, x + used, y, whole, look.tones[tone], cells - used);
  }
  return used;
}

/** Draws spans so that they end before cell `end`; nothing if they need more than `cells`. Returns the cells drawn. */
export function drawLineRight(
  buffer: CellBuffer,
  look: Look,
  end: number,
  y: number,
  spans: Line,
  cells: number,
): number {
  const width = lineWidth(spans);
  if (width > cells) return 0;
  drawLine(buffer, look, end - width, y, spans, width);
  return width;
}

/** Draws text cut at the end (or in the middle) with `…`. Returns the cells drawn. */
export function drawFitted(
  buffer: CellBuffer,
  x: number,
  y: number,
  text: string,
  style: number,
  cells: number,
  ellipsis: Ellipsis = "end",
): number {
  if (cells <= 0) return 0;
  return buffer.text(x, y, fit(text, cells, ellipsis), style, cells);
}

/** The visible form of `text` in rows of at most `cells` cells, broken at blanks where there are some. */
export function wrapped(text: string, cells: number, maxRows = Infinity): string[] {
  const rows: string[] = [];
  for (const paragraph of text.split(/\r?\n/)) {
    let rest = visible(paragraph.replaceAll("\t", "    "));
    do {
      if (rows.length >= maxRows) return rows;
      const cut = cutAt(rest, cells);
      rows.push(rest.slice(0, cut).trimEnd());
      rest = rest.slice(cut).replace(/^ +/, "");
    } while (rest !== "");
  }
  return rows;
}

function cutAt(text: string, cells: number): number {
  if (text.length <= cells && cellWidth(text) <= cells) return text.length;
  // A line may be a megabyte long: only what can stand in one row is looked at.
  const start = text.slice(0, (cells + 2) * UNITS_PER_CELL);
  let used = 0;
  let blank = 0;
  for (const { segment, index } of segmentsOf(start)) {
    used += cellWidth(segment);
    if (used > cells && segment !== " ") return blank > cells / 3 ? blank : index || segment.length;
    if (segment === " ") blank = index + 1;
  }
  return start.length;
}

/** Text to the left, padded with blanks to `cells`. */
export function padded(text: string, cells: number): string {
  const shown = fit(text, cells);
  return shown + " ".repeat(Math.max(0, cells - cellWidth(shown)));
}

/** Text to the right in `cells`. */
export function aligned(text: string, cells: number): string {
  const shown = fit(text, cells);
  return " ".repeat(Math.max(0, cells - cellWidth(shown))) + shown;
}
