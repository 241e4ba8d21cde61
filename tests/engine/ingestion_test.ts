import { assertEquals } from "@std/assert";
import { Ingestion } from "../../src/engine/ingestion.ts";
import { yieldToOthers } from "../../src/engine/yield.ts";
import { TempFolder } from "../source/temp_folder.ts";
import { engineSettings } from "./settings.ts";

Deno.test("how far it has come is known while the newest record is looked for, too", async () => {
  using folder = new TempFolder();
  const line = "2026-11-20T08:00:00Z INFO one\n";
  const path = folder.file("app.log", line.repeat(200_000));
  const ingestion = new Ingestion(
    engineSettings({ files: [path], since: { kind: "before", ms: 60_000, text: "1m" } }),
    { notice: () => {} },
    () => {},
  );
  const reading = ingestion.run(new AbortController().signal);
  let progress = ingestion.progress();
  while (!progress?.position) {
    await yieldToOthers();
    progress = ingestion.progress();
  }
  assertEquals([ingestion.looksForNewest, ingestion.recordsRead], [true, 0]);
  assertEquals(progress.size, 200_000 * line.length);
  await reading;
  assertEquals([ingestion.looksForNewest, ingestion.recordsRead], [false, 200_000]);
});
