import type { EngineSettings } from "../../src/engine/messages.ts";

/** What a run without any setting tells the engine, in UTC; with what a test is about. */
export function engineSettings(change: Partial<EngineSettings>): EngineSettings {
  return {
    files: [],
    follow: false,
    endless: false,
    logBuffer: 1000,
    memorySize: 10_000,
    stopWords: [],
    format: null,
    customFormats: {},
    timeZone: "UTC",
    since: null,
    until: null,
    where: "",
    interval: 1000,
    receiver: null,
    ...change,
  };
}
