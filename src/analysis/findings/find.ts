import type { Finding, NamedCount, PatternSummary, SourceHealth } from "../../record/summary.ts";
import type { Activity, ActivityView } from "../activity.ts";
import type { Candidate } from "./candidate.ts";
import { candidatesIn } from "./candidates.ts";
import { sumOf } from "./groups.ts";
import { precursorOf } from "./precursors.ts";
import { titleOf } from "./words.ts";

/** Findings at the most, and lines of each. */
const MOST = 20;
const LINES = 100;
/** Share of a finding's records that one service or host must have to be named. */
const NAMED = 0.8;
/** Share of the shorter of two spans of time that makes them one time. */
const SAME_TIME = 0.5;
/** Share of what is too much that a finding must have to explain it. */
const EXPLAINS = 0.6;
const ERROR = 5;
/** Records from which what is FATAL stands before all else; a single one may be one client's. */
const OFTEN = 3;

/** What findings are made from, besides the activity. */
export interface FindingsContext {
  patterns: readonly PatternSummary[];
  services: readonly NamedCount[];
  hosts: readonly NamedCount[];
  sources: readonly SourceHealth[];
}

/** What needs a look, most pressing first. */
export function findingsIn(activity: Activity, context: FindingsContext): Finding[] {
  const failed = context.sources.flatMap(failedSource);
  const view = activity.view();
  if (view === null) return ranked(failed);
  const kept: Candidate[] = [];
  for (
    const candidate of candidatesIn(view, context.patterns).sort((x, y) =>
      weightOf(y, view) - weightOf(x, view)
    )
  ) {
    const other = kept.find((other) => explains(other, candidate) || belongsTo(other, candidate));
    if (other === undefined) kept.push(candidate);
    else if (!explains(other, candidate)) join(other, candidate);
  }
  const found = kept.slice(0, MOST).map((candidate) => findingOf(candidate, view, activity, context));
  return ranked([...failed, ...found]);
}

function ranked(findings: Finding[]): Finding[] {
  return findings.slice(0, MOST).map((finding, at) => ({ ...finding, rank: at + 1 }));
}

/** How pressing: by what it is, then by how much of it there is and how long it goes on. */
function weightOf(candidate: Candidate, view: ActivityView): number {
  const { kind, badness, patterns, count } = candidate;
  const whole = patterns.length === 0;
  const base = kind === "new-pattern"
    ? [30, 45, 80, count >= OFTEN ? 100 : 66][badness]
    : kind === "error-rate"
    ? (candidate.service !== null ? 70 : candidate.source !== undefined ? 69 : 68)
    : kind === "burst"
    ? whole ? 35 : [25, 40, 60][Math.min(2, badness)]
    : kind === "vanished"
    ? whole ? 90 : 65
    : kind === "gap"
    ? whole ? 85 : 50
    : kind === "drop"
    ? 48
    : 55;
  const ratio = candidate.expected > 0 ? Math.max(candidate.count / candidate.expected, 1) : 10;
  const wide = kind === "vanished" || kind === "gap" ? breadthOf(candidate) : 0;
  return base + wide + Math.min(4, Math.log10(ratio) * 2) + Math.min(4, Math.log10(1 + candidate.count)) +
    (candidate.to >= view.buckets - 1 ? 1 : 0);
}

/** The silence of the whole log stands before that of a service, that before a host's, that before a pattern's. */
function breadthOf({ patterns, service, host, source }: Candidate): number {
  if (patterns.length > 0) return service === null && host === null ? 1 : 0;
  return service === null && host === null && source === undefined ? 6 : service !== null ? 3 : 1;
}

/** Whether one finding makes another needless: they are at one time and about one thing. */
function explains(first: Candidate, second: Candidate): boolean {
  const overlap = Math.min(first.to, second.to) - Math.max(first.from, second.from);
  const shorter = Math.min(first.to - first.from, second.to - second.from);
  if (overlap < SAME_TIME * shorter) return false;
  const silent = (one: Candidate) => one.kind === "vanished" || one.kind === "gap";
  if (silent(first) && second.kind === "drop" && missingIn(second, first) >= EXPLAINS) return true;
  if (silent(first) && (silent(second) || second.kind === "drop")) {
    if (first.patterns.length === 0) return covers(first, second);
    if (second.patterns.length === 0) return second.kind === "drop" && shareOf(second, first) >= EXPLAINS;
    const alike = first.patterns.some((pattern) => second.patterns.includes(pattern));
    return alike && (second.kind === "drop" || covers(first, second));
  }
  if (silent(first) || silent(second)) return false;
  if (first.kind === "drop" || second.kind === "drop") {
    return first.kind === second.kind && covers(first, second);
  }
  if (first.kind === "shifted-number" || second.kind === "shifted-number") {
    return first.kind === second.kind && first.patterns[0] === second.patterns[0] &&
      first.service === second.service;
  }
  // Too much of something: is what is too much in the second mostly what the first is about?
  if (second.patterns.length === 1 && second.kind !== "error-rate") {
    return first.patterns.includes(second.patterns[0]);
  }
  return shareOf(second, first) >= EXPLAINS || (first.kind === "error-rate" && second.kind === "error-rate");
}

