import { assertEquals } from "@std/assert";
import { Watch } from "../../src/ai/watch.ts";

Deno.test("signs of life are believed for five times the wait, and a piece begins it anew", () => {
  const { setTimeout } = globalThis;
  const { now } = performance;
  const waits: number[] = [];
  let time = 0;
  globalThis.setTimeout = ((_run: () => void, milliseconds: number) => {
    waits.push(milliseconds);
    return 0;
  }) as unknown as typeof setTimeout;
  performance.now = () => time;
  try {
    const watch = new Watch(1000, new AbortController().signal);
    for (time = 900; time < 6000; time += 900) watch.alive();
    watch.touch();
    watch.alive();
    watch.close();
  } finally {
    globalThis.setTimeout = setTimeout;
    performance.now = now;
  }
  assertEquals(waits, [1000, 1000, 1000, 1000, 1000, 500, 0, 1000, 1000]);
});
