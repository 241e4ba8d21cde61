/** Thresholds that several kinds of findings share. */

/** False findings of one kind that chance may produce in one log, if a test's assumptions hold. */
export const FALSE_ALARMS = 1e-3;
/** The same for new errors and warnings and for rising error rates, which are worse to miss. */
export const ERROR_ALARMS = 0.005;
/** The most lines that a finding cites. */
export const LINES = 100;
/** Share of the log that must have passed before a pattern counts as new. */
export const WARM_UP = 0.15;
/** The fewest records of a burst. */
export const LEAST_BURST = 12;
/** The longest burst, as a share of the log, by badness. */
export const LONGEST_BURST = [0.15, 0.2, 0.3];
export const LEAST_ERRORS = 8;
/** Records that come at a time of what is no error, until it has shown how it clumps: programs are chatty. */
export const CHATTER = 4;
/** How many times what is usual, and by how much, a share must rise: of errors or failed answers, of warnings or refused ones. */
export const ERRORS = { badness: 2, ratio: 2, share: 0.02 };
export const WARNINGS = { badness: 1, ratio: 2, share: 0.08 };
/**
 * A share that rose FAR_MORE times needs only PART of the usual rise, if at least MANY records have it. For smaller ratios,
 * down to 2, the part needed grows as a power of the ratio, up to all of it.
 */
const FAR_MORE = 5;
const PART = 0.25;
const MANY = 20;
const POWER = Math.log(PART) / Math.log(2 / FAR_MORE);

/** Whether a rise is worth telling among a window's `records`: a rise of their share by `share` always is. */
export function isEnough({ count, expected }: Rise, records: number, share: number): boolean {
  const more = (count - expected) / records;
  if (more >= share) return true;
  const times = Math.min(FAR_MORE, count / Math.max(1e-9, expected));
  return times > 2 && count >= MANY && more >= share * (2 / times) ** POWER;
}

/** Records in a window, and how many are usual. */
interface Rise {
  count: number;
  expected: number;
}
