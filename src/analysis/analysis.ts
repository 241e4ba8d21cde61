import type { Batch } from "../record/batch.ts";
import type { PatternsSummary, SourceHealth, Summary } from "../record/summary.ts";
import type { Analyzer } from "./analyzer.ts";
import { Attributes } from "./attributes.ts";
import { FieldHashes } from "./field_hashes.ts";
import { NamedCounts } from "./named_counts.ts";
import { Severities } from "./severities.ts";
import { Timeline } from "./timeline.ts";
import { Totals } from "./totals.ts";
import { Words } from "./words.ts";

export interface AnalysisOptions {
  /** Words that are tracked; 10,000 if not given. */
  memorySize?: number;
  /** Words that are not counted, besides the built-in ones. */
  stopWords?: readonly string[];
  patterns: Analyzer<PatternsSummary>;
}

/** What the reading side knows and the analyzers do not. */
export interface ReadingSummary {
  lines: number;
  bytes: number;
  sources: SourceHealth[];
}

/** All analyzers of one engine. They hold less than 30 MB together at the default settings. */
export class Analysis {
  readonly #hashes = new FieldHashes();
  readonly #totals = new Totals();
  readonly #severities = new Severities();
  readonly #timeline = new Timeline();
  readonly #words: Words;
  readonly #attributes = new Attributes(this.#hashes);
  readonly #patterns: Analyzer<PatternsSummary>;
  readonly #services = new NamedCounts("service", this.#hashes);
  readonly #hosts = new NamedCounts("host", this.#hashes);

  constructor(options: AnalysisOptions) {
    this.#words = new Words(options);
    this.#patterns = options.patterns;
  }

  add(batch: Batch): void {
    this.#hashes.read(batch);
    this.#totals.add(batch);
    this.#severities.add(batch);
    this.#timeline.add(batch);
    this.#words.add(batch);
    this.#attributes.add(batch);
    this.#patterns.add(batch);
    this.#services.add(batch);
    this.#hosts.add(batch);
  }

  summary(reading: ReadingSummary): Summary {
    return {
      ...reading,
      ...this.#totals.snapshot(),
      severities: this.#severities.snapshot(),
      timeline: this.#timeline.snapshot(),
      words: this.#words.snapshot(),
      attributes: this.#attributes.snapshot(),
      patterns: this.#patterns.snapshot(),
      services: this.#services.snapshot(),
      hosts: this.#hosts.snapshot(),
    };
  }

  /** Adds what another has counted, with the same hash seeds and settings. */
  merge(other: Analysis): void {
    this.#totals.merge(other.#totals);
    this.#severities.merge(other.#severities);
    this.#timeline.merge(other.#timeline);
    this.#words.merge(other.#words);
    this.#attributes.merge(other.#attributes);
    this.#patterns.merge(other.#patterns);
    this.#services.merge(other.#services);
    this.#hosts.merge(other.#hosts);
  }

  reset(): void {
    this.#totals.reset();
    this.#severities.reset();
    this.#timeline.reset();
    this.#words.reset();
    this.#attributes.reset();
    this.#patterns.reset();
    this.#services.reset();
    this.#hosts.reset();
  }
}
