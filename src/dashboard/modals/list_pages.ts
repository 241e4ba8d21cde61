import { bar, UNICODE_GLYPHS } from "../../terminal/glyphs.ts";
import { severityRank } from "../../record/severity.ts";
import { isOrigin, messageOf, ROOM_FOR_COLUMNS, timesOf } from "../columns.ts";
import { clock, grouped, percent } from "../figures.ts";
import { flowed } from "../flowed.ts";
import type { Tone } from "../look.ts";
import { countedSeverityCell, severityCell } from "../severity_cell.ts";
import { aligned, type Line, padded, span } from "../spans.ts";
import {
  chartedOf,
  type ColumnName,
  type Modal,
  type PanelName,
  PANELS,
  type State,
  summaryOf,
} from "../state.ts";
import { keysLine, type Page, pageWidth } from "./page.ts";

export const PANEL_TITLES: Record<PanelName, string> = {
  findings: "Needs a look",
  timeline: "Time by severity",
  patterns: "Patterns",
  words: "Words",
  attributes: "Attributes",
  log: "Log",
};

/** The severities from the worst; the index in the list is 6 - rank. */
export function severitiesPage(state: State, modal: Modal & { kind: "severities" }): Page {
  const counts = state.shown?.summary.severities ?? [];
  return {
    title: "Severities",
    list: true,
    empty: "",
    lines: [6, 5, 4, 3, 2, 1, 0].map((rank): Line => [
      span(modal.chosen[rank] ? "[x] " : "[ ] ", modal.chosen[rank] ? "accent" : "muted"),
      ...countedSeverityCell(rank, 12),
      span(aligned(grouped(counts[rank] ?? 0), 14)),
    ]),
    keys: keysLine(["Space", "on, off"], ["+", "this and worse"], ["a", "all"], ["Enter", "show these"]),
    width: 48,
  };
}

/** The values of one attribute. */
export function attributePage(state: State, key: string): Page {
  const attribute = chartedOf(state)?.attributes.find((attribute) => attribute.key === key);
  const width = pageWidth(state, 84);
  const most = attribute?.values[0]?.count ?? 1;
  const nameCells = Math.max(12, width - 38);
  return {
    title: `${key}  ${attribute ? `${attribute.exact ? "" : "~"}${grouped(attribute.distinct)} values` : ""}`,
    list: true,
    empty: "No values are known",
    lines: (attribute?.values ?? []).map(({ value, count }): Line => [
      span(padded(value === "" ? '""' : value.slice(0, 500), nameCells)),
      span(aligned(grouped(count), 12), "strong"),
      span(aligned(percent(count, attribute?.count ?? 1), 9), "muted"),
      span(`  ${bar(count / most, 12, UNICODE_GLYPHS)}`, "bar"),
    ]),
    keys: keysLine(["Enter", "show only these"], ["-", "exclude"], ["Esc", "back"]),
    width,
  };
}

export function filtersPage(state: State): Page {
  const { keyOf } = state.info.keymap;
  return {
    title: `Filters${state.filtersOn ? "" : " (off)"}`,
    list: true,
    empty: `No filters: ${keyOf("filter")} adds one; ${keyOf("only")} and ${keyOf("without")} ` +
      "add one for the value under the cursor",
    lines: [
      ...state.filters.map(({ text }): Line => [span(text, state.filtersOn ? "text" : "muted")]),
      ...state.saved.map(({ name, filters }): Line => [
        span(padded(name, 16), "accent"),
        span(` ${filters.join(" and ")}`, "muted"),
      ]),
    ],
    keys: keysLine(["Enter", "edit or use"], ["s", "save"], ["x", "remove"], ["\\", "on, off"]),
    width: pageWidth(state, 84),
  };
}

export function noticesPage(state: State): Page {
  const tones: Record<string, Tone> = { info: "text", warn: "warning", error: "bad" };
  const width = pageWidth(state, 100);
  return {
    title: "Notices",
    list: false,
    empty: "No notices: problems while reading are listed here",
    lines: state.notices.toReversed().flatMap(({ at, text, level }) => {
      const time = `${clock(at, state.zone === "utc", 0)}  `;
      return flowed([span(time, "muted"), span(text, tones[level])], width, " ".repeat(time.length));
    }),
    keys: keysLine(["Esc", "back"]),
    width,
  };
}

export function columnsPage(state: State): Page {
  return {
    title: "Columns",
    list: true,
    empty: "",
    lines: columnChoices(state).map(({ name, shown }): Line => [
      span(shown ? "[x] " : "[ ] ", shown ? "accent" : "muted"),
      span(name.startsWith("@") ? name.slice(1) : name),
      span(name.startsWith("@") ? "  attribute" : noRoomFor(state, name), "muted"),
    ]),
    keys: keysLine(["Space", "on, off"], ["Esc", "back"]),
    width: pageWidth(state, 48),
  };
}

/** What a narrow screen leaves out although it is chosen. */
function noRoomFor({ width }: State, name: ColumnName): string {
  return isOrigin(name) && width < ROOM_FOR_COLUMNS
    ? `  shown where the terminal is ${ROOM_FOR_COLUMNS} wide`
    : "";
}

/** The columns there are, then the attributes that can become one. */
export function columnChoices(state: State): State["columns"] {
  const known = new Set(state.columns.map(({ name }) => name));
  const more = (summaryOf(state)?.attributes ?? [])
    .map(({ key }) => ({ name: `@${key}` as const, shown: false }))
    .filter(({ name }) => !known.has(name));
  return [...state.columns, ...more];
}

export function panelsPage(state: State): Page {
  return {
    title: "Panels",
    list: true,
    empty: "",
    lines: PANELS.map((name, place): Line => {
      const shown = !state.hidden.includes(name);
      return [
        span(shown ? "[x] " : "[ ] ", shown ? "accent" : "muted"),
        span(`${place + 1}  `, "key"),
        span(PANEL_TITLES[name]),
      ];
    }),
    keys: keysLine(["Space", "on, off"], ["Esc", "back"]),
    width: 40,
  };
}

export function skinsPage(state: State): Page {
  return {
    title: "Skins",
    list: true,
    empty: "No skins were found",
    lines: state.info.skins.map((name): Line => [span(name, name === state.skin ? "accent" : "text")]),
    keys: keysLine(["↑↓", "preview"], ["Enter", "keep it"], ["Esc", "undo"]),
    width: 44,
  };
}

export function bookmarksPage(state: State): Page {
  const times = timesOf(state, state.bookmarks);
  return {
    title: "Bookmarks",
    list: true,
    empty: `No bookmarks: ${state.info.keymap.keyOf("bookmark")} in the log adds one`,
    lines: state.bookmarks.map((row, at): Line => [
      span(`${times[at]}  `, "muted"),
      ...severityCell(severityRank(row.record.severity), 7),
      span(messageOf(row).split("\n", 1)[0].slice(0, 500)),
    ]),
    keys: keysLine(["Enter", "go to it"], ["x", "remove"], ["Esc", "back"]),
    width: pageWidth(state, 110),
  };
}
