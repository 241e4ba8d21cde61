import type { Answered } from "../ai/answer.ts";
import type { AnalysisKind } from "../ai/choose_model.ts";
import type { ModelPlace, ModelRow } from "../ai/protocol.ts";
import type { Row, RowId } from "../engine/messages.ts";
import { grouped } from "./figures.ts";

/** The kinds of analysis, in the order of their keys 1 to 5. */
export const ANALYSES: readonly { readonly kind: AnalysisKind; readonly label: string }[] = [
  { kind: "error", label: "What went wrong" },
  { kind: "performance", label: "What is slow" },
  { kind: "security", label: "Signs of attack or misuse" },
  { kind: "code", label: "Where in the code it comes from" },
  { kind: "quick", label: "A summary in three sentences" },
];

/** A question to a model and what came of it. */
export interface Talk {
  readonly id: number;
  /** "" for the usual question of its kind. */
  readonly question: string;
  readonly kind: AnalysisKind;
  /** The model, once it is known. */
  readonly model: string;
  /** It stands in a comparison and not in the conversation. */
  readonly compared: boolean;
  readonly state: "waiting" | "done" | "failed" | "cancelled";
  readonly text: string;
  readonly thinking: string;
  /** Calls of tools and notices, as they came. */
  readonly steps: readonly string[];
  readonly sent:
    | { tokens: number; contextSize: number; lines: number; leftOut: number; covers: string }
    | null;
  readonly answer: Answered | null;
  /** Why it failed. */
  readonly problem: string;
}

export interface AiState {
  readonly talks: readonly Talk[];
  readonly next: number;
  readonly models: {
    readonly rows: readonly ModelRow[];
    readonly current: (ModelPlace & { readonly why: string }) | null;
    readonly problems: readonly string[];
    readonly loading: boolean;
  };
  /** Models to compare, as `place model`. */
  readonly marked: readonly string[];
  /** The entry that questions are about. */
  readonly row: Row | null;
  /** Place of the chosen citation among those of the newest answer, -1 for none. */
  readonly cited: number;
}

export const NO_AI: AiState = {
  talks: [],
  next: 1,
  models: { rows: [], current: null, problems: [], loading: false },
  marked: [],
  row: null,
  cited: -1,
};

/** How a model is named among those that are marked. */
export function markOf({ place, model }: ModelPlace): string {
  return `${place} ${model}`;
}

/** The conversation, oldest first. */
export function conversation({ talks }: AiState): readonly Talk[] {
  return talks.filter(({ compared }) => !compared);
}

/** The records that the newest answer cites. */
export function citations(ai: AiState): readonly { readonly label: string; readonly id: RowId }[] {
  return conversation(ai).at(-1)?.answer?.cited ?? [];
}

export function isWaiting({ talks }: AiState): boolean {
  return talks.some(({ state }) => state === "waiting");
}

/** The conversation as Markdown. */
export function asMarkdown(ai: AiState, inputs: readonly string[], when: string): string {
  const parts = [`# Questions about ${inputs.join(", ")}`, `weir, ${when}`];
  for (const { question, kind, model, text, problem, answer, compared } of ai.talks) {
    const asked = question === ""
      ? ANALYSES.find((analysis) => analysis.kind === kind)?.label ?? kind
      : question;
    parts.push(
      `## ${asked}${compared ? ` (${model})` : ""}`,
      text.trim() === "" ? `*${problem}*` : text.trim(),
    );
    if (answer !== null) parts.push(`*${[answer.model, ...figuresOf(answer)].join(", ")}*`);
    else if (text.trim() !== "" && problem !== "") parts.push(`*${problem}*`);
  }
  return `${parts.join("\n\n")}\n`;
}

/** Time, tokens and cost of an answer, as words. */
export function figuresOf({ duration, usage, cost }: Answered): string[] {
  return [
    `${(duration / 1000).toFixed(1)} s`,
    ...usage === null ? [] : [`${grouped(usage.input)} tokens in, ${grouped(usage.output)} out`],
    ...cost === null ? [] : [`$${cost.toFixed(4)}`],
  ];
}
