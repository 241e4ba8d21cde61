/** Which differences between two logs are worth telling. */

/** Share of false discoveries among what is called significant. */
export const FALSE_SHARE = 0.01;
/** A change of a share of all records, however certain. */
export const NOTABLE_SHARE = 0.02;
const NOTABLE_RATIO = 1.5;

/** Whether something is half as frequent again, or a third less. */
export function isNotableRatio(ratio: number): boolean {
  return ratio >= NOTABLE_RATIO || ratio <= 1 / NOTABLE_RATIO;
}
