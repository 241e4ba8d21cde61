import { assertEquals } from "@std/assert";
import { grouped, lasting, outOf, percent, sized } from "../../src/report/figures.ts";

Deno.test("digits are grouped by commas", () => {
  assertEquals([0, 999, 1000, 1234567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
});

Deno.test("of a list as long as lists can be there may be more", () => {
  assertEquals([outOf(10, 8), outOf(10, 42), outOf(10, 100)], ["", "10 of 42", "10 of 100 or more"]);
});

Deno.test("a share never reads 0% or 100% unless it is", () => {
  assertEquals(percent(0, 10), "0%");
  assertEquals(percent(1, 100_000), "<0.1%");
  assertEquals(percent(49, 1000), "4.9%");
  assertEquals(percent(99_999, 100_000), ">99.9%");
  assertEquals(percent(10, 10), "100%");
  assertEquals(percent(0, 0), "");
});

Deno.test("sizes and lengths of time are told in the units that fit", () => {
  assertEquals([1, 999, 78_600_000, 999_999].map(sized), ["1 byte", "999 bytes", "78.6 MB", "1.0 MB"]);
  assertEquals([120, 2_800_000, 86_400_000 * 3 + 4 * 3_600_000, 86_400_000 * 400 + 1].map(lasting), [
    "120 ms",
    "46 min 40 s",
    "3 days 4 h",
    "400 days",
  ]);
});
