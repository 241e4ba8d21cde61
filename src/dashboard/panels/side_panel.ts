import type { Row } from "../../engine/messages.ts";
import type { Area, CellBuffer } from "../../terminal/buffer.ts";
import { counted } from "../figures.ts";
import { drawFrame } from "../frame.ts";
import { inside } from "../layout.ts";
import type { Look } from "../look.ts";
import { drawLine, span } from "../spans.ts";
import { entryLines } from "../entry_lines.ts";
import type { Zone } from "../state.ts";

/** Draws the chosen record beside the list. */
export function drawSide(buffer: CellBuffer, look: Look, area: Area, row: Row | null, zone: Zone): void {
  const inner = inside(area);
  const x = inner.x + 1;
  const width = inner.width - 2;
  const lines = row ? entryLines(row, width, zone) : [];
  const more = Math.max(0, lines.length - inner.height);
  const note = more === 0 ? "Enter opens" : `Enter shows ${counted(more, "more line")}`;
  drawFrame(buffer, look, area, [span("Selected", "muted")], row ? [span(note, "muted")] : [], false);
  if (!row) {
    drawLine(buffer, look, x, inner.y, [span("The selected record is shown here", "muted")], width);
    return;
  }
  for (const [place, spans] of lines.slice(0, inner.height).entries()) {
    drawLine(buffer, look, x, inner.y + place, spans, width);
  }
}
