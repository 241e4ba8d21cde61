import type { ActivityView, StreamActivity } from "../activity.ts";
import { ALL_PATTERNS } from "../stream_table.ts";
import type { SamplesView } from "../samples_view.ts";
import { FALSE_ALARMS, LINES } from "./bounds.ts";
import type { Candidate } from "./candidate.ts";
import { PASSING, type Seen, VERY_OFTEN } from "./dominant_values.ts";
import { ownerOf, sumOf } from "./groups.ts";
import { textOf } from "./value_text.ts";
import { isOfHours } from "./daily_rhythm.ts";
import { lastingLevel } from "./levels.ts";
import { longestSilence } from "./silences.ts";
import type { Window } from "./windows.ts";

/** The share of its owner's samples that must have a value, and values that its key has at the most. */
const LEAST_SHARE = 0.05;
const MOST_VALUES = 24;
/** A value that is in few parts of the log is not looked at further, nor one that is in all of them. */
const LEAST_PARTS = 20;
/** Share of the samples without the value that may have one which began as it fell silent: else it has another name now. */
const REPLACED = 0.3;
/** What a warning or an error counts: it is there. */
const BARELY = 1e-6;
/** Values of a pool at the least, and the share of the log in which all of them are there first and last. */
const LEAST_OF_POOL = 3;
const BEGINNING = 0.05;
/** What begins later must have been there so many times longer than it is silent at the end. */
const BEGUN = 0.15;
const LONGER = 2;
/** A source that wrote more than this part of what it usually does in that time was not silent, whatever was looked at. */
const HARDLY = 0.1;
/** What is left at the most of the records with a value that fell, and their usual share at the least. */
const FALLEN = 0.2;
const LEAST_OF_FALL = 0.1;
/** Stands for the source that a record comes from. */
const SOURCE = -1;
/** Values of these pass as those of releases do. */
const VERSION = /version|referr?er|colou?r|slot|leader|primary|master|mode|status|result|outcome|reason/i;

interface Value {
  value: number;
  counts: Float64Array;
}

/** One attribute of one service (of a source without one). */
interface Key {
  key: number;
  name: string;
  /** It is the word before a value in bodies. */
  word: boolean;
  streams: Set<number>;
  owner: StreamActivity;
  /** Samples that have it, by bucket, and its values. */
  seen: Float64Array;
  values: Map<number, Value>;
}

/**
 * Values of attributes (a region, a client, a kind of request) that a good part of a service's records have and that fall silent while
 * the others go on: the longest run of buckets without them, over the records that were looked at. The sources of a service, too.
 */
export function silentValues(view: ActivityView, seen: Seen): Candidate[] {
  const keys = keysIn(view, absentIn(view, seen));
  const tests = keys.reduce((sum, { values }) => sum + values.size, 0);
  return keys.flatMap((key) =>
    key.values.size > MOST_VALUES ||
      (key.word || key.key === SOURCE || PASSING.test(key.name)) && !isPool(key, view.buckets)
      ? []
      : [...key.values.values()].flatMap((value) => silenceOf(value, key, view, tests))
  );
}

/** Whether the values of a key were there from the beginning, and all but one to the end, as the workers of a pool are. */
function isPool({ key, values }: Key, buckets: number): boolean {
  if (values.size < (key === SOURCE ? 2 : LEAST_OF_POOL)) return false;
  let ended = 0;
  for (const { counts } of values.values()) {
    if (counts.findIndex((count) => count > 0) > BEGINNING * buckets) return false;
    if (counts.findLastIndex((count) => count > 0) < (1 - BEGINNING) * buckets) ended++;
  }
  return ended <= 1;
}

