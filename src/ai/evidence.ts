import type { Row, RowId } from "../engine/messages.ts";
import type { Finding, PatternSummary, RecordsSummary, SeverityCounts, Summary } from "../record/summary.ts";
import { pickChosen } from "./chosen_entry.ts";
import type { Firsts } from "./firsts.ts";
import { pickFirstOfAll, pickLetGo } from "./let_go_records.ts";
import { type Candidate, FILLING, Picked } from "./picked.ts";
import type { FoundRows, Questions, Reach } from "./questions.ts";
import { pickTelling } from "./telling_records.ts";

/** What an answer is to be found in. */
export interface Scope {
  /** A filter's text, "" for all. */
  readonly where: string;
  /** The entry that the question is about. */
  readonly selected: RowId | null;
  /** The entry itself, where it is at hand: it may not be held any more. */
  readonly entry?: Row | null;
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

/** Records that fill what room is left. */
const NEWEST = 200;
/** Findings that are shown, records of each, and findings of which it is shown what came right before. */
const MOST_FINDINGS = 10;
const FINDING_ROWS = 3;
const TRACED_BACK = 3;
/** Records before what is telling, among which rare ones are looked for. */
const SHORTLY_BEFORE = 60;

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
  const { read, held } = newest.reach;
  // Whoever reads files again has to be loaded first: what is held is looked at meanwhile.
  const readable = where === "" && held < read ? questions.canReadAgain() : null;
  const picked = new Picked();
  const patterns = new Map(summary.patterns.top.map((pattern) => [pattern.id, pattern]));
  const counted = smart ? await countMatching(questions, where, summary, newest.reach) : null;
  const patternCounts = counted?.patterns ?? new Map<number, number>();
  if (smart) await pickTelling(questions, where, patternCounts, patterns, picked);
  const searched = readable === null ? newest.reach.searched : await readable ? 1 : null;
  if (selected !== null) await pickChosen(questions, selected, scope.entry ?? null, picked);
  const isRare = rareAmong(summary);
  const findings = smart ? await pickFindings(questions, summary, where === "" ? isRare : null, picked) : [];
  if (counted !== null && read > held) {
    if (firsts !== null) pickFirstOfAll(firsts, isRare, picked);
    else await pickLetGo(questions, where, counted.severities, isRare, picked);
  }
  const last = newest.rows.length - 1;
  for (const [place, row] of newest.rows.entries()) picked.add(row, FILLING + last - place);
  const { total } = newest;
  const reach = { ...newest.reach, searched };
  return { summary, findings, total, reach, patternCounts, patterns, candidates: picked.candidates() };
}

/** The newest rows that match, and how many do: without a filter those held tell it all. */
async function newestOf(questions: Questions, where: string, smart: boolean): Promise<FoundRows> {
  const count = smart ? NEWEST : 2 * NEWEST;
  if (where !== "") return await questions.find(where, count, false);
  const { rows, held, read } = await questions.rows("", null, count);
  // A buffer that is smaller than what is sent.
  if (held < Math.min(read, count)) return await questions.find("", count, false);
  return { rows, total: read, reach: { read, held, searched: null, problem: "" } };
}

/** What the matching records are made of; `severities` null where only those held were counted. */
interface Counted {
  readonly patterns: ReadonlyMap<number, number>;
  readonly severities: SeverityCounts | null;
}

async function countMatching(
  questions: Questions,
  where: string,
  summary: Summary,
  { held, read, searched }: Reach,
): Promise<Counted> {
  const made = where === ""
    ? summary
    : held < read && searched !== null
    ? (await questions.overview(where))?.summary ?? null
    : null;
  if (made !== null) return { patterns: patternCountsOf(made), severities: made.severities };
  const values = await questions.counts("pattern", where);
  return { patterns: new Map(values.map(({ value, count }) => [Number(value), count])), severities: null };
}

function patternCountsOf({ patterns }: RecordsSummary): Map<number, number> {
  return new Map(patterns.top.map(({ id, count }) => [id, count]));
}

/** The records that stand behind what needs a look; what came right before the first ones is picked, where no filter is to be kept to. */
async function pickFindings(
  questions: Questions,
  { findings, sources }: Summary,
  isRare: ((row: Row) => boolean) | null,
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
    if (isRare !== null && place < TRACED_BACK && rows.length > 0) {
      const near = await questions.recordIfAny(rows[0].id, SHORTLY_BEFORE);
      picked.addBefore(near?.before ?? [], isRare, 50 + place * 10, 53 + place * 10);
    }
  }
  return shown;
}

async function samplesOf(questions: Questions, { patterns }: Finding): Promise<Row[]> {
  if (patterns.length === 0) return [];
  const { first, last } = await questions.samples(patterns[0]);
  return [...first.slice(0, FINDING_ROWS - 1), ...last.slice(-1)];
}

/** Whether a record is of a pattern that is rare in all that was read. */
function rareAmong({ patterns, records }: Summary): (row: Row) => boolean {
  const most = Math.max(2, Math.round(records * 0.0005));
  const counts = new Map(patterns.top.map(({ id, count }) => [id, count]));
  return ({ pattern }) => pattern === null || (counts.get(pattern) ?? 1) <= most;
}
