/** Times as they are shown in one zone. */
export class Clock {
  readonly #fields: (time: number) => readonly number[];
  /** The zone's name as it stands behind a time. */
  readonly zone: string;

  /** `zone`: `UTC`, `local`, an offset, or an IANA name. Throws RangeError for what is no zone. */
  constructor(zone: string) {
    if (/^(?:utc|z)$/i.test(zone)) {
      this.#fields = utcFields;
      this.zone = "UTC";
    } else if (zone === "local" || zone === "") {
      this.#fields = localFields;
      this.zone = localZone();
    } else {
      const format = fieldsFormat(zone);
      this.#fields = (time) => fieldsBy(format, time);
      this.zone = format.resolvedOptions().timeZone;
    }
  }

  /** 2026-11-20 08:00:00 */
  dateTime(time: number): string {
    return `${this.date(time)} ${this.time(time)}`;
  }

  date(time: number): string {
    const [year, month, day] = this.#fields(inRange(time));
    return `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`;
  }

  /** 08:00:00 */
  time(time: number): string {
    return this.#fields(inRange(time)).slice(3).map((field) => padded(field, 2)).join(":");
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

/** Year, month from 1, day, hour, minute and second of a time (milliseconds since 1970), as these all give them. */
function utcFields(time: number): readonly number[] {
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

function localFields(time: number): readonly number[] {
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

function fieldsFormat(zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en-US", {
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
}

function fieldsBy(format: Intl.DateTimeFormat, time: number): readonly number[] {
  const part: Record<string, number> = {};
  for (const { type, value } of format.formatToParts(time)) part[type] = Number(value);
  return [part.year, part.month, part.day, part.hour, part.minute, part.second];
}
