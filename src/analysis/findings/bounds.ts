/** What the tests for findings share. */

/** Chance may make so many false findings of one kind in a log, at most, as far as its assumptions hold. */
export const FALSE_ALARMS = 1e-3;
/** Share of the log after which a pattern can be new. */
export const WARM_UP = 0.15;
/** Records of a burst. */
export const LEAST_BURST = 12;
/** Share of the log that a burst may last, by badness. */
export const LONGEST_BURST = [0.15, 0.2, 0.3];
export const LEAST_ERRORS = 8;
