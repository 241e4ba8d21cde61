import type { SamplesView } from "../samples_view.ts";
import type { Having } from "./telling_values.ts";

/** A value that samples have by one key or another: a service calls an address `req.remoteAddress`, its proxy `client.address`. */
export interface SharedValue extends Having {
  /** The key that most have it by, and one of the samples. */
  key: number;
  sample: number;
}

/** The values that some samples have by one key and others by another. */
export function sharedValues(
  samples: SamplesView,
  of: readonly number[],
): Map<number, SharedValue> {
  const seen = new Map<number, { having: Having; keys: Map<number, { samples: number; sample: number }> }>();
  forEachValue(samples, of, (value, sample, key, isFirst) => {
    let one = seen.get(value);
    if (one === undefined) seen.set(value, one = { having: { samples: 0, weight: 0 }, keys: new Map() });
    const ofKey = one.keys.get(key);
    if (ofKey === undefined) one.keys.set(key, { samples: 1, sample });
    else ofKey.samples++;
    if (!isFirst) return;
    one.having.samples++;
    one.having.weight += samples.weight[sample];
  });
  const shared = new Map<number, SharedValue>();
  for (const [value, { having, keys }] of seen) {
    if (keys.size < 2) continue;
    const [[key, { sample }]] = [...keys].sort((x, y) => y[1].samples - x[1].samples);
    shared.set(value, { ...having, key, sample });
  }
  return shared;
}

/** How many samples have these values, by whatever key. */
export function havingOf(
  values: ReadonlyMap<number, unknown>,
  samples: SamplesView,
  of: readonly number[],
): Map<number, Having> {
  const having = new Map<number, Having>();
  forEachValue(samples, of, (value, sample, _key, isFirst) => {
    if (!isFirst || !values.has(value)) return;
    const known = having.get(value) ?? { samples: 0, weight: 0 };
    having.set(value, { samples: known.samples + 1, weight: known.weight + samples.weight[sample] });
  });
  return having;
}

/** Tells each value of some samples with its key; a sample that has a value by two keys has it once: `isFirst`. */
function forEachValue(
  samples: SamplesView,
  of: readonly number[],
  take: (value: number, sample: number, key: number, isFirst: boolean) => void,
): void {
  for (const sample of of) {
    const from = sample * samples.width;
    for (let at = from, end = samples.endOf(sample); at < end; at++) {
      const value = samples.values[at];
      take(value, sample, samples.keys[at], !samples.values.subarray(from, at).includes(value));
    }
  }
}
