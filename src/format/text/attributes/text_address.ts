import { type Batch, INT, TEXT } from "../../../record/batch.ts";
import type { AttributeKeys } from "../../attribute_keys.ts";
import { CLOSE, COLON, OPEN } from "../text_parts.ts";
import { beforeDigits } from "../../time/timestamp_parts.ts";

/** Adds `1.2.3.4`, `1.2.3.4:5678`, `[::1]:80`, `::1` as an address and a port. */
export function addAddress(batch: Batch, keys: AttributeKeys, from: number, to: number): void {
  const { bytes } = batch;
  const colon = beforeDigits(bytes, from, to);
  let colons = 0;
  for (let at = from; at < to; at++) if (bytes[at] === COLON) colons++;
  const bracketed = bytes[from] === OPEN;
  const ported = bytes[colon] === COLON && colon < to - 1 &&
    (colons === 1 || (bracketed && bytes[colon - 1] === CLOSE) || colons === 8);
  const end = ported ? colon : to;
  if (bracketed && bytes[end - 1] === CLOSE) batch.addField(keys.id.client, from + 1, end - 1, TEXT);
  else if (end > from) batch.addField(keys.id.client, from, end, TEXT);
  if (ported) batch.addField(keys.id.clientPort, colon + 1, to, INT);
}
