import type { Candidate } from "./candidate.ts";
import type { Precursor } from "./precursors.ts";

/** A finding with what was announced before it, and others that are the same incident seen elsewhere. */
export interface Told {
  candidate: Candidate;
  before: Precursor[];
  elsewhere: Candidate[];
}

/** Buckets, and share of the longer of two spans of time, by which one incident may begin and end at other times elsewhere. */
const BUCKETS = 2;
const AT_START = 0.05;
const AT_END = 0.15;
/** What no longer succeeds is missed at once, and has failed when the time to wait for it is over: the same of how much earlier, and buckets. */
const EARLIER = 0.25;
const AT_MOST_EARLIER = 8;
/** How much longer errors must last than a pause among them. */
const LONGER = 3;
const ERROR = 2;
const WARNING = 1;
/** Kinds of findings that are made of records of their own. */
const OF_RECORDS = new Set<Candidate["kind"]>(["new-pattern", "burst", "error-rate"]);

/**
 * Joins what began and ended together: the errors of a service, those that its proxy answers with, the duration of its answers and what it
 * says of those that succeed. That two incidents which have nothing to do with each other begin in one bucket of hundreds and end in
 * another is hardly chance. Errors lead, in the place of the first of what they explain, then warnings; a number leads numbers.
 */
export function asIncidents(told: readonly Told[]): Told[] {
  const left = new Set(told);
  const placeOf = new Map<Told, number>();
  for (const [leads, isPart] of PARTS) {
    for (const [at, first] of told.entries()) {
      if (!left.has(first) || placeOf.has(first) || !leads(first.candidate)) continue;
      let place = at;
      for (const [index, other] of told.entries()) {
        if (other === first || !left.has(other) || placeOf.has(other)) continue;
        if (!isPart(first.candidate, other.candidate)) continue;
        left.delete(other);
        first.elsewhere.push(other.candidate);
        place = Math.min(place, index);
      }
      placeOf.set(first, place);
    }
  }
  const rest = [...told.entries()].filter(([, one]) => left.has(one));
  return rest.map(([at, one]) => ({ one, place: placeOf.get(one) ?? at }))
    .sort((x, y) => x.place - y.place).map(({ one }) => one);
}

const PARTS: [leads: (one: Candidate) => boolean, isPart: (first: Candidate, other: Candidate) => boolean][] =
  [
    [isFailure, isPartOfFailure],
    [isWarning, isPartOfWarnings],
    [isMove, isPartOfMove],
  ];

function isFailure({ kind, badness }: Candidate): boolean {
  return OF_RECORDS.has(kind) && badness >= ERROR;
}

function isWarning({ kind, badness }: Candidate): boolean {
  return OF_RECORDS.has(kind) && badness === WARNING;
}

/** Whether it is a number that moved at once. */
function isMove({ kind, trend }: Candidate): boolean {
  return kind === "shifted-number" && !trend;
}

function isPartOfMove(first: Candidate, other: Candidate): boolean {
  return isMove(other) && isSameTime(first, other);
}

function isPartOfFailure(first: Candidate, other: Candidate): boolean {
  if (isPause(other)) return isWithin(first, other);
  if (isLack(other)) return isSameTime(first, other) || isMissedBefore(first, other);
  return (isFailure(other) || isMove(other)) && isSameTime(first, other);
}

/** With the requests that are refused there are more of all, and most of them of one client. */
function isPartOfWarnings(first: Candidate, other: Candidate): boolean {
  const isMore = isWarning(other) || other.kind === "dominant-value" ||
    other.kind === "burst" && other.patterns.length === 0;
  return (isMore || isMove(other) || isLack(other)) && isSameTime(first, other);
}

/** Whether it is what failed requests leave out; the silence of a whole service or host is more than that. */
function isLack({ kind, patterns, value, share }: Candidate): boolean {
  if (kind === "vanished" || kind === "gap") return patterns.length > 0 || value !== undefined;
  return kind === "drop" || kind === "dominant-value" && share !== undefined;
}

/** Whether for a while nothing at all was said: all that could have answered waited for what failed. */
function isPause({ kind, patterns, value, service, host, source }: Candidate): boolean {
  return kind === "gap" && patterns.length === 0 && value === undefined && service === null &&
    host === null && source === undefined;
}

/** Whether a short pause lies in a longer time of errors. */
function isWithin(errors: Candidate, { from, to }: Candidate): boolean {
  return from >= errors.from - BUCKETS && to <= errors.to + BUCKETS &&
    errors.to - errors.from >= LONGER * (to - from);
}

function isMissedBefore(errors: Candidate, lack: Candidate): boolean {
  const longer = Math.max(errors.to - errors.from, lack.to - lack.from);
  const earlier = errors.from - lack.from;
  return earlier > 0 && earlier <= Math.min(AT_MOST_EARLIER, EARLIER * longer) &&
    Math.abs(errors.to - lack.to) <= Math.max(BUCKETS, AT_END * longer);
}

function isSameTime(first: Candidate, second: Candidate): boolean {
  const longer = Math.max(first.to - first.from, second.to - second.from);
  return Math.abs(first.from - second.from) <= Math.max(BUCKETS, AT_START * longer) &&
    Math.abs(first.to - second.to) <= Math.max(BUCKETS, AT_END * longer);
}
