import type {
  CommonValue,
  Finding,
  MergedFinding,
  NamedCount,
  PatternSummary,
  SourceHealth,
} from "../../record/summary.ts";
import type { Activity, ActivityView } from "../activity.ts";
import { type Candidate, overlapOf } from "./candidate.ts";
import { LINES } from "./bounds.ts";
import { changeBefore, changesIn } from "./changes.ts";
import { candidatesIn } from "./candidates.ts";
import { sumOf } from "./groups.ts";
import type { Place } from "../kept_places.ts";
import { distinctOf } from "./distinct.ts";
import { dominantValues, type Seen, seenIn } from "./dominant_values.ts";
import { failingValues } from "./failing_values.ts";
import { causeOf, commonValuesOf } from "./in_common.ts";
import { type MovedShare, movedShares } from "./moved_shares.ts";
import { isMixture } from "./mixtures.ts";
import { movedAlone } from "./moved_alone.ts";
import { tailOf } from "./moved_tails.ts";
import { NAMED, rightlyAbout } from "./one_thing.ts";
import { sourceOf } from "./one_source.ts";
import { failureOf } from "./replacements.ts";
import { type Precursor, precursorOf } from "./precursors.ts";
import { asIncidents, BUCKETS, isAfter, type Told } from "./same_incident.ts";
import { spanOf } from "./exact_spans.ts";
import { tellingOf } from "./telling.ts";
import { elsewhereWords } from "./phrases.ts";
import type { Texts } from "./texts.ts";
import { titleOf } from "./titles.ts";
import { withTypical } from "./typical_numbers.ts";

/** Findings at the most. */
const MOST = 20;
const ERROR = 5;
/** The badness of errors. */
const FAILURE = 2;
/** How many times as long errors go on that are told with what was soon over. */
const FAR_LONGER = 2;
/** Kinds of findings that tell of more records of some kind. */
const MORE_OF_SOME = new Set<Candidate["kind"]>(["burst", "dominant-value"]);
/** Share of what is too much of a whole that one pattern must have to be named. */
const MOSTLY = 0.5;

/** What findings are made from, besides the activity. */
export interface FindingsContext {
  patterns: readonly PatternSummary[];
  services: readonly NamedCount[];
  hosts: readonly NamedCount[];
  sources: readonly SourceHealth[];
  /** What patterns say, with the values that do not vary. */
  said(patterns: Iterable<number>): ReadonlyMap<number, string>;
}

/** What needs a look, most pressing first. */
export function findingsIn(activity: Activity, context: FindingsContext): Finding[] {
  const failed = context.sources.flatMap(failedSource);
  const view = activity.view();
  if (view === null) return ranked(failed);
  const values = seenIn(view);
  const kept = distinctOf(rightlyAbout(candidatesIn(view, context.patterns, values)), view);
  const known = kept.slice(0, MOST).map((candidate) => withCommon(candidate, view, values, context.sources));
  const isFull = known.length === MOST;
  const dominant = isFull
    ? []
    : dominantValues(view, values).filter((value) => !known.some((candidate) => tellsOf(candidate, value)));
  const shares = isFull
    ? []
    : movedShares(view, values).filter((share) =>
      !isToldBy(share, [...known, ...dominant]) && !known.some((candidate) => tellsOf(candidate, share))
    );
  const failing = isFull
    ? []
    : failingValues(view, values).filter((value) => !isToldBy(value, known, TELL_OF_FAILURES));
  const changes = changesIn(view, context.patterns);
  const isTold = (mixture: Candidate) =>
    [...known, ...dominant].some((one) => MORE_OF_SOME.has(one.kind) && isAtTimeOf(one, mixture));
  const rest = known.filter((candidate) =>
    !shares.some((share) => isSizeOf(candidate, share) || isFallOf(candidate, share)) &&
    !(isMixture(candidate, view) && isTold(candidate))
  );
  const all = [...rest, ...failing, ...shares, ...dominant].slice(0, MOST).map((candidate) => {
    const precursor = precursorOf(candidate, view, context.patterns);
    const change = changeBefore(candidate, changes, view);
    const before = [precursor, change?.pattern.id === precursor?.pattern.id ? null : change];
    return {
      candidate,
      before: before.flatMap((one) => one === null ? [] : [withItsCause(one, candidate, view)]),
      elsewhere: [],
    };
  });
  // What came before an incident is told with it, but not with what needs a look less than itself.
  const ends = new Set(all.flatMap(({ candidate: { ends, patterns } }) => ends ? patterns.slice(0, 1) : []));
  const ahead = new Set<number>();
  const told = asIncidents(
    all.filter(({ candidate: { kind, patterns }, before }) => {
      // Of what ended right then the rest is a part.
      for (const one of before) {
        if (one.ahead > BUCKETS || !ends.has(one.pattern.id)) ahead.add(one.pattern.id);
      }
      return kind !== "new-pattern" || !ahead.has(patterns[0]);
    }),
    view.buckets,
  ).map((one) => ({
    ...one,
    candidate: withTypical(one.candidate, view),
    elsewhere: one.elsewhere.map((other) => withTypical(other, view)),
  }));
  const patterns = new Map(context.patterns.map((pattern) => [pattern.id, pattern]));
  const texts = textsOf(told, context, patterns);
  const found = told.map((one) => findingOf(one, { view, activity, context, texts, patterns }));
  return ranked([...failed, ...found]);
}

