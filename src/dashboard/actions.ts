import { normalJson } from "../record/normal_json.ts";
import { conversation, type Talk } from "./ai_state.ts";
import { findingsIn } from "./findings.ts";
import { span as duration } from "./figures.ts";
import { type Action, isMove } from "./keymap.ts";
import { clamp, START } from "./list_position.ts";
import { rankedAttributes, rankedPatterns } from "./rankings.ts";
import { isAtLastRow, type Modal, PANELS, selectedRow, type State, type Zone } from "./state.ts";
import { flashed, posting, stay, type Step, then } from "./step.ts";
import { openAnalysis, openChat, openModels, openSent } from "./update_ai.ts";
import {
  addFilter,
  chosenSeverities,
  filterUnderCursor,
  opposite,
  removeFilter,
  toggleFilters,
} from "./update_filters.ts";
import { askRows, find, hasMore, locate, moveLog, refilter, searchWhole, toPlace } from "./update_log.ts";
import { acknowledge, markMoment, toggleFollow, withAround } from "./update_deeds.ts";
import { toggleCharts } from "./update_overview.ts";
import { aroundEntry, openEntry, openFinding, openModal, openPattern } from "./update_modal.ts";
import { focusOn, focusStep, move, shifted } from "./update_position.ts";
import { openPrompt } from "./update_prompt.ts";
import { filterOfSearch, quotedSearch } from "./search_text.ts";
import { keptMove, withoutWaiting } from "./waiting_moves.ts";

/** Cells that one step moves long lines. */
const SHIFT_CELLS = 8;

/** The intervals that `u` and `U` go through, in milliseconds. */
const INTERVALS = [100, 200, 500, 1000, 2000, 5000, 10_000, 30_000, 60_000];

const NOTHING_TO_OPEN = "There is nothing to open here yet";

/** How long the second `r` may take. */
const RESET_MS = 2000;

const ZONES: Zone[] = ["local", "utc", "received"];
const ZONE_WORDS: Record<Zone, string> = {
  local: "Times are local",
  utc: "Times are in UTC",
  received: "Receipt times, local",
};

/** Does what a key or the list of actions asks for. */
export function perform(state: State, action: Action): Step {
  if (action === "last" && state.focus === "log") return move(withoutWaiting(state), action);
  const kept = keptMove(state, action);
  if (kept !== null) return stay(kept);
  if (isMove(action)) return move(state, action);
  switch (action) {
    case "left":
    case "right":
      return stay(shifted(state, action === "left" ? -SHIFT_CELLS : SHIFT_CELLS));
    case "placeBack":
      return toPlace(state, -1);
    case "placeForward":
      return toPlace(state, 1);
    case "nextPanel":
    case "previousPanel":
      return focusStep(state, action === "nextPanel" ? 1 : -1);
    case "panel1":
    case "panel2":
    case "panel3":
    case "panel4":
    case "panel5":
    case "panel6":
      return focusOn(state, PANELS[Number(action.slice(5)) - 1]);
    case "zoom":
      return askRows({ ...state, zoomed: !state.zoomed, fullLog: false });
    case "fullLog":
      return askRows({ ...state, fullLog: !state.fullLog, zoomed: false, focus: "log" });
    case "panels":
      return show(state, { kind: "panels", position: START });
    case "filter":
      return openPrompt(state, "filter");
    case "only":
    case "without":
      return filterByCursor(state, action === "without");
    case "toggleFilters":
      return toggleFilters(state);
    case "filters":
      return show(state, { kind: "filters", position: START });
    case "charts":
      return toggleCharts(state);
    case "whole":
      return wholeOrHeld(state);
    case "severities":
      return show(state, { kind: "severities", chosen: chosenSeverities(state), position: START });
    case "search":
      return openPrompt(state, "search", state.search);
    case "findNext":
    case "findPrevious":
      return searchOn(state, action === "findNext" ? 1 : -1);
    case "nextError":
      return find(state, "severity>=error", 1, `No later error${backFromLast(state, "previousError")}`);
    case "previousError":
      return find(state, "severity>=error", -1, "No earlier error");
    case "goToTime":
      return openPrompt(state, "time");
    case "unfiltered":
      return unfiltered(state);
    case "open":
      return open(state);
    case "details":
      return details(state);
    case "copy":
    case "copyJson":
      return copy(state, action === "copyJson");
    case "export":
      return openPrompt(state, "export", "weir-export.log");
    case "mark":
      return markMoment(state);
    case "changes":
      return show(state, { kind: "changes", position: START });
    case "acknowledge":
      return acknowledge(state);
    case "follow":
      return toggleFollow(state);
    case "moreContext":
    case "lessContext":
      return context(state, action === "moreContext" ? 1 : -1);
    case "bookmark":
      return stay(bookmarked(state));
    case "bookmarks":
      return show(state, { kind: "bookmarks", position: START });
    case "columns":
      return show(state, { kind: "columns", position: START });
    case "wrap":
      return stay(
        flashed({ ...state, wrap: !state.wrap }, state.wrap ? "Long lines are cut" : "Long lines wrap"),
      );
    case "zone": {
      const zone = ZONES[(ZONES.indexOf(state.zone) + 1) % ZONES.length];
      return stay(flashed({ ...state, zone }, ZONE_WORDS[zone]));
    }
    case "skins": {
      const cursor = Math.max(0, state.info.skins.indexOf(state.skin));
      return show(state, { kind: "skins", before: state.skin, position: { cursor, top: 0 } });
    }
    case "pause":
      return pause(state);
    case "reset":
      return reset(state);
    case "slower":
    case "faster":
      return changeInterval(state, action === "slower" ? 1 : -1);
    case "counts":
      return show(state, { kind: "statistics", position: START });
    case "health":
      return show(state, { kind: "health", position: START });
    case "notices":
      return show({ ...state, noticesSeen: state.notices.length }, { kind: "notices", position: START });
    case "actions":
      return openPrompt(state, "action");
    case "help":
      return show(state, { kind: "help", position: START });
    case "analyse":
      return openAnalysis(state);
    case "chat":
      return openChat(state);
    case "models":
      return openModels(state);
    case "sent":
      return openSent(state);
    case "back":
      return back(state);
    case "quit":
      return [state, [{ kind: "quit" }]];
    case "suspend":
      return [state, [{ kind: "suspend" }]];
    default:
      return action satisfies never;
  }
}

