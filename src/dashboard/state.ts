import type { EngineFailure, Notice, Question, Row, RowId, Snapshot } from "../engine/messages.ts";
import type { Finding, RecordsSummary, Summary, VariableSummary } from "../record/summary.ts";
import type { AiState } from "./ai_state.ts";
import type { Action, Keymap } from "./keymap.ts";
import type { ListPosition } from "./list_position.ts";
import type { TextField } from "./text_field.ts";

/** The panels in the order of Tab and of the keys 1 to 6. */
export const PANELS = ["findings", "timeline", "patterns", "words", "attributes", "log"] as const;
export type PanelName = typeof PANELS[number];

/** The panels that rank things by count. */
export const RANKINGS = ["patterns", "words", "attributes"] as const;
export type RankingName = typeof RANKINGS[number];

/** The questions that are answered by a position. */
export type PlaceQuestion = Question & { kind: "find" | "place" | "time" };

/** Which clock times are shown by. */
export type Zone = "local" | "utc" | "received";

/** What the dashboard is told when it starts and does not change. */
export interface RunInfo {
  version: string;
  /** What is read, as the person named it; `standard input` for a pipe, `receives` last. */
  inputs: string[];
  /** Where records are received; null or absent without a receiver. */
  receives?: string | null;
  /** Records come by a pipe or the receiver only: nothing can be read again. */
  piped: boolean;
  follow: boolean;
  logBuffer: number;
  /** The zone that times are read in that name none, as `--time-zone` has it. */
  timeZone: string;
  skins: string[];
  keymap: Keymap;
  /** Colour is shown; without it severity bars stand one below the other. */
  colored: boolean;
}

/** Where the engine is; `gone` once it stopped for good. */
export type EnginePhase = Snapshot["state"] | "starting" | "gone";

export interface Filter {
  text: string;
  /** The panel whose lines it opened, to which Esc leads back. */
  from?: PanelName;
}

/** The log list. `rows` is what the screen asked for: what it shows and a page on either side. */
export interface LogState {
  rows: Row[];
  /** Position of the first of `rows`, from the first record ever. */
  from: number;
  /** Matching rows held are [first, first + total). */
  first: number;
  total: number;
  /** Rows that match: more than `total` where more do than are listed. */
  matched: number;
  /** Records among which they were looked for. */
  among: number;
  /** Position of the cursor and of the first row on the screen. */
  cursor: number;
  top: number;
  /** The newest rows come by themselves. */
  follow: boolean;
  /** Records read in all when the tail was left. */
  leftAt: number;
  /** Cells that long lines are moved to the left. */
  shift: number;
  /** Id of the question that is out, and whether its answer will be old when it comes. */
  asked: number | null;
  stale: boolean;
  /** Filters, and whether they apply, were not answered yet. */
  pending: boolean;
  /** A filter was added: where nothing that is held matches, the files are searched. */
  reaches: boolean;
  /** Share of the whole files that was searched; 1 where the list is of the held records. */
  searched: number;
  /** What could not be searched, or why; null when nothing went wrong. */
  problem: string | null;
}

/** What the charts are made of while filters apply. */
export interface Overview {
  /** The filter it is about, and whether the files were searched for it. */
  where: string;
  whole: boolean;
  summary: RecordsSummary;
  /** Records looked at, of those that match, among so many. */
  covered: number;
  matching: number;
  among: number;
  /** Share of the whole files that was searched; 1 where it is of the held records. */
  searched: number;
}

