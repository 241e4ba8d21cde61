import type { ReadingSummary } from "../analysis/analysis.ts";
import { FormatNames } from "../format/format_names.ts";
import type { MessageReader } from "../format/otlp/otlp_message.ts";
import { offsetsOfZone } from "../format/time/time_zone.ts";
import { Batch } from "../record/batch.ts";
import { INPUT_BYTES, SIDE_BYTES } from "../record/bounds.ts";
import { KeyTable } from "../record/key_table.ts";
import type { SourceHealth } from "../record/summary.ts";
import { UserError } from "../record/user_error.ts";
import { OpenSources } from "../source/open_sources.ts";
import type { Source } from "../source/source.ts";
import { Choice } from "./choice.ts";
import { type EngineInput, Input } from "./input.ts";
import { type LineReading, lineReading } from "./line_reading.ts";
import type { EngineSettings, Notice } from "./messages.ts";
import { type Newest, newestTime } from "./newest.ts";
import type { Receiving } from "./receiving.ts";
import type { IngestionSinks } from "./sinks.ts";
import { Turns } from "./turns.ts";
import { loadLater } from "../record/load_later.ts";

const NOTHING_BEFORE: readonly string[] = [];

/**
 * Reads the sources, batch by batch, and hands on what is chosen of them: source → format → choice. One thread; it lets
 * others have their turn every few milliseconds, and reads nothing while a sink asks it to wait.
 */
export class Ingestion {
  /** What an instant of the settings' time zone is ahead of UTC, in milliseconds. */
  readonly offsetAt: (wall: number) => number;
  readonly choice: Choice;
  readonly #settings: EngineSettings;
  readonly #sinks: IngestionSinks;
  readonly #consume: (batch: Batch) => void;
  readonly #keys = new KeyTable();
  readonly #names = new FormatNames();
  readonly #batch = new Batch(INPUT_BYTES, SIDE_BYTES, this.#keys);
  readonly #inputs: EngineInput[] = [];
  #receiving: Receiving | null = null;
  /** What is looked through for the newest record. */
  #lookedThrough: readonly Source[] = [];
  #ended = false;
  #passed = 0;

  /** `consume` is given each batch; it is valid only during the call. */
  constructor(settings: EngineSettings, sinks: IngestionSinks, consume: (batch: Batch) => void) {
    this.#settings = settings;
    this.#sinks = sinks;
    this.#consume = consume;
    this.offsetAt = offsetsOfZone(settings.timeZone);
    this.choice = new Choice(settings);
  }

