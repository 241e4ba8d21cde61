import type { CommonValue } from "../../record/summary.ts";
import type { ActivityView } from "../activity.ts";
import { recordsOf, type SamplesView } from "../samples_view.ts";
import { type Candidate, excessShare } from "./candidate.ts";
import { commonFamily, type Family, familyOf, gainOf, isAddress } from "./families.ts";
import { hostOfExcess, hostsOf } from "./hosts_in_common.ts";
import { leadingStreams, relatedTo } from "./related_streams.ts";
import { OF_PROGRAM, textOf } from "./value_text.ts";
import { havingOf, sharedValues } from "./shared_values.ts";
import { type Compared, type Having, LEAST, MOST, tellingValues, TIMES } from "./telling_values.ts";

/** The fewest samples of a finding, and of other records, that can be compared. */
const LEAST_OF_FEW = 4;
const LEAST_OTHERS = 20;
/** The fewest values of a key among a finding's records, where other records lack the key. */
const SEVERAL = 3;
/** The most values that are told, and spare ones in place of those that the title says anyway. */
export const TOLD = 2;
const SPARE = 2;
/** Keys for where something runs: told if all records have one value, even if no other records have the key. */
const RUNS_IN = /(?:^|[._-])(?:pod|container|instance|unit|device|node|vm|machine)(?:[._-]?(?:name|id))?$/i;
/** Keys for how something ended. */
const OUTCOME = /(?:^|[._-])(?:state|status|result|outcome|code)$/i;
/** Share of a status that nearly all answers have. */
const NEARLY_ALL = 0.9;
/** Stands for the key of HTTP statuses, and the least status that tells of a failure. */
const STATUS = 0;
const FAILED = 400;
/** Share of a finding's records that have what says where they come from, and of other records at the most. */
const MOSTLY_THERE = 0.8;
const HARDLY_OTHERS = 0.25;
/** Share of the others below which hardly any have a value. */
const ONLY = 0.01;
/** Share of the records whose values must be known for them to be compared by their beginnings. */
const KNOWN = 0.5;
/** Kinds of findings that are not made of records of their own. */
const SAME_AS_EVER = new Set<Candidate["kind"]>(["vanished", "gap", "drop", "shifted-number", "clock"]);

/** What is looked at: some of the records of a finding, and some of those it is compared with. */
interface Looked {
  inside: number[];
  outside: number[];
}

/** What some samples have of one key. */
interface OfKey {
  samples: number;
  values: Map<number, Having>;
}

/**
 * What most records of a finding have in common and others do not: values of attributes, and of variables in bodies with the word
 * before them, among the samples. The others are records of the same patterns at other times or, if these are too few, other
 * records of the same services.
 */
