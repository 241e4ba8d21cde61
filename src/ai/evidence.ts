import type { Row, RowId } from "../engine/messages.ts";
import { combineFilters } from "../query/combine.ts";
import type { Finding, PatternSummary, Summary } from "../record/summary.ts";
import type { Firsts } from "./firsts.ts";
import type { FoundRows, Questions, Reach } from "./questions.ts";

/** What an answer is to be found in. */
export interface Scope {
  /** A filter's text, "" for all. */
  readonly where: string;
  /** The entry that the question is about. */
  readonly selected: RowId | null;
  /** The entry itself, where it is at hand: it may not be held any more. */
  readonly entry?: Row | null;
}

/** Rows with how much they matter: the lower the number, the earlier a row is taken. */
export interface Candidate {
  readonly row: Row;
  readonly rank: number;
}

/** What needs a look, with records behind it. */
export interface Shown {
  readonly finding: Finding;
  readonly rows: readonly Row[];
}

/** What the log says in answer to the fixed questions that every analysis begins with. */
export interface Evidence {
  readonly summary: Summary;
  readonly findings: readonly Shown[];
  /** Records that match, of those that `reach` tells of. */
  readonly total: number;
  /** Of counts, patterns and findings without a filter it is all that was read, whatever this says. */
  readonly reach: Reach;
  /** Counts by number of pattern among these. */
  readonly patternCounts: ReadonlyMap<number, number>;
  readonly patterns: ReadonlyMap<number, PatternSummary>;
  readonly candidates: readonly Candidate[];
}

const NEWEST = 200;
const ERRORS = 250;
const BEFORE_ERROR = 300;
/** Patterns that are few enough to be asked for by number. */
const RARE_PATTERNS = 40;
const RARE_ROWS = 200;
const AROUND_SELECTED = 10;
const TRACE_ROWS = 40;
const IMMEDIATELY_BEFORE = 3;
/** Records before what is telling, among which rare ones are looked for. */
const SHORTLY_BEFORE = 60;
/** Findings that are shown, records of each, and findings of which it is shown what came right before. */
const MOST_FINDINGS = 10;
const FINDING_ROWS = 3;
const TRACED_BACK = 3;

/** Words of trouble, for logs without severities. */
const TROUBLE =
  "/\\b(?:error|exception|fatal|panic|fail(?:ed|ure|s)?|refused|denied|timed? ?out|unable|cannot|crash(?:ed)?|killed|abort(?:ed)?)\\b/";

/** Asks what an analysis needs. `smart` false: the newest rows only. `firsts`: what the buffer may have let go. */
export async function gather(
  questions: Questions,
  scope: Scope,
  smart: boolean,
  firsts: Firsts | null = null,
): Promise<Evidence> {
  const { where, selected } = scope;
  const summary = await questions.summary();
  const newest = await newestOf(questions, where, smart);
  const patternCounts = smart
    ? await countPatterns(questions, where, summary, newest.reach)
    : new Map<number, number>();
  const patterns = new Map(summary.patterns.top.map((pattern) => [pattern.id, pattern]));
  const picked = new Picked();
  if (selected !== null) await pickSelected(questions, selected, scope.entry ?? null, picked);
  const isRare = rareAmong(summary);
  const findings = smart ? await pickFindings(questions, summary, isRare, picked) : [];
  if (smart) await pickTelling(questions, where, patternCounts, patterns, picked);
  const { read, held } = newest.reach;
  if (smart && read > held) {
    if (firsts !== null) pickFirstOfAll(firsts, isRare, picked);
    else await pickLetGo(questions, where, isRare, picked);
  }
  const last = newest.rows.length - 1;
  for (const [place, row] of newest.rows.entries()) picked.add(row, 1000 + last - place);
  const { total, reach } = newest;
  return { summary, findings, total, reach, patternCounts, patterns, candidates: picked.candidates() };
}

/** The newest rows that match, and how many do: without a filter those held tell it all. */
async function newestOf(questions: Questions, where: string, smart: boolean): Promise<FoundRows> {
  const count = smart ? NEWEST : 2 * NEWEST;
  if (where !== "") return await questions.find(where, count, false);
  const { rows, held, read } = await questions.rows("", null, count);
  // A buffer that is smaller than what is sent.
  if (held < Math.min(read, count)) return await questions.find("", count, false);
  const searched = held < read && await questions.canReadAgain() ? 1 : null;
  return { rows, total: read, reach: { read, held, searched, problem: "" } };
}

