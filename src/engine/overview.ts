import { Attributes } from "../analysis/attributes.ts";
import { FieldHashes } from "../analysis/field_hashes.ts";
import { NamedCounts } from "../analysis/named_counts.ts";
import { Severities } from "../analysis/severities.ts";
import { Timeline } from "../analysis/timeline.ts";
import { Totals } from "../analysis/totals.ts";
import { Words } from "../analysis/words.ts";
import type { Batch } from "../record/batch.ts";
import { severityRank } from "../record/severity.ts";
import type { PatternsSummary, PatternSummary, Summary } from "../record/summary.ts";
import type { Row } from "./messages.ts";

/** Records of a filter that are looked at, and milliseconds that this may take. */
export const OVERVIEW_RECORDS = 5_000;
export const OVERVIEW_TIME = 150;

/** Counts some records as all are counted; their patterns keep the numbers they have, and findings are those of all. */
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
  readonly #all: Summary;

  /** `all`: the summary of everything, whose patterns and sources are known. */
  constructor(all: Summary, stopWords: readonly string[]) {
    this.#all = all;
    this.#words = new Words({ stopWords });
  }

  /** Counts the record in row `row` of a batch; the batch's other rows are gone then. */
  add(batch: Batch, row: number, { record, pattern }: Pick<Row, "record" | "pattern">): void {
    batch.retain((other) => other === row);
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
    return {
      ...this.#all,
      ...this.#totals.snapshot(),
      severities: this.#severities.snapshot(),
      timeline: this.#timeline.snapshot(),
      words: this.#words.snapshot(),
      attributes: this.#attributes.snapshot(),
      patterns: this.#counted(),
      services: this.#services.snapshot(),
      hosts: this.#hosts.snapshot(),
    };
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
