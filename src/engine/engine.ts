import { Analysis, type ReadingSummary } from "../analysis/analysis.ts";
import { Patterns } from "../analysis/patterns.ts";
import { FormatNames } from "../format/detector.ts";
import { explainRecord } from "../format/explain.ts";
import { INPUT_BYTES, SIDE_BYTES } from "../format/source_reader.ts";
import { offsetsOfZone } from "../format/time/time_zone.ts";
import { Batch } from "../record/batch.ts";
import { KeyTable } from "../record/key_table.ts";
import type { SourceHealth, Summary } from "../record/summary.ts";
import { UserError } from "../record/user_error.ts";
import { OpenSources } from "../source/open_sources.ts";
import type { Source } from "../source/source.ts";
import { type LineReading, lineReading } from "./line_reading.ts";
import { FileIndex } from "./file_index.ts";
import { type EngineInput, Input } from "./input.ts";
import type { Answer, EngineSettings, EngineState, Notice, Question, RowId, Snapshot } from "./messages.ts";
import { newestTime } from "./newest.ts";
import { asksForRelativeTime, type MissingFields, RecordFilter } from "./record_filter.ts";
import type { Receiving } from "./receiving.ts";
import { PatternSamples } from "./pattern_samples.ts";
import { Receipts } from "./receipts.ts";
import { RecordReader } from "./record_reader.ts";
import { Rows, type VerdictsOf } from "./rows.ts";
import type { ScannedFile, ScanSettings } from "./scan_messages.ts";
import type { EngineSinks } from "./sinks.ts";
import { Store } from "./store.ts";
import type { KnownPattern } from "./template_finder.ts";
import { isRelative, TimeWindow } from "./time_window.ts";
import { Turns } from "./turns.ts";
import { instantOfTime } from "../query/match.ts";
import { parseQuery } from "../query/parse.ts";

const NOTHING_BEFORE: readonly string[] = [];

/**
 * Reads the sources, batch by batch: format → analyzers → store → sinks. One thread; it lets others have
 * their turn every few milliseconds, and reads nothing while a sink asks it to wait.
 */
export class Engine {
  readonly #settings: EngineSettings;
  readonly #sinks: EngineSinks;
  readonly #keys = new KeyTable();
  readonly #names = new FormatNames();
  readonly #batch = new Batch(INPUT_BYTES, SIDE_BYTES, this.#keys);
  readonly #offsetAt: (wall: number) => number;
  readonly #inputs: EngineInput[] = [];
  readonly #patterns: Patterns;
  readonly #analysis: Analysis;
  readonly #store: Store;
  readonly #receipts = new Receipts();
  readonly #samples = new PatternSamples();
  readonly #index = new FileIndex((source) => this.#inputs[source].source.place ?? null);
  readonly #records: RecordReader;
  readonly #rows: Rows;
  #receiving: Receiving | null = null;
  #window: TimeWindow | null = null;
  #filter: RecordFilter | null = null;
  #splitAt = NaN;
  #ended = false;
  #passed = 0;
  #known: { read: number; patterns: KnownPattern[] } = { read: 0, patterns: [] };
  #rateAt = { time: performance.now(), records: 0, rate: 0 };

