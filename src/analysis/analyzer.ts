import type { Batch } from "../record/batch.ts";

/**
 * A running summary with a stated memory bound. `add` is the hot path: it must not make a string or an
 * object per record. `merge` adds what another of the same kind has counted (another worker's, with the
 * same hash seeds). `snapshot` is plain data that can be posted.
 */
export interface Analyzer<Snapshot> {
  add(batch: Batch): void;
  snapshot(): Snapshot;
  merge(other: this): void;
  reset(): void;
}
