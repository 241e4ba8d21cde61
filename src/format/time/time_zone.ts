import { wallClockOf } from "../../record/zone_clock.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;
/** Offsets change at quarter hours at the finest: one entry a quarter. */
const QUARTER = 15 * MINUTE;
const CACHED = 4096;

/** Answers how many milliseconds a wall clock that shows `wall` (milliseconds as if UTC) is ahead of UTC. */
export type OffsetAt = (wall: number) => number;

/**
 * The clock of a zone: `local`, `UTC`, an offset such as `+02:00`, or an IANA name. A wall time that comes
 * twice in the year is taken as the first one, one that never comes with the offset before the change.
 * Throws RangeError for a name that is no zone.
 */
export function offsetsOfZone(zone: string): OffsetAt {
  if (zone === "local" || zone === "") return cached(localOffset);
  if (/^(?:utc|gmt|z)$/i.test(zone)) return () => 0;
  const fixed = /^(?:utc|gmt)?([+-])(\d{1,2})(?::?([0-5]\d))?$/i.exec(zone);
  if (fixed) {
    const offset = (Number(fixed[2]) * 60 + Number(fixed[3] ?? 0)) * MINUTE;
    if (offset > 18 * 60 * MINUTE) throw new RangeError(`Invalid time zone: ${zone}`);
    return () => fixed[1] === "-" ? -offset : offset;
  }
  return cached(namedOffset(zone));
}

function cached(offsetAt: OffsetAt): OffsetAt {
  const known = new Map<number, number>();
  return (wall) => {
    const quarter = Math.floor(wall / QUARTER);
    let offset = known.get(quarter);
    if (offset === undefined) {
      if (known.size >= CACHED) known.clear();
      offset = offsetAt(quarter * QUARTER);
      known.set(quarter, offset);
    }
    return offset;
  };
}

function localOffset(wall: number): number {
  const clock = new Date(wall);
  const local = new Date(
    clock.getUTCFullYear(),
    clock.getUTCMonth(),
    clock.getUTCDate(),
    clock.getUTCHours(),
    clock.getUTCMinutes(),
  );
  return wall - local.getTime();
}

function namedOffset(zone: string): OffsetAt {
  const { clock } = wallClockOf(zone);
  const offsetOfInstant = (instant: number) => {
    const [year, month, day, hour, minute, second] = clock(instant);
    return Date.UTC(year, month - 1, day, hour, minute, second) - instant;
  };
  return (wall) => {
    const before = offsetOfInstant(wall - DAY);
    const after = offsetOfInstant(wall + DAY);
    if (before === after) return before;
    if (offsetOfInstant(wall - before) === before) return before;
    return offsetOfInstant(wall - after) === after ? after : before;
  };
}
