import type { ReadingSummary } from "../analysis/analysis.ts";
import type { PatternDetails, Summary } from "../record/summary.ts";

/** What the thread that counts is told to begin with. */
export interface CountingStart {
  memorySize: number;
  stopWords: readonly string[];
  /** Memory for packed batches, used in turn. */
  slots: SharedArrayBuffer[];
  /** See the places below. */
  control: SharedArrayBuffer;
}

/** Places of the control numbers: batches written, batches taken, whether there are no more, and who waits. */
export const WRITTEN = 0;
export const TAKEN = 1;
export const COMPLETE = 2;
export const TAKER_WAITS = 3;
export const GIVER_WAITS = 4;

/**
 * Ends the wait of the thread that said at `place` that it waits, if it does. Waking takes longer than counting a
 * batch, so each side lets some gather before it wakes the other.
 */
export function wake(control: Int32Array, place: number): void {
  if (Atomics.exchange(control, place, 0) === 1) Atomics.notify(control, place);
}

/** Asks for the summary, with the variables of the first `details` patterns. */
export interface SummaryRequest {
  reading: ReadingSummary;
  details: number;
}

/** All that was counted, and some patterns with their variables. */
export interface CountingSummary {
  summary: Summary;
  details: PatternDetails[];
}

export type CountingMessage =
  | { kind: "counted" } & CountingSummary
  | { kind: "failed"; message: string };
