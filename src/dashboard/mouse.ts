import type { Area } from "../terminal/buffer.ts";
import { perform } from "./actions.ts";
import { contains, inside, type Layout, layoutOf } from "./layout.ts";
import { chosenBy } from "./list_position.ts";
import type { Message } from "./message.ts";
import { pageArea } from "./modals/page.ts";
import { pageOf } from "./modals/pages.ts";
import { wordPlaceAt } from "./panels/words_panel.ts";
import { type RankingName, RANKINGS, type State } from "./state.ts";
import { stay, type Step, then } from "./step.ts";
import { goTo, moveLogBy } from "./update_log.ts";
import { chooseInModal, closeModal, moveModal } from "./update_modal.ts";
import { tabAt } from "./tabs.ts";
import { moveFindings, moveRanking } from "./update_position.ts";

/** Rows that a notch of the wheel moves. */
const WHEEL_ROWS = 3;

type Mouse = Message & { kind: "mouse" };

/** What the mouse does, the same in every list: the wheel moves, a click chooses, a double click opens. */
export function updateMouse(state: State, mouse: Mouse): Step {
  if (state.prompt) return stay(state);
  if (state.modals.length > 0) return inModal(state, mouse);
  const layout = layoutOf(state);
  if (mouse.action === "wheelUp" || mouse.action === "wheelDown") {
    return wheel(state, layout, mouse, mouse.action === "wheelUp" ? -WHEEL_ROWS : WHEEL_ROWS);
  }
  const chosen = click(state, layout, mouse);
  return mouse.action === "double" ? then(chosen, (state) => perform(state, "open")) : chosen;
}

function wheel(state: State, layout: Layout, { x, y }: Mouse, distance: number): Step {
  if (contains(layout.log, x, y)) return moveLogBy(state, distance);
  const name = layout.panels.find(({ area }) => contains(area, x, y))?.name;
  const findings = findingsArea(layout);
  if (contains(findings, x, y)) {
    return stay(moveFindings(state, findings?.height === 1 ? Math.sign(distance) : distance));
  }
  return stay(isRanking(name) ? moveRanking(state, name, distance) : state);
}

/** Where the lines of what needs a look stand: on lines of their own, or in the frame that fills the screen. */
function findingsArea(layout: Layout): Area | null {
  const zoomed = layout.panels.find(({ name }) => name === "findings");
  return zoomed ? inside(zoomed.area) : layout.findings;
}

function isRanking(name: string | undefined): name is RankingName {
  return (RANKINGS as readonly (string | undefined)[]).includes(name);
}

function click(state: State, layout: Layout, { x, y }: Mouse): Step {
  if (layout.log && contains(layout.log, x, y)) {
    const position = state.log.top + y - layout.log.y - 1;
    const focused = { ...state, focus: "log" as const };
    const there = position >= state.log.from && position < state.log.from + state.log.rows.length;
    return there && y > layout.log.y ? goTo(focused, position) : stay(focused);
  }
  const findings = findingsArea(layout);
  if (findings && contains(findings, x, y)) {
    const { top, cursor } = state.findings;
    return stay(moveFindings({ ...state, focus: "findings" }, top + y - findings.y - cursor, chosenBy));
  }
  const panel = layout.panels.find(({ area }) => contains(area, x, y));
  if (!panel) return stay(state);
  // The title begins behind the corner and a blank.
  const onTitle = layout.tabs && y === panel.area.y ? tabAt(state, panel.name, x - panel.area.x - 2) : null;
  const name = onTitle ?? panel.name;
  const focused = { ...state, focus: name, tab: name };
  const inner = inside(panel.area);
  if (!isRanking(panel.name) || !contains(inner, x, y)) return stay(focused);
  const { top, cursor } = state.rankings[panel.name];
  const place = panel.name === "words" ? wordPlaceAt(inner, x, y) : y - inner.y;
  return stay(moveRanking(focused, panel.name, top + place - cursor, chosenBy));
}

function inModal(state: State, mouse: Mouse): Step {
  const modal = state.modals[state.modals.length - 1];
  if (mouse.action === "wheelUp") return stay(moveModal(state, -WHEEL_ROWS));
  if (mouse.action === "wheelDown") return stay(moveModal(state, WHEEL_ROWS));
  const page = pageOf(state, modal);
  const area = pageArea(page, state);
  if (!contains(area, mouse.x, mouse.y)) return stay(closeModal(state));
  if (!page.list || !contains(inside(area), mouse.x, mouse.y)) return stay(state);
  const row = modal.position.top + mouse.y - area.y - 1;
  const moved = moveModal(state, row - modal.position.cursor, chosenBy);
  return mouse.action === "double"
    ? chooseInModal(moved, moved.modals[moved.modals.length - 1])
    : stay(moved);
}
