import type { CommonValue } from "../../record/summary.ts";
import type { ActivityView } from "../activity.ts";
import { FALSE_ALARMS } from "./bounds.ts";
import type { Candidate } from "./candidate.ts";
import { ownerOf, sumOf } from "./groups.ts";
import { withoutSuccessive } from "./successive.ts";
import { textOf } from "./value_text.ts";
import { risenWindow } from "./levels.ts";
import type { Window } from "./windows.ts";
import { ALL_PATTERNS } from "../stream_table.ts";

/** The fewest samples with a value, the fewest values of its key, and the most values judged. */
const LEAST = 20;
const LEAST_VALUES = 8;
const MOST_VALUES = 400;
/** The least share of the records that it has then, and the largest at other times; MANY is enough for FAR_MORE times what is usual. */
const MOST = 0.4;
const USUALLY = 0.1;
const MANY = 0.3;
const FAR_MORE = 10;
/** The longest it may last, as a share of the log. */
const LONGEST = 0.3;
/** Share of the other records at that time that must have values of other times: otherwise the key's values simply follow one another. */
const SAME_VALUES = 0.5;
const LEAST_REST = 8;
/** Pieces of the log, in one of which a value must be frequent to be judged. */
const PIECES = 60;

/** Parts of the log for which it is kept whether a value was in them, and samples that make a value one that can vanish. */
const PARTS = 64;
export const VERY_OFTEN = 60;

/** Keys whose values are new with each run, release or job. */
export const PASSING =
  /pod|container|instance|release|build|commit|revision|deploy|job|task|batch|run|thread|worker|shard|partition|topic|node|step|phase|state|stage|table|part|chunk|file|scope\.name/i;

/** The most values that one finding names. */
const MOST_TOLD = 2;

type Dominant = Candidate & { common: CommonValue[] };

/** One value of one attribute of one service. */
interface Value {
  key: number;
  value: number;
  count: Float64Array;
  total: number;
}

interface Key {
  owner: string;
  key: number;
  seen: Float64Array;
  /** Those of its values that were seen often, and some of all of them. */
  values: Map<number, Value>;
  distinct: Set<number>;
}

/**
 * Values of attributes (a client, a user, a path) that most records of a service have for a time and few at others: the scan
 * statistic over the sampled records, with all of them as exposure.
 */
export function dominantValues(view: ActivityView, seen: Seen): Dominant[] {
  const found = valuesIn(view, seen).flatMap((key) => withoutSuccessive(dominantOf(key, view)));
  // The rarest at other times first: it tells most.
  const gainOf = ({ common: [{ share, usual }] }: Dominant) =>
    share * Math.log(share / Math.max(usual ?? 0, 0.001));
  found.sort((x, y) => gainOf(y) - gainOf(x));
  const told: Dominant[] = [];
  for (const one of found) {
    const [value] = one.common;
    const same = told.find((other) =>
      other.from < one.to && one.from < other.to &&
      (other.service === one.service || other.common.some((known) => known.value === value.value))
    );
    if (same === undefined) told.push(one);
    else if (
      same.common.length < MOST_TOLD && same.service === one.service &&
      same.common.every(({ text }) => text !== value.text)
    ) same.common.push(value);
  }
  return told;
}

