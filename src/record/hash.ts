/**
 * Two 32-bit hashes of a run of bytes, four bytes a step. The multipliers are those of MurmurHash3
 * (Austin Appleby, public domain); the pair makes a mix-up of two texts a matter of 64 bits.
 * Seeded per run, so that a hostile log cannot be written to collide.
 */

/** Where `hashBytes` leaves its result: [first, second]. */
export const hashed = new Int32Array(2);

/** The seeds of this thread, for a reader that hashes while it scans. */
export const [seedA, seedB] = crypto.getRandomValues(new Int32Array(2));

// Exported bindings are loaded from the module at every use; these are for the loops of this file.
const result = hashed;
const ownA = seedA;
const ownB = seedB;

/**
 * Hashes the bytes in [from, to); the result is in `hashed`, the first half is also returned.
 * `view` must have at least 3 readable bytes after `to`.
 */
export function hashBytes(view: DataView, from: number, to: number): number {
  let a = ownA ^ (to - from);
  let b = ownB;
  let at = from;
  for (; at + 4 <= to; at += 4) {
    const word = view.getInt32(at, true);
    a = Math.imul(a ^ word, 0x5bd1e995);
    a ^= a >>> 15;
    b = Math.imul(b ^ word, 0x1b873593);
    b = (b << 13) | (b >>> 19);
  }
  if (at < to) {
    const word = view.getInt32(at, true) & (-1 >>> ((4 - (to - at)) << 3));
    a = Math.imul(a ^ word, 0x5bd1e995);
    a ^= a >>> 15;
    b = Math.imul(b ^ word, 0x1b873593);
    b = (b << 13) | (b >>> 19);
  }
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b);
  a ^= a >>> 13;
  b = Math.imul(b ^ (b >>> 15), 0xc2b2ae35);
  b ^= b >>> 16;
  result[0] = a;
  result[1] = b;
  return a;
}
