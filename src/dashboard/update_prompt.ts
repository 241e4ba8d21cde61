import { parseQuery } from "../query/parse.ts";
import { QueryError } from "../query/query.ts";
import { timeValueOf } from "../query/time_value.ts";
import { completionsOf } from "./completion.ts";
import type { Action } from "./keymap.ts";
import type { Prompt, PromptKind, State } from "./state.ts";
import { flashed, stay, type Step } from "./step.ts";
import { checkSearch, filterOfSearch, quotedSearch } from "./search_text.ts";
import { edited, fieldOf, inserted } from "./text_field.ts";
import { typedTime, typedTimes } from "./typed_times.ts";
import { addFilter } from "./update_filters.ts";
import { exportTo, saveFilters } from "./update_deeds.ts";
import { find, goToTime } from "./update_log.ts";
import { withoutWaiting } from "./waiting_moves.ts";

/** Entries that each history keeps. */
const MAX_HISTORY = 100;

/** Opens a prompt, perhaps with a text in it. */
export function openPrompt(state: State, kind: PromptKind, text = "", editing: number | null = null): Step {
  const recalled = state.histories[kind].length;
  const { search: searched } = state;
  return stay({ ...state, prompt: { kind, field: fieldOf(text), error: null, recalled, editing, searched } });
}

/** What accepting a prompt leads to elsewhere. */
interface PromptDeeds {
  /** Runs an action by its name. */
  perform(state: State, action: Action): Step;
  /** Puts a question to a model. */
  askTyped(state: State, question: string): Step;
}

/** A key while one types. */
export function promptKey(
  state: State,
  prompt: Prompt,
  key: string,
  text: string,
  { perform, askTyped }: PromptDeeds,
): Step {
  switch (key) {
    case "esc":
    case "ctrl+c":
      return stay({ ...state, prompt: null, search: prompt.searched });
    case "enter":
      return accept(state, prompt, { perform, askTyped });
    case "up":
    case "ctrl+p":
      return stay(recall(state, prompt, -1));
    case "down":
    case "ctrl+n":
      return stay(recall(state, prompt, 1));
    case "tab":
      return stay(completed(state, prompt));
  }
  const field = edited(prompt.field, key) ?? (text === "" ? null : inserted(prompt.field, text));
  return stay(field ? withField(state, prompt, field) : state);
}

/** Puts pasted text into the prompt. */
export function promptPaste(state: State, prompt: Prompt, text: string): Step {
  return stay(withField(state, prompt, inserted(prompt.field, text)));
}

function withField(state: State, prompt: Prompt, field: Prompt["field"]): State {
  const next = { ...prompt, field, error: errorOf(prompt.kind, field.text) };
  // While a search is typed, what it finds is marked already.
  const search = prompt.kind === "search" ? field.text : state.search;
  return { ...state, prompt: next, search };
}

function errorOf(kind: PromptKind, text: string): Prompt["error"] {
  if (text.trim() === "") return null;
  if (kind === "time") {
    const message = "like 12:03, -15m, 2026-11-18T12:03 or Nov 18 12:03";
    return timeValueOf(text.trim()) ? null : { message, from: 0, to: text.length };
  }
  if (kind !== "filter" && kind !== "search") return null;
  try {
    if (kind === "filter") parseQuery(text);
    else checkSearch(text.trim());
    return null;
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    return { message: error.message, from: error.from, to: error.to };
  }
}

function recall(state: State, prompt: Prompt, direction: -1 | 1): State {
  const history = state.histories[prompt.kind];
  const recalled = Math.max(0, Math.min(history.length, prompt.recalled + direction));
  return withField(state, { ...prompt, recalled }, fieldOf(history[recalled] ?? ""));
}

function completed(state: State, prompt: Prompt): State {
  const { from, to, choices } = completionsOf(state, prompt);
  if (choices.length === 0) return state;
  const common = choices.length === 1 ? choices[0] : commonStart(choices);
  const typed = prompt.field.text.slice(from, to);
  const choice = common.length > typed.length ? common : choices[0];
  const text = prompt.field.text.slice(0, from) + choice + prompt.field.text.slice(to);
  return withField(state, prompt, { text, cursor: from + choice.length });
}

function commonStart(texts: readonly string[]): string {
  let length = texts[0].length;
  for (const text of texts) {
    while (text.slice(0, length).toLowerCase() !== texts[0].slice(0, length).toLowerCase()) length--;
  }
  return texts[0].slice(0, length);
}

function accept(state: State, prompt: Prompt, { perform, askTyped }: PromptDeeds): Step {
  if (prompt.error) return stay(state);
  const text = prompt.field.text.trim();
  const closed = { ...state, prompt: null };
  if (text === "") return stay(prompt.kind === "search" ? { ...closed, search: "" } : closed);
  const history = [...state.histories[prompt.kind].filter((old) => old !== text), text].slice(-MAX_HISTORY);
  const next = { ...closed, histories: { ...state.histories, [prompt.kind]: history } };
  switch (prompt.kind) {
    case "filter":
      return addFilter(next, typedTimes(next, text), prompt.editing);
    case "search":
      return find(
        { ...withoutWaiting(next), search: text },
        filterOfSearch(text),
        -1,
        `${quotedSearch(text)} is in no held row`,
        next.log.cursor + 1,
      );
    case "time":
      return goToTime(withoutWaiting(next), typedTime(next, text));
    case "action": {
      const binding = state.info.keymap.bindings.find(({ action }) => action === text);
      return binding
        ? perform(next, binding.action)
        : stay(flashed(next, `No action is named "${text}"`, "warn"));
    }
    case "export":
      return exportTo(next, text);
    case "name":
      return saveFilters(next, text);
    case "ask":
      return askTyped(next, text);
  }
}