function show(state: State, modal: Modal): Step {
  return stay(openModal(state, modal));
}

function wholeOrHeld(state: State): Step {
  if (!state.whole && !hasMore(state)) {
    const words = state.wholeRefused
      ? "Piped and compressed input cannot be read again"
      : "All records are already held";
    return stay(flashed(state, words));
  }
  // What began by itself is not ended by asking for it.
  if (state.whole && state.reached !== null) {
    const key = state.info.keymap.keyOf("whole");
    return stay(flashed({ ...state, reached: null }, `The whole files stay listed · ${key} again ends it`));
  }
  const words = state.whole ? "Showing held records only" : "Searching the files, newest first";
  return searchWhole(flashed(state, words), !state.whole);
}

/** One step back, in a fixed order: request, zoom, search, newest filter, scrolled list. Prompts and modals came before. */
function back(state: State): Step {
  if (state.finding !== null || state.waiting.length > 0) return stay(withoutWaiting(state));
  if (state.whole && state.log.searched < 1) {
    return searchWhole(flashed(state, "The search was stopped"), false);
  }
  if (state.fullLog || state.zoomed) return askRows({ ...state, fullLog: false, zoomed: false });
  if (state.search !== "") return stay({ ...state, search: "" });
  if (state.filters.length > 0) return withoutNewestFilter(state);
  if (state.whole) return searchWhole(state, false);
  if (state.focus !== "log" && !state.hidden.includes("log")) return focusOn(state, "log");
  if (!state.log.follow) return moveLog(state, "last");
  return stay(flashed(state, `There is nothing to go back from · ${state.info.keymap.keyOf("quit")} quits`));
}

/** Where it opened the lines behind a panel's row, one is back in that row. */
function withoutNewestFilter(state: State): Step {
  const place = state.filters.length - 1;
  const { from } = state.filters[place];
  const leadsBack = from !== undefined && state.focus === "log" && !state.hidden.includes(from);
  return then(leadsBack ? focusOn(state, from) : stay(state), (state) => removeFilter(state, place));
}

function filterByCursor(state: State, without: boolean): Step {
  const text = filterUnderCursor(state);
  if (text === null) return stay(flashed(state, "Nothing to filter by here"));
  return addFilter(state, without ? opposite(text) : text);
}

function searchOn(state: State, direction: 1 | -1): Step {
  if (state.search === "") return openPrompt(state, "search");
  const where = direction === 1 ? "later" : "earlier";
  const nothing = `${quotedSearch(state.search)} is in no ${where} row`;
  return find(state, filterOfSearch(state.search), direction, nothing);
}

/** The row among all others: the filters go off and the list stays where it is. */
function unfiltered(state: State): Step {
  const row = selectedRow(state);
  if (!row) return stay(state);
  if (state.filters.length === 0) return stay(flashed(state, "No filter is set"));
  const next = { ...state, filtersOn: !state.filtersOn };
  return then(refilter(next), (state) => locate(state, "This record is no longer held", row));
}

/** Enter: a row's details, the lines behind a count, the values of an attribute, the heatmap of the counts. */
function open(state: State): Step {
  if (state.focus === "log") return details(state);
  if (state.focus === "timeline") return show(state, { kind: "counts", position: START });
  if (state.focus === "attributes") return openAttribute(state);
  const text = filterUnderCursor(state);
  // What is about no records is told whole instead.
  if (text === null) {
    return state.focus === "findings" ? details(state) : stay(flashed(state, NOTHING_TO_OPEN));
  }
  return addFilter({ ...state, focus: "log", zoomed: false }, text, null, state.focus);
}

