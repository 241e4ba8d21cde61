import type { Answer } from "../engine/messages.ts";
import { rankedAnew, sorted } from "./rankings.ts";
import type { State } from "./state.ts";
import { flashed, posting, stay, type Step } from "./step.ts";
import { whereOf } from "./where.ts";

/** Asks what the filters let through is made of, for the charts; nothing while they show everything. */
export function askOverview(state: State): Step {
  const where = whereOf(state);
  if (!state.chartsFollow || where === "") {
    return stay(state.overview === null ? state : rankedAnew(state, { ...state, overview: null }));
  }
  const current = state.overview?.where === where ? state.overview : null;
  if (state.overviewAsked !== null) return stay({ ...state, overview: current });
  const id = state.nextQuestion;
  const { whole } = state;
  const asked = { ...state, overview: current, overviewAsked: { id, where, whole }, nextQuestion: id + 1 };
  return posting(asked, { kind: "ask", id, question: { kind: "overview", where, whole } });
}

/** Takes the answer; one to filters that changed meanwhile is asked anew. */
export function takeOverview(state: State, answer: Answer): Step {
  const { where, whole } = state.overviewAsked ?? { where: "", whole: false };
  const next = { ...state, overviewAsked: null };
  if (whereOf(next) !== where || next.whole !== whole || !next.chartsFollow) return askOverview(next);
  if (answer.kind !== "overview") return stay({ ...next, overview: null });
  const { summary, covered, matching, among, searched = 1 } = answer;
  const taken = { ...next, overview: { where, whole, summary, covered, matching, among, searched } };
  return stay(state.overview?.where === where ? sorted(taken) : rankedAnew(state, taken));
}

/** Whether the charts follow the filters, switched. */
export function toggleCharts(state: State): Step {
  const chartsFollow = !state.chartsFollow;
  const words = chartsFollow ? "Charts follow the filters" : "Charts show everything";
  return askOverview(flashed({ ...state, chartsFollow }, words));
}
