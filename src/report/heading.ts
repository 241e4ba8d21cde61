import type { Summary } from "../record/summary.ts";
import type { Clock } from "./clock.ts";
import { counted, grouped, lasting, sized } from "./figures.ts";
import { visible } from "../terminal/text.ts";

/** "12,345 records from 3 sources, 2026-11-20 08:00:00 to 12:03:11 UTC" */
export function whatWasRead(summary: Summary, clock: Clock): string {
  const { records, start, end, sources } = summary;
  const from = sources.length === 1 ? visible(sources[0].name) : counted(sources.length, "source");
  const read = `${counted(records, "record")} from ${from}`;
  if (start === null || end === null) {
    return `${read}, ${records === 0 ? "nothing to report" : "none with a time"}`;
  }
  const until = clock.date(start) === clock.date(end) ? clock.time(end) : clock.dateTime(end);
  return `${read}, ${clock.dateTime(start)} to ${until} ${clock.zone}`;
}

/** "46 min 40 s, 143 a second; 78.6 MB in 400,000 lines" */
export function howMuch({ records, start, end, bytes, lines }: Summary): string {
  const size = `${sized(bytes)} in ${counted(lines, "line")}`;
  if (start === null || end === null || end <= start) return size;
  return `${lasting(end - start)}, ${paceOf(records / ((end - start) / 1000))}; ${size}`;
}

function paceOf(perSecond: number): string {
  if (perSecond * 86_400 < 0.5) return `one in ${grouped(1 / (perSecond * 86_400))} days`;
  const [pace, unit] = perSecond >= 1
    ? [perSecond, "a second"]
    : perSecond * 60 >= 1
    ? [perSecond * 60, "a minute"]
    : perSecond * 3600 >= 1
    ? [perSecond * 3600, "an hour"]
    : [perSecond * 86_400, "a day"];
  return `${pace < 10 ? pace.toFixed(1) : grouped(pace)} ${unit}`;
}

/** Formats of a source with the most records first: "json", or "json 98.0%, text 2.0%". */
export function formatsOf(formats: Record<string, number>): [name: string, count: number][] {
  return Object.entries(formats).filter(([, count]) => count > 0).sort((x, y) =>
    y[1] - x[1] || (x[0] < y[0] ? -1 : 1)
  );
}
