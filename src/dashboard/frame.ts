import type { Area, CellBuffer } from "../terminal/buffer.ts";
import { bar } from "../terminal/glyphs.ts";
import { cellWidth } from "../terminal/text.ts";
import type { Look, Tone } from "./look.ts";
import { drawLine, drawLineRight, type Line, lineWidth } from "./spans.ts";

/** Draws a border with a title at its left and a note at its right: `╭ Words ───── 42 of 97 ─╮`. */
export function drawFrame(
  buffer: CellBuffer,
  look: Look,
  area: Area,
  title: Line,
  note: Line,
  focused: boolean,
): void {
  const { x, y, width, height } = area;
  if (width < 2 || height < 2) return;
  const set = look.glyphs;
  const style = look.tones[focused ? "focus" : "border"];
  const flat = set.horizontal.repeat(width - 2);
  buffer.text(x, y, set.topLeft + flat + set.topRight, style);
  buffer.text(x, y + height - 1, set.bottomLeft + flat + set.bottomRight, style);
  for (let row = y + 1; row < y + height - 1; row++) {
    buffer.text(x, row, set.vertical, style);
    buffer.text(x + width - 1, row, set.vertical, style);
  }
  const used = drawLine(buffer, look, x + 1, y, [{ text: " ", tone: "border" }, ...title], width - 3);
  buffer.text(x + 1 + used, y, " ", style);
  if (lineWidth(note) > 0) {
    const room = width - 2 - used - 4;
    const shown = drawLineRight(buffer, look, x + width - 3, y, note, room);
    if (shown > 0) {
      buffer.text(x + width - 3 - shown - 1, y, " ", style);
      buffer.text(x + width - 3, y, " ", style);
    }
  }
}

/** Marks a row as selected: a background, and a bar at its edge that shows without colour too. */
export function drawSelection(buffer: CellBuffer, look: Look, row: Area, focused: boolean): void {
  buffer.restyle(row, focused ? look.selection : look.fadedSelection);
  if (focused) buffer.text(row.x, row.y, look.glyphs.selection, look.tones.accent);
  if (focused) buffer.restyle({ ...row, width: 1 }, { bg: look.selection.bg });
}

/** Draws a bar of `share` (0 to 1) of `cells` cells over a faint track. */
export function drawBar(
  buffer: CellBuffer,
  look: Look,
  x: number,
  y: number,
  share: number,
  cells: number,
  tone: Tone,
): void {
  if (cells < 2) return;
  const drawn = bar(share, cells, look.glyphs);
  const used = cellWidth(drawn);
  buffer.text(x, y, drawn, look.tones[tone], cells);
  buffer.text(x + used, y, look.glyphs.track.repeat(cells - used), look.tones.track, cells - used);
}
