/** Bytes of a line in which what marks a head must stand. */
export const MARK_WITHIN = 140;

const LONGEST_MARK = 16;

/** Bits for pairs of neighbouring bytes: those of the line that was looked at last. */
const PAIRS = 2048;
const seen = new Int32Array(PAIRS >> 5);

/**
 * Looks which bytes stand beside each other near the beginning of a line; then `mayHold` tells most marks that are not
 * there.
 */
export function lookAt(bytes: Uint8Array, from: number, to: number): void {
  const end = Math.min(to, from + MARK_WITHIN + LONGEST_MARK) - 1;
  seen.fill(0);
  for (let at = from; at < end; at++) {
    const pair = (Math.imul(bytes[at], 31) + bytes[at + 1]) & (PAIRS - 1);
    seen[pair >> 5] |= 1 << (pair & 31);
  }
}

/** The bits of a mark's pairs. */
export function pairsOf(mark: string): Int32Array {
  return Int32Array.from(
    { length: mark.length - 1 },
    (_, at) => (mark.charCodeAt(at) * 31 + mark.charCodeAt(at + 1)) & (PAIRS - 1),
  );
}

/** False if a mark with these pairs does not stand near the beginning of the line that was looked at last. */
export function mayHold(pairs: Int32Array): boolean {
  for (let at = 0; at < pairs.length; at++) {
    if ((seen[pairs[at] >> 5] & (1 << (pairs[at] & 31))) === 0) return false;
  }
  return true;
}
