import { parseKeyName } from "../terminal/key_name.ts";
import { MOVES } from "./list_position.ts";

/** One thing that a key does: what feeds the key handler, the help screen and the docs. */
export interface Binding {
  readonly action: string;
  readonly keys: readonly string[];
  readonly group: string;
  /** What it does, for the help. */
  readonly help: string;
  /** One word for the status line. */
  readonly label: string;
}

function binding<Name extends string>(
  action: Name,
  keys: string,
  group: string,
  label: string,
  help: string,
) {
  return { action, keys: keys.split(" "), group, label, help } as const;
}

/** Every action with its keys, in the order of the help. */
export const BINDINGS = [
  binding("up", "up k", "Move", "up", "One row up"),
  binding("down", "down j", "Move", "down", "One row down"),
  binding("left", "left h", "Move", "left", "Scroll long lines left"),
  binding("right", "right l", "Move", "right", "Scroll long lines right"),
  binding("pageUp", "pageup", "Move", "page up", "One page up"),
  binding("pageDown", "pagedown", "Move", "page down", "One page down"),
  binding("halfUp", "ctrl+u", "Move", "half up", "Half a page up"),
  binding("halfDown", "ctrl+d", "Move", "half down", "Half a page down"),
  binding("first", "home g", "Move", "first", "First row"),
  binding("last", "end G", "Move", "live", "Last row; the log follows again"),
  binding("placeBack", "[", "Move", "back", "Previous place in the log"),
  binding("placeForward", "]", "Move", "forward", "Next place in the log"),

  binding("nextPanel", "tab", "Panels", "panels", "Next panel"),
  binding("previousPanel", "shift+tab", "Panels", "previous", "Previous panel"),
  binding("panel1", "1", "Panels", "needs a look", "Needs a look"),
  binding("panel2", "2", "Panels", "time", "Time by severity"),
  binding("panel3", "3", "Panels", "patterns", "Patterns"),
  binding("panel4", "4", "Panels", "words", "Words"),
  binding("panel5", "5", "Panels", "attributes", "Attributes"),
  binding("panel6", "6", "Panels", "log", "Log"),
  binding("zoom", "z", "Panels", "zoom", "Panel on the full screen, and back"),
  binding("fullLog", "f", "Panels", "full", "Log on the full screen, and back"),
  binding("panels", "p", "Panels", "panels", "Show or hide panels"),

  binding("filter", "/", "Filter", "filter", "Show only records that match"),
  binding("only", "+", "Filter", "only", "Only the value under the cursor"),
  binding("without", "-", "Filter", "without", "Exclude the value under the cursor"),
  binding("toggleFilters", "\\", "Filter", "on/off", "Turn the filters off and on"),
  binding("filters", "F", "Filter", "filters", "Filters: edit, remove, save"),
  binding("charts", "=", "Filter", "charts", "Charts follow the filters, or show all"),
  binding("whole", "A", "Filter", "whole file", "Search whole files, not just the buffer"),
  binding("severities", "v ctrl+f", "Filter", "severity", "Choose which severities to show"),

  binding("search", "s", "Find", "search", "Search for text or /expression/"),
  binding("findNext", "n", "Find", "next", "Next match"),
  binding("findPrevious", "N", "Find", "previous", "Previous match"),
  binding("nextError", "e", "Find", "next error", "Next error"),
  binding("previousError", "E", "Find", "previous error", "Previous error"),
  binding("goToTime", "t", "Find", "time", "Go to a time: 12:03, -15m, Nov 18 12:03"),
  binding("moreContext", "x", "Find", "context", "More context around an entry"),
  binding("lessContext", "X", "Find", "less", "Less context around an entry"),
  binding("unfiltered", "o", "Find", "in context", "This row in context, without filters"),

  binding("open", "enter", "Entry", "open", "Open a row, or the lines behind a count"),
  binding("details", "d", "Entry", "details", "Details of the selected row"),
  binding("copy", "y", "Entry", "copy", "Copy the line to the clipboard"),
  binding("copyJson", "Y", "Entry", "copy JSON", "Copy the entry as JSON"),
  binding("export", "W", "Entry", "export", "Write the listed lines to a file"),
  binding("mark", "M", "Entry", "mark", "Mark this moment"),
  binding("changes", "D", "Entry", "changes", "What changed since the marked moment"),
  binding("bookmark", "b", "Entry", "bookmark", "Add or remove a bookmark"),
  binding("bookmarks", "B", "Entry", "bookmarks", "List the bookmarks"),

  binding("columns", "C", "Show", "columns", "Choose the log's columns"),
  binding("wrap", "w", "Show", "wrap", "Wrap long lines, or cut them"),
  binding("zone", "T", "Show", "zone", "Times: local, UTC, receipt"),
  binding("skins", "S", "Show", "skin", "Colours"),

  binding("pause", "space", "Run", "pause", "Pause the screen; reading goes on"),
  binding("reset", "r", "Run", "reset", "Press twice to reset all counts"),
  binding("follow", "L", "Run", "follow", "Follow the files as they grow"),
  binding("slower", "u", "Run", "slower", "Update less often"),
  binding("faster", "U", "Run", "faster", "Update more often"),

  binding("counts", "#", "Lists", "statistics", "Statistics"),
  binding("acknowledge", "a", "Lists", "seen", "Acknowledge a finding"),
  binding("health", "I", "Lists", "input", "How well each input was read"),
  binding("notices", "!", "Lists", "notices", "List the notices"),
  binding("actions", ":", "Lists", "actions", "Run any action by name"),
  binding("help", "?", "Lists", "keys", "These keys"),

  binding("analyse", "i", "Ask", "ask", "Ask a model about what is shown"),
  binding("chat", "c", "Ask", "chat", "Chat with a model about the log"),
  binding("models", "m", "Ask", "models", "Choose or compare models"),
  binding("sent", "ctrl+o", "Ask", "what is sent", "Show exactly what would be sent"),

  binding("back", "esc", "Leave", "back", "One step back; never quits"),
  binding("quit", "q ctrl+c", "Leave", "quit", "Quit (in a window: close it)"),
  binding("suspend", "ctrl+z", "Leave", "suspend", "Suspend to the shell; fg resumes"),
] as const;

