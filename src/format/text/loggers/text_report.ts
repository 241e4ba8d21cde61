import type { Batch } from "../../../record/batch.ts";
import type { ReadContext } from "../../line_format.ts";
import { severityOfWord } from "../../severity_word.ts";
import { findByte, isText, lettersEnd, NEWLINE } from "../text_tokens.ts";
import { NOT_HERS, ONE_LINE, TWO_LINES, WANTS_MORE } from "../message/text_two_lines.ts";
import { readTime } from "../../time/timestamp.ts";

const EQUALS = 0x3d, COLON = 0x3a;
const REPORT = " REPORT==== ";
const END = " ===";
/** OpenTelemetry's numbers of those reports whose names are no severities. */
const KINDS: [string, number][] = [["PROGRESS", 9], ["CRASH", 17], ["SUPERVISOR", 17]];

/**
 * Erlang's `=INFO REPORT==== 20-Nov-2026::08:00:01.125000 ===` and, from the second line on, its message: reads both
 * lines [from, to) as the row that was begun. Its time is read from a copy in which a blank divides day and hour.
 */
export function readReport(
  batch: Batch,
  row: number,
  from: number,
  to: number,
  context: ReadContext,
): number {
  const { bytes } = batch;
  const nameTo = lettersEnd(bytes, from + 1, to);
  if (bytes[from] !== EQUALS || !isText(bytes, nameTo, to, REPORT)) return ONE_LINE;
  const newline = findByte(bytes, nameTo, to, NEWLINE);
  const headTo = newline < 0 ? to : newline;
  if (!isText(bytes, headTo - END.length, headTo, END)) return ONE_LINE;
  if (newline < 0) return WANTS_MORE;
  const kind = KINDS.find(([name]) => isText(bytes, from + 1, nameTo, name));
  const number = kind === undefined ? severityOfWord(bytes, from + 1, nameTo) : kind[1];
  const day = nameTo + REPORT.length;
  const colons = findByte(bytes, day, headTo, COLON);
  if (number === 0 || colons < 0 || bytes[colons + 1] !== COLON) return NOT_HERS;
  const copy = batch.copyToSide(day, colons + 1);
  bytes[batch.side - 1] = 0x20;
  batch.copyToSide(colons + 2, headTo - END.length);
  if (readTime(batch, row, copy, batch.side, context) < 0) return NOT_HERS;
  batch.setSeverity(row, number, from + 1, nameTo);
  batch.setBody(row, newline + 1, to);
  return TWO_LINES;
}
