import { assertEquals } from "@std/assert";
import { median, nth } from "../../../src/analysis/statistics/order.ts";
import { random as randomOf } from "../findings/randomness.ts";

Deno.test("The number at a place is the one that stands there when they are sorted", () => {
  const random = randomOf(7);
  for (let size = 1; size < 60; size++) {
    // Few different values, so that many are equal.
    const values = Float64Array.from(
      { length: size },
      () => Math.floor(random() * (size % 2 === 0 ? 5 : 1000)),
    );
    const sorted = values.toSorted();
    for (let place = 0; place < size; place++) assertEquals(nth(values.slice(), place), sorted[place]);
    assertEquals(median(values.slice()), sorted[size >> 1]);
  }
});

Deno.test("No numbers have no median", () => {
  assertEquals(median(new Float64Array()), NaN);
});
