import type { Batch } from "../record/batch.ts";
import type { Finding, PatternsSummary, SourceHealth, Summary } from "../record/summary.ts";
import { Activity } from "./activity.ts";
import type { Analyzer } from "./analyzer.ts";
import { Attributes } from "./attributes.ts";
import { FieldHashes } from "./field_hashes.ts";
import { type FindingsContext, findingsIn } from "./findings/find.ts";
import { NamedCounts } from "./named_counts.ts";
import type { KnownText } from "./patterns/known_lines.ts";
import { Severities } from "./severities.ts";
import { Timeline } from "./timeline.ts";
import { Totals } from "./totals.ts";
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
  /** The templates of some patterns, with the value of a variable that has but one in its place. */
  said?(ids: Iterable<number>): ReadonlyMap<number, string>;
  /** What the bodies of the last batch have in common. */
  readonly knownText?: KnownText;
}

/** What the reading side knows and the analyzers do not. */
export interface ReadingSummary {
  lines: number;
  bytes: number;
  sources: SourceHealth[];
}

/** Milliseconds for which findings are good enough to be shown, unless the records have become so much more. */
const OLD_ENOUGH = 5_000;
const MUCH_MORE = 1.2;
/** Findings that tell of something that is missing. */
const ABSENCES = new Set<Finding["kind"]>(["vanished", "gap", "drop"]);

/** What was found when so many records had been read; `isUneven`: some sources were ahead of others. */
interface Found {
  records: number;
  at: number;
  isUneven: boolean;
  findings: Finding[];
}

const NOTHING_FOUND: Found = { records: 0, at: 0, isUneven: false, findings: [] };

/** All analyzers of one engine. They hold less than 40 MB together at the default settings. */
export class Analysis {
  readonly #hashes = new FieldHashes();
  readonly #totals = new Totals();
  readonly #severities = new Severities();
  readonly #timeline = new Timeline();
  readonly #attributes = new Attributes(this.#hashes);
  readonly #services = new NamedCounts("service", this.#hashes);
  readonly #hosts = new NamedCounts("host", this.#hashes);
  readonly #words: Words;
  readonly #patterns: PatternsAnalyzer;
  /** What patterns do over time; it is not merged. */
  readonly #activity: Activity | null;
  readonly #said = (ids: Iterable<number>) => this.#patterns.said?.(ids) ?? new Map<number, string>();
  #found: Found = NOTHING_FOUND;

  constructor(options: AnalysisOptions) {
    const { patterns } = options;
    this.#words = new Words(options);
    this.#patterns = patterns;
    this.#activity = patterns.leafOf === undefined ? null : new Activity(
      this.#hashes,
      patterns.leafOf,
      (leaf) => patterns.resolve?.(leaf) ?? leaf,
      this.#services,
      this.#hosts,
    );
  }

  add(batch: Batch): void {
    this.#hashes.read(batch);
    this.#totals.add(batch);
    this.#severities.add(batch);
    this.#timeline.add(batch);
    this.#attributes.add(batch);
    this.#services.add(batch);
    this.#hosts.add(batch);
    this.#patterns.add(batch);
    this.#words.add(batch, this.#patterns.knownText ?? null);
    this.#activity?.add(batch, this.#patterns.knownText ?? null);
  }

  /** `lately`: findings may be those of some seconds ago. */
  summary(reading: ReadingSummary, lately = false): Summary {
    const totals = this.#totals.snapshot();
    const services = this.#services.snapshot();
    const hosts = this.#hosts.snapshot();
    const patterns = this.#patterns.snapshot();
    const context = { services, hosts, sources: reading.sources, patterns: patterns.top, said: this.#said };
    return {
      ...reading,
      ...totals,
      severities: this.#severities.snapshot(),
      timeline: this.#timeline.snapshot(),
      attributes: this.#attributes.snapshot(),
      services,
      hosts,
      words: this.#words.snapshot(),
      patterns,
      findings: this.#findings(context, totals.records, lately),
    };
  }

  /** Adds what another has counted, with the same hash seeds and settings. */
  merge(other: Analysis): void {
    this.#totals.merge(other.#totals);
    this.#severities.merge(other.#severities);
    this.#timeline.merge(other.#timeline);
    this.#attributes.merge(other.#attributes);
    this.#services.merge(other.#services);
    this.#hosts.merge(other.#hosts);
    this.#words.merge(other.#words);
    this.#patterns.merge(other.#patterns);
  }

  reset(): void {
    this.#totals.reset();
    this.#severities.reset();
    this.#timeline.reset();
    this.#attributes.reset();
    this.#services.reset();
    this.#hosts.reset();
    this.#words.reset();
    this.#patterns.reset();
    this.#activity?.reset();
    this.#found = NOTHING_FOUND;
  }

  #findings(context: FindingsContext, records: number, lately: boolean): Finding[] {
    if (this.#activity === null) return [];
    const now = performance.now();
    const old = this.#found;
    // Of several sources that are being read one may be behind the others: what is missing may only be to come.
    const isUneven = context.sources.length > 1 && context.sources.some(({ state }) => state === "reading");
    const fresh = old.records === records || now - old.at < OLD_ENOUGH && records < old.records * MUCH_MORE;
    if (lately && fresh && old.isUneven === isUneven) return old.findings;
    const found = findingsIn(this.#activity, context);
    const findings = isUneven ? found.filter(({ kind }) => !ABSENCES.has(kind)) : found;
    this.#found = { records, at: now, isUneven, findings };
    return findings;
  }
}
