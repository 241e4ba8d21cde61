import type { Row } from "../../engine/messages.ts";
import { severityRank } from "../../record/severity.ts";
import { messageOf, timesOf } from "../columns.ts";
import { entryLines } from "../entry_lines.ts";
import { severityCell } from "../severity_cell.ts";
import { type Line, span, wrapped } from "../spans.ts";
import { type Modal, selectedRow, type State } from "../state.ts";
import { offersFiles } from "../update_log.ts";
import { keysLine, type Page, pageWidth } from "./page.ts";
import { traceLines } from "./trace_lines.ts";

/** All of one record: its text and attributes, its line as read, the ones around it, and why it was read so. */
export function entryPage(state: State, modal: Modal & { kind: "entry" }): Page {
  const width = pageWidth(state, 110);
  const detail = modal.detail;
  const known = selectedRow(state);
  const same = known && known.id.source === modal.id.source && known.id.sequence === modal.id.sequence;
  const row = detail?.row ?? (same ? known : null);
  const lines: Line[] = row ? entryLines(row, width, state.zone) : [];
  const group = modal.trace;
  const traced = group !== null && (group.rows.length > 1 || group.whole || offersFiles(state));
  let marked: number | undefined;
  if (group !== null && traced) {
    const trace = traceLines(group, modal.id, state);
    if (trace.marked !== undefined) marked = lines.length + 1 + trace.marked;
    lines.push([], ...trace.lines);
  }
  if (row) {
    lines.push([], [span("As read", "accent")]);
    lines.push(...wrapped(row.record.raw, width, 200).map((text): Line => [span(text, "muted")]));
  }
  const template = state.shown?.summary.patterns.top.find(({ id }) => id === row?.pattern);
  if (template) {
    lines.push([], [span("Pattern", "accent"), span(` ${template.id}`, "muted")]);
    lines.push(...wrapped(template.template, width).map((text): Line => [span(text)]));
  }
  if (row && detail) {
    const around = [...detail.before, row, ...detail.after];
    lines.push([], [span("Context", "accent")]);
    lines.push(...contextLines(around, state, row));
    if (detail.explanation.length > 0) {
      lines.push([], [span("Why it was read this way", "accent")]);
      lines.push(
        ...detail.explanation.flatMap((text) => wrapped(text, width).map((part): Line => [span(part)])),
      );
    }
  }
  const { keyOf } = state.info.keymap;
  const tracedKeys: [string, string][] = traced
    ? [[keyOf("nextPanel"), "its trace"], [keyOf("open"), "go there"]]
    : [];
  return {
    title: "Entry",
    lines,
    list: false,
    empty: "Reading…",
    keys: keysLine(
      ["↑↓", "scroll"],
      ["n N", "others"],
      [keyOf("only"), "filter by"],
      ...tracedKeys,
      ["y Y", "copy"],
      ["Esc", "back"],
    ),
    marked,
    width,
  };
}

/** Records one below the other, a line each; `chosen` is marked among them. */
export function contextLines(rows: readonly Row[], state: State, chosen: Row | null = null): Line[] {
  const times = timesOf(state, rows);
  return rows.map((row, at): Line => [
    span(row === chosen ? "▌" : " ", "accent"),
    span(`${times[at]}  `, "muted"),
    ...severityCell(severityRank(row.record.severity), 7),
    span(messageOf(row).split("\n", 1)[0].slice(0, 500), row === chosen ? "strong" : "text"),
  ]);
}
