import type { EngineSettings } from "../engine/messages.ts";
import type { TimeValue } from "../query/values.ts";
import type { Settings } from "../settings/settings.ts";

/** What the engine is told of the settings of this run. */
export function engineSettings(
  settings: Settings,
  window: { since?: TimeValue; until?: TimeValue },
): EngineSettings {
  const files = settings.get("files");
  const endless = settings.get("otlp-enabled");
  const format = settings.get("format");
  return {
    files: files.length > 0 ? [...files] : ["-"],
    follow: settings.get("follow"),
    endless,
    logBuffer: settings.get("log-buffer"),
    memorySize: settings.get("memory-size"),
    stopWords: [...settings.get("stop-words")],
    format: format === "auto" ? null : format,
    customFormats: settings.get("formats"),
    timeZone: settings.get("time-zone"),
    since: window.since ?? null,
    until: window.until ?? null,
    interval: settings.get("update-interval"),
  };
}
