import { Analysis } from "../analysis/analysis.ts";
import { Patterns } from "../analysis/patterns.ts";
import { explainRecord } from "../format/explain.ts";
import type { Batch } from "../record/batch.ts";
import type { Summary } from "../record/summary.ts";
import { FileIndex } from "./file_index.ts";
import { Ingestion } from "./ingestion.ts";
import type { Answer, EngineSettings, EngineState, Question, RowId, Snapshot } from "./messages.ts";
import { PatternSamples } from "./pattern_samples.ts";
import { Receipts } from "./receipts.ts";
import { RecordReader } from "./record_reader.ts";
import { Rows, type VerdictsOf } from "./rows.ts";
import type { ScannedFile, ScanSettings } from "./scan_messages.ts";
import type { EngineSinks } from "./sinks.ts";
import { Store } from "./store.ts";
import type { KnownPattern } from "./template_finder.ts";

/**
 * What is known of all that is read: sources → analyzers → store → sinks. It answers questions about it while reading
 * goes on.
 */
export class Engine {
  readonly #settings: EngineSettings;
  readonly #sinks: EngineSinks;
  /** What reads the sources. */
  readonly ingestion: Ingestion;
  readonly #patterns = new Patterns();
  readonly #analysis: Analysis;
  readonly #store: Store;
  readonly #receipts = new Receipts();
  readonly #samples = new PatternSamples();
  readonly #index = new FileIndex((source) => this.#placeOf(source));
  readonly #records: RecordReader;
  readonly #rows: Rows;
  #known: { read: number; patterns: KnownPattern[] } = { read: 0, patterns: [] };
  #rateAt = { time: performance.now(), records: 0, rate: 0 };

