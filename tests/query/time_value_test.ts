import { assert, assertEquals } from "@std/assert";
import { instantOf } from "../../src/query/match.ts";
import { timeValueOf } from "../../src/query/time_value.ts";

const NEWEST = Date.UTC(2026, 10, 18, 12, 0, 0);
const context = { reference: NEWEST, offsetAt: () => 3_600_000 };

Deno.test("a time is written as logs write it", () => {
  const exact = new Date("2026-11-18T09:05:06Z").getTime();
  for (
    const text of [
      "2026-11-18T10:05:06",
      "2026-11-18 09:05:06Z",
      "2026-11-18 11:05:06 +0200",
      "2026/11/18 10:05:06",
      "2026.11.18 09:05:06 UTC",
      "18/Nov/2026:09:05:06 +0000",
      "18-Nov-2026 10:05:06",
      "Wed, 18 Nov 2026 09:05:06 GMT",
      "Nov 18 10:05:06",
      "Wed Nov 18 10:05:06 2026",
      "nov 18 10:05:06",
      "Wed Nov 18 09:05:06 UTC 2026",
      "Nov 18 09:05:06Z",
      "09:05:06Z",
      "11:05:06 +0200",
      "1794992706",
      "1794992706000",
    ]
  ) assertEquals(new Date(instantOf(text, context)).toISOString(), new Date(exact).toISOString(), text);
  assertEquals(instantOf("1794992706.25", context), exact + 250);
  assertEquals(instantOf("Nov  1", context), Date.UTC(2026, 9, 31, 23));
});

Deno.test("a day without a year is the last one that is not far ahead of the newest record", () => {
  assertEquals(instantOf("Dec 10 00:00", context), Date.UTC(2026, 11, 9, 23));
  assertEquals(instantOf("Dec 31", context), Date.UTC(2025, 11, 30, 23));
  assertEquals(
    instantOf("Jan 2", { ...context, reference: Date.UTC(2026, 11, 30) }),
    Date.UTC(2027, 0, 1, 23),
  );
  assertEquals(
    instantOf("Dec 30", { ...context, reference: Date.UTC(2027, 0, 2) }),
    Date.UTC(2026, 11, 29, 23),
  );
});

Deno.test("spans may be of weeks, and days have names", () => {
  assertEquals(timeValueOf("1w2d"), { kind: "before", ms: 9 * 86_400_000 });
  const [today, yesterday] = ["today", "Yesterday"].map((text) => timeValueOf(text)!);
  assertEquals([today.kind, today.ms - yesterday.ms], ["wall", 86_400_000]);
  assert(Math.abs(timeValueOf("now")!.ms - Date.now()) < 10_000);
});

Deno.test("what is no time is refused", () => {
  for (
    const text of [
      "",
      "5",
      "2026",
      "noon",
      "25:00",
      "10:60",
      "2026-13-01",
      "2026-11-31",
      "2026-11-18T24:00",
      "2026-11/18",
      "Nov 31",
      "Foo 3 10:00:00",
      "18/Nov/2026 25:00:00",
      "18 Nov",
      "179500710",
      "5x",
    ]
  ) assertEquals(timeValueOf(text), null, text);
});
