import { type Batch, PLAIN } from "../record/batch.ts";
import { textOf } from "../record/log_record.ts";
import { severityName } from "../record/severity.ts";

const QUOTE = 34;

/** Why this time and this severity were read: one line each, for a person. */
export function explainRecord(batch: Batch, row: number): string[] {
  const lines: string[] = [];
  if (batch.flags[row] & PLAIN) lines.push("no format knew this line: it is kept as it is");
  const { timeFrom, timeTo, severityFrom, severityTo } = batch;
  if (Number.isNaN(batch.time[row])) {
    const none = timeFrom[row] === timeTo[row]
      ? "none found in the line"
      : `${place(batch, row, timeFrom[row], timeTo[row])} names none that there is`;
    lines.push(`time: ${none}; the time of receipt is shown`);
  } else {
    const instant = new Date(batch.time[row]).toISOString();
    const read = timeFrom[row] === timeTo[row]
      ? "given by the format"
      : `${place(batch, row, timeFrom[row], timeTo[row])} was read`;
    lines.push(`time: ${read} as ${instant}`);
  }
  const severity = severityName(batch.severity[row]);
  if (severity === null) lines.push("severity: none found in the line");
  else {
    const read = severityFrom[row] === severityTo[row]
      ? "given by the format"
      : `${place(batch, row, severityFrom[row], severityTo[row])} was read`;
    lines.push(`severity: ${read} as ${severity} (${batch.severity[row]})`);
  }
  return lines;
}

/** `"text" at column 12`, or of JSON `"text" of the key "level"`. */
function place(batch: Batch, row: number, from: number, to: number): string {
  const text = JSON.stringify(textOf(batch, from, to));
  const start = batch.rawFrom[row];
  if (from < start || from >= batch.rawTo[row]) return `${text}, from inside the line,`;
  const key = keyBefore(batch.bytes, start, from);
  if (key) return `${text} of the key ${textOf(batch, key.from - 1, key.to + 1)}`;
  return `${text} at column ${textOf(batch, start, from).length + 1}`;
}

/** The JSON key before the value that begins at `at`: `"key" : "value`. */
function keyBefore(bytes: Uint8Array, start: number, at: number): { from: number; to: number } | null {
  let end = at - 1;
  if (end > start && bytes[end] === QUOTE) end--;
  while (end > start && bytes[end] === 32) end--;
  if (end <= start || bytes[end] !== 58) return null;
  end--;
  while (end > start && bytes[end] === 32) end--;
  if (bytes[end] !== QUOTE) return null;
  let from = end;
  while (from > start && bytes[from - 1] !== QUOTE) from--;
  return from > start ? { from, to: end } : null;
}
