/** Times as they are shown in one zone. */
export class Clock {
  readonly #format: Intl.DateTimeFormat;
  /** The zone's name as it stands behind a time. */
  readonly zone: string;

  /** `zone`: `UTC`, `local`, an offset, or an IANA name. Throws RangeError for what is no zone. */
  constructor(zone: string) {
    const local = zone === "local" || zone === "";
    this.#format = new Intl.DateTimeFormat("en-US", {
      timeZone: local ? undefined : zone.replace(/^z$/i, "UTC"),
      calendar: "gregory",
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    });
    // A report is read elsewhere, too. The runtime may know no name of the zone that TZ tells of.
    const name: string | undefined = this.#format.resolvedOptions().timeZone;
    this.zone = name === undefined || name === "Etc/Unknown" ? "local time" : name;
  }

  /** 2026-11-20 08:00:00 */
  dateTime(time: number): string {
    return `${this.date(time)} ${this.time(time)}`;
  }

  date(time: number): string {
    const { year, month, day } = this.#parts(time);
    return `${year.padStart(4, "0")}-${month}-${day}`;
  }

  /** 08:00:00 */
  time(time: number): string {
    const { hour, minute, second } = this.#parts(time);
    return `${hour}:${minute}:${second}`;
  }

  /** As short as tells apart buckets of this width (milliseconds): `08:00`, `08:00:05`, `11-20`, `11-20 06:00`. */
  mark(time: number, width: number, sameDay: boolean): string {
    const clock = this.time(time).slice(0, width < 60_000 ? 8 : 5);
    if (sameDay) return clock;
    const date = width >= 28 * 86_400_000 ? this.date(time) : this.date(time).slice(5);
    return width >= 86_400_000 ? date : `${date} ${clock}`;
  }

  #parts(time: number): Record<string, string> {
    const safe = Math.min(8.64e15, Math.max(-8.64e15, time));
    return Object.fromEntries(this.#format.formatToParts(safe).map(({ type, value }) => [type, value]));
  }
}
