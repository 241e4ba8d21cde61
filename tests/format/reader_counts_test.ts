import { assertEquals } from "@std/assert";
import { TimeOrder } from "../../src/format/reader_counts.ts";

const HOUR = 3_600_000;

/** Which of records at these hours come late. */
function late(...hours: number[]): number[] {
  const order = new TimeOrder();
  return hours.filter((hour) => order.isLate(hour * HOUR));
}

Deno.test("a record is late when one of a later time came before it", () => {
  assertEquals(late(1, 2, 2, 5, 4, 3, 5, 6), [4, 3]);
});

Deno.test("one record of a clock that is far ahead makes none late that come after it", () => {
  assertEquals(late(1, 2, 10_000, 3, 4, 3, 5), [3]);
  assertEquals(late(1, 2, 10_000, 10_001, 3), [3]);
});

Deno.test("a log that begins with a clock that is behind, or has days between its records, is in order", () => {
  assertEquals(late(0, 500_000, 500_001, 500_000), [500_000]);
  assertEquals(late(0, 100, 200, 300, 400, 200), [200]);
});