async function countPatterns(
  questions: Questions,
  where: string,
  { patterns }: Summary,
  { held, read, searched }: Reach,
): Promise<Map<number, number>> {
  if (where === "") return new Map(patterns.top.map(({ id, count }) => [id, count]));
  const values = held < read && searched !== null
    ? (await questions.countAll("pattern", where)).values
    : await questions.counts("pattern", where);
  return new Map(values.map(({ value, count }) => [Number(value), count]));
}

/** The records that stand behind what needs a look; what came right before the first ones is picked. */
async function pickFindings(
  questions: Questions,
  { findings, sources }: Summary,
  isRare: (row: Row) => boolean,
  picked: Picked,
): Promise<Shown[]> {
  const shown: Shown[] = [];
  for (const [place, finding] of findings.slice(0, MOST_FINDINGS).entries()) {
    const rows: Row[] = [];
    for (const { source, line } of finding.lines.slice(0, FINDING_ROWS)) {
      const number = sources.findIndex(({ name }) => name === source);
      const row = number < 0 ? null : await questions.line(number, line);
      if (row !== null) rows.push(row);
    }
    // What came by a pipe is gone but for some records of each pattern.
    if (rows.length === 0) rows.push(...await samplesOf(questions, finding));
    shown.push({ finding, rows });
    if (place < TRACED_BACK && rows.length > 0) {
      await pickShortlyBefore(questions, rows[0], 50 + place * 10, isRare, picked);
    }
  }
  return shown;
}

async function samplesOf(questions: Questions, { patterns }: Finding): Promise<Row[]> {
  if (patterns.length === 0) return [];
  const { first, last } = await questions.samples(patterns[0]);
  return [...first.slice(0, FINDING_ROWS - 1), ...last.slice(-1)];
}

/** Errors that the buffer has let go and the files still have: the first and the last of each pattern. */
async function pickLetGo(
  questions: Questions,
  where: string,
  isRare: (row: Row) => boolean,
  picked: Picked,
): Promise<void> {
  const trouble = combineFilters([where, "severity>=error"].filter((text) => text !== ""));
  const oldest = await questions.find(trouble, ERRORS, true);
  if (oldest.reach.searched === null || oldest.rows.length === 0) return;
  pickErrors(oldest.rows, picked);
  await pickShortlyBefore(questions, oldest.rows[0], 105, isRare, picked);
}

/** Of the records right before one, held or not, the nearest and those that are rare in all of the log. */
async function pickShortlyBefore(
  questions: Questions,
  { id }: Row,
  rank: number,
  isRare: (row: Row) => boolean,
  picked: Picked,
): Promise<void> {
  const near = await questions.recordIfAny(id, SHORTLY_BEFORE);
  for (const [distance, row] of (near?.before ?? []).toReversed().entries()) {
    if (distance < IMMEDIATELY_BEFORE || isRare(row)) picked.add(row, rank + distance / 10);
  }
}

/** Whether a record is of a pattern that is rare in all that was read. */
function rareAmong({ patterns, records }: Summary): (row: Row) => boolean {
  const most = Math.max(2, Math.round(records * 0.0005));
  const counts = new Map(patterns.top.map(({ id, count }) => [id, count]));
  return ({ pattern }) => pattern === null || (counts.get(pattern) ?? 1) <= most;
}

/** What the buffer has let go: the first errors, what came before them, and what was seen but a few times. */
function pickFirstOfAll(
  { errors, before, firsts }: Firsts,
  isRare: (row: Row) => boolean,
  picked: Picked,
): void {
  for (const [place, row] of errors.slice(0, RARE_PATTERNS).entries()) picked.add(row, 100 + place);
  for (const [distance, row] of before.toReversed().entries()) {
    if (distance < IMMEDIATELY_BEFORE) picked.add(row, 105 + distance);
    else if (isRare(row)) picked.add(row, 110 + distance / BEFORE_ERROR);
  }
  for (const [place, row] of firsts.filter(isRare).slice(0, RARE_PATTERNS).entries()) {
    picked.add(row, 300 + place / 1000);
  }
}

