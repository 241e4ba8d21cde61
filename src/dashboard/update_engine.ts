import type { Answer, EngineMessage, Snapshot } from "../engine/messages.ts";
import { sorted } from "./rankings.ts";
import { EMPTY_LOG, type State } from "./state.ts";
import { flashed, posting, stay, type Step, then } from "./step.ts";
import { askRows, jumpTo, takeRows, withPlace } from "./update_log.ts";

/** Rates kept for the header's line. */
const RATES = 24;
const MAX_NOTICES = 500;

/** Takes what the engine says. */
export function updateEngine(state: State, message: EngineMessage): Step {
  switch (message.kind) {
    case "snapshot":
      return takeSnapshot(state, message.snapshot);
    case "answer":
      return takeAnswer(state, message.id, message.answer);
    case "notice": {
      const notices = [...state.notices, message.notice].slice(-MAX_NOTICES);
      // What the bound lets go was seen or never will be.
      const noticesSeen = Math.max(0, state.noticesSeen + notices.length - state.notices.length - 1);
      return stay(flashed({ ...state, notices, noticesSeen }, message.notice.text, message.notice.level));
    }
    case "failed":
      return stopped(state, message.message);
    default:
      return message satisfies never;
  }
}

/** Without a record there is nothing to look at: the reason is told on the terminal. */
function stopped(state: State, failure: string): Step {
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
  const shown = state.paused ? next : sorted({ ...next, shown: snapshot });
  const first = state.latest === null || snapshot.state !== state.phase;
  const wants = !state.paused && state.log.follow && (grew || first);
  return then(posting(shown, { kind: "taken" }), wants ? askRows : stay);
}

function takeAnswer(state: State, id: number, answer: Answer): Step {
  if (id === state.log.asked) {
    if (answer.kind === "rows") return takeRows(state, answer);
    const message = answer.kind === "error" ? answer.message : "no rows";
    return stay(flashed({ ...state, log: { ...EMPTY_LOG, pending: false } }, message, "error"));
  }
  if (answer.kind === "place") return takePlace(state, id, answer.position);
  if (answer.kind === "error" && id === state.finding?.id) {
    return stay(flashed({ ...state, finding: null }, answer.message, "error"));
  }
  return stay(withDetail(state, answer));
}

function takePlace(state: State, id: number, position: number | null): Step {
  if (id !== state.finding?.id) return stay(state);
  const next = { ...state, finding: null };
  if (position === null) return stay(flashed(next, state.finding.nothing, "warn"));
  return jumpTo(withPlace(next), position);
}

/** Fills the open entry with its answer. */
function withDetail(state: State, answer: Answer): State {
  const top = state.modals.at(-1);
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
