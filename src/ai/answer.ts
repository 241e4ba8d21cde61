import type { RowId } from "../engine/messages.ts";
import type { Connection } from "./connection.ts";
import { AiFailure } from "./failure.ts";
import type { Piece, Usage } from "./provider.ts";

/** What happens while a question is answered. */
export type AnswerEvent =
  | { readonly kind: "text" | "thinking"; readonly text: string }
  | { readonly kind: "notice"; readonly text: string }
  | { readonly kind: "tool"; readonly text: string }
  /** What was sent: who is asked, and how much of the budget it takes. */
  | {
    readonly kind: "sent";
    readonly model: string;
    readonly address: string;
    readonly tokens: number;
    readonly contextSize: number;
    readonly lines: number;
    readonly leftOut: number;
    /** Among which records they were looked for, as words. */
    readonly covers: string;
  }
  | { readonly kind: "done"; readonly answer: Answered };

/** A whole answer. */
export interface Answered {
  readonly text: string;
  readonly model: string;
  readonly usage: Usage | null;
  /** US dollars, null without a known price. */
  readonly cost: number | null;
  /** Milliseconds from the question to the end. */
  readonly duration: number;
  /** Labels that it cites though no such line was sent. */
  readonly unsent: readonly string[];
  /** The records that it cites, in order. */
  readonly cited: readonly { readonly label: string; readonly id: RowId }[];
}

/** Throws AiFailure where an answer is not whole. */
export function checkWhole(
  end: (Piece & { kind: "end" }) | null,
  text: string,
  { target, model }: Connection,
): void {
  const empty = text.trim() === "";
  if (end?.reason === "filter") {
    throw new AiFailure(
      "filtered",
      `The content filter of ${target.address} ${
        empty ? "blocked the answer" : "cut the answer off"
      }. Ask in other words, or filter the log`,
    );
  }
  if (end?.reason === "length") {
    const what = empty
      ? "Thinking used up all the tokens for the answer"
      : "The answer reached its length limit and is cut off";
    throw new AiFailure(
      "incomplete",
      `${what}. Raise max_tokens in the provider's entry, ask for less, or lower ai-context-size`,
    );
  }
  if (empty) {
    throw new AiFailure(
      "nothing",
      `${model.name} at ${target.address} gave an empty answer. The context may be longer than the model was loaded with: lower ai-context-size, or load the model with a larger context`,
    );
  }
  if (end === null) {
    throw new AiFailure(
      "incomplete",
      `The answer of ${target.address} was cut off: the connection was closed. Ask again`,
    );
  }
}
