import type { Batch } from "../../record/batch.ts";

/** A message that is not what it should be: nothing of it was handed on. The text is for its sender. */
export class MalformedMessage extends Error {
  override name = "MalformedMessage";
}

/** Thrown inside a reader when a record needs more of the side area than there is left. */
export class SideAreaFull extends Error {
  override name = "SideAreaFull";
}

/** What reading a message came to. */
export interface MessageResult {
  /** Records that were not taken, because one alone holds more rewritten text than a batch has room for. */
  rejected: number;
  /** What the sender should know though all was taken; "" for nothing. */
  warning: string;
}

/**
 * Reads an ExportLogsServiceRequest that stands in [from, to) of a batch's bytes into the batch. `flush` takes
 * a full batch's rows away: it empties rows and side area, the input stays. What is left in the batch
 * at the end is for the caller. Throws MalformedMessage; what was flushed before must then be forgotten.
 */
export interface MessageReader {
  /** As `parse` names it. */
  readonly format: string;
  read(batch: Batch, from: number, to: number, flush: (batch: Batch) => void): MessageResult;
  /**
   * Reads one record again whose own bytes are `record`, those of its resource and scope `resource` and
   * `scope` (empty for none), all ranges of the batch's bytes.
   */
  readOne(batch: Batch, resource: Range, scope: Range, record: Range): void;
  /** One record with its resource and scope as a message of its own, in OTLP's JSON. */
  textOf(resource: Uint8Array, scope: Uint8Array, record: Uint8Array): string;
}

export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Longer texts (bodies, values) are cut there, and the record is marked. */
export const MAX_TEXT_BYTES = 1 << 20;

/** Deeper lists of attributes stay values. */
export const MAX_FLATTENED = 32;

/** Values nested deeper than this make a message malformed. */
export const MAX_NESTED = 100;

/** Where a text that is cut at `MAX_TEXT_BYTES` ends: not inside a character. */
export function cutText(bytes: Uint8Array, from: number): number {
  let to = from + MAX_TEXT_BYTES;
  while (to > from && (bytes[to] & 0xc0) === 0x80) to--;
  return to;
}
