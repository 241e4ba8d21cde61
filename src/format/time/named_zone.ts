import { type OffsetAt, offsetsOfZone } from "./time_zone.ts";
import { isLetter } from "./timestamp_parts.ts";

const SLASH = 0x2f;
const LONGEST = 40;

const decoder = new TextDecoder();

/** The zone that was read last: a log has one, and its text changes only with a machine's. */
let lastName = "";
let lastOffsets: OffsetAt | null = null;

/** The clock of the zone whose name, `Europe/Berlin`, stands in [from, to); null if that is no zone's name. */
export function zoneNamed(bytes: Uint8Array, from: number, to: number): OffsetAt | null {
  if (to - from > LONGEST || !isLetter(bytes[from])) return null;
  let slash = from;
  while (slash < to && bytes[slash] !== SLASH) slash++;
  if (slash >= to - 1) return null;
  const name = decoder.decode(bytes.subarray(from, to));
  if (name === lastName) return lastOffsets;
  if (!/^[A-Za-z_]+(?:\/[A-Za-z0-9_+-]+)+$/.test(name)) return null;
  lastName = name;
  try {
    lastOffsets = offsetsOfZone(name);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    lastOffsets = null;
  }
  return lastOffsets;
}

/** What a clock of `zone` says that was read as one of `known`: `time` is in epoch milliseconds, as is the answer. */
export function movedToZone(time: number, known: OffsetAt, zone: OffsetAt): number {
  // The wall clock that shows `time` is told by the offset there, which is the wall's own.
  const wall = time + known(time + known(time));
  return wall - zone(wall);
}
