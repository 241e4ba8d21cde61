import type { NumbersSummary, SeverityCounts } from "./summary.ts";

/** What two logs, or two windows of one, have in common and what not: plain data. */
export interface Comparison {
  before: ComparedSide;
  after: ComparedSide;
  /** How many times as much of everything the second holds, as far as most patterns tell. */
  scale: number;
  /** Most certain first. */
  fresh: ComparedPattern[];
  vanished: ComparedPattern[];
  more: ComparedPattern[];
  less: ComparedPattern[];
  /** Shares of severities of all records, those that changed. */
  severities: ComparedSeverity[];
  /** Patterns whose records have other severities than before. */
  otherSeverity: ComparedPattern[];
  /** Values of attributes whose share changed, the largest changes first. */
  attributes: ComparedAttribute[];
  numbers: ComparedNumber[];
  /** Patterns of either side. */
  patterns: number;
}

export interface ComparedSide {
  name: string;
  records: number;
  /** Epoch milliseconds of the first and last record with a time; null if none has. */
  start: number | null;
  end: number | null;
  severities: SeverityCounts;
}

export interface ComparedPattern {
  template: string;
  before: number;
  after: number;
  severitiesBefore: SeverityCounts;
  severitiesAfter: SeverityCounts;
  /** How many times as frequent, the sizes of the two sides considered; Infinity for new, 0 for vanished. */
  ratio: number;
  /** Share of false discoveries that would have to be accepted for this one to count. */
  q: number;
  /** Whether chance is an unlikely reason: `q` at most 0.01 and the change not a small one. */
  significant: boolean;
}

export interface ComparedSeverity {
  rank: number;
  before: number;
  after: number;
  q: number;
}

export interface ComparedAttribute {
  key: string;
  value: string;
  /** Records with that value, and those that have the attribute. */
  before: number;
  after: number;
  recordsBefore: number;
  recordsAfter: number;
  q: number;
}

export interface ComparedNumber {
  template: string;
  /** Name of the attribute, or "number 2" for the second number of the body. */
  name: string;
  before: ComparedQuantiles;
  after: ComparedQuantiles;
  /** Share of pairs in which the later one is larger. */
  larger: number;
  q: number;
}

export interface ComparedQuantiles {
  unit: NumbersSummary["unit"];
  count: number;
  median: number;
  p95: number;
}
