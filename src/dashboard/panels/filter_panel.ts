import type { Area, CellBuffer } from "../../terminal/buffer.ts";
import { movingTimes } from "../../query/moving_times.ts";
import { parseQuery } from "../../query/parse.ts";
import { grouped, minute } from "../figures.ts";
import type { Look } from "../look.ts";
import { drawLine, drawLineRight, type Line, lineWidth, span } from "../spans.ts";
import { type State, summaryOf } from "../state.ts";
import { offersFiles } from "../update_log.ts";
import { whereOf } from "../where.ts";

/** What the list covers: `1,000 held`, `1,204,331`. */
export function covered({ shown, whole, log }: State): string {
  if (whole) return grouped(shown?.summary.records ?? 0);
  return `${grouped(log.pending ? shown?.held ?? 0 : log.among)} held`;
}

/** How far the files were searched: `; searching the files 38%`, "" where there is nothing to search. */
export function searching({ whole, log }: State): string {
  return whole && log.searched < 1 ? `; searching the files ${Math.floor(log.searched * 100)}%` : "";
}

/** Where files are searched, a moment that relative times count back from: `, back from 12:03`. */
function backFrom(state: State): string {
  if (!state.whole || state.phase === "ended" || movingTimes(parseQuery(whereOf(state))).kind === "still") {
    return "";
  }
  return `, back from ${minute(state.listedSince, state.zone === "utc")}`;
}

/** Draws the filters that apply, each between brackets, and how much they let through. */
export function drawFilterLine(buffer: CellBuffer, look: Look, area: Area, state: State): void {
  const { filters, filtersOn, log, shown, search } = state;
  const { keymap } = state.info;
  if (filters.length === 0 && search === "") {
    const words = `No filter · ${keymap.keyOf("filter")} adds one`;
    drawLine(buffer, look, area.x + 1, area.y, [span(words, "faint")], area.width - 2);
    return;
  }
  const listed = log.matched > log.total ? `, the newest ${grouped(log.total)} are listed` : "";
  const note: Line = filters.length === 0 || !shown ? [] : filtersOn
    ? [
      span(grouped(log.matched), "strong"),
      span(
        ` of ${covered(state)} match${listed}${backFrom(state)}${searching(state)} · ${
          keymap.keyOf("toggleFilters")
        } off`,
        "muted",
      ),
      ...(offersFiles(state) && !state.whole ? [span(` · ${keymap.keyOf("whole")} all`, "muted")] : []),
    ]
    : [span(`filters are off · ${keymap.keyOf("toggleFilters")} on`, "warning")];
  const noteWidth = lineWidth(note);
  const spans: Line = [
    ...(filters.length > 0 ? [span("Filter ", "accent")] : []),
    ...filters.flatMap(({ text }, place) => [
      span(place === 0 ? "" : " and ", "muted"),
      span(text, filtersOn ? "strong" : "faint"),
    ]),
    ...(search === "" ? [] : [
      span(filters.length > 0 ? "   Search " : "Search ", "accent"),
      span(search, "strong"),
      span(`  ${keymap.keyOf("findNext")} ${keymap.keyOf("findPrevious")}`, "muted"),
    ]),
    ...patternsNamed(state),
  ];
  drawLine(buffer, look, area.x + 1, area.y, spans, area.width - 4 - noteWidth);
  drawLineRight(buffer, look, area.x + area.width - 1, area.y, note, noteWidth);
}

/** What a single filter's numbers of patterns stand for; of several, their texts need the room. */
function patternsNamed(state: State): Line {
  if (state.filters.length !== 1) return [];
  const known = summaryOf(state)?.patterns.top ?? [];
  const templates = [...state.filters[0].text.matchAll(/\bpattern=(\d+)/g)].flatMap(([, id]) =>
    known.filter((pattern) => pattern.id === Number(id)).map(({ template }) => template)
  );
  return templates.length === 0 ? [] : [span(`   ${templates.join(", ")}`, "muted")];
}