  /** Reads until every source has ended (live: until `signal` aborts). Throws UserError if none is usable. */
  async run(signal: AbortSignal): Promise<void> {
    const opened = this.#open();
    const { receiver, follow } = this.#settings;
    if (receiver !== null) {
      // Loaded for who asks for it.
      const { Receiving } = await loadLater<typeof import("./receiving.ts")>("../engine/receiving.ts");
      this.#receiving = await Receiving.start(
        receiver,
        this.#batch,
        this.#names,
        (batch) => this.#take(batch),
      );
    }
    const until = await this.#choose(opened, signal);
    for (const source of opened.sources) this.#add(source);
    if (this.#receiving) {
      const number = this.#inputs.length;
      this.#inputs.push(this.#receiving.input(number));
      this.#sinks.sourceAdded?.(number);
    }
    const turns = new Turns({
      inputs: this.#inputs,
      opened,
      follow,
      isLive: this.isLive,
      sinks: this.#sinks,
      add: (source) => this.#add(source),
      notice: (level, text) => this.#notice(level, text),
    });
    try {
      if (until !== null) await turns.run(until);
    } finally {
      opened.close();
    }
    await this.#receiving?.close(() => this.#sinks.drain?.(false, true));
    turns.end();
    this.#ended = true;
    await this.#sinks.drain?.(true, false);
  }

  /** What is read, in the order of the numbers that batches name their sources by. */
  get inputs(): readonly EngineInput[] {
    return this.#inputs;
  }

  sourceName(source: number): string {
    return this.#inputs[source].source.name;
  }

  formatName(format: number): string {
    return this.#names.names[format];
  }

  /** Records handed on so far. */
  get recordsRead(): number {
    return this.#passed;
  }

  /** All has been read. */
  get ended(): boolean {
    return this.#ended;
  }

  /** More may come at any time. */
  get isLive(): boolean {
    return this.#settings.follow || this.#settings.endless;
  }

  /** How well each source was understood so far. */
  health(): SourceHealth[] {
    return this.#inputs.map((input) => input.health((format) => this.formatName(format)));
  }

  /** What was read so far. */
  reading(): ReadingSummary {
    const sources = this.health();
    const sum = (of: (source: SourceHealth) => number) => sources.reduce((total, s) => total + of(s), 0);
    return { lines: sum((s) => s.lines), bytes: sum((s) => s.bytes), sources };
  }

  /** Whether the sources are looked through for the newest record, before the first is handed on. */
  get looksForNewest(): boolean {
    return this.#lookedThrough.length > 0;
  }

  /** Bytes read (or looked through) and to read of the sources whose size is known; null if there are none. */
  progress(): { position: number; size: number } | null {
    const sources = this.looksForNewest ? this.#lookedThrough : this.#inputs.map(({ source }) => source);
    let position = 0;
    let size = 0;
    for (const source of sources) {
      if (source.size === null) continue;
      position += source.position;
      size += source.size;
    }
    return size === 0 ? null : { position, size };
  }

  /** When no record was in the time window: from when to when they are; null else. */
  get outsideWindow(): { first: number; last: number } | null {
    return this.#passed > 0 ? null : this.choice.asked;
  }

  /** What reads lines of the source again as they were read; its keys are numbered by `keys`. */
  readingOf(source: number, keys: KeyTable, handOver: () => void): LineReading {
    const made = this.#newReading(keys, handOver);
    made.detector.reference = this.#inputs[source].source.reference;
    return made;
  }

  /** What reads records of that source and format again if it brings messages; null for lines. */
  messageReader(source: number, format: number): MessageReader | null {
    return this.#receiving?.readerOf(source, format) ?? null;
  }

  /** What lines of the source cannot be read again without, see `LineFormat.preamble`. */
  preambleOf(source: number): readonly string[] {
    return this.#inputs[source].preamble ?? NOTHING_BEFORE;
  }

  /** Counts from nothing again; reading goes on. */
  reset(): void {
    for (const input of this.#inputs) input.reset();
    this.#passed = 0;
  }

  #open(): OpenSources {
    const { files, follow, endless, output } = this.#settings;
    const opened = new OpenSources({ files, follow, endlessStdin: endless, output });
    const problems = opened.problems.splice(0);
    if (opened.sources.length === 0 && !endless && !opened.waiting) {
      const lines = [...problems, ...opened.remarks, "Nothing could be read"].map(inOneLine);
      throw new UserError(lines.join("\n"), 1);
    }
    for (const problem of problems) this.#notice("error", problem);
    for (const name of opened.remarks.splice(0)) this.#notice("info", name);
    return opened;
  }

  /** Returns what ends the reading; null if nothing is to be read, because what is asked for will never be known. */
  async #choose(opened: OpenSources, signal: AbortSignal): Promise<AbortSignal | null> {
    const found = this.choice.isRelative && !this.isLive ? await this.#newest(opened, signal) : null;
    this.choice.begin({
      reference: found?.newest ?? Date.now(),
      offsetAt: this.offsetAt,
      sourceName: (source) => this.sourceName(source),
      formatName: (format) => this.formatName(format),
    });
    if (found === null || !signal.aborted) return signal;
    // Who ends a pipe like this asks about what it gave until then, which has an end of its own.
    return found.isCutShort ? null : new AbortController().signal;
  }

  async #newest(opened: OpenSources, signal: AbortSignal): Promise<Newest> {
    this.#lookedThrough = [...opened.sources];
    const found = await newestTime(
      opened.sources,
      (source, consume) => this.#input(0, source, consume),
      signal,
      (level, text) => this.#notice(level, text),
    );
    this.#lookedThrough = [];
    opened.sources.splice(0, Infinity, ...found.sources);
    return found;
  }

  #add(source: Source): void {
    const number = this.#inputs.length;
    this.#inputs.push(this.#input(number, source, (batch) => this.#take(batch)));
    this.#sinks.sourceAdded?.(number);
  }

  #input(number: number, source: Source, consume: (batch: Batch) => void): Input {
    const newReading = (handOver: () => void) => this.#newReading(this.#keys, handOver);
    return new Input(number, source, this.#batch, newReading, consume);
  }

  #newReading(keys: KeyTable, handOver: () => void): LineReading {
    return lineReading({ keys, names: this.#names, offsetAt: this.offsetAt, handOver }, this.#settings);
  }

  #take(batch: Batch): void {
    this.choice.apply(batch);
    if (batch.count === 0) return;
    this.#passed += batch.count;
    this.#consume(batch);
  }

  #notice(level: Notice["level"], text: string): void {
    this.#sinks.notice({ level, text: inOneLine(text), at: Date.now() });
  }
}

/** The name of a file may hold a line break. */
function inOneLine(text: string): string {
  return text.replaceAll("\n", "\\x0a");
}