  constructor(settings: EngineSettings, sinks: EngineSinks) {
    this.#settings = settings;
    this.#sinks = sinks;
    const ingestion = this.ingestion = new Ingestion(settings, sinks, (batch) => this.#consume(batch));
    const { memorySize, stopWords } = settings;
    this.#analysis = new Analysis({ memorySize, stopWords, patterns: this.#patterns });
    this.#store = new Store(settings.logBuffer, (source, count, leaves, held) => {
      // What stands in a file is read again from there.
      if (this.#placeOf(source) === null) this.#samples.add(source, count, leaves, held);
    });
    this.#records = new RecordReader(
      (source, keys, handOver) => ingestion.readingOf(source, keys, handOver),
      (source, format) => ingestion.messageReader(source, format),
      (source) => ingestion.preambleOf(source),
    );
    this.#rows = new Rows({
      store: this.#store,
      records: this.#records,
      maxRecords: settings.logBuffer,
      stopWords,
      read: () => ingestion.recordsRead,
      patternOf: (leaf) => leaf < 0 ? null : this.#patterns.resolve(leaf),
      sourceName: (source) => ingestion.sourceName(source),
      formatName: (format) => ingestion.formatName(format),
      offsetAt: ingestion.offsetAt,
      reference: () => this.#reference,
    });
  }

  sourceName(source: number): string {
    return this.ingestion.sourceName(source);
  }

  formatName(format: number): string {
    return this.ingestion.formatName(format);
  }

  /** Reads until every source has ended (live: until `signal` aborts). Throws UserError if none is usable. */
  run(signal: AbortSignal): Promise<void> {
    return this.ingestion.run(signal);
  }

  /** All that was read so far. */
  summary(): Summary {
    return this.#summary(false);
  }

  #summary(lately: boolean): Summary {
    return this.#analysis.summary(this.ingestion.reading(), lately);
  }

  snapshot(): Snapshot {
    const summary = this.#summary(!this.ingestion.ended);
    const now = performance.now();
    const seconds = (now - this.#rateAt.time) / 1000;
    if (seconds >= 0.1) {
      const rate = Math.max(0, summary.records - this.#rateAt.records) / seconds;
      this.#rateAt = { time: now, records: summary.records, rate };
    }
    let held = 0;
    for (let source = 0; source < this.#store.sources; source++) {
      const { first, next } = this.#store.range(source);
      held += next - first;
    }
    held = Math.min(held, this.#settings.logBuffer);
    return {
      summary,
      receipts: this.#receipts.snapshot(),
      unread: this.ingestion.inputs.map(({ source: { size, position } }) =>
        size === null ? null : Math.max(0, size - position)
      ),
      state: this.#state(summary),
      rate: this.#rateAt.rate,
      held,
      letGo: this.recordsRead - held,
      progress: this.ingestion.progress(),
    };
  }

  /** Records read so far. */
  get recordsRead(): number {
    return this.ingestion.recordsRead;
  }

  /** The patterns: `leafOf` the rows of the last batch, and what a leaf has become. */
  get patterns(): Patterns {
    return this.#patterns;
  }

  /** Answers a question. Throws QueryError for a filter that cannot be read. */
  ask(question: Question): Answer {
    switch (question.kind) {
      case "rows":
        return this.#rows.rows(question.end, question.count, question.where ?? "");
      case "record":
        return this.#rows.record(question.id, question.around, (id) => this.#explain(id));
      case "find":
        return this.#rows.find(question.wanted, question.where ?? "", question.from, question.direction);
      case "time":
        return this.#rows.atTime(question.text, question.where ?? "");
      case "place":
        return this.#rows.place(question.id, question.where ?? "");
      case "counts":
        return this.#rows.counts(question.field, question.where ?? "", question.top);
      case "samples":
        return {
          ...question,
          variables: this.#patterns.details(question.pattern)?.variables ?? [],
          ...this.#rows.samples(
            question.pattern,
            this.#samples.of((leaf) => this.#patterns.resolve(leaf) === question.pattern),
          ),
        };
      case "export":
        return this.#rows.export(question.path, question.where ?? "");
      case "overview":
        return this.#rows.overview(
          question.where,
          new Map(this.knownPatterns().map(({ id, template }) => [id, template])),
        );
      case "summary":
        return { kind: "summary", summary: this.summary() };
    }
  }

  /** The patterns of all that was read; made anew when more was read since. */
  knownPatterns(): KnownPattern[] {
    if (this.#known.read !== this.recordsRead) {
      const patterns = this.#patterns.snapshot().top.map(({ id, template }) => ({ id, template }));
      this.#known = { read: this.recordsRead, patterns };
    }
    return this.#known.patterns;
  }

  /** The files that can be read again, as far as they were read. */
  scannedFiles(): ScannedFile[] {
    return this.ingestion.inputs.flatMap(({ number, source: { name, reference } }) => {
      const file = this.#index.of(number);
      if (file === null) return [];
      return [{
        ...file,
        source: number,
        name,
        reference,
        preamble: [...this.ingestion.preambleOf(number)],
      }];
    });
  }

  /** Names of the inputs with records that cannot be read again. */
  notReadAgain(): string[] {
    return this.ingestion.inputs.filter(({ number }) =>
      this.#placeOf(number) === null && this.#store.range(number).next > 0
    ).map(({ source }) => source.name);
  }

  /** What a search of all that was read must know. */
  scanSettings(where: string): Omit<ScanSettings, "search"> {
    const { timeZone, format, customFormats, logBuffer, stopWords } = this.#settings;
    return {
      where,
      base: this.#settings.where ?? "",
      files: this.scannedFiles(),
      timeZone,
      format,
      customFormats,
      ...this.ingestion.choice.ends,
      reference: this.#reference,
      patterns: this.knownPatterns(),
      stopWords,
      held: Math.min(logBuffer, this.recordsRead),
      read: this.recordsRead,
    };
  }

  /** Has the held rows that a costly filter was not matched with yet told apart by `verdictsOf`, before it is asked for. */
  async settle(where: string, verdictsOf: VerdictsOf): Promise<void> {
    const rows = this.#rows.unseen(where);
    if (rows.length === 0) return;
    try {
      const verdicts = await verdictsOf(where, rows, this.#reference);
      this.#rows.take(where, rows.filter((_, at) => verdicts[at]));
    } catch (error) {
      // Or the next question would count them as rows that do not match.
      this.#rows.forget(where, rows);
      throw error;
    }
  }

  /** Answers a search while others have their turn; `verdictsOf` matches its expression, and may throw to end it. */
  find(question: Question & { kind: "find" }, verdictsOf: VerdictsOf): Promise<Answer> {
    return this.#rows.findApart(question, verdictsOf);
  }

  /** Whether a record is still held. */
  holds({ source, sequence }: RowId): boolean {
    return this.#store.get(source, sequence) !== null;
  }

  /** Forgets what was counted and held; reading goes on. */
  reset(): void {
    this.#analysis.reset();
    this.#receipts.reset();
    this.#store.reset();
    this.#index.reset();
    this.#samples.reset();
    this.#rows.reset();
    this.ingestion.reset();
    this.#known = { read: 0, patterns: [] };
    this.#rateAt.records = 0;
  }

  /** Where a source's lines can be read again; null if they cannot. */
  #placeOf(source: number) {
    return this.ingestion.inputs[source].source.place ?? null;
  }

  /** The moment that relative times count back from, epoch milliseconds. */
  get #reference(): number {
    return this.ingestion.isLive ? Date.now() : this.#store.newest ?? Date.now();
  }

  #state(summary: Summary): EngineState {
    if (this.ingestion.ended) return "ended";
    if (summary.records === 0) return "waiting";
    const sources = summary.sources.filter((source) => source.state !== "ended" && source.state !== "failed");
    return sources.some((source) => source.state === "reading") ? "reading" : "following";
  }

  #consume(batch: Batch): void {
    this.#analysis.add(batch);
    this.#receipts.add(batch);
    this.#index.add(batch, this.#store.range(batch.source).next);
    this.#store.add(batch, this.#patterns.leafOf);
    this.#sinks.batch?.(batch);
  }

  #explain(id: RowId): string[] {
    const held = this.#store.get(id.source, id.sequence);
    if (held === null) return [];
    let explanation: string[] = [];
    this.#records.read(id.source, held, (batch, row) => explanation = explainRecord(batch, row));
    return explanation;
  }
}
