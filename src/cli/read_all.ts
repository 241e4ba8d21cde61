import { Engine } from "../engine/engine.ts";
import type { EngineSettings } from "../engine/messages.ts";
import type { Batch } from "../record/batch.ts";
import { runToEnd, tellNotices } from "./ingest_to_end.ts";

/** What was read, and one line for everything that was not read to its end. */
export interface Reading {
  readonly engine: Engine;
  readonly unread: readonly string[];
}

/**
 * Reads and analyses everything that the settings name to its end, or until SIGINT or SIGTERM, telling notices and
 * progress on standard error. `onBatch` is told of each batch after it was counted. Throws UserError if no source
 * could be read.
 */
export async function readAll(
  settings: EngineSettings,
  onBatch?: (batch: Batch, engine: Engine) => void,
): Promise<Reading> {
  const unread: string[] = [];
  const engine: Engine = new Engine(settings, {
    notice: tellNotices(unread),
    batch: (batch) => onBatch?.(batch, engine),
  });
  await runToEnd(engine.ingestion, settings, unread);
  return { engine, unread };
}
