import { ERROR, FATAL, INFO, TRACE, WARN } from "../record/severity.ts";
import type { Batch } from "../record/batch.ts";
import type { ReadContext } from "./line_format.ts";
import { BY_VALUE } from "./field_roles.ts";
import { levelOfNumber } from "./severity_value.ts";
import { isText } from "./text/text_tokens.ts";

/** What glog's numbers mean. */
const GLOG = [INFO, WARN, ERROR, FATAL];
const ZERO = 0x30;

/** Whether the row has a field of that name. */
export function hasField(batch: Batch, row: number, { keys }: ReadContext, name: string): boolean {
  for (let field = batch.fieldFrom[row]; field < batch.fieldCount; field++) {
    if (keys.names[batch.fieldKey[field]] === name) return true;
  }
  return false;
}

/** pino and bunyan write a process and a host into every record. */
export function isPinos(batch: Batch, row: number, context: ReadContext): boolean {
  return hasField(batch, row, context, "pid") && hasField(batch, row, context, "hostname");
}

/**
 * Mends a severity that means another one beside the record's other fields: osquery's numbers are glog's, those under
 * pino's `severity` are its own, and Serilog's `Verbose` is its lowest, known by its key
 * or the template beside it.
 */
export function mendSeverity(
  batch: Batch,
  row: number,
  context: ReadContext,
  key: number,
  isTemplated: boolean,
): void {
  const { bytes } = batch;
  const from = batch.severityFrom[row];
  const to = batch.severityTo[row];
  const digit = bytes[from] - ZERO;
  if (to - from === 1) {
    const isGlogs = digit >= 0 && digit < GLOG.length && hasField(batch, row, context, "calendarTime");
    if (isGlogs) batch.severity[row] = GLOG[digit];
  } else if (to - from === 2) {
    if (bytes[from + 1] !== ZERO || !isPinos(batch, row, context)) return;
    const number = levelOfNumber(bytes, from, to, BY_VALUE);
    if (number !== 0) batch.severity[row] = number;
  } else if (isText(bytes, from, to, "Verbose")) {
    if (isTemplated || context.keys.names[key] === "@l") batch.severity[row] = TRACE;
  }
}