/** What the patterns say that titles name. */
function textsOf(
  told: readonly Told[],
  context: FindingsContext,
  patterns: ReadonlyMap<number, PatternSummary>,
): Texts {
  const said = context.said(
    told.flatMap(({ candidate, before, elsewhere }) => [
      ...[candidate, ...elsewhere].flatMap(({ patterns }) => patterns.slice(0, 1)),
      ...elsewhere.flatMap(({ also = [] }) => also.slice(0, 1).map(({ pattern }) => pattern)),
      ...(candidate.mostly === undefined ? [] : [candidate.mostly]),
      ...(candidate.also ?? []).map(({ pattern }) => pattern),
      ...(candidate.instead === undefined ? [] : [candidate.instead.pattern]),
      ...before.map(({ pattern }) => pattern.id),
    ]),
  );
  const templateOf = (id: number) => patterns.get(id)?.template ?? "";
  return { templateOf, saidBy: (id) => said.get(id) ?? templateOf(id) };
}

function ranked(findings: Finding[]): Finding[] {
  return findings.slice(0, MOST).map((finding, at) => ({ ...finding, rank: at + 1 }));
}

function findingOf(
  { candidate: found, before, elsewhere }: Told,
  { view, activity, context: { sources, services, hosts }, texts, patterns }: {
    view: ActivityView;
    activity: Activity;
    context: FindingsContext;
    texts: Texts;
    patterns: ReadonlyMap<number, PatternSummary>;
  },
): Finding {
  const candidate = { ...found, common: tellingOf(found, texts.saidBy) };
  const time = (bucket: number) => view.start + bucket * view.width;
  const ownersOf = (one: Candidate) => ({
    service: one.kind === "clock" ? null : one.service ?? named(one, "service", services),
    host: one.host ?? named(one, "host", hosts),
  });
  const { service, host } = ownersOf(candidate);
  const places = candidate.places ?? placesOf(candidate, activity, time);
  const span = spanOf(candidate, view, patterns);
  const titled = (one: Candidate, before: readonly Precursor[] = []) =>
    titleOf(
      { ...one, ...ownersOf(one) },
      {
        view,
        span: one === candidate ? span : spanOf(one, view, patterns),
        texts,
        before,
        sourceName: sources[one.source ?? -1]?.name ?? null,
      },
    );
  const { title, parts } = titled(candidate, before);
  const others = elsewhere.map((one) => ({ one, title: titled(one).title }));
  parts.push(
    ...elsewhereWords(
      others.map(({ one, title }) => {
        const { start, end } = spanOf(one, view, patterns);
        const goesOn = one.badness >= FAILURE && one.to > found.to &&
          end - start > FAR_LONGER * (span.end - span.start);
        return { title, isAfter: isAfter(found, one, elsewhere), lasts: goesOn ? end - start : null };
      }),
    ),
  );
  const merged: MergedFinding[] = [
    ...others.map(({ one, title }) => ({
      kind: one.kind,
      title,
      patterns: one.patterns,
      ...ownersOf(one),
    })),
    ...before.map(({ pattern: { id, template } }) => ({
      kind: "new-pattern" as const,
      title: template,
      patterns: [id],
      service: null,
      host: null,
    })),
  ];
  return {
    rank: 0,
    kind: candidate.kind,
    title,
    evidence: parts.join("; "),
    parts,
    ...span,
    patterns: candidate.patterns,
    service,
    host: candidate.alsoOn === undefined ? host : null,
    ...(candidate.alsoOn === undefined ? {} : { hosts: [candidate.host!, ...candidate.alsoOn] }),
    // Answers that failed are told of records that are no errors.
    severity: candidate.badness === 0 || candidate.kind === "error-rate" && candidate.name !== undefined
      ? 0
      : candidate.badness + 3,
    count: candidate.count + (candidate.also ?? []).reduce((sum, { count }) => sum + count, 0),
    ...(candidate.also === undefined ? {} : { ofTitle: candidate.count }),
    common: candidate.common,
    lines: places.map(({ source, line }) => ({ source: sources[source]?.name ?? "", line })),
    ...(merged.length === 0 ? {} : { merged }),
  };
}

