import { assertEquals } from "@std/assert";
import { PatternSamples } from "../../src/engine/pattern_samples.ts";
import type { HeldRecord } from "../../src/engine/store.ts";

function held(sequence: number): HeldRecord {
  const none = new Uint8Array(0);
  const raw = new TextEncoder().encode(`line ${sequence}`);
  return {
    sequence,
    raw,
    line: sequence + 1,
    part: 0,
    format: 0,
    flags: 0,
    time: NaN,
    severity: 0,
    leaf: sequence % 2,
    received: 0,
    resource: none,
    scope: none,
  };
}

Deno.test("of each pattern the first and the last three records that were let go are kept", () => {
  const samples = new PatternSamples();
  for (let part = 0; part < 10; part++) {
    const leaves = Int32Array.from({ length: 20 }, (_, at) => at === 7 ? -1 : at % 2);
    samples.add(0, 20, leaves, (at) => held(part * 20 + at));
  }
  const { first, last } = samples.of((leaf) => leaf === 0);
  assertEquals(first.map(({ held }) => held.sequence), [0, 2, 4]);
  assertEquals(last.map(({ held }) => held.sequence), [194, 196, 198]);
  const both = samples.of(() => true);
  assertEquals(both.first.map(({ held }) => held.sequence), [0, 1, 2]);
  assertEquals(both.last.map(({ held }) => new TextDecoder().decode(held.raw)), [
    "line 197",
    "line 198",
    "line 199",
  ]);
  samples.reset();
  assertEquals(samples.of(() => true), { first: [], last: [] });
});
