import { type Candidate, overlapOf } from "./candidate.ts";
import { WARM_UP } from "./bounds.ts";
import { logOfNumber } from "../number_tracks.ts";
import { sumOf } from "./groups.ts";

/** Share of a finding's records that must come from one service or host for it to be named. */
export const NAMED = 0.8;
/** Two spans that share this much of the shorter one are at one time. */
const SAME_TIME = 0.5;
/** The same of the longer one, for a number that moved as something else happened. */
const AS_LONG = 0.7;
/** Records that are as good as none. */
const HARDLY_ANY = 0.5;
/** The fewest different things a program says as it starts, how often it says each on average, and their share at that time. */
const MANY_THINGS = 10;
const FEW_TIMES = 8;
const MOSTLY_THEN = 0.8;
/** Share of the log that is its beginning. */
const BEGINNING = 0.06;
/** Records of which nobody misses that they do not come. */
const HARDLY_MISSED = 5;
/** Share of its length by which the end of something may be off. */
const END = 0.1;
/** Share of an excess that a finding must hold to explain it. */
const EXPLAINS = 0.6;
/** How many times what is usual the rest must hold for a surge not to be one pattern's alone. */
const REST_TOO = 1.5;
/** How much further a number must move on one host to be the host's and not its service's. */
export const FURTHER = 1.25;
/** Share of one host's move that the other hosts must make for it to be theirs as well. */
const MOVED_TOO = 0.6;

/**
 * Leaves out candidates about the wrong whole or part: a surge of everything that is one pattern's, a number of a service that
 * moved on one host only, one of a host that moved on all.
 */
export function rightlyAbout(candidates: readonly Candidate[]): Candidate[] {
  return candidates.filter((one) => {
    if (isSurge(one)) {
      // What starts says much, and has no history yet.
      if (one.from < BEGINNING * one.streams[0].counts.length || isStart(one)) return false;
      const fresh = candidates.filter(({ kind }) => kind === "new-pattern");
      return !isRestUsual(one, fresh) &&
        !candidates.some((other) => isOneOf(other) && isRestUsual(one, [other])) &&
        !candidates.some((other) => isSurgeOfOther(one, other));
    }
    if (isSilent(one) && candidates.some((other) => isEndOf(one, other) || isRestOf(one, other))) {
      return false;
    }
    if (one.kind !== "shifted-number") return true;
    if (isWarmUp(one) || candidates.some((other) => isOfNew(one, other) || isUsualBeside(one, other))) {
      return false;
    }
    if ((isSize(one) || moveOf(one) < 0) && candidates.some((other) => isMixtureOf(one, other))) return false;
    return !candidates.some((other) => {
      const same = other.kind === one.kind && other.patterns[0] === one.patterns[0] &&
        other.name === one.name &&
        other.service === one.service && (one.host === null) !== (other.host === null) &&
        overlapOf(one, other) > 0;
      if (!same) return false;
      return one.host === null ? isOfHost(other, one) : !isOfHost(one, other);
    });
  });
}

function isSilent({ kind }: Candidate): boolean {
  return kind === "vanished" || kind === "gap";
}

/** Whether a silence is merely the end of something new. */
function isEndOf(silence: Candidate, { kind, patterns, to, from, expected }: Candidate): boolean {
  const isNew = kind === "new-pattern" || kind === "burst" && expected < HARDLY_ANY;
  return isNew && silence.patterns.length > 0 && patterns.length > 0 &&
    silence.patterns.every((pattern) => patterns.includes(pattern)) && from < silence.from &&
    Math.abs(silence.from - to) <= Math.max(2, END * (to - from));
}

/** Whether something is as quiet as before a while in which there was far more of it, which ends as the silence begins. */
function isRestOf(silence: Candidate, other: Candidate): boolean {
  const { kind, from, to, streams } = other;
  const isExcess = kind === "new-pattern" || kind === "burst" || kind === "error-rate";
  if (!isExcess || from >= silence.from) return false;
  if (Math.abs(silence.from - to) > Math.max(2, END * (to - from))) return false;
  if (!streams.some((stream) => silence.streams.includes(stream))) return false;
  const buckets = streams[0].counts.length;
  const apart = [{ from: 0, to: from }, { from: silence.to, to: buckets }];
  const records = silence.streams.reduce(
    (sum, { counts }) => sum + apart.reduce((of, window) => of + sumOf(counts, window), 0),
    0,
  );
  const usual = records / Math.max(1, from + buckets - silence.to);
  return usual * (silence.to - silence.from) < HARDLY_MISSED;
}

