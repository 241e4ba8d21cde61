import { type Batch, INT, SERVED } from "../../record/batch.ts";
import type { AttributeKeys } from "../attribute_keys.ts";
import { severityOfStatus } from "../severity_word.ts";
import { isNumber } from "../text/text_tokens.ts";
import type { ColumnReader } from "./column_reader.ts";

/** Whether [from, to) may be an HTTP status: three digits. */
export function isStatus(bytes: Uint8Array, from: number, to: number): boolean {
  return to - from === 3 && isNumber(bytes, from, to);
}

/** Adds the HTTP status [from, to) to the record begun last, and its severity if it has none. */
export function addStatus(batch: Batch, row: number, keys: AttributeKeys, from: number, to: number): void {
  const { bytes } = batch;
  batch.addField(keys.id.status, from, to, INT);
  batch.flags[row] |= SERVED;
  if (batch.severity[row] !== 0) return;
  const status = (bytes[from] - 48) * 100 + (bytes[from + 1] - 48) * 10 + bytes[from + 2] - 48;
  batch.setSeverity(row, severityOfStatus(status), from, to);
}

/** The same for a column; false if it is neither a status nor empty. */
export function takeStatus(batch: Batch, row: number, keys: AttributeKeys, column: ColumnReader): boolean {
  const { from, to } = column;
  if (!isStatus(batch.bytes, from, to)) return column.absent;
  addStatus(batch, row, keys, from, to);
  return true;
}
