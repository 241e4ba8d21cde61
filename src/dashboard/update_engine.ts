import type { Answer, EngineFailure, EngineMessage, Snapshot } from "../engine/messages.ts";
import { movingTimes } from "../query/moving_times.ts";
import { parseQuery } from "../query/parse.ts";
import { counted } from "./figures.ts";
import { sorted } from "./rankings.ts";
import { EMPTY_LOG } from "./initial_state.ts";
import type { State } from "./state.ts";
import { flashed, noticed, posting, stay, type Step, then } from "./step.ts";
import { askRows, findHeld, refilter, takePlace, takeRows } from "./update_log.ts";
import { askOverview, takeOverview } from "./update_overview.ts";
import { keptFinding } from "./update_position.ts";
import { askTrace, takeTrace } from "./update_trace.ts";
import { whereOf } from "./where.ts";

/** Rates kept for the header's line. */
const RATES = 24;

/** Takes what the engine says. */
export function updateEngine(state: State, message: EngineMessage): Step {
  switch (message.kind) {
    case "snapshot":
      return takeSnapshot(state, message.snapshot);
    case "answer":
      return takeAnswer(state, message.id, message.answer);
    case "notice":
      return stay(noticed(state, message.notice));
    case "failed":
      return stopped(state, message);
    case "loaded":
      // Whoever holds the terminal draws it anew.
      return stay(state);
    default:
      return message satisfies never;
  }
}

/** Without a record there is nothing to look at: the reason is told on the terminal. */
function stopped(state: State, { message, exitCode }: EngineFailure): Step {
  const failure = { message, exitCode };
  const next: State = { ...state, phase: "gone", phaseSince: state.now, failure };
  const empty = (state.latest?.summary.records ?? 0) === 0;
  return empty ? [next, [{ kind: "quit" }]] : stay(next);
}

function takeSnapshot(state: State, snapshot: Snapshot): Step {
  const before = state.latest?.summary.records ?? 0;
  const grew = snapshot.summary.records !== before;
  const next: State = {
    ...state,
    latest: snapshot,
    phase: snapshot.state,
    phaseSince: snapshot.state === state.phase ? state.phaseSince : state.now,
    rates: state.paused ? state.rates : [...state.rates, snapshot.rate].slice(-RATES),
    grewAt: grew ? state.now : state.grewAt,
  };
  const ended = snapshot.state === "ended" && state.phase !== "ended";
  const sortedAt = ended ? 0 : next.sortedAt;
  const shown = state.paused ? next : keptFinding(state, sorted({ ...next, sortedAt, shown: snapshot }));
  const first = state.latest === null || snapshot.state !== state.phase;
  // What a filter counts back from now is another thing at each snapshot, though nothing came.
  const moves = snapshot.state !== "ended" && movingTimes(parseQuery(whereOf(state))).kind !== "still";
  const changed = !state.paused && (grew || first || moves);
  const wants = changed && state.log.follow && state.log.problem === null;
  const asked = then(posting(shown, { kind: "taken" }), wants ? askRows : stay);
  return changed && state.log.problem === null ? then(asked, askOverview) : asked;
}

function takeAnswer(state: State, id: number, answer: Answer): Step {
  if (id === state.log.asked) {
    if (answer.kind === "rows") return takeRows(state, answer);
    // The filters changed meanwhile, which ends the search of files that it waited for.
    if (state.log.stale && state.log.pending) {
      return askRows({ ...state, log: { ...state.log, asked: null } });
    }
    return answer.kind === "error"
      ? withoutRows(state, answer.message, answer.refused)
      : withoutRows(state, "no rows");
  }
  if (id === state.overviewAsked?.id) return takeOverview(state, answer);
  if (id === state.exporting) {
    const next = { ...state, exporting: null };
    const at = state.now;
    if (answer.kind === "exported") {
      const text = `${counted(answer.records, "record")} ${
        answer.records === 1 ? "was" : "were"
      } written to ${answer.path}`;
      return stay(noticed(next, { level: "info", text, at }));
    }
    const text = answer.kind === "error" ? answer.message : "Nothing was written";
    return stay(noticed(next, { level: "error", text, at }));
  }
  if (answer.kind === "place") {
    return id === state.finding?.id ? takePlace(state, answer.position, answer.first) : stay(state);
  }
  if (answer.kind === "error" && id === state.finding?.id) {
    return stay(flashed({ ...state, finding: null }, answer.message, "error"));
  }
  return takeTrace(state, id, answer) ?? then(stay(withDetail(state, answer)), askTrace);
}

/** A search of whole files that failed gives way to the held records; another list says why it is empty. */
function withoutRows(state: State, problem: string, wholeRefused = false): Step {
  const log = { ...EMPTY_LOG, pending: false, problem };
  const next = flashed({ ...state, log }, problem, "error");
  if (!state.whole) return stay(next);
  const held = refilter({ ...next, whole: false, reached: null, wholeRefused, finding: null });
  const { finding } = state;
  return finding === null ? held : then(held, (state) => findHeld(state, finding));
}

/** Fills the open entry with its answer. */
function withDetail(state: State, answer: Answer): State {
  const top = state.modals.at(-1);
  if (top?.kind === "pattern" && answer.kind === "samples" && answer.pattern === top.id) {
    return { ...state, modals: [...state.modals.slice(0, -1), { ...top, known: answer }] };
  }
  if (top?.kind !== "entry") return state;
  if (answer.kind === "error") return flashed(state, answer.message, "warn");
  if (answer.kind !== "record") return state;
  const { row, before, after, explanation } = answer;
  if (row.id.source !== top.id.source || row.id.sequence !== top.id.sequence) return state;
  return {
    ...state,
    modals: [...state.modals.slice(0, -1), { ...top, detail: { row, before, after, explanation } }],
  };
}