export function commonValuesOf(
  candidate: Candidate,
  view: ActivityView,
): CommonValue[] {
  const { kind, count, expected } = candidate;
  if (SAME_AS_EVER.has(kind) && kind !== "shifted-number") return [];
  const { samples } = view;
  const related = relatedTo(candidate.streams, view);
  const ofHosts = [...hostsOf(candidate, view), ...hostOfExcess(candidate)];
  const { inside, outside } = comparedIn(candidate, samples, related);
  if (inside.length < LEAST_OF_FEW) return ofHosts;
  const own = byKey(samples, inside);
  const others = byKey(samples, outside);
  const ofInside = recordsOf(inside, samples);
  const ofOutside = recordsOf(outside, samples);
  const ofAnswers = kind === "error-rate" && candidate.name !== undefined;
  // An excess still contains what is usual.
  const isExcess = count > expected &&
    (kind === "burst" || kind === "error-rate" && !ofAnswers);
  const compared = {
    inside: inside.length,
    outside: outside.length,
    ofInside,
    ofOutside,
    excess: (share: number, usual: number) => isExcess ? excessShare(candidate, share, usual) : share,
  };
  const found: (CommonValue & { gain: number })[] = [];
  let status: string | undefined;
  for (const [key, { samples: having, values }] of own) {
    const name = keyOf(key, inside[0], samples);
    if (name === null || name.cause || OF_PROGRAM.test(name.name)) continue;
    const besides = others.get(key);
    const isKnown = besides !== undefined && besides.samples >= LEAST_OTHERS;
    const isWhere = RUNS_IN.test(name.name) && values.size === 1 && having === inside.length;
    if (having < Math.min(LEAST, inside.length) || !isKnown && values.size < SEVERAL && !isWhere) continue;
    const telling = tellingValues(values, isKnown ? besides.values : undefined, compared);
    if (telling.length === 0 && isKnown) {
      const family = familyIn(
        values,
        besides.values,
        { samples, isPlace: RUNS_IN.test(name.name) },
        compared,
      );
      if (family !== null) {
        const common = commonFamily(name, family, inside.length);
        found.push({ ...common, gain: gainOf(common.share, family.usual) });
        continue;
      }
    }
    // The status of failed requests is told even if those at other times failed alike.
    if (key === STATUS && (ofAnswers || telling.length === 0) && kind === "error-rate") {
      const ofAll = statusOfNearlyAll(values, ofInside);
      if (ofAll !== null) {
        found.push(ofAll(name.name, inside.length));
        status = name.name;
      }
    }
    if (key === STATUS && ofAnswers || telling.length === 0 || key === STATUS && telling[0].value < FAILED) {
      continue;
    }
    const texts = telling.map(({ value }) => key === STATUS ? String(value) : samples.textOf(value));
    if (texts.includes(null)) continue;
    if (key === STATUS) status = name.name;
    const value = texts.join(" or ");
    let [share, usual] = [0, 0];
    for (const one of telling) {
      share += one.weight / ofInside;
      usual += one.usual;
    }
    found.push({
      key: name.word ? null : name.name,
      value,
      text: textOf(name, value),
      share,
      usual: isKnown ? usual : null,
      records: inside.length,
      gain: gainOf(share, isKnown ? usual : 1 / Math.max(2, values.size)),
    });
  }
  if (found.length === 0 && outside.length >= LEAST_OTHERS) {
    const shared = sharedValueOf(samples, { inside, outside }, compared);
    if (shared !== null) found.push({ ...shared, gain: shared.share });
  }
  const ofStatus = found.find(({ key }) => key === status)?.value;
  // A status that stands in the body, too, is told by its name.
  const apart = found.filter(({ key, value }) => key !== null || value !== ofStatus);
  found.splice(0, found.length, ...apart.sort((x, y) => y.gain - x.gain));
  // That what failed has a status that tells so is less than where it did.
  const isOutcome = ({ key }: CommonValue) => key !== null && (key === status || OUTCOME.test(key));
  // Of how it ended the status is what everybody knows.
  const outcomes = found.filter(isOutcome).sort((x, y) =>
    Number(y.key === status) - Number(x.key === status)
  );
  for (const [at, one] of found.entries()) if (isOutcome(one)) found[at] = outcomes.shift()!;
  const where = found.findIndex((one) =>
    !isOutcome(one) && one.share >= MOSTLY_THERE &&
    (one.usual ?? 0) <= HARDLY_OTHERS * Math.max(1, one.share / MOST)
  );
  if (where > 0 && isOutcome(found[0])) found.unshift(...found.splice(where, 1));
  // Of errors nothing else is to be expected.
  const isExpected = candidate.badness >= 2 && Number(found.find(({ key }) => key === status)?.value) >= 500;
  if (isExpected && found.length > TOLD) {
    found.push(...found.splice(0).toSorted((x, y) => Number(isOutcome(x)) - Number(isOutcome(y))));
  }
  // A value that two keys have (`path`, `url.path`) is told once.
  const told = found.filter(({ value }, at) => found.findIndex((other) => other.value === value) === at);
  const [first, ...more] = told;
  // What only they have is told once: it sets apart the same records, what others have, too, says where they are.
  const isToldSo = (one: CommonValue) => isTheirs(first) && isTheirs(one);
  const ordered = [
    ...told.slice(0, 1),
    ...more.toSorted((x, y) => Number(isToldSo(x)) - Number(isToldSo(y))),
  ];
  return [...ofHosts, ...ordered.map(({ gain: _, ...common }) => common)].slice(0, TOLD + SPARE);
}

