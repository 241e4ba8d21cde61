import { printEquals } from "../query/print.ts";
import { SPECIAL_FIELDS } from "../query/values.ts";
import { SEVERITY_RANKS } from "../record/severity.ts";
import { type Prompt, type State, summaryOf } from "./state.ts";

export interface Completions {
  /** The part of the text that a choice replaces. */
  from: number;
  to: number;
  choices: string[];
}

const WORD = /[^\s()]*$/;

/** What Tab can make of the word before the cursor: field names, their values, names of actions. */
export function completionsOf(state: State, prompt: Prompt): Completions {
  const { text, cursor } = prompt.field;
  const word = WORD.exec(text.slice(0, cursor))?.[0] ?? "";
  const none = { from: cursor, to: cursor, choices: [] };
  if (prompt.kind === "action") {
    const names = state.info.keymap.bindings.map(({ action }) => action);
    return { from: 0, to: cursor, choices: matching(names, text.slice(0, cursor)) };
  }
  if (prompt.kind !== "filter" || word === "") return none;
  const bare = word.replace(/^-/, "");
  const from = cursor - bare.length;
  const equals = /^([^=]+)=(.*)$/.exec(bare);
  if (equals) {
    const values = valuesOf(state, equals[1]).filter((value) =>
      value.toLowerCase().startsWith(equals[2].replace(/^"/, "").toLowerCase())
    );
    const choices = values.map((value) => printEquals(equals[1], value)).filter((choice) => choice !== bare);
    return { from, to: cursor, choices };
  }
  const fields = [...SPECIAL_FIELDS, ...(summaryOf(state)?.attributes ?? []).map(({ key }) => key)];
  return { from, to: cursor, choices: matching([...new Set(fields)], bare).map((name) => `${name}=`) };
}

function valuesOf(state: State, field: string): string[] {
  const summary = summaryOf(state);
  if (!summary) return [];
  switch (field.toLowerCase()) {
    case "severity":
      return SEVERITY_RANKS.map((name) => name.toLowerCase());
    case "service":
      return summary.services.map(({ name }) => name);
    case "host":
      return summary.hosts.map(({ name }) => name);
    case "source":
      return summary.sources.map(({ name }) => name);
    case "format":
      return [...new Set(summary.sources.flatMap(({ formats }) => Object.keys(formats)))];
    case "pattern":
      return summary.patterns.top.map(({ id }) => String(id));
    default:
      return summary.attributes.find(({ key }) => key === field)?.values.map(({ value }) => value) ?? [];
  }
}

function matching(names: readonly string[], start: string): string[] {
  const wanted = start.toLowerCase();
  return names.filter((name) => name.toLowerCase().startsWith(wanted) && name.toLowerCase() !== wanted);
}
