/** Numbers of joined patterns that are remembered; the oldest go first. */
const MAX_JOINED = 1 << 17;

/**
 * Numbers of patterns. A number is given once and never again to another pattern; when two patterns become one, the
 * younger number leads to the older. So a number that was given to a record stays right without being looked at.
 */
export class PatternIds {
  #next: number;
  readonly #joined = new Map<number, number>();

  /** Numbers begin at `first`: workers whose patterns are to be merged must not share them. */
  constructor(first: number) {
    this.#next = first;
  }

  give(): number {
    return this.#next++;
  }

  join(kept: number, lost: number): void {
    if (kept === lost) return;
    if (this.#joined.size >= MAX_JOINED) this.#joined.delete(this.#joined.keys().next().value!);
    this.#joined.set(lost, kept);
  }

  /** The number that `id` has become. */
  resolve(id: number): number {
    let now = id;
    for (let next; (next = this.#joined.get(now)) !== undefined;) now = next;
    if (now !== id && this.#joined.get(id) !== now) this.#joined.set(id, now);
    return now;
  }
}
