import { Engine } from "../../../src/engine/engine.ts";
import type { EngineSettings } from "../../../src/engine/messages.ts";
import type { Summary } from "../../../src/record/summary.ts";

/** What the engine says of a log. */
export async function summaryOf(text: string): Promise<Summary> {
  const path = await Deno.makeTempFile({ suffix: ".log" });
  try {
    await Deno.writeTextFile(path, text);
    return await summaryOfFile(path);
  } finally {
    await Deno.remove(path);
  }
}

export async function summaryOfFile(path: string): Promise<Summary> {
  const settings: EngineSettings = {
    files: [path],
    follow: false,
    endless: false,
    logBuffer: 10,
    memorySize: 1000,
    stopWords: [],
    format: null,
    customFormats: {},
    timeZone: "UTC",
    since: null,
    until: null,
    interval: 1000,
    receiver: null,
  };
  const engine = new Engine(settings, { notice: () => {} });
  await engine.run(new AbortController().signal);
  return engine.summary();
}
