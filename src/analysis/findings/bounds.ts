/** What the tests for findings share. */

/** Chance may make so many false findings of one kind in a log, at most, as far as its assumptions hold. */
export const FALSE_ALARMS = 1e-3;
/** The same of new errors and warnings, and of services whose errors rose: to be told of one matters more than of other things. */
export const ERROR_ALARMS = 0.005;
/** Lines of a finding that are told, at the most. */
export const LINES = 100;
/** Share of the log after which a pattern can be new. */
export const WARM_UP = 0.15;
/** Records of a burst. */
export const LEAST_BURST = 12;
/** Share of the log that a burst may last, by badness. */
export const LONGEST_BURST = [0.15, 0.2, 0.3];
export const LEAST_ERRORS = 8;
/** Records in a clump of what is no error, as long as it has not shown how it clumps: programs say much at a time. */
export const CHATTER = 4;
/** A share of errors (or failed answers), and one of warnings (or refused ones), that rose: how many times, and by how much. */
export const ERRORS = { badness: 2, ratio: 2, share: 0.02 };
export const WARNINGS = { badness: 1, ratio: 2, share: 0.08 };
/**
 * A rise to so many times of what is usual is worth telling from this part of the share on, with so many records; of fewer times, down
 * to twice, the part grows with their power.
 */
const FAR_MORE = 5;
const PART = 0.25;
const MANY = 20;
const POWER = Math.log(PART) / Math.log(2 / FAR_MORE);

/** Whether what is more than usual in a window is enough of its `records` to be told, where `share` of them is. */
export function isEnough({ count, expected }: Rise, records: number, share: number): boolean {
  const more = (count - expected) / records;
  if (more >= share) return true;
  const times = Math.min(FAR_MORE, count / Math.max(1e-9, expected));
  return times > 2 && count >= MANY && more >= share * (2 / times) ** POWER;
}

/** What there is in a window, and what is usual. */
interface Rise {
  count: number;
  expected: number;
}
