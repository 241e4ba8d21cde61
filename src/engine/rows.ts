import type { LogRecord } from "../record/log_record.ts";
import { LATE } from "../record/batch.ts";
import { fieldReader, instantOf, type MatchContext, matcherOf } from "../query/match.ts";
import { isCostly } from "../query/costly.ts";
import { movingTimes } from "../query/moving_times.ts";
import { parseQuery } from "../query/parse.ts";
import { severityName } from "../record/severity.ts";
import { exportLines } from "./export_rows.ts";
import type { Answer, Question, Row, RowId } from "./messages.ts";
import { Overview, OVERVIEW_RECORDS, OVERVIEW_TIME } from "./overview.ts";
import type { RecordReader } from "./record_reader.ts";
import { type Sample, SAMPLES } from "./pattern_samples.ts";
import type { HeldRecord, Store } from "./store.ts";
import { View } from "./view.ts";
import { yieldToOthers } from "./yield.ts";

/** Rows that a search looks at before others have their turn. */
const PIECE = 500;
/** Views kept for filters that were asked for lately. */
const MAX_VIEWS = 4;

/**
 * A filter whose relative times change what matches is matched anew after so many milliseconds, and after so many times of
 * what that took.
 */
const ANEW_LEAST = 500;
const ANEW_SHARE = 20;

/** Tells which rows match a filter whose times count back from `reference`, elsewhere. */
export type VerdictsOf = (where: string, rows: Row[], reference: number) => Promise<boolean[]>;

/** What the rows need of the engine. */
export interface RowsContext {
  readonly store: Store;
  readonly records: RecordReader;
  readonly maxRecords: number;
  readonly stopWords: readonly string[];
  read(): number;
  /** Resolves a pattern leaf to the number of its pattern as it is now; null for none. */
  patternOf(leaf: number): number | null;
  sourceName(source: number): string;
  formatName(format: number): string;
  offsetAt(wall: number): number;
  /** Epoch milliseconds of the newest record, or now when live. */
  reference(): number;
}

/** Answers questions for rows and single records from the store. */
export class Rows {
  readonly #context: RowsContext;
  readonly #views = new Map<string, View>();
  /** Of the views whose filters change while time goes on: when they were made, and the milliseconds that took. */
  readonly #made = new WeakMap<View, { at: number; took: number }>();

  constructor(context: RowsContext) {
    this.#context = context;
  }