/** Some records of a finding: the first is one of what the title names, of a silence the last one before it. */
function placesOf(candidate: Candidate, activity: Activity, time: (bucket: number) => number): Place[] {
  const silent = candidate.kind === "vanished" || candidate.kind === "gap";
  // Of a silence the last records before it are shown.
  const window = silent
    ? { from: Math.max(0, candidate.from - Math.max(10, candidate.to - candidate.from)), to: candidate.from }
    : candidate;
  const numbers = new Set(candidate.streams.map(({ stream }) => stream));
  const places = activity.placesOf(numbers, time(window.from), time(window.to));
  const named = new Set(
    candidate.streams.filter(({ pattern }) => pattern === candidate.patterns[0]).map(({ stream }) => stream),
  );
  const isNamed = ({ stream }: Place) => named.has(stream);
  const first = silent ? places.findLast(isNamed) : places.find(isNamed);
  const others = places.filter((place) => place !== first);
  const some = silent ? others.slice(1 - LINES) : others.slice(0, LINES - 1);
  return first === undefined ? some : [first, ...some];
}

function withCommon(
  candidate: Candidate,
  view: ActivityView,
  often: Seen,
  sources: readonly SourceHealth[],
): Candidate {
  const alone = candidate.alone ?? movedAlone(candidate, view, often);
  if (alone === null) {
    return {
      ...withTail(candidate, view),
      common: [...commonValuesOf(candidate, view), ...sourceOf(candidate, view, sources)],
      cause: causeOf(candidate, view),
      also: candidate.also?.map((one) => ({ ...one, cause: causeOfPattern(candidate, one.pattern, view) })),
      instead: candidate.instead ?? failureOf(candidate, view),
      mostly: mainPatternOf(candidate),
    };
  }
  const { key, value, text, share, records } = alone;
  const count = candidate.alone === undefined ? Math.round(candidate.count * share) : candidate.count;
  return { ...candidate, count, alone, common: [{ key, value, text, share: 1, usual: share, records }] };
}

/** What most records of one of a finding's patterns say of what went wrong. */
function causeOfPattern(candidate: Candidate, pattern: number, view: ActivityView): CommonValue | undefined {
  const streams = candidate.streams.filter((stream) => stream.pattern === pattern);
  return causeOf({ ...candidate, patterns: [pattern], streams, also: undefined }, view);
}

/** A warning with what it says went wrong. */
function withItsCause(one: Precursor, { from }: Candidate, view: ActivityView): Precursor {
  const streams = view.streams.filter(({ pattern }) => pattern === one.pattern.id);
  const badness = Math.max(0, ...streams.map(({ badness }) => badness));
  const said: Candidate = {
    kind: "new-pattern",
    from: from - one.ahead,
    to: from + 1,
    patterns: [one.pattern.id],
    streams,
    service: null,
    host: null,
    badness,
    count: one.count,
    expected: 0,
    p: 0,
  };
  return { ...one, cause: causeOf(said, view) };
}

/** A number that rose in a few records only, as do those that are told with it. */
function withTail(candidate: Candidate, view: ActivityView): Candidate {
  const tail = tailOf(candidate, view);
  const movedToo = candidate.movedToo?.map((one) => withTail(one, view));
  if (tail === null) return { ...candidate, ...(movedToo === undefined ? {} : { movedToo }) };
  const { samples } = view;
  return {
    ...candidate,
    tail,
    count: Math.round(candidate.count * tail.share),
    places: tail.samples.slice(0, LINES).map((sample) => ({
      source: samples.source[sample],
      line: samples.line[sample],
    })),
    ...(movedToo === undefined ? {} : { movedToo }),
  };
}

