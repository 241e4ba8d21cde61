import { assert, assertEquals } from "@std/assert";
import { Driver } from "./driver.ts";
import { NOON, sampleSnapshot } from "./fake_engine.ts";

const DAY = 86_400_000;

/** The header and the first row of a log that lasts `length` milliseconds, `days` days later. */
function screenOf(width: number, days: number, length: number): { header: string; row: string } {
  const driver = new Driver(width, 45, { records: 300 });
  const { summary, ...snapshot } = sampleSnapshot(300);
  const shown = { ...summary, start: NOON, end: NOON + length };
  driver.send({ kind: "engine", message: { kind: "snapshot", snapshot: { ...snapshot, summary: shown } } });
  driver.send({ kind: "tick", now: NOON + days * DAY });
  const lines = driver.lines();
  return { header: lines[0], row: lines[lines.findIndex((line) => line.startsWith(" TIME")) + 1] };
}

Deno.test("the header names the day of a log that is not of today, and its year if it is not of this one", () => {
  assert(screenOf(160, 0, 0).header.includes("   12:00:00 UTC"));
  assert(screenOf(160, 0, 3600_000).header.includes("   12:00 ─ 13:00 UTC"));
  assert(screenOf(160, 1, 3600_000).header.includes("   2026-11-18 12:00 ─ 13:00 UTC"));
  assert(screenOf(160, 2, DAY).header.includes("   11-18 12:00 ─ 11-19 12:00 UTC"));
  assert(screenOf(160, 90, DAY).header.includes("   2026-11-18 12:00 ─ 11-19 12:00 UTC"));
  assert(screenOf(160, 90, 9 * DAY).header.includes("   2026-11-18 ─ 2026-11-27 UTC"));
});

Deno.test("rows have the day in a log of several days, and the year in one of years", () => {
  const time = (width: number, length: number) =>
    screenOf(width, 1, length).row.split(/ {2}/)[0].replace(/\d\d:\d\d:\d\d\.\d+/, "clock");
  assertEquals(time(160, 3600_000), " clock");
  assertEquals(time(80, 3600_000), " clock");
  assertEquals(time(160, 2 * DAY), " 11-18 clock");
  assertEquals(time(80, 2 * DAY), " 11-18 clock");
  assertEquals(time(160, 400 * DAY), " 2026-11-18 clock");
  assertEquals(time(80, 400 * DAY), " 11-18 clock");
});

Deno.test("bookmarks of a log of several days have the day, and their times are of one width", () => {
  const driver = new Driver(120, 36, { records: 300 });
  const { summary, ...snapshot } = sampleSnapshot(300);
  const days = { ...summary, start: NOON - DAY, end: NOON };
  driver.send({ kind: "engine", message: { kind: "snapshot", snapshot: { ...snapshot, summary: days } } });
  driver.keys("b", "up", "b");
  const [first, second] = driver.state.bookmarks;
  const whole = { ...second, record: { ...second.record, fraction: 0 } };
  driver.state = { ...driver.state, bookmarks: [first, whole] };
  driver.keys("B");
  const lines = driver.lines().filter((line) => /11-18 \d\d:\d\d:\d\d(?:\.\d{3} {2}| {6})[A-Z]+ /.test(line));
  assertEquals(lines.filter((line) => line.includes("│")).length, 2, driver.text());
});
