import type { Batch } from "../../record/batch.ts";
import { looksLikeEpoch } from "../field_values.ts";
import { isText } from "../text/text_tokens.ts";
import { readEpoch } from "./timestamp.ts";
import { isDigit } from "./timestamp_parts.ts";

/** Reads `/Date(1795161601123)/`, as .NET's older writers of JSON tell a time; false, and nothing set, if it is none. */
export function readNetDate(batch: Batch, row: number, from: number, to: number): boolean {
  if (!isText(batch.bytes, from, to, "/Date(")) return false;
  let end = from + 6;
  while (end < to && isDigit(batch.bytes[end])) end++;
  return looksLikeEpoch(batch.bytes, from + 6, end) && readEpoch(batch, row, from + 6, end);
}
