import type { Row, RowId } from "../engine/messages.ts";
import type { AnalysisKind } from "./choose_model.ts";

/** A question with what it is about. */
export interface Inquiry {
  readonly question: string;
  readonly kind: AnalysisKind;
  readonly where: string;
  readonly selected: RowId | null;
  /** The selected record, where it is at hand: it may not be held any more. */
  readonly entry?: Row | null;
}

/** A question and its answer, as they are kept for follow-ups. */
export interface Turn {
  readonly question: string;
  readonly answer: string;
}
