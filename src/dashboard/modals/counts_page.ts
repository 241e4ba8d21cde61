import { SEVERITY_RANKS } from "../../record/severity.ts";
import { grouped, minute, percent, range, shortened } from "../figures.ts";
import { severityTone } from "../look.ts";
import { drawnTimeline } from "../time_chart.ts";
import { templateLine } from "../panels/patterns_panel.ts";
import { countedSeverityCell } from "../severity_cell.ts";
import { aligned, type Line, span } from "../spans.ts";
import { chartedOf, isChartFiltered, type State } from "../state.ts";
import { keysLine, type Page, pageWidth } from "./page.ts";

const HEATMAP_MINUTES = 60;
const MINUTE = 60_000;
const SHADES = [" ", "░", "▒", "▓", "█"];

/** The last 60 minutes by severity as a heatmap, and what each severity is made of. */
export function countsPage(state: State): Page {
  const summary = chartedOf(state);
  const width = pageWidth(state, 100);
  const lines: Line[] = [];
  if (summary) {
    lines.push(...heatmapLines(state, width));
    for (const rank of [6, 5, 4, 3, 2, 1, 0].filter((rank) => summary.severities[rank] > 0)) {
      const count = summary.severities[rank];
      lines.push([], [
        ...countedSeverityCell(rank, 7),
        span(grouped(count), "strong"),
        span(`  ${percent(count, summary.records)}`, "muted"),
      ]);
      const patterns = summary.patterns.top.filter(({ severities }) => severities[rank] > 0)
        .toSorted((a, b) => b.severities[rank] - a.severities[rank]).slice(0, 3);
      for (const { severities, template } of patterns) {
        lines.push([
          span(aligned(shortened(severities[rank], 7), 9), "muted"),
          span("  "),
          ...templateLine(template),
        ]);
      }
      const services = summary.services.filter(({ severities }) => severities[rank] > 0)
        .toSorted((a, b) => b.severities[rank] - a.severities[rank]).slice(0, 4);
      if (services.length > 0) {
        const text = services.map(({ name, severities }) => `${name} ${shortened(severities[rank], 6)}`).join(
          "   ",
        );
        lines.push([span("  services ", "muted"), span(text)]);
      }
    }
  }
  return {
    title: `Counts by severity${isChartFiltered(state) ? ", filtered" : ""}`,
    lines,
    list: false,
    empty: "No records yet",
    keys: keysLine(["↑↓", "scroll"], ["Esc", "back"]),
    width,
  };
}

function heatmapLines(state: State, width: number): Line[] {
  const summary = chartedOf(state);
  if (!summary) return [];
  const timeline = drawnTimeline(summary);
  const last = timeline.buckets.at(-1);
  if (!last) return [];
  const end = last.time + timeline.width;
  const columns = Math.min(HEATMAP_MINUTES, width - 18);
  const start = end - HEATMAP_MINUTES * MINUTE;
  const counts = SEVERITY_RANKS.map(() => 0);
  const cells = Array.from({ length: columns }, (): number[] => counts.map(() => 0));
  for (const { time, severities } of timeline.buckets) {
    if (time + timeline.width <= start) continue;
    for (let rank = 0; rank < counts.length; rank++) counts[rank] += severities[rank];
    // A bucket longer than a column is drawn in all that it covers.
    const column = (at: number) => Math.floor((at - start) / (end - start) * columns);
    const last = Math.max(column(time), Math.ceil(column(time + timeline.width)) - 1);
    for (let at = Math.max(0, column(time)); at <= Math.min(columns - 1, last); at++) {
      for (let rank = 0; rank < counts.length; rank++) cells[at][rank] += severities[rank];
    }
  }
  const utc = state.zone === "utc";
  const [from, to] = range(start, end, utc);
  const steps = timeline.width > MINUTE ? `steps of ${Math.round(timeline.width / MINUTE)} min, ` : "";
  return [
    [
      span(`The last 60 minutes, to ${minute(end, utc)}`, "accent"),
      span(` (${steps}each row its own scale)`, "muted"),
    ],
    ...[6, 5, 4, 3, 2, 1, 0].filter((rank) => summary.severities[rank] > 0).map((rank): Line => {
      const row = cells.map((column) => column[rank]);
      const most = Math.max(1, ...row);
      const shades = row.map((count) => SHADES[count === 0 ? 0 : Math.max(1, Math.ceil(count / most * 4))]);
      return [
        ...countedSeverityCell(rank, 7),
        span(shades.join(""), severityTone(rank)),
        span(aligned(shortened(counts[rank], 7), 9)),
      ];
    }),
    [span(`       ${from}${to.padStart(Math.max(to.length, columns - from.length))}`, "muted")],
  ];
}
