/**
 * The shapes that analyzers give out: plain data that is posted to the screen and printed by the report.
 * Lists are sorted by count, highest first, then by name.
 */

/** Attributes, services and hosts that a summary lists at the most: as many may be more. */
export const MOST_LISTED = 100;

/** Counts by severity rank: [NONE, TRACE, DEBUG, INFO, WARN, ERROR, FATAL]. */
export type SeverityCounts = number[];

export interface WordCount {
  word: string;
  count: number;
}

export interface WordsSummary {
  top: WordCount[];
  /** Words held in the table, and how much each count may be short by at the most. */
  tracked: number;
  /** There are more distinct words than that. */
  more?: boolean;
  error: number;
}

export interface ValueCount {
  /** One of more than 200 bytes is cut, and `…` stands at its end. */
  value: string;
  count: number;
}

export interface AttributeSummary {
  key: string;
  /** Records that have it. */
  count: number;
  /** Number of distinct values; exact while `exact`, else within a few per cent. */
  distinct: number;
  exact: boolean;
  values: ValueCount[];
}

export interface PatternSummary {
  id: number;
  /** Constant text with the variable parts as `<num>`, `<word>`, `<addr>` and the like. */
  template: string;
  count: number;
  severities: SeverityCounts;
  /** Epoch milliseconds of the first and the last record, by their own time, else by receipt. */
  first: number;
  last: number;
}

/** What the values of a pattern's variable are. */
export type VariableKind = "num" | "dur" | "time" | "addr" | "path" | "id" | "word";

/** One variable (blank) of a pattern. */
export interface VariableSummary {
  kind: VariableKind;
  /** Records that the figures stand for; of a frequent pattern one record in some is looked at. */
  count: number;
  /** Number of distinct values among those looked at. */
  distinct: number;
  /** Whether every record was looked at and `distinct` is exact. */
  exact: boolean;
  values: ValueCount[];
  /** Of a variable that is a number: durations in milliseconds, sizes in bytes. Quantiles are within 1 %. */
  numbers: NumbersSummary | null;
}

export interface NumbersSummary {
  unit: "" | "ms" | "bytes" | "%";
  min: number;
  median: number;
  p95: number;
  p99: number;
  max: number;
}

export interface PatternDetails extends PatternSummary {
  /** In the order of the template. */
  variables: VariableSummary[];
  /** The first line of one of its records. */
  example: string;
}

export interface PatternsSummary {
  top: PatternSummary[];
  /** Patterns held in all. */
  total: number;
}

export interface NamedCount {
  name: string;
  count: number;
  severities: SeverityCounts;
}

export interface TimelineBucket {
  /** Epoch milliseconds of its start. */
  time: number;
  severities: SeverityCounts;
}

export interface TimelineSummary {
  /** Milliseconds a bucket covers. Buckets in which nothing fell are not listed. */
  width: number;
  buckets: TimelineBucket[];
}

/** How well one source was understood. */
export interface SourceHealth {
  name: string;
  lines: number;
  records: number;
  bytes: number;
  /** Records by the format that read them. */
  formats: Record<string, number>;
  /** Records that no format knew. */
  plain: number;
  /** Records cut at a bound. */
  truncated: number;
  /** Records whose time is before that of one already seen from the source. */
  late: number;
  /** Records without a time of their own. */
  undated: number;
  /** What went wrong, one line each, newest last; bounded. */
  errors: string[];
  state: "waiting" | "reading" | "following" | "ended" | "lost" | "failed";
  /** Of the source that receives requests. */
  receiver?: ReceiverHealth;
}

/** What came to the receiver's ports. */
export interface ReceiverHealth {
  /** Addresses it listens on: `127.0.0.1:4317`, `http://127.0.0.1:4318/v1/logs`. */
  grpc: string[];
  http: string[];
  /** Requests by what they came as: `grpc`, `http/protobuf`, `http/json`; refused ones too. */
  requests: Record<string, number>;
  /** Requests that were refused, by the reason: `malformed`, `too large`, `busy`, `unauthorized`, … */
  refused: Record<string, number>;
  /** Records of accepted requests that were not taken. */
  rejectedRecords: number;
  /** Addresses that requests came from, with their numbers; bounded, most requests first. */
  clients: { name: string; requests: number }[];
  /** Bytes that wait to be read, and how many may. */
  waiting: number;
  room: number;
}

/** What kind of thing needs a look. */
export type FindingKind =
  | "new-pattern"
  | "error-rate"
  | "burst"
  | "drop"
  | "vanished"
  | "gap"
  | "shifted-number"
  | "dominant-value"
  | "clock"
  | "source";

/** What most of the records of a finding have in common and others have not, told from some of them. */
export interface CommonValue {
  /** The attribute; null for a value that stands in the bodies. */
  key: string | null;
  value: string;
  /** Of several values that begin alike, with which `value` and `text` end in `*`: how they begin. */
  start?: string;
  /** How it is shown: `path=/checkout`, `from 10.0.0.7`, `host=rack3-*`. */
  text: string;
  /**
   * Share of the finding's records that have it (where a number moved: 1, all that moved have it), and of the others (where a number
   * moved: of the records at that time); null where too few of these have such a value at all.
   */
  share: number;
  usual: number | null;
  /** Records of the finding that were looked at. */
  records: number;
}

/** Something that a person should look at, with what shows it. Texts may hold log text. */
export interface Finding {
  /** 1 for what should be looked at first. */
  rank: number;
  kind: FindingKind;
  title: string;
  evidence: string;
  /** The parts of the evidence, each of which is better not broken. */
  parts?: string[];
  /** Epoch milliseconds of when it began and ended, not including the end; null for what has no time. */
  start: number | null;
  end: number | null;
  /** Numbers of the patterns it is about. */
  patterns: number[];
  /** What all of it, or nearly, came from; null if it came from several, or none is named. */
  service: string | null;
  host: string | null;
  /** Where the same happened on several hosts: all of them. */
  hosts?: string[];
  /** Highest severity rank of its records, and how many they are. */
  severity: number;
  count: number;
  /** How many of them are of what the title names, where others came with it. */
  ofTitle?: number;
  /** What its records have in common; also said in the evidence. */
  common?: CommonValue[];
  /** Some of its records: name of the source and line, from 1. */
  lines: { source: string; line: number }[];
  /** What it tells of besides itself, each of which was a finding of its own while less was known. */
  merged?: MergedFinding[];
}

/** What is left of a finding that another one tells of. */
export type MergedFinding = Pick<Finding, "kind" | "title" | "patterns" | "service" | "host">;

/** What some records are made of. */
export interface RecordsSummary {
  records: number;
  /** Epoch milliseconds of the earliest and latest own time; null while no record had one. */
  start: number | null;
  end: number | null;
  severities: SeverityCounts;
  /** By the records' own time; undated ones by receipt. */
  timeline: TimelineSummary;
  words: WordsSummary;
  attributes: AttributeSummary[];
  patterns: PatternsSummary;
  services: NamedCount[];
  hosts: NamedCount[];
}

/** All that the screen, the report and the model are shown of what was read. */
export interface Summary extends RecordsSummary {
  lines: number;
  bytes: number;
  sources: SourceHealth[];
  /** What needs a look, most pressing first; empty when nothing is wrong. */
  findings: Finding[];
}
