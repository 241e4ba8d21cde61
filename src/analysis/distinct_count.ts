const INDEX_BITS = 11;
const REGISTERS = 1 << INDEX_BITS;
/** Bits of the second hash, which the position of the first one is looked for in. */
const HASH_BITS = 32;

/**
 * How many distinct things there are, within 2.3 % (standard error), in 2,048 bytes: HyperLogLog (P. Flajolet
 * et al., 2007) with the estimator of O. Ertl (New cardinality estimation algorithms for HyperLogLog sketches,
 * 2017, algorithm 6), which needs no correction for small numbers. Merging takes the larger of each register.
 */
export class DistinctCount {
  static readonly bytes = REGISTERS;
  readonly #registers = new Uint8Array(REGISTERS);

  /** Adds a pair of hashes, which need not be well mixed: short values are their own hashes. */
  add(a: number, b: number): void {
    let mixed = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ b;
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35);
    const index = (mixed ^ (mixed >>> 16)) >>> (32 - INDEX_BITS);
    let bits = Math.imul(b ^ (b >>> 16), 0x2c1b3c6d) ^ a;
    bits = Math.imul(bits ^ (bits >>> 15), 0x297a2d39);
    const rank = Math.clz32(bits ^ (bits >>> 16)) + 1;
    if (rank > this.#registers[index]) this.#registers[index] = rank;
  }

  merge(other: DistinctCount): void {
    other.#registers.forEach((rank, index) => {
      if (rank > this.#registers[index]) this.#registers[index] = rank;
    });
  }

  estimate(): number {
    const byRank = new Float64Array(HASH_BITS + 2);
    for (const rank of this.#registers) byRank[rank]++;
    let z = REGISTERS * tau(1 - byRank[HASH_BITS + 1] / REGISTERS);
    for (let rank = HASH_BITS; rank >= 1; rank--) z = 0.5 * (z + byRank[rank]);
    z += REGISTERS * sigma(byRank[0] / REGISTERS);
    return Math.round(REGISTERS * REGISTERS / (2 * Math.LN2 * z));
  }
}

function sigma(x: number): number {
  if (x === 1) return Infinity;
  let power = 1;
  let sum = x;
  for (let before = NaN; sum !== before; power *= 2) {
    x *= x;
    before = sum;
    sum += x * power;
  }
  return sum;
}

function tau(x: number): number {
  if (x === 0 || x === 1) return 0;
  let power = 1;
  let sum = 1 - x;
  for (let before = NaN; sum !== before;) {
    x = Math.sqrt(x);
    before = sum;
    power *= 0.5;
    sum -= (1 - x) * (1 - x) * power;
  }
  return sum / 3;
}