/** Whether a number is another only as it begins: it has not moved yet. */
function isWarmUp({ streams, from, to, trend }: Candidate): boolean {
  const firsts = streams.map(({ counts }) => counts.findIndex((count) => count > 0));
  return !trend && from <= Math.min(...firsts) + 1 && to - from <= WARM_UP * streams[0].counts.length;
}

/** Whether a number that is lower up to an incident, or from its end on, is as usual: it was higher in the incident. */
function isUsualBeside(fallen: Candidate, { kind, badness, from, to }: Candidate): boolean {
  if (!OF_RECORDS.has(kind) || badness === 0 || moveOf(fallen) > 0) return false;
  return Math.abs(fallen.to - from) <= 2 || Math.abs(fallen.from - to) <= 2;
}

/** Whether a number moved while something new was said that it stands in: what is new has no usual number, nor have errors. */
function isOfNew(moved: Candidate, { kind, patterns, from, to, badness }: Candidate): boolean {
  return kind === "new-pattern" && patterns.includes(moved.patterns[0]) && moved.from >= from - 1 &&
    (moved.from <= from + 1 || badness > 0 && moved.to <= to + 1);
}

/** Far more records of a whole service, host or log than usual. */
function isSurge({ kind, patterns }: Candidate): boolean {
  return kind === "burst" && patterns.length === 0;
}

/** Whether most of a surge is many things, each said a few times and hardly ever else: a program starts, or stops. */
function isStart({ streams, from, to, count }: Candidate): boolean {
  const patterns = new Map<number, { within: number; all: number }>();
  for (const { pattern, counts } of streams) {
    if (pattern < 0) continue;
    const own = patterns.get(pattern) ?? { within: 0, all: 0 };
    own.within += sumOf(counts, { from, to });
    own.all += sumOf(counts, { from: 0, to: counts.length });
    patterns.set(pattern, own);
  }
  const only = [...patterns.values()].filter(({ within, all }) => within > 0 && within >= MOSTLY_THEN * all);
  const records = only.reduce((sum, { within }) => sum + within, 0);
  return only.length >= MANY_THINGS && records >= EXPLAINS * count && records <= FEW_TIMES * only.length;
}

/** Whether a number moved further on one host than on all of them, and on the others by far less. */
function isOfHost(ofHost: Candidate, ofAll: Candidate): boolean {
  const [own, all] = [moveOf(ofHost), moveOf(ofAll)];
  if (Math.abs(own) <= FURTHER * Math.abs(all)) return false;
  const share = Math.min(1, ofHost.count / Math.max(1, ofAll.count));
  return share === 1 || (all - share * own) / (1 - share) / own < MOVED_TOO;
}

/** Whether a number is the size of something requested, not of something in use. */
function isSize({ name = "", unit }: Candidate): boolean {
  return (unit === "bytes" || /size|length|bytes/i.test(name)) &&
    !/heap|memory|mem|rss|used|usage|queue/i.test(name);
}

/** Whether a number moved only because far more records of other sizes came. */
function isMixtureOf(shift: Candidate, burst: Candidate): boolean {
  return burst.kind === "burst" && overlapOf(shift, burst) >= SAME_TIME * (shift.to - shift.from) &&
    shift.streams.some((stream) => burst.streams.includes(stream));
}

/** Too much of one pattern. */
function isOneOf({ kind, patterns }: Candidate): boolean {
  return (kind === "burst" || kind === "new-pattern") && patterns.length === 1;
}

/** Whether a surge belongs to a part, or to a whole of which this is only one of the parts that surged. */
function isSurgeOfOther(one: Candidate, other: Candidate): boolean {
  const isBoth = other !== one && isSurge(other) &&
    overlapOf(one, other) >= SAME_TIME * Math.min(one.to - one.from, other.to - other.from);
  if (!isBoth) return false;
  if (one.streams.length > other.streams.length) {
    return covers(one, other) && excessIn(one, other) >= EXPLAINS;
  }
  return one.streams.length < other.streams.length && covers(other, one) && excessIn(other, one) < EXPLAINS;
}

/** Share of a surge's excess that lies in the streams of a part. */
function excessIn(surge: Candidate, part: Candidate): number {
  const ofPart = new Set(part.streams);
  const width = surge.to - surge.from;
  let [inside, outside, buckets] = [0, 0, 0];
  for (const { counts } of surge.streams.filter((stream) => ofPart.has(stream))) {
    buckets = counts.length;
    inside += sumOf(counts, surge);
    outside += sumOf(counts, { from: 0, to: buckets });
  }
  const usual = (outside - inside) / Math.max(1, buckets - width) * width;
  return (inside - usual) / Math.max(1, surge.count - surge.expected);
}

