import type { Answer, Question, Row } from "../engine/messages.ts";
import { grouped } from "./figures.ts";
import { layoutOf, logRows } from "./layout.ts";
import { clamp, distanceOf, type Move, topFor, viewDistance } from "./list_position.ts";
import { EMPTY_LOG } from "./initial_state.ts";
import { isAtLastRow, type LogState, type PlaceQuestion, selectedRow, type State } from "./state.ts";
import { flashed, posting, stay, type Step, then } from "./step.ts";
import { askOverview } from "./update_overview.ts";
import { whereOf } from "./where.ts";

/** Places been that are kept. */
const MAX_PLACES = 100;

function shownRows(state: State): number {
  return Math.max(1, logRows(layoutOf(state)));
}

/** Asks for the rows that the list shows and a page on either side; one question at a time. */
export function askRows(state: State): Step {
  const { log } = state;
  if (log.asked !== null) return stay({ ...state, log: { ...log, stale: true } });
  const height = shownRows(state);
  const where = whereOf(state);
  const question: Question = log.follow
    ? { kind: "rows", end: null, count: height * 2, where, whole: state.whole }
    : { kind: "rows", end: log.top + height * 2, count: height * 3, where, whole: state.whole };
  const id = state.nextQuestion;
  const asked = { ...state, nextQuestion: id + 1, log: { ...log, asked: id, stale: false } };
  return posting(asked, { kind: "ask", id, question });
}

/** Takes the answer to `askRows`. */
export function takeRows(state: State, answer: Answer & { kind: "rows" }): Step {
  const { rows, from, first, total, matched = total, searched = 1, problem = null, held, read } = answer;
  const { complete = false } = answer;
  const height = shownRows(state);
  const stale = state.log.stale;
  const log: LogState = {
    ...state.log,
    rows,
    from,
    first,
    total,
    matched,
    among: state.whole ? read : held,
    asked: null,
    stale: false,
    pending: false,
    reaches: false,
    searched,
    problem,
  };
  const { reaches } = state.log;
  if (stale && state.log.pending) {
    return askRows({ ...state, log: { ...log, rows: [], pending: true, reaches } });
  }
  if (reaches && matched === 0 && problem === null && !complete && offersFiles(state)) {
    const words = "No held record matches: searching the files, newest first";
    return searchWhole(flashed(state, words), true, "filter");
  }
  const lost = rowLetGo(state, first);
  if (lost !== null && hasMore(state)) return readAgain(state, lost);
  const told = lost === null
    ? state
    : flashed(state, "These are the oldest records held: -b holds more", "warn");
  const next = { ...told, log: log.follow ? atTail(log, height) : within(log, height) };
  return stale || !covered(next.log, height) ? askRows(next) : stay(next);
}

/**
 * The row that the reader is at, or the nearest on hand, where the buffer let it go while they were reading; null where what they
 * asked for is still held. `first`: the oldest row that is.
 */
function rowLetGo(state: State, first: number): Row | null {
  const { log, whole } = state;
  // The first row is whichever is held.
  if (whole || log.follow || log.pending || log.cursor >= first || log.cursor === log.first) return null;
  return selectedRow(state) ?? log.rows[0] ?? null;
}

/** What was let go is listed from the files, the cursor where it was. */
function readAgain(state: State, row: Row): Step {
  return then(
    searchWhole(flashed(state, "Reading older records from the files"), true, "move"),
    (state) => locate(state, "This record cannot be read again", row),
  );
}

/** The newest row under the cursor, at the foot of the list. */
function atTail(log: LogState, height: number): LogState {
  const end = log.from + log.rows.length;
  return { ...log, cursor: Math.max(log.first, end - 1), top: Math.max(log.first, end - height) };
}

/** What was let go meanwhile moves the view to the oldest row held. */
function within(log: LogState, height: number): LogState {
  const cursor = clamp(log.cursor, log.first, log.first + log.total - 1);
  const top = topFor(cursor - log.first, log.top - log.first, log.total, height) + log.first;
  return { ...log, cursor, top };
}

/** Whether all rows on the screen are on hand. */
function covered({ rows, from, first, total, top }: LogState, height: number): boolean {
  const last = Math.min(top + height, first + total);
  return total === 0 || (Math.max(top, first) >= from && last <= from + rows.length);
}

/** Moves the cursor; at the tail the log follows again. */
export function moveLog(state: State, move: Move): Step {
  if (move === "last") return followTail(state);
  return moveLogBy(state, distanceOf(move, shownRows(state)), move === "first");
}

export function moveLogBy(state: State, distance: number, remember = false): Step {
  const { log } = state;
  if (log.total === 0) return stay(state);
  const row = selectedRow(state);
  if (distance < 0 && log.cursor === log.first && hasMore(state) && row) {
    return readAgain(state, row);
  }
  if (distance < 0 && log.cursor === log.first && log.matched > log.total && row) {
    const time = new Date(row.record.time ?? row.record.received).toISOString();
    return stay(flashed(state, onlyNewest(state, `${time.slice(0, 19)}Z`)));
  }
  const last = log.first + log.total - 1;
  if (log.follow && distance > 0) return stay(state);
  const cursor = clamp(log.cursor + distance, log.first, last);
  return goTo(remember ? withPlace(state) : state, cursor, log.top + viewDistance(distance));
}