export type Action = typeof BINDINGS[number]["action"];

/** Which keys do what. */
export interface Keymap {
  readonly bindings: readonly (Binding & { readonly action: Action })[];
  /** What a key does, undefined for nothing. */
  actionOf(key: string): Action | undefined;
  /** The first key of an action as a person reads it; "" if it has none. */
  keyOf(action: Action): string;
}

/** Keys that cannot be given to an action. */
export class KeymapError extends RangeError {
  override name = "KeymapError";
  constructor(message: string, readonly action: string) {
    super(message);
  }
}

/**
 * The keymap with some actions on other keys.
 * @param overrides action to its keys, separated by blanks; "" takes its keys away
 * @throws {KeymapError} naming the action or the key, for an unknown action or a key with two meanings
 */
export function keymapWith(overrides: Readonly<Record<string, string>> = {}): Keymap {
  const names = new Set<string>(BINDINGS.map(({ action }) => action));
  for (const action of Object.keys(overrides)) {
    if (!names.has(action)) throw new KeymapError(`keys: there is no action "${action}"`, action);
  }
  const actions = new Map<string, Action>();
  const bindings = BINDINGS.map((binding) => {
    const changed = overrides[binding.action]?.split(/\s+/).filter((key) => key !== "");
    return { ...binding, keys: changed ?? binding.keys };
  });
  const overridden = bindings.filter(({ action }) => action in overrides);
  for (
    const { action, keys } of [...bindings.filter(({ action }) => !(action in overrides)), ...overridden]
  ) {
    for (const written of keys) {
      const key = parseKeyName(written);
      if (key === undefined) {
        throw new KeymapError(`keys: there is no key "${written}" for "${action}"`, action);
      }
      const other = actions.get(key);
      if (other !== undefined) {
        const note = key === written ? "" : ` (for a terminal the same as ${key})`;
        const problem = `keys: ${written}${note} is already "${other}", so it cannot be "${action}"`;
        throw new KeymapError(problem, action);
      }
      actions.set(key, action);
    }
  }
  return {
    bindings,
    actionOf: (key) => actions.get(key),
    keyOf: (action) => keyLabel(bindings.find((binding) => binding.action === action)?.keys[0] ?? ""),
  };
}

const LABELS: Record<string, string> = {
  up: "↑",
  down: "↓",
  left: "←",
  right: "→",
  pageup: "PgUp",
  pagedown: "PgDn",
  home: "Home",
  end: "End",
  tab: "Tab",
  enter: "Enter",
  esc: "Esc",
  space: "Space",
  backspace: "Backspace",
  delete: "Del",
};

/** A key's canonical name as a person reads it: `Ctrl+F`, `Shift+Tab`, `↑`. */
export function keyLabel(key: string): string {
  if (key.length <= 1) return key;
  return key.split("+").map((part) => {
    if (part === "ctrl") return "Ctrl";
    if (part === "shift") return "Shift";
    if (part === "alt") return "Alt";
    return LABELS[part] ?? (part.length === 1 && key.length > 1 ? part.toUpperCase() : part);
  }).join("+");
}

export function isMove(action: Action): action is typeof MOVES[number] {
  return (MOVES as readonly string[]).includes(action);
}