function silenceOf({ value, counts }: Value, key: Key, view: ActivityView, tests: number): Candidate[] {
  const { samples, buckets } = view;
  const whole = { from: 0, to: buckets };
  const total = sumOf(counts, whole);
  if (total < VERY_OFTEN || total < LEAST_SHARE * sumOf(key.seen, whole)) return [];
  const inner = { from: 1, to: buckets - 1 };
  const silence = longestSilence(counts.subarray(1, buckets - 1), key.seen.subarray(1, buckets - 1));
  if (silence === null || silence.p * tests > FALSE_ALARMS) {
    return key.word || key.key === SOURCE || PASSING.test(key.name)
      ? []
      : fallOf({ value, counts }, key, view, tests);
  }
  const from = silence.from + 1;
  const toTheEnd = silence.to === inner.to - inner.from && counts[buckets - 1] === 0;
  const to = toTheEnd ? buckets : silence.to + 1;
  // What came and went in the meantime did not vanish.
  const first = counts.findIndex((count) => count > 0);
  if (toTheEnd && first > BEGUN * buckets && from - first < LONGER * (to - from)) return [];
  const within = { from, to };
  const isSource = key.key === SOURCE;
  const text = isSource ? "" : samples.textOf(value);
  if (sumOf(key.seen, within) === 0 || text === null || isReplaced(key, within)) return [];
  const having = (isSource ? samplesFrom(value, samples) : samplesWith(key.key, value, samples))
    .filter((sample) => key.streams.has(samples.stream[sample]));
  const seen = isSource ? sumOf(key.seen, within) : seenBeside(having, key, within, samples);
  if (seen === 0) return [];
  const owned = view.streams.filter(({ stream }) => key.streams.has(stream));
  // What it has of the others besides; how many are looked at does not fall with it.
  const share = total / Math.max(1, sumOf(key.seen, whole) - seen);
  const recordsIn = (window: Pick<Window, "from" | "to">) =>
    owned.reduce((sum, stream) => sum + sumOf(stream.counts, window), 0);
  const records = recordsIn(within);
  const usual = (recordsIn(whole) - records) / (buckets - to + from) * (to - from);
  // Of a few others hardly any had it anyway, nor would many of far more records than usual.
  const least = share * Math.min(1, usual / records);
  if (Math.pow(1 - least, seen) * tests > FALSE_ALARMS) return [];
  const before = having.filter((sample) => samples.bucket[sample] >= 0 && samples.bucket[sample] < from);
  const ofValue = new Set(having.map((sample) => samples.stream[sample]));
  const expected = isSource
    ? linesIn(before, samples) * (to - from)
    : records * share / Math.max(1 - share, 1 / VERY_OFTEN);
  if (isSource && linesWithin(value, having, before, samples) > HARDLY * expected) return [];
  return [{
    kind: toTheEnd ? "vanished" : "gap",
    ...within,
    streams: owned.filter(({ stream }) => ofValue.has(stream)),
    patterns: [],
    service: key.owner.service || null,
    host: null,
    ...(isSource
      ? { source: value }
      : key.owner.service === "" && key.owner.source >= 0
      ? { source: key.owner.source }
      : {}),
    // Not all sources are sampled alike: their samples tell no shares.
    ...(isSource ? {} : { value: textOf(key, text), usually: { share, looked: Math.round(seen) } }),
    badness: 0,
    count: Math.round(expected),
    expected,
    p: silence.p,
    // The last one before it first.
    places: [...before.slice(-1), ...before.slice(-LINES, -1)].map((sample) => ({
      source: samples.source[sample],
      line: samples.line[sample],
    })),
  }];
}

/** That hardly any records have a value any more, which others have no more often for that: an outage or a change lets few through. */
function fallOf({ value, counts }: Value, key: Key, view: ActivityView, tests: number): Candidate[] {
  const { samples, buckets } = view;
  const window = lastingLevel(counts, key.seen, { ratio: FALLEN, least: VERY_OFTEN });
  if (window === null || window.p * tests > FALSE_ALARMS) return [];
  const { from, to } = window;
  if (isReplaced(key, window) || isOfHours(counts, window, view.width)) return [];
  const whole = { from: 0, to: buckets };
  const owned = view.streams.filter(({ stream }) => key.streams.has(stream));
  const recordsIn = (part: Pick<Window, "from" | "to">) =>
    owned.reduce((sum, stream) => sum + sumOf(stream.counts, part), 0);
  const seen = sumOf(key.seen, window);
  const besides = sumOf(key.seen, whole) - seen;
  const usually = sumOf(counts, whole) - window.count;
  if (seen === 0 || usually < LEAST_OF_FALL * besides) return [];
  // Of far more records of others it has a smaller share, too.
  const count = window.count / seen * recordsIn(window);
  const expected = usually / besides * (recordsIn(whole) - recordsIn(window)) / (buckets - to + from) *
    (to - from);
  const text = samples.textOf(value);
  if (count > FALLEN * expected || text === null) return [];
  const having = samplesWith(key.key, value, samples).filter((sample) =>
    key.streams.has(samples.stream[sample])
  );
  const ofValue = new Set(having.map((sample) => samples.stream[sample]));
  return [{
    kind: "drop",
    from,
    to,
    streams: owned.filter(({ stream }) => ofValue.has(stream)),
    patterns: [],
    service: key.owner.service || null,
    host: null,
    ...(key.owner.service === "" && key.owner.source >= 0 ? { source: key.owner.source } : {}),
    value: textOf(key, text),
    badness: 0,
    count: Math.round(count),
    expected,
    p: window.p,
    places: having.filter((sample) => samples.bucket[sample] >= from && samples.bucket[sample] < to)
      .slice(0, LINES).map((sample) => ({ source: samples.source[sample], line: samples.line[sample] })),
  }];
}

/**
 * Samples with the key in a window, of the sources that the value comes from: of a busy source they may leave no room for those of
 * others, whose silence they then tell nothing of.
 */
function seenBeside(
  having: readonly number[],
  key: Key,
  { from, to }: Pick<Window, "from" | "to">,
  samples: SamplesView,
): number {
  const sources = new Set(having.map((sample) => samples.source[sample]));
  let seen = 0;
  for (let sample = 0; sample < samples.size; sample++) {
    const bucket = samples.bucket[sample];
    if (bucket < from || bucket >= to) continue;
    if (!sources.has(samples.source[sample]) || !key.streams.has(samples.stream[sample])) continue;
    for (let at = sample * samples.width, end = samples.endOf(sample); at < end; at++) {
      if (samples.keys[at] === key.key) seen += samples.bad[sample] === 1 ? BARELY : 1;
    }
  }
  return seen;
}

