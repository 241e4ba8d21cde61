import { ERROR } from "../record/severity.ts";
import { type Batch, PLAIN } from "../record/batch.ts";
import { copyWithoutEscapes, findEscape } from "./escape_sequences.ts";
import { isText } from "./text/text_tokens.ts";
import { verdictEnd, verdictOf } from "./verdict.ts";

/** What tools print before what went wrong, and exceptions say of themselves. */
const PLAIN_ERROR = "Error: ";
const RETURN = 0x0d;

/** Adds [from, to), which no format knew, as a record: all of it is the body. */
export function addPlain(batch: Batch, from: number, to: number, mayHaveEscape: boolean): void {
  const row = batch.begin(from, to);
  batch.flags[row] = PLAIN;
  while (batch.bodyFrom[row] < to - 1 && batch.bytes[batch.bodyFrom[row]] === RETURN) batch.bodyFrom[row]++;
  if (mayHaveEscape) takeColours(batch, row, from, to);
  setVerdict(batch, row);
  batch.commit();
}

/** As `addPlain`, of a line inside an envelope. */
export function addInnerPlain(batch: Batch, from: number, to: number): void {
  const row = batch.begin(from, to);
  takeColours(batch, row, from, to);
  setVerdict(batch, row);
  batch.commit();
}

function takeColours(batch: Batch, row: number, from: number, to: number): void {
  if (to - from > batch.sideFree || findEscape(batch.view, from, to) < 0) return;
  batch.setBody(row, copyWithoutEscapes(batch, from, to), batch.side);
}

/** The line is an error if it says so, or tells that a test or a build has failed. */
function setVerdict(batch: Batch, row: number): void {
  const { bytes, bodyFrom, bodyTo } = batch;
  if (isText(bytes, bodyFrom[row], bodyTo[row], PLAIN_ERROR)) {
    return batch.setSeverity(row, ERROR, bodyFrom[row], bodyFrom[row] + 5);
  }
  const at = verdictOf(bytes, bodyFrom[row], bodyTo[row]);
  if (at >= 0) batch.setSeverity(row, ERROR, at, verdictEnd(bytes, at, bodyTo[row]));
}
