import type { EngineRequest, Notice } from "../engine/messages.ts";
import type { Command } from "./message.ts";
import type { State } from "./state.ts";

/** What `update` comes to: the next state, and what is to be done outside. */
export type Step = readonly [State, readonly Command[]];

/** Milliseconds that a notice takes the status line. */
const FLASH_MS = 4000;

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
