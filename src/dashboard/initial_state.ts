import { NO_AI } from "./ai_state.ts";
import type { LogState, Remembered, RunInfo, State, Zone } from "./state.ts";

export const EMPTY_LOG: LogState = {
  rows: [],
  from: 0,
  first: 0,
  total: 0,
  matched: 0,
  among: 0,
  cursor: 0,
  top: 0,
  follow: true,
  leftAt: 0,
  shift: 0,
  asked: null,
  stale: false,
  reaches: false,
  pending: true,
  searched: 1,
  problem: null,
};

/** The first state, before anything was read. */
export function initialState(
  info: RunInfo,
  options: {
    width: number;
    height: number;
    now: number;
    interval: number;
    skin: string;
    zone?: Zone;
    remembered?: Remembered | null;
  },
): State {
  const start = { cursor: 0, top: 0 };
  return {
    info,
    now: options.now,
    startedAt: options.now,
    width: options.width,
    height: options.height,
    phase: "starting",
    phaseSince: options.now,
    failure: null,
    shown: null,
    latest: null,
    rates: [],
    grewAt: options.now,
    interval: options.interval,
    paused: false,
    focus: options.remembered?.zoomed ?? "log",
    tab: "patterns",
    zoomed: (options.remembered?.zoomed ?? null) !== null,
    fullLog: false,
    hidden: options.remembered?.hidden ?? [],
    rankings: { patterns: start, words: start, attributes: start },
    findings: start,
    order: { patterns: [], words: [], attributes: [] },
    sortedAt: 0,
    log: EMPTY_LOG,
    filters: [],
    filtersOn: true,
    whole: false,
    reached: null,
    listedSince: options.now,
    wholeRefused: false,
    chartsFollow: true,
    overview: null,
    overviewAsked: null,
    search: "",
    finding: null,
    waiting: [],
    columns: options.remembered?.columns ??
      (["time", "severity", "service", "host", "source", "message"] as const).map((name) => ({
        name,
        shown: true,
      })),
    wrap: false,
    zone: options.zone ?? "local",
    skin: options.skin,
    modals: [],
    prompt: null,
    histories: { filter: [], search: [], time: [], action: [], ask: [], export: [], name: [] },
    notices: [],
    noticesSeen: 0,
    flash: null,
    resetUntil: 0,
    resetAt: null,
    bookmarks: [],
    saved: options.remembered?.saved ?? [],
    acknowledged: [],
    mark: null,
    around: 5,
    exporting: null,
    grewBy: 0,
    ai: NO_AI,
    places: [],
    place: 0,
    nextQuestion: 1,
    away: null,
  };
}
