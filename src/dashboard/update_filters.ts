import { parseQuery } from "../query/parse.ts";
import { printEquals, printQuery, printStart, printText } from "../query/print.ts";
import { rankOf } from "../query/values.ts";
import { SEVERITY_RANKS } from "../record/severity.ts";
import { findingNow, findingsIn, whereOfFinding } from "./findings.ts";
import { choicesOf } from "./modals/fields_page.ts";
import { rankedAttributes, rankedPatterns, rankedWords } from "./rankings.ts";
import { chartedOf, type PanelName, selectedRow, type State, summaryOf } from "./state.ts";
import { flashed, stay, type Step } from "./step.ts";
import { refilter, searchWhole } from "./update_log.ts";
import { withoutWaiting } from "./waiting_moves.ts";
import { whereOf } from "./where.ts";

/** A filter on severities alone, by whatever names they have. */
const BY_SEVERITY = /^severity(>=|!=|=)([a-z,]+)$/i;

/** Adds a filter (or puts it in the place of another), perhaps from a panel's row, and asks for the rows anew. */
export function addFilter(
  state: State,
  text: string,
  place: number | null = null,
  from?: PanelName,
): Step {
  if (state.filters.some((filter, index) => filter.text === text && index !== place)) {
    return stay(flashed(state, `Already filtered by ${text}`));
  }
  const filters = place === null || place >= state.filters.length
    ? [...state.filters, from === undefined || from === "log" ? { text } : { text, from }]
    : state.filters.with(place, { text });
  return reaching(refilter({ ...withoutWaiting(state), filters, filtersOn: true }));
}

/** Where nothing held matches the filters, the files are searched. */
export function reaching([state, commands]: Step): Step {
  return [{ ...state, log: { ...state.log, reaches: true } }, commands];
}

/** Less is left out than before: what only a filter had looked for in the files is of the held records again. */
function widened(before: State): Step {
  const state = withoutWaiting(before);
  const next = state.reached === "filter" ? searchWhole(state, false) : refilter(state);
  return whereOf(state) === "" ? next : reaching(next);
}

/** Removes the filter at a place. */
export function removeFilter(state: State, place: number): Step {
  if (!state.filters[place]) return stay(state);
  return widened({ ...state, filters: state.filters.toSpliced(place, 1) });
}

export function toggleFilters(state: State): Step {
  if (state.filters.length === 0) return stay(flashed(state, "No filter is set"));
  return widened({ ...state, filtersOn: !state.filtersOn });
}

/** Replaces the filter on severities by one for the chosen ranks, one at least; none for all of them. */
export function filterSeverities(state: State, chosen: readonly boolean[]): Step {
  const names = ["none", "trace", "debug", "info", "warn", "error", "fatal"];
  const place = state.filters.findIndex(({ text }) => BY_SEVERITY.test(text));
  if (chosen.every((on) => on)) return place < 0 ? stay(state) : removeFilter(state, place);
  const first = chosen.indexOf(true);
  const upward = first > 0 && chosen.slice(first).every((on) => on);
  const [shown, others] = [true, false].map((on) => names.filter((_, rank) => chosen[rank] === on));
  // The shorter list is the one that can be read in the line of the filters.
  const text = upward
    ? `severity>=${names[first]}`
    : others.length < shown.length
    ? `severity!=${others.join(",")}`
    : `severity=${shown.join(",")}`;
  return addFilter(state, text, place < 0 ? null : place);
}

/** The severities that the filters let through now. */
export function chosenSeverities(state: State): boolean[] {
  const text = state.filters.find(({ text }) => BY_SEVERITY.test(text))?.text ?? "severity>=none";
  const [, operator, names] = BY_SEVERITY.exec(text)!;
  const ranks = names.split(",").map(rankOf);
  if (operator === ">=") return SEVERITY_RANKS.map((_, rank) => rank >= (ranks[0] ?? 0));
  return SEVERITY_RANKS.map((_, rank) => ranks.includes(rank) === (operator === "="));
}

/** The filter for a value of an attribute's list; one that ends in `…` may have been cut. */
function filterOfListed(key: string, value: string): string {
  return value.endsWith("…") ? printStart(key, value.slice(0, -1)) : printEquals(key, value);
}

/** The filter for all that another leaves out. */
export function opposite(text: string): string {
  const part = parseQuery(text);
  return part.kind === "any" || part.kind === "all" ? printQuery({ kind: "not", part }) : `-${text}`;
}

/** The filter for what is under the cursor of the focused panel, null where there is nothing. */
export function filterUnderCursor(state: State): string | null {
  const modal = state.modals.at(-1);
  const summary = summaryOf(state);
  if (!summary) return null;
  if (modal?.kind === "attribute") {
    const attribute = chartedOf(state)?.attributes.find(({ key }) => key === modal.key);
    const value = attribute?.values[modal.position.cursor]?.value;
    return value === undefined ? null : filterOfListed(modal.key, value);
  }
  if (modal?.kind === "pattern") return `pattern=${modal.id}`;
  if (modal?.kind === "fields") return choicesOf(state, modal)[modal.position.cursor]?.filter ?? null;
  if (modal?.kind === "finding") {
    const finding = findingNow(state, modal.seen);
    return finding && whereOfFinding(finding, summary.end);
  }
  switch (state.focus) {
    case "words": {
      const word = rankedWords(state)[state.rankings.words.cursor]?.word;
      return word === undefined ? null : printText(word);
    }
    case "patterns": {
      const id = rankedPatterns(state)[state.rankings.patterns.cursor]?.id;
      return id === undefined ? null : `pattern=${id}`;
    }
    case "attributes": {
      const attribute = rankedAttributes(state)[state.rankings.attributes.cursor];
      return attribute ? `${attribute.key}=*` : null;
    }
    case "findings": {
      const finding = findingsIn(state)[state.findings.cursor];
      return finding ? whereOfFinding(finding, summary.end) : null;
    }
    case "log": {
      const row = selectedRow(state);
      if (!row) return null;
      if (row.pattern !== null) return `pattern=${row.pattern}`;
      return row.record.service === null ? null : printEquals("service", row.record.service);
    }
    case "timeline":
      return null;
  }
}
