/**
 * So many zero bytes in a row are no text but a hole: what a truncation leaves under a writer that keeps its place, and
 * a crash in what was not yet on the disk.
 */
export const HOLE_BYTES = 64;

/** The index of the first byte at or after `at` that is not zero. There must be one, and eight readable bytes behind it. */
export function afterZeros(view: DataView, at: number): number {
  while (view.getInt32(at, true) === 0 && view.getInt32(at + 4, true) === 0) at += 8;
  while (view.getUint8(at) === 0) at++;
  return at;
}
