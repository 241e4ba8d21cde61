import { seedA, seedB } from "../record/hash.ts";

/**
 * Counts of things known by a pair of 32-bit hashes, with the text of each kept once.
 *
 * A slot of the open-addressing table is 16 bytes: hash, hash, count (a double), so that a look-up touches one
 * cache line; which entry stands in a slot, and its text, are read only when text is wanted.
 *
 * Bound: Misra-Gries in batches. When the table reaches its limit, the count of rank `keep + 1` is subtracted
 * from every count and what falls to zero is dropped. Every subtraction of c takes c from at least `keep + 1`
 * counters, so the sum of all subtractions (`error`) is at most n / (keep + 1) after n additions: a count is
 * short by no more than that, and whatever occurred more often than that is in the table. (J. Misra, D. Gries,
 * Finding repeated elements, 1982; D. Anderson et al., A high-performance algorithm for identifying frequent
 * items in data streams, 2017; merging: P. Agarwal et al., Mergeable summaries, 2012.)
 */
export class CountTable {
  /** Counters that stay after a clean-up; at most `limit` are held before it. */
  keep: number;
  limit: number;
  /** Entries in the table; the marked ones are not among them. */
  size = 0;
  /** How much a count may be short by at the most. */
  error = 0;
  #maxText: number;
  #cells!: Int32Array;
  #counts!: Float64Array;
  /** Entry number by slot; MARKED for a marked one. */
  #entries!: Int32Array;
  #mask = 0;
  /** A pair's place is the highest bits of a sum of products (a universal hash, so pairs need not be mixed well). */
  #shift = 0;
  readonly #mixA = seedA | 1;
  readonly #mixB = Math.imul(seedB, 0x85ebca6b) | 1;
  #used = 0;
  #textAt = new Int32Array(8);
  #textLength = new Int32Array(8);
  #arena = new Uint8Array(64);
  #arenaEnd = 0;
  #marked: [number, number][] = [];

  /** `maxText`: bytes of text kept of an entry. */
  constructor(keep: number, limit: number, maxText: number) {
    this.keep = keep;
    this.limit = limit;
    this.#maxText = maxText;
    this.#allocate(8);
  }

  /** Bytes held. */
  get bytes(): number {
    return this.#entries.length * 20 + this.#textAt.length * 8 + this.#arena.length;
  }

