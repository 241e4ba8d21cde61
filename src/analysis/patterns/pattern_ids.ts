/** Numbers of joined patterns that are remembered; the oldest go first. */
const MAX_JOINED = 1 << 16;

/**
 * Numbers of patterns. A number is given once and never again to another pattern; when two patterns become one, the
 * younger number leads to the older. So a number that was given to a record stays right without being looked at.
 */
export class PatternIds {
  #next: number;
  readonly #first: number;
  readonly #joined = new Map<number, number>();

  /** Numbers begin at `first`: workers whose patterns are to be merged must not share them. */
  constructor(first: number) {
    this.#next = this.#first = first;
  }

  /** Bytes held, about. */
  get bytes(): number {
    return this.#joined.size * 40;
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

  /** Takes over what the numbers of another have become. */
  mergeJoined(other: PatternIds): void {
    if (other.#first === this.#first) return;
    for (const [lost, kept] of other.#joined) this.join(kept, lost);
  }

  /** Lets a number of another lead to one of this; not if both began at the same one. */
  lead(foreign: number, own: number): void {
    if (foreign < this.#first || foreign >= this.#next) this.join(own, foreign);
  }
}
