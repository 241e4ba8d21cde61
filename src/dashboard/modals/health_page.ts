import type { SourceHealth } from "../../record/summary.ts";
import { bytes, grouped, percent } from "../figures.ts";
import { type Line, padded, span } from "../spans.ts";
import type { State } from "../state.ts";
import { keysLine, type Page, pageWidth } from "./page.ts";

/** How well each input was understood: read, parsed as what, plain, cut, late, and what went wrong. */
export function healthPage(state: State): Page {
  const sources = state.shown?.summary.sources ?? [];
  return {
    title: "Inputs",
    lines: sources.flatMap((source, place) => [...(place > 0 ? [[]] : []), ...sourceLines(source)]),
    list: false,
    empty: "No input is open yet",
    keys: keysLine(["↑↓", "scroll"], ["Esc", "back"]),
    width: pageWidth(state, 84),
  };
}

function sourceLines(source: SourceHealth): Line[] {
  const bad = source.state === "lost" || source.state === "failed";
  const fact = (name: string, value: string, warn = false): Line => [
    span(`  ${padded(name, 16)}`, "muted"),
    span(value, warn ? "warning" : "text"),
  ];
  const of = (count: number) => `${grouped(count)}  ${percent(count, source.records)}`;
  const formats = Object.entries(source.formats).toSorted((a, b) => b[1] - a[1]);
  return [
    [span(source.name, "strong"), span(`  ${source.state}`, bad ? "bad" : "muted")],
    fact("read", `${grouped(source.lines)} lines, ${bytes(source.bytes)}`),
    fact("records", grouped(source.records)),
    ...formats.map(([name, count]) => fact("read as", `${name}  ${percent(count, source.records)}`)),
    fact("not understood", of(source.plain), source.plain > source.records * 0.03),
    fact("without a time", of(source.undated), source.undated > source.records * 0.03),
    fact("cut at a bound", grouped(source.truncated), source.truncated > 0),
    fact("late", grouped(source.late)),
    ...source.errors.map((error): Line => [span(`  ${error}`, "bad")]),
  ];
}
