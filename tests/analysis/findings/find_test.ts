import { assert, assertEquals } from "@std/assert";
import { summaryOf } from "./find_in.ts";
import { KINDS, plantedLog } from "./planted_logs.ts";

const MINUTE = 60_000;

for (const kind of KINDS) {
  Deno.test(`an incident is found in six hours of logs: ${kind}`, async () => {
    for (const [seed, format] of [[1, "json"], [2, "text"]] as const) {
      const { text, incident } = plantedLog(kind, seed, format);
      const { findings } = await summaryOf(text);
      const told = findings.filter(({ kind, start, end }) =>
        incident!.findings.includes(kind) && start! < incident!.to && end! > incident!.from
      );
      assert(told.length > 0, `${format}: ${JSON.stringify(findings.map(({ title }) => title))}`);
      for (const { start, end } of findings) {
        assert(start! > incident!.from - 12 * MINUTE && start! < incident!.to + MINUTE, "no false alarm");
        assert(end! > incident!.from);
      }
    }
  });
}

Deno.test("nothing needs a look in logs in which nothing happens", async () => {
  for (const [seed, format] of [[1, "json"], [2, "text"], [3, "json"]] as const) {
    const { findings } = await summaryOf(plantedLog(null, seed, format).text);
    assertEquals(findings.map(({ title }) => title), []);
  }
});

Deno.test("the lines of a finding are those that it is about", async () => {
  const { text } = plantedLog("new-error", 1, "json");
  const { findings } = await summaryOf(text);
  const lines = text.split("\n");
  const [{ service, lines: told, count }] = findings;
  assertEquals(service, "orders");
  assertEquals(told.length, Math.min(100, count));
  for (const { line } of told) assert(lines[line - 1].includes("cannot reach database"), lines[line - 1]);
});

Deno.test("a short log and a log without times have no findings", async () => {
  assertEquals((await summaryOf("2026-11-20T08:00:00Z ERROR broken\n".repeat(400))).findings, []);
  assertEquals((await summaryOf("something without a time\n".repeat(1000))).findings, []);
  assertEquals((await summaryOf("")).findings, []);
});
