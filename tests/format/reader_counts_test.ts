import { assertEquals } from "@std/assert";
import { TimeOrder } from "../../src/format/reader_counts.ts";

const HOUR = 3_600_000;

/** Which of records at these hours come late. */
function late(...hours: number[]): number[] {
  const order = new TimeOrder();
  return hours.filter((hour) => order.isLate(hour * HOUR, 3));
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

Deno.test("a whole second among finer times is not late for the fraction it was written without", () => {
  const order = new TimeOrder();
  const isLate = (time: number, digits: number) => order.isLate(time, digits);
  assertEquals([isLate(1_900, 3), isLate(1_000, 0), isLate(1_950, 3), isLate(1_899, 3)], [
    false,
    false,
    false,
    true,
  ]);
  assertEquals([isLate(2_000, 0), isLate(1_000, 0), isLate(1_900, 1), isLate(1_800, 1)], [
    false,
    true,
    true,
    true,
  ]);
});
