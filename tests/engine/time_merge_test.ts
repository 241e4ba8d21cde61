import { assertEquals } from "@std/assert";
import * as fc from "fast-check";
import { TimeMerge } from "../../src/engine/time_merge.ts";

Deno.test("TimeMerge waits for a line of every source, and goes on without those that ended", () => {
  const out: string[] = [];
  const merge = new TimeMerge(2, (text) => out.push(text));
  merge.add(0, 5, "a5");
  merge.flush(false);
  assertEquals(out, []);
  merge.add(1, 3, "b3");
  merge.flush(false);
  assertEquals(out, ["b3"]);
  assertEquals([merge.wants(0), merge.wants(1)], [false, true]);
  merge.end(1);
  merge.flush(false);
  assertEquals(out, ["b3", "a5"]);
});

Deno.test("TimeMerge keeps the order within each source and loses nothing", () => {
  const lists = fc.array(fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 20 }), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(fc.property(lists, (sources) => {
    const out: string[] = [];
    const merge = new TimeMerge(sources.length, (text) => out.push(text));
    sources.forEach((times, source) => {
      times.forEach((time, at) => merge.add(source, time, `${source}:${at}`));
      merge.end(source);
    });
    merge.flush(false);
    assertEquals(out.length, sources.flat().length);
    sources.forEach((times, source) => {
      const mine = out.filter((text) => text.startsWith(`${source}:`));
      assertEquals(mine, times.map((_time, at) => `${source}:${at}`));
    });
    // Sorted sources come out sorted.
    if (sources.every((times) => times.every((time, at) => at === 0 || times[at - 1] <= time))) {
      const merged = out.map((text) => {
        const [source, at] = text.split(":").map(Number);
        return sources[source][at];
      });
      assertEquals(merged, merged.toSorted((a, b) => a - b));
    }
  }));
});

Deno.test("TimeMerge has room for some megabytes of lines that nothing waits for, and again once they are let go", () => {
  const merge = new TimeMerge(2, () => {});
  const line = "x".repeat(1 << 20);
  let held = 0;
  for (; merge.hasRoom; held++) merge.add(0, held, line);
  assertEquals(held, 4);
  merge.flush(true);
  assertEquals(merge.hasRoom, true);
});