/** Whether a surge holds hardly more than usual besides the records of some patterns. */
function isRestUsual(surge: Candidate, parts: readonly Candidate[]): boolean {
  const within = parts.filter((part) =>
    overlapOf(surge, part) >= SAME_TIME * Math.min(surge.to - surge.from, part.to - part.from)
  );
  if (within.length === 0) return false;
  const ofParts = new Set(within.flatMap(({ streams }) => streams));
  // What is new brings records that are no errors, too few to be told by themselves.
  const isNew = ({ counts }: Candidate["streams"][number]) =>
    within[0].kind === "new-pattern" && sumOf(counts, { from: 0, to: surge.from - 1 }) === 0;
  const ofPart = surge.streams.filter((stream) => ofParts.has(stream) || isNew(stream))
    .reduce((sum, { counts }) => sum + sumOf(counts, surge), 0);
  const usual = within.reduce(
    (sum, { expected, from, to }) => sum + expected * (surge.to - surge.from) / (to - from),
    0,
  );
  return surge.count - ofPart < REST_TOO * Math.max(1, surge.expected - usual);
}

/** By how much a number moved, as a logarithm. */
export function moveOf({ inside = 0, expected }: Pick<Candidate, "inside" | "expected">): number {
  // Of zeros, too.
  return logOfNumber(inside) - logOfNumber(expected);
}

/** Whether one finding makes another needless: they are at one time and about one thing. */
export function explains(first: Candidate, second: Candidate): boolean {
  if (first.kind === "clock" || second.kind === "clock") return false;
  const overlap = overlapOf(first, second);
  const shorter = Math.min(first.to - first.from, second.to - second.from);
  if (overlap < SAME_TIME * shorter) return false;
  // What others failed of is no more of the same.
  if (first.kind === "error-rate" && second.ends && second.p === 0) return false;
  if (isSilent(first) && second.kind === "drop" && missingIn(second, first) >= EXPLAINS) return true;
  if (isSilent(first) && (isSilent(second) || second.kind === "drop")) {
    // Records with one value of an attribute are a part of those of many patterns.
    if (first.value !== undefined) return second.value !== undefined || second.kind === "drop";
    if (second.value !== undefined || first.patterns.length === 0) return covers(first, second);
    if (second.patterns.length === 0) return second.kind === "drop" && shareOf(second, first) >= EXPLAINS;
    const alike = first.patterns.some((pattern) => second.patterns.includes(pattern));
    return alike && (second.kind === "drop" || covers(first, second));
  }
  if (isSilent(first) || isSilent(second)) return false;
  if (first.kind === "drop" || second.kind === "drop") {
    return first.kind === second.kind && (covers(first, second) || missingIn(second, first) >= EXPLAINS);
  }
  if (first.kind === "shifted-number" || second.kind === "shifted-number") {
    return first.kind === second.kind && first.patterns[0] === second.patterns[0] &&
      first.service === second.service;
  }
  if (isSurge(first) && isOneOf(second)) return covers(first, second);
  // An excess: does most of the second's lie in the first?
  const isOfMore = first.kind === "error-rate" && second.kind === "burst" && second.badness < first.badness;
  if (second.patterns.length === 1 && second.kind !== "error-rate" && !isOfMore) {
    return first.patterns.includes(second.patterns[0]);
  }
  return shareOf(second, first) >= EXPLAINS || (first.kind === "error-rate" && second.kind === "error-rate");
}

/** Whether one finding is another one seen in another pattern: they began and ended together. */
export function belongsTo(first: Candidate, second: Candidate): boolean {
  const overlap = overlapOf(first, second);
  const longer = Math.max(first.to - first.from, second.to - second.from);
  if (overlap < SAME_TIME * longer || second.patterns.length === 0) return false;
  if (first.kind !== second.kind || second.badness > first.badness) return false;
  const sameOwner = (first.service === null || first.service === second.service) &&
    (first.host === null || first.host === second.host);
  if (first.kind !== "shifted-number") return sameOwner;
  // If something is amiss with a host, what all of its services measure moves.
  const sameHost = first.host !== null && first.host === second.host;
  const sameMeasure = first.name === second.name || first.measure !== "" && first.measure === second.measure;
  const isAlike = sameHost || sameOwner && first.service === second.service ||
    isToldOfOtherHost(first, second);
  return isAlike && sameMeasure && moveOf(first) > 0 === moveOf(second) > 0;
}

