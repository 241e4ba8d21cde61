import { explainRecord } from "../format/explain.ts";
import { Patterns } from "../analysis/patterns.ts";
import { comparisonsIn } from "../query/comparisons.ts";
import { instantOf, type Matcher, matcherOf } from "../query/match.ts";
import { parseQuery } from "../query/parse.ts";
import { type Batch, LATE } from "../record/batch.ts";
import { type LogRecord, logRecordOf } from "../record/log_record.ts";
import { exportLines } from "./export_rows.ts";
import type { IndexedFile } from "./file_index.ts";
import { type Match, MatchList, MAX_MATCHES } from "./match_list.ts";
import type { Answer, Question, Row, RowId } from "./messages.ts";
import { Overview } from "./overview.ts";
import { type QuickTest, quickTestOf } from "./quick_filter.ts";
import { RecordReader } from "./record_reader.ts";
import { type Block, ScanFiles } from "./scan_files.ts";
import type { ScanSettings } from "./scan_messages.ts";
import { type KnownPattern, TemplateFinder } from "./template_finder.ts";
import { yieldToOthers } from "./yield.ts";

/** Rows that are read again between two signs of life. */
const PIECE = 500;

/**
 * Reads files again, part by part and the newest part first, for the records that match a filter, and counts what
 * they are made of. What was found so far can be asked for at any time.
 */
export class Scan {
  readonly #settings: ScanSettings;
  readonly #files: ScanFiles;
  readonly #quick: QuickTest;
  /** Null where the quick test says all. */
  readonly #matches: Matcher | null;
  /** The filter asks for patterns: those of all records are wanted, not only of those that match. */
  readonly #asksForPattern: boolean;
  readonly #records: RecordReader;
  /** Groups the records anew; `#numberOf` tells what the numbers here are among all. */
  readonly #patterns = new Patterns();
  readonly #numberOf = new Map<number, number>();
  readonly #overview: Overview;
  #templates: TemplateFinder;
  /** Number of the pattern of the record that is matched, -1 for none. */
  #pattern = -1;
  #blocks: Block[] = [];
  readonly #list = new MatchList();
  #bytes = 0;
  #done = 0;

  readonly #alive: () => void;
  /** The search for a row that was asked for last. */
  #finding = 0;

