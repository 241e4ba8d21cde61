import type { RowId } from "../../engine/messages.ts";
import { severityRank } from "../../record/severity.ts";
import { messageOf } from "../columns.ts";
import { clock, counted, span as duration } from "../figures.ts";
import { severityCell } from "../severity_cell.ts";
import { type Line, padded, span } from "../spans.ts";
import type { State, TraceGroup } from "../state.ts";
import { offersFiles } from "../update_log.ts";

const SERVICE_CELLS = 14;

/** The records of a trace in the order of their times; `marked` is the place of the chosen one among the lines. */
export function traceLines(group: TraceGroup, own: RowId, state: State): { lines: Line[]; marked?: number } {
  const head: Line = [span("Trace", "accent"), span(` ${group.trace}  `, "muted"), ...coverage(group, state)];
  const named = group.rows.some(({ record }) => record.service !== null);
  const lines = [head, ...group.rows.map((_, place) => traceLine(group, place, { own, named, state }))];
  return group.chosen < 0 ? { lines } : { lines, marked: group.chosen + 1 };
}

/** How many there are, and where they were looked for. */
function coverage({ rows, whole, searched, problem }: TraceGroup, state: State): Line {
  const count = counted(rows.length, "record");
  if (problem !== null) return [span(count), span(`; ${problem}`, "warning")];
  if (searched < 1) {
    return [span(count), span(`; searching the files ${Math.floor(searched * 100)}%`, "accent")];
  }
  if (whole) return [span(count), span(" in the whole files", "muted")];
  if (!offersFiles(state) && !state.whole) return [span(count)];
  return [span(`${count} held`), span(` · ${state.info.keymap.keyOf("whole")} searches the files`, "muted")];
}

/** A distance in a trace, to the millisecond where that says something: `+31 ms`, `+11.731 s`. */
function later(ms: number): string {
  return ms < 1000 || ms >= 60_000 ? `+${duration(ms)}` : `+${(ms / 1000).toFixed(3)} s`;
}

/** When, how long after the first one, of what service, how bad, and what it says. */
function traceLine(
  { rows, chosen }: TraceGroup,
  place: number,
  { own, named, state }: { own: RowId; named: boolean; state: State },
): Line {
  const { id, record } = rows[place];
  const timeOf = (of: typeof record) => of.time ?? of.received;
  const rank = severityRank(record.severity);
  const isOwn = id.source === own.source && id.sequence === own.sequence;
  const after = timeOf(record) - timeOf(rows[0].record);
  return [
    span(place === chosen ? "▌" : isOwn ? "›" : " ", "accent"),
    span(`${clock(timeOf(record), state.zone === "utc", Math.max(record.fraction, 3))} `, "muted"),
    span(padded(place === 0 ? "" : later(after), 12), "muted"),
    ...(named ? [span(padded(record.service ?? "", SERVICE_CELLS)), span(" ")] : []),
    ...severityCell(rank, 7),
    span(
      messageOf(rows[place]).split("\n", 1)[0].slice(0, 500),
      place === chosen || isOwn ? "strong" : "text",
    ),
  ];
}
