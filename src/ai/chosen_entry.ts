import type { Row, RowId } from "../engine/messages.ts";
import type { Picked } from "./picked.ts";
import type { Questions } from "./questions.ts";

const AROUND = 10;
const TRACE_ROWS = 40;

/** The entry that was chosen, what stands around it, and the rest of its trace. */
export async function pickChosen(
  questions: Questions,
  id: RowId,
  entry: Row | null,
  picked: Picked,
): Promise<void> {
  const near = entry === null
    ? await questions.record(id, AROUND)
    : await questions.recordIfAny(id, AROUND) ?? { row: entry, before: [], after: [] };
  const { row, before, after } = near;
  picked.add(row, 0);
  for (const [distance, near] of before.toReversed().entries()) picked.add(near, 10 + distance);
  for (const [distance, near] of after.entries()) picked.add(near, 10 + distance);
  if (row.record.traceId === null) return;
  const trace = await questions.find(
    `trace="${row.record.traceId.replace(/["\\]/g, "")}"`,
    TRACE_ROWS,
    false,
  );
  for (const [place, near] of trace.rows.entries()) picked.add(near, 8 + place / TRACE_ROWS);
}
