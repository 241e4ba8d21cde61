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
      `The content filter of ${target.address} held the answer back${
        empty ? "" : " in the middle"
      }. Ask in other words, or filter the log`,
    );
  }
  if (end?.reason === "length") {
    const what = empty
      ? "Thinking took all the tokens of the answer"
      : "The answer reached its longest and ends in the middle";
    throw new AiFailure(
      "incomplete",
      `${what}. Raise max_tokens of the provider's entry, ask for less, or lower ai-context-size`,
    );
  }
  if (empty) {
    throw new AiFailure(
      "nothing",
      `${model.name} at ${target.address} answered nothing. The context may be longer than the model has loaded: lower ai-context-size, or load it with more`,
    );
  }
  if (end === null) {
    throw new AiFailure(
      "incomplete",
      `The answer of ${target.address} ends in the middle: the connection was closed. Ask again`,
    );
  }
}
