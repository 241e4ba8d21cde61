import type { Batch } from "../../record/batch.ts";
import { isLower, isUpper } from "../text/text_tokens.ts";

const COLON = 0x3a;

/** Whether the row's line begins at `from` with its severity as a label, a capital and small letters: `Info: message`. */
export function isLabelled(
  { bytes, severity, severityFrom, severityTo }: Batch,
  row: number,
  from: number,
): boolean {
  return severity[row] !== 0 && severityFrom[row] === from && isUpper(bytes[from]) &&
    bytes[severityTo[row]] === COLON &&
    isLower(bytes[severityTo[row] - 1]);
}
