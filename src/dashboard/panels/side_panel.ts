import type { Area, CellBuffer } from "../../terminal/buffer.ts";
import { entryLines } from "../entry_lines.ts";
import { counted } from "../figures.ts";
import { findingLines } from "../finding_lines.ts";
import { findingsIn } from "../findings.ts";
import { drawFrame } from "../frame.ts";
import { inside } from "../layout.ts";
import type { Look } from "../look.ts";
import { drawLine, type Line, span } from "../spans.ts";
import { selectedRow, type State, summaryOf } from "../state.ts";

/** Draws what is chosen beside the list: the finding where one is among these, else the record under the cursor. */
export function drawSide(buffer: CellBuffer, look: Look, area: Area, state: State): void {
  const inner = inside(area);
  const x = inner.x + 1;
  const width = inner.width - 2;
  const lines = chosenLines(state, width);
  const more = Math.max(0, lines.length - inner.height);
  const key = state.info.keymap.keyOf(state.focus === "findings" ? "details" : "open");
  const note = more === 0 ? `${key} opens` : `${key} shows ${counted(more, "more line")}`;
  drawFrame(
    buffer,
    look,
    area,
    [span("Selected", "muted")],
    lines.length > 0 ? [span(note, "muted")] : [],
    false,
  );
  if (lines.length === 0) {
    drawLine(buffer, look, x, inner.y, [span("The selected record is shown here", "muted")], width);
    return;
  }
  for (const [place, spans] of lines.slice(0, inner.height).entries()) {
    drawLine(buffer, look, x, inner.y + place, spans, width);
  }
}

function chosenLines(state: State, width: number): Line[] {
  const summary = summaryOf(state);
  if (state.focus === "findings" && summary) {
    const finding = findingsIn(state)[state.findings.cursor];
    return finding ? findingLines(finding, summary, width, state.zone === "utc") : [];
  }
  const row = selectedRow(state);
  return row ? entryLines(row, width, state.zone) : [];
}
