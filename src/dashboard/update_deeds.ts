import type { Finding } from "../record/summary.ts";
import { findingNow, findingsIn, isKnown, keyOfFinding } from "./findings.ts";
import { START } from "./list_position.ts";
import type { State } from "./state.ts";
import { flashed, posting, stay, type Step } from "./step.ts";
import { reaching } from "./update_filters.ts";
import { refilter } from "./update_log.ts";
import { whereOf } from "./where.ts";
import { withoutWaiting } from "./waiting_moves.ts";

/** Records around an entry, as `x` and `X` go through them. */
const AROUND = [0, 2, 5, 10, 20, 50];

/** Has the lines that the list shows written to a new file. */
export function exportTo(state: State, path: string): Step {
  const id = state.nextQuestion;
  const asked = flashed({ ...state, nextQuestion: id + 1, exporting: id }, `Writing ${path}`);
  const question = { kind: "export" as const, path, where: whereOf(state), whole: state.whole };
  return posting(asked, { kind: "ask", id, question });
}

/** A finding that was looked at does not count until it doubles or comes back; a second time it does again. */
export function acknowledge(state: State, chosen?: Finding): Step {
  const findings = findingsIn(state);
  const finding = chosen === undefined
    ? findings[state.focus === "findings" ? state.findings.cursor : 0]
    : findingNow(state, chosen);
  if (!finding) return stay(flashed(state, "Nothing needs a look"));
  const key = keyOfFinding(finding);
  const known = isKnown(finding, state.acknowledged);
  const others = state.acknowledged.filter((other) => other.key !== key);
  const { count, end } = finding;
  const acknowledged = known ? others : [...others, { key, count, end }];
  return stay(flashed(
    { ...state, acknowledged, findings: START },
    known ? "No longer acknowledged" : "Acknowledged",
  ));
}

/** Keeps the counts as they are now, to tell later what changed. */
export function markMoment(state: State): Step {
  const summary = state.latest?.summary;
  if (!summary) return stay(flashed(state, "Nothing has been read yet"));
  const words = `Marked · ${state.info.keymap.keyOf("changes")} shows what changed since`;
  return stay(flashed({ ...state, mark: { at: state.now, summary } }, words));
}

/** More (1) or less (-1) of what stands around an entry. */
export function withAround(state: State, direction: 1 | -1): State {
  const place = AROUND.findIndex((around) => around >= state.around) + direction;
  const around = AROUND[Math.max(0, Math.min(AROUND.length - 1, place))];
  return flashed({ ...state, around }, `${around} records on either side`);
}

/** Follows files from now on, read anew from their beginnings; or ends the reading and keeps what was read. */
export function toggleFollow(state: State): Step {
  if (state.info.piped) return stay(flashed(state, "Standard input is always read to its end"));
  const follow = state.phase === "ended" || !state.info.follow;
  const next = { ...state, info: { ...state.info, follow }, grewBy: 0 };
  if (!follow) {
    return posting(flashed(next, "No longer following the files"), { kind: "stop" });
  }
  const [anew, commands] = refilter({
    ...flashed(next, "Following the files"),
    whole: false,
    reached: null,
    wholeRefused: false,
    shown: null,
    latest: null,
    phase: "starting",
    resetAt: null,
    rates: [],
    mark: null,
    log: { ...next.log, asked: null },
  });
  return [anew, [{ kind: "follow" }, ...commands]];
}

/** Keeps the filters of now under a name; those that had it are gone. */
export function saveFilters(state: State, name: string): Step {
  const kept = { name, filters: state.filters.map(({ text }) => text) };
  const others = state.saved.filter((saved) => saved.name !== name);
  const saved = [...others, kept].toSorted((a, b) => a.name < b.name ? -1 : 1);
  return stay(flashed({ ...state, saved }, `Saved as ${name}`));
}

/** Filters by what was kept under a name, instead of what there is. */
export function applySaved(state: State, place: number): Step {
  const saved = state.saved[place];
  if (!saved) return stay(state);
  const filters = saved.filters.map((text) => ({ text }));
  return reaching(refilter({ ...withoutWaiting(state), filters, filtersOn: true }));
}
