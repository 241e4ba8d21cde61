import type { CommonValue } from "../../record/summary.ts";
import type { ActivityView, StreamActivity } from "../activity.ts";
import { recordsOf, type SamplesView } from "../samples_view.ts";
import { ALL_PATTERNS } from "../stream_table.ts";
import { FALSE_ALARMS } from "./bounds.ts";
import type { Candidate } from "./candidate.ts";
import { PASSING, type Seen } from "./dominant_values.ts";
import { ownerOf, sumOf } from "./groups.ts";
import { withoutSuccessive } from "./successive.ts";
import { textOf } from "./value_text.ts";
import { risenShare } from "./share_levels.ts";
import type { Window } from "./windows.ts";

/** The fewest samples of an owner, and of one part of them; the most values of a key. */
const LEAST_SAMPLES = 150;
const LEAST_OF_PART = 60;
const MOST_VALUES = 64;
/** What a share must rise to, and by, and its fewest samples: of all records of an owner, of those with one value of another key. */
const OF_ALL = { share: 0.3, more: 0.25, least: 20 };
const OF_PART = { share: 0.45, more: 0.35, least: 12 };
const RATIO = 2;
/** The fewest samples before it that tell what is usual. */
const LEAST_BEFORE = 40;
/** Equal parts of the log, two of which must differ for a value to be judged, and the fewest samples of such a part. */
const PARTS = 24;
const LEAST_IN_PART = 5;
/** Buckets on either side of an edge that tell whether the value came in place of others. */
const AT_EDGE = 12;
/** Values of the other key that are told. */
const MOST_TOLD = 3;

/** Keys whose values follow one another, as releases and leaders do. */
const FOLLOWING =
  /(?<!(?:tls|ssl|http|protocol)[._-]?)version|slot|colou?r|leader|primary|master|replica|role/i;
/** Keys that say what came of something. */
const OUTCOME =
  /status|result|outcome|decision|verdict|cache|hit|grant|allow|success|disposition|resolution|action|reason|(?:^|[._-])(?:cs|ok|code)$/i;

type Share = NonNullable<Candidate["share"]>;
export type MovedShare = Candidate & { common: CommonValue[]; share: Share };

/** One value of one attribute, and the samples that have it. */
interface Value {
  value: number;
  samples: number[];
}

/** One attribute of one owner: the samples that have it, and its values; apart from those of records that failed, by value. */
interface Key {
  key: number;
  seen: number[];
  values: Map<number, Value>;
  failed: Map<number, number[]>;
}

/** What is looked at, for all owners. */
interface Looked {
  view: ActivityView;
  tests: number;
}

/**
 * Values of attributes whose share of a service's records (or of those with one path, one client) rises in place of others': answers
 * that become redirects, a cache that misses. Judged by the sampled records without warnings and errors, by the levels of the
 * value's share.
 */
export function movedShares(
  view: ActivityView,
  often: Seen,
): MovedShare[] {
  const owners = ownersIn(view, often);
  const tests = owners.reduce(
    (sum, { keys }) => sum + keys.reduce((values, { values: { size } }) => values + size, 0),
    1,
  );
  const looked = { view, tests };
  return owners.flatMap(({ owner, keys }) => {
    const found = keys.filter((key) => isOfFew(key)).flatMap((key) => {
      const shares = sharesOf(key, null, owner, looked);
      return isOutcome(key.key, view.samples) ? shares : withoutSuccessive(shares);
    });
    if (found.length > 0) return mostTelling(found);
    const outcomes = keys.filter((key) => isOfFew(key) && isOutcome(key.key, view.samples));
    const ofParts = outcomes.flatMap((outcome) =>
      keys.filter((key) => key !== outcome).flatMap((key) => sharesOfParts(outcome, key, owner, looked))
    );
    return mostTelling(joined(ofParts));
  });
}

/** Stands for the key of HTTP statuses, and the least status that tells of a failure. */
const STATUS = 0;
const FAILED = 400;

function ownersIn(view: ActivityView, often: Seen): { owner: StreamActivity; keys: Key[] }[] {
  const { samples, streams } = view;
  const wanted = new Set<number>();
  for (const { key } of often.veryOften) {
    const name = samples.keyOf(key);
    if (name !== null && !name.word && !PASSING.test(name.name) && !FOLLOWING.test(name.name)) {
      wanted.add(key);
    }
  }
  const byStream = new Map<number, { owner: StreamActivity; keys: Map<number, Key> }>();
  const owners = new Map<string, { owner: StreamActivity; keys: Map<number, Key> }>();
  for (const stream of streams) {
    if (stream.pattern === ALL_PATTERNS) continue;
    const name = ownerOf(stream);
    let one = owners.get(name);
    if (one === undefined) owners.set(name, one = { owner: stream, keys: new Map() });
    byStream.set(stream.stream, one);
  }
  for (let sample = 0; sample < samples.size; sample++) {
    const one = byStream.get(samples.stream[sample]);
    if (one === undefined || samples.bucket[sample] < 0) continue;
    const status = samples.status[sample];
    const isBad = samples.bad[sample] === 1;
    if (status > 0) addTo(one.keys, STATUS, status, sample, isBad || status >= FAILED);
    for (let at = sample * samples.width, end = samples.endOf(sample); at < end; at++) {
      if (wanted.has(samples.keys[at])) addTo(one.keys, samples.keys[at], samples.values[at], sample, isBad);
    }
  }
  return [...owners.values()].map(({ owner, keys }) => ({
    owner,
    keys: [...keys.values()].filter(({ seen }) => seen.length >= LEAST_SAMPLES),
  }));
}

