import type { Area, CellBuffer } from "../../terminal/buffer.ts";
import { drawFrame, drawSelection } from "../frame.ts";
import { inside } from "../layout.ts";
import { type ListPosition, topFor } from "../list_position.ts";
import type { Look } from "../look.ts";
import { flowed } from "../flowed.ts";
import { drawLine, type Line, lineWidth, span } from "../spans.ts";

/** What a modal shows: a list with a cursor, or a page of text that scrolls. */
export interface Page {
  title: string;
  lines: Line[];
  /** The lines are rows to choose from. */
  list: boolean;
  /** Why there is nothing, and what would fill it. */
  empty: string;
  /** The keys that work in it. */
  keys: Line;
  /** The line that is chosen in a page of text. */
  marked?: number;
  /** Widest and highest that it wants to be, borders not counted. */
  width: number;
}

/** Where a modal stands: in the middle, as large as its lines and keys want. */
export function pageArea(page: Page, screen: { width: number; height: number }): Area {
  const width = Math.min(screen.width - 4, Math.max(page.width + 4, lineWidth(page.keys) + 6));
  const lines = page.lines.length === 0 ? emptyLines(page, width) : page.lines;
  const height = Math.min(screen.height - 2, Math.max(3, lines.length + 2));
  return {
    x: (screen.width - width) >> 1,
    y: Math.max(0, (screen.height - height) >> 1),
    width,
    height,
  };
}

/** Why there is nothing, in a modal of some width. */
function emptyLines({ empty }: Page, width: number): Line[] {
  return flowed([span(empty, "muted")], Math.max(1, width - 4), "");
}

/** Rows of a modal that show lines. */
export function pageRows(page: Page, screen: { width: number; height: number }): number {
  return pageArea(page, screen).height - 2;
}

/** Draws a modal over what is there. */
export function drawPage(
  buffer: CellBuffer,
  look: Look,
  screen: { width: number; height: number },
  page: Page,
  position: ListPosition,
): void {
  const area = pageArea(page, screen);
  buffer.fill(area, " ", look.tones.text);
  const inner = inside(area);
  const count = page.lines.length;
  const more = count > inner.height ? `${Math.min(count, position.top + inner.height)} of ${count}` : "";
  drawFrame(buffer, look, area, [span(page.title, "strong")], more ? [span(more, "muted")] : [], true);
  const keysY = area.y + area.height - 1;
  if (page.keys.length > 0) {
    drawLine(buffer, look, area.x + 2, keysY, [span(" "), ...page.keys, span(" ")], area.width - 4);
  }
  if (count === 0) {
    for (const [row, line] of emptyLines(page, area.width).slice(0, inner.height).entries()) {
      drawLine(buffer, look, inner.x + 1, inner.y + row, line, inner.width - 2);
    }
    return;
  }
  const top = page.list ? topFor(position.cursor, position.top, count, inner.height) : position.top;
  for (let row = 0; row < inner.height; row++) {
    const line = page.lines[top + row];
    if (!line) break;
    drawLine(buffer, look, inner.x + 1, inner.y + row, line, inner.width - 2);
    if (page.list && top + row === position.cursor) {
      drawSelection(buffer, look, { ...inner, y: inner.y + row, height: 1 }, true);
    }
  }
}

/** Cells that the lines of a modal have at the most. */
export function pageWidth(screen: { width: number }, most: number): number {
  return Math.max(20, Math.min(most, screen.width - 8));
}

/** `Enter only   Del remove`: keys and what they do, for the lower border. */
export function keysLine(...pairs: [key: string, label: string][]): Line {
  return pairs.flatMap(([key, label], place) => [
    span(place === 0 ? "" : "  "),
    span(key, "key"),
    span(` ${label}`, "muted"),
  ]);
}