export type Modal =
  | { kind: "help"; position: ListPosition }
  /** `trace`: the records with its trace id, null without one. */
  | {
    kind: "entry";
    id: RowId;
    detail: EntryDetail | null;
    trace: TraceGroup | null;
    position: ListPosition;
  }
  /** What the records share with `row`. */
  | { kind: "fields"; row: Row; position: ListPosition }
  | { kind: "severities"; chosen: boolean[]; position: ListPosition }
  /** `known`: its first and last records and what its variables hold, null while that is asked for. */
  | {
    kind: "pattern";
    id: number;
    known: { first: Row[]; last: Row[]; variables: VariableSummary[] } | null;
    position: ListPosition;
  }
  /** `seen`: the finding as it was when it was opened. */
  | { kind: "finding"; seen: Finding; position: ListPosition }
  | { kind: "attribute"; key: string; position: ListPosition }
  | { kind: "counts"; position: ListPosition }
  | { kind: "statistics"; position: ListPosition }
  | { kind: "health"; position: ListPosition }
  | { kind: "notices"; position: ListPosition }
  | { kind: "filters"; position: ListPosition }
  | { kind: "columns"; position: ListPosition }
  | { kind: "panels"; position: ListPosition }
  | { kind: "changes"; position: ListPosition }
  | { kind: "skins"; before: string; position: ListPosition }
  | { kind: "bookmarks"; position: ListPosition }
  /** `talk`: id of the question that is shown, null while none was asked. */
  | { kind: "analysis"; talk: number | null; position: ListPosition }
  | { kind: "chat"; position: ListPosition }
  | { kind: "models"; position: ListPosition }
  /** `talks`: ids of one question to several models. */
  | { kind: "compare"; talks: number[]; position: ListPosition }
  /** `text`: what a question would send, null while it is put together. */
  | { kind: "sent"; text: string | null; position: ListPosition };

/** The records with the trace id of an entry. */
export interface TraceGroup {
  trace: string;
  /** Oldest first. */
  rows: Row[];
  /** The files are searched for more than is held, and what share of them was. */
  whole: boolean;
  searched: number;
  /** Id of the question that is out. */
  asked: number | null;
  /** Place of the chosen row, -1 for none. */
  chosen: number;
  problem: string | null;
}

export interface EntryDetail {
  row: Row;
  before: Row[];
  after: Row[];
  explanation: string[];
}

export type PromptKind = "filter" | "search" | "time" | "action" | "ask" | "export" | "name";

export interface Prompt {
  kind: PromptKind;
  field: TextField;
  /** What is wrong with the text, with its place. */
  error: { message: string; from: number; to: number } | null;
  /** Place in the history; its length while the text is new. */
  recalled: number;
  /** The filter that is edited, null for a new one. */
  editing: number | null;
  /** What was searched for before. */
  searched: string;
}

/** What the rows of a column show. */
export type ColumnName = "time" | "severity" | "service" | "host" | "source" | "message" | `@${string}`;

export interface Column {
  name: ColumnName;
  shown: boolean;
}

/** Filters that were kept under a name. */
export interface SavedFilters {
  name: string;
  filters: string[];
}

/** What is remembered from one run to the next. */
export interface Remembered {
  columns: Column[];
  hidden: PanelName[];
  /** The panel on the whole screen; null (or, in older files, absent) for none. */
  zoomed?: PanelName | null;
  saved: SavedFilters[];
}

/** What is to be remembered of a state. */
export function rememberedOf({ columns, hidden, zoomed, focus, saved }: State): Remembered {
  return { columns, hidden, zoomed: zoomed ? focus : null, saved };
}

/** A finding that was looked at, as it was then: by what `keyOfFinding` says, its records, and its end. */
export interface Acknowledged {
  key: string;
  count: number;
  end: number | null;
}

