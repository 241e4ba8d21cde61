import type { PatternSummary } from "../../record/summary.ts";
import { clock, counted, grouped, span as duration } from "../figures.ts";
import { templateLine } from "../panels/patterns_panel.ts";
import { countedSeverityCell } from "../severity_cell.ts";
import { aligned, type Line, span } from "../spans.ts";
import { type State, summaryOf } from "../state.ts";
import { keysLine, type Page, pageWidth } from "./page.ts";

/** Patterns of each kind that are listed. */
const LISTED = 12;

/** What came since the marked moment: records by severity, patterns that are new, and those that grew most. */
export function changesPage(state: State): Page {
  return {
    title: "What changed",
    lines: linesOf(state),
    list: false,
    empty: `No moment is marked: ${state.info.keymap.keyOf("mark")} marks one`,
    keys: keysLine(["↑↓", "scroll"], ["Esc", "back"]),
    width: pageWidth(state, 100),
  };
}

function linesOf(state: State): Line[] {
  const { mark } = state;
  const now = summaryOf(state);
  if (!mark || !now) return [];
  const records = now.records - mark.summary.records;
  const since = `since ${clock(mark.at, state.zone === "utc", 0)}, ${duration(state.now - mark.at)}`;
  const before = new Map(mark.summary.patterns.top.map((pattern) => [pattern.id, pattern]));
  const grown = now.patterns.top
    .map((pattern) => ({ pattern, by: pattern.count - (before.get(pattern.id)?.count ?? 0) }))
    .filter(({ by }) => by > 0)
    .toSorted((a, b) => b.by - a.by);
  const isNew = ({ pattern }: { pattern: PatternSummary }) => !before.has(pattern.id);
  return [
    [span(`+${counted(records, "record")}`, "strong"), span(`  ${since}`, "muted")],
    ...[6, 5, 4, 3, 2, 1, 0].flatMap((rank): Line[] => {
      const by = now.severities[rank] - mark.summary.severities[rank];
      if (by === 0 && now.severities[rank] === 0) return [];
      return [[
        ...countedSeverityCell(rank, 9),
        span(aligned(`+${grouped(by)}`, 10), by > 0 ? "text" : "muted"),
        span(`  of ${grouped(now.severities[rank])}`, "muted"),
      ]];
    }),
    ...patternLines("New patterns", grown.filter(isNew)),
    ...patternLines("Patterns that grew", grown.filter((entry) => !isNew(entry))),
  ];
}

function patternLines(title: string, entries: { pattern: PatternSummary; by: number }[]): Line[] {
  if (entries.length === 0) return [];
  return [
    [],
    [span(title, "accent"), span(` ${entries.length}`, "muted")],
    ...entries.slice(0, LISTED).map(({ pattern, by }): Line => [
      span(aligned(`+${grouped(by)}`, 10), "strong"),
      span("  "),
      ...templateLine(pattern.template),
    ]),
  ];
}
