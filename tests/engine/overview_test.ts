import { assertEquals } from "@std/assert";
import { Engine } from "../../src/engine/engine.ts";
import { answered } from "./answered.ts";
import { engineSettings } from "./settings.ts";

Deno.test("an overview counts only what a filter lets through, with the patterns' own numbers", async () => {
  const path = await Deno.makeTempFile({ prefix: "weir-overview-" });
  try {
    let text = "";
    for (let n = 0; n < 300; n++) {
      text += JSON.stringify({
        time: new Date(Date.UTC(2026, 10, 18) + n * 1000).toISOString(),
        level: n % 3 ? "info" : "error",
        service: n % 3 ? "gateway" : "payments",
        msg: n % 3 ? `handled request ${n}` : `declined order ${n}`,
      }) + "\n";
    }
    await Deno.writeTextFile(path, text);
    const engine = new Engine(engineSettings({ files: [path], logBuffer: 150, memorySize: 1000 }), {
      notice() {},
    });
    await engine.run(new AbortController().signal);
    const answer = answered(engine.ask({ kind: "overview", where: "service=payments" }), "overview");
    const { summary, covered, matching, among } = answer;
    assertEquals([covered, matching, among], [50, 50, 150]);
    assertEquals(summary.records, 50);
    assertEquals(summary.severities, [0, 0, 0, 0, 0, 50, 0]);
    assertEquals(summary.services.map(({ name }) => name), ["payments"]);
    assertEquals(summary.timeline.buckets.reduce((sum, { severities }) => sum + severities[5], 0), 50);
    const known = engine.summary().patterns.top.find(({ template }) => template.includes("declined"));
    assertEquals(summary.patterns.top.map(({ id, template, count }) => ({ id, template, count })), [
      { id: known!.id, template: known!.template, count: 50 },
    ]);
    assertEquals(engine.summary().records, 300);
  } finally {
    await Deno.remove(path);
  }
});
