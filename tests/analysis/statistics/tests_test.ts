import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { benjaminiHochberg, rateTest, sharesTest } from "../../../src/analysis/statistics/count_tests.ts";
import { rankTest } from "../../../src/analysis/statistics/number_tests.ts";
import { chiSquareTail, normalTails, poissonTail } from "../../../src/analysis/statistics/tails.ts";

Deno.test("tails are those of the tables", () => {
  assertAlmostEquals(chiSquareTail(3.841458820694124, 1), 0.05, 1e-9);
  assertAlmostEquals(chiSquareTail(18.307038053275146, 10), 0.05, 1e-9);
  assertAlmostEquals(normalTails(1.959963984540054), 0.05, 1e-9);
  assertAlmostEquals(poissonTail(5, 2), 0.05265301734371115, 1e-12);
  assertAlmostEquals(poissonTail(1, 2), 1 - Math.exp(-2), 1e-12);
  assert(poissonTail(400, 2) > 0 && poissonTail(400, 2) < 1e-300 || poissonTail(400, 2) === 0);
});

Deno.test("two counts of one rate are told apart from two rates, small counts exactly", () => {
  assertAlmostEquals(rateTest(0, 5, 1), 2 * 0.5 ** 5, 1e-12);
  assertAlmostEquals(rateTest(5, 5, 1), 1, 1e-12);
  assertEquals(rateTest(0, 0, 1), 1);
  assert(rateTest(1000, 1100, 1) > 0.02 && rateTest(1000, 1100, 1) < 0.04);
  assert(rateTest(1000, 2000, 2) > 0.99);
  assert(rateTest(1000, 1400, 1, 40) > 0.05);
});

Deno.test("changed shares are found, whatever the sums are", () => {
  assertEquals(sharesTest([10, 20, 0], [100, 200, 0]), 1);
  assert(sharesTest([100, 0], [50, 50]) < 1e-9);
  assertEquals(sharesTest([5], [9]), 1);
});

Deno.test("of many tests the corrected p is that of Benjamini and Hochberg", () => {
  assertEquals(benjaminiHochberg([0.01, 0.04, 0.03, 0.5]).map((q) => Number(q.toFixed(4))), [
    0.04,
    0.0533,
    0.0533,
    0.5,
  ]);
  assertEquals(benjaminiHochberg([]), []);
});

Deno.test("ranks tell a shift, ties tell none", () => {
  const values = Array.from({ length: 100 }, (_, i) => i);
  assert(rankTest(values, values.map((value) => value + 40)).p < 1e-6);
  assertAlmostEquals(rankTest(values, values).p, 1, 1e-9);
  assertEquals(rankTest([3, 3, 3], [3, 3, 3]), { p: 1, larger: 0.5 });
  assertEquals(rankTest([1, 2], [3, 4]).larger, 1);
});