  /** Throws QueryError for a filter that cannot be read. `alive` is called while an answer takes long. */
  constructor(settings: ScanSettings, alive = () => {}) {
    this.#settings = settings;
    this.#alive = alive;
    this.#files = new ScanFiles(settings);
    const query = parseQuery(settings.where);
    const context = this.#files.context(() => this.#pattern);
    this.#quick = quickTestOf(query, context);
    this.#matches = this.#quick.rest === null ? null : matcherOf(this.#quick.rest, context);
    this.#asksForPattern = comparisonsIn(query).some(({ field }) => field.toLowerCase() === "pattern");
    this.#templates = new TemplateFinder(settings.patterns);
    this.#overview = new Overview(settings.stopWords);
    this.#records = new RecordReader(
      (source, keys, handOver) => {
        const made = this.#files.newReading(keys, handOver);
        made.detector.reference = this.#files.of(source)!.reference;
        return made;
      },
      () => null,
      (source) => this.#files.of(source)!.preamble,
    );
    if (!settings.search) return;
    this.#blocks = this.#files.blocks().sort((a, b) => a.from.time - b.from.time);
    this.#bytes = this.#blocks.reduce((sum, { from, to }) => sum + to - from.offset, 0);
  }

  /** Lines for a person about what could not be read again. */
  get problems(): string[] {
    return this.#files.problems;
  }

  /** Nothing is left to read. */
  get ended(): boolean {
    return this.#blocks.length === 0;
  }

  /** Share of the bytes that was searched, 0 to 1. */
  get searched(): number {
    return this.#bytes === 0 ? 1 : this.#done / this.#bytes;
  }

  /** Searches one more block. */
  step(): void {
    const block = this.#blocks.pop();
    if (!block) return;
    this.#done += block.to - block.from.offset;
    this.#list.putBehind(this.#found(block));
  }

  /** The patterns as they are now. */
  learn(patterns: readonly KnownPattern[]): void {
    this.#settings.patterns = [...patterns];
    this.#templates = new TemplateFinder(patterns);
    for (const [leaf, number] of this.#numberOf) if (number < 0) this.#numberOf.delete(leaf);
  }

  /** What came to a file since: it is searched at once. */
  extend(source: number, { end }: Pick<IndexedFile, "end">): void {
    const block = this.#files.extend(source, end);
    if (block === null || !this.#settings.search) return;
    this.#bytes += block.to - block.from.offset;
    this.#done += block.to - block.from.offset;
    this.#list.append(this.#found(block));
  }

  /** Answers for rows, a place, an overview, an export or a record. */
  ask(question: Question): Answer {
    switch (question.kind) {
      case "rows": {
        const { first, end: last } = this.#list;
        const to = Math.max(first, Math.min(question.end ?? last, last));
        const from = Math.max(first, to - question.count);
        const rows: Row[] = [];
        for (let position = from; position < to; position++) rows.push(this.#row(this.#list.at(position)));
        const { held } = this.#settings;
        const read = this.#files.recordsRead;
        const total = last - first;
        const matched = total + this.#list.unlisted;
        return { kind: "rows", rows, from, first, total, matched, held, read, searched: this.searched };
      }
      case "overview": {
        const templates = new Map(this.#settings.patterns.map(({ id, template }) => [id, template]));
        const { records } = this.#overview;
        const summary = this.#overview.summary(templates);
        const among = this.#files.recordsRead;
        return {
          kind: "overview",
          summary,
          covered: records,
          matching: records,
          among,
          searched: this.searched,
        };
      }
      case "time": {
        const instant = instantOf(question.text, this.#files.context(() => -1));
        return { kind: "place", position: this.#list.positionFrom(instant), first: this.#list.first };
      }
      case "place":
        return { kind: "place", position: this.#list.positionOf(question.id) };
      case "export":
        if (!this.ended) return { kind: "error", message: "The files are still being searched" };
        if (this.#list.unlisted > 0) {
          return {
            kind: "error",
            message: `More than ${MAX_MATCHES} records match; use weir parse --where to write them`,
          };
        }
        return exportLines(question.path, this.#lines());
      case "record":
        return this.#record(question.id, question.around);
      default:
        return { kind: "error", message: "This cannot be answered from files" };
    }
  }

  *#lines(): Generator<string> {
    const { first, end } = this.#list;
    for (let position = first; position < end; position++) {
      if (position % PIECE === 0) this.#alive();
      yield this.#row(this.#list.at(position)).record.raw;
    }
  }

  close(): void {
    this.#files.close();
  }

  #found(block: Block): Match[] {
    const found: Match[] = [];
    let order = block.from.time;
    this.#files.read(block, (batch, first) => {
      const matched: number[] = [];
      const numbers: number[] = [];
      if (this.#asksForPattern) this.#patterns.add(batch);
      for (let row = 0; row < batch.count; row++) {
        const time = batch.time[row];
        if (time > order) order = time;
        if (this.#asksForPattern) this.#pattern = this.#numberAt(row, batch);
        if (!this.#quick.mayMatch(batch, row)) continue;
        if (this.#matches !== null && !this.#matches(logRecordOf(batch, row))) continue;
        if (this.#asksForPattern) numbers.push(this.#pattern);
        matched.push(row);
        found.push({
          source: block.file.source,
          sequence: first + row,
          offset: block.from.offset + batch.offset[row],
          length: batch.rawTo[row] - batch.rawFrom[row],
          line: block.from.line - 1 + batch.line[row],
          part: batch.part[row],
          format: batch.format[row],
          flags: batch.flags[row],
          time,
          severity: batch.severity[row],
          pattern: -1,
          order,
        });
      }
      if (matched.length > 0) this.#count(batch, matched, numbers, found);
    });
    return found;
  }

  /** Counts the rows of a batch that matched, the last of `found`; `numbers` of their patterns, if they are known. */
  #count(batch: Batch, matched: number[], numbers: number[], found: Match[]): void {
    if (matched.length < batch.count) {
      let next = 0;
      batch.retain((row) => row === matched[next] && ++next > 0);
    }
    if (!this.#asksForPattern) {
      this.#patterns.add(batch);
      for (let row = 0; row < batch.count; row++) numbers.push(this.#numberAt(row, batch));
    }
    for (const [at, number] of numbers.entries()) found[found.length - numbers.length + at].pattern = number;
    this.#overview.add(batch, (row) => numbers[row] < 0 ? null : numbers[row]);
  }

  /** The number, among all, of the pattern that a row of the batch was given here last; -1 for none. */
  #numberAt(row: number, batch: Batch): number {
    const leaf = this.#patterns.leafOf[row];
    if (leaf < 0) return -1;
    let number = this.#numberOf.get(leaf);
    if (number === undefined) {
      number = this.#templates.find(logRecordOf(batch, row)) ?? -1;
      this.#numberOf.set(leaf, number);
    }
    return number;
  }

  #row(match: Match): Row {
    const raw = this.#files.bytesAt(match.source, match.offset, match.length);
    const none = raw.subarray(0, 0);
    const record = this.#records.read(match.source, {
      ...match,
      raw,
      leaf: -1,
      received: this.#files.of(match.source)!.reference,
      resource: none,
      scope: none,
    });
    return this.#rowOf(match.source, match.sequence, record, match.flags, match.pattern);
  }

  /** `pattern`: its number, -1 for none. */
  #rowOf(source: number, sequence: number, record: LogRecord, flags: number, pattern: number): Row {
    return {
      id: { source, sequence },
      record,
      sourceName: this.#files.of(source)!.name,
      format: this.#files.names.names[record.format],
      pattern: pattern < 0 ? null : pattern,
      late: (flags & LATE) !== 0,
    };
  }

  /** Answers a search for a row; other questions are answered meanwhile, and a later search takes its place. */
  async find({ wanted, from, direction }: Question & { kind: "find" }): Promise<Answer> {
    const mine = ++this.#finding;
    let pattern = -1;
    const matches = matcherOf(parseQuery(wanted), this.#files.context(() => pattern));
    const { first, end } = this.#list;
    const last = end - 1;
    let position = direction === 1 ? Math.max(first, from + 1) : Math.min(last, from - 1);
    for (let looked = 1; position >= first && position <= last; position += direction, looked++) {
      const match = this.#list.at(position);
      pattern = match.pattern;
      if (matches(this.#row(match).record)) return { kind: "place", position };
      if (looked % PIECE > 0) continue;
      this.#alive();
      await yieldToOthers();
      if (mine !== this.#finding) break;
    }
    return { kind: "place", position: null };
  }

  #record({ source, sequence }: RowId, around: number): Answer {
    const near = this.#near(source, sequence, around);
    const at = near.findIndex(({ row }) => row.id.sequence === sequence);
    if (at < 0) return { kind: "error", message: this.problems[0] ?? "This record cannot be read again" };
    return {
      kind: "record",
      row: near[at].row,
      before: near.slice(Math.max(0, at - around), at).map(({ row }) => row),
      after: near.slice(at + 1, at + 1 + around).map(({ row }) => row),
      explanation: near[at].explanation,
    };
  }

  /** The records [sequence - around, sequence + around] of a source. */
  #near(source: number, sequence: number, around: number): { row: Row; explanation: string[] }[] {
    const file = this.#files.of(source);
    const near: { row: Row; explanation: string[] }[] = [];
    if (!file) return near;
    for (const [at, from] of file.places.entries()) {
      const next = file.places[at + 1] ?? file.end;
      if (next.sequence <= sequence - around || from.sequence > sequence + around) continue;
      this.#files.read({ file, from, to: next.offset }, (batch, number) => {
        const begin = Math.max(0, sequence - around - number);
        const end = Math.min(batch.count, sequence + around + 1 - number);
        for (let row = begin; row < end; row++) {
          const record = logRecordOf(batch, row);
          record.line += from.line - 1;
          const explanation = number + row === sequence ? explainRecord(batch, row) : [];
          const pattern = this.#templates.find(record) ?? -1;
          near.push({
            row: this.#rowOf(source, number + row, record, batch.flags[row], pattern),
            explanation,
          });
        }
      });
    }
    return near;
  }
}
