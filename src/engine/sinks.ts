import type { Batch } from "../record/batch.ts";
import type { Notice } from "./messages.ts";

/** Who is told what while sources are read. */
export interface IngestionSinks {
  notice(notice: Notice): void;
  /** A source's records are complete; or a new one has come, with this number. */
  sourceEnded?(source: number): void;
  sourceAdded?(source: number): void;
  /** Whether more of this source is of use now. */
  wants?(source: number): boolean;
  /** Whether what comes of other sources can be kept meanwhile. */
  hasRoom?(): boolean;
  /**
   * Called between turns; what it returns is waited for before anything more is read. `idle`: there is nothing to be
   * read now; `awaiting`: but one that is wanted may soon have something.
   */
  drain?(idle: boolean, awaiting: boolean): Promise<void> | void;
}

/** Who is told what by the engine. */
export interface EngineSinks extends IngestionSinks {
  /** Each batch, after the analyzers; valid only during the call. */
  batch?(batch: Batch): void;
}
