/** A clock on the wall: year, month from 1, day, hour, minute and second. */
export type WallTime = readonly [number, number, number, number, number, number];

/** What clocks show at an instant (milliseconds since 1970). */
export type WallClock = (instant: number) => WallTime;

/** The clock of a zone by its IANA name or offset, and the name as it is known by. Throws RangeError for what is no zone. */
export function wallClockOf(zone: string): { clock: WallClock; name: string } {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    calendar: "gregory",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  const clock = (instant: number): WallTime => {
    const part: Record<string, number> = {};
    for (const { type, value } of format.formatToParts(instant)) part[type] = Number(value);
    return [part.year, part.month, part.day, part.hour, part.minute, part.second];
  };
  return { clock, name: format.resolvedOptions().timeZone };
}
