import { firstLineOf, messageOf, placedColumns } from "./columns.ts";
import { cellWidth, visible } from "../terminal/text.ts";
import { findingNow, findingsIn } from "./findings.ts";
import { layoutOf, visiblePanels } from "./layout.ts";
import { distanceOf, type Move, movedBy, topFor } from "./list_position.ts";
import { panelHeight } from "./panel_height.ts";
import { rankingLength } from "./rankings.ts";
import { type PanelName, type State, summaryOf } from "./state.ts";
import { flashed, stay, type Step } from "./step.ts";
import { askRows, moveLog } from "./update_log.ts";

/** Gives a panel the keys. */
export function focusOn(state: State, panel: PanelName): Step {
  if (state.hidden.includes(panel)) {
    return stay(flashed(state, `This panel is hidden: ${state.info.keymap.keyOf("panels")} shows it`));
  }
  const tab = panel === "log" || panel === "findings" ? state.tab : panel;
  const next = { ...state, focus: panel, tab, fullLog: state.fullLog && panel === "log" };
  return state.zoomed || state.fullLog !== next.fullLog ? askRows(next) : stay(next);
}

/** Gives the keys to the panel behind or before. */
export function focusStep(state: State, direction: 1 | -1): Step {
  // Where nothing needs a look there is nothing to walk through.
  const panels = visiblePanels(state).filter((name) =>
    name !== "findings" || name === state.focus || findingsIn(state).length > 0
  );
  const place = panels.indexOf(state.focus);
  return focusOn(state, panels[(place + direction + panels.length) % panels.length]);
}

/** Moves the cursor of the panel that has the keys. */
export function move(state: State, move: Move): Step {
  switch (state.focus) {
    case "log":
      return moveLog(state, move);
    case "timeline": {
      const open = state.info.keymap.keyOf("open");
      return stay(flashed(state, `The chart has no rows to move in · ${open} opens its heatmap`));
    }
    case "findings":
      return stay(moveFindings(state, distanceOf(move, panelHeight(state, "findings"))));
    default: {
      const height = panelHeight(state, state.focus);
      return stay(moveRanking(state, state.focus, distanceOf(move, height)));
    }
  }
}

/** Moves in what needs a look by rows. */
export function moveFindings(state: State, distance: number, moved = movedBy): State {
  const height = panelHeight(state, "findings");
  return { ...state, findings: moved(state.findings, distance, findingsIn(state).length, height) };
}

/** Keeps the cursor on its finding where what needs a look changes while one is in it, and on one that is there. */
export function keptFinding(before: State, after: State): State {
  const { cursor, top } = after.findings;
  const findings = findingsIn(after);
  const chosen = before.focus === "findings" ? findingsIn(before)[before.findings.cursor] : undefined;
  const now = chosen ? findingNow(after, chosen) : null;
  const place = now ? findings.indexOf(now) : Math.max(0, Math.min(cursor, findings.length - 1));
  const first = topFor(place, top, findings.length, panelHeight(after, "findings"));
  return place === cursor && first === top ? after : { ...after, findings: { cursor: place, top: first } };
}

/** Moves in a ranking by rows. */
export function moveRanking(
  state: State,
  name: "words" | "patterns" | "attributes",
  distance: number,
  moved = movedBy,
): State {
  const height = panelHeight(state, name);
  const position = moved(state.rankings[name], distance, rankingLength(state, name), height);
  return { ...state, rankings: { ...state.rankings, [name]: position } };
}

/** Moves the lines of the log sideways by cells, until the longest of those that are here ends. */
export function shifted(state: State, by: number): State {
  const { log } = state;
  if (state.wrap) return flashed(state, `Long lines wrap: ${state.info.keymap.keyOf("wrap")} cuts them`);
  const width = layoutOf(state).log?.width ?? 0;
  const cells = placedColumns(state, summaryOf(state), width - 2).at(-1)?.cells ?? 0;
  const longest = Math.max(0, ...log.rows.map((row) => cellWidth(visible(firstLineOf(messageOf(row))))));
  const most = Math.max(0, Math.ceil((longest - cells) / Math.abs(by)) * Math.abs(by));
  if (most === 0 && log.shift === 0) return flashed(state, "No line here is longer than its column");
  return { ...state, log: { ...log, shift: Math.max(0, Math.min(Math.min(log.shift, most) + by, most)) } };
}
