import { Continuation } from "../format/continuation/continuation.ts";
import { Detector, type DetectorSettings, type MakeFormats } from "../format/detector.ts";
import { makeFormats } from "../format/registry.ts";
import type { EngineSettings } from "./messages.ts";

/** What reads the lines of one source: the finder of their formats, and what tells which of them join the record before. */
export interface LineReading {
  detector: Detector;
  continuation: Continuation;
}

/** Makes it for the formats that the settings allow. */
export function lineReading(
  shared: DetectorSettings,
  { format, customFormats }: Pick<EngineSettings, "format" | "customFormats">,
): LineReading {
  const continuation = new Continuation();
  const make: MakeFormats = (context) => makeFormats(context, customFormats);
  return { detector: new Detector(shared, make, continuation, format), continuation };
}
