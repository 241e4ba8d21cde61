import type { Row } from "../engine/messages.ts";

/** Rows with how much they matter: the lower the number, the earlier a row is taken. */
export interface Candidate {
  readonly row: Row;
  readonly rank: number;
}

/** From which rank on rows only fill what room is left: the newest ones. */
export const FILLING = 1000;

/** Records before what is telling that are taken whatever they are, and those among which rare ones are. */
const IMMEDIATELY_BEFORE = 3;

/** Rows with the best rank that any reason gave them. */
export class Picked {
  readonly #rows = new Map<string, Candidate>();

  add(row: Row, rank: number): void {
    const key = `${row.id.source}:${row.id.sequence}`;
    const before = this.#rows.get(key);
    if (before === undefined || before.rank > rank) this.#rows.set(key, { row, rank });
  }

  /**
   * What stood before something telling, oldest first: the nearest rows by their distance from `rank` on, the rare ones
   * of the rest from `rareRank` on, in steps that stay below 1 together.
   */
  addBefore(rows: readonly Row[], isRare: (row: Row) => boolean, rank: number, rareRank: number): void {
    for (const [distance, row] of rows.toReversed().entries()) {
      if (distance < IMMEDIATELY_BEFORE) this.add(row, rank + distance);
      else if (isRare(row)) this.add(row, rareRank + distance / rows.length);
    }
  }

  /** The first row of each pattern, from `rank` on in steps that stay below 1 together. */
  addFirsts(rows: readonly Row[], rank: number): void {
    const seen = new Set<number | null>();
    for (const row of rows) {
      if (seen.has(row.pattern)) continue;
      seen.add(row.pattern);
      this.add(row, rank + seen.size / 1000);
    }
  }

  candidates(): Candidate[] {
    return [...this.#rows.values()].sort((a, b) => a.rank - b.rank);
  }
}
