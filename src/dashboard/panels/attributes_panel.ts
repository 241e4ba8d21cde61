import type { AttributeSummary } from "../../record/summary.ts";
import type { Area, CellBuffer } from "../../terminal/buffer.ts";
import { sparkline } from "../../terminal/glyphs.ts";
import { cellWidth, fit } from "../../terminal/text.ts";
import { roughPercent, shortened } from "../figures.ts";
import { drawSelection } from "../frame.ts";
import type { ListPosition } from "../list_position.ts";
import type { Look } from "../look.ts";
import { aligned, drawFitted, drawLine, type Line, span } from "../spans.ts";

const SPARK_CELLS = 6;
/** Cells with which values tell something. */
const LEAST_VALUES = 12;

export interface AttributesProps {
  attributes: readonly AttributeSummary[];
  position: ListPosition;
  focused: boolean;
}

/** Draws each key with its number of distinct values, the most frequent ones, and how they spread. */
export function drawAttributesPanel(
  buffer: CellBuffer,
  look: Look,
  area: Area,
  props: AttributesProps,
): void {
  const { attributes, position, focused } = props;
  const shown = attributes.slice(position.top, position.top + area.height);
  const longest = attributes.reduce((longest, { key }) => Math.max(longest, cellWidth(key)), 4);
  const keyCells = Math.min(longest, keyCellsOf(area.width));
  for (const [row, attribute] of shown.entries()) {
    const y = area.y + row;
    drawFitted(buffer, area.x + 1, y, shortKey(attribute.key, keyCells), look.tones.text, keyCells, "middle");
    const distinct = (attribute.exact ? "" : "~") + shortened(attribute.distinct, 5);
    buffer.text(area.x + keyCells + 2, y, aligned(distinct, 6), look.tones.strong, 6);
    const x = area.x + keyCells + 10;
    const cells = area.x + area.width - 1 - x;
    const spark = cells >= 24 ? SPARK_CELLS + 1 : 0;
    drawLine(buffer, look, x, y, valuesLine(attribute), cells - spark);
    if (spark > 0) {
      const values = attribute.values.slice(0, SPARK_CELLS).map(({ count }) => count);
      buffer.text(x + cells - SPARK_CELLS, y, sparkline(values, look.glyphs), look.tones.bar, SPARK_CELLS);
    }
    if (position.top + row === position.cursor && focused) {
      drawSelection(buffer, look, { ...area, y, height: 1 }, focused);
    }
  }
}

/** A third of the width; all of it where values would have no room to speak of. */
function keyCellsOf(width: number): number {
  const third = Math.max(8, Math.floor(width * 0.32));
  return width - third - 11 < LEAST_VALUES ? width - 11 : third;
}

/** A key in so many cells: what stands behind the last dot tells most. `ht…status_code` */
function shortKey(key: string, cells: number): string {
  if (cellWidth(key) <= cells) return key;
  const last = key.slice(key.lastIndexOf(".") + 1);
  const room = cells - cellWidth(last);
  return room < 1 ? key : `${fit(key, room)}${last}`;
}

function valuesLine({ values, count }: AttributeSummary): Line {
  return values.slice(0, 4).flatMap(({ value, count: of }, place) => [
    span(place === 0 ? "" : "  "),
    span(value === "" ? '""' : value.slice(0, 200), place === 0 ? "text" : "muted"),
    span(` ${roughPercent(of, count)}`, "muted"),
  ]);
}
