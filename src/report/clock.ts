import { type WallClock, wallClockOf, type WallTime } from "../record/zone_clock.ts";

/** Times as they are shown in one zone. */
export class Clock {
  readonly #clock: WallClock;
  /** The zone's name as it stands behind a time. */
  readonly zone: string;

  /** `zone`: `UTC`, `local`, an offset, or an IANA name. Throws RangeError for what is no zone. */
  constructor(zone: string) {
    if (/^(?:utc|z)$/i.test(zone)) {
      this.#clock = utcClock;
      this.zone = "UTC";
    } else if (zone === "local" || zone === "") {
      this.#clock = localClock;
      this.zone = localZone();
    } else {
      const { clock, name } = wallClockOf(zone);
      this.#clock = clock;
      this.zone = name;
    }
  }

  /** 2026-11-20 08:00:00 */
  dateTime(time: number): string {
    return `${this.date(time)} ${this.time(time)}`;
  }

  date(time: number): string {
    const [year, month, day] = this.#clock(inRange(time));
    return `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`;
  }

  /** 08:00:00 */
  time(time: number): string {
    return this.#clock(inRange(time)).slice(3).map((field) => padded(field, 2)).join(":");
  }

  /** As short as tells apart buckets of this width (milliseconds): `08:00`, `08:00:05`, `11-20`, `11-20 06:00`. */
  mark(time: number, width: number, sameDay: boolean): string {
    const clock = this.time(time).slice(0, width < 60_000 ? 8 : 5);
    if (sameDay) return clock;
    const date = width >= 28 * 86_400_000 ? this.date(time) : this.date(time).slice(5);
    return width >= 86_400_000 ? date : `${date} ${clock}`;
  }
}

/** The times that a `Date` can hold. */
function inRange(time: number): number {
  return Math.min(8.64e15, Math.max(-8.64e15, time));
}

function padded(field: number, width: number): string {
  return `${field}`.padStart(width, "0");
}

/**
 * A report is read elsewhere, too: the local zone is told by its name. The runtime may know no name of the zone that TZ tells
 * of. Asking for it loads the data of all languages, which takes as long as the rest of a short report: where clocks show UTC,
 * that is the name.
 */
function localZone(): string {
  const year = new Date().getFullYear();
  if ([0, 6].every((month) => new Date(year, month, 1).getTimezoneOffset() === 0)) return "UTC";
  const name: string | undefined = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return name === undefined || name === "Etc/Unknown" ? "local time" : name;
}

function utcClock(time: number): WallTime {
  const date = new Date(time);
  return [
    date.getUTCFullYear(),
    date.getUTCMonth() + 1,
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
  ];
}

function localClock(time: number): WallTime {
  const date = new Date(time);
  return [
    date.getFullYear(),
    date.getMonth() + 1,
    date.getDate(),
    date.getHours(),
    date.getMinutes(),
    date.getSeconds(),
  ];
}
