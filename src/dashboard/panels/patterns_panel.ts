import type { PatternSummary } from "../../record/summary.ts";
import type { Area, CellBuffer } from "../../terminal/buffer.ts";
import { percent } from "../figures.ts";
import { drawBar, drawSelection } from "../frame.ts";
import type { ListPosition } from "../list_position.ts";
import { type Look, severityTone, type Tone } from "../look.ts";
import { aligned, drawLine, type Line, span } from "../spans.ts";

export interface PatternsProps {
  patterns: readonly PatternSummary[];
  /** Records in all: what the shares are of. */
  records: number;
  position: ListPosition;
  focused: boolean;
  /** Marks of those that are new or in a burst, by their numbers. */
  marks: ReadonlyMap<number, string>;
}

/** Draws each pattern with its share, a bar in the colour of what is bad in it, and its template. */
export function drawPatternsPanel(buffer: CellBuffer, look: Look, area: Area, props: PatternsProps): void {
  const { patterns, records, position, focused } = props;
  const barCells = Math.max(4, Math.min(10, Math.floor(area.width / 8)));
  const most = patterns.reduce((most, { count }) => Math.max(most, count), 1);
  for (let row = 0; row < area.height; row++) {
    const pattern = patterns[position.top + row];
    if (!pattern) break;
    const y = area.y + row;
    const tone = patternTone(pattern);
    buffer.text(area.x + 1, y, aligned(percent(pattern.count, records), 5), look.tones.strong, 5);
    const barX = area.x + 7;
    drawBar(buffer, look, barX, y, pattern.count / most, barCells, tone);
    const x = barX + barCells + 1;
    const mark = props.marks.get(pattern.id);
    const marked: Line = mark === undefined ? [] : [span(`${mark} `, "accent")];
    drawLine(buffer, look, x, y, [...marked, ...templateLine(pattern.template)], area.x + area.width - 1 - x);
    if (position.top + row === position.cursor && focused) {
      drawSelection(buffer, look, { ...area, y, height: 1 }, focused);
    }
  }
}

/** Errors and warnings keep their colour when most records of the pattern are such. */
function patternTone({ severities, count }: PatternSummary): Tone {
  if ((severities[5] + severities[6]) * 2 > count) return severityTone(severities[6] * 2 > count ? 6 : 5);
  return (severities[4] + severities[5] + severities[6]) * 2 > count ? severityTone(4) : "bar";
}

/** A template with its variable parts in the fainter tone. */
export function templateLine(template: string): Line {
  return template.split(/(<[a-z*_]+>)/).filter((part) => part !== "").map((part) =>
    span(part, /^<[a-z*_]+>$/.test(part) ? "muted" : "text")
  );
}
