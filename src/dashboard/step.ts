import type { EngineRequest, Notice } from "../engine/messages.ts";
import type { Command } from "./message.ts";
import type { State } from "./state.ts";

/** What `update` comes to: the next state, and what is to be done outside. */
export type Step = readonly [State, readonly Command[]];

/** Milliseconds that a notice takes the status line. */
const FLASH_MS = 4000;
const MAX_NOTICES = 500;

export function stay(state: State): Step {
  return [state, []];
}

/** Goes on from a step, with the commands of both. */
export function then([state, commands]: Step, next: (state: State) => Step): Step {
  const [after, more] = next(state);
  return [after, more.length === 0 ? commands : [...commands, ...more]];
}

export function posting(state: State, request: EngineRequest): Step {
  return [state, [{ kind: "post", request }]];
}

/** Says something in the status line for some seconds. */
export function flashed(state: State, text: string, level: Notice["level"] = "info"): State {
  return { ...state, flash: { text, level, until: state.now + FLASH_MS } };
}

/** Says something in the status line for some seconds and keeps it in the list of notices; good news count as seen. */
export function noticed(state: State, notice: Notice): State {
  const notices = [...state.notices, notice].slice(-MAX_NOTICES);
  // What the bound lets go was seen or never will be.
  const kept = state.noticesSeen + notices.length - state.notices.length - 1;
  const isSeen = notice.level === "info" && kept === notices.length - 1;
  const noticesSeen = Math.max(0, isSeen ? notices.length : kept);
  return flashed({ ...state, notices, noticesSeen }, notice.text, notice.level);
}
