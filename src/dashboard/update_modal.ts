import { type Action, isMove } from "./keymap.ts";
import type { Finding } from "../record/summary.ts";
import { findingNow, findingsIn } from "./findings.ts";
import { distanceOf, type ListPosition, movedBy, scrolledBy, START } from "./list_position.ts";
import { columnChoices } from "./modals/list_pages.ts";
import { pageRows } from "./modals/page.ts";
import { pageOf } from "./modals/pages.ts";
import { type Modal, PANELS, selectedRow, type State } from "./state.ts";
import { flashed, posting, stay, type Step } from "./step.ts";
import {
  addFilter,
  filterSeverities,
  filterUnderCursor,
  opposite,
  removeFilter,
  toggleFilters,
} from "./update_filters.ts";
import { acknowledge, applySaved } from "./update_deeds.ts";
import { askRows, goToTime, locate } from "./update_log.ts";
import { aiEnter } from "./update_ai.ts";
import { traceKey } from "./update_trace.ts";
import { openPrompt } from "./update_prompt.ts";

/** Opens a modal over what is there. */
export function openModal(state: State, modal: Modal): State {
  return { ...state, modals: [...state.modals, modal] };
}

/** Opens the details of the row at a place of the log. */
export function openEntry(state: State, row: State["log"]["rows"][number]): Step {
  const opened = openModal(state, { kind: "entry", id: row.id, detail: null, trace: null, position: START });
  return askRecord(opened, row.id);
}

/** Opens a finding, whole. */
export function openFinding(state: State, finding: Finding): Step {
  return stay(openModal(state, { kind: "finding", seen: finding, position: START }));
}

/** Opens a pattern, and asks for some of its records. */
export function openPattern(state: State, pattern: number): Step {
  const opened = openModal(state, { kind: "pattern", id: pattern, known: null, position: START });
  const id = state.nextQuestion;
  const question = { kind: "samples" as const, pattern };
  return posting({ ...opened, nextQuestion: id + 1 }, { kind: "ask", id, question });
}

function askRecord(state: State, recordId: { source: number; sequence: number }): Step {
  const id = state.nextQuestion;
  const question = { kind: "record" as const, id: recordId, around: state.around };
  return posting({ ...state, nextQuestion: id + 1 }, { kind: "ask", id, question });
}

/** Asks for an open entry again, with what stands around it now. */
export function aroundEntry(state: State, id: { source: number; sequence: number }): Step {
  return askRecord(state, id);
}

/** Opens the list of what the records may share with an entry. */
function openFields(state: State, { id, detail }: Modal & { kind: "entry" }): Step {
  const chosen = selectedRow(state);
  const same = chosen?.id.source === id.source && chosen.id.sequence === id.sequence;
  const row = detail?.row ?? (same ? chosen : null);
  return row
    ? stay(openModal(state, { kind: "fields", row, position: START }))
    : stay(flashed(state, "The row is still being read"));
}

/** Shows another row in the open entry. */
export function turnEntry(state: State): Step {
  const row = state.log.rows[state.log.cursor - state.log.from];
  const top = state.modals.at(-1);
  if (!row || top?.kind !== "entry") return stay(state);
  const next = replaceTop(state, { kind: "entry", id: row.id, detail: null, trace: null, position: START });
  return askRecord(next, row.id);
}

/** Shows the finding under the cursor in the open window. */
export function turnFinding(state: State): Step {
  const finding = findingsIn(state)[state.findings.cursor];
  return finding ? openFinding(closeModal(state), finding) : stay(state);
}

export function closeModal(state: State): State {
  const top = state.modals.at(-1);
  const closed = { ...state, modals: state.modals.slice(0, -1) };
  return top?.kind === "skins" ? { ...closed, skin: top.before } : closed;
}

function replaceTop(state: State, modal: Modal): State {
  return { ...state, modals: [...state.modals.slice(0, -1), modal] };
}

/** Moves in the top modal, by rows of a list or lines of a page. */
export function moveModal(state: State, distance: number, moved = movedBy): State {
  const modal = state.modals.at(-1);
  if (!modal) return state;
  const page = pageOf(state, modal);
  const rows = pageRows(page, state);
  const move = page.list ? moved : scrolledBy;
  const position: ListPosition = move(modal.position, distance, page.lines.length, rows);
  const next = replaceTop(state, { ...modal, position });
  return modal.kind === "skins" ? { ...next, skin: state.info.skins[position.cursor] ?? state.skin } : next;
}

/** A key in a modal; null if it means what it means everywhere. */
export function modalKey(state: State, modal: Modal, key: string, action: Action | undefined): Step | null {
  const own = ownKey(state, modal, key, action);
  if (own) return own;
  if (action === undefined) return null;
  if (isMove(action)) {
    const rows = pageRows(pageOf(state, modal), state);
    return stay(moveModal(state, distanceOf(action, rows)));
  }
  switch (action) {
    case "quit":
      return key === "ctrl+c" ? null : stay(closeModal(state));
    case "back":
      return stay(closeModal(state));
    case "help":
      return modal.kind === "help" ? stay(closeModal(state)) : null;
    case "open":
      return chooseInModal(state, modal);
    case "only":
    case "without":
      return filterFromModal(state, action === "without");
    default:
      return null;
  }
}

