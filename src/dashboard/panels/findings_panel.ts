import type { Area, CellBuffer } from "../../terminal/buffer.ts";
import type { Finding } from "../../record/summary.ts";
import { isKnown, SILENCES } from "../findings.ts";
import type { Acknowledged } from "../state.ts";
import { day, grouped, minute } from "../figures.ts";
import { drawSelection } from "../frame.ts";
import type { ListPosition } from "../list_position.ts";
import { type Look, severityTone } from "../look.ts";
import { severityCell } from "../severity_cell.ts";
import { drawLine, drawLineRight, type Line, lineWidth, span } from "../spans.ts";
import { templateLine } from "./patterns_panel.ts";

export interface FindingsProps {
  findings: readonly Finding[];
  /** What is said where there are none. */
  nothing: string;
  position: ListPosition;
  focused: boolean;
  utc: boolean;
  /** Times need their day. */
  dated: boolean;
  acknowledged: readonly Acknowledged[];
}

/** Draws what needs a look, one line each; of a single line the rest is told by a number. */
export function drawFindings(buffer: CellBuffer, look: Look, area: Area, props: FindingsProps): void {
  const { findings, position, focused } = props;
  if (findings.length === 0) {
    drawLine(buffer, look, area.x + 1, area.y, [span(props.nothing, "muted")], area.width - 2);
    if (focused) drawSelection(buffer, look, { ...area, height: 1 }, true);
    return;
  }
  for (let row = 0; row < area.height; row++) {
    const place = position.top + row;
    const finding = findings[place];
    if (!finding) break;
    const y = area.y + row;
    const others = area.height === 1 && findings.length > 1 ? `  ${place + 1} of ${findings.length}` : "";
    const note = [...sinceLine(finding, props), span(others, "muted")];
    const noteWidth = lineWidth(note);
    drawLine(
      buffer,
      look,
      area.x + 1,
      y,
      findingLine(look, finding, isKnown(finding, props.acknowledged)),
      area.width - noteWidth - 5,
    );
    drawLineRight(buffer, look, area.x + area.width - 1, y, note, noteWidth);
    if (place === position.cursor && focused) drawSelection(buffer, look, { ...area, y, height: 1 }, true);
  }
}

function findingLine(
  look: Look,
  { kind, severity, title, evidence, service, host }: Finding,
  known: boolean,
): Line {
  if (known) return [span(`${look.glyphs.bullet} seen  ${title}`, "faint")];
  const owner = [service, host].filter((name) => name !== null).join(" on ");
  const tone = kind === "source" ? "bad" : severity > 0 ? severityTone(severity) : "warning";
  return [
    span(`${look.glyphs.up} `, tone),
    ...(severity > 0 ? severityCell(severity, 7) : []),
    ...(owner === "" ? [] : [span(`${owner}  `, "muted")]),
    ...templateLine(title),
    span(evidence === "" ? "" : `  ${evidence}`, "muted"),
  ];
}

function sinceLine({ kind, count, ofTitle, start }: Finding, { utc, dated }: FindingsProps): Line {
  if (count === 0 || start === null) return [];
  return [
    // The evidence beside it counts what came with the title's by itself.
    span(`${grouped(ofTitle ?? count)}×`, "strong"),
    span(
      ` ${SILENCES.includes(kind) ? "until" : "since"} ${dated ? `${day(start, utc)} ` : ""}${
        minute(start, utc)
      }`,
      "muted",
    ),
  ];
}