/** Whether hardly any other records have a value. */
function isTheirs({ usual }: CommonValue): boolean {
  return usual !== null && usual < ONLY;
}

/** What is known of where values stand that may begin alike. */
interface Named {
  samples: SamplesView;
  /** They say where something runs: else only addresses are looked at. */
  isPlace: boolean;
}

/** The values that begin alike among those whose texts are known, as those are that were seen more than once. */
function familyIn(
  values: ReadonlyMap<number, Having>,
  others: ReadonlyMap<number, Having>,
  named: Named,
  compared: Compared,
): Family | null {
  const own = textsIn(values, named);
  const besides = textsIn(others, named);
  const ofInside = compared.ofInside - own.unknown;
  if (ofInside < KNOWN * compared.ofInside) return null;
  // What others have of it, too, was seen more than once.
  return familyOf(own.texts, besides.texts, { ...compared, ofInside });
}

/** Values by their texts, and how many records have one whose text is not known. */
function textsIn(
  values: ReadonlyMap<number, Having>,
  { samples, isPlace }: Named,
): { texts: Map<string, Having>; unknown: number } {
  const texts = new Map<string, Having>();
  let unknown = 0;
  for (const [value, having] of values) {
    const text = samples.textOf(value);
    if (text === null) unknown += having.weight;
    // Where one value is no address none is.
    else if (!isPlace && !isAddress(text)) break;
    else texts.set(text, having);
  }
  return { texts, unknown };
}

/** The value that tells most of those that samples have by one key or another; null if none tells anything. */
function sharedValueOf(
  samples: SamplesView,
  { inside, outside }: Looked,
  compared: Compared,
): CommonValue | null {
  const { ofInside, ofOutside } = compared;
  const shared = sharedValues(samples, inside);
  const besides = havingOf(shared, samples, outside);
  const rarer = [...shared].filter(([value, { weight }]) =>
    weight / ofInside >= TIMES * (besides.get(value)?.weight ?? 0) / ofOutside
  );
  const [telling] = tellingValues(new Map(rarer), besides, compared);
  if (telling === undefined) return null;
  const key = samples.keyOf(shared.get(telling.value)!.key);
  const value = samples.textOf(telling.value);
  if (!key || key.cause || !value) return null;
  const share = telling.weight / ofInside;
  const text = textOf(key, value);
  return { key: key.name, value, text, share, usual: telling.usual, records: inside.length };
}

/** Makes a told value of the failure status that nearly all samples have; null if there is none. */
function statusOfNearlyAll(values: ReadonlyMap<number, Having>, of: number) {
  for (const [status, { weight }] of values) {
    const share = weight / of;
    if (status < FAILED || share < NEARLY_ALL) continue;
    return (key: string, records: number) => {
      const value = String(status);
      const text = textOf({ name: key, word: false }, value);
      return { key, value, text, share, usual: null, records, gain: share * Math.log(2) };
    };
  }
  return null;
}

function keyOf(key: number, sample: number, samples: SamplesView) {
  return samples.keyOf(key === STATUS ? samples.statusKey[sample] : key);
}

/** The telling words of a text, in lower case: `error` tells nothing about an error. */
export function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}_]{3,}/gu) ?? [];
  return new Set(words.filter((word) => !SAYS_NOTHING.has(word)));
}

const SAYS_NOTHING = new Set(["error", "errors", "err", "exception", "failed", "failure"]);
/** Causes told together where neither is that of most, and the share that each needs. */
const CAUSES = 2;
const LEAST_OF_CAUSE = 0.25;
const OF_STACK = /stack|trace/i;
const HALF = 0.5;

