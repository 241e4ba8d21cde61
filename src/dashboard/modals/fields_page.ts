import { cellWidth, fit } from "../../terminal/text.ts";
import { type FieldChoice, fieldChoices } from "../field_choices.ts";
import { templateLine } from "../panels/patterns_panel.ts";
import { type Line, padded, span } from "../spans.ts";
import { type Modal, type State, summaryOf } from "../state.ts";
import { keysLine, type Page, pageWidth } from "./page.ts";

/** The widest that the names stand beside the values. */
const NAME_CELLS = 32;

/** What of a record others may share, to be filtered by. */
export function fieldsPage(state: State, modal: Modal & { kind: "fields" }): Page {
  const width = pageWidth(state, 80);
  const choices = choicesOf(state, modal);
  const widest = choices.reduce((most, { name }) => Math.max(most, cellWidth(name)), 0);
  const cells = Math.min(widest, NAME_CELLS, width >> 1);
  const { keyOf } = state.info.keymap;
  return {
    title: "Records that share",
    lines: choices.map(({ name, value }): Line => [
      span(padded(fit(name, cells, "middle"), cells + 2), "muted"),
      ...(name === "pattern" ? templateLine(value) : [span(value)]),
    ]),
    list: true,
    empty: "There is nothing to filter by",
    keys: keysLine(["Enter", "show only these"], [keyOf("without"), "exclude"], ["Esc", "back"]),
    width,
  };
}

export function choicesOf(state: State, { row }: Modal & { kind: "fields" }): FieldChoice[] {
  const pattern = summaryOf(state)?.patterns.top.find(({ id }) => id === row.pattern);
  return fieldChoices(row, pattern?.template ?? null);
}
