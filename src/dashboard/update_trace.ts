import type { Answer, Row } from "../engine/messages.ts";
import { printEquals } from "../query/print.ts";
import type { Action } from "./keymap.ts";
import { topFor } from "./list_position.ts";
import { pageRows } from "./modals/page.ts";
import { pageOf } from "./modals/pages.ts";
import type { Modal, State, TraceGroup } from "./state.ts";
import { flashed, posting, stay, type Step, then } from "./step.ts";
import { hasMore, locate, refilter } from "./update_log.ts";

/** Records of one trace that are listed. */
const MAX_TRACE = 500;

type Entry = Modal & { kind: "entry" };

/** Asks for the records with the trace id of the entry that is open, if they were not asked for. */
export function askTrace(state: State): Step {
  const entry = entryOf(state);
  const trace = entry?.detail?.row.record.traceId ?? null;
  if (!entry || trace === null || entry.trace?.trace === trace) return stay(state);
  return ask(state, { trace, rows: [], whole: false, searched: 1, asked: null, chosen: -1, problem: null });
}

/** Goes on asking while files are searched for a trace. */
export function searchTrace(state: State): Step {
  const group = entryOf(state)?.trace;
  return group && group.searched < 1 && group.asked === null ? ask(state, group) : stay(state);
}

/** Takes an answer to one of these questions; null if it is to another. */
export function takeTrace(state: State, id: number, answer: Answer): Step | null {
  const group = entryOf(state)?.trace;
  if (!group || group.asked !== id) return null;
  if (answer.kind !== "rows") {
    const problem = answer.kind === "error" ? answer.message : "no rows";
    return stay(withGroup(state, { ...group, asked: null, searched: 1, problem }));
  }
  const { searched = 1, problem = null } = answer;
  const chosen = group.rows[group.chosen];
  const rows = joined(group.rows, answer.rows);
  const place = chosen ? rows.findIndex((row) => isSame(row, chosen)) : -1;
  return stay(withGroup(state, { ...group, rows, searched, problem, asked: null, chosen: place }));
}

/** A key in an entry that is about its trace; null if it is about something else. */
export function traceKey(state: State, entry: Entry, action: Action | undefined): Step | null {
  const group = entry.trace;
  if (!group || group.rows.length === 0) return null;
  switch (action) {
    case "nextPanel":
    case "previousPanel":
      return stay(choose(state, entry, group, action === "nextPanel" ? 1 : -1));
    case "whole":
      if (group.whole || !hasMore(state)) return stay(flashed(state, "All records are already held"));
      return ask(state, { ...group, whole: true, searched: 0 });
    case "open":
      return group.chosen < 0 ? null : jump(state, group.rows[group.chosen]);
    default:
      return null;
  }
}

/** The trace that files are searched for, null for none. */
export function searchedTrace(state: State): string | null {
  const group = entryOf(state)?.trace;
  return group && group.whole && group.searched < 1 ? group.trace : null;
}

function entryOf({ modals }: State): Entry | undefined {
  return modals.findLast((modal) => modal.kind === "entry");
}

function withGroup(state: State, trace: TraceGroup): State {
  const entry = entryOf(state);
  return { ...state, modals: state.modals.map((modal) => modal === entry ? { ...entry, trace } : modal) };
}

function ask(state: State, group: TraceGroup): Step {
  const id = state.nextQuestion;
  const { whole } = group;
  const where = printEquals("trace", group.trace);
  const question = { kind: "rows", end: null, count: MAX_TRACE, where, whole } as const;
  const next = withGroup({ ...state, nextQuestion: id + 1 }, { ...group, asked: id });
  // A search of its own, which leaves that of the list alone.
  return posting(next, { kind: "ask", id, question, asker: whole ? "entry" : "screen" });
}

function isSame(a: Row, b: Row): boolean {
  return a.id.source === b.id.source && a.id.sequence === b.id.sequence;
}

/** Each row once, in the order of their times. */
function joined(old: readonly Row[], found: readonly Row[]): Row[] {
  const rows = [...found, ...old.filter((row) => !found.some((other) => isSame(row, other)))];
  const timeOf = ({ record }: Row) => record.time ?? record.received;
  return rows.toSorted((a, b) =>
    timeOf(a) - timeOf(b) || a.record.nanos - b.record.nanos || a.id.source - b.id.source ||
    a.id.sequence - b.id.sequence
  ).slice(0, MAX_TRACE);
}

/** Chooses the next row, from the entry's own on, and shows it. */
function choose(state: State, entry: Entry, group: TraceGroup, direction: 1 | -1): State {
  const { length } = group.rows;
  const own = group.rows.findIndex(({ id }) =>
    id.source === entry.id.source && id.sequence === entry.id.sequence
  );
  const from = group.chosen < 0 ? own : group.chosen;
  const next = withGroup(state, { ...group, chosen: (from + direction + length) % length });
  const chosen = entryOf(next)!;
  const page = pageOf(next, chosen);
  if (page.marked === undefined) return next;
  const top = topFor(page.marked, chosen.position.top, page.lines.length, pageRows(page, next));
  const moved = { ...chosen, position: { cursor: top, top } };
  return { ...next, modals: next.modals.map((modal) => modal === chosen ? moved : modal) };
}

/** Goes to a record's place in the list; filters, which may hide it, go off. */
function jump(state: State, row: Row): Step {
  const closed: State = { ...state, modals: [], focus: "log" };
  const unfiltered = closed.filtersOn && closed.filters.length > 0
    ? refilter(flashed({ ...closed, filtersOn: false }, "Filters are off"))
    : stay(closed);
  return then(unfiltered, (state) => locate(state, "This record cannot be read again", row));
}