  /** `patterns`: those of another engine, to go on with; its numbers of leaves then mean the same here. */
  constructor(settings: EngineSettings, sinks: EngineSinks, patterns = new Patterns()) {
    this.#settings = settings;
    this.#sinks = sinks;
    this.#patterns = patterns;
    this.#offsetAt = offsetsOfZone(settings.timeZone);
    const { memorySize, stopWords } = settings;
    this.#analysis = new Analysis({ memorySize, stopWords, patterns: this.#patterns });
    this.#store = new Store(settings.logBuffer, (source, count, leaves, held) => {
      // What stands in a file is read again from there.
      if ((this.#inputs[source].source.place ?? null) === null) {
        this.#samples.add(source, count, leaves, held);
      }
    });
    this.#records = new RecordReader(
      (source, keys) => {
        const made = this.#newReading(keys, () => {});
        made.detector.reference = this.#inputs[source].source.reference;
        return made;
      },
      (source, format) => this.#receiving?.readerOf(source, format) ?? null,
      (source) => this.#preambleOf(source),
    );
    this.#rows = new Rows({
      store: this.#store,
      records: this.#records,
      maxRecords: settings.logBuffer,
      stopWords,
      read: () => this.#passed,
      patternOf: (leaf) => leaf < 0 ? null : this.#patterns.resolve(leaf),
      sourceName: (source) => this.sourceName(source),
      formatName: (format) => this.formatName(format),
      offsetAt: this.#offsetAt,
      reference: () => this.#live ? Date.now() : this.#store.newest ?? Date.now(),
    });
  }

  sourceName(source: number): string {
    return this.#inputs[source].source.name;
  }

  formatName(format: number): string {
    return this.#names.names[format];
  }

  /** Reads until every source has ended (live: until `signal` aborts). Throws UserError if none is usable. */
  async run(signal: AbortSignal): Promise<void> {
    const opened = this.#open();
    const { receiver } = this.#settings;
    if (receiver !== null) {
      // Loaded for who asks for it.
      const { Receiving } = await import("./receiving.ts");
      this.#receiving = await Receiving.start(
        receiver,
        this.#batch,
        this.#names,
        (batch) => this.#consume(batch),
      );
    }
    await this.#choose(opened, signal);
    for (const source of opened.sources) this.#add(source);
    if (this.#receiving) {
      const number = this.#inputs.length;
      this.#inputs.push(this.#receiving.input(number));
      this.#sinks.sourceAdded?.(number);
    }
    const { follow } = this.#settings;
    const turns = new Turns({
      inputs: this.#inputs,
      opened,
      follow,
      isLive: this.#live,
      sinks: this.#sinks,
      add: (source) => this.#add(source),
      notice: (level, text) => this.#notice(level, text),
    });
    try {
      await turns.run(signal);
    } finally {
      opened.close();
    }
    await this.#receiving?.close(() => this.#sinks.drain?.(false));
    turns.end();
    this.#ended = true;
    await this.#sinks.drain?.(true);
  }

  /** All that was read so far. */
  summary(): Summary {
    return this.#summary(false);
  }

  /** How well each source was understood so far. */
  health(): SourceHealth[] {
    return this.#inputs.map((input) => input.health((format) => this.formatName(format)));
  }

  /** What was read so far, counted or not. */
  reading(): ReadingSummary {
    const sources = this.health();
    const sum = (of: (source: typeof sources[number]) => number) =>
      sources.reduce((total, s) => total + of(s), 0);
    return { lines: sum((s) => s.lines), bytes: sum((s) => s.bytes), sources };
  }

  #summary(lately: boolean): Summary {
    return this.#analysis.summary(this.reading(), lately);
  }

  snapshot(): Snapshot {
    const summary = this.#summary(!this.#ended);
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
      unread: this.#inputs.map(({ source: { size, position } }) =>
        size === null ? null : Math.max(0, size - position)
      ),
      state: this.#state(summary),
      rate: this.#rateAt.rate,
      held,
      letGo: this.#passed - held,
      progress: this.progress(),
    };
  }

  /** Bytes read and to read of the sources whose size is known; null if there are none. */
  progress(): { position: number; size: number } | null {
    let position = 0;
    let size = 0;
    for (const { source } of this.#inputs) {
      if (source.size === null) continue;
      position += source.position;
      size += source.size;
    }
    return size === 0 ? null : { position, size };
  }

  /** Records read so far. */
  get recordsRead(): number {
    return this.#passed;
  }

  /** The patterns: `leafOf` the rows of the last batch, and what a leaf has become. */
  get patterns(): Patterns {
    return this.#patterns;
  }

  /** The moment that `split` of the settings means, epoch milliseconds; NaN without it, or before reading begins. */
  get splitAt(): number {
    return this.#splitAt;
  }

  /** Fields that `where` of the settings asks for and no record had. */
  get missingFields(): MissingFields {
    return this.#filter?.missingFields ?? { missing: [], known: [] };
  }

  /** When no record was in the time window: from when to when they are; null else. */
  get outsideWindow(): { first: number; last: number } | null {
    return this.#passed > 0 ? null : this.#window?.asked ?? null;
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
      case "place":
        return this.#rows.place(question.id, question.where ?? "");
      case "counts":
        return this.#rows.counts(question.field, question.where ?? "", question.top);
      case "samples":
        return this.#rows.samples(
          question.pattern,
          this.#samples.of((leaf) => this.#patterns.resolve(leaf) === question.pattern),
        );
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
    if (this.#known.read !== this.#passed) {
      const patterns = this.#patterns.snapshot().top.map(({ id, template }) => ({ id, template }));
      this.#known = { read: this.#passed, patterns };
    }
    return this.#known.patterns;
  }

  /** The files that can be read again, as far as they were read. */
  scannedFiles(): ScannedFile[] {
    return this.#inputs.flatMap(({ number, source: { name, reference } }) => {
      const file = this.#index.of(number);
      if (file === null) return [];
      return [{ ...file, source: number, name, reference, preamble: [...this.#preambleOf(number)] }];
    });
  }

  /** Names of the inputs with records that cannot be read again. */
  notReadAgain(): string[] {
    return this.#inputs.filter(({ number, source }) =>
      (source.place ?? null) === null && this.#store.range(number).next > 0
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
      ...this.#window?.ends ?? { since: null, until: null },
      reference: this.#live ? Date.now() : this.#store.newest ?? Date.now(),
      patterns: this.knownPatterns(),
      stopWords,
      held: Math.min(logBuffer, this.#passed),
      read: this.#passed,
    };
  }

  /** Has the held rows that a costly filter was not matched with yet told apart by `verdictsOf`, before it is asked for. */
  async settle(where: string, verdictsOf: VerdictsOf): Promise<void> {
    const rows = this.#rows.unseen(where);
    if (rows.length === 0) return;
    const verdicts = await verdictsOf(
      where,
      rows,
      this.#live ? Date.now() : this.#store.newest ?? Date.now(),
    );
    this.#rows.take(where, rows.filter((_, at) => verdicts[at]));
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
    for (const input of this.#inputs) input.reset();
    this.#passed = 0;
    this.#known = { read: 0, patterns: [] };
    this.#rateAt.records = 0;
  }

  #preambleOf(source: number): readonly string[] {
    return this.#inputs[source].preamble ?? NOTHING_BEFORE;
  }

  get #live(): boolean {
    return this.#settings.follow || this.#settings.endless;
  }

  #state(summary: Summary): EngineState {
    if (this.#ended) return "ended";
    if (summary.records === 0) return "waiting";
    const sources = summary.sources.filter((source) => source.state !== "ended" && source.state !== "failed");
    return sources.some((source) => source.state === "reading") ? "reading" : "following";
  }

  #open(): OpenSources {
    const { files, follow, endless } = this.#settings;
    const opened = new OpenSources({ files, follow, endlessStdin: endless });
    const problems = opened.problems.splice(0);
    if (opened.sources.length === 0 && !endless && !opened.waiting) {
      throw new UserError([...problems, "Nothing could be read"].join("\n"), 1);
    }
    for (const problem of problems) this.#notice("error", problem);
    for (const name of opened.awaited.splice(0)) this.#notice("info", name);
    return opened;
  }

  /** Makes what decides which records are taken. */
  async #choose(opened: OpenSources, signal: AbortSignal): Promise<void> {
    const { since, until, split, where } = this.#settings;
    const query = where ? parseQuery(where) : null;
    if (!since && !until && !split && query === null) return;
    const relative = isRelative(since, until, split ?? null) ||
      (query !== null && asksForRelativeTime(query));
    const reference = relative && !this.#live ? await this.#newest(opened, signal) : Date.now();
    const context = { reference, offsetAt: this.#offsetAt };
    if (since || until) this.#window = new TimeWindow(since, until, context);
    if (split) this.#splitAt = instantOfTime(split, context);
    if (query !== null) {
      this.#filter = new RecordFilter(query, {
        ...context,
        sourceName: (source) => this.sourceName(source),
        formatName: (format) => this.formatName(format),
      });
    }
  }

  async #newest(opened: OpenSources, signal: AbortSignal): Promise<number> {
    const found = await newestTime(
      opened.sources,
      (source, consume) => this.#input(0, source, consume),
      signal,
    );
    opened.sources.splice(0, Infinity, ...found.sources);
    return found.newest;
  }

  #add(source: Source): void {
    const number = this.#inputs.length;
    this.#inputs.push(this.#input(number, source, (batch) => this.#consume(batch)));
    this.#sinks.sourceAdded?.(number);
  }

  #input(number: number, source: Source, consume: (batch: Batch) => void): Input {
    const { detector, continuation } = this.#newReading(this.#keys, () => input.reader.handOver());
    const input: Input = new Input(number, source, detector, this.#batch, continuation, consume);
    return input;
  }

  #newReading(keys: KeyTable, handOver: () => void): LineReading {
    return lineReading({ keys, names: this.#names, offsetAt: this.#offsetAt, handOver }, this.#settings);
  }

  #consume(batch: Batch): void {
    this.#window?.apply(batch);
    this.#filter?.apply(batch);
    if (batch.count === 0) return;
    this.#passed += batch.count;
    if (this.#sinks.count !== undefined) return this.#sinks.count(batch);
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

  #notice(level: Notice["level"], text: string): void {
    this.#sinks.notice({ level, text, at: Date.now() });
  }
}
