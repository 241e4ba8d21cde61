/** The bounds of what is read at a time. */

/** Longer lines are cut there. */
export const MAX_LINE_BYTES = 1 << 20;
/** A record of several lines is cut where it would pass either bound; what follows is a new record. */
export const MAX_RECORD_BYTES = 1 << 20;
export const MAX_RECORD_LINES = 1_000;
/** What one read of a source may bring. */
export const CHUNK_BYTES = 512 << 10;
/** Front of the batch's bytes: an open record, an unfinished one and a chunk. */
export const INPUT_BYTES = MAX_RECORD_BYTES + MAX_LINE_BYTES + CHUNK_BYTES + 64;
/** Room for joined and unescaped text; a batch is handed over when half of it is used. */
export const SIDE_BYTES = 8 * MAX_LINE_BYTES;