/** Puts the cursor on a position with it in the middle of the view. */
function jumpTo(state: State, cursor: number): Step {
  return goTo(state, cursor, cursor - (shownRows(state) >> 1));
}

/** Puts the cursor on a position, with the view from about `wanted` on; the list stops following. */
export function goTo(state: State, cursor: number, wanted = state.log.top): Step {
  const { log } = state;
  const height = shownRows(state);
  const end = Math.max(log.first + log.total, cursor + 1);
  const top = topFor(cursor - log.first, wanted - log.first, end - log.first, height) + log.first;
  const left = log.follow ? state.latest?.summary.records ?? 0 : log.leftAt;
  const next = { ...state, log: { ...log, cursor, top, follow: false, leftAt: left } };
  return marginLeft(next.log, height) ? stay(next) : askRows(next);
}

/** Whether half a page around the view is still on hand, as far as there is one. */
function marginLeft({ rows, from, first, top }: LogState, height: number): boolean {
  const margin = height >> 1;
  return Math.max(first, top - margin) >= from && top + height + margin <= from + rows.length;
}

/** Back to the newest rows. */
function followTail(state: State): Step {
  if (state.reached === "move") return searchWhole(state, false);
  return askRows({ ...state, log: { ...state.log, follow: true, stale: false } });
}

/** The filters changed: nothing on the screen holds any more. */
export function refilter(state: State): Step {
  const asked = askRows({
    ...state,
    places: [],
    place: 0,
    away: null,
    listedSince: state.now,
    // Until the first answer nothing of the files was searched.
    log: { ...EMPTY_LOG, asked: state.log.asked, shift: state.log.shift, searched: state.whole ? 0 : 1 },
  });
  return then(asked, askOverview);
}

/** What is read again from files instead of the held records alone: the list begins anew, with the search. */
export function searchWhole(state: State, whole: boolean, reached: State["reached"] = null): Step {
  const next = refilter({ ...state, whole, reached, log: { ...state.log, asked: null } });
  return whole ? next : [next[0], [{ kind: "post", request: { kind: "endScan" } }, ...next[1]]];
}

/** Whether records were let go that can be looked for in files. */
export function hasMore({ shown, whole, wholeRefused }: State): boolean {
  return !whole && !wholeRefused && (shown?.letGo ?? 0) > 0;
}

/** Whether looking for them is worth a word: of a pipe nothing can be read again. */
export function offersFiles(state: State): boolean {
  return !state.info.piped && hasMore(state);
}

/** Goes on asking while whole files are searched, for the list, the charts and for what was not found yet. */
export function searchOn(state: State): Step {
  const { whole, log, overview, paused } = state;
  if (!whole || paused) return stay(state);
  const charted = overview !== null && (!overview.whole || overview.searched < 1)
    ? askOverview(state)
    : stay(state);
  const again = then(
    charted,
    (state) =>
      state.finding?.id === null ? askPlace(state, state.finding.question, state.finding) : stay(state),
  );
  return log.searched < 1 && log.asked === null ? then(again, askRows) : again;
}

/** Remembers where the cursor is, for going back. */
export function withPlace(state: State): State {
  const places = [...state.places.slice(0, state.place), state.log.cursor].slice(-MAX_PLACES);
  return { ...state, places, place: places.length };
}

/** Goes to a place been: -1 the one before, 1 the one after. */
export function toPlace(state: State, direction: -1 | 1): Step {
  const atEnd = state.place === state.places.length;
  const places = atEnd && direction < 0 ? [...state.places, state.log.cursor] : state.places;
  const place = state.place + direction;
  if (place < 0 || place >= places.length) return stay(flashed(state, "There is no other place to go to"));
  return jumpTo({ ...state, places, place }, places[place]);
}

/**
 * Looks for the next record that matches `wanted`, among those that the filters let through.
 * @param from the position before which (upwards) or after which the search starts
 * @param row where to stay if the files cannot be searched
 */
export function find(
  state: State,
  wanted: string,
  direction: -1 | 1,
  nothing: string,
  from = state.log.cursor,
  row: Pick<Row, "id"> | null = null,
): Step {
  // Until something is found in the files the cursor is that of the list before.
  if (from !== Infinity && isSearchingFiles(state)) {
    return stay(flashed(state, `Still searching the files · ${state.info.keymap.keyOf("back")} ends it`));
  }
  const where = whereOf(state);
  const question: PlaceQuestion = { kind: "find", wanted, where, from, direction, whole: state.whole };
  // Of what comes behind the last row nothing was let go.
  const told = direction === -1 || state.whole || isAtLastRow(state) ? nothing : nothing + filesToo(state);
  return askPlace(state, question, { nothing: told, row, found: null });
}

function isSearchingFiles({ finding, whole }: State): boolean {
  return whole && finding?.question.kind === "find" && finding.question.from === Infinity;
}

