import { Engine } from "../engine/engine.ts";
import type { EngineSettings } from "../engine/messages.ts";
import type { Batch } from "../record/batch.ts";
import { UserError } from "../record/user_error.ts";
import { tell } from "./output.ts";
import { showProgress } from "./progress.ts";
import { stopOnSignals } from "./signals.ts";

/**
 * Reads everything that the settings name to its end, or until SIGINT or SIGTERM, telling notices and progress
 * on standard error. Throws UserError if no source could be read.
 */
export async function readAll(
  settings: EngineSettings,
  onBatch?: (batch: Batch, engine: Engine) => void,
): Promise<Engine> {
  const engine: Engine = new Engine(settings, {
    notice: ({ text }) => tell(text),
    batch: (batch) => onBatch?.(batch, engine),
  });
  const { signal, release } = stopOnSignals();
  const done = showProgress(engine);
  try {
    await engine.run(signal);
  } finally {
    done();
    release();
  }
  const { sources } = engine.summary();
  if (sources.length > 0 && sources.every(({ state, records }) => state === "failed" && records === 0)) {
    throw new UserError("Nothing could be read: see the lines above", 1);
  }
  return engine;
}
