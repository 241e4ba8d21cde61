import { assertEquals } from "@std/assert";
import { movingTimes } from "../../src/query/moving_times.ts";
import { parseQuery } from "../../src/query/parse.ts";

Deno.test("what a filter matches changes with its relative times: only by what passes, or in any way", () => {
  for (
    const [text, moving] of [
      ["error", { kind: "still" }],
      ["time>12:03 took>-5", { kind: "still" }],
      ["time>-15m", { kind: "passing", span: 900_000 }],
      ["error time>=-1h time>-2m", { kind: "passing", span: 120_000 }],
      ["time<-15m", { kind: "changing" }],
      ["time>-15m time<-5m", { kind: "changing" }],
      ["error or time>-15m", { kind: "changing" }],
      ["-time>-15m", { kind: "changing" }],
      ["timestamp>-15m", { kind: "changing" }],
    ] as const
  ) assertEquals(movingTimes(parseQuery(text)), moving, text);
});
