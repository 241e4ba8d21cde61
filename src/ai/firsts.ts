import type { Row } from "../engine/messages.ts";
import type { Batch } from "../record/batch.ts";
import { logRecordOf } from "../record/log_record.ts";
import { severityRank } from "../record/severity.ts";

/** Patterns of which the first record is kept, and records before the first error. */
const MOST_FIRSTS = 3000;
const BEFORE = 100;
const ERROR_RANK = 5;

interface Kept {
  readonly row: Omit<Row, "pattern">;
  readonly leaf: number;
}

/** What a record does not know of itself. */
export interface FirstsNames {
  source(source: number): string;
  format(format: number): string;
  patternOf(leaf: number): number | null;
}

/**
 * The first record of each pattern, the first error of each, and what came right before the first error of all: what
 * a long log's buffer has let go by its end, and an analysis needs. At most some thousand records.
 */
export class Firsts {
  /** The filter that all records it was given match. */
  readonly where: string;
  readonly #names: FirstsNames;
  readonly #seen = new Set<number>();
  readonly #seenErrors = new Set<number>();
  readonly #next: number[] = [];
  readonly #kept: Kept[] = [];
  readonly #errors: Kept[] = [];
  #before: Kept[] | null = null;

  constructor(names: FirstsNames, where = "") {
    this.where = where;
    this.#names = names;
  }

  /** Takes a batch in the order of reading; `leaves` are its rows' pattern leaves. */
  add(batch: Batch, leaves: Int32Array): void {
    const first = this.#next[batch.source] ?? 0;
    this.#next[batch.source] = first + batch.count;
    for (let row = 0; row < batch.count; row++) {
      const leaf = leaves[row];
      const isError = severityRank(batch.severity[row]) >= ERROR_RANK;
      const seen = isError ? this.#seenErrors : this.#seen;
      if (leaf < 0 || seen.has(leaf) || seen.size >= MOST_FIRSTS) continue;
      seen.add(leaf);
      (isError ? this.#errors : this.#kept).push(this.#keep(batch, row, first, leaf));
      if (isError && this.#before === null) {
        this.#before = [];
        for (let at = Math.max(0, row - BEFORE); at < row; at++) {
          this.#before.push(this.#keep(batch, at, first, leaves[at]));
        }
      }
    }
  }

  /** The first errors, one of each pattern as patterns are now. */
  get errors(): Row[] {
    return this.#byPattern(this.#errors);
  }

  /** What came right before the first error. */
  get before(): Row[] {
    return (this.#before ?? []).map((kept) => this.#rowOf(kept));
  }

  /** The first records of patterns. */
  get firsts(): Row[] {
    return this.#byPattern(this.#kept);
  }

  #keep(batch: Batch, row: number, first: number, leaf: number): Kept {
    const record = logRecordOf(batch, row);
    return {
      leaf,
      row: {
        id: { source: batch.source, sequence: first + row },
        record,
        sourceName: this.#names.source(batch.source),
        format: this.#names.format(record.format),
        late: false,
      },
    };
  }

  #byPattern(kept: readonly Kept[]): Row[] {
    const patterns = new Set<number | null>();
    return kept.map((each) => this.#rowOf(each)).filter(({ pattern }) => {
      const isNew = !patterns.has(pattern);
      patterns.add(pattern);
      return isNew;
    });
  }

  #rowOf({ row, leaf }: Kept): Row {
    return { ...row, pattern: leaf < 0 ? null : this.#names.patternOf(leaf) };
  }
}