/** Of a surge (or a drop) the pattern that most of what is too much (or missing) has, if one has. */
function mainPatternOf(
  { kind, patterns, streams, from, to, count, expected }: Candidate,
): number | undefined {
  if (kind !== "burst" && kind !== "drop" || patterns.length > 0) return undefined;
  const excess = new Map<number, number>();
  for (const { pattern, counts } of streams) {
    if (pattern < 0) continue;
    const inside = sumOf(counts, { from, to });
    const outside = sumOf(counts, { from: 0, to: counts.length }) - inside;
    const usual = outside / Math.max(1, counts.length - to + from) * (to - from);
    excess.set(pattern, (excess.get(pattern) ?? 0) + (inside - usual) * Math.sign(count - expected));
  }
  const [most] = [...excess].sort((x, y) => y[1] - x[1]);
  return most !== undefined && most[1] >= MOSTLY * Math.abs(count - expected) ? most[0] : undefined;
}

/** Whether a finding says of its records what they are mostly made of. */
function tellsOf({ common = [], from, to }: Candidate, value: Candidate): boolean {
  return from < value.to && value.from < to && common.some(({ text }) => text === value.common![0].text);
}

/** Whether something that was found at about that time is that records of the same service are others than usual. */
function isToldBy(share: Candidate, found: readonly Candidate[], kinds = TELL_OF_RECORDS): boolean {
  const its = new Set(share.streams.flatMap((stream) => [stream.stream]));
  return found.some((one) => {
    if (!isAtTimeOf(one, share) || !kinds.has(one.kind)) return false;
    return one.service === share.service && one.source === share.source ||
      one.streams.some(({ stream }) => its.has(stream));
  });
}

/** Whether a size or a duration that fell is that of other answers than usual: redirects are small. */
function isSizeOf(candidate: Candidate, share: MovedShare): boolean {
  const { kind, alone, streams, expected, inside = 0 } = candidate;
  const ofShare = new Set(share.streams.map(({ stream }) => stream));
  return kind === "shifted-number" && (alone?.inside ?? inside) < (alone?.usual ?? expected) &&
    isAtTimeOf(candidate, share) && streams.some(({ stream }) => ofShare.has(stream));
}

/** Whether two findings are at the same time for half of the longer one. */
function isAtTimeOf(first: Candidate, second: Candidate): boolean {
  return overlapOf(first, second) >= SAME_TIME * Math.max(first.to - first.from, second.to - second.from);
}

/** Whether the value that is silent is the one that another took the place of. */
function isFallOf(
  { value, from, to }: Candidate,
  { share: { fell }, from: start, to: end }: MovedShare,
): boolean {
  return value !== undefined && value === fell?.text && from < end && start < to;
}

/** Kinds that say which records came, or did not; share of the longer of two spans of time that makes them one. */
const TELL_OF_RECORDS = new Set<Candidate["kind"]>(["new-pattern", "burst", "drop", "dominant-value"]);
/** Kinds of findings that tell of failures that one value's would be among. */
const TELL_OF_FAILURES = new Set<Candidate["kind"]>(["new-pattern", "burst", "error-rate"]);
const SAME_TIME = 0.5;

/** The service (or host) of nearly all records of a candidate. */
function named(candidate: Candidate, of: "service" | "host", known: readonly NamedCount[]): string | null {
  if (known.length === 0) return null;
  const counts = new Map<string, number>();
  let total = 0;
  const silent = candidate.kind === "vanished" || candidate.kind === "gap";
  for (const stream of candidate.streams) {
    const count = sumOf(stream.counts, silent ? { from: 0, to: stream.counts.length } : candidate);
    total += count;
    counts.set(stream[of], (counts.get(stream[of]) ?? 0) + count);
  }
  const [most] = [...counts].sort((x, y) => y[1] - x[1]);
  return most !== undefined && most[0] !== "" && most[1] >= NAMED * total ? most[0] : null;
}

function failedSource({ name, state, errors }: SourceHealth): Finding[] {
  if (errors.length === 0 && state !== "failed" && state !== "lost") return [];
  return [{
    rank: 0,
    kind: "source",
    title: state === "failed" || state === "lost" ? `${name} is ${state}` : `Problems with ${name}`,
    evidence: errors.at(-1) ?? "",
    start: null,
    end: null,
    patterns: [],
    service: null,
    host: null,
    severity: ERROR,
    count: 0,
    lines: [],
  }];
}
