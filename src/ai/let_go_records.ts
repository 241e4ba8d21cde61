import type { Row } from "../engine/messages.ts";
import type { SeverityCounts } from "../record/summary.ts";
import type { Firsts } from "./firsts.ts";
import type { Picked } from "./picked.ts";
import type { Questions } from "./questions.ts";
import { ERROR, ERRORS, pickErrors, RARE_PATTERNS, TROUBLE, within } from "./telling_records.ts";

/** Records before the first error, among which rare ones are looked for. */
const SHORTLY_BEFORE = 60;

/**
 * Errors that the buffer has let go and the files still have: the first and the last of each pattern. `severities`: of
 * all that match, where that is known, so that nobody searches for what is not there.
 */
export async function pickLetGo(
  questions: Questions,
  where: string,
  severities: SeverityCounts | null,
  isRare: (row: Row) => boolean,
  picked: Picked,
): Promise<void> {
  const filter = troubleAmong(where, severities);
  if (filter === null) return;
  const oldest = await questions.find(filter, ERRORS, true);
  if (oldest.reach.searched === null || oldest.rows.length === 0) return;
  pickErrors(oldest.rows, picked);
  const near = await questions.recordIfAny(oldest.rows[0].id, SHORTLY_BEFORE);
  picked.addBefore(near?.before ?? [], isRare, 105, 110);
}

/** The filter that finds trouble; null if there is none to be found. */
function troubleAmong(where: string, severities: SeverityCounts | null): string | null {
  if (severities === null) return within(where, ERROR);
  const all = severities.reduce((sum, count) => sum + count, 0);
  const errors = severities[5] + severities[6];
  if (errors === 0) return severities[0] === all ? within(where, TROUBLE) : null;
  // The files were searched for this already.
  return errors === all ? where : within(where, ERROR);
}

/** What the buffer has let go: the first errors, what came before them, and what was seen but a few times. */
export function pickFirstOfAll(
  { errors, before, firsts }: Firsts,
  isRare: (row: Row) => boolean,
  picked: Picked,
): void {
  for (const [place, row] of errors.slice(0, RARE_PATTERNS).entries()) picked.add(row, 100 + place);
  picked.addBefore(before, isRare, 105, 110);
  picked.addFirsts(firsts.filter(isRare).slice(0, RARE_PATTERNS), 300);
}
