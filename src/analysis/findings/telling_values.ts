import { clumpedTail } from "../statistics/tails.ts";
import { FALSE_ALARMS } from "./bounds.ts";

/** Samples of a finding from which a majority is enough; of fewer all must have the value, and chance must be smaller. */
export const LEAST = 10;
const ALARMS_OF_FEW = FALSE_ALARMS / 10;
/** Share of a finding's records (or excess) that must have a value, and by how much, and how many times, that must exceed the others'. */
export const MOST = 0.6;
export const MORE = 0.25;
export const TIMES = 2;
/** Values told together where neither is frequent enough alone, and the share that each needs. */
const TOGETHER = 2;
const LEAST_OF_EACH = 0.3;
/** Ratio of variance to mean: records of one moment are alike. */
const CLUMPED = 2;

/** Samples with a value, and how many records they stand for. */
export interface Having {
  samples: number;
  weight: number;
}

/** What is compared: samples of a finding and of other records, and how many records they stand for. */
export interface Compared {
  inside: number;
  outside: number;
  ofInside: number;
  ofOutside: number;
  /** The share of the excess that a share of the records, against a usual one, comes to. */
  excess: (share: number, usual: number) => number;
}

export interface TellingValue extends Having {
  value: number;
  /** Share of the others. */
  usual: number;
}

/** How likely so many of a finding's samples have something by chance that a `usual` share of the others has. */
export function chanceOf(
  samples: number,
  usual: number,
  { inside, outside }: Pick<Compared, "inside" | "outside">,
): number {
  // As if one more had been seen among the others.
  return clumpedTail(samples, inside * Math.max(usual, 1 / (outside + 1)), CLUMPED);
}

/** The value of a key that most of a finding's records have and few others, or two such together; empty if there is none. */
export function tellingValues(
  values: ReadonlyMap<number, Having>,
  others: ReadonlyMap<number, Having> | undefined,
  { inside, outside, ofInside, ofOutside, excess }: Compared,
): TellingValue[] {
  const isFew = inside < LEAST;
  const most = [...values].map(([value, { samples, weight }]): TellingValue => {
    const usual = (others?.get(value)?.weight ?? 0) / ofOutside;
    return { value, samples, weight, usual: others === undefined ? 0 : usual };
  }).sort((x, y) => y.weight - x.weight).slice(0, TOGETHER);
  const isTelling = (some: readonly TellingValue[]) => {
    let [samples, share, usual] = [0, 0, 0];
    for (const one of some) {
      samples += one.samples;
      share += one.weight / ofInside;
      usual += one.usual;
    }
    if (excess(share, usual) < MOST || share - usual < MORE || share < TIMES * usual) return false;
    if (isFew && samples < inside) return false;
    const tests = values.size ** some.length;
    return chanceOf(samples, usual, { inside, outside }) * tests <= (isFew ? ALARMS_OF_FEW : FALSE_ALARMS);
  };
  const one = most.find((value) => isTelling([value]));
  if (one !== undefined) return [one];
  const isOfEach = ({ weight, usual }: TellingValue) =>
    weight >= LEAST_OF_EACH * ofInside && weight >= TIMES * usual * ofInside;
  return !isFew && values.size > TOGETHER && most.every(isOfEach) && isTelling(most) ? most : [];
}
