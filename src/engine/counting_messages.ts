import type { BodySummary } from "../analysis/body_analysis.ts";
import type { FindingsContext } from "../analysis/findings/find.ts";
import type { PatternDetails } from "../record/summary.ts";

/** What the thread that counts is told to begin with. */
export interface CountingStart {
  memorySize: number;
  stopWords: readonly string[];
  /** Memory for packed batches, used in turn. */
  slots: SharedArrayBuffer[];
  /** See the places below. */
  control: SharedArrayBuffer;
}

/** Places of the control numbers: batches written, batches taken, whether there are no more, and a count of changes. */
export const WRITTEN = 0;
export const TAKEN = 1;
export const COMPLETE = 2;
export const CHANGES = 3;

/** Asks for the summary, with the variables of the first `details` patterns. */
export interface SummaryRequest {
  context: Omit<FindingsContext, "patterns">;
  details: number;
}

export type CountingMessage =
  | { kind: "summary"; bodies: BodySummary; details: PatternDetails[] }
  | { kind: "failed"; message: string };
