import { ANALYSES, citations, figuresOf, type Talk } from "../ai_state.ts";
import { counted, grouped } from "../figures.ts";
import { markdownLines } from "../markdown_lines.ts";
import { type Line, span, wrapped } from "../spans.ts";
import type { State } from "../state.ts";

/** Rows of thinking that are shown; the newest. */
const THINKING_ROWS = 6;
const STEPS = 8;

/** A question and what came of it, in rows of `width` cells. */
export function talkLines(state: State, talk: Talk, width: number, withQuestion: boolean): Line[] {
  const lines: Line[] = [];
  if (withQuestion) {
    lines.push(
      ...wrapped(questionOf(talk), width - 2).map((row): Line => [span("▌ ", "accent"), span(row, "strong")]),
    );
  }
  if (talk.sent !== null) {
    const { tokens, contextSize, lines: records, leftOut, covers } = talk.sent;
    const told = [
      ...withQuestion ? [talk.model] : [],
      leftOut > 0
        ? `${grouped(records)} of ${grouped(records + leftOut)} records`
        : counted(records, "record"),
      ...covers.startsWith("all ") ? [] : [covers],
      `${grouped(tokens)} of ${grouped(contextSize)} tokens of context`,
    ];
    lines.push(...wrapped(told.join(" · "), width).map((row): Line => [span(row, "muted")]));
  }
  for (const step of talk.steps.slice(-STEPS)) {
    lines.push(...wrapped(`· ${step}`, width, 3).map((row): Line => [span(row, "muted")]));
  }
  if (talk.thinking !== "" && talk.text === "") {
    lines.push([span("Thinking", "muted")]);
    lines.push(
      ...wrapped(talk.thinking.slice(-2000).trimEnd(), width - 2).slice(-THINKING_ROWS).map((
        row,
      ): Line => [span(`  ${row}`, "faint")]),
    );
  }
  const cited = citations(state.ai)[state.ai.cited]?.label ?? null;
  if (talk.text !== "") lines.push(...answerLines(talk, width, cited));
  lines.push(...endLines(state, talk, width));
  return lines;
}

/** What was made of an answer last: a long one is asked for at each of its pieces, and for each frame. */
const made = new WeakMap<Talk, { width: number; cited: string | null; lines: Line[] }>();

function answerLines(talk: Talk, width: number, cited: string | null): Line[] {
  const known = made.get(talk);
  if (known?.width === width && known.cited === cited) return known.lines;
  const lines = markdownLines(talk.text.trimEnd(), width, cited);
  made.set(talk, { width, cited, lines });
  return lines;
}

function endLines(state: State, talk: Talk, width: number): Line[] {
  const told = (text: string, tone: "muted" | "bad" | "warning") =>
    wrapped(text, width).map((row): Line => [span(row, tone)]);
  switch (talk.state) {
    case "waiting": {
      const dots = ".".repeat(1 + Math.floor(state.now / 500) % 3);
      return [[
        span(`${waitingFor(talk)}${dots}`, "muted"),
        span("  Esc", "key"),
        span(" cancels", "muted"),
      ]];
    }
    case "failed":
      return told(talk.problem, "bad");
    case "cancelled":
      return told(talk.problem, "muted");
    case "done": {
      if (talk.answer === null) return [];
      const { unsent } = talk.answer;
      const lines: Line[] = [
        [],
        ...told([talk.answer.model, ...figuresOf(talk.answer)].join(" · "), "muted"),
      ];
      if (unsent.length > 0) {
        lines.push(...told(
          `Cites lines that were not sent: ${unsent.map((label) => `#${label}`).join(", ")}`,
          "warning",
        ));
      }
      return lines;
    }
  }
}

function waitingFor({ sent, text }: Talk): string {
  if (text !== "") return "";
  return sent === null ? "Looking through the log" : "Waiting for an answer";
}

/** The question as it was asked, or the name of the analysis. */
export function questionOf({ question, kind }: Talk): string {
  return question !== "" ? question : ANALYSES.find((analysis) => analysis.kind === kind)?.label ?? kind;
}
