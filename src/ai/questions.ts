import type { Answer, Question, Row, RowId } from "../engine/messages.ts";
import { SEVERITY_RANKS } from "../record/severity.ts";
import type { NamedCount, RecordsSummary, Summary, ValueCount } from "../record/summary.ts";
import { AiFailure } from "./failure.ts";
import { CLOCK } from "./retry.ts";

/** Asks the engine, wherever it is. */
export type Ask = (question: Question) => Promise<Answer>;

/** Milliseconds between two looks at how far a search of the files has come. */
const LOOK = 40;
/** Looks for one line at the most; most records are one line, so that the first guess is close. */
const MOST_STEPS = 40;
const GUESS_AROUND = 10;

/** Among which records was looked for an answer. */
export interface Reach {
  /** Records read in all. */
  readonly read: number;
  /** Of these, those that are held. */
  readonly held: number;
  /** The share of the files that was searched too; null if they were not. */
  readonly searched: number | null;
  /** Why not all of them, "" where that says itself. */
  readonly problem: string;
}

/** Whether an answer is about all that was read. */
export function isAll({ read, held, searched, problem }: Reach): boolean {
  return held >= read || searched === 1 && problem === "";
}

/** What an answer covers, as words: `all 12 records`. */
export function reachWords(reach: Reach): string {
  const { read, held, searched, problem } = reach;
  if (isAll(reach)) return `all ${read} records`;
  const why = problem === "" ? "" : ` (${problem})`;
  if (searched === null) return `the newest ${held} of ${read} records${why}`;
  if (searched === 1) return `the newest ${held} of ${read} records and what could be read again${why}`;
  return `the newest ${Math.floor(searched * 100)} % of the files, then time ran out${why}`;
}

/** Rows that match, and how many do. */
export interface FoundRows {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly reach: Reach;
}

/** Values of a field with their counts. */
export interface FoundCounts {
  readonly values: readonly ValueCount[];
  readonly reach: Reach;
}

/**
 * The engine's questions with their own answers. What the buffer has let go is looked for in the files, for some
 * seconds; an error of the engine is a failure.
 */
export class Questions {
  readonly #ask: Ask;
  readonly #signal: AbortSignal;
  readonly #searchTime: number;
  /** When the time is over, from the first search on. */
  #until: number | null = null;

  /** `searchTime`: milliseconds that files are searched for all of the questions together. */
  constructor(ask: Ask, signal: AbortSignal, searchTime: number) {
    this.#ask = ask;
    this.#signal = signal;
    this.#searchTime = searchTime;
  }

