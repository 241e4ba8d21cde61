import type { Candidate } from "./candidate.ts";
import { fullIn, sumOf } from "./groups.ts";
import { moveOf } from "./one_thing.ts";
import type { Precursor } from "./precursors.ts";

/** A finding with what was announced before it, and others that are the same incident seen elsewhere. */
export interface Told {
  candidate: Candidate;
  before: Precursor[];
  elsewhere: Candidate[];
}

/** Buckets, and share of the longer of two spans of time, by which one incident may begin and end at other times elsewhere. */
export const BUCKETS = 2;
const AT_START = 0.05;
const AT_END = 0.15;
/** What no longer succeeds is missed at once, and has failed when the time to wait for it is over: the same of how much earlier, and buckets. */
const EARLIER = 0.25;
const AT_MOST_EARLIER = 8;
/** Share of the time of errors by which what is missed may be missed longer. */
const LONGER = 0.5;
/** Share of the log that errors may last whose time holds what is the same incident: in what goes on for longer much else happens. */
const A_WHILE = 0.34;
/** Buckets in which what was silent goes on, and the largest share of what it says all the time that they may hold. */
const RESUMES = 4;
const AS_EVER = 0.2;
/** Other buckets in which it says what it always says, though rarely. */
const OFTEN = 3;
const ERROR = 2;
const WARNING = 1;
/** Kinds of findings that are made of records of their own. */
const OF_RECORDS = new Set<Candidate["kind"]>(["new-pattern", "burst", "error-rate"]);

/**
 * Joins what began and ended together: the errors of a service, those that its proxy answers with, the duration of its answers and what it
 * says of those that succeed. That two incidents which have nothing to do with each other begin in one bucket of hundreds and end in
 * another is hardly chance, nor that one lies within the time of another that does not last long. What falls silent first leads, then
 * errors, in the place of the first of what they explain, then warnings; a number leads numbers.
 */
export function asIncidents(told: readonly Told[], buckets: number): Told[] {
  const left = new Set(told);
  const placeOf = new Map<Told, number>();
  for (const [leads, isPart] of PARTS) {
    for (const one of told) {
      if (!left.has(one) || placeOf.has(one) || !leads(one.candidate, told)) continue;
      const first = told.find((other) =>
        left.has(other) && !placeOf.has(other) && leads(other.candidate, told) &&
        isWider(other.candidate, one.candidate, buckets)
      ) ?? one;
      let place = told.indexOf(first);
      for (const [index, other] of told.entries()) {
        if (other === first || !left.has(other) || placeOf.has(other)) {
          continue;
        }
        const isOfPart = (one: Candidate) =>
          isGivenUp(one, other.candidate);
        if (!isPart(first.candidate, other.candidate, buckets) && !first.elsewhere.some(isOfPart)) {
          continue;
        }
        left.delete(other);
        first.elsewhere.push(other.candidate);
        if (first.before.length === 0) {
          first.before = beforeOf(other, first.candidate);
        }
        place = Math.min(place, index);
      }
      // Errors say more of what happened than what else was silent.
      first.elsewhere.sort((x, y) => y.badness - x.badness);
      placeOf.set(first, place);
    }
  }
  for (const one of left) leadByEnd(one);
  const rest = [...told.entries()].filter(([, one]) => left.has(one));
  return rest.map(([at, one]) => ({ one, place: placeOf.get(one) ?? at }))
    .sort((x, y) => x.place - y.place).map(({ one }) => one);
}

/** Lets an end, as of a process that is killed, lead what began with it and tells of it only by what no longer works. */
function leadByEnd(one: Told): void {
  const { candidate: first, before } = one;
  const [end] = one.elsewhere.filter((other) => isEndAt(first, other)).sort((x, y) => x.from - y.from);
  if (end !== undefined && isFailure(first) && !first.ends) {
    one.candidate = end;
    one.elsewhere = [first, ...one.elsewhere.filter((other) => other !== end)];
    one.before = before.filter(({ pattern }) => !end.patterns.includes(pattern.id));
  }
  // What came right before it is told once.
  one.elsewhere = one.elsewhere.filter(({ patterns: [id] }) =>
    !one.before.some(({ pattern }) => pattern.id === id)
  );
}

/** Whether something ended, and was told of once, as errors began. */
function isEndAt(first: Candidate, { ends, p, from }: Candidate): boolean {
  return ends === true && p === 0 && Math.abs(from - first.from) <= BUCKETS;
}

