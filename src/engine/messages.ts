import type { TimeValue } from "../query/time_value.ts";
import type { LogRecord } from "../record/log_record.ts";
import type {
  RecordsSummary,
  Summary,
  TimelineSummary,
  ValueCount,
  VariableSummary,
} from "../record/summary.ts";
import type { UserError } from "../record/user_error.ts";
import type { ReceiverSettings } from "../source/otlp/settings.ts";

/**
 * The typed protocol between the engine and whoever shows what it says. The engine sends the next snapshot
 * only after the last one was `taken`; an answer says what it covers.
 */
export type EngineMessage =
  | { kind: "snapshot"; snapshot: Snapshot }
  | { kind: "answer"; id: number; answer: Answer }
  | { kind: "notice"; notice: Notice }
  /** Another worker was loaded. Where Deno loads it from source, that may have written to the terminal. */
  | { kind: "loaded" }
  /** The engine stopped for good. */
  | ({ kind: "failed" } & EngineFailure);

export interface EngineFailure {
  /** With a stack, unless it is a person's mistake. */
  readonly message: string;
  readonly exitCode: UserError["exitCode"];
}

/** Who asks, the screen if it is not said: a search of whole files for one does not end that for the other. */
export type Asker = "screen" | "entry" | "model";

export type EngineRequest =
  | { kind: "start"; settings: EngineSettings }
  | { kind: "taken" }
  | { kind: "ask"; id: number; question: Question; asker?: Asker }
  /** A search of whole files is not wanted any more. */
  | { kind: "endScan"; asker?: Asker }
  | { kind: "reset" }
  | { kind: "interval"; milliseconds: number }
  | { kind: "stop" };

/** What the engine must know, as plain data. */
export interface EngineSettings {
  /** Paths, comma lists and globs; `-` is standard input. */
  files: string[];
  follow: boolean;
  /** The end of standard input ends nothing: a receiver runs beside it. */
  endless: boolean;
  /** See `SourceSpec.output`. */
  output?: string | null;
  /** Records held. */
  logBuffer: number;
  /** Words (and distinct things of a kind) tracked. */
  memorySize: number;
  stopWords: string[];
  /** The one format to read with, null to detect. */
  format: string | null;
  /** Formats of the configuration: name to expression with named groups. */
  customFormats: Record<string, string>;
  timeZone: string;
  since: TimeValue | null;
  until: TimeValue | null;
  /** A filter: other records are as if they had not been there. Nothing in it may ask for a pattern. */
  where?: string;
  /** A moment that is to be known, see `Engine.splitAt`. */
  split?: TimeValue | null;
  /** Milliseconds between snapshots. */
  interval: number;
  /** The OTLP receiver, null for none. */
  receiver: ReceiverSettings | null;
}

export type EngineState = "waiting" | "reading" | "following" | "ended";

export interface Snapshot {
  summary: Summary;
  /** By the time of receipt. */
  receipts: TimelineSummary;
  /** Of each source the bytes that are there and were not read yet; null where that is not known. */
  unread: (number | null)[];
  state: EngineState;
  /** Records a second, over the last snapshots. */
  rate: number;
  /** Records in the buffer, and how many it let go. */
  held: number;
  letGo: number;
  /** Bytes to read and read, of the sources whose size is known; null if there are none. */
  progress: { position: number; size: number } | null;
}

export interface Notice {
  level: "info" | "warn" | "error";
  text: string;
  /** Epoch milliseconds. */
  at: number;
}

/** A record's place: the n-th of its source since the start, from 0. */
export interface RowId {
  source: number;
  sequence: number;
}

export interface Row {
  id: RowId;
  record: LogRecord;
  sourceName: string;
  /** Name of the format that read it. */
  format: string;
  /** Number of its pattern, null if it has none. */
  pattern: number | null;
  /** Its time is before that of a record already seen from its source. */
  late: boolean;
}

export type Question =
  /**
   * The `count` rows before position `end` (null: the newest) among those that match. Positions count from
   * the first record ever, so that a row keeps its position while others come and go. With `whole` they are looked
   * for in all of the files, newest first, not only among those held; positions then have a beginning of their own.
   */
  | { kind: "rows"; end: number | null; count: number; where?: string; whole?: boolean }
  /** One record, with `around` records of its source before and after it; read again if it is not held any more. */
  | { kind: "record"; id: RowId; around: number }
  /**
   * The first row before (-1) or after (1) position `from` that matches `wanted`, among those that match
   * `where`; its position is one of the rows of `where`.
   */
  | { kind: "find"; wanted: string; where?: string; from: number; direction: -1 | 1; whole?: boolean }
  /**
   * The first row of a time (as filters write one) or later, in the order of the list: what has no time of its own
   * stands behind what came before it.
   */
  | { kind: "time"; text: string; where?: string; whole?: boolean }
  /** Where a record stands among the rows that match. */
  | { kind: "place"; id: RowId; where?: string; whole?: boolean }
  /** The most frequent values of a field (as filters name it) among the rows that match, at most `top` of them. */
  | { kind: "counts"; field: string; where?: string; top: number }
  /**
   * What the newest of the held rows that match are made of, within a bound of records and time; with `whole` all that
   * were found in the files so far.
   */
  | { kind: "overview"; where: string; whole?: boolean }
  /** The first and last records of a pattern that are held or, of what cannot be read again, were kept. */
  | { kind: "samples"; pattern: number }
  /** Writes the lines of the rows that match, oldest first, to a new file. */
  | { kind: "export"; path: string; where?: string; whole?: boolean }
  /** All that was counted so far. */
  | { kind: "summary" };

export type Answer =
  /**
   * `from`: position of the first row; matching rows held are [first, first + total); `held` of `read` in all
   * were looked through.
   * `matched`: rows that match, where more do than are listed.
   * `complete`: what was let go is too old for the filter, so that no search of the files finds more.
   */
  | {
    kind: "rows";
    rows: Row[];
    from: number;
    first: number;
    total: number;
    matched?: number;
    held: number;
    read: number;
    complete?: boolean;
    /** Of the whole files: the share that was searched so far, and what could not be read again. */
    searched?: number;
    problem?: string;
  }
  | { kind: "record"; row: Row; before: Row[]; after: Row[]; explanation: string[] }
  /** To `find`, `time` and `place`: null if there is none among the rows held. `first`: for a time, that of the first row. */
  | { kind: "place"; position: number | null; first?: number }
  /** `records` match, `having` of them have the field, with `distinct` values. */
  | { kind: "counts"; values: ValueCount[]; distinct: number; having: number; records: number }
  /** `covered` of `matching` rows, which are among `among` records; `searched`: as for rows. */
  | {
    kind: "overview";
    summary: RecordsSummary;
    covered: number;
    matching: number;
    among: number;
    searched?: number;
  }
  /** Rows of a pattern from either end, and what its variables hold. */
  | { kind: "samples"; pattern: number; first: Row[]; last: Row[]; variables: VariableSummary[] }
  | { kind: "exported"; path: string; records: number }
  | { kind: "summary"; summary: Summary }
  /** `refused`: nothing that was read can be read again, so that asking once more is of no use. */
  | { kind: "error"; message: string; refused?: boolean };