  async summary(): Promise<Summary> {
    return (await this.#of({ kind: "summary" }, "summary")).summary;
  }

  /** Rows among those held. */
  async rows(where: string, end: number | null, count: number) {
    return await this.#of({ kind: "rows", end, count, where }, "rows");
  }

  async record(id: RowId, around: number) {
    return await this.#of({ kind: "record", id, around }, "record");
  }

  /** The same; null if it is neither held nor can be read again. */
  async recordIfAny(id: RowId, around: number) {
    const answer = await this.#ask({ kind: "record", id, around });
    return answer.kind === "record" ? answer : null;
  }

  async place(id: RowId, where: string): Promise<number | null> {
    return (await this.#of({ kind: "place", id, where }, "place")).position;
  }

  /** The first and last records of a pattern that are held or were kept. */
  async samples(pattern: number) {
    return await this.#of({ kind: "samples", pattern }, "samples");
  }

  /** Whether records that are not held can be read again. */
  async canReadAgain(): Promise<boolean> {
    return await this.recordIfAny({ source: 0, sequence: 0 }, 0) !== null;
  }

  /** Counts of a field's values among the rows that are held. */
  async counts(field: string, where: string) {
    return (await this.#of({ kind: "counts", field, where, top: 10_000 }, "counts")).values;
  }

  /** The newest or oldest of all rows that match, in the order of the log. */
  async find(where: string, count: number, oldest: boolean): Promise<FoundRows> {
    let newest = await this.rows(where, null, count);
    const { read, held } = newest;
    const reach = { read, held, searched: null, problem: "" };
    if (held < read) {
      const question = { kind: "rows", end: null, count, where, whole: true } as const;
      const whole = await this.#search<"rows">(question);
      if (typeof whole === "string") {
        if (oldest) newest = await this.#oldest(newest, where, count);
        return { rows: newest.rows, total: newest.total, reach: { ...reach, problem: whole } };
      }
      const matched = whole.matched ?? whole.total;
      // What came by a pipe beside the files is held at the most.
      if (matched >= newest.total) {
        const { rows } = oldest && whole.total > count
          ? await this.#of({ ...question, end: whole.first + count }, "rows")
          : whole;
        return {
          rows,
          total: matched,
          reach: { ...reach, searched: whole.searched ?? 1, problem: whole.problem ?? "" },
        };
      }
    }
    if (oldest) newest = await this.#oldest(newest, where, count);
    return { rows: newest.rows, total: newest.total, reach };
  }

  /** What all rows that match are made of; null where files cannot be read again. */
  async overview(
    where: string,
  ): Promise<{ summary: RecordsSummary; matching: number; searched: number } | null> {
    const found = await this.#search<"overview">({ kind: "overview", where, whole: true });
    if (typeof found === "string") return null;
    return { summary: found.summary, matching: found.matching, searched: found.searched ?? 1 };
  }

  /** Counts of a field's values among all rows that match, most frequent first. */
  async countAll(field: string, where: string): Promise<FoundCounts> {
    const { read, held } = await this.rows(where, null, 1);
    if (held < read) {
      const found = where === ""
        ? { summary: await this.summary(), searched: 1 }
        : await this.overview(where);
      const values = found === null ? null : valuesOf(found.summary, field);
      if (found !== null && values !== null) {
        return { values, reach: { read, held, searched: found.searched, problem: "" } };
      }
    }
    const values = await this.counts(field, where);
    return { values, reach: { read, held, searched: null, problem: "" } };
  }

  /**
   * The record of a source that holds a line (from 1), held or not; null if it cannot be read. A record is looked for where it
   * would stand if all had as many lines, and every other time in the middle: stack traces lie close together.
   */
  async line(source: number, line: number): Promise<Row | null> {
    let last: Row | null = null;
    let low: Known = { sequence: -1, line: 0 };
    let high: Known = { sequence: Infinity, line: Infinity };
    for (let step = 0; step < MOST_STEPS && high.sequence - low.sequence > 1; step++) {
      const sequence = guessBetween(low, high, line, step % 2 === 1);
      const answer = await this.recordIfAny({ source, sequence }, GUESS_AROUND);
      if (answer === null) {
        // Fewer records than lines: a guess behind the last one.
        high = { sequence, line: Infinity };
        continue;
      }
      const near = [...answer.before, answer.row, ...answer.after];
      const after = near.findIndex((row) => row.record.line > line);
      if (after > 0) return near[after - 1];
      const edge = after === 0 ? near[0] : near[near.length - 1];
      if (edge.record.line === line) return edge;
      const known = { sequence: edge.id.sequence, line: edge.record.line };
      if (after === 0) high = known;
      else [low, last] = [known, edge];
    }
    if (last === null || high.sequence - low.sequence > 1) return null;
    const isWithin = high.line < Infinity || line < last.record.line + last.record.raw.split("\n").length;
    return isWithin ? last : null;
  }

  /** The oldest of the held rows that match, if the newest are not all. */
  async #oldest(newest: Answer & { kind: "rows" }, where: string, count: number) {
    return newest.total > count ? await this.rows(where, newest.first + count, count) : newest;
  }

  /**
   * Asks once the files were searched, or time has run out; why they could not be is answered as words. Looks at how far
   * they were are small: whoever searches makes the rows of an answer, and does not search meanwhile.
   */
  async #search<K extends "rows" | "overview">(
    question: Question & { kind: K },
  ): Promise<(Answer & { kind: K }) | string> {
    const until = this.#until ??= CLOCK.now() + this.#searchTime;
    const look = { kind: "rows", end: null, count: 1, where: question.where, whole: true } as const;
    for (;;) {
      const answer = await this.#ask(look);
      if (this.#signal.aborted) throw new AiFailure("cancelled", "Cancelled");
      if (answer.kind === "error") return answer.message;
      const searched = answer.kind === "rows" ? answer.searched ?? 1 : 1;
      if (searched >= 1 || CLOCK.now() >= until) break;
      await CLOCK.sleep(LOOK, this.#signal);
    }
    const answer = await this.#ask(question);
    return answer.kind === "error" ? answer.message : answer as Answer & { kind: K };
  }

  async #of<K extends Answer["kind"]>(question: Question, kind: K): Promise<Answer & { kind: K }> {
    const answer = await this.#ask(question);
    if (answer.kind === kind) return answer as Answer & { kind: K };
    throw new AiFailure(
      "refused",
      answer.kind === "error" ? answer.message : `The engine answered ${answer.kind}`,
    );
  }
}

/** A record's number in its source, and its first line. */
interface Known {
  readonly sequence: number;
  readonly line: number;
}

/** The number of a record between two in which a line may be: in the middle, or where lines as many as so far lead to. */
function guessBetween(low: Known, high: Known, line: number, middle: boolean): number {
  const lines = line - low.line;
  if (high.sequence === Infinity) {
    const records = low.line === 0 ? lines : Math.round(lines * (low.sequence + 1) / low.line);
    return low.sequence + Math.max(1, records);
  }
  const room = high.sequence - low.sequence;
  const share = middle || high.line === Infinity ? 0.5 : lines / (high.line - low.line);
  return low.sequence + Math.min(Math.max(1, Math.round(room * share)), room - 1);
}

/** The values of a field as a summary has them; null if it does not. */
function valuesOf(summary: RecordsSummary, field: string): ValueCount[] | null {
  const named = (list: readonly NamedCount[]) => list.map(({ name, count }) => ({ value: name, count }));
  switch (field.toLowerCase()) {
    case "severity":
      return SEVERITY_RANKS.map((value, rank) => ({ value: String(value), count: summary.severities[rank] }))
        .filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
    case "service":
      return named(summary.services);
    case "host":
      return named(summary.hosts);
    case "pattern":
      return summary.patterns.top.map(({ id, count }) => ({ value: String(id), count }));
    default:
      return summary.attributes.find(({ key }) => key.toLowerCase() === field.toLowerCase())?.values ?? null;
  }
}
