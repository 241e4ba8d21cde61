/** What the makers of planted logs share: when they begin and end, and numbers that are the same for one seed. */

export const START = Date.UTC(2026, 10, 20, 6, 0, 0);
export const MINUTE = 60_000;
export const END = START + 6 * 60 * MINUTE;

const STEP = 0x6d2b79f5;

/** The seed with which `random` goes on after so many numbers. */
export function after(seed: number, taken: number): number {
  return (seed + Math.imul(taken, STEP)) | 0;
}

/** A small generator of even numbers in [0, 1): mulberry32. */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + STEP) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
