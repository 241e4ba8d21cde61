import type { ValueCount } from "../../record/summary.ts";

/** Values held at the most; when they are reached, the more frequent half stays. */
export const HELD_VALUES = 64;
const KEPT = HELD_VALUES / 2;

/**
 * The most frequent of many values: exact while there are few; past that with the algorithm of Misra and Gries
 * (Finding repeated elements, 1982) in batches: the count of rank KEPT + 1 is subtracted from all, so a count is short by
 * no more than n / (KEPT + 1).
 */
export class TopValues {
  #counts = new Map<string, number>();

  get size(): number {
    return this.#counts.size;
  }

  /** Whether the next new value makes a clean-up necessary. */
  get full(): boolean {
    return this.#counts.size >= HELD_VALUES;
  }

  has(value: string): boolean {
    return this.#counts.has(value);
  }

  add(value: string, count: number): void {
    const known = this.#counts.get(value);
    if (known === undefined && this.full) this.#prune();
    this.#counts.set(value, (known ?? 0) + count);
  }

  entries(): Iterable<[string, number]> {
    return this.#counts.entries();
  }

  top(): ValueCount[] {
    return [...this.#counts]
      .map(([value, count]) => ({ value, count }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
      .slice(0, KEPT);
  }

  #prune(): void {
    const sorted = Float64Array.from(this.#counts.values()).sort();
    const cut = sorted[sorted.length - 1 - KEPT];
    const kept = new Map<string, number>();
    for (const [value, count] of this.#counts) if (count > cut) kept.set(value, count - cut);
    this.#counts = kept;
  }
}