  rows(end: number | null, count: number, where: string): Answer {
    const { maxRecords, read } = this.#context;
    const view = this.#view(where);
    view.refresh();
    const last = view.first + view.total;
    const to = Math.min(end ?? last, last);
    const from = Math.max(view.first, to - count);
    const rows = view.slice(from, to).map((id) => this.#row(id)).filter((row) => row !== null);
    return {
      kind: "rows",
      rows,
      from,
      first: view.first,
      total: view.total,
      held: where === "" ? Math.min(this.#held(), maxRecords) : this.#held(),
      read: read(),
      ...(this.#hasAll(where) ? { complete: true } : {}),
    };
  }

  /** Whether all that was let go is older than the relative times of a filter reach back. */
  #hasAll(where: string): boolean {
    const { store, reference } = this.#context;
    const moving = movingTimes(parseQuery(where));
    if (moving.kind !== "passing") return false;
    for (let source = 0; source < store.sources; source++) {
      const { first, next } = store.range(source);
      if (first > 0 && (first === next || store.orderOf(source, first) >= reference() - moving.span)) {
        return false;
      }
    }
    return true;
  }

  /** Records in the buffer: of each source as many as are listed of all together. */
  #held(): number {
    const { store } = this.#context;
    let held = 0;
    for (let source = 0; source < store.sources; source++) {
      const { first, next } = store.range(source);
      held += next - first;
    }
    return held;
  }

  /** Position of the next row of `where` that also matches `wanted`, from `from` (not included) onwards. */
  find(wanted: string, where: string, from: number, direction: -1 | 1): Answer {
    const found = this.#rowsFrom(where, from, direction, Infinity).find(this.#test(wanted));
    return { kind: "place", position: found?.position ?? null };
  }

  /**
   * The same, by pieces between which others have their turn. `verdictsOf` tells which rows match an expression: it may
   * throw to end the search.
   */
  async findApart(
    { wanted, where = "", from, direction }: Question & { kind: "find" },
    verdictsOf: VerdictsOf,
  ): Promise<Answer> {
    const costly = isCostly(parseQuery(wanted));
    for (let at = from;;) {
      const near = [...this.#rowsFrom(where, at, direction, PIECE)];
      if (near.length === 0) return { kind: "place", position: null };
      const verdicts = costly
        ? await verdictsOf(wanted, near.map(({ row }) => row), this.#context.reference())
        : near.map(this.#test(wanted));
      const found = near[verdicts.indexOf(true)];
      if (found) return { kind: "place", position: found.position };
      at = near[near.length - 1].position;
      await yieldToOthers();
    }
  }

  #test(wanted: string): (place: { row: Row }) => boolean {
    const matches = matcherOf(parseQuery(wanted), this.#matchContext());
    return ({ row }) => matches(row.record);
  }

  /** At most `count` rows of `where` from position `from` (not included) onwards, as they are asked for. */
  *#rowsFrom(
    where: string,
    from: number,
    direction: -1 | 1,
    count: number,
  ): Generator<{ position: number; row: Row }> {
    const view = this.#view(where);
    view.refresh();
    const last = view.first + view.total - 1;
    let position = direction === 1 ? Math.max(view.first, from + 1) : Math.min(last, from - 1);
    for (let given = 0; given < count && position >= view.first && position <= last; position += direction) {
      const row = this.#row(view.slice(position, position + 1)[0]);
      if (row === null) continue;
      given++;
      yield { position, row };
    }
  }

  /** Position of the first row of `where` that is of a time or later. */
  atTime(text: string, where: string): Answer {
    const view = this.#view(where);
    view.refresh();
    const position = view.positionFrom(instantOf(text, this.#matchContext()));
    return { kind: "place", position, first: view.first };
  }

  /** Position of a record among the rows of `where`. */
  place(id: RowId, where: string): Answer {
    const view = this.#view(where);
    view.refresh();
    return { kind: "place", position: view.positionOf(id) };
  }

  /** Counts the values of a field among the rows of `where`. */
  counts(field: string, where: string, top: number): Answer {
    const view = this.#view(where);
    view.refresh();
    const textOf = field.toLowerCase() === "severity"
      ? (record: LogRecord) => severityName(record.severity)
      : fieldReader(field, this.#matchContext());
    const counts = new Map<string, number>();
    let having = 0;
    for (const id of view.slice(view.first, view.first + view.total)) {
      const row = this.#row(id);
      const text = row && textOf(row.record);
      if (text === null) continue;
      having++;
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
    const values = Array.from(counts, ([value, count]) => ({ value, count }));
    values.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
    return {
      kind: "counts",
      values: values.slice(0, top),
      distinct: counts.size,
      having,
      records: view.total,
    };
  }

  /** What the newest of the rows of `where` are made of. `templates`: of all patterns by their numbers. */
  overview(where: string, templates: ReadonlyMap<number, string>): Answer {
    const { store, records } = this.#context;
    const view = this.#view(where);
    view.refresh();
    const overview = new Overview(this.#context.stopWords);
    const ids = view.slice(Math.max(view.first, view.first + view.total - OVERVIEW_RECORDS), Infinity);
    const end = performance.now() + OVERVIEW_TIME;
    let covered = 0;
    for (const id of ids.reverse()) {
      const held = store.get(id.source, id.sequence);
      if (held === null) continue;
      const pattern = this.#context.patternOf(held.leaf);
      records.read(id.source, held, (batch, row) => {
        batch.retain((other) => other === row);
        overview.add(batch, () => pattern);
      });
      covered++;
      if (covered % 64 === 0 && performance.now() > end) break;
    }
    return {
      kind: "overview",
      summary: overview.summary(templates),
      covered,
      matching: view.total,
      among: this.#held(),
    };
  }

  /** Rows of a pattern from either end: those that are held, and `letGo` where too few are. */
  samples(pattern: number, letGo: { first: Sample[]; last: Sample[] }): { first: Row[]; last: Row[] } {
    const view = this.#view(`pattern=${pattern}`);
    view.refresh();
    const end = view.first + view.total;
    const rows = (ids: RowId[]) => ids.map((id) => this.#row(id)).filter((row) => row !== null);
    const again = (samples: Sample[]) =>
      samples.map(({ source, held }) => this.#rowOf({ source, sequence: held.sequence }, held));
    const first = [...again(letGo.first), ...rows(view.slice(view.first, view.first + SAMPLES))];
    const last = [...again(letGo.last), ...rows(view.slice(Math.max(view.first, end - SAMPLES), end))];
    return { first: first.slice(0, SAMPLES), last: last.slice(-SAMPLES) };
  }

  /** Writes the lines of the rows of `where` to a file. */
  export(path: string, where: string): Answer {
    const view = this.#view(where);
    view.refresh();
    const rows = view.slice(view.first, view.first + view.total).map((id) => this.#row(id));
    return exportLines(path, rows.flatMap((row) => row === null ? [] : [row.record.raw]));
  }

  record(id: RowId, around: number, explain: (id: RowId) => string[]): Answer {
    const row = this.#row(id);
    if (row === null) {
      return { kind: "error", message: "This record has dropped out of the buffer; -b enlarges it" };
    }
    const near = (from: number, to: number) => {
      const { first, next } = this.#context.store.range(id.source);
      const rows: Row[] = [];
      for (let sequence = Math.max(first, from); sequence < Math.min(next, to); sequence++) {
        const found = this.#row({ source: id.source, sequence });
        if (found) rows.push(found);
      }
      return rows;
    };
    return {
      kind: "record",
      row,
      before: near(id.sequence - around, id.sequence),
      after: near(id.sequence + 1, id.sequence + 1 + around),
      explanation: explain(id),
    };
  }

  /** Held rows that a filter was not matched with yet; `take` is to be told which of them match. */
  unseen(where: string): Row[] {
    return this.#view(where).unseen().map((id) => this.#row(id)).filter((row) => row !== null);
  }

  take(where: string, rows: Row[]): void {
    this.#view(where).take(rows.map(({ id }) => id));
  }

  forget(where: string, rows: Row[]): void {
    this.#view(where).forget(rows.map(({ id }) => id));
  }

  reset(): void {
    this.#views.clear();
  }

  #view(where: string): View {
    let view = this.#views.get(where);
    if (view) this.#views.delete(where);
    if (!view) view = this.#newView(where);
    else if (this.#isOutdated(view)) view = this.#madeAnew(where, view);
    this.#views.set(where, view);
    for (const old of this.#views.keys()) {
      if (this.#views.size <= MAX_VIEWS) break;
      this.#views.delete(old);
    }
    return view;
  }

  #newView(where: string): View {
    const { store, maxRecords, reference } = this.#context;
    const query = parseQuery(where);
    const matches = where === "" ? null : matcherOf(query, this.#matchContext());
    const moving = movingTimes(query);
    // Of each source as many are held as all are listed of: a filter lists whatever it finds of them.
    const view = new View(
      store,
      matches === null ? maxRecords : Infinity,
      matches,
      (id) => this.#row(id)?.record ?? null,
      moving.kind === "passing" ? () => reference() - moving.span : undefined,
    );
    // What is matched elsewhere stays with the moment it was asked for: that takes long enough.
    if (moving.kind === "changing" && !isCostly(query)) {
      this.#made.set(view, { at: performance.now(), took: 0 });
    }
    return view;
  }

  #isOutdated(view: View): boolean {
    const made = this.#made.get(view);
    return made !== undefined && performance.now() - made.at > Math.max(ANEW_LEAST, made.took * ANEW_SHARE);
  }

  /** The view of a filter as it is meant by now. */
  #madeAnew(where: string, old: View): View {
    const at = performance.now();
    const view = this.#newView(where);
    view.refresh();
    view.alignTo(old);
    this.#made.set(view, { at, took: performance.now() - at });
    return view;
  }

  #patternOfRecord = new WeakMap<LogRecord, number | null>();

  #matchContext(): MatchContext {
    const context = this.#context;
    return {
      get reference() {
        return context.reference();
      },
      offsetAt: (wall) => context.offsetAt(wall),
      sourceName: (source) => context.sourceName(source),
      formatName: (format) => context.formatName(format),
      patternOf: (record) => this.#patternOfRecord.get(record) ?? null,
    };
  }

  #row(id: RowId): Row | null {
    const held = this.#context.store.get(id.source, id.sequence);
    return held === null ? null : this.#rowOf(id, held);
  }

  #rowOf(id: RowId, held: HeldRecord): Row {
    const { records, patternOf, sourceName, formatName } = this.#context;
    const record = records.read(id.source, held);
    const pattern = patternOf(held.leaf);
    this.#patternOfRecord.set(record, pattern);
    return {
      id,
      record,
      sourceName: sourceName(id.source),
      format: formatName(held.format),
      pattern,
      late: (held.flags & LATE) !== 0,
    };
  }
}