function addTo(keys: Map<number, Key>, key: number, value: number, sample: number, failed: boolean): void {
  let one = keys.get(key);
  if (one === undefined) keys.set(key, one = { key, seen: [], values: new Map(), failed: new Map() });
  if (failed) {
    const known = one.failed.get(value);
    if (known === undefined) one.failed.set(value, [sample]);
    else known.push(sample);
    return;
  }
  one.seen.push(sample);
  const known = one.values.get(value);
  if (known === undefined) one.values.set(value, { value, samples: [sample] });
  else known.samples.push(sample);
}

function isOfFew({ values }: Key): boolean {
  return values.size > 1 && values.size <= MOST_VALUES;
}

function isOutcome(key: number, samples: SamplesView): boolean {
  return key === STATUS || OUTCOME.test(samples.keyOf(key)?.name ?? "");
}

/** The shares of an outcome's values among the records with each value of another key. */
function sharesOfParts(outcome: Key, key: Key, owner: StreamActivity, looked: Looked): MovedShare[] {
  const valueOf = new Map<number, number>();
  for (const { value, samples } of outcome.values.values()) {
    for (const sample of samples) valueOf.set(sample, value);
  }
  return [...key.values.values()].flatMap((part) => {
    if (part.samples.length < LEAST_OF_PART || part.samples.length > key.seen.length * 0.8) return [];
    const failed = new Map([[part.value, key.failed.get(part.value) ?? []]]);
    const within: Key = { key: outcome.key, seen: [], values: new Map(), failed };
    const keys = new Map([[outcome.key, within]]);
    for (const sample of part.samples) {
      const value = valueOf.get(sample);
      if (value !== undefined) addTo(keys, outcome.key, value, sample, false);
    }
    return sharesOf(within, { key: key.key, value: part.value }, owner, looked);
  });
}

function sharesOf(
  { key, seen, values, failed }: Key,
  part: { key: number; value: number } | null,
  owner: StreamActivity,
  { view, tests }: Looked,
): MovedShare[] {
  const { samples, buckets } = view;
  const sought = part === null ? OF_ALL : OF_PART;
  const mostly = [...values.values()].filter((value) =>
    value.samples.length >= sought.least &&
    isUneven(value.samples, seen, samples.bucket, buckets, sought.more)
  );
  if (mostly.length === 0) return [];
  const exposure = seriesOf(seen, samples.bucket, buckets);
  return mostly.flatMap(({ value, samples: having }): MovedShare[] => {
    const counts = seriesOf(having, samples.bucket, buckets);
    const window = risenShare(counts, exposure);
    if (window === null || window.p * tests > FALSE_ALARMS || window.count < sought.least) return [];
    const { inside: share, outside: usual } = window;
    if (share < sought.share || share - usual < sought.more || share < RATIO * usual) return [];
    if (sumOf(exposure, { from: 0, to: window.from }) < LEAST_BEFORE) return [];
    const within = sumOf(exposure, window);
    // What is new by itself follows something else, unless it says what came of something.
    const before = sumOf(counts, { from: 0, to: window.from });
    if (before === 0 && !isOutcome(key, samples)) return [];
    if (!isInPlaceOfOthers(window, { having, seen, failed, share, usual }, view)) {
      return [];
    }
    const name = nameOf(key, having[0], samples);
    const text = key === STATUS ? String(value) : samples.textOf(value);
    const where = part === null ? null : nameOf(part.key, having[0], samples);
    const whereValue = part === null ? null : samples.textOf(part.value);
    if (name === null || text === null || part !== null && (where === null || whereValue === null)) return [];
    const inWindow = (sample: number) =>
      samples.bucket[sample] >= window.from && samples.bucket[sample] < window.to;
    const places = having.filter(inWindow);
    const ofValue = new Set(places.map((sample) => samples.stream[sample]));
    const its = view.streams.filter(({ stream }) => ofValue.has(stream));
    const common = [{ key: name.name, value: text, text: textOf(name, text), share, usual, records: within }];
    return [{
      kind: "dominant-value",
      from: window.from,
      to: window.to,
      p: window.p,
      streams: its,
      patterns: [],
      service: owner.service || null,
      host: null,
      ...(owner.service === "" && owner.source >= 0 ? { source: owner.source } : {}),
      badness: 0,
      count: Math.round(recordsOf(places, samples)),
      expected: usual / share * recordsOf(places, samples),
      common,
      share: {
        where: where === null ? null : { name: where.name, values: [whereValue!] },
        fell: fallenOf({ key, seen, values }, inWindow, samples),
      },
      places: places.map((sample) => ({ source: samples.source[sample], line: samples.line[sample] })),
    }];
  });
}

