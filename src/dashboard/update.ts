import { perform } from "./actions.ts";
import { keyLabel } from "./keymap.ts";
import type { Message } from "./message.ts";
import { updateMouse } from "./mouse.ts";
import { sorted } from "./rankings.ts";
import type { State } from "./state.ts";
import { flashed, noticed, posting, stay, type Step, then } from "./step.ts";
import { aiKey, askTyped, updateAi } from "./update_ai.ts";
import { updateEngine } from "./update_engine.ts";
import { askRows, searchOn } from "./update_log.ts";
import { modalKey, turnEntry, turnFinding } from "./update_modal.ts";
import { promptKey, promptPaste } from "./update_prompt.ts";
import { searchedTrace, searchTrace } from "./update_trace.ts";
import { mustWait } from "./waiting_moves.ts";

/** What becomes of a state when something happens, and what is to be done about it. Pure. */
export function update(state: State, message: Message): Step {
  const step = caughtUp(updated(state, message));
  const searched = searchedTrace(state);
  if (searched === null || searched === searchedTrace(step[0])) return step;
  return then(step, (next) => posting(next, { kind: "endScan", asker: "entry" }));
}

/** Does the moves whose rows have come. */
function caughtUp(step: Step): Step {
  const [state] = step;
  const [action, ...waiting] = state.waiting;
  if (action === undefined || mustWait(state)) return step;
  // They were made in the log, whichever panel has the keys by now.
  const moved = then(step, (state) => perform({ ...state, waiting, focus: "log" }, action));
  return caughtUp(then(moved, (next) => stay({ ...next, focus: state.focus })));
}

function updated(state: State, message: Message): Step {
  switch (message.kind) {
    case "key":
      return updateKey(state, message.key, message.text);
    case "paste":
      return state.prompt ? promptPaste(state, state.prompt, message.text) : stay(pastedNowhere(state));
    case "mouse":
      return updateMouse(state, message);
    case "resize":
      return askRows({ ...state, width: message.width, height: message.height });
    case "focus":
      return stay(refocused(state, message.focused));
    case "tick":
      return then(searchOn(sorted({ ...state, now: message.now })), searchTrace);
    case "engine":
      return updateEngine(state, message.message);
    case "ai":
      return updateAi(state, message.message);
    case "grew":
      return stay(state.grewBy === message.bytes ? state : { ...state, grewBy: message.bytes });
    case "done":
      return stay(noticed(state, { level: message.level, text: message.text, at: state.now }));
    default:
      return message satisfies never;
  }
}

/** What is pasted is never taken for keys. */
function pastedNowhere(state: State): State {
  const { keyOf } = state.info.keymap;
  return flashed(
    state,
    `Paste while something is typed: ${keyOf("filter")} filter, ${keyOf("search")} search`,
  );
}

function updateKey(state: State, key: string, text: string): Step {
  if (state.prompt) return promptKey(state, state.prompt, key, text, { perform, askTyped });
  const action = state.info.keymap.actionOf(key);
  const modal = state.modals.at(-1);
  if (modal) {
    if (modal.kind === "entry" && (key === "n" || key === "N")) {
      const move = key === "n" ? "down" : "up";
      return then(perform({ ...state, focus: "log" }, move), turnEntry);
    }
    if (modal.kind === "finding" && (key === "n" || key === "N")) {
      const move = key === "n" ? "down" : "up";
      return then(perform({ ...state, focus: "findings" }, move), turnFinding);
    }
    const step = aiKey(state, modal, key) ?? modalKey(state, modal, key, action);
    if (step) return step;
    if (modal.kind === "entry" && (action === "moreContext" || action === "lessContext")) {
      return perform(state, action);
    }
    if (modal.kind === "entry" && (action === "analyse" || action === "sent")) return perform(state, action);
    // What the window itself names.
    if (modal.kind === "changes" && action === "mark") return perform(state, action);
    if (
      action !== "quit" && action !== "suspend" && action !== "copy" && action !== "copyJson" &&
      action !== "help"
    ) {
      const close = state.info.keymap.keyOf("back");
      return stay(flashed(state, `${keyLabel(key)} does nothing in this window · ${close} closes it`));
    }
  }
  if (action !== undefined) return perform(state, action);
  const help = state.info.keymap.keyOf("help");
  return stay(flashed(state, `${keyLabel(key)} does nothing · ${help} lists the keys`));
}

/** Notes where the list ended when the reader went away, and where when they came back. */
function refocused(state: State, focused: boolean): State {
  const { log, away } = state;
  const end = log.first + log.total;
  if (!focused) return { ...state, away: { from: end, to: null } };
  return { ...state, away: away && end > away.from ? { from: away.from, to: end } : null };
}
