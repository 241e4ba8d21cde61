import { LEAST_MOVE, moveOf } from "./shifts.ts";
import type { ActivityView } from "../activity.ts";
import { logOfNumber, numberOfLog } from "../number_tracks.ts";
import type { Candidate, MovedAlone } from "./candidate.ts";
import { pairOf, type Seen, slotOf } from "./dominant_values.ts";
import { shareOf } from "./moved_values.ts";
import { weightedMedian } from "../statistics/order.ts";
import { typically } from "./typical_numbers.ts";
import { hasValue } from "./value_groups.ts";
import { textOf } from "./value_text.ts";
import type { KeyName, SamplesView } from "../samples_view.ts";

/** Samples with a value, within and besides, and those without it; of fewer it must be far surer. */
const LEAST = 8;
const LEAST_OF_FEW = 5;
const LEAST_REST = 16;
/** Share of its own move that the rest may have moved, and standard errors by which its move must be larger. */
const LEFT = 0.25;
const DISTANCE = 5;
const DISTANCE_OF_FEW = 12;
/** Share of the records that a value may have to be said of it alone. */
const ALL = 0.9;
/** How much further than that of all with a value the number of those with two must have moved. */
const FURTHER = 1.25;

/** Sums of logarithms. */
class Logs {
  count = 0;
  #sum = 0;
  #squares = 0;

  add(log: number): void {
    this.count++;
    this.#sum += log;
    this.#squares += log * log;
  }

  without(other: Logs): Logs {
    const rest = new Logs();
    rest.count = this.count - other.count;
    rest.#sum = this.#sum - other.#sum;
    rest.#squares = this.#squares - other.#squares;
    return rest;
  }

  get mean(): number {
    return this.count === 0 ? 0 : this.#sum / this.count;
  }

  /** Variance of the mean. */
  get error(): number {
    return Math.max(1e-4, this.#squares / this.count - this.mean ** 2) / this.count;
  }
}

/** A sample's number, as a logarithm, and whether it is of the time at which the number was another. */
interface Measured {
  sample: number;
  log: number;
  isInside: boolean;
}

/** A value of which alone the number moved: its logarithms and those of the rest. */
interface Alone {
  key: number;
  value: number;
  name: KeyName;
  text: string;
  inside: Logs;
  outside: Logs;
  /** There was none before: the logarithms outside are those of all others. */
  isFresh: boolean;
  move: number;
}

/**
 * Of a number that moved: whether it moved only where an attribute has one value, or two attributes have (a partition of one topic).
 * Null if it did not, or that cannot be told.
 */
export function movedAlone(candidate: Candidate, view: ActivityView, often: Seen): MovedAlone | null {
  const { kind, from, to, streams, patterns, name, inside: now = 0, expected } = candidate;
  if (kind !== "shifted-number" || name === undefined) return null;
  const { samples } = view;
  const numberOf = samples.numbersOf(name);
  // Numbers of other patterns that moved with it stand at other places.
  const ofFinding = new Set(
    streams.filter(({ pattern }) => pattern === patterns[0]).map(({ stream }) => stream),
  );
  const measured: Measured[] = [];
  for (let sample = 0; sample < samples.size; sample++) {
    const bucket = samples.bucket[sample];
    if (bucket < 0 || !ofFinding.has(samples.stream[sample])) continue;
    const number = numberOf(sample);
    if (number !== number) continue;
    measured.push({ sample, log: logOfNumber(number), isInside: bucket >= from && bucket < to });
  }
  const first = aloneIn(measured, now > expected, samples, often);
  if (first === null) return null;
  const second = aloneIn(
    measured.filter(({ sample }) => hasValue(sample, first, samples)),
    now > expected,
    samples,
    often,
  );
  const isOfTwo = second !== null && second.move / first.move > FURTHER;
  const { inside, outside, isFresh } = isOfTwo ? second : first;
  const isOf = ({ sample }: Measured) =>
    hasValue(sample, first, samples) && (!isOfTwo || hasValue(sample, second, samples));
  const within = measured.filter(({ isInside }) => isInside);
  const [own, rest] = [within.filter(isOf), within.filter((one) => !isOf(one))];
  // Of a value that is new the others tell what is usual.
  const isBefore = (one: Measured) =>
    !one.isInside && (isFresh ? !isOfTwo || hasValue(one.sample, first, samples) : isOf(one));
  const weighted = ({ sample, log }: Measured) => ({
    value: numberOfLog(log),
    weight: samples.weight[sample],
  });
  const means = { inside: numberOfLog(inside.mean), expected: numberOfLog(outside.mean) };
  const typical = typically(own.map(weighted), measured.filter(isBefore).map(weighted), means);
  const others = new Logs();
  for (const { log } of rest) others.add(log);
  return {
    text: (isOfTwo ? [first, second] : [first]).map(({ name, text }) => textOf(name, text)).join(" and "),
    key: first.name.word ? null : first.name.name,
    value: first.text,
    inside: typical?.inside ?? means.inside,
    usual: typical?.expected ?? means.expected,
    others: typical === null ? numberOfLog(others.mean) : weightedMedian(rest.map(weighted)),
    share: shareOf(own.map(({ sample }) => sample), rest.map(({ sample }) => sample), samples),
    records: within.length,
  };
}

/** The value of some samples that alone moved, and that most surely; null if there is none. */
function aloneIn(
  measured: readonly Measured[],
  isRise: boolean,
  samples: SamplesView,
  often: Seen,
): Alone | null {
  const all = { inside: new Logs(), outside: new Logs() };
  const byValue = new Map<number, { inside: Logs; outside: Logs; key: number; value: number }>();
  for (const { sample, log, isInside } of measured) {
    const part = isInside ? "inside" : "outside";
    all[part].add(log);
    for (let at = sample * samples.width, end = samples.endOf(sample); at < end; at++) {
      const [key, value] = [samples.keys[at], samples.values[at]];
      if (often.counts[slotOf(key, value)] < 2 * LEAST_OF_FEW) continue;
      const pair = pairOf(key, value);
      let entry = byValue.get(pair);
      if (entry === undefined) {
        entry = { inside: new Logs(), outside: new Logs(), key, value };
        byValue.set(pair, entry);
      }
      entry[part].add(log);
    }
  }
  let best: Alone | null = null;
  let furthest = DISTANCE;
  for (const { inside, outside, key, value } of byValue.values()) {
    const rest = { inside: all.inside.without(inside), outside: all.outside.without(outside) };
    const few = Math.min(inside.count, outside.count);
    if (inside.count < LEAST_OF_FEW) continue;
    // A value of which there was none before brings its own numbers, to be held against all others.
    const isFresh = outside.count < LEAST_OF_FEW;
    const before = isFresh ? all.outside : outside;
    if (Math.min(rest.inside.count, rest.outside.count) < LEAST_REST) continue;
    if (inside.count > ALL * all.inside.count) continue;
    const move = inside.mean - before.mean;
    const besides = rest.inside.mean - rest.outside.mean;
    if (Math.abs(moveOf(inside.mean, before.mean)) < LEAST_MOVE || besides / move > LEFT) continue;
    if (move > 0 !== isRise) continue;
    const error = Math.sqrt(inside.error + before.error + rest.inside.error + rest.outside.error);
    const distance = Math.abs(move - besides) / error;
    const name = samples.keyOf(key);
    const text = samples.textOf(value);
    if ((isFresh ? inside.count : few) < LEAST && distance < DISTANCE_OF_FEW) continue;
    if (distance <= furthest || name === null || text === null) continue;
    furthest = distance;
    best = { key, value, name, text, inside, outside: before, isFresh, move };
  }
  return best;
}
