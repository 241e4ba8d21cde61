import { assertEquals } from "@std/assert";
import { countOfRank } from "../../src/analysis/count_ranks.ts";

Deno.test("the count of a rank is the one that stands there in order, however small or large counts are", () => {
  for (const most of [1, 3, 255, 256, 257, 100_000]) {
    const counts = Float64Array.from({ length: 500 }, (_, at) => 1 + (at * 7919) % most);
    const highestFirst = counts.toSorted().reverse();
    for (const rank of [1, 2, 50, 499, 500]) {
      assertEquals(countOfRank(rank, counts.slice()), highestFirst[rank - 1], `rank ${rank} up to ${most}`);
    }
    assertEquals(countOfRank(501, counts.slice()), 0);
  }
});
