import type { Patterns } from "../analysis/patterns.ts";
import { Engine } from "../engine/engine.ts";
import type { EngineSettings } from "../engine/messages.ts";
import type { Batch } from "../record/batch.ts";
import { UserError } from "../record/user_error.ts";
import { remarksOnChoice } from "./nothing_chosen.ts";
import { tell } from "./output.ts";
import { showProgress } from "./progress.ts";
import { stopOnSignals } from "./signals.ts";

/** What was read, and one line for everything that was not read to its end. */
export interface Reading {
  readonly engine: Engine;
  readonly unread: readonly string[];
}

export interface ReadingOptions {
  /** Told of each batch after it was counted. */
  onBatch?(batch: Batch, engine: Engine): void;
  /** Counts each batch in the engine's place. */
  count?(batch: Batch): void;
  /** Patterns to go on with. */
  patterns?: Patterns;
}

/**
 * Reads everything that the settings name to its end, or until SIGINT or SIGTERM, telling notices and progress
 * on standard error. Throws UserError if no source could be read.
 */
export async function readAll(
  settings: EngineSettings,
  onBatch?: (batch: Batch, engine: Engine) => void,
): Promise<Engine> {
  return (await readToEnd(settings, { onBatch })).engine;
}

/** The same; also tells what could not be read. */
export async function readToEnd(settings: EngineSettings, options: ReadingOptions): Promise<Reading> {
  const unread: string[] = [];
  const sinks = {
    notice: ({ level, text }: { level: string; text: string }) => {
      if (level === "error") unread.push(text);
      tell(text);
    },
    batch: (batch: Batch) => options.onBatch?.(batch, engine),
    count: options.count,
  };
  const engine: Engine = new Engine(settings, sinks, options.patterns);
  const { signal, release } = stopOnSignals();
  const done = showProgress(engine);
  try {
    await engine.run(signal);
  } finally {
    done();
    release();
  }
  if (signal.aborted && !settings.follow && !settings.endless) unread.push("Reading was interrupted");
  const sources = engine.health();
  if (sources.length > 0 && sources.every(({ state, records }) => state === "failed" && records === 0)) {
    throw new UserError("Nothing could be read: see the lines above", 1);
  }
  for (const remark of remarksOnChoice(engine, settings.timeZone)) tell(remark);
  return { engine, unread };
}
