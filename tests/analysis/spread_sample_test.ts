import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { SpreadSample } from "../../src/analysis/spread_sample.ts";

Deno.test("a few values are all kept, of many as many as before, from the first on and evenly apart", () => {
  fc.assert(fc.property(fc.nat(20_000), (count) => {
    const sample = new SpreadSample();
    for (let value = 0; value < count; value++) sample.add(value);
    const { values } = sample;
    assertEquals(sample.count, count);
    const apart = values[1] - values[0];
    if (count <= 400) assertEquals(values, Array.from({ length: count }, (_, at) => at));
    else {
      assert(values.length >= 200 && values.length <= 400, `${values.length}`);
      assertEquals(values, Array.from(values, (_, at) => at * apart));
      assert(count - values.at(-1)! <= apart);
    }
  }));
});
