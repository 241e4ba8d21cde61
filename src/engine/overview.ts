import { Analysis } from "../analysis/analysis.ts";
import type { Batch } from "../record/batch.ts";
import { severityRank } from "../record/severity.ts";
import type { PatternsSummary, PatternSummary, Summary } from "../record/summary.ts";
import type { Row } from "./messages.ts";

/** Records of a filter that are looked at, and milliseconds that this may take. */
export const OVERVIEW_RECORDS = 5_000;
export const OVERVIEW_TIME = 150;

/** Counts some records as all are counted; their patterns keep the numbers they have. */
export class Overview {
  readonly #patterns = new Map<number, Pick<PatternSummary, "count" | "severities" | "first" | "last">>();
  readonly #analysis: Analysis;
  readonly #all: Summary;

  /** `all`: the summary of everything, whose patterns and sources are known. */
  constructor(all: Summary) {
    this.#all = all;
    const patterns = { add() {}, merge() {}, reset() {}, snapshot: () => this.#counted() };
    this.#analysis = new Analysis({ patterns });
  }

  /** Counts the record in row `row` of a batch; the batch's other rows are gone then. */
  add(batch: Batch, row: number, { record, pattern }: Pick<Row, "record" | "pattern">): void {
    batch.retain((other) => other === row);
    this.#analysis.add(batch);
    if (pattern === null) return;
    const time = record.time ?? record.received;
    let known = this.#patterns.get(pattern);
    if (!known) {
      known = { count: 0, severities: [0, 0, 0, 0, 0, 0, 0], first: time, last: time };
      this.#patterns.set(pattern, known);
    }
    known.count++;
    known.severities[severityRank(record.severity)]++;
    known.first = Math.min(known.first, time);
    known.last = Math.max(known.last, time);
  }

  summary(): Summary {
    const { lines, bytes, sources } = this.#all;
    return this.#analysis.summary({ lines, bytes, sources });
  }

  #counted(): PatternsSummary {
    const templates = new Map(this.#all.patterns.top.map((pattern) => [pattern.id, pattern.template]));
    const top = Array.from(this.#patterns, ([id, counts]) => ({
      id,
      template: templates.get(id) ?? `pattern ${id}`,
      ...counts,
    }));
    top.sort((a, b) => b.count - a.count || a.id - b.id);
    return { top, total: top.length };
  }
}