export interface State {
  info: RunInfo;
  /** Epoch milliseconds, as the last tick said. */
  now: number;
  startedAt: number;
  width: number;
  height: number;
  phase: EnginePhase;
  /** Since when the phase is what it is. */
  phaseSince: number;
  /** Why the engine stopped. */
  failure: EngineFailure | null;
  /** What the panels show. */
  shown: Snapshot | null;
  /** The newest snapshot, ahead of `shown` while paused. */
  latest: Snapshot | null;
  /** Records a second at the last snapshots, oldest first. */
  rates: number[];
  /** When the number of records last grew. */
  grewAt: number;
  /** Milliseconds between snapshots. */
  interval: number;
  paused: boolean;
  focus: PanelName;
  /** The panel that a narrow screen shows while the log has the focus. */
  tab: PanelName;
  zoomed: boolean;
  /** The log fills the screen. */
  fullLog: boolean;
  hidden: PanelName[];
  rankings: Record<RankingName, ListPosition>;
  findings: ListPosition;
  /** The order rows had when the reader was last out of a ranking. */
  order: Record<RankingName, string[]>;
  sortedAt: number;
  log: LogState;
  filters: Filter[];
  filtersOn: boolean;
  /** The list is of all that was read, from the files, not only of what is held. */
  whole: boolean;
  /**
   * It became so by itself: because no held record matched a filter, until that goes; or by moving to what the buffer
   * let go, until the list follows the newest record again.
   */
  reached: "filter" | "move" | null;
  /** When the list began anew: from then the relative times of a filter count back where files are searched. */
  listedSince: number;
  /** What was read cannot be read again. */
  wholeRefused: boolean;
  /** Charts and rankings show what the filters let through. */
  chartsFollow: boolean;
  overview: Overview | null;
  /** The question for an overview that is out, and the filter it is about. */
  overviewAsked: { id: number; where: string; whole: boolean } | null;
  search: string;
  /**
   * A place is looked for: the id of the question that is out, null until it is asked again; what is to be said if
   * there is none; the row if it is that of a known one; what is to be said once it is found, null for nothing; and
   * how much of the files was searched when it was asked.
   */
  finding:
    | {
      id: number | null;
      nothing: string;
      question: PlaceQuestion;
      row: Pick<Row, "id"> | null;
      found: string | null;
      /** The files are not to be searched for it. */
      heldOnly: boolean;
      searched: number;
    }
    | null;
  /** Moves in the log that its rows, or the place before them, are waited for, in their order. */
  waiting: Action[];
  columns: Column[];
  wrap: boolean;
  zone: Zone;
  skin: string;
  modals: Modal[];
  prompt: Prompt | null;
  histories: Record<PromptKind, string[]>;
  notices: Notice[];
  noticesSeen: number;
  /** What the status line says for a while. */
  flash: { text: string; level: Notice["level"]; until: number } | null;
  /** `r` was pressed once, until when the second counts. */
  resetUntil: number;
  /** When all that was counted was forgotten, null if it was not. */
  resetAt: number | null;
  bookmarks: Row[];
  saved: SavedFilters[];
  /** Findings that were looked at. */
  acknowledged: Acknowledged[];
  /** A moment to compare with: the counts as they were then. */
  mark: { at: number; summary: Summary } | null;
  /** Records around an entry that its details show on either side. */
  around: number;
  /** The question to write a file that is out. */
  exporting: number | null;
  /** Bytes that came to the files after they were read to their ends. */
  grewBy: number;
  ai: AiState;
  /** Places been, and where in them we are. */
  places: number[];
  place: number;
  nextQuestion: number;
  /** What came to the list while the terminal had not the focus: positions [from, to); `to` null while it is away. */
  away: { from: number; to: number | null } | null;
}

/** The summary that the panels show, null before the first record. */
export function summaryOf(state: State): Summary | null {
  const summary = state.shown?.summary;
  return summary && summary.records > 0 ? summary : null;
}

/** What the charts and rankings show: all that was read or, while filters apply, what they let through. */
export function chartedOf(state: State): RecordsSummary | null {
  const all = summaryOf(state);
  return all !== null && isChartFiltered(state) ? state.overview?.summary ?? all : all;
}

/** Whether the charts show what the filters let through. */
export function isChartFiltered({ chartsFollow, filtersOn, filters, overview }: State): boolean {
  return chartsFollow && filtersOn && filters.length > 0 && overview !== null;
}

/** Whether the cursor of the log is at its last row, or there is none. */
export function isAtLastRow({ log }: State): boolean {
  return log.cursor >= log.first + log.total - 1;
}

/** The row under the cursor of the log, null where there is none on hand. */
export function selectedRow(state: State): Row | null {
  return state.log.rows[state.log.cursor - state.log.from] ?? null;
}
