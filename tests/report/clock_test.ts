import { assert, assertEquals } from "@std/assert";
import { Clock } from "../../src/report/clock.ts";

Deno.test("the local zone is told by its name, since a report is read elsewhere, too", () => {
  const name = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { zone } = new Clock("local");
  const isUtc = [0, 6].every((month) =>
    new Date(new Date().getFullYear(), month, 1).getTimezoneOffset() === 0
  );
  assert(zone === (isUtc ? "UTC" : name) || zone === "local time", zone);
  assertEquals(new Clock("UTC").zone, "UTC");
});

Deno.test("a time is shown as the clocks of a zone show it", () => {
  const time = Date.UTC(2026, 6, 1, 23, 4, 5);
  const shown = ["UTC", "z", "+05:30", "Europe/Berlin", "America/New_York"].map((zone) =>
    new Clock(zone).dateTime(time)
  );
  assertEquals(shown, [
    "2026-07-01 23:04:05",
    "2026-07-01 23:04:05",
    "2026-07-02 04:34:05",
    "2026-07-02 01:04:05",
    "2026-07-01 19:04:05",
  ]);
  const local = new Date(2026, 6, 1, 3, 4, 5).getTime();
  assertEquals(new Clock("local").dateTime(local), "2026-07-01 03:04:05");
  assertEquals(new Clock("UTC").date(-8.64e15 - 1), new Clock("UTC").date(-8.64e15));
});