  /** The slot of a pair of hashes, or `~slot` of the free place where it would stand. */
  find(a: number, b: number): number {
    const cells = this.#cells;
    const mask = this.#mask;
    for (
      let slot = (Math.imul(a, this.#mixA) + Math.imul(b, this.#mixB)) >>> this.#shift;;
      slot = (slot + 1) & mask
    ) {
      const first = cells[slot << 2];
      const second = cells[(slot << 2) + 1];
      if (first === a && second === b) return slot;
      if (first === 0 && second === 0) return ~slot;
    }
  }

  countAt(slot: number): number {
    return this.#counts[(slot << 1) + 1];
  }

  addAt(slot: number, weight: number): void {
    this.#counts[(slot << 1) + 1] += weight;
  }

  /** The entry number in a slot, dense from 0 until the next clean-up. */
  entryAt(slot: number): number {
    return this.#entries[slot];
  }

  /** Whether `insert` must be preceded by `prune`. */
  get full(): boolean {
    return this.size >= this.limit;
  }

  /** Puts a new pair into the free place `find` gave (`~slot`). Returns its entry number. */
  insert(free: number, a: number, b: number, weight: number): number {
    const entry = this.size++;
    if (entry === this.#textAt.length) this.#growEntries();
    this.#textLength[entry] = NO_TEXT;
    this.#place(~free, a, b, weight, entry);
    return entry;
  }

  /** Marks a pair: it is found and counted, but is no entry and never goes. */
  mark(a: number, b: number): void {
    const slot = this.find(a, b);
    if (slot >= 0) return;
    this.#marked.push([a, b]);
    this.#place(~slot, a, b, 1, MARKED);
  }

  hasText(entry: number): boolean {
    return this.#textLength[entry] !== NO_TEXT;
  }

  /** Keeps the text of an entry, cut at the bound (at the start of a UTF-8 character). */
  setText(entry: number, bytes: Uint8Array, from: number, to: number): void {
    let end = to;
    if (to - from > this.#maxText) {
      end = from + this.#maxText;
      while (end > from && (bytes[end] & 0xc0) === 0x80) end--;
    }
    const length = end - from;
    this.#reserve(length);
    const arena = this.#arena;
    let at = this.#arenaEnd;
    this.#textAt[entry] = at;
    this.#textLength[entry] = length;
    for (let i = from; i < end; i++) arena[at++] = bytes[i];
    this.#arenaEnd = at;
  }

  /** Keeps the text of an entry of another table. */
  copyText(entry: number, other: CountTable, theirs: number): void {
    const from = other.#textAt[theirs];
    this.setText(entry, other.#arena, from, from + other.#textLength[theirs]);
  }

  /** Makes the ASCII letters of an entry's text lower case. */
  lowerText(entry: number): void {
    const to = this.#textAt[entry] + this.#textLength[entry];
    for (let i = this.#textAt[entry]; i < to; i++) this.#arena[i] |= 0x20;
  }

  /**
   * Brings the table down to `keep` entries or fewer. The survivors are numbered anew; `moved` is told the old and
   * the new number of each.
   */
  prune(moved?: (from: number, to: number) => void): void {
    const cut = this.#ranked(this.keep + 1);
    this.error += cut;
    const cells = this.#cells;
    const counts = this.#counts;
    const entries = this.#entries;
    const textAt = this.#textAt;
    const textLength = this.#textLength;
    this.#textAt = new Int32Array(textAt.length);
    this.#textLength = new Int32Array(textLength.length);
    this.#startAnew();
    for (let slot = 0; slot < entries.length; slot++) {
      const count = counts[(slot << 1) + 1];
      const old = entries[slot];
      if (count <= cut || old === MARKED) continue;
      const a = cells[slot << 2];
      const b = cells[(slot << 2) + 1];
      const entry = this.insert(this.find(a, b), a, b, count - cut);
      this.#textAt[entry] = textAt[old];
      this.#textLength[entry] = textLength[old];
      moved?.(old, entry);
    }
    this.#compactText();
  }

  /** Calls `visit` with the hashes, count and entry number of each entry. */
  forEach(visit: (a: number, b: number, count: number, entry: number) => void): void {
    for (let slot = 0; slot <= this.#mask; slot++) {
      const a = this.#cells[slot << 2];
      const b = this.#cells[(slot << 2) + 1];
      const entry = this.#entries[slot];
      if ((a !== 0 || b !== 0) && entry !== MARKED) visit(a, b, this.countAt(slot), entry);
    }
  }

  /** Adds the counts of another table (same seeds, same marks). */
  merge(other: CountTable): void {
    this.error += other.error;
    other.forEach((a, b, count, theirs) => {
      const slot = this.find(a, b);
      if (slot >= 0) this.addAt(slot, count);
      const entry = slot >= 0 ? this.entryAt(slot) : this.insertPruned(a, b, count);
      if (entry !== MARKED && other.hasText(theirs) && !this.hasText(entry)) {
        this.copyText(entry, other, theirs);
      }
    });
  }

  /** Inserts a pair that is not in the table, after a clean-up if one is due. Returns its entry number. */
  insertPruned(a: number, b: number, weight: number): number {
    if (this.full) this.prune();
    return this.insert(this.find(a, b), a, b, weight);
  }

  /** The `limit` entries with text that count most, highest first, then in the order of their bytes. */
  top(limit: number): TopEntry[] {
    return this.topBy(this.#byEntry(), limit);
  }

  /** The same by counts that are kept elsewhere, by entry number. */
  topBy(counts: ArrayLike<number>, limit: number): TopEntry[] {
    const best: number[] = [];
    const before = (x: number, y: number) =>
      counts[x] !== counts[y] ? counts[x] > counts[y] : this.#compareText(x, y) < 0;
    for (let entry = 0; entry < this.size; entry++) {
      if (!this.hasText(entry)) continue;
      if (best.length === limit && !before(entry, best[limit - 1])) continue;
      let low = 0;
      for (let high = best.length; low < high;) {
        const middle = (low + high) >> 1;
        if (before(entry, best[middle])) high = middle;
        else low = middle + 1;
      }
      best.splice(low, 0, entry);
      if (best.length > limit) best.pop();
    }
    return best.map((entry) => ({ entry, text: this.text(entry), count: counts[entry] }));
  }

  text(entry: number): string {
    const from = this.#textAt[entry];
    return decoder.decode(this.#arena.subarray(from, from + this.#textLength[entry]));
  }

  /** Forgets all but the marks. */
  reset(): void {
    this.size = this.error = this.#arenaEnd = 0;
    this.#allocate(8);
    this.#mark();
  }

  #place(slot: number, a: number, b: number, count: number, entry: number): void {
    this.#cells[slot << 2] = a;
    this.#cells[(slot << 2) + 1] = b;
    this.#counts[(slot << 1) + 1] = count;
    this.#entries[slot] = entry;
    if (++this.#used * 3 > this.#mask) this.#growSlots();
  }

  #allocate(slots: number): void {
    this.#cells = new Int32Array(slots * 4);
    this.#counts = new Float64Array(this.#cells.buffer);
    this.#entries = new Int32Array(slots);
    this.#mask = slots - 1;
    this.#shift = Math.clz32(slots) + 1;
    this.#used = 0;
  }

  /** An empty table with the marks, as large as before if that is still wanted. */
  #startAnew(): void {
    let slots = 8;
    while (slots < (this.limit + this.#marked.length) * 3 && slots < this.#entries.length) slots *= 2;
    this.#allocate(slots);
    this.size = 0;
    this.#mark();
  }

  #mark(): void {
    for (const [a, b] of this.#marked) this.#place(~this.find(a, b), a, b, 1, MARKED);
  }

  #growSlots(): void {
    const cells = this.#cells;
    const counts = this.#counts;
    const entries = this.#entries;
    this.#allocate(entries.length * 2);
    for (let slot = 0; slot < entries.length; slot++) {
      const a = cells[slot << 2];
      const b = cells[(slot << 2) + 1];
      if (a !== 0 || b !== 0) this.#place(~this.find(a, b), a, b, counts[(slot << 1) + 1], entries[slot]);
    }
  }

  #growEntries(): void {
    const room = Math.min(this.#textAt.length * 2, Math.max(this.limit, this.size + 1));
    this.#textAt = resized(this.#textAt, room);
    this.#textLength = resized(this.#textLength, room);
  }

  #reserve(length: number): void {
    if (this.#arenaEnd + length <= this.#arena.length) return;
    const grown = new Uint8Array(Math.max(this.#arena.length * 2, this.#arenaEnd + length));
    grown.set(this.#arena);
    this.#arena = grown;
  }

  /** The count of the given rank (1 is the highest), 0 if there are fewer. */
  #ranked(rank: number): number {
    if (this.size < rank) return 0;
    const histogram = new Int32Array(HISTOGRAM); // most counts are small: no need to sort
    for (let slot = 0; slot <= this.#mask; slot++) {
      const count = this.#counts[(slot << 1) + 1];
      if (count < HISTOGRAM && this.#entries[slot] !== MARKED) histogram[count]++; // free slots count 0
    }
    for (let count = 1, left = this.size; count < HISTOGRAM; count++) {
      left -= histogram[count];
      if (left < rank) return count;
    }
    return this.#byEntry().sort()[this.size - rank];
  }

  #byEntry(): Float64Array {
    const counts = new Float64Array(this.size);
    this.forEach((_a, _b, count, entry) => counts[entry] = count);
    return counts;
  }

  /** Makes the arena anew once most of it belongs to entries that are gone. */
  #compactText(): void {
    let needed = 0;
    for (let entry = 0; entry < this.size; entry++) needed += Math.max(0, this.#textLength[entry]);
    if (needed * 2 > this.#arenaEnd) return;
    const arena = this.#arena;
    this.#arena = new Uint8Array(Math.max(64, needed * 2));
    this.#arenaEnd = 0;
    for (let entry = 0; entry < this.size; entry++) {
      const from = this.#textAt[entry];
      if (this.hasText(entry)) this.setText(entry, arena, from, from + this.#textLength[entry]);
    }
  }

  #compareText(x: number, y: number): number {
    const arena = this.#arena;
    const xAt = this.#textAt[x];
    const yAt = this.#textAt[y];
    const shorter = Math.min(this.#textLength[x], this.#textLength[y]);
    for (let i = 0; i < shorter; i++) {
      if (arena[xAt + i] !== arena[yAt + i]) return arena[xAt + i] - arena[yAt + i];
    }
    return this.#textLength[x] - this.#textLength[y];
  }
}

/** An entry of `top`. */
export interface TopEntry {
  entry: number;
  text: string;
  count: number;
}

const MARKED = -1;
const NO_TEXT = -1;
/** Counts up to which ranks are found without sorting. */
const HISTOGRAM = 256;

const decoder = new TextDecoder();

function resized(old: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(length);
  grown.set(old);
  return grown;
}
