import { Ingestion } from "../engine/ingestion.ts";
import type { EngineSettings, Notice } from "../engine/messages.ts";
import type { Batch } from "../record/batch.ts";
import { failIfNothingRead, restOfFiles } from "./ended_reading.ts";
import { remarksOnChoice } from "./nothing_chosen.ts";
import { tell } from "./output.ts";
import { showProgress } from "./progress.ts";
import { stopOnSignals } from "./signals.ts";

/** What was read, and one line for everything that was not read to its end. */
export interface Ingested {
  readonly ingestion: Ingestion;
  readonly unread: readonly string[];
  /** It was interrupted in the middle of its files. */
  readonly isCutShort: boolean;
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
  const isCutShort = await runToEnd(ingestion, settings, unread);
  return { ingestion, unread, isCutShort };
}

/** Tells notices as they come, and keeps those of what could not be read. */
export function tellNotices(unread: string[]): (notice: Notice) => void {
  return ({ level, text }) => {
    if (level === "error") unread.push(text);
    tell(text);
  };
}

/**
 * Has it read to its end; returns whether it was interrupted in the middle of its files. Throws UserError if no source
 * could be read.
 */
export async function runToEnd(
  ingestion: Ingestion,
  settings: EngineSettings,
  unread: string[],
): Promise<boolean> {
  const { signal, release } = stopOnSignals();
  const done = showProgress(ingestion);
  try {
    await ingestion.run(signal);
  } finally {
    done();
    release();
  }
  const isInterrupted = signal.aborted && !settings.follow && !settings.endless;
  if (isInterrupted) unread.push("Reading was interrupted");
  const rest = isInterrupted ? restOfFiles(ingestion) : null;
  if (rest !== null) tell(rest);
  failIfNothingRead(ingestion);
  for (const remark of remarksOnChoice(ingestion, settings.timeZone)) tell(remark);
  return rest !== null;
}
