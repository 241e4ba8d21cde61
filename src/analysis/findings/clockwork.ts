import { type Group, sumOf } from "./groups.ts";
import { BLOCKS } from "./levels.ts";

/** Records in a fortieth of the log that tell a clock, and their variance over their mean at the most. */
const LEAST_OF_CLOCK = 3;
const EVENLY = 0.5;

/** All records without those that come at their own pace day and night, as health checks do: they tell nothing of how busy it is. */
export function withoutClockwork(volume: Float64Array, byPattern: readonly Group[]): Float64Array {
  const rest = volume.slice();
  for (const { counts } of byPattern) {
    if (isClockwork(counts)) { for (let i = 0; i < rest.length; i++) rest[i] -= counts[i]; }
  }
  return rest;
}

/** Whether equal parts of the log hold about as many records, far more evenly than chance has it. */
export function isClockwork(counts: Float64Array): boolean {
  const width = counts.length / BLOCKS;
  const blocks = Array.from(
    { length: BLOCKS - 2 },
    (_, at) =>
      sumOf(counts, { from: Math.floor((at + 1) * width), to: Math.floor((at + 2) * width) }) / width,
  );
  const mean = blocks.reduce((sum, count) => sum + count, 0) / blocks.length;
  if (mean * width < LEAST_OF_CLOCK) return false;
  const squares = blocks.reduce((sum, count) => sum + (count - mean) ** 2, 0);
  return squares / blocks.length * width < EVENLY * mean;
}
