import { Ingestion } from "../engine/ingestion.ts";
import type { EngineSettings, Notice } from "../engine/messages.ts";
import type { Batch } from "../record/batch.ts";
import { UserError } from "../record/user_error.ts";
import { remarksOnChoice } from "./nothing_chosen.ts";
import { tell } from "./output.ts";
import { showProgress } from "./progress.ts";
import { stopOnSignals } from "./signals.ts";

/** What was read, and one line for everything that was not read to its end. */
export interface Ingested {
  readonly ingestion: Ingestion;
  readonly unread: readonly string[];
}

/**
 * Reads everything that the settings name to its end, or until SIGINT or SIGTERM, telling notices and progress on
 * standard error. `consume` is given each batch. Throws UserError if no source could be read.
 */
export async function ingestToEnd(
  settings: EngineSettings,
  consume: (batch: Batch, ingestion: Ingestion) => void,
): Promise<Ingested> {
  const unread: string[] = [];
  const ingestion: Ingestion = new Ingestion(
    settings,
    { notice: tellNotices(unread) },
    (batch) => consume(batch, ingestion),
  );
  await runToEnd(ingestion, settings, unread);
  return { ingestion, unread };
}

/** Tells notices as they come, and keeps those of what could not be read. */
export function tellNotices(unread: string[]): (notice: Notice) => void {
  return ({ level, text }) => {
    if (level === "error") unread.push(text);
    tell(text);
  };
}

/** Has it read to its end. Throws UserError if no source could be read. */
export async function runToEnd(
  ingestion: Ingestion,
  settings: EngineSettings,
  unread: string[],
): Promise<void> {
  const { signal, release } = stopOnSignals();
  const done = showProgress(ingestion);
  try {
    await ingestion.run(signal);
  } finally {
    done();
    release();
  }
  if (signal.aborted && !settings.follow && !settings.endless) {
    unread.push("Reading was interrupted");
    // A pipe that goes on is ended like this: it is no news. The rest of a file is.
    const { position, size } = ingestion.progress() ?? { position: 0, size: 0 };
    if (position < size) {
      tell(`interrupted after ${Math.floor(100 * position / size)} %; this covers what was read until then`);
    }
  }
  const sources = ingestion.health();
  if (sources.length > 0 && sources.every(({ state, records }) => state === "failed" && records === 0)) {
    throw new UserError("Nothing could be read: see the lines above", 1);
  }
  for (const remark of remarksOnChoice(ingestion, settings.timeZone)) tell(remark);
}
