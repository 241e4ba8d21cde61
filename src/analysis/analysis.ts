import type { Batch } from "../record/batch.ts";
import type { SourceHealth, Summary } from "../record/summary.ts";
import { type AnalysisOptions, BodyAnalysis } from "./body_analysis.ts";
import { FieldAnalysis } from "./field_analysis.ts";

/** What the reading side knows and the analyzers do not. */
export interface ReadingSummary {
  lines: number;
  bytes: number;
  sources: SourceHealth[];
}

/** All analyzers of one engine. They hold less than 40 MB together at the default settings. */
export class Analysis {
  readonly #fields = new FieldAnalysis();
  readonly #bodies: BodyAnalysis;

  constructor(options: AnalysisOptions) {
    this.#bodies = new BodyAnalysis(options, this.#fields.hashes);
  }

  add(batch: Batch): void {
    this.#fields.add(batch);
    this.#bodies.add(batch);
  }

  /** `lately`: findings may be those of some seconds ago. */
  summary(reading: ReadingSummary, lately = false): Summary {
    const fields = this.#fields.snapshot();
    const { services, hosts } = fields;
    const { sources } = reading;
    return { ...reading, ...fields, ...this.#bodies.snapshot({ services, hosts, sources }, lately) };
  }

  /** Adds what another has counted, with the same hash seeds and settings. */
  merge(other: Analysis): void {
    this.#fields.merge(other.#fields);
    this.#bodies.merge(other.#bodies);
  }

  reset(): void {
    this.#fields.reset();
    this.#bodies.reset();
  }
}
