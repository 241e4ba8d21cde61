import type { Area, CellBuffer } from "../terminal/buffer.ts";
import { cellWidth } from "../terminal/text.ts";
import { explainQuery } from "../query/explain.ts";
import { parseQuery } from "../query/parse.ts";
import { QueryError } from "../query/query.ts";
import { completionsOf } from "./completion.ts";
import type { Look } from "./look.ts";
import { drawPromptLine } from "./panels/status_panel.ts";
import { isMarked } from "./search_text.ts";
import { drawLine, type Line, lineWidth, span } from "./spans.ts";
import type { Prompt, PromptKind, State } from "./state.ts";

const LABELS: Record<PromptKind, string> = {
  filter: "Filter",
  search: "Search",
  time: "Go to time",
  action: ":",
  export: "Write to",
  name: "Save as",
  ask: "Ask",
};

/** Draws the prompt, what it would do, its errors under the text, and what Tab would complete. */
export function drawPrompt(buffer: CellBuffer, look: Look, area: Area, state: State, prompt: Prompt): void {
  const label = LABELS[prompt.kind];
  const told = noteOf(prompt);
  const hasRoom = lineWidth(told) <= area.width >> 1;
  const note = hasRoom ? told : [];
  drawPromptLine(buffer, look, area, { label, text: prompt.field.text, cursor: prompt.field.cursor, note });
  if (prompt.error && prompt.error.to > prompt.error.from) {
    const x = area.x + 2 + cellWidth(label) + cellWidth(prompt.field.text.slice(0, prompt.error.from));
    const width = cellWidth(prompt.field.text.slice(prompt.error.from, prompt.error.to));
    buffer.restyle({ x, y: area.y, width, height: 1 }, { underline: true });
  }
  const above = { ...area, y: area.y - 1 };
  const choices = completionsOf(state, prompt).choices.slice(0, 12);
  if (choices.length === 0 && hasRoom) return;
  buffer.fill(above, " ", look.tones.text);
  if (!hasRoom && (prompt.error || choices.length === 0)) {
    drawLine(buffer, look, above.x + 1, above.y, told, above.width - 2);
    return;
  }
  drawLine(buffer, look, above.x + 1, above.y, [
    span("Tab ", "key"),
    ...choices.flatMap((
      choice,
      place,
    ) => [span(place === 0 ? "" : "  "), span(choice, place === 0 ? "accent" : "muted")]),
  ], above.width - 2);
}

/** What Enter does with the text of each prompt. */
const ENTER_DOES: Record<PromptKind, string> = {
  filter: "apply",
  search: "find",
  time: "go there",
  action: "run it",
  ask: "ask",
  export: "write",
  name: "save",
};

function noteOf(prompt: Prompt): Line {
  if (prompt.error) return [span(prompt.error.message, "bad")];
  const deed = ENTER_DOES[prompt.kind];
  if (prompt.field.text.trim() === "") return [span(`Enter ${deed} · Esc back`, "muted")];
  if (prompt.kind === "filter") return [span(explained(prompt.field.text), "muted")];
  const unmarked = prompt.kind === "search" && !isMarked(prompt.field.text.trim())
    ? " · it is not marked"
    : "";
  return [span("Enter", "key"), span(` ${deed}${unmarked}`, "muted")];
}

function explained(text: string): string {
  try {
    return explainQuery(parseQuery(text));
  } catch (error) {
    if (error instanceof QueryError) return error.message;
    throw error;
  }
}