/** Whether one finding is the same thing seen in another pattern: it began and ended when the other did. */
function belongsTo(first: Candidate, second: Candidate): boolean {
  const overlap = Math.min(first.to, second.to) - Math.max(first.from, second.from);
  const longer = Math.max(first.to - first.from, second.to - second.from);
  if (overlap < SAME_TIME * longer || second.patterns.length === 0) return false;
  if (first.kind !== second.kind || second.badness > first.badness) return false;
  const sameOwner = (first.service === null || first.service === second.service) &&
    (first.host === null || first.host === second.host);
  return sameOwner && (first.kind !== "shifted-number" || first.name === second.name);
}

function join(first: Candidate, second: Candidate): void {
  if (first.patterns.length === 0) return;
  for (const pattern of second.patterns) if (!first.patterns.includes(pattern)) first.patterns.push(pattern);
  for (const stream of second.streams) if (!first.streams.includes(stream)) first.streams.push(stream);
}

/** Whether what the first is about holds all that the second is about. */
function covers(first: Candidate, second: Candidate): boolean {
  const inFirst = new Set(first.streams);
  const records = (streams: Candidate["streams"]) =>
    streams.reduce((sum, { counts }) => sum + counts.reduce((total, count) => total + count, 0), 0);
  return records(second.streams.filter((stream) => inFirst.has(stream))) >= NAMED * records(second.streams);
}

/** Share of what is missing in a drop that is missing in the streams of a silence. */
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

/** Share of what is too much (or missing) in the first that lies in the streams of the second. */
function shareOf(first: Candidate, second: Candidate): number {
  const inSecond = new Set(second.streams);
  const both = first.streams.filter((stream) => inSecond.has(stream))
    .reduce((sum, { counts }) => sum + sumOf(counts, first), 0);
  const excess = Math.max(1, Math.abs(first.count - first.expected));
  return both / excess;
}

function findingOf(
  candidate: Candidate,
  view: ActivityView,
  activity: Activity,
  { patterns, sources, services, hosts }: FindingsContext,
): Finding {
  const time = (bucket: number) => view.start + bucket * view.width;
  const silent = candidate.kind === "vanished" || candidate.kind === "gap";
  const service = candidate.service ?? named(candidate, "service", services);
  const host = candidate.host ?? named(candidate, "host", hosts);
  // Of a silence the last records before it are shown.
  const window = silent
    ? { from: Math.max(0, candidate.from - Math.max(10, candidate.to - candidate.from)), to: candidate.from }
    : candidate;
  const numbers = new Set(candidate.streams.map(({ stream }) => stream));
  const places = activity.placesOf(numbers, time(window.from), time(window.to), silent ? Infinity : LINES);
  return {
    rank: 0,
    kind: candidate.kind,
    ...titleOf(
      { ...candidate, service, host },
      view,
      patterns,
      sources[candidate.source ?? -1]?.name ?? null,
      precursorOf(candidate, view, patterns),
    ),
    start: time(candidate.from),
    end: time(candidate.to),
    patterns: candidate.patterns,
    service,
    host,
    severity: candidate.badness === 0 ? 0 : candidate.badness + 3,
    count: candidate.count,
    lines: places.slice(-LINES).map(({ source, line }) => ({ source: sources[source]?.name ?? "", line })),
  };
}

/** The service (or host) of nearly all records of a candidate. */
function named(candidate: Candidate, of: "service" | "host", known: readonly NamedCount[]): string | null {
  if (known.length === 0) return null;
  const counts = new Map<string, number>();
  let total = 0;
  const silent = candidate.kind === "vanished" || candidate.kind === "gap";
  for (const stream of candidate.streams) {
    const count = silent ? stream.counts.reduce((sum, one) => sum + one, 0) : sumOf(stream.counts, candidate);
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
