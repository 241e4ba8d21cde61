import type { Row } from "../engine/messages.ts";
import { combineFilters } from "../query/combine.ts";
import type { PatternSummary } from "../record/summary.ts";
import type { Picked } from "./picked.ts";
import type { Questions } from "./questions.ts";

/** Records of errors, and of what is rare, that are looked at. */
export const ERRORS = 250;
const RARE_ROWS = 200;
/** Patterns that are few enough to be asked for by number. */
export const RARE_PATTERNS = 40;
/** Records before the first error, among which rare ones are looked for. */
const BEFORE_ERROR = 300;

export const ERROR = "severity>=error";

/** Words of trouble, for logs without severities. */
export const TROUBLE =
  "/\\b(?:error|exception|fatal|panic|fail(?:ed|ure|s)?|refused|denied|timed? ?out|unable|cannot|crash(?:ed)?|killed|abort(?:ed)?)\\b/";

/** A filter within another one, which may be "". */
export function within(where: string, filter: string): string {
  return combineFilters([where, filter].filter((text) => text !== ""));
}

/** Of what is held: errors, what is rare, what came last for the first time, and what rare things stood before the first error. */
export async function pickTelling(
  questions: Questions,
  where: string,
  counts: ReadonlyMap<number, number>,
  patterns: ReadonlyMap<number, PatternSummary>,
  picked: Picked,
): Promise<void> {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const rareAt = Math.max(2, Math.round(total * 0.002));
  const isRare = ({ pattern }: Row) => pattern === null || (counts.get(pattern) ?? 1) <= rareAt;

  let trouble = within(where, ERROR);
  let errors = await questions.rows(trouble, null, ERRORS);
  if (errors.total === 0) {
    trouble = within(where, TROUBLE);
    errors = await questions.rows(trouble, null, ERRORS);
  }
  const first = errors.total > errors.rows.length
    ? (await questions.rows(trouble, errors.first + ERRORS, ERRORS)).rows
    : errors.rows;
  pickErrors([...first, ...errors.rows], picked);
  if (first.length > 0) await pickBefore(questions, where, first[0], isRare, picked);

  const rare = [...counts].filter(([, count]) => count <= rareAt).sort((a, b) => a[1] - b[1]);
  await pickPatterns(questions, where, rare.map(([id]) => id), 300, picked);
  const warnings = await questions.rows(within(where, "severity=warn"), null, RARE_ROWS);
  picked.addFirsts(warnings.rows, 400);
  const late = lateFrom([...patterns.values()]);
  const fresh = [...patterns.values()].filter(({ id, first }) => counts.has(id) && first >= late);
  await pickPatterns(questions, where, fresh.map(({ id }) => id), 350, picked);
}

/** A record of each of these patterns, the first ones of them. */
async function pickPatterns(
  questions: Questions,
  where: string,
  ids: readonly number[],
  rank: number,
  picked: Picked,
): Promise<void> {
  if (ids.length === 0) return;
  const some = ids.slice(0, RARE_PATTERNS).map((id) => `pattern=${id}`).join(" or ");
  picked.addFirsts((await questions.rows(within(where, some), null, RARE_ROWS)).rows, rank);
}

/** From when on a pattern is new: the last quarter of the time. */
function lateFrom(patterns: readonly PatternSummary[]): number {
  const first = Math.min(...patterns.map(({ first }) => first));
  const last = Math.max(...patterns.map(({ last }) => last));
  return first + (last - first) * 0.75;
}

/** Of each pattern of errors the first and the last row; the first rows of all go first. */
export function pickErrors(rows: readonly Row[], picked: Picked): void {
  const firsts = new Set<number | null>();
  let rank = 100;
  for (const row of rows) {
    if (firsts.has(row.pattern) && row.pattern !== null) continue;
    firsts.add(row.pattern);
    picked.add(row, rank++);
  }
  const lasts = new Set<number | null>();
  for (const row of [...rows].reverse()) {
    if (lasts.has(row.pattern)) continue;
    lasts.add(row.pattern);
    picked.add(row, 200 + lasts.size);
  }
}

/** What stood before the first error: the nearest lines, and the rare ones of a while. */
async function pickBefore(
  questions: Questions,
  where: string,
  error: Row,
  isRare: (row: Row) => boolean,
  picked: Picked,
): Promise<void> {
  const position = await questions.place(error.id, where);
  if (position === null) return;
  picked.addBefore((await questions.rows(where, position, BEFORE_ERROR)).rows, isRare, 105, 110);
}
