import type { Batch } from "../../../record/batch.ts";
import type { AttributeKeys } from "../../attribute_keys.ts";
import type { LineRange } from "../../line_format.ts";
import { addSource } from "../attributes/text_composites.ts";
import { isBlank, sourceColon, SPACE, tokenEnd, trimmed } from "../text_tokens.ts";

/** Rich's column of severities, and the blank behind it. */
const SEVERITY_CELL = 9;
const NONE = -1;

/**
 * The last of the lines that joined the record `row`, of Python's Rich: a table whose cells blanks pad, so that all lines of a
 * message end where its first one does. Takes the margin off that line, and the break that only the width has made, if it
 * is one; `from` and `to` are the ranges of all lines; the record's first line and the one above the last follow. Answers how many of them are left, NONE if all are.
 */
export function joinRich(
  batch: Batch,
  row: number,
  from: number[],
  to: number[],
  [first, firstTo]: LineRange,
  [aboveFrom, aboveEnd]: LineRange,
  keys: AttributeKeys,
): number {
  const { bytes, severityFrom, severityTo } = batch;
  const line = from.length - 1;
  const start = from[line];
  const column = severityFrom[row] + SEVERITY_CELL;
  const margin = column - first;
  // A line of which its colours were taken out stands elsewhere.
  if (severityFrom[row] <= first || severityTo[row] >= column || margin >= to[line] - start) return NONE;
  if (!isMargin(bytes, severityTo[row], column) || !isMargin(bytes, start, start + margin)) return NONE;
  if (charactersOf(bytes, first, firstTo) !== charactersOf(bytes, start, to[line])) return NONE;
  from[line] = start + margin;
  to[line] = trimmed(bytes, from[line], to[line]);
  const above = line === 0 ? column : aboveFrom + margin;
  const cellTo = cellEnd(bytes, column, firstTo);
  // A message that fills its cell has but one blank before the place, and was read with that.
  const isFull = line === 0 && batch.bodyTo[row] > cellTo && sourceColon(bytes, cellTo + 1, firstTo) > 0;
  const aboveTo = isFull
    ? trimmed(bytes, above, cellTo)
    : line === 0
    ? batch.bodyTo[row]
    : trimmed(bytes, above, aboveEnd);
  const room = charactersOf(bytes, column, cellTo) - charactersOf(bytes, above, aboveTo);
  const word = tokenEnd(bytes, from[line], to[line]);
  if (isBlank(bytes[from[line]]) || isFrame(bytes, above) || isFrame(bytes, from[line])) return NONE;
  if (charactersOf(bytes, from[line], word) < room) return NONE;
  const before = line === 0 ? batch.bodyFrom[row] : from[line - 1];
  const beforeTo = line === 0 ? aboveTo : to[line - 1];
  const whole = batch.joinToSide(before, beforeTo, from[line], to[line]);
  if (whole < 0) return NONE;
  if (line === 0) {
    if (isFull) {
      addSource(batch, keys, cellTo + 1, firstTo);
      batch.fieldTo[row] = batch.fieldCount;
    }
    batch.setBody(row, whole, batch.side);
    return 0;
  }
  from[line - 1] = whole;
  to[line - 1] = batch.side;
  return line;
}

/** Where the message's cell ends: at the blank before `app.py:12`, if the first line ends with that, else with the line. */
function cellEnd(bytes: Uint8Array, from: number, to: number): number {
  if (bytes[to - 1] === SPACE) return to;
  let at = to;
  while (at > from && bytes[at - 1] !== SPACE) at--;
  return at - 1;
}

function isMargin(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (bytes[at] !== SPACE) return false;
  return true;
}

/** A line or a corner of the frame around a stack trace: U+2500 and those behind it. */
function isFrame(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0xe2 && (bytes[at + 1] === 0x94 || bytes[at + 1] === 0x95);
}

/** Characters of [from, to) in UTF-8. */
function charactersOf(bytes: Uint8Array, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) if ((bytes[at] & 0xc0) !== 0x80) count++;
  return count;
}
