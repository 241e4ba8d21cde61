/** Chance that is the same in every run (mulberry32, Tommy Ettinger, public domain). */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** In [0, 1). */
  next(): number {
    this.#state = this.#state + 0x6d2b79f5 | 0;
    let t = Math.imul(this.#state ^ this.#state >>> 15, 1 | this.#state);
    t = t + Math.imul(t ^ t >>> 7, 61 | t) ^ t;
    return ((t ^ t >>> 14) >>> 0) / 2 ** 32;
  }

  whole(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** True once in so many times. */
  one(times: number): boolean {
    return this.next() < 1 / times;
  }

  pick<T>(from: readonly T[]): T {
    return from[this.whole(0, from.length - 1)];
  }

  /** Around a middle, mostly within a factor of 1.6, as durations are. */
  near(middle: number): number {
    const normal = this.next() + this.next() + this.next() + this.next() - 2;
    return middle * Math.exp(normal * 0.4);
  }

  /** Waiting times between events that know nothing of each other. */
  exponential(mean: number): number {
    return -mean * Math.log(1 - this.next());
  }

  hex(digits: number): string {
    return Array.from({ length: digits }, () => this.whole(0, 15).toString(16)).join("");
  }

  /** An address of the ranges that are set aside for documentation. */
  customer(): string {
    return `${this.pick(["198.51.100", "192.0.2"])}.${this.whole(2, 250)}`;
  }
}
