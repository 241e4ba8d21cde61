import type { Batch } from "../../record/batch.ts";
import type { AttributeKeys } from "../attribute_keys.ts";
import type { ReadContext } from "../line_format.ts";

/**
 * Reads [from, to) as the request that a server logged, into the record begun last, `row`: its time, its fields and,
 * as the body, its request line. False if it is something else; fields may have been added then, unless the reader
 * says otherwise.
 */
export type AccessReader = (
  batch: Batch,
  row: number,
  from: number,
  to: number,
  keys: AttributeKeys,
  context: ReadContext,
) => boolean;
