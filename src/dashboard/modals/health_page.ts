import type { State } from "../state.ts";
import { type Input, inputLines } from "./input_lines.ts";
import { inputsTable } from "./inputs_table.ts";
import { keysLine, type Page, pageWidth } from "./page.ts";

/** How well each input was read: read, parsed as what, plain, cut, late, lag, and what went wrong. */
export function healthPage(state: State): Page {
  const sources = state.shown?.summary.sources ?? [];
  const unread = state.shown?.unread ?? [];
  // What is behind the end that an input had is not to be read.
  const inputs = sources.map((source, place): Input => ({
    source,
    unread: source.state === "ended" ? null : unread[place] ?? null,
  }));
  const width = pageWidth(state, inputs.length > 1 ? 120 : 84);
  return {
    title: "Inputs",
    lines: inputs.length > 1 ? inputsTable(inputs, width) : inputs.flatMap(inputLines),
    list: false,
    empty: "No input is open yet",
    keys: keysLine(["↑↓", "scroll"], ["Esc", "back"]),
    width,
  };
}