function valuesIn({ samples, streams, buckets }: ActivityView, often: Seen): Key[] {
  const lasting = [...often.keys].filter((key) => !PASSING.test(samples.keyOf(key)?.name ?? "node"));
  const byOwner = new Map<string, Map<number, Key>>();
  const ofStream = new Map<number, Map<number, Key>>();
  for (const stream of streams) {
    if (stream.pattern === ALL_PATTERNS) continue;
    const owner = ownerOf(stream);
    let keys = byOwner.get(owner);
    if (keys === undefined) byOwner.set(owner, keys = new Map());
    ofStream.set(stream.stream, keys);
  }
  for (const [owner, keys] of byOwner) {
    for (const key of lasting) keys.set(key, newKey(owner, key, buckets));
  }
  for (let sample = 0; sample < samples.size; sample++) {
    const bucket = samples.bucket[sample];
    // Warnings and errors are sampled more densely; what they have in common is told elsewhere.
    if (bucket < 0 || samples.bad[sample] === 1) continue;
    const keys = ofStream.get(samples.stream[sample]);
    if (keys === undefined) continue;
    for (let at = sample * samples.width, end = samples.endOf(sample); at < end; at++) {
      const key = keys.get(samples.keys[at]);
      if (key === undefined) continue;
      key.seen[bucket]++;
      const value = samples.values[at];
      if (key.distinct.size < LEAST_VALUES) key.distinct.add(value);
      if (often.counts[slotOf(samples.keys[at], value)] < LEAST) continue;
      const known = key.values.get(value);
      if (known !== undefined) known.total++;
      else key.values.set(value, { key: key.key, value, count: new Float64Array(0), total: 1 });
    }
  }
  return [...byOwner.values()].flatMap((keys) => [...keys.values()]).filter(({ distinct, values }) =>
    distinct.size >= LEAST_VALUES && values.size > 0
  );
}

function newKey(owner: string, key: number, buckets: number): Key {
  return { owner, key, seen: new Float64Array(buckets), values: new Map(), distinct: new Set() };
}

const SLOTS = 1 << 15;

/** The slot in which a value of a key is counted; values may share one. */
export function slotOf(key: number, value: number): number {
  return (Math.imul(key, 0x9e3779b1) ^ value) >>> 17 & (SLOTS - 1);
}

/** A number for a value of a key: 20 bits of the one's hash and all of the other's. */
export function pairOf(key: number, value: number): number {
  return (key & 0xfffff) * 0x1_0000_0000 + (value >>> 0);
}

/** The values of attributes among the samples, by slot. */
export interface Seen {
  /** How often, at the least (some share a slot). */
  counts: Int32Array;
  /** The parts of the log in which it was seen besides warnings and errors, a bit each, and of all values together. */
  early: Int32Array;
  late: Int32Array;
  parts: [number, number];
  /** Keys with a value that was seen often enough, and the slots of those that were seen very often. */
  keys: Set<number>;
  veryOften: { key: number; slot: number }[];
}

/** Counts the values of attributes among the samples. */
export function seenIn({ samples, buckets }: ActivityView): Seen {
  const counts = new Int32Array(SLOTS);
  const early = new Int32Array(SLOTS);
  const late = new Int32Array(SLOTS);
  const parts: [number, number] = [0, 0];
  const keys = new Set<number>();
  const veryOften: Seen["veryOften"] = [];
  for (let sample = 0; sample < samples.size; sample++) {
    const isUsual = samples.bucket[sample] >= 0 && samples.bad[sample] === 0;
    const part = isUsual ? Math.floor(samples.bucket[sample] * PARTS / buckets) : 0;
    const bit = isUsual ? 1 << (part & 31) : 0;
    const masks = part < 32 ? early : late;
    parts[part < 32 ? 0 : 1] |= bit;
    for (let at = sample * samples.width, end = samples.endOf(sample); at < end; at++) {
      const key = samples.keys[at];
      const slot = slotOf(key, samples.values[at]);
      masks[slot] |= bit;
      const count = ++counts[slot];
      if (count === LEAST) keys.add(key);
      else if (count === VERY_OFTEN) veryOften.push({ key, slot });
    }
  }
  return { counts, early, late, parts, keys, veryOften };
}

