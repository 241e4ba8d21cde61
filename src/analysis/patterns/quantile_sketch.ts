/** Relative error of a quantile. */
export const QUANTILE_ERROR = 0.01;
const GAMMA = (1 + QUANTILE_ERROR) / (1 - QUANTILE_ERROR);
const LOG_GAMMA = Math.log(GAMMA);
/** Buckets of one sign: nearly nine decades. Past that the smallest absolute values share one. */
const MAX_BUCKETS = 1024;

/**
 * Quantiles of numbers within one per cent of their value: DDSketch (C. Masson, J. E. Rim, H. K. Lee, DDSketch: a fast and
 * fully-mergeable quantile sketch with relative-error guarantees, VLDB 2019). At most 16 KB.
 */
export class QuantileSketch {
  count = 0;
  min = Infinity;
  max = -Infinity;
  #zeros = 0;
  /** None of the numbers has a fraction. */
  #whole = true;
  readonly #positive = new Buckets();
  readonly #negative = new Buckets();

  add(value: number, weight = 1): void {
    this.count += weight;
    if (!Number.isInteger(value)) this.#whole = false;
    if (value < this.min) this.min = value;
    if (value > this.max) this.max = value;
    if (Math.abs(value) < Number.MIN_VALUE / QUANTILE_ERROR || value === 0) this.#zeros += weight;
    else if (value > 0) this.#positive.add(Math.ceil(Math.log(value) / LOG_GAMMA), weight);
    else this.#negative.add(Math.ceil(Math.log(-value) / LOG_GAMMA), weight);
  }

  /** The value below which a share of `q` (0 to 1) of the numbers lies; NaN if there are none. */
  quantile(q: number): number {
    if (this.count === 0) return NaN;
    let rank = Math.floor(q * (this.count - 1));
    const negatives = this.#negative.total;
    let value: number;
    if (rank < negatives) value = -valueOf(this.#negative.at(negatives - 1 - rank));
    else if ((rank -= negatives) < this.#zeros) value = 0;
    else value = valueOf(this.#positive.at(rank - this.#zeros));
    // The only whole number that can be meant, where there is one.
    if (this.#whole && Math.abs(value) * QUANTILE_ERROR < 0.49) value = Math.round(value);
    return Math.min(this.max, Math.max(this.min, value));
  }

  merge(other: QuantileSketch): void {
    this.count += other.count;
    this.min = Math.min(this.min, other.min);
    this.max = Math.max(this.max, other.max);
    this.#zeros += other.#zeros;
    this.#whole &&= other.#whole;
    this.#positive.merge(other.#positive);
    this.#negative.merge(other.#negative);
  }
}

/** Counts by index, in a window that moves and grows. */
class Buckets {
  total = 0;
  #first = 0;
  #counts = new Float64Array(0);

  add(index: number, weight: number): void {
    this.total += weight;
    const place = this.#place(index); // may make the counts anew
    this.#counts[place] += weight;
  }

  /** The index of the number with this rank, from 0. */
  at(rank: number): number {
    let below = 0;
    for (let i = 0; i < this.#counts.length; i++) {
      below += this.#counts[i];
      if (below > rank) return this.#first + i;
    }
    return this.#first + this.#counts.length - 1;
  }

  merge(other: Buckets): void {
    for (let i = other.#counts.length - 1; i >= 0; i--) {
      if (other.#counts[i] > 0) this.add(other.#first + i, other.#counts[i]);
    }
  }

  #place(index: number): number {
    const length = this.#counts.length;
    const at = index - this.#first;
    if (at >= 0 && at < length) return at;
    if (length === 0) this.#move(index - 4, 16);
    else {
      const room = 8 + (length >> 1);
      const first = at < 0 ? index - room : this.#first;
      const last = at < 0 ? this.#first + length - 1 : index + room;
      if (last - first < MAX_BUCKETS) this.#move(first, last - first + 1);
      else this.#moveToLast(Math.min(index, this.#lowest), Math.max(index, this.#highest));
    }
    return Math.max(0, index - this.#first);
  }

  /** Makes room for [first, last], or for the last of them that there may be. */
  #moveToLast(first: number, last: number): void {
    const length = Math.min(MAX_BUCKETS, last - first + 1);
    this.#move(last - length + 1, length);
  }

  get #lowest(): number {
    return this.#first + this.#counts.findIndex((count) => count > 0);
  }

  get #highest(): number {
    return this.#first + this.#counts.findLastIndex((count) => count > 0);
  }

  #move(first: number, length: number): void {
    const counts = new Float64Array(length);
    for (let i = 0; i < this.#counts.length; i++) {
      // What is above the new window holds nothing.
      if (this.#counts[i] > 0) counts[Math.max(0, this.#first + i - first)] += this.#counts[i];
    }
    this.#counts = counts;
    this.#first = first;
  }
}

function valueOf(index: number): number {
  return 2 * Math.pow(GAMMA, index) / (GAMMA + 1);
}