/** Whether a number is told with a finding already, as that of another host. */
function isToldOfOtherHost(first: Candidate, second: Candidate): boolean {
  const { host, streams, movedToo = [] } = first;
  if (host === null || second.host === null) return false;
  const isOfStream = streams.some(({ pattern, service }) =>
    pattern === second.patterns[0] && service === second.service
  );
  return movedToo.some((told) => isSameNumber(told, second)) ||
    isOfStream && isSameNumber({ ...first, service: second.service }, second);
}

/** Whether two are about one number of one pattern of one service. */
function isSameNumber(first: OfNumber, second: OfNumber): boolean {
  return first.patterns[0] === second.patterns[0] && first.name === second.name &&
    first.service === second.service;
}

type OfNumber = Pick<Candidate, "patterns" | "name" | "service">;

/** Kinds of findings that are made of records of their own. */
const OF_RECORDS = new Set<Candidate["kind"]>(["new-pattern", "burst", "error-rate"]);

/** Whether a number moved because of what a finding is about: of the same records, and as long. */
export function movedWith(first: Candidate, moved: Candidate): boolean {
  if (moved.kind !== "shifted-number" || moved.trend || !OF_RECORDS.has(first.kind)) return false;
  if (!first.patterns.includes(moved.patterns[0])) return false;
  if (!first.streams.some((stream) => moved.streams.includes(stream))) return false;
  return overlapOf(first, moved) >= AS_LONG * Math.max(first.to - first.from, moved.to - moved.from);
}

/** Tells another host on which the same happened. */
export function alsoOn(first: Candidate, host: string): void {
  if (host !== first.host && !first.alsoOn?.includes(host)) (first.alsoOn ??= []).push(host);
}

/** Makes one finding of two. The one that began first leads: it may have caused the other. */
export function join(first: Candidate, second: Candidate): void {
  if (first.patterns.length === 0) return;
  if (second.kind === "new-pattern" || second.kind === "burst") {
    const [pattern] = first.patterns;
    const { count } = first;
    const asBad = second.badness === first.badness;
    const leads = asBad && second.from < first.from;
    (first.also ??= []).push(
      leads ? { pattern, count } : { pattern: second.patterns[0], count: second.count },
    );
    if (leads) {
      first.patterns.unshift(second.patterns[0]);
      first.count = second.count;
      first.before = second.before;
      first.expected = second.expected;
    }
    if (asBad) {
      first.from = Math.min(first.from, second.from);
      first.to = Math.max(first.to, second.to);
    }
  }
  const isOfOther = first.service !== second.service;
  if (second.kind === "shifted-number" && (isOfOther || !first.patterns.includes(second.patterns[0]))) {
    if (!first.movedToo?.some((told) => isSameNumber(told, second))) (first.movedToo ??= []).push(second);
    if (first.host !== null && second.host !== null) alsoOn(first, second.host);
    if (isOfOther) first.service = null;
  }
  for (const pattern of second.patterns) if (!first.patterns.includes(pattern)) first.patterns.push(pattern);
  for (const stream of second.streams) if (!first.streams.includes(stream)) first.streams.push(stream);
}

/** Whether the first is about all that the second is about. */
function covers(first: Candidate, second: Candidate): boolean {
  const inFirst = new Set(first.streams);
  const records = (streams: Candidate["streams"]) =>
    streams.reduce((sum, { counts }) => sum + counts.reduce((total, count) => total + count, 0), 0);
  return records(second.streams.filter((stream) => inFirst.has(stream))) >= NAMED * records(second.streams);
}

/** Share of a drop's missing records that are missing from the streams of a silence or another drop. */
function missingIn(drop: Candidate, silence: Candidate): number {
  const silent = new Set(silence.streams);
  const width = drop.to - drop.from;
  const missing = drop.streams.filter((stream) => silent.has(stream)).reduce((sum, { counts }) => {
    const inside = sumOf(counts, drop);
    const outside = sumOf(counts, { from: 0, to: counts.length }) - inside;
    return sum + outside / Math.max(1, counts.length - width) * width - inside;
  }, 0);
  return missing / Math.max(1, drop.expected - drop.count);
}

/** Share of the first's excess (or lack) that lies in the streams of the second. */
function shareOf(first: Candidate, second: Candidate): number {
  const inSecond = new Set(second.streams);
  const both = first.streams.filter((stream) => inSecond.has(stream))
    .reduce((sum, { counts }) => sum + sumOf(counts, first), 0);
  const excess = Math.max(1, Math.abs(first.count - first.expected));
  return both / excess;
}
