import { type Batch, ESCAPED, TEXT } from "../record/batch.ts";
import { unescapeToSide } from "./json/json_escape.ts";

/**
 * Makes a message template (messagetemplates.org, as Serilog writes it) with the record's own fields the
 * body of the record: `{Name}`, `{@Name}`, `{Name,8}` and `{Name:format}` become the field's text, `{{` and
 * `}}` braces. Holes without a field stay as they are.
 */
export function renderTemplate(batch: Batch, row: number, from: number, to: number, kind: number): void {
  const { bytes } = batch;
  if (kind === ESCAPED) {
    from = unescapeToSide(batch, from, to);
    to = batch.side;
  }
  const start = batch.side;
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    const isBrace = byte === 0x7b || byte === 0x7d;
    if (isBrace && bytes[at + 1] === byte && at + 1 < to) at++;
    else if (byte === 0x7b) {
      const close = bytes.indexOf(0x7d, at);
      const field = close < 0 || close >= to ? -1 : fieldOfHole(batch, row, at + 1, close);
      if (field >= 0 && batch.sideFree > (batch.fieldEnd[field] - batch.fieldStart[field]) + to - at) {
        putField(batch, field);
        at = close;
        continue;
      }
    }
    if (batch.sideFree > 0) bytes[batch.side++] = byte;
  }
  batch.setBody(row, start, batch.side);
  batch.bodyKind[row] = TEXT;
}

function putField(batch: Batch, field: number): void {
  const from = batch.fieldStart[field];
  const to = batch.fieldEnd[field];
  if (batch.fieldKind[field] === ESCAPED) unescapeToSide(batch, from, to);
  else batch.copyToSide(from, to);
}

const decoder = new TextDecoder();

/** The field that a hole names; -1 if there is none. */
function fieldOfHole(batch: Batch, row: number, from: number, to: number): number {
  const hole = decoder.decode(batch.bytes.subarray(from, to));
  const name = hole.replace(/^[@$]/, "").replace(/[,:].*$/, "");
  for (let field = batch.fieldFrom[row]; field < batch.fieldCount; field++) {
    if (batch.keys.names[batch.fieldKey[field]] === name) return field;
  }
  return -1;
}