/** Keys that only one kind of modal knows. */
function ownKey(state: State, modal: Modal, key: string, action: Action | undefined): Step | null {
  switch (modal.kind) {
    case "entry":
      return action === "only" || action === "without"
        ? openFields(state, modal)
        : traceKey(state, modal, action);
    case "finding":
      return findingKey(state, modal, action);
    case "severities":
      return severitiesKey(state, modal, key);
    case "filters":
      if (key === "x" || key === "delete") return removeListed(state, modal.position.cursor);
      if (key === "s") {
        return state.filters.length > 0
          ? openPrompt(state, "name")
          : stay(flashed(state, "There is no filter to save"));
      }
      return key === "\\" ? toggleFilters(state) : null;
    case "columns":
      return key === "space" ? toggleColumn(state, modal.position.cursor) : null;
    case "panels":
      return key === "space" ? togglePanel(state, modal.position.cursor) : null;
    case "bookmarks":
      if (key !== "x" && key !== "delete") return null;
      return stay({ ...state, bookmarks: state.bookmarks.toSpliced(modal.position.cursor, 1) });
    default:
      return null;
  }
}

function findingKey(
  state: State,
  modal: Modal & { kind: "finding" },
  action: Action | undefined,
): Step | null {
  if (action === "acknowledge") return acknowledge(closeModal(state), modal.seen);
  const finding = findingNow(state, modal.seen);
  if (action === "goToTime" && finding !== null && finding.start !== null) {
    return goToTime({ ...state, modals: [], focus: "log" }, new Date(finding.start).toISOString());
  }
  if (action !== "details") return null;
  const [pattern] = finding?.patterns ?? [];
  return pattern === undefined
    ? stay(flashed(state, "This finding has no pattern"))
    : openPattern(state, pattern);
}

/** Takes a filter away, or one that was kept by name: those follow it in the list. */
function removeListed(state: State, place: number): Step {
  const saved = place - state.filters.length;
  if (saved < 0) return removeFilter(state, place);
  return stay({ ...state, saved: state.saved.filter((_, at) => at !== saved) });
}

function severitiesKey(state: State, modal: Modal & { kind: "severities" }, key: string): Step | null {
  const rank = 6 - modal.position.cursor;
  const choose = (chosen: boolean[]) => stay(replaceTop(state, { ...modal, chosen }));
  switch (key) {
    case "space":
      return choose(modal.chosen.with(rank, !modal.chosen[rank]));
    case "+":
      return choose(modal.chosen.map((_, other) => other >= rank));
    case "a": {
      const all = modal.chosen.every((on) => on);
      return choose(modal.chosen.map(() => !all));
    }
    default:
      return null;
  }
}

function toggleColumn(state: State, place: number): Step {
  const columns = columnChoices(state);
  const column = columns[place];
  if (!column) return stay(state);
  const changed = columns.with(place, { ...column, shown: !column.shown });
  return stay({ ...state, columns: changed.filter(({ name, shown }) => shown || !name.startsWith("@")) });
}

function togglePanel(state: State, place: number): Step {
  const name = PANELS[place];
  const hidden = state.hidden.includes(name)
    ? state.hidden.filter((other) => other !== name)
    : [...state.hidden, name];
  if (hidden.length === PANELS.length) return stay(state);
  const focus = hidden.includes(state.focus) ? PANELS.find((name) => !hidden.includes(name)) : state.focus;
  return askRows({ ...state, hidden, focus: focus ?? "log" });
}

/** Enter on what is chosen. */
export function chooseInModal(state: State, modal: Modal): Step {
  const closed = closeModal(state);
  switch (modal.kind) {
    case "severities":
      // The choice stays, to be mended.
      return modal.chosen.includes(true)
        ? filterSeverities(closed, modal.chosen)
        : stay(flashed(state, "Choose at least one severity", "warn"));
    case "attribute":
    case "pattern":
    case "finding":
    case "fields":
      return filterFromModal(state, false);
    case "filters": {
      const filter = state.filters[modal.position.cursor];
      if (!filter) return applySaved(closed, modal.position.cursor - state.filters.length);
      return filter ? openPrompt(closed, "filter", filter.text, modal.position.cursor) : stay(closed);
    }
    case "columns":
      return toggleColumn(state, modal.position.cursor);
    case "panels":
      return togglePanel(state, modal.position.cursor);
    case "skins":
      return stay({ ...closed, skin: state.skin });
    case "bookmarks": {
      const row = state.bookmarks[modal.position.cursor];
      return row ? locate(closed, "This record is no longer held", row) : stay(closed);
    }
    case "analysis":
    case "chat":
    case "models":
      return aiEnter(state, modal);
    case "compare":
    case "sent":
    case "help":
    case "entry":
    case "changes":
    case "counts":
    case "statistics":
    case "health":
    case "notices":
      return stay(closed);
    default:
      return modal satisfies never;
  }
}

function filterFromModal(state: State, without: boolean): Step {
  const text = filterUnderCursor(state);
  if (text === null) {
    return stay(state.modals.at(-1)?.kind === "finding" ? flashed(state, "It is about no records") : state);
  }
  const closed = { ...state, modals: [], focus: "log" as const };
  return addFilter(closed, without ? opposite(text) : text, null, state.focus);
}
