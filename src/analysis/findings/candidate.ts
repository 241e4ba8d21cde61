import type { CommonValue, FindingKind } from "../../record/summary.ts";
import type { StreamActivity } from "../activity.ts";
import type { Place } from "../kept_places.ts";

/** Something that may need a look, before it is weighed against the others. */
export interface Candidate {
  kind: FindingKind;
  /** Buckets [from, to). */
  from: number;
  to: number;
  /** Streams behind it. */
  streams: StreamActivity[];
  /** What it is about: patterns, or the whole of a service, a host or the log (no pattern). */
  patterns: number[];
  /** What several patterns have in common, where that is what it is about. */
  template?: string;
  service: string | null;
  host: string | null;
  /** Number of the source whose silence it is, where its records name no service. */
  source?: number;
  /** 0 below WARN, 1 WARN, 2 ERROR and FATAL, 3 FATAL. */
  badness: number;
  count: number;
  /** Of what is new: the few records that came long before most of it. */
  before?: number;
  /** Other patterns that came with the first, and their records. */
  also?: { pattern: number; count: number }[];
  /** What came in place of it (of what fell), or what it came in place of. */
  instead?: { pattern: number; count: number; expected: number };
  /** Name of the severity below INFO that its records have. */
  below?: string;
  /** What the rest of the series let expect; for numbers the typical value. */
  expected: number;
  /** How sure: corrected for everything that was looked at, the less the surer. */
  p: number;
  name?: string;
  /** That of the number as it was read; what it is measured in, which its name may tell, too. */
  unit?: string;
  measure?: string;
  inside?: number;
  /** Other numbers that moved with it. */
  movedToo?: Pick<Candidate, "service" | "patterns" | "name" | "unit" | "measure" | "inside" | "expected">[];
  /** The number moved bit by bit. */
  trend?: boolean;
  /** And went back at once. */
  wentBack?: boolean;
  /** It moved only where something has one value. */
  alone?: MovedAlone;
  /** Other hosts on which the same happened at that time. */
  alsoOn?: string[];
  /** The value of an attribute (`region=eu`) that it is about. */
  value?: string;
  /** Of a value that is silent: the share of the records that it usually has, and those in the silence that were looked at. */
  usually?: { share: number; looked: number };
  /** Records come every so many buckets, and did not so often. */
  missed?: { every: number; times: number };
  /** It comes at its own pace, and does so more often. */
  rhythm?: boolean;
  /** The pattern that most of what is too much of a whole is made of. */
  mostly?: number;
  /** Of a value that more records have than usual: the records whose share it is, and the value that fewer have. */
  share?: {
    where: { name: string; values: string[] } | null;
    fell: { text: string; from: number; to: number } | null;
  };
  /** What its records have in common. */
  common?: CommonValue[];
  /** What most of them say of what went wrong. */
  cause?: CommonValue;
  /** Some of its records, where those of its streams are not all about it. */
  places?: Pick<Place, "source" | "line">[];
}

/** The one value of an attribute (or word in bodies) whose records' number moved while that of the others did not. */
export interface MovedAlone {
  text: string;
  key: string | null;
  value: string;
  /** The typical number there at that time and at others, and that of the others at that time. */
  inside: number;
  usual: number;
  others: number;
  /** Share of the records within that have it, and records that were looked at. */
  share: number;
  records: number;
}