/** The entry that was chosen, what stands around it, and the rest of its trace. */
async function pickSelected(
  questions: Questions,
  id: RowId,
  entry: Row | null,
  picked: Picked,
): Promise<void> {
  const near = entry === null
    ? await questions.record(id, AROUND_SELECTED)
    : await questions.recordIfAny(id, AROUND_SELECTED) ?? { row: entry, before: [], after: [] };
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

/** Errors, what is rare, what came last for the first time, and what rare things stood before the first error. */
async function pickTelling(
  questions: Questions,
  where: string,
  counts: ReadonlyMap<number, number>,
  patterns: ReadonlyMap<number, PatternSummary>,
  picked: Picked,
): Promise<void> {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const rareAt = Math.max(2, Math.round(total * 0.002));
  const isRare = ({ pattern }: Row) => pattern === null || (counts.get(pattern) ?? 1) <= rareAt;

  let trouble = combineFilters([where, "severity>=error"].filter((text) => text !== ""));
  let errors = await questions.rows(trouble, null, ERRORS);
  if (errors.total === 0) {
    trouble = combineFilters([where, TROUBLE].filter((text) => text !== ""));
    errors = await questions.rows(trouble, null, ERRORS);
  }
  const first = errors.total > errors.rows.length
    ? (await questions.rows(trouble, errors.first + ERRORS, ERRORS)).rows
    : errors.rows;
  pickErrors([...first, ...errors.rows], picked);
  if (first.length > 0) await pickBefore(questions, where, first[0], isRare, picked);

  const rare = [...counts].filter(([, count]) => count <= rareAt).sort((a, b) => a[1] - b[1]).slice(
    0,
    RARE_PATTERNS,
  );
  if (rare.length > 0) {
    const some = rare.map(([id]) => `pattern=${id}`).join(" or ");
    const filter = combineFilters([where, some].filter((text) => text !== ""));
    pickFirsts((await questions.rows(filter, null, RARE_ROWS)).rows, 300, picked);
  }
  const warnings = combineFilters([where, "severity=warn"].filter((text) => text !== ""));
  pickFirsts((await questions.rows(warnings, null, RARE_ROWS)).rows, 400, picked);
  const late = lateFrom([...patterns.values()]);
  const fresh = [...patterns.values()].filter(({ id, first }) => counts.has(id) && first >= late).slice(
    0,
    RARE_PATTERNS,
  );
  if (fresh.length > 0) {
    const some = fresh.map(({ id }) => `pattern=${id}`).join(" or ");
    const filter = combineFilters([where, some].filter((text) => text !== ""));
    pickFirsts((await questions.rows(filter, null, RARE_ROWS)).rows, 350, picked);
  }
}

/** From when on a pattern is new: the last quarter of the time. */
function lateFrom(patterns: readonly PatternSummary[]): number {
  const first = Math.min(...patterns.map(({ first }) => first));
  const last = Math.max(...patterns.map(({ last }) => last));
  return first + (last - first) * 0.75;
}

/** Of each pattern of errors the first and the last row; the first rows of all go first. */
function pickErrors(rows: readonly Row[], picked: Picked): void {
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
  const { rows } = await questions.rows(where, position, BEFORE_ERROR);
  for (const [distance, row] of [...rows].reverse().entries()) {
    if (distance < IMMEDIATELY_BEFORE) picked.add(row, 105 + distance);
    else if (isRare(row)) picked.add(row, 110 + distance / BEFORE_ERROR);
  }
}

function pickFirsts(rows: readonly Row[], rank: number, picked: Picked): void {
  const seen = new Set<number | null>();
  for (const row of rows) {
    if (seen.has(row.pattern)) continue;
    seen.add(row.pattern);
    picked.add(row, rank + seen.size / 1000);
  }
}

/** Rows with the best rank that any reason gave them. */
class Picked {
  readonly #rows = new Map<string, Candidate>();

  add(row: Row, rank: number): void {
    const key = `${row.id.source}:${row.id.sequence}`;
    const before = this.#rows.get(key);
    if (before === undefined || before.rank > rank) this.#rows.set(key, { row, rank });
  }

  candidates(): Candidate[] {
    return [...this.#rows.values()].sort((a, b) => a.rank - b.rank);
  }
}
