/**
 * When a time is meant: before the reference, at a time of the day, at a day of the year (as one of the year 2000), or as a
 * wall clock shows it, or exactly.
 */
export interface TimeValue {
  kind: "before" | "clock" | "yearless" | "wall" | "exact";
  ms: number;
  /** Of a time of the day, or of the year: milliseconds east of UTC, where its zone was named. */
  offset?: number;
  /** As a person wrote it, where it may have to be told of. */
  text?: string;
}

const DAY = 86_400_000;
const UNITS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: DAY, w: 7 * DAY };
const SPAN = /^-?((?:\d+(?:\.\d+)?(?:ms|[smhdw]))+)$/;
const EPOCH = /^(?:(\d{10})(\.\d{1,9})?|\d{13})$/;
const CLOCK_TEXT = String
  .raw`(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,](?<fraction>\d{1,9}))?)?`;
const ZONE_TEXT = String.raw`(?: ?(?<zone>Z|UTC|GMT|[+-]\d\d:?\d\d))?`;
const CLOCK = new RegExp(`^${CLOCK_TEXT}${ZONE_TEXT}$`, "i");
/** As ISO writes dates, programs (20/Nov/2026:10:00:00 +0000, Fri Nov 20 10:00:00 2026), and syslog. */
const DATES = [
  String
    .raw`(?<year>\d{4})(?<sign>[-/.])(?<month>\d\d)\k<sign>(?<day>\d\d)(?:[T _]${CLOCK_TEXT}${ZONE_TEXT})?`,
  String
    .raw`(?:[A-Z]{3}, )?(?<day>\d{1,2})(?<sign>[ /-])(?<month>[A-Z]{3})\k<sign>(?<year>\d{4})(?:[ :]${CLOCK_TEXT}${ZONE_TEXT})?`,
  String
    .raw`(?:[A-Z]{3} )?(?<month>[A-Z]{3}) +(?<day>\d{1,2})(?: ${CLOCK_TEXT}${ZONE_TEXT})?(?: (?<year>\d{4}))?`,
].map((text) => new RegExp(`^${text}$`, "i"));
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/** A leap year: 29 February is a day of it. */
const ANY_YEAR = "2000";

/**
 * Reads `-15m`, `12:03`, `12:03:11.204`, `2026-11-18`, `2026-11-18T12:03:11Z`, `today`, and times as logs write them
 * (`Nov 20 10:00:00`, `20/Nov/2026:10:00:00 +0000`, `1795168800`); null for anything else.
 */
export function timeValueOf(text: string): TimeValue | null {
  const span = SPAN.exec(text);
  if (span) {
    let ms = 0;
    for (const [, number, unit] of span[1].matchAll(/(\d+(?:\.\d+)?)(ms|[smhdw])/g)) {
      ms += Number(number) * UNITS[unit];
    }
    return { kind: "before", ms };
  }
  const epoch = EPOCH.exec(text);
  if (epoch) return { kind: "exact", ms: Math.floor(epoch[1] ? Number(text) * 1000 : Number(text)) };
  const clock = CLOCK.exec(text);
  if (clock) {
    const ms = clockOf(clock.groups!);
    return ms === null ? null : { kind: "clock", ms, ...offsetOf(clock.groups!) };
  }
  for (const date of DATES) {
    const found = date.exec(text);
    if (found) return dateOf(found.groups!);
  }
  return dayByName(text.toLowerCase());
}

type Parts = Record<string, string | undefined>;

function dateOf(parts: Parts): TimeValue | null {
  const { year = ANY_YEAR, month = "", day, zone } = parts;
  const at = /^\d/.test(month) ? Number(month) - 1 : MONTHS.indexOf(month.toLowerCase());
  const midnight = Date.UTC(Number(year), at, Number(day));
  const named = new Date(midnight);
  const clock = clockOf(parts);
  if (named.getUTCMonth() !== at || named.getUTCDate() !== Number(day) || clock === null) return null;
  const ms = midnight + clock;
  if (parts.year === undefined) return { kind: "yearless", ms, ...offsetOf(parts) };
  return zone === undefined ? { kind: "wall", ms } : { kind: "exact", ms: ms - zoneOf(zone) };
}

/** Milliseconds since midnight, 0 where no time is named; null if there is no such time of day. The second 60 is a leap second. */
function clockOf({ hour = "0", minute = "0", second = "0", fraction = "0" }: Parts): number | null {
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return null;
  return ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000 +
    Math.floor(Number(`0.${fraction}`) * 1000);
}

function offsetOf({ zone }: Parts): Pick<TimeValue, "offset"> {
  return zone === undefined ? {} : { offset: zoneOf(zone) };
}

function zoneOf(zone: string): number {
  if (/^[a-z]/i.test(zone)) return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return (zone[0] === "-" ? -minutes : minutes) * 60_000;
}

function dayByName(name: string): TimeValue | null {
  const now = new Date();
  if (name === "now") return { kind: "exact", ms: now.getTime() };
  if (name !== "today" && name !== "yesterday") return null;
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  return { kind: "wall", ms: name === "today" ? today : today - DAY };
}