/** Lines that a source wrote between its last sample before a silence and the first one behind it, or its end. */
function linesWithin(
  source: number,
  having: readonly number[],
  before: readonly number[],
  { line, lastLineOf }: SamplesView,
): number {
  const last = before.reduce((most, sample) => Math.max(most, line[sample]), 0);
  const next = having.reduce(
    (least, sample) => line[sample] > last ? Math.min(least, line[sample]) : least,
    Infinity,
  );
  return (next === Infinity ? lastLineOf(source) + 1 : next) - last - 1;
}

/** Lines a bucket between the first and the last sample of a source. */
function linesIn(of: readonly number[], { line, bucket }: SamplesView): number {
  const [first, last] = [Math.min, Math.max].map((edge) => edge(...of.map((sample) => line[sample])));
  const buckets = of.map((sample) => bucket[sample]);
  return (last - first) / Math.max(1, Math.max(...buckets) - Math.min(...buckets));
}

/** Whether a value that began about as the silence did has much of what was seen in it. */
function isReplaced({ values, seen }: Key, { from, to }: { from: number; to: number }): boolean {
  let fresh = 0;
  for (const { counts } of values.values()) {
    const first = counts.findIndex((count) => count > 0);
    if (first >= from - 1 && first < to) fresh += sumOf(counts, { from, to });
  }
  return fresh > REPLACED * sumOf(seen, { from, to });
}

function samplesFrom(source: number, samples: SamplesView): number[] {
  return Array.from({ length: samples.size }, (_, sample) => sample).filter((at) =>
    samples.source[at] === source
  );
}

function samplesWith(key: number, value: number, samples: SamplesView): number[] {
  const found: number[] = [];
  for (let at = 0; at < samples.size * samples.width; at++) {
    if (samples.keys[at] === key && samples.values[at] === value) found.push(Math.floor(at / samples.width));
  }
  return found;
}

/** The keys that have a value (or one that shares its slot) which is often there, but not in all parts of the log. */
function absentIn(
  { samples }: ActivityView,
  { early, late, parts, veryOften }: Seen,
): Set<number> {
  const ofAll = bitsIn(parts[0]) + bitsIn(parts[1]);
  const keys = new Set<number>();
  for (const { key, slot } of veryOften) {
    const present = bitsIn(early[slot]) + bitsIn(late[slot]);
    if (present < LEAST_PARTS || present === ofAll) continue;
    const name = samples.keyOf(key);
    if (name !== null && !VERSION.test(name.name)) keys.add(key);
  }
  return keys;
}

function bitsIn(mask: number): number {
  let bits = 0;
  for (let left = mask; left !== 0; left &= left - 1) bits++;
  return bits;
}

function keysIn(view: ActivityView, wanted: ReadonlySet<number>): Key[] {
  const { samples, buckets } = view;
  // By owner, and the same by stream.
  const owners = new Map<string, Map<number, Key>>();
  const byStream = new Map<number, { stream: StreamActivity; keys: Map<number, Key> }>();
  for (const stream of view.streams) {
    if (stream.pattern === ALL_PATTERNS) continue;
    const name = ownerOf(stream);
    let keys = owners.get(name);
    if (keys === undefined) owners.set(name, keys = new Map());
    byStream.set(stream.stream, { stream, keys });
  }
  const found: Key[] = [];
  const add = (
    key: number,
    value: number,
    { stream: owner, keys }: { stream: StreamActivity; keys: Map<number, Key> },
    bucket: number,
    weight: number,
  ) => {
    let of = keys.get(key);
    if (of === undefined) {
      const { name, word } = key === SOURCE ? { name: "source", word: false } : samples.keyOf(key)!;
      const [seen, values] = [new Float64Array(buckets), new Map<number, Value>()];
      of = { key, name, word, owner, streams: new Set(), seen, values };
      keys.set(key, of);
      found.push(of);
    }
    of.streams.add(owner.stream);
    of.seen[bucket] += weight;
    if (of.values.size > MOST_VALUES) return;
    let one = of.values.get(value);
    if (one === undefined) of.values.set(value, one = { value, counts: new Float64Array(buckets) });
    one.counts[bucket] += weight;
  };
  for (let sample = 0; sample < samples.size; sample++) {
    const bucket = samples.bucket[sample];
    const owner = byStream.get(samples.stream[sample]);
    if (bucket < 0 || owner === undefined) continue;
    // Of warnings and errors more are looked at; but what fails is not silent.
    const weight = samples.bad[sample] === 1 ? BARELY : 1;
    // Records that name no service are judged by their source anyway.
    if (owner.stream.service !== "") add(SOURCE, samples.source[sample], owner, bucket, weight);
    for (let at = sample * samples.width, end = samples.endOf(sample); at < end; at++) {
      const key = samples.keys[at];
      if (wanted.has(key)) add(key, samples.values[at], owner, bucket, weight);
    }
  }
  return found;
}
