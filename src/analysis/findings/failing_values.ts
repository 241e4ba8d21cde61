import type { CommonValue } from "../../record/summary.ts";
import type { ActivityView, StreamActivity } from "../activity.ts";
import { ALL_PATTERNS } from "../stream_table.ts";
import { recordsOf, type SamplesView } from "../samples_view.ts";
import { clumpedTail } from "../statistics/tails.ts";
import { FALSE_ALARMS, WARM_UP } from "./bounds.ts";
import type { Candidate } from "./candidate.ts";
import { type Seen, VERY_OFTEN } from "./dominant_values.ts";
import { ownerOf, sumOf } from "./groups.ts";
import { causeOf } from "./in_common.ts";
import { groupedByValue, type ValueGroup } from "./value_groups.ts";
import { textOf } from "./value_text.ts";
import { type RisenShare, risenShare } from "./share_levels.ts";
import type { Window } from "./windows.ts";

/** The fewest samples of an owner, and the most of its values that are judged. */
const LEAST_SAMPLES = 150;
const MOST_VALUES = 400;
/** The largest share of an owner's samples that a value may have to be one of several. */
const ONE_OF_MANY = 0.8;
/** What the share of errors, or warnings, among the records with a value must rise to, and by how many times. */
const KINDS = [{ badness: 2, share: 0.15 }, { badness: 1, share: 0.3 }] as const;
const RATIO = 4;
/** The fewest sampled errors, and records before them that tell what is usual. */
const LEAST_ERRORS = 12;
const LEAST_BEFORE = 12;
/** The largest part of the rise that the other records may share. */
const LEFT = 0.25;

/** How many times as many must fail with a value that nothing had before: no other time tells what is usual. */
const NEW = 2;
/** Share of the log up to which what is new must last: a release, not a request. */
const AT_END = 0.9;
/** Ratio of variance to mean: what fails fails again. */
const CLUMPED = 2;

type FailingValue = Candidate & { common: CommonValue[]; value: string };

/** The records and the failures of an owner by bucket, and those of them with a value. */
type OfValue = Record<"ofAll" | "failedOfAll" | "all" | "failed", Float64Array>;

interface Owner {
  stream: StreamActivity;
  samples: number[];
}

/**
 * Values of attributes (a tenant, a route, a node) whose records fail far more than usual while the service's others do not, too
 * few to move the share of all: rises of the share of errors, or warnings, among the sampled records with the value, weighted by
 * how many records they stand for.
 */
export function failingValues(
  view: ActivityView,
  often: Seen,
): FailingValue[] {
  const failed = failuresIn(view);
  return ownersIn(view).flatMap((owner) => {
    const values = lazily(() => valuesOf(owner, view, often));
    return KINDS.flatMap(({ badness, share }) => {
      const failures = owner.samples.filter((sample) => failed[sample] === badness);
      if (failures.length < LEAST_ERRORS) return [];
      const looked = { view, values: values(), failed, badness, share };
      return mostTelling(failingOf(owner, failures, looked));
    });
  });
}

/** Makes something when it is first asked for. */
function lazily<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

/** How bad each sample is: 1 a warning, 2 an error or worse. */
function failuresIn({ samples, streams }: ActivityView): Uint8Array {
  const worst = new Map(streams.map(({ stream, badness }) => [stream, Math.min(2, badness)]));
  return Uint8Array.from({ length: samples.size }, (_, sample) => worst.get(samples.stream[sample]) ?? 0);
}

function ownersIn({ samples, streams }: ActivityView): Owner[] {
  const owners = new Map<string, Owner>();
  const byStream = new Map<number, Owner>();
  for (const stream of streams) {
    if (stream.pattern === ALL_PATTERNS) continue;
    const name = ownerOf(stream);
    let owner = owners.get(name);
    if (owner === undefined) owners.set(name, owner = { stream, samples: [] });
    byStream.set(stream.stream, owner);
  }
  for (let sample = 0; sample < samples.size; sample++) {
    if (samples.bucket[sample] >= 0) byStream.get(samples.stream[sample])?.samples.push(sample);
  }
  return [...owners.values()].filter(({ samples }) => samples.length >= LEAST_SAMPLES);
}

/** The values that many samples of an owner have and others have not, most frequent first. */
function valuesOf({ samples }: Owner, view: ActivityView, often: Seen): ValueGroup[] {
  return groupedByValue(samples, view.samples, often, VERY_OFTEN)
    .filter(({ samples: { length } }) => length >= VERY_OFTEN && length <= ONE_OF_MANY * samples.length)
    .sort((x, y) => y.samples.length - x.samples.length).slice(0, MOST_VALUES);
}

interface Looked {
  view: ActivityView;
  values: ValueGroup[];
  failed: Uint8Array;
  badness: number;
  share: number;
}

