import type { WordsSummary } from "../../record/summary.ts";
import { bytes, counted, grouped, moment, percent, span as duration } from "../figures.ts";
import { severityTone } from "../look.ts";
import { countedSeverityCell } from "../severity_cell.ts";
import { aligned, type Line, padded, span } from "../spans.ts";
import { type State, summaryOf } from "../state.ts";
import { keysLine, type Page, pageWidth } from "./page.ts";

/** How much was read, from when to when, how fast, and by whom. */
export function statisticsPage(state: State): Page {
  const summary = summaryOf(state);
  const utc = state.zone === "utc";
  const fact = (name: string, value: string): Line => [span(padded(name, 18), "muted"), span(value)];
  const lines: Line[] = [];
  // How fast a file was read that has ended tells nothing of it.
  const isLive = state.phase === "reading" || state.phase === "following";
  if (summary && state.shown) {
    const covered = summary.start !== null && summary.end !== null ? summary.end - summary.start : 0;
    lines.push(
      fact("records", grouped(summary.records)),
      fact("lines", grouped(summary.lines)),
      fact("bytes", bytes(summary.bytes)),
      ...(isLive ? [fact("records a second", grouped(state.shown.rate))] : []),
      fact(
        "listed",
        state.shown.letGo > 0
          ? `the newest ${grouped(state.shown.held)} of ${grouped(state.shown.held + state.shown.letGo)}`
          : "all",
      ),
      fact("from", summary.start === null ? "no times found" : moment(summary.start, utc, 3)),
      fact("to", summary.end === null ? "" : moment(summary.end, utc, 3)),
      fact("covers", duration(covered)),
      fact("running for", duration(state.now - state.startedAt)),
      fact("updates", `every ${duration(state.interval)}`),
      fact("patterns", grouped(summary.patterns.total)),
      fact("words tracked", wordsTracked(summary.words)),
      [],
      ...[6, 5, 4, 3, 2, 1, 0].filter((rank) => summary.severities[rank] > 0).map((rank): Line => [
        ...countedSeverityCell(rank, 18),
        span(aligned(grouped(summary.severities[rank]), 14)),
        span(aligned(percent(summary.severities[rank], summary.records), 9), "muted"),
      ]),
    );
    for (const [title, list] of [["Services", summary.services], ["Hosts", summary.hosts]] as const) {
      if (list.length === 0) continue;
      lines.push([], [span(title, "accent")]);
      for (const { name, count, severities } of list.slice(0, 10)) {
        const errors = severities[5] + severities[6];
        lines.push([
          span(padded(name, 26)),
          span(aligned(grouped(count), 14)),
          span(
            errors > 0 ? aligned(counted(errors, "error"), 20) : "",
            severityTone(5),
          ),
        ]);
      }
    }
  }
  return {
    title: "Statistics",
    lines,
    list: false,
    empty: "No records yet",
    keys: keysLine(["↑↓", "scroll"], ["Esc", "back"]),
    width: pageWidth(state, 66),
  };
}

/** `184`, `1,000 of more`, `1,000 of more; counts up to 12 too low` */
function wordsTracked({ tracked, more = false, error }: WordsSummary): string {
  const short = error > 0 ? `; counts up to ${grouped(error)} too low` : "";
  return `${grouped(tracked)}${more ? " of more" : ""}${short}`;
}