function openAttribute(state: State): Step {
  const attribute = rankedAttributes(state)[state.rankings.attributes.cursor];
  return attribute
    ? show(state, { kind: "attribute", key: attribute.key, position: START })
    : stay(flashed(state, NOTHING_TO_OPEN));
}

function details(state: State): Step {
  if (state.focus === "attributes") return openAttribute(state);
  if (state.focus === "patterns") {
    const pattern = rankedPatterns(state)[state.rankings.patterns.cursor];
    return pattern ? openPattern(state, pattern.id) : stay(flashed(state, NOTHING_TO_OPEN));
  }
  if (state.focus === "findings") {
    const finding = findingsIn(state)[state.findings.cursor];
    return finding ? openFinding(state, finding) : stay(flashed(state, "Nothing needs a look"));
  }
  const row = selectedRow(state);
  return row ? openEntry(state, row) : stay(flashed(state, noRowWords(state)));
}

/** Why no row is under the cursor: its rows may have been asked for and not have come yet. */
function noRowWords({ log }: State): string {
  return log.asked !== null || log.total > 0 ? "The row is still being read" : "No row is selected";
}

/** In an entry more or less of what stands around it; in the log the entry first. */
function context(state: State, direction: 1 | -1): Step {
  const modal = state.modals.at(-1);
  if (modal?.kind === "entry") return aroundEntry(withAround(state, direction), modal.id);
  const row = selectedRow(state);
  return row ? openEntry(state, row) : stay(flashed(state, noRowWords(state)));
}

function copy(state: State, asJson: boolean): Step {
  const answer = answerShown(state);
  if (answer !== null) {
    if (answer === "") return stay(flashed(state, "No answer yet"));
    return [state, [{ kind: "copy", text: answer, what: "The answer" }]];
  }
  const row = selectedRow(state);
  if (!row) return stay(flashed(state, noRowWords(state)));
  const text = asJson
    ? normalJson(row.record, { source: row.sourceName, format: row.format })
    : row.record.raw;
  return [state, [{ kind: "copy", text, what: asJson ? "The entry as JSON" : "The line" }]];
}

/** The newest answer of a model that a window shows, of a comparison all; "" before it came, null elsewhere. */
function answerShown({ modals, ai }: State): string | null {
  const modal = modals.at(-1);
  const texts = (talks: readonly Talk[]) =>
    talks.map(({ text }) => text.trim()).filter((text) => text !== "");
  if (modal?.kind === "compare") {
    return texts(ai.talks.filter(({ id }) => modal.talks.includes(id))).join("\n\n");
  }
  if (modal?.kind !== "analysis" && modal?.kind !== "chat") return null;
  return texts(conversation(ai)).at(-1) ?? "";
}

function bookmarked(state: State): State {
  const row = selectedRow(state);
  if (!row) return flashed(state, noRowWords(state));
  const place = state.bookmarks.findIndex(({ id }) =>
    id.source === row.id.source && id.sequence === row.id.sequence
  );
  if (place >= 0) {
    return flashed({ ...state, bookmarks: state.bookmarks.toSpliced(place, 1) }, "Bookmark removed");
  }
  return flashed({ ...state, bookmarks: [...state.bookmarks, row] }, "Bookmarked");
}

/** Holds the screen while the engine goes on counting; then shows the newest. */
function pause(state: State): Step {
  if (!state.paused) return stay({ ...state, paused: true });
  const next = { ...state, paused: false, shown: state.latest };
  return next.log.follow ? askRows(next) : stay(next);
}

/** At the last row what is looked for can only stand before it: the key that goes there. */
function backFromLast(state: State, back: Action): string {
  return isAtLastRow(state) ? ` · ${state.info.keymap.keyOf(back)} finds the previous one` : "";
}

function reset(state: State): Step {
  if (state.now >= state.resetUntil) {
    const key = state.info.keymap.keyOf("reset");
    return stay({
      ...flashed(state, `Press ${key} again to reset all counts`, "warn"),
      resetUntil: state.now + RESET_MS,
    });
  }
  const cleared = flashed(
    {
      ...state,
      resetUntil: 0,
      resetAt: state.now,
      shown: null,
      latest: null,
      rates: [],
      mark: null,
      // Of what was forgotten no file is searched.
      whole: false,
      reached: null,
    },
    "Counts were reset",
  );
  return then(posting(cleared, { kind: "reset" }), refilter);
}

function changeInterval(state: State, direction: 1 | -1): Step {
  const place = INTERVALS.findIndex((interval) => interval >= state.interval);
  const at = clamp((place < 0 ? INTERVALS.length - 1 : place) + direction, 0, INTERVALS.length - 1);
  const interval = INTERVALS[at];
  const next = flashed({ ...state, interval }, `Updates every ${duration(interval)}`);
  return posting(next, { kind: "interval", milliseconds: interval });
}
