import type { CellBuffer } from "./buffer.ts";
import { CONTINUATION, graphemeText, graphemeWidth } from "./grapheme.ts";
import {
  BOLD,
  DEFAULT,
  DIM,
  ITALIC,
  REVERSE,
  type Style,
  styleAttributes,
  styleBackground,
  styleForeground,
  UNDERLINE,
} from "./style.ts";

/** What the terminal's own colours are in a picture, 0xRRGGBB, and what is written above it. */
export interface PictureOptions {
  foreground: number;
  background: number;
  title: string;
}

/** Size of a cell, and of the frame around the cells, in pixels. */
const CELL_WIDTH = 8.4;
const CELL_HEIGHT = 18;
const BASELINE = 13.5;
const MARGIN = 12;
const TITLE_HEIGHT = 30;
const FONT = "ui-monospace, 'SF Mono', 'Cascadia Mono', 'DejaVu Sans Mono', Menlo, Consolas, monospace";

function hex(color: number): string {
  return "#" + color.toString(16).padStart(6, "0");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function number(value: number): string {
  return String(Math.round(value * 10) / 10);
}

function inks(of: Style, { foreground, background }: PictureOptions): { ink: number; ground: number } {
  const fg = styleForeground(of) === DEFAULT ? foreground : styleForeground(of);
  const bg = styleBackground(of) === DEFAULT ? background : styleBackground(of);
  return styleAttributes(of) & REVERSE ? { ink: bg, ground: fg } : { ink: fg, ground: bg };
}

function textAttributes(of: Style, ink: number): string {
  const attributes = styleAttributes(of);
  return ` fill="${hex(ink)}"` + (attributes & BOLD ? ' font-weight="bold"' : "") +
    (attributes & ITALIC ? ' font-style="italic"' : "") + (attributes & DIM ? ' opacity="0.6"' : "") +
    (attributes & UNDERLINE ? ' text-decoration="underline"' : "");
}

/** One row: the grounds that differ from the picture's, and each run of one style as a text of fixed width. */
function row(buffer: CellBuffer, y: number, options: PictureOptions): { grounds: string; texts: string } {
  let grounds = "";
  let texts = "";
  for (let x = 0; x < buffer.width;) {
    const look = buffer.styles[y * buffer.width + x];
    let text = "";
    let cells = 0;
    let wide = false;
    for (; x + cells < buffer.width; cells++) {
      const at = y * buffer.width + x + cells;
      const glyph = buffer.glyphs[at];
      if (glyph === CONTINUATION) continue;
      // Wide graphemes stand alone, so that a font's other idea of their width moves nothing.
      const isWide = graphemeWidth(glyph) === 2;
      if (cells > 0 && (buffer.styles[at] !== look || wide || isWide)) break;
      wide ||= isWide;
      text += graphemeText(glyph);
    }
    const { ink, ground } = inks(look, options);
    const left = number(x * CELL_WIDTH);
    const width = number(cells * CELL_WIDTH);
    if (ground !== options.background) {
      grounds += `<rect x="${left}" y="${y * CELL_HEIGHT}" width="${width}" height="${CELL_HEIGHT}" fill="${
        hex(ground)
      }"/>`;
    }
    // Viewers take blanks at the ends away and make one of several, whatever `xml:space` says.
    const shown = text.trim().replaceAll("  ", "\u00a0\u00a0");
    if (shown !== "") {
      const before = text.length - text.trimStart().length;
      const after = text.length - text.trimEnd().length;
      texts += `<text x="${number((x + before) * CELL_WIDTH)}" y="${number(y * CELL_HEIGHT + BASELINE)}"` +
        ` textLength="${number((cells - before - after) * CELL_WIDTH)}"` +
        ` lengthAdjust="spacingAndGlyphs"${textAttributes(look, ink)}>${escaped(shown)}</text>`;
    }
    x += cells;
  }
  return { grounds, texts };
}

/** A picture of the buffer as a window of a terminal, in SVG 1.1. */
export function svg(buffer: CellBuffer, options: PictureOptions): string {
  const width = number(buffer.width * CELL_WIDTH + 2 * MARGIN);
  const height = number(buffer.height * CELL_HEIGHT + MARGIN + TITLE_HEIGHT);
  const rows = Array.from({ length: buffer.height }, (_, y) => row(buffer, y, options));
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escaped(options.title)}</title>`,
    `<rect width="100%" height="100%" rx="8" fill="${hex(options.background)}"/>`,
    `<g fill="${
      hex(options.foreground)
    }" opacity="0.35"><circle cx="18" cy="15" r="5"/><circle cx="36" cy="15" r="5"/>` +
    `<circle cx="54" cy="15" r="5"/></g>`,
    `<text x="50%" y="19" text-anchor="middle" font-family="${FONT}" font-size="12" fill="${
      hex(options.foreground)
    }" ` +
    `opacity="0.6">${escaped(options.title)}</text>`,
    `<g transform="translate(${MARGIN} ${TITLE_HEIGHT})" font-family="${FONT}" font-size="14">`,
    ...rows.map(({ grounds }) => grounds).filter((line) => line !== ""),
    ...rows.map(({ texts }) => texts).filter((line) => line !== ""),
    "</g>",
    "</svg>",
  ];
  return lines.join("\n") + "\n";
}