/** What came before a part of an incident and before the incident, and is not what the incident is made of. */
function beforeOf({ candidate, before }: Told, { from, patterns, also = [] }: Candidate): Precursor[] {
  const isOwn = ({ id }: Precursor["pattern"]) =>
    patterns.includes(id) || also.some(({ pattern }) => pattern === id);
  return before.map((one) => ({ ...one, ahead: one.ahead + from - candidate.from }))
    .filter(({ pattern, ahead }) => ahead >= 0 && !isOwn(pattern));
}

type Leads = (one: Candidate, told: readonly Told[]) => boolean;
type IsPart = (first: Candidate, other: Candidate, buckets: number) => boolean;

const PARTS: [leads: Leads, isPart: IsPart][] = [
  [(one, told) => isSilentWhole(one) && !isIdleAmong(told, one), isPartOfSilence],
  [isFailure, isPartOfFailure],
  [isWarning, isPartOfWarnings],
  [isMoreOfAll, isPartOfMore],
  [isDominant, isPartOfDominant],
  [isMove, isPartOfMove],
  [isTrend, isPartOfTrend],
  [isNews, isPartOfNews],
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

function isTrend({ kind, trend }: Candidate): boolean {
  return kind === "shifted-number" && trend === true;
}

/** What moves gradually with one value does so wherever it is measured. */
function isPartOfTrend(first: Candidate, other: Candidate): boolean {
  return isTrend(other) && first.alone !== undefined && first.alone.value === other.alone?.value &&
    moveOf(first) > 0 === moveOf(other) > 0 && isSameTime(first, other);
}

/** With a number that moved there may be more of something, or what was never said before. */
function isPartOfMove(first: Candidate, other: Candidate, buckets: number): boolean {
  if (isMove(other) && isDuring(other, first, buckets) && endTogether(first, other)) return true;
  return (isMove(other) || OF_RECORDS.has(other.kind) && other.badness < ERROR) && isSameTime(first, other);
}

/** What others say of one that is silent begins when they have waited for it; what it died of stands right before. */
function isPartOfSilence(first: Candidate, other: Candidate, buckets: number): boolean {
  const isLater = other.from >= first.from - BUCKETS;
  return isReleased(first, other) ||
    (isLater && (isFailure(other) || isWarning(other) || isMove(other)) || isSilentWhole(other) ||
        isLack(other)) &&
      (isDuring(other, first, buckets) || isSameTime(first, other));
}

function isPartOfFailure(first: Candidate, other: Candidate, buckets: number): boolean {
  if (isGivenUp(first, other) || isEndAt(first, other)) return true;
  if (isSilentWhole(other) || isPause(other)) {
    return isSameTime(first, other) || isDuring(other, first, buckets);
  }
  if (isReleased(first, other)) return true;
  if (isLack(other)) {
    return isSameTime(first, other) || isMissedBefore(first, other) || isDuring(other, first, buckets) ||
      isMissedLonger(first, other);
  }
  const isBeside = isWarning(other) || isTrend(other) || isNews(other) || other.kind === "dominant-value";
  if (isBeside) return isSameTime(first, other);
  // What is done again and again, as starts and attempts are.
  const isMore = other.kind === "burst" && other.badness < WARNING || isMoreOfAll(other);
  if (isMove(other) && isMissedBefore(first, other)) return true;
  return (isFailure(other) || isMove(other) || isMore) &&
    (isSameTime(first, other) || isDuring(other, first, buckets));
}

/** With the requests that are refused there are more of all, and most of them of one client. */
function isPartOfWarnings(first: Candidate, other: Candidate, buckets: number): boolean {
  if (isReleased(first, other)) return true;
  if (isLack(other) || isMoreOfAll(other)) return isSameTime(first, other) || isDuring(other, first, buckets);
  const isPart = OF_RECORDS.has(other.kind) && other.badness < ERROR || other.kind === "dominant-value" ||
    isMove(other);
  return isPart && isSameTime(first, other);
}

/** With more of all there may be one who asks for it. */
function isPartOfMore(first: Candidate, other: Candidate): boolean {
  return other.kind === "dominant-value" && isSameTime(first, other);
}

/** Whether it is that one client, user or other value makes most of the records. */
function isDominant({ kind, share }: Candidate): boolean {
  return kind === "dominant-value" && share === undefined;
}

/** What it asks for there is more of. */
function isPartOfDominant(first: Candidate, other: Candidate): boolean {
  return (other.kind === "burst" && other.badness < WARNING || isMove(other)) && isSameTime(first, other);
}

/** Whether it is something new that is no failure by itself. */
function isNews({ kind, badness }: Candidate): boolean {
  return kind === "new-pattern" && badness < WARNING;
}

/** What is missed from then on says less of why. */
function isPartOfNews(first: Candidate, other: Candidate): boolean {
  return isLack(other) && isSameTime(first, other);
}

/** Whether there is more of everything a service, a host or the log says, as where others try again and again. */
function isMoreOfAll({ kind, badness, patterns }: Candidate): boolean {
  return kind === "burst" && badness < ERROR && patterns.length === 0;
}

/** Whether what was held up came all at once when it could. */
function isReleased(held: Candidate, { kind, badness, from, to }: Candidate): boolean {
  return kind === "burst" && badness < WARNING && Math.abs(from - held.to) <= BUCKETS &&
    to - from <= held.to - held.from;
}

/** Whether what all that failed came from gets no more requests when others have given it up: its value is silent as the errors end. */
function isGivenUp({ common = [], to }: Candidate, { kind, value, from }: Candidate): boolean {
  return (kind === "gap" || kind === "vanished") && value !== undefined &&
    Math.abs(from - to) <= BUCKETS && common.some(({ text }) => text === value);
}

/** Whether a part of an incident came as the rest of it ended. */
export function isAfter(first: Candidate, other: Candidate, elsewhere: readonly Candidate[]): boolean {
  return isReleased(first, other) || [first, ...elsewhere].some((one) => isGivenUp(one, other));
}

/** Whether a service, a host or a source says nothing at all. */
function isSilentWhole({ kind, patterns, value, service, host, source }: Candidate): boolean {
  return (kind === "vanished" || kind === "gap") && patterns.length === 0 && value === undefined &&
    (service !== null || host !== null || source !== undefined);
}

/** Whether others fail while it is silent, and it goes on with what it always says: it had nothing to do. What was down says that it starts. */
function isIdleAmong(told: readonly Told[], one: Candidate): boolean {
  const { kind, streams, to } = one;
  const isFailing = told.some(({ candidate }) => isFailure(candidate) && isSameTime(candidate, one));
  return kind === "gap" && isFailing && streams.every(({ counts }) => {
    const resumed = { from: to, to: Math.min(counts.length, to + RESUMES) };
    const all = { from: 0, to: counts.length };
    return sumOf(counts, resumed) <= AS_EVER * sumOf(counts, all) ||
      fullIn(counts, all) - fullIn(counts, resumed) >= OFTEN;
  });
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

/** Whether one lies within the time of another that does not last long. */
function isDuring({ from, to }: Candidate, other: Candidate, buckets: number): boolean {
  const length = other.to - other.from;
  return length <= A_WHILE * buckets && from >= other.from - BUCKETS &&
    to <= other.to + Math.max(BUCKETS, AT_END * length);
}

/** Whether errors last longer than others, no graver ones unless these come late, that lie within their time: they began first. */
function isWider(one: Candidate, other: Candidate, buckets: number): boolean {
  const isGraver = other.badness > one.badness && other.from < (one.from + one.to) / 2;
  return !isGraver && isDuring(other, one, buckets) && !isDuring(one, other, buckets);
}

function isMissedBefore(errors: Candidate, lack: Candidate): boolean {
  const longer = Math.max(errors.to - errors.from, lack.to - lack.from);
  const earlier = errors.from - lack.from;
  return earlier > 0 && earlier <= Math.min(AT_MOST_EARLIER, EARLIER * longer) &&
    Math.abs(errors.to - lack.to) <= Math.max(BUCKETS, AT_END * longer);
}

/** Whether something is missed from the first error on, and some time longer: until those who failed try again. */
function isMissedLonger(errors: Candidate, lack: Candidate): boolean {
  const over = lack.to - errors.to;
  return Math.abs(lack.from - errors.from) <= BUCKETS && over > 0 &&
    over <= LONGER * (errors.to - errors.from);
}

function isSameTime(first: Candidate, second: Candidate): boolean {
  const longer = Math.max(first.to - first.from, second.to - second.from);
  return Math.abs(first.from - second.from) <= Math.max(BUCKETS, AT_START * longer) &&
    endTogether(first, second);
}

function endTogether(first: Candidate, second: Candidate): boolean {
  const longer = Math.max(first.to - first.from, second.to - second.from);
  return Math.abs(first.to - second.to) <= Math.max(BUCKETS, AT_END * longer);
}
