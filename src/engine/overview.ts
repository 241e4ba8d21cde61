import { Attributes } from "../analysis/attributes.ts";
import { FieldHashes } from "../analysis/field_hashes.ts";
import { NamedCounts } from "../analysis/named_counts.ts";
import { Severities } from "../analysis/severities.ts";
import { Timeline } from "../analysis/timeline.ts";
import { Totals } from "../analysis/totals.ts";
import { Words } from "../analysis/words.ts";
import type { Batch } from "../record/batch.ts";
import { severityRank } from "../record/severity.ts";
import type { PatternsSummary, PatternSummary, RecordsSummary } from "../record/summary.ts";

/** Records of a filter that are looked at, and milliseconds that this may take. */
export const OVERVIEW_RECORDS = 5_000;
export const OVERVIEW_TIME = 150;

/** Counts some records as all are counted; their patterns keep the numbers they have among all. */
export class Overview {
  readonly #patterns = new Map<number, Pick<PatternSummary, "count" | "severities" | "first" | "last">>();
  readonly #hashes = new FieldHashes();
  readonly #totals = new Totals();
  readonly #severities = new Severities();
  readonly #timeline = new Timeline();
  readonly #words: Words;
  readonly #attributes = new Attributes(this.#hashes);
  readonly #services = new NamedCounts("service", this.#hashes);
  readonly #hosts = new NamedCounts("host", this.#hashes);

  constructor(stopWords: readonly string[]) {
    this.#words = new Words({ stopWords });
  }

  get records(): number {
    return this.#totals.snapshot().records;
  }

  /** Counts the records of a batch; `patternOf` a row is the number of its pattern, null for none. */
  add(batch: Batch, patternOf: (row: number) => number | null): void {
    this.#hashes.read(batch);
    for (
      const analyzer of [
        this.#totals,
        this.#severities,
        this.#timeline,
        this.#words,
        this.#attributes,
        this.#services,
        this.#hosts,
      ]
    ) analyzer.add(batch);
    for (let row = 0; row < batch.count; row++) this.#addPattern(batch, row, patternOf(row));
  }

  #addPattern(batch: Batch, row: number, pattern: number | null): void {
    if (pattern === null) return;
    const own = batch.time[row];
    const time = own === own ? own : batch.received;
    let known = this.#patterns.get(pattern);
    if (!known) {
      known = { count: 0, severities: [0, 0, 0, 0, 0, 0, 0], first: time, last: time };
      this.#patterns.set(pattern, known);
    }
    known.count++;
    known.severities[severityRank(batch.severity[row])]++;
    known.first = Math.min(known.first, time);
    known.last = Math.max(known.last, time);
  }

  /** `templates`: of the patterns by their numbers. */
  summary(templates: ReadonlyMap<number, string>): RecordsSummary {
    return {
      ...this.#totals.snapshot(),
      severities: this.#severities.snapshot(),
      timeline: this.#timeline.snapshot(),
      words: this.#words.snapshot(),
      attributes: this.#attributes.snapshot(),
      patterns: this.#counted(templates),
      services: this.#services.snapshot(),
      hosts: this.#hosts.snapshot(),
    };
  }

  #counted(templates: ReadonlyMap<number, string>): PatternsSummary {
    const top = Array.from(this.#patterns, ([id, counts]) => ({
      id,
      template: templates.get(id) ?? `pattern ${id}`,
      ...counts,
    }));
    top.sort((a, b) => b.count - a.count || a.id - b.id);
    return { top, total: top.length };
  }
}