/** The value whose share fell the furthest. */
function fallenOf(
  { key, seen, values }: Omit<Key, "failed">,
  isInside: (sample: number) => boolean,
  samples: SamplesView,
): Share["fell"] {
  const within = seen.filter(isInside).length;
  const besides = seen.length - within;
  let best: Share["fell"] = null;
  for (const { value, samples: having } of values.values()) {
    const inside = having.filter(isInside).length;
    const [from, to] = [(having.length - inside) / besides, inside / within];
    const text = key === STATUS ? String(value) : samples.textOf(value);
    const name = nameOf(key, having[0], samples);
    if (text === null || name === null || from - to <= (best === null ? 0 : best.from - best.to)) continue;
    best = { text: textOf(name, text), from, to };
  }
  return best;
}

/**
 * Whether the others became fewer as it rose: what comes on top of them is a burst, not a change of shares. Nor is it one where the
 * others fail, and only leave the value a larger share of the rest.
 */
function isInPlaceOfOthers(
  { from, to }: Window,
  { having, seen, failed, share, usual }: {
    having: number[];
    seen: number[];
    failed: ReadonlyMap<number, number[]>;
    share: number;
    usual: number;
  },
  { samples, buckets }: ActivityView,
): boolean {
  const width = Math.max(1, Math.min(AT_EDGE, to - from));
  const insideBuckets = Math.min(to - from, 2 * width);
  const outsideBuckets = Math.min(from, width) + Math.min(buckets - to, width);
  if (outsideBuckets === 0) return false;
  /** Records in a bucket near the edges, within and besides. */
  const near = (some: readonly number[]): { inside: number; outside: number } => {
    let [inside, outside] = [0, 0];
    for (const sample of some) {
      const at = samples.bucket[sample];
      if (!(at >= from - width && at < from + width || at >= to - width && at < to + width)) continue;
      if (at >= from && at < to) inside += samples.weight[sample];
      else outside += samples.weight[sample];
    }
    return { inside: inside / insideBuckets, outside: Math.max(0.5, outside) / outsideBuckets };
  };
  const own = new Set(having);
  const value = near(having);
  const others = near(seen.filter((sample) => !own.has(sample)));
  const failures = near([...failed.values()].flat());
  const ofAll = value.inside / (value.inside + others.inside + failures.inside);
  if (ofAll < (share + usual) / 2) return false;
  const left = others.inside / others.outside;
  return left < Math.sqrt((1 - share) / (1 - usual)) || share === 1 && left < 0.5;
}

/** Whether the value's share is far higher in some part of the log than in others. */
function isUneven(
  having: readonly number[],
  seen: readonly number[],
  bucketOf: Int32Array,
  buckets: number,
  more: number,
): boolean {
  const [own, all] = [new Int32Array(PARTS), new Int32Array(PARTS)];
  for (const sample of having) own[Math.floor(bucketOf[sample] * PARTS / buckets)]++;
  for (const sample of seen) all[Math.floor(bucketOf[sample] * PARTS / buckets)]++;
  let [least, most] = [1, 0];
  for (let part = 0; part < PARTS; part++) {
    if (all[part] < LEAST_IN_PART) continue;
    least = Math.min(least, own[part] / all[part]);
    most = Math.max(most, own[part] / all[part]);
  }
  return most - least >= more;
}

function seriesOf(samples: readonly number[], bucketOf: Int32Array, buckets: number): Float64Array {
  const counts = new Float64Array(buckets);
  for (const sample of samples) counts[bucketOf[sample]]++;
  return counts;
}

function nameOf(key: number, sample: number, samples: SamplesView): { name: string; word: boolean } | null {
  return samples.keyOf(key === STATUS ? samples.statusKey[sample] : key);
}

/** Of several at one time the one that moved most, relative to what was usual. */
function mostTelling(found: readonly MovedShare[]): MovedShare[] {
  const gainOf = ({ common: [{ share, usual, records }] }: MovedShare) =>
    records * share * Math.log(share / Math.max(usual ?? 0, 0.01));
  const told: MovedShare[] = [];
  for (const one of found.toSorted((x, y) => gainOf(y) - gainOf(x))) {
    if (!told.some(({ from, to }) => from < one.to && one.from < to)) told.push(one);
  }
  return told;
}

/** Joins those of several values of one key that had the same outcome at one time. */
function joined(found: readonly MovedShare[]): MovedShare[] {
  const told: MovedShare[] = [];
  for (const one of found.toSorted((x, y) => y.count - x.count)) {
    const same = told.find(({ common: [{ text }], share: { where }, from, to }) =>
      text === one.common[0].text && where!.name === one.share.where!.name && from < one.to && one.from < to
    );
    if (same === undefined) told.push(one);
    else if (same.share.where!.values.length < MOST_TOLD) {
      same.share.where!.values.push(...one.share.where!.values);
      same.count += one.count;
      same.common[0].records += one.common[0].records;
    }
  }
  return told;
}
