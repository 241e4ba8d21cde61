import { clumpedTail } from "../statistics/tails.ts";
import { FALSE_ALARMS } from "./bounds.ts";

/** Samples of a finding's records from which most of them tell; of fewer all must have a value, and chance must be smaller. */
export const LEAST = 10;
const ALARMS_OF_FEW = FALSE_ALARMS / 10;
/** Share of a finding's records (or of what is too much) that a value must have, and how much more that must be than is usual. */
export const MOST = 0.6;
export const MORE = 0.25;
export const TIMES = 2;
/** Values that are told together where neither has enough of the records, and the share that each must have. */
const TOGETHER = 2;
const LEAST_OF_EACH = 0.3;
/** Variance over mean: the records of one moment are alike. */
const CLUMPED = 2;

/** Samples that have a value, and for how many records they stand. */
export interface Having {
  samples: number;
  weight: number;
}

/** What is compared: the samples of a finding and of others, and for how many records they stand. */
export interface Compared {
  inside: number;
  outside: number;
  ofInside: number;
  ofOutside: number;
  /** Of what is far more than usual the share of what is too much. */
  excess: (share: number, usual: number) => number;
}

export interface TellingValue extends Having {
  value: number;
  /** Share of the others. */
  usual: number;
}

/** The value of a key that most of a finding's records have and others have not, or the two that have as many together; none if there are none. */
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
    // As if one more had been seen among the others.
    const mean = inside * Math.max(usual, 1 / (outside + 1));
    const tests = values.size ** some.length;
    return clumpedTail(samples, mean, CLUMPED) * tests <= (isFew ? ALARMS_OF_FEW : FALSE_ALARMS);
  };
  const one = most.find((value) => isTelling([value]));
  if (one !== undefined) return [one];
  const isOfEach = ({ weight, usual }: TellingValue) =>
    weight >= LEAST_OF_EACH * ofInside && weight >= TIMES * usual * ofInside;
  return !isFew && values.size > TOGETHER && most.every(isOfEach) && isTelling(most) ? most : [];
}
