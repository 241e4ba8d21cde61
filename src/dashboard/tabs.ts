import { cellWidth } from "../terminal/text.ts";
import { visiblePanels } from "./layout.ts";
import { PANEL_TITLES } from "./modals/list_pages.ts";
import { type Line, span } from "./spans.ts";
import type { PanelName, State } from "./state.ts";

const BETWEEN = " │ ";

/** The panels that share one frame on a narrow screen, by their titles in its border. */
function tabsOf(state: State, shown: PanelName): { name: PanelName; title: string }[] {
  return visiblePanels(state).filter((name) => name !== "log" && name !== "findings").map((name) => ({
    name,
    title: name === "timeline" && name !== shown ? "Time" : PANEL_TITLES[name],
  }));
}

export function tabsLine(state: State, shown: PanelName): Line {
  return tabsOf(state, shown).flatMap(({ name, title }, place) => [
    span(place === 0 ? "" : BETWEEN, "border"),
    span(title, name === shown ? (state.focus === name ? "focus" : "strong") : "muted"),
  ]);
}

/** The panel whose title stands at a cell of the line; null between them. */
export function tabAt(state: State, shown: PanelName, cell: number): PanelName | null {
  let from = 0;
  for (const { name, title } of tabsOf(state, shown)) {
    const to = from + cellWidth(title);
    if (cell >= from && cell < to) return name;
    from = to + cellWidth(BETWEEN);
  }
  return null;
}
