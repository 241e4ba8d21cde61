import { firstFrom } from "./first_from.ts";
import type { RowId } from "./messages.ts";

/** Rows that match and are listed; what comes to more is counted. */
export const MAX_MATCHES = 500_000;

/** What comes later displaces this part of the listed rows at a time. */
const SHED_PARTS = 8;

/** The position of the first row that comes after the scan's beginning: those found before count down from it. */
export const SCAN_BASE = 2 ** 40;

/** A record that matches, and where it stands. */
export interface Match {
  source: number;
  sequence: number;
  offset: number;
  length: number;
  line: number;
  part: number;
  format: number;
  flags: number;
  /** As for `HeldRecord`. */
  time: number;
  severity: number;
  /** Number of its pattern, -1 for none. */
  pattern: number;
  /** Epoch milliseconds, never falling within a block. */
  order: number;
}

/**
 * What a scan has found: from its beginning backwards, and what came since. Rows keep their positions; of too many the
 * newest are listed.
 */
export class MatchList {
  readonly #most: number;
  /** Found below SCAN_BASE, newest first, and from it on, oldest first. */
  readonly #older: Match[] = [];
  readonly #newer: Match[] = [];
  /** Rows from SCAN_BASE on that are not listed any more. */
  #shed = 0;
  #unlisted = 0;

  constructor(most = MAX_MATCHES) {
    this.#most = most;
  }

  /** Position of the first row, and the one after the last. */
  get first(): number {
    return SCAN_BASE + this.#shed - this.#older.length;
  }

  get end(): number {
    return SCAN_BASE + this.#shed + this.#newer.length;
  }

  /** Rows that match and are not listed. */
  get unlisted(): number {
    return this.#unlisted;
  }

  /** The row at a position in [first, end). */
  at(position: number): Match {
    return position >= SCAN_BASE
      ? this.#newer[position - SCAN_BASE - this.#shed]
      : this.#older[SCAN_BASE - 1 - position];
  }

  /** The position of a record, null if it is not listed. */
  positionOf({ source, sequence }: RowId): number | null {
    const is = (match: Match) => match.sequence === sequence && match.source === source;
    const newer = this.#newer.findIndex(is);
    if (newer >= 0) return SCAN_BASE + this.#shed + newer;
    const older = this.#older.findIndex(is);
    return older < 0 ? null : SCAN_BASE - 1 - older;
  }

  /** The position of the first row whose order is `order` or more; null if there is none. */
  positionFrom(order: number): number | null {
    const { first, end } = this;
    const at = first + firstFrom(end - first, (place) => this.at(first + place).order >= order);
    return at === end ? null : at;
  }

  /** Adds what came since the scan's beginning, in its order. */
  append(found: readonly Match[]): void {
    const older = this.#older;
    const newer = this.#newer;
    for (const match of found) newer.push(match);
    for (; older.length > 0 && older.length + newer.length > this.#most; this.#unlisted++) older.pop();
    // Many at a time: all that stay move.
    const few = Math.ceil(this.#most / SHED_PARTS);
    if (newer.length < this.#most + few) return;
    const shed = newer.splice(0, newer.length - this.#most).length;
    this.#shed += shed;
    this.#unlisted += shed;
  }

  /** Puts a block's matches, oldest first, behind those that are not older; they are gone from `found` then. */
  putBehind(found: Match[]): void {
    const older = this.#older;
    const later: Match[] = [];
    const newest = found.at(-1)?.order ?? -Infinity;
    while (older.length > 0 && older[older.length - 1].order < newest) later.push(older.pop()!);
    while (found.length > 0 || later.length > 0) {
      const before = later.at(-1);
      const next = before && !(found.length > 0 && found[found.length - 1].order > before.order)
        ? later.pop()!
        : found.pop()!;
      if (older.length + this.#newer.length < this.#most) older.push(next);
      else this.#unlisted++;
    }
  }
}