function failingOf(
  owner: Owner,
  failures: readonly number[],
  { view, values, failed, badness, share }: Looked,
): FailingValue[] {
  const { samples, streams, buckets } = view;
  const isFailure = (sample: number) => failed[sample] === badness;
  // As in a case-control study failures and others count as many as were sampled, not as many as they stand for: certainty
  // comes from the samples, and the odds change by the same factor at all times.
  const scaleOf = (of: readonly number[]) => of.length / Math.max(1, recordsOf(of, samples));
  const ofFailures = scaleOf(failures);
  const ofOthers = scaleOf(owner.samples.filter((sample) => !isFailure(sample)));
  const shareOf = (seen: number) => seen / Math.max(1e-9, seen + (1 - seen) * ofFailures / ofOthers);
  const seriesOf = (of: ArrayLike<number>, series: Float64Array) => {
    series.fill(0);
    for (let at = 0; at < of.length; at++) {
      const sample = of[at];
      series[samples.bucket[sample]] += samples.weight[sample] * (isFailure(sample) ? ofFailures : ofOthers);
    }
    return series;
  };
  const row = () => new Float64Array(buckets);
  const [ofAll, failedOfAll] = [seriesOf(owner.samples, row()), seriesOf(failures, row())];
  // Of hundreds of values one after the other: none needs memory of its own.
  const [ofValue, failedOfValue] = [row(), row()];
  return values.flatMap(({ key, value, samples: having }): FailingValue[] => {
    const ownFailures = having.filter(isFailure);
    if (ownFailures.length < LEAST_ERRORS || ownFailures.length === having.length) return [];
    const [all, ofThese] = [seriesOf(having, ofValue), seriesOf(ownFailures, failedOfValue)];
    const since = newSince(having, samples, buckets);
    const isNew = since !== null && having.length - ownFailures.length >= LEAST_ERRORS;
    const window = isNew
      ? shareSince(since, { ofAll, failedOfAll, all, failed: ofThese }, having.length, ownFailures.length)
      : risenShare(ofThese, all);
    const least = isNew ? NEW * share : share;
    if (window === null || window.p * values.length > FALSE_ALARMS) return [];
    const { from, to } = window;
    const [inside, outside] = [shareOf(window.inside), shareOf(window.outside)];
    if (inside < least || inside < RATIO * outside) return [];
    if (!isNew && sumOf(all, { from: 0, to: from }) < LEAST_BEFORE) return [];
    const within = ownFailures.filter((sample) =>
      samples.bucket[sample] >= from && samples.bucket[sample] < to
    );
    if (within.length < LEAST_ERRORS) return [];
    const others = restOf(window, { ofAll, failedOfAll, all, failed: ofThese });
    if (shareOf(others.inside) - shareOf(others.outside) > LEFT * (inside - outside)) return [];
    const name = samples.keyOf(key);
    const text = samples.textOf(value);
    if (name === null || name.cause || text === null) return [];
    const its = new Map<number, number>();
    for (const sample of within) {
      its.set(samples.stream[sample], (its.get(samples.stream[sample]) ?? 0) + samples.weight[sample]);
    }
    const count = [...its.values()].reduce((sum, of) => sum + of, 0);
    const failing = streams.filter(({ stream }) => its.has(stream))
      .sort((x, y) => its.get(y.stream)! - its.get(x.stream)!);
    const { service, source } = owner.stream;
    const candidate: FailingValue = {
      kind: "error-rate",
      from,
      to,
      p: window.p,
      streams: failing,
      patterns: [...new Set(failing.map(({ pattern }) => pattern))].filter((id) => id >= 0).slice(0, 10),
      service: service || null,
      host: null,
      ...(service === "" && source >= 0 ? { source } : {}),
      badness,
      count: Math.round(count),
      expected: outside / inside * count,
      inside,
      value: textOf(name, text),
      common: [{
        key: name.word ? null : name.name,
        value: text,
        text: textOf(name, text),
        share: 1,
        usual: others.share,
        records: within.length,
      }],
      places: Array.from(
        within,
        (sample) => ({ source: samples.source[sample], line: samples.line[sample] }),
      ),
    };
    return [{ ...candidate, cause: causeOf(candidate, view) }];
  });
}

/** The bucket from which on a value is there, up to the end, if it was not before the log had settled. */
function newSince(having: Int32Array, { bucket }: SamplesView, buckets: number): number | null {
  let [first, last] = [Infinity, 0];
  for (const sample of having) {
    first = Math.min(first, bucket[sample]);
    last = Math.max(last, bucket[sample]);
  }
  return first >= WARM_UP * buckets && last >= AT_END * buckets ? first : null;
}

/** The share of failures among the records with a value that is new, against that of all others then. */
function shareSince(from: number, series: OfValue, having: number, failures: number): RisenShare {
  const window = { from, to: series.all.length };
  const outside = restOf(window, series).inside;
  const expected = having * outside;
  const inside = sumOf(series.failed, window) / sumOf(series.all, window);
  return {
    ...window,
    count: failures,
    expected,
    p: clumpedTail(failures, expected, CLUMPED),
    inside,
    outside,
  };
}

/** The share of failures among records without a value, in a window and outside; `share`: of all failures outside, those with it. */
function restOf(
  window: Pick<Window, "from" | "to">,
  { ofAll, failedOfAll, all, failed }: OfValue,
): { inside: number; outside: number; share: number } {
  const whole = { from: 0, to: all.length };
  const [records, failures, own, ownFailures] = [ofAll, failedOfAll, all, failed].map((series) => {
    const inside = sumOf(series, window);
    return { inside, outside: sumOf(series, whole) - inside };
  });
  const rate = (part: "inside" | "outside") =>
    (failures[part] - ownFailures[part]) / Math.max(1, records[part] - own[part]);
  return {
    inside: rate("inside"),
    outside: rate("outside"),
    share: ownFailures.outside / Math.max(1e-9, failures.outside),
  };
}

/** Of several at one time the one with most of the failures, relative to what was usual. */
function mostTelling(found: readonly FailingValue[]): FailingValue[] {
  const gainOf = ({ count, expected, inside = 0 }: FailingValue) =>
    (count - expected) * inside * Math.log(count / Math.max(1, expected));
  const told: FailingValue[] = [];
  for (const one of found.toSorted((x, y) => gainOf(y) - gainOf(x))) {
    if (!told.some(({ from, to }) => from < one.to && one.from < to)) told.push(one);
  }
  return told;
}