/** The cause that most records of a finding name in an attribute, or two together; of several attributes the one that says most. */
export function causeOf(candidate: Candidate, { samples }: ActivityView): CommonValue | undefined {
  const { kind, from, to, badness } = candidate;
  if (SAME_AS_EVER.has(kind) || badness === 0) return undefined;
  const ofFinding = new Set(leadingStreams(candidate).map(({ stream }) => stream));
  const isInside = insideOf(candidate, samples);
  const inside: number[] = [];
  for (let sample = 0; sample < samples.size; sample++) {
    const bucket = samples.bucket[sample];
    if (bucket >= from && bucket < to && ofFinding.has(samples.stream[sample]) && isInside(sample)) {
      inside.push(sample);
    }
  }
  let best: CommonValue | undefined;
  let most = 0;
  for (const [key, { values }] of byKey(samples, inside)) {
    const name = samples.keyOf(key);
    if (name === null || !name.cause) continue;
    const named = causesIn(values, inside.length, samples);
    if (named === null) continue;
    const { texts, share } = named;
    const value = texts.join(" or ");
    // A stack's first line repeats the message: it is told only if it says more, such as the exception's name.
    const says = wordsOf(texts[0]).size - (OF_STACK.test(name.name) ? HALF : 0);
    if (best !== undefined && (says < most || says === most && value.length <= best.value.length)) continue;
    most = says;
    best = { key: name.name, value, text: textOf(name, value), share, usual: null, records: inside.length };
  }
  return best;
}

/** The value that most of so many samples have, or the two that most have together; null if there is none. */
function causesIn(
  values: ReadonlyMap<number, Having>,
  of: number,
  samples: SamplesView,
): { texts: string[]; share: number } | null {
  const often = [...values].sort((x, y) => y[1].samples - x[1].samples).slice(0, CAUSES);
  const told: string[] = [];
  let share = 0;
  for (const [value, { samples: seen }] of often) {
    const text = samples.textOf(value);
    if (text === null || seen < LEAST_OF_CAUSE * of) return null;
    told.push(text);
    share += seen / of;
    if (share >= MOST) return { texts: told, share };
  }
  return null;
}

function comparedIn(candidate: Candidate, samples: SamplesView, related: ReadonlySet<number>): Looked {
  const { kind, from, to, streams, name } = candidate;
  const ofFinding = new Set(leadingStreams(candidate).map(({ stream }) => stream));
  const cameWithIt = new Set(streams.map(({ stream }) => stream));
  const isInside = insideOf(candidate, samples);
  const inside: number[] = [];
  const before: number[] = [];
  const outside: number[] = [];
  const sameOnly = kind === "error-rate" && name !== undefined;
  for (let sample = 0; sample < samples.size; sample++) {
    const bucket = samples.bucket[sample];
    if (bucket < 0) continue;
    if (ofFinding.has(samples.stream[sample])) {
      const within = bucket >= from && bucket < to;
      if (within && isInside(sample)) inside.push(sample);
      else if (sameOnly ? !isInside(sample) : !within) before.push(sample);
    } else if (related.has(samples.stream[sample]) && !cameWithIt.has(samples.stream[sample])) {
      outside.push(sample);
    }
  }
  return {
    inside,
    outside: sameOnly || kind === "shifted-number" || before.length >= LEAST_OTHERS
      ? before
      : [...before, ...outside],
  };
}

/** Tells which samples of a finding's streams it is about: for failed answers, those with such a status. */
function insideOf({ kind, name }: Candidate, samples: SamplesView) {
  if (kind === "error-rate" && name !== undefined) {
    const least = name === "5xx" ? 500 : 400;
    return (sample: number) => samples.status[sample] >= least && samples.status[sample] < least + 100;
  }
  return () => true;
}

function byKey(
  samples: SamplesView,
  of: readonly number[],
): Map<number, OfKey> {
  const keys = new Map<number, OfKey>();
  for (const sample of of) {
    const weight = samples.weight[sample];
    for (let at = sample * samples.width, end = samples.endOf(sample); at < end; at++) {
      addValue(keys, samples.keys[at], samples.values[at], weight);
    }
    if (samples.status[sample] > 0) addValue(keys, STATUS, samples.status[sample], weight);
  }
  return keys;
}

function addValue(keys: Map<number, OfKey>, key: number, value: number, weight: number): void {
  let entry = keys.get(key);
  if (entry === undefined) keys.set(key, entry = { samples: 0, values: new Map() });
  entry.samples++;
  const known = entry.values.get(value);
  if (known === undefined) entry.values.set(value, { samples: 1, weight });
  else {
    known.samples++;
    known.weight += weight;
  }
}
