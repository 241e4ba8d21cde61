import type { Ingestion } from "../engine/ingestion.ts";
import { UserError } from "../record/user_error.ts";

/** What to tell of files that were not read to their ends because reading was interrupted; null if there are none. */
export function restOfFiles(ingestion: Ingestion): string | null {
  // A pipe that goes on is ended like this: it is no news. The rest of a file is.
  const { position, size } = ingestion.progress() ?? { position: 0, size: 0 };
  if (position >= size) return null;
  return `interrupted after ${Math.floor(100 * position / size)} %; this covers what was read until then`;
}

/** Throws UserError if no source could be read. */
export function failIfNothingRead(ingestion: Ingestion): void {
  const sources = ingestion.health();
  if (sources.length > 0 && sources.every(({ state, records }) => state === "failed" && records === 0)) {
    throw new UserError("Nothing could be read: see the lines above", 1);
  }
}
