import type { CommonValue, FindingKind } from "../../record/summary.ts";
import type { StreamActivity } from "../activity.ts";
import type { Place } from "../kept_places.ts";

/** Something that may need a look, before it is weighed against the others. */
export interface Candidate {
  kind: FindingKind;
  /** Buckets [from, to). */
  from: number;
  to: number;
  /** The streams whose records it is about. */
  streams: StreamActivity[];
  /** What it is about: patterns, or the whole of a service, a host or the log (no pattern). */
  patterns: number[];
  /** The template that several patterns share, where it is about all of them. */
  template?: string;
  service: string | null;
  host: string | null;
  /** Number of the source that it is about, where its records name no service. */
  source?: number;
  /** 0 below WARN, 1 WARN, 2 ERROR and FATAL, 3 FATAL. */
  badness: number;
  count: number;
  /** What is said tells of an end: of a process, or of room to write to. */
  ends?: boolean;
  /** For new patterns: the few records that came long before most of the others. */
  before?: number;
  /** Other patterns that came with the first, their records, and the cause that most of these name. */
  also?: { pattern: number; count: number; cause?: CommonValue }[];
  /** For what fell, what came in its place; for what rose, what it came in place of. */
  instead?: { pattern: number; count: number; expected: number };
  /** Name of the severity below INFO that its records have. */
  below?: string;
  /** The count that the rest of the series predicts; for numbers their typical value otherwise. */
  expected: number;
  /** Probability that chance explains it. */
  p: number;
  name?: string;
  /** The unit written behind the number, and the one it is measured in, which its name may tell as well. */
  unit?: string;
  measure?: string;
  inside?: number;
  /** For a share of errors: the share at all other times. `expected` may be more: what was usual right before or after it. */
  outside?: number;
  /** For what came and went: the times at which it was there. */
  spells?: { from: number; to: number }[];
  /** For answers that failed: the answers in that time whose statuses were looked at. */
  sampled?: number;
  /** Other numbers that moved with it. */
  movedToo?: Candidate[];
  /** The number moved gradually. */
  trend?: boolean;
  /** And then went back at once. */
  wentBack?: boolean;
  /** The number moved only among records with one value. */
  alone?: MovedAlone;
  /** The number rose in a few records only. */
  tail?: Tail;
  /** Other hosts on which the same happened at that time. */
  alsoOn?: string[];
  /** The value of an attribute (`region=eu`) that it is about. */
  value?: string;
  /** Other values of that attribute that are silent then. */
  alsoSilent?: string[];
  /** For a value that vanished: its usual share of the records, and the records sampled since. */
  usually?: { share: number; looked: number };
  /** For records at equal intervals: the interval in buckets, and how often they failed to come. */
  missed?: { every: number; times: number };
  /** What comes at equal intervals came at shorter ones. */
  rhythm?: boolean;
  /** The pattern behind most of the excess (or lack) of records. */
  mostly?: number;
  /** For a value whose share rose: among which records (null: all), and the value whose share fell most. */
  share?: {
    where: { name: string; values: string[] } | null;
    fell: { text: string; from: number; to: number } | null;
  };
  /** Values that its records have in common. */
  common?: CommonValue[];
  /** The cause that most of them name. */
  cause?: CommonValue;
  /** Some of its records, where not all records of its streams belong to it. */
  places?: Pick<Place, "source" | "line">[];
}

/** The one value of an attribute, or word in bodies, among whose records a number moved. */
export interface MovedAlone {
  text: string;
  key: string | null;
  value: string;
  /** The typical number with the value in the window, with it at other times, and without it in the window. */
  inside: number;
  usual: number;
  others: number;
  /** Share of the window's sampled records that have the value, and how many were sampled. */
  share: number;
  records: number;
}

/** The few records in which a number is far above what it is in others. */
export interface Tail {
  /** The number that they are above, and the share of the sampled records that are, then and at other times. */
  above: number;
  share: number;
  usual: number;
  /** The typical number among them, and the median of the others then, and of all at other times. */
  typical: number;
  others: number;
  usually: number;
  /** How many were sampled then, and those of them that are above. */
  records: number;
  samples: number[];
}

/** Share of what is more than expected, of records that a share of all of them has, and usually another: an excess holds what is usual. */
export function excessShare(
  { count, expected }: Pick<Candidate, "count" | "expected">,
  share: number,
  usual: number,
): number {
  return (share * count - usual * expected) / Math.max(1, count - expected);
}

/** Buckets that two spans have in common; negative: those between them. */
export function overlapOf(
  first: Pick<Candidate, "from" | "to">,
  second: Pick<Candidate, "from" | "to">,
): number {
  return Math.min(first.to, second.to) - Math.max(first.from, second.from);
}
