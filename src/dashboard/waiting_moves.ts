import { type Action, isMove } from "./keymap.ts";
import { selectedRow, type State } from "./state.ts";

/** Moves that wait; a key that repeats must not carry the list away once its rows are there. */
const MAX_WAITING = 20;

const SEARCHES: readonly Action[] = ["findNext", "findPrevious", "nextError", "previousError"];

/** Whether rows that were asked for, or the place that a move leads to, must come before one can move on from there. */
export function mustWait(state: State): boolean {
  const { log, finding, whole, waiting } = state;
  // The list may not reach yet to where its cursor was put.
  const isOutside = log.cursor < log.first || log.cursor >= log.first + log.total;
  // What comes before the first row is read from that one on.
  const isUnread = log.cursor === log.first && selectedRow(state) === null;
  if (log.pending || ((isOutside || isUnread) && log.asked !== null)) return true;
  if (finding === null) return false;
  // A search of files may take long: one may move meanwhile, unless moves before this one wait for its end.
  return waiting.length > 0 || finding.question.kind === "place" || !(whole && log.searched < 1);
}

/** Keeps a move in the log for when its rows are there; null for what need not wait. */
export function keptMove(state: State, action: Action): State | null {
  if (state.modals.length > 0 || !mustWait(state)) return null;
  if (!SEARCHES.includes(action) && !(isMove(action) && state.focus === "log")) return null;
  const waiting = action === "first" ? [action] : [...state.waiting, action].slice(0, MAX_WAITING);
  return { ...state, waiting };
}

/** Gives up what waits, and the place that is looked for. */
export function withoutWaiting(state: State): State {
  return { ...state, waiting: [], finding: null };
}
