import { assertEquals } from "@std/assert";
import {
  every,
  lasting,
  measure,
  percent,
  ratioOf,
  usualCount,
} from "../../../src/analysis/findings/figures.ts";

Deno.test("figures of findings read like sentences", () => {
  assertEquals([0.2, 0.9, 1, 1.4, 12].map(usualCount), [
    "usually hardly any",
    "usually 0.9",
    "usually 1",
    "usually 1.4",
    "usually 12",
  ]);
  assertEquals([60_000, 3_600_500, 86_400_000, 600_000, 5_400_000].map(every), [
    "every minute",
    "every hour",
    "every day",
    "every 10 min",
    "every 90 min",
  ]);
  assertEquals([1, 1000, 119_000, 300_000, 9_000_000, 259_200_000].map(lasting), [
    "under 1 s",
    "1 s",
    "119 s",
    "5 min",
    "2.5 h",
    "3 days",
  ]);
  assertEquals([12.4, 961, 1999, 2129, 9276, 12_000].map((value) => measure(value, "ms")), [
    "12 ms",
    "961 ms",
    "1,999 ms",
    "2.1 s",
    "9.3 s",
    "12 s",
  ]);
  assertEquals([0.004, 0.05, 0.5, 1].map(percent), ["0.4%", "5%", "50%", "100%"]);
});

Deno.test("what is compared with nothing is no number of times as much", () => {
  assertEquals([ratioOf(53, 10), ratioOf(1, 8), ratioOf(5, 0), ratioOf(0, 5), ratioOf(0.002, 180)], [
    "5.3 times as much",
    "13% of it",
    "",
    "",
    "",
  ]);
});