function dominantOf(key: Key, view: ActivityView): Dominant[] {
  const { samples, buckets, streams } = view;
  const wanted = [...key.values.values()].filter(({ total }) => total >= LEAST)
    .sort((x, y) => y.total - x.total).slice(0, MOST_VALUES);
  if (wanted.length === 0) return [];
  for (const value of wanted) value.count = new Float64Array(buckets);
  const ofOwner = new Set(
    streams.filter((stream) => stream.pattern !== ALL_PATTERNS && ownerOf(stream) === key.owner).map((
      { stream },
    ) => stream),
  );
  const own: { sample: number; bucket: number; value: number }[] = [];
  for (let sample = 0; sample < samples.size; sample++) {
    const bucket = samples.bucket[sample];
    if (bucket < 0 || samples.bad[sample] === 1 || !ofOwner.has(samples.stream[sample])) continue;
    for (let at = sample * samples.width, end = samples.endOf(sample); at < end; at++) {
      if (samples.keys[at] !== key.key) continue;
      own.push({ sample, bucket, value: samples.values[at] });
      const value = key.values.get(samples.values[at]);
      if (value !== undefined && value.count.length > 0) value.count[bucket]++;
    }
  }
  const frequent = wanted.filter(({ count }) => isEverFrequent(count, key.seen));
  return frequent.flatMap((value): Dominant[] => {
    const sure = ({ p }: Window) => p * key.values.size < FALSE_ALARMS;
    const window = risenWindow(value.count, key.seen, sure, { ratio: 4, least: LEAST, longest: LONGEST });
    if (window === null || window.to - window.from > LONGEST * buckets) return [];
    const seen = sumOf(key.seen, window);
    const share = window.count / seen;
    const usual = (value.total - window.count) /
      Math.max(1, sumOf(key.seen, { from: 0, to: buckets }) - seen);
    if (share < (share >= FAR_MORE * usual ? MANY : MOST) || usual > USUALLY) return [];
    const isWithin = (bucket: number) => bucket >= window.from && bucket < window.to;
    const elsewhere = new Set(own.filter(({ bucket }) => !isWithin(bucket)).map(({ value }) => value));
    const rest = own.filter((one) => isWithin(one.bucket) && one.value !== value.value);
    if (rest.length < LEAST_REST) return [];
    if (rest.filter((one) => elsewhere.has(one.value)).length < SAME_VALUES * rest.length) return [];
    const name = samples.keyOf(key.key);
    const text = samples.textOf(value.value);
    if (name === null || text === null) return [];
    const having = own.filter((one) => isWithin(one.bucket) && one.value === value.value);
    const ofValue = new Set(having.map(({ sample }) => samples.stream[sample]));
    const its = streams.filter(({ stream }) => ofValue.has(stream));
    const records = its.reduce((sum, { counts }) => sum + sumOf(counts, window), 0);
    return [{
      kind: "dominant-value",
      ...window,
      streams: its,
      patterns: [],
      service: key.owner.startsWith("\n") ? null : key.owner,
      ...sourceOf(key.owner, view),
      host: null,
      badness: 0,
      count: Math.round(share * records),
      expected: usual * records,
      common: [{
        key: name.word ? null : name.name,
        value: text,
        text: textOf(name, text),
        share,
        usual,
        records: seen,
      }],
      places: having.map(({ sample }) => ({ source: samples.source[sample], line: samples.line[sample] })),
    }];
  });
}

/** The source that stands for a service that is not named, where it is not all of the log. */
function sourceOf(owner: string, { streams }: ActivityView): { source?: number } {
  const isAlone = streams.every((stream) => stream.pattern === ALL_PATTERNS || ownerOf(stream) === owner);
  return isAlone || !owner.startsWith("\n") ? {} : { source: Number(owner.slice(1)) };
}

/** Whether most records have the value in some piece of the log. */
function isEverFrequent(count: Float64Array, seen: Float64Array): boolean {
  const width = Math.max(1, Math.ceil(count.length / PIECES));
  for (let from = 0; from < count.length; from += width) {
    const piece = { from, to: Math.min(count.length, from + width) };
    const of = sumOf(count, piece);
    if (of >= LEAST_REST / 2 && of >= MANY * sumOf(seen, piece)) return true;
  }
  return false;
}
