import type { Matcher } from "../query/match.ts";
import type { LogRecord } from "../record/log_record.ts";
import { firstFrom } from "./first_from.ts";
import type { RowId } from "./messages.ts";
import type { Store } from "./store.ts";

/**
 * The held records that match, merged by time: within a source the order never changes, between sources a
 * late record is put in its place. A position counts from the first row the view ever had, so that rows keep
 * theirs while the store lets old ones go.
 */
export class View {
  readonly #store: Store;
  readonly #maxRecords: number;
  readonly #matches: Matcher | null;
  readonly #read: (id: RowId) => LogRecord | null;
  readonly #oldest: () => number;
  readonly #seen: number[] = [];
  /** Others tell which records match. */
  #judged = false;
  #rows: RowId[] = [];
  #orders: number[] = [];
  #first = 0;

  /**
   * `maxRecords` rows, the newest, are in it at the most. `matches` null: every record. `read` makes a held record's
   * strings. `oldest`: epoch milliseconds; what is of a time before that matches no more.
   */
  constructor(
    store: Store,
    maxRecords: number,
    matches: Matcher | null,
    read: (id: RowId) => LogRecord | null,
    oldest: () => number = () => -Infinity,
  ) {
    this.#store = store;
    this.#maxRecords = maxRecords;
    this.#matches = matches;
    this.#read = read;
    this.#oldest = oldest;
    // What was let go before had its positions, too; of a filter's nobody knows how many matched.
    if (matches !== null) return;
    for (let source = 0; source < store.sources; source++) this.#first += store.range(source).first;
  }

  /** Position of the first row, and the number of rows. */
  get first(): number {
    return this.#first;
  }

  get total(): number {
    return this.#rows.length;
  }

  /** The rows at positions [from, to), cut to what there is. */
  slice(from: number, to: number): RowId[] {
    return this.#rows.slice(Math.max(0, from - this.#first), Math.max(0, to - this.#first));
  }

  /** The position of a record, null if it does not match or was let go. */
  positionOf({ source, sequence }: RowId): number | null {
    const at = this.#rows.findIndex((row) => row.sequence === sequence && row.source === source);
    return at < 0 ? null : this.#first + at;
  }

  /** The position of the first row whose order is `order` or more; null if there is none. */
  positionFrom(order: number): number | null {
    const at = firstFrom(this.#orders.length, (row) => this.#orders[row] >= order);
    return at === this.#orders.length ? null : this.#first + at;
  }

  /** Takes in what the store has got and let go since the last call. */
  refresh(): void {
    this.#dropLetGo();
    if (!this.#judged) {
      for (let source = 0; source < this.#store.sources; source++) this.#addNew(source);
    }
    this.#dropPassed();
    const tooMany = this.#rows.length - this.#maxRecords;
    if (tooMany > 0) this.#dropFront(tooMany);
  }

  /** Gives the rows the positions that they have in another view of the same filter, as far as it has them. */
  alignTo(other: View): void {
    const keyOf = ({ source, sequence }: RowId) => `${source} ${sequence}`;
    const positions = new Map(other.#rows.map((row, at) => [keyOf(row), other.first + at]));
    const common = this.#rows.findIndex((row) => positions.has(keyOf(row)));
    const position = common < 0 ? null : positions.get(keyOf(this.#rows[common]))!;
    this.#first = position === null ? other.first + other.total : Math.max(0, position - common);
  }

  /** What came since the last call, for someone else to tell which of it match: from now on `take` is told. */
  unseen(): RowId[] {
    this.#judged = true;
    const ids: RowId[] = [];
    for (let source = 0; source < this.#store.sources; source++) {
      const { first, next } = this.#store.range(source);
      for (let sequence = Math.max(first, this.#seen[source] ?? 0); sequence < next; sequence++) {
        ids.push({ source, sequence });
      }
      this.#seen[source] = next;
    }
    return ids;
  }

  /** Takes in rows that match, of those that `unseen` gave, in their order. */
  take(ids: RowId[]): void {
    for (let source = 0; source < this.#store.sources; source++) {
      const held = ids.filter((id) => id.source === source && this.#store.get(source, id.sequence) !== null);
      if (held.length > 0) {
        this.#mergeIn(
          held,
          held.map(({ sequence }) => this.#store.orderOf(source, sequence)),
        );
      }
    }
  }

  /** Nobody could tell which of these match: `unseen` gives them again. */
  forget(ids: RowId[]): void {
    for (const { source, sequence } of ids) {
      if (sequence < this.#seen[source]) this.#seen[source] = sequence;
    }
  }

  #dropLetGo(): void {
    const firsts: number[] = [];
    for (let source = 0; source < this.#store.sources; source++) firsts.push(this.#store.range(source).first);
    const gone = (row: RowId) => row.sequence < firsts[row.source];
    let front = 0;
    while (front < this.#rows.length && gone(this.#rows[front])) front++;
    this.#dropFront(front);
    if (this.#rows.some(gone)) this.#dropWhere(gone);
  }

  #dropPassed(): void {
    const oldest = this.#oldest();
    const passed = ({ source, sequence }: RowId) => this.#store.timeOf(source, sequence) < oldest;
    if (oldest > -Infinity && this.#rows.some(passed)) this.#dropWhere(passed);
  }

  /** The rows behind those that are dropped keep their positions. */
  #dropWhere(gone: (row: RowId) => boolean): void {
    const kept = this.#rows.map((row) => !gone(row));
    this.#first += kept.filter((keep) => !keep).length;
    this.#rows = this.#rows.filter((_row, at) => kept[at]);
    this.#orders = this.#orders.filter((_order, at) => kept[at]);
  }

  #dropFront(count: number): void {
    if (count === 0) return;
    this.#rows.splice(0, count);
    this.#orders.splice(0, count);
    this.#first += count;
  }

  #addNew(source: number): void {
    const { first, next } = this.#store.range(source);
    const rows: RowId[] = [];
    const orders: number[] = [];
    for (let sequence = Math.max(first, this.#seen[source] ?? 0); sequence < next; sequence++) {
      const id = { source, sequence };
      if (this.#matches) {
        const record = this.#read(id);
        if (record === null || !this.#matches(record)) continue;
      }
      rows.push(id);
      orders.push(this.#store.orderOf(source, sequence));
    }
    this.#seen[source] = next;
    if (rows.length > 0) this.#mergeIn(rows, orders);
  }

  /** Merges rows of one source, in order, behind all that is not later. */
  #mergeIn(rows: RowId[], orders: number[]): void {
    let old = this.#rows.length - 1;
    let added = rows.length - 1;
    this.#rows.length += rows.length;
    this.#orders.length += rows.length;
    for (let at = this.#rows.length - 1; added >= 0; at--) {
      if (old >= 0 && this.#orders[old] > orders[added]) {
        this.#rows[at] = this.#rows[old];
        this.#orders[at] = this.#orders[old--];
      } else {
        this.#rows[at] = rows[added];
        this.#orders[at] = orders[added--];
      }
    }
  }
}
