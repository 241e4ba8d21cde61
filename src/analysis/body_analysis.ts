import type { Batch } from "../record/batch.ts";
import type { Finding, PatternsSummary, Summary } from "../record/summary.ts";
import { Activity } from "./activity.ts";
import type { Analyzer } from "./analyzer.ts";
import type { FieldHashes } from "./field_hashes.ts";
import { type FindingsContext, findingsIn } from "./findings/find.ts";
import type { KnownText } from "./patterns/known_lines.ts";
import { Words } from "./words.ts";

export interface AnalysisOptions {
  /** Words that are tracked; 10,000 if not given. */
  memorySize?: number;
  /** Words that are not counted, besides the built-in ones. */
  stopWords?: readonly string[];
  patterns: PatternsAnalyzer;
}

/** The patterns, and the numbers that they gave to the rows of the last batch; without those there are no findings. */
export interface PatternsAnalyzer extends Analyzer<PatternsSummary> {
  readonly leafOf?: Int32Array;
  resolve?(leaf: number): number;
  /** What the bodies of the last batch have in common. */
  readonly knownText?: KnownText;
}

/** The part of a summary that says what bodies say, and what needs a look. */
export type BodySummary = Pick<Summary, "words" | "patterns" | "findings">;

/** Milliseconds for which findings are good enough to be shown, unless the records have become so much more. */
const OLD_ENOUGH = 5_000;
const MUCH_MORE = 1.2;

/** The analyzers of bodies: words, patterns, and what these do over time. */
export class BodyAnalysis {
  readonly #words: Words;
  readonly #patterns: PatternsAnalyzer;
  readonly #activity: Activity | null;
  #records = 0;
  #found: { records: number; at: number; findings: Finding[] } = { records: 0, at: 0, findings: [] };

  /** `hashes` must have read each batch that is added. */
  constructor(options: AnalysisOptions, hashes: FieldHashes) {
    this.#words = new Words(options);
    this.#patterns = options.patterns;
    const { patterns } = options;
    this.#activity = patterns.leafOf === undefined
      ? null
      : new Activity(hashes, patterns.leafOf, (leaf) => patterns.resolve?.(leaf) ?? leaf);
  }

  add(batch: Batch): void {
    this.#records += batch.count;
    this.#patterns.add(batch);
    this.#words.add(batch, this.#patterns.knownText ?? null);
    this.#activity?.add(batch);
  }

  /** `lately`: findings may be those of some seconds ago. */
  snapshot(context: Omit<FindingsContext, "patterns">, lately = false): BodySummary {
    const patterns = this.#patterns.snapshot();
    return {
      words: this.#words.snapshot(),
      patterns,
      findings: this.#findings({ ...context, patterns: patterns.top }, lately),
    };
  }

  merge(other: BodyAnalysis): void {
    this.#words.merge(other.#words);
    this.#patterns.merge(other.#patterns);
  }

  reset(): void {
    this.#words.reset();
    this.#patterns.reset();
    this.#activity?.reset();
    this.#records = 0;
    this.#found = { records: 0, at: 0, findings: [] };
  }

  #findings(context: FindingsContext, lately: boolean): Finding[] {
    if (this.#activity === null) return [];
    const records = this.#records;
    const now = performance.now();
    const old = this.#found;
    const fresh = old.records === records || now - old.at < OLD_ENOUGH && records < old.records * MUCH_MORE;
    if (lately && fresh) return old.findings;
    this.#found = { records, at: now, findings: findingsIn(this.#activity, context) };
    return this.#found.findings;
  }
}
