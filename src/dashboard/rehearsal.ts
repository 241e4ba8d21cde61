import { CellBuffer } from "../terminal/buffer.ts";
import type { Capabilities } from "../terminal/capability.ts";
import { Screen } from "../terminal/screen.ts";
import { draw } from "./draw.ts";
import type { Look } from "./look.ts";
import type { State } from "./state.ts";
import { update } from "./update.ts";

/** What is pressed, on a state that nobody sees. */
const ACTIONS = ["help", "back", "details", "back", "up", "down", "help", "back"] as const;

/**
 * Draws for nobody what the first keys would show, a frame at each step: code that ran before is compiled, and the
 * first key that a person presses does not wait for that. Nothing is sent and nothing is written.
 */
export function* rehearse(state: State, look: Look, capabilities: Capabilities): Generator<void, void, void> {
  const buffer = new CellBuffer(state.width, state.height);
  const screen = new Screen(() => {}, capabilities);
  let pretended = state;
  for (const action of ACTIONS) {
    const key = state.info.keymap.bindings.find((binding) => binding.action === action)?.keys[0];
    if (key === undefined) continue;
    [pretended] = update(pretended, { kind: "key", key, text: "" });
    draw(pretended, buffer, look);
    screen.draw(buffer);
    yield;
  }
}
