import { assertEquals } from "@std/assert";
import type { Batch } from "../../src/record/batch.ts";
import { readTrailingJson } from "../../src/format/json/embedded_json.ts";
import { type LineFormat, NO, type ReadContext, type Verdict, YES } from "../../src/format/line_format.ts";
import { FormatTester } from "./format_tester.ts";

/** Text up to the first brace is the body, what follows is read as JSON. */
class Prefixed implements LineFormat {
  readonly name = "prefixed";
  constructor(readonly context: ReadContext, readonly wantsBody: boolean) {}

  read(batch: Batch, from: number, to: number): Verdict {
    const brace = batch.bytes.indexOf(0x7b, from);
    const row = batch.begin(from, to);
    batch.bodyTo[row] = brace;
    batch.severity[row] = 9;
    if (!readTrailingJson(batch, row, brace, to, this.context, this.wantsBody)) {
      if (batch.fieldCount !== batch.fieldFrom[row]) throw new Error("fields were left behind");
      return NO;
    }
    batch.commit();
    return YES;
  }
}

const tester = (wantsBody: boolean) => new FormatTester((context) => new Prefixed(context, wantsBody));
const LINE = `got {"level":"error","time":"2026-11-20T08:00:00Z","msg":"m","a":{"b":1}}`;

Deno.test("JSON behind text fills what the text has not told; the rest are attributes", () => {
  assertEquals(tester(false).records(LINE), [{
    time: "2026-11-20T08:00:00.000Z",
    severity: 9,
    body: "got ",
    attributes: { level: "error", msg: "m", "a.b": 1 },
  }]);
});

Deno.test("JSON behind text gives the body where it is wanted", () => {
  assertEquals(tester(true).records(LINE)[0].body, "m");
});

Deno.test("half an object, or one with something behind it, is not read", () => {
  for (
    const line of [LINE.slice(0, -1), LINE.slice(0, -8) + "}", LINE + " x", LINE + "}", "got {}}", "got {x}"]
  ) {
    assertEquals(tester(false).read(line).verdict, NO, line);
  }
  assertEquals(tester(false).read("got {}").verdict, YES);
});
