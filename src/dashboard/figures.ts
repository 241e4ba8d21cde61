/** Numbers, sizes, spans and times as the screen shows them. */

import { grouped } from "../record/grouped.ts";

export { grouped };

/** `1 record`, `1,204 records` */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** A number in at most `cells` cells: grouped if it fits, else `1.2k`, `34M`. */
export function shortened(value: number, cells: number): string {
  const whole = grouped(value);
  if (whole.length <= cells) return whole;
  for (const [unit, size] of [["k", 1e3], ["M", 1e6], ["G", 1e9], ["T", 1e12]] as const) {
    const scaled = value / size;
    if (scaled >= 1000) continue;
    const exact = scaled < 10 ? scaled.toFixed(1) + unit : Math.round(scaled) + unit;
    if (exact.length <= cells && !exact.startsWith("1000")) return exact;
  }
  return whole;
}

/** A share as `38%`, `<1%` for one that would round to nothing, `99%` for one that is not all. */
export function roughPercent(part: number, whole: number): string {
  const share = whole === 0 ? 0 : part / whole * 100;
  if (share > 0 && share < 0.5) return "<1%";
  return `${share >= 99.5 && part < whole ? 99 : Math.round(share)}%`;
}

/** A share as `38.1%`, `<0.1%` for one that would round to nothing. */
export function percent(part: number, whole: number): string {
  const share = whole > 0 ? part / whole * 100 : 0;
  if (share === 100) return "100%";
  if (share > 0 && share < 0.05) return "<0.1%";
  return `${share >= 99.95 && part < whole ? "99.9" : share.toFixed(1)}%`;
}

/** Bytes as `390 MB`, in powers of ten. */
export function bytes(value: number): string {
  for (const [unit, size] of [["GB", 1e9], ["MB", 1e6], ["kB", 1e3]] as const) {
    if (value >= size) return `${(value / size).toFixed(value < size * 10 ? 1 : 0)} ${unit}`;
  }
  return `${value} B`;
}

/** A span of milliseconds as `12 s`, `4 min`, `3 h 20 min`, `2 d`. */
export function span(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 10 && seconds % 1 >= 0.05) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${Math.floor(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return minutes % 60 ? `${hours} h ${minutes % 60} min` : `${hours} h`;
  const days = Math.floor(hours / 24);
  return hours % 24 && days < 10 ? `${days} d ${hours % 24} h` : `${days} d`;
}

const TWO = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, "0"));
const two = (value: number) => TWO[value];

/** A date whose UTC parts are what a wall clock shows. */
function wall(time: number, utc: boolean): Date {
  return new Date(utc ? time : time - new Date(time).getTimezoneOffset() * 60_000);
}

/** `12:03:11.204`; the fraction with at most three digits, none for whole seconds' logs. */
export function clock(time: number, utc: boolean, fraction: number): string {
  const date = wall(time, utc);
  const seconds = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;
  if (fraction === 0) return seconds;
  return `${seconds}.${String(date.getUTCMilliseconds()).padStart(3, "0").slice(0, Math.min(3, fraction))}`;
}

/** `12:03`. */
export function minute(time: number, utc: boolean): string {
  return clock(time, utc, 0).slice(0, 5);
}

/** `2026-11-18`. */
export function day(time: number, utc: boolean): string {
  const date = wall(time, utc);
  const year = String(date.getUTCFullYear()).padStart(4, "0");
  return `${year}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
}

/** `2026-11-18 12:03:11.204`. */
export function moment(time: number, utc: boolean, fraction: number): string {
  return `${day(time, utc)} ${clock(time, utc, fraction)}`;
}

/** A range shorter than this is told to the second, milliseconds. */
const FEW_MINUTES = 10 * 60_000;

/** What the two ends of a range are called: with the seconds of a short one, with the day where they differ in it. */
export function range(from: number, to: number, utc: boolean): [string, string] {
  if (day(from, utc) === day(to, utc)) {
    return to - from < FEW_MINUTES
      ? [clock(from, utc, 0), clock(to, utc, 0)]
      : [minute(from, utc), minute(to, utc)];
  }
  const short = (time: number) => `${day(time, utc).slice(5)} ${minute(time, utc)}`;
  return to - from > 5 * 86_400_000 ? [day(from, utc), day(to, utc)] : [short(from), short(to)];
}

/** The zone's offset now, as `+01:00`, or `UTC`. */
export function zoneName(time: number, utc: boolean): string {
  const minutes = utc ? 0 : -new Date(time).getTimezoneOffset();
  if (minutes === 0) return "UTC";
  return `${minutes < 0 ? "-" : "+"}${two(Math.floor(Math.abs(minutes) / 60))}:${
    two(Math.abs(minutes) % 60)
  }`;
}