/** Looks for the first row of a time or later, and goes there. */
export function goToTime(state: State, text: string): Step {
  const question: PlaceQuestion = { kind: "time", text, where: whereOf(state), whole: state.whole };
  return askPlace(state, question, { nothing: `No record is at ${text} or later`, row: null, found: null });
}

function filesToo(state: State): string {
  return offersFiles(state) ? ` · ${state.info.keymap.keyOf("whole")} searches the files` : "";
}

/**
 * Asks where a record stands among those that match the filters of the state, and goes there. `found` is said then,
 * `nothing` if there is none.
 */
export function locate(
  state: State,
  nothing: string,
  row: Pick<Row, "id"> | null = selectedRow(state),
  found: string | null = null,
): Step {
  if (!row) return stay(state);
  const question: PlaceQuestion = { kind: "place", id: row.id, where: whereOf(state), whole: state.whole };
  return askPlace(state, question, { nothing, row, found });
}

function askPlace(
  state: State,
  question: PlaceQuestion,
  { nothing, row, found, heldOnly = false }:
    & Pick<NonNullable<State["finding"]>, "nothing" | "row" | "found">
    & {
      heldOnly?: boolean;
    },
): Step {
  const id = state.nextQuestion;
  const asked = {
    ...state,
    nextQuestion: id + 1,
    finding: { id, nothing, question, row, found, heldOnly, searched: state.log.searched },
  };
  return posting(asked, { kind: "ask", id, question });
}

/**
 * Takes the place of a record or a search; where whole files are still searched it is asked for again later.
 * @param first that of the first row when it was looked for: while much is read the list's own is soon an old one
 */
export function takePlace(state: State, position: number | null, first = state.log.first): Step {
  const { finding } = state;
  if (finding === null) return stay(state);
  const next = { ...state, finding: null };
  const { question } = finding;
  // A time may stand before all that the list has so far; of several files one may be searched further than others.
  const isTime = question.kind === "time";
  const fromLast = question.kind === "find" && question.from === Infinity;
  const isFirst = isTime && position !== null && position <= first;
  const isSettled = position !== null && !isFirst && !(isTime && state.log.total === 0) &&
    !((isTime || fromLast) && (state.shown?.summary.sources.length ?? 0) > 1);
  if (state.whole && finding.searched < 1 && !isSettled) {
    return state.log.searched < 1
      ? stay({ ...state, finding: { ...finding, id: null } })
      : askPlace(state, question, finding);
  }
  const more = hasMore(state) && !finding.heldOnly;
  if (isFirst && more) {
    return then(
      searchWhole(flashed(next, "Reading older records from the files"), true, "move"),
      (state) => goToTime(state, question.text),
    );
  }
  if (position !== null) {
    const words = isFirst && !finding.heldOnly ? beforeAll(state, question) : finding.found;
    const arrived = words === null ? next : flashed(next, words);
    return jumpTo(withPlace(arrived), position);
  }
  const { row } = finding;
  if (row !== null && more) {
    return then(
      searchWhole(flashed(next, "Reading older records from the files"), true, "move"),
      (state) => locate(state, finding.nothing, row, finding.found),
    );
  }
  if (question.kind === "find" && question.direction === -1 && more) {
    return findInFiles(next, question.wanted, finding.nothing);
  }
  const { log } = state;
  // Those that are not listed were not looked through.
  const isAmongListed = question.kind === "find" && question.direction === -1 && log.matched > log.total;
  const told = isAmongListed ? `${finding.nothing} among the newest ${grouped(log.total)}` : finding.nothing;
  return stay(flashed(next, told, "warn"));
}

/** What to say of a time that comes before all that is listed; null where nothing does. */
function beforeAll(state: State, { text }: PlaceQuestion & { kind: "time" }): string | null {
  const { log, whole, shown } = state;
  if (log.matched > log.total) return onlyNewest(state, text);
  return !whole && (shown?.letGo ?? 0) > 0 ? "Nothing earlier is held" : null;
}

function onlyNewest({ log }: State, time: string): string {
  return `Only the newest ${grouped(log.total)} are listed; filter by time<${time} for older ones`;
}

/** The files cannot be searched: what was looked for there is among the held rows, or stays where it was asked from. */
export function findHeld(state: State, { question, row, nothing }: NonNullable<State["finding"]>): Step {
  const what = { nothing, row, found: null, heldOnly: true };
  if (question.kind === "time") return askPlace(state, { ...question, whole: false }, what);
  if (row === null) return stay(state);
  return askPlace(state, { kind: "place", id: row.id, where: whereOf(state) }, what);
}

/** Nothing held is it: what the buffer let go is read again, newest first, and looked through from the cursor back. */
function findInFiles(state: State, wanted: string, nothing: string): Step {
  const row = selectedRow(state);
  const time = row && new Date(row.record.time ?? row.record.received).toISOString();
  const earlier = time === null ? wanted : `(${wanted}) time<${time}`;
  const searching = searchWhole(
    flashed(state, "No held match: searching the files, newest first"),
    true,
    "move",
  );
  return then(searching, (state) => find(state, earlier, -1, nothing, Infinity, row));
}
