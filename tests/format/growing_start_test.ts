import { assertEquals } from "@std/assert";
import { FormatNames } from "../../src/format/format_names.ts";
import { SourceReader } from "../../src/format/source_reader.ts";
import { Batch } from "../../src/record/batch.ts";
import { KeyTable } from "../../src/record/key_table.ts";
import { caseReading, readBurst, readText } from "./case_reader.ts";

/** How many records are there after each of these pieces, which come at these milliseconds. */
function recordsAfter(pieces: readonly (readonly [at: number, text: string])[]): number[] {
  const keys = new KeyTable();
  let records = 0;
  const handOver = () => reader.handOver();
  const { detector, continuation } = caseReading(new FormatNames(), keys, handOver);
  const batch = new Batch(1 << 20, 1 << 20, keys);
  const reader: SourceReader = new SourceReader(0, batch, detector, continuation, ({ count }) => {
    records += count;
  });
  return pieces.map(([at, text]) => {
    const { written } = new TextEncoder().encodeInto(text, reader.load());
    reader.scan(written, at);
    return records;
  });
}

const LINE = "2026-11-20 08:00:00 INFO order received\n";

Deno.test("the first lines of a pipe are read together, where they come within half a second", () => {
  assertEquals(recordsAfter([[0, LINE], [200, LINE], [499, LINE], [500, LINE], [501, LINE]]), [
    0,
    0,
    0,
    3,
    4,
  ]);
});

Deno.test("lines enough to tell wait for no more", () => {
  assertEquals(recordsAfter([[0, LINE.repeat(64)], [1, LINE], [2, LINE]]), [0, 64, 65]);
  assertEquals(recordsAfter([[0, `${LINE.trimEnd()}${" and more".repeat(8_000)}\n`], [1, LINE]]), [0, 1]);
});

const folder = new URL("../cases/format/", import.meta.url);

Deno.test("what a program writes at once is read the same from a pipe and from a file", async () => {
  for (const { name: file } of Deno.readDirSync(folder)) {
    if (!file.startsWith("loggers_")) continue;
    const cases: { name: string; lines: string[] }[] = JSON.parse(
      await Deno.readTextFile(new URL(file, folder)),
    );
    // Every tenth case of each: all of them take half a minute.
    for (const { name, lines } of cases.filter((_, at) => at % 10 === 0)) {
      const text = `${lines.join("\n")}\n`;
      assertEquals(readBurst(text), readText(text), name);
    }
  }
});
