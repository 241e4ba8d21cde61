import { type Group, sumOf } from "./groups.ts";
import { BLOCKS } from "./levels.ts";

/** Records in a fortieth of the log that show a clock, and the largest ratio of their variance to their mean. */
const LEAST_OF_CLOCK = 3;
const EVENLY = 0.5;

/** All records but those of a steady pace day and night (health checks), which tell nothing of how busy it is. */
export function withoutClockwork(volume: Float64Array, byPattern: readonly Group[]): Float64Array {
  const rest = volume.slice();
  for (const { counts } of byPattern) {
    if (isClockwork(counts)) { for (let i = 0; i < rest.length; i++) rest[i] -= counts[i]; }
  }
  return rest;
}

/** Whether records are spread over the log far more evenly than chance would. */
export function isClockwork(counts: Float64Array): boolean {
  const width = counts.length / BLOCKS;
  const blocks = Array.from({ length: BLOCKS - 2 }, (_, at) => {
    const [from, to] = [Math.floor((at + 1) * width), Math.floor((at + 2) * width)];
    return sumOf(counts, { from, to }) / (to - from);
  });
  const mean = blocks.reduce((sum, count) => sum + count, 0) / blocks.length;
  if (mean * width < LEAST_OF_CLOCK) return false;
  const squares = blocks.reduce((sum, count) => sum + (count - mean) ** 2, 0);
  return squares / blocks.length * width < EVENLY * mean;
}
