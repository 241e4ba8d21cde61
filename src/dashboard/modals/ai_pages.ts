import { ANALYSES, conversation, markOf } from "../ai_state.ts";
import { entryLines } from "../entry_lines.ts";
import { grouped } from "../figures.ts";
import { cutLine, type Line, lineWidth, padded, span, wrapped } from "../spans.ts";
import type { Modal, State } from "../state.ts";
import { whereOf } from "../where.ts";
import { keysLine, type Page, pageWidth } from "./page.ts";
import { questionOf, talkLines } from "./talk_lines.ts";

/** Cells from which on an answer stands beside its entry. */
const BESIDE = 110;
/** Models that are compared at the most. */
export const MOST_COMPARED = 4;

/** The analysis of what is shown: the kinds to choose from, then the answer, beside the entry where there is room. */
export function analysisPage(state: State, modal: Modal & { kind: "analysis" }): Page {
  const width = pageWidth(state, 180);
  const talk = state.ai.talks.find(({ id }) => id === modal.talk);
  const { row } = state.ai;
  const beside = row !== null && width >= BESIDE;
  const right = beside ? width - (width >> 1) - 3 : width;
  const answer = talk ? talkLines(state, talk, right, true) : choices(state);
  const entry = row === null ? [] : entryLines(row, beside ? width >> 1 : width, state.zone);
  const lines = beside
    ? sideBySide([entry, answer], [width >> 1, right])
    : talk
    ? answer
    : [...answer, [], ...entry];
  const keys = talk
    ? keysLine(
      ["1-5", "other"],
      ["Enter", "ask"],
      ["n N", "lines"],
      ["Ctrl+O", "sent"],
      ["y", "copy"],
      ["w", "save"],
      ["Esc", "back"],
    )
    : keysLine(["1-5", "ask"], ["c", "chat"], ["m", "models"], ["Ctrl+O", "sent"], ["Esc", "back"]);
  return { title: "Analysis", lines, list: false, empty: "", keys, width };
}

function choices(state: State): Line[] {
  const where = whereOf(state);
  const about = [
    where === "" ? "everything that was read" : `what matches ${where}`,
    ...state.ai.row === null ? [] : [`the selected line ${state.ai.row.record.line}`],
  ];
  return [
    [span("Ask a model about ", "muted"), span(about.join(" and "))],
    [],
    ...ANALYSES.map(({ label }, place): Line => [span(`${place + 1}  `, "key"), span(label)]),
  ];
}

/** The whole conversation. */
export function chatPage(state: State): Page {
  const width = pageWidth(state, 120);
  const lines = conversation(state.ai).flatMap((talk, place): Line[] => [
    ...place === 0 ? [] : [[] as Line],
    ...talkLines(state, talk, width, true),
  ]);
  return {
    title: "Chat",
    lines,
    list: false,
    empty: "No questions yet: Enter asks about what is shown",
    keys: keysLine(["Enter", "ask"], ["n N", "lines"], ["y", "copy"], ["w", "save"], ["X", "forget"], [
      "Ctrl+O",
      "sent",
    ], ["Esc", "back"]),
    width,
  };
}

export function modelsPage(state: State): Page {
  const { rows, current, problems, loading } = state.ai.models;
  const width = pageWidth(state, 110);
  const widest = (texts: readonly string[], most: number) =>
    Math.min(most, Math.max(0, ...texts.map((text) => text.length)));
  const names = widest(rows.map(({ model }) => model), 44);
  const providers = widest(rows.map(({ provider }) => provider), 16);
  const rooms = rows.map(({ context }) => context === null ? "" : `${grouped(context / 1000)} k`);
  const room = widest(rooms, 9);
  const lines = rows.map((row, place): Line => {
    const isCurrent = current !== null && markOf(current) === markOf(row);
    const { price } = row;
    return [
      span(state.ai.marked.includes(markOf(row)) ? "✓ " : "  ", "accent"),
      span(padded(row.model, names), isCurrent ? "strong" : "text"),
      span(
        `  ${padded(row.provider, providers)}  ${" ".repeat(room - rooms[place].length)}${rooms[place]}`,
        "muted",
      ),
      span(price === null ? "" : `  $${price.input} in, $${price.output} out per million`, "muted"),
      span(row.loaded ? "  loaded" : "", "good"),
      span(isCurrent ? "  in use" : "", "accent"),
    ];
  });
  const why = current === null || rows.length === 0 ? "" : ` · ${current.model}: ${current.why}`;
  return {
    title: `Models${why}`,
    lines,
    list: true,
    empty: loading ? "Asking the providers…" : problems.join(" · ") || "The providers list no models",
    keys: keysLine(
      ["Enter", "use"],
      ["Space", "mark"],
      ["c", "compare"],
      ["a", "automatic"],
      ["Esc", "back"],
    ),
    width,
  };
}

/** The answers of several models to one question, side by side. */
export function comparePage(state: State, modal: Modal & { kind: "compare" }): Page {
  const width = pageWidth(state, 220);
  const talks = modal.talks.map((id) => state.ai.talks.find((talk) => talk.id === id)!);
  const column = Math.max(10, Math.floor((width - 3 * (talks.length - 1)) / talks.length));
  const columns = talks.map((talk): Line[] => [
    [span(talk.model, "strong")],
    ...talkLines(state, talk, column, false),
  ]);
  return {
    title: talks.length === 0 ? "Comparison" : `Comparison · ${questionOf(talks[0])}`,
    lines: sideBySide(columns, talks.map(() => column)),
    list: false,
    empty: "",
    keys: keysLine(["↑↓", "scroll"], ["y", "copy"], ["w", "save"], ["Esc", "back"]),
    width,
  };
}

/** Show exactly what would be sent. */
export function sentPage(state: State, modal: Modal & { kind: "sent" }): Page {
  const width = pageWidth(state, 140);
  const lines = modal.text === null
    ? []
    : modal.text.split("\n").flatMap((text) => wrapped(text.replaceAll("\\n", "\n"), width)).map((
      row,
    ): Line => [span(row)]);
  return {
    title: "What is sent",
    lines,
    list: false,
    empty: "Preparing…",
    keys: keysLine(["↑↓", "scroll"], ["Esc", "back"]),
    width,
  };
}

function sideBySide(columns: readonly Line[][], widths: readonly number[]): Line[] {
  const height = Math.max(...columns.map((lines) => lines.length));
  return Array.from({ length: height }, (_, y) =>
    columns.flatMap((lines, place): Line => {
      const cut = cutLine(lines[y] ?? [], widths[place]);
      if (place === columns.length - 1) return cut;
      return [...cut, span(" ".repeat(Math.max(0, widths[place] - lineWidth(cut)))), span(" │ ", "border")];
    }));
}
