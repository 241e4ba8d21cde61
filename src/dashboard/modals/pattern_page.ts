import { grouped, moment, percent } from "../figures.ts";
import { templateLine } from "../panels/patterns_panel.ts";
import { countedSeverityCell } from "../severity_cell.ts";
import { aligned, type Line, padded, span, wrapped } from "../spans.ts";
import { type Modal, type State, summaryOf } from "../state.ts";
import { variableLines } from "../variable_lines.ts";
import { contextLines } from "./entry_page.ts";
import { keysLine, type Page, pageWidth } from "./page.ts";

/** One pattern: its whole template, how often, since when, at which severities, and what its variables hold. */
export function patternPage(state: State, { id, known }: Modal & { kind: "pattern" }): Page {
  const width = pageWidth(state, 96);
  const summary = summaryOf(state);
  const pattern = summary?.patterns.top.find((pattern) => pattern.id === id);
  const utc = state.zone === "utc";
  const lines: Line[] = !pattern || !summary ? [] : [
    ...wrapped(pattern.template, width).map((text) => templateLine(text)),
    [],
    [
      span(padded("records", 12), "muted"),
      span(grouped(pattern.count), "strong"),
      span(`   ${percent(pattern.count, summary.records)} of all`),
    ],
    [span(padded("first", 12), "muted"), span(moment(pattern.first, utc, 3))],
    [span(padded("last", 12), "muted"), span(moment(pattern.last, utc, 3))],
    [],
    ...[6, 5, 4, 3, 2, 1, 0].filter((rank) => pattern.severities[rank] > 0).map((rank): Line => [
      ...countedSeverityCell(rank, 12),
      span(aligned(grouped(pattern.severities[rank]), 12)),
      span(aligned(percent(pattern.severities[rank], pattern.count), 10), "muted"),
    ]),
    ...section("Variables", variableLines(known?.variables ?? [], width)),
    ...section("First available lines", contextLines(known?.first ?? [], state)),
    ...section("Last lines", contextLines(known?.last ?? [], state)),
  ];
  return {
    title: `Pattern ${id}`,
    lines,
    list: false,
    empty: "This pattern is no longer tracked",
    keys: keysLine(["Enter", "show its lines"], ["-", "exclude them"], ["Esc", "back"]),
    width,
  };
}

function section(title: string, lines: Line[]): Line[] {
  return lines.length === 0 ? [] : [[], [span(title, "accent")], ...lines];
}
