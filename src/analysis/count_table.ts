import { seedA, seedB } from "../record/hash.ts";
import { countOfRank } from "./count_ranks.ts";
import { EntryTexts } from "./entry_texts.ts";

/**
 * Counts of things known by a pair of 32-bit hashes, with the text of each kept once.
 *
 * Entries stand next to each other in the order they came, 16 bytes each (hash, hash, count in two parts), and the
 * slots of the open-addressing table hold their numbers only: what is common comes early and so shares few cache
 * lines, and a clean-up is a pass over a dense array that allocates nothing. Texts are apart, as they are read only
 * when text is wanted.
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
  /** How much a count may be short by at the most; a double from the start, see `NO_ERROR`. */
  error = NO_ERROR;
  /**
   * Hash, hash, low and high part of the count by entry number; number 0 stands for none. Adding one to a small
   * integer is quicker than to a double, and `addCommon` does little else.
   */
  #cells = new Int32Array(0);
  /** Entry numbers; 0 is a free slot. */
  #slots = new Int32Array(0);
  #mask = 0;
  /**
   * A pair's place is the highest bits of a sum of products, a universal hash, so that pairs need not be mixed well;
   * multiplied once more, as the sums of words and numbers that differ by a letter lie in clusters.
   */
  #shift = 0;
  readonly #mixA = seedA | 1;
  readonly #mixB = Math.imul(seedB, 0x85ebca6b) | 1;
  /** Entry numbers that there is room for, up from 0. */
  #room = 0;
  readonly #texts: EntryTexts;
  /** Number of the first entry that is not marked: the marked ones are 1 and up. */
  #first = 1;
  /** Since `addCommon` no entry has moved. */
  #placesHold = false;

  /** `maxText`: bytes of text kept of an entry; `marked`: one that was cut ends in `…`. */
  constructor(keep: number, limit: number, maxText: number, marked = false) {
    this.keep = keep;
    this.limit = limit;
    this.#texts = new EntryTexts(maxText, marked);
    this.#resize(FEWEST_ENTRIES);
  }

  /** Bytes held. */
  get bytes(): number {
    return this.#slots.length * 4 + this.#cells.length * 4 + this.#texts.bytes;
  }

  /** The entry number of a pair of hashes, or `~slot` of the free place where it would stand. */
  find(a: number, b: number): number {
    const cells = this.#cells;
    const slots = this.#slots;
    const mask = this.#mask;
    const sum = Math.imul(a, this.#mixA) + Math.imul(b, this.#mixB);
    for (let slot = Math.imul(sum ^ (sum >>> 15), SPREAD) >>> this.#shift;; slot = (slot + 1) & mask) {
      const entry = slots[slot];
      if (entry === 0) return ~slot;
      if (cells[entry << 2] === a && cells[(entry << 2) + 1] === b) return entry;
    }
  }

  /**
   * Adds `weight` to the count of each of the first `length` pairs of `queue` that has been counted more than once. The
   * indices of the others go to `missed`, each followed by what `find` gave for it (see `findAgain`); returns how many
   * these are. A pair takes four places of the queue: its hashes and two for the caller. One loop over many pairs: the
   * fields of the table are read once, and the processor looks up several at a time.
   */
  addCommon(queue: Int32Array, length: number, missed: Int32Array, weight = 1): number {
    const cells = this.#cells;
    const slots = this.#slots;
    const mask = this.#mask;
    const shift = this.#shift;
    const mixA = this.#mixA;
    const mixB = this.#mixB;
    const most = LOW_PART - weight;
    let misses = 0;
    this.#placesHold = true;
    for (let i = 0; i < length; i++) {
      const a = queue[i << 2];
      const b = queue[(i << 2) + 1];
      const sum = Math.imul(a, mixA) + Math.imul(b, mixB);
      let slot = Math.imul(sum ^ (sum >>> 15), SPREAD) >>> shift;
      let entry;
      while ((entry = slots[slot]) !== 0) {
        if (cells[entry << 2] === a && cells[(entry << 2) + 1] === b) break;
        slot = (slot + 1) & mask;
      }
      const low = cells[(entry << 2) + 2]; // entry 0, none, counts 0
      if (low > 1 && low <= most) {
        cells[(entry << 2) + 2] = low + weight;
      } else {
        missed[misses << 1] = i;
        missed[(misses++ << 1) + 1] = entry === 0 ? ~slot : entry;
      }
    }
    return misses;
  }

  /**
   * Adds one to the count of each pair that `addCommon` missed. Those that are new come without text and are told to `fresh`;
   * of those that have none although they came before, `wantsText` is given their place in the queue and their entry.
   */
  addRare(
    queue: Int32Array,
    missed: Int32Array,
    misses: number,
    fresh: { add(a: number, b: number): void },
    wantsText: (at: number, entry: number) => void,
  ): void {
    for (let i = 0; i < misses; i++) {
      const at = missed[i << 1] << 2;
      const a = queue[at];
      const b = queue[at + 1];
      const entry = this.findAgain(missed[(i << 1) + 1], a, b);
      if (entry < 0) {
        fresh.add(a, b);
        this.insertPruned(entry, a, b, 1);
        continue;
      }
      this.addAt(entry, 1);
      if (!this.hasText(entry)) wantsText(at, entry);
    }
  }

  /** `find` for a pair that `addCommon` missed; `place` is what it told. Others may have been inserted since. */
  findAgain(place: number, a: number, b: number): number {
    if (!this.#placesHold) return this.find(a, b);
    if (place > 0) return place;
    const cells = this.#cells;
    const slots = this.#slots;
    for (let slot = ~place;; slot = (slot + 1) & this.#mask) {
      const entry = slots[slot];
      if (entry === 0) return ~slot;
      if (cells[entry << 2] === a && cells[(entry << 2) + 1] === b) return entry;
    }
  }

  countAt(entry: number): number {
    return this.#cells[(entry << 2) + 3] * LOW_PART + this.#cells[(entry << 2) + 2];
  }

  addAt(entry: number, weight: number): void {
    const low = this.#cells[(entry << 2) + 2] + weight;
    if (low < LOW_PART) this.#cells[(entry << 2) + 2] = low;
    else this.#setCount(entry, this.countAt(entry) + weight);
  }

  #setCount(entry: number, count: number): void {
    this.#cells[(entry << 2) + 2] = count % LOW_PART;
    this.#cells[(entry << 2) + 3] = count / LOW_PART;
  }

  isMarked(entry: number): boolean {
    return entry < this.#first;
  }

  /** Whether `insert` must be preceded by `prune`. */
  get full(): boolean {
    return this.size >= this.limit;
  }

  /**
   * Puts a new pair into the free place `find` gave (`~slot`). Returns its entry number: they are dense from 1 (after
   * the marked ones) and hold until the next clean-up.
   */
  insert(free: number, a: number, b: number, weight: number): number {
    const entry = this.#first + this.size;
    if (entry === this.#room) {
      this.#grow();
      free = this.find(a, b);
    }
    this.size++;
    this.#cells[entry << 2] = a;
    this.#cells[(entry << 2) + 1] = b;
    this.#setCount(entry, weight);
    this.#texts.begin(entry);
    this.#slots[~free] = entry;
    return entry;
  }

  /** Marks a pair: it is found and counted, but never goes. To be called before anything is inserted. */
  mark(a: number, b: number): void {
    const free = this.find(a, b);
    if (free >= 0) return;
    this.insert(free, a, b, 1);
    this.#first++;
    this.size = 0;
  }

  hasText(entry: number): boolean {
    return this.#texts.has(entry);
  }

  /** Keeps the text of an entry, cut at the bound (at the start of a UTF-8 character). */
  setText(entry: number, bytes: Uint8Array, from: number, to: number): void {
    this.#texts.set(entry, bytes, from, to);
  }

  /** Keeps the text of an entry of another table. */
  copyText(entry: number, other: CountTable, theirs: number): void {
    this.#texts.copy(entry, other.#texts, theirs);
  }

  /** Makes the ASCII letters of an entry's text lower case. */
  lowerText(entry: number): void {
    this.#texts.lower(entry);
  }

  /**
   * Brings the table down to `keep` entries or fewer. The survivors are numbered anew; `moved` is told the old and
   * the new number of each, in rising order (the new one is never the higher).
   */
  prune(moved?: (from: number, to: number) => void): void {
    const cut = countOfRank(this.keep + 1, this.#counts());
    this.error += cut;
    const cells = this.#cells;
    const texts = this.#texts;
    const end = this.#first + this.size;
    let to = this.#first;
    for (let from = to; from < end; from++) {
      const count = this.countAt(from);
      if (count <= cut) continue;
      cells[to << 2] = cells[from << 2];
      cells[(to << 2) + 1] = cells[(from << 2) + 1];
      this.#setCount(to, count - cut);
      texts.move(from, to);
      moved?.(from, to);
      to++;
    }
    this.size = to - this.#first;
    const wanted = this.#first + this.limit;
    if (wanted * 2 < this.#room) this.#resize(wanted);
    else this.#fillSlots();
    texts.compact(this.#first, this.#first + this.size);
  }

  /** Calls `visit` with the hashes, count and entry number of each entry. */
  forEach(visit: (a: number, b: number, count: number, entry: number) => void): void {
    const end = this.#first + this.size;
    for (let entry = this.#first; entry < end; entry++) {
      visit(this.#cells[entry << 2], this.#cells[(entry << 2) + 1], this.countAt(entry), entry);
    }
  }

  /** Whether all that another table (same seeds) holds besides has room without a clean-up. */
  hasRoomFor(other: CountTable): boolean {
    let size = this.size;
    other.forEach((a, b) => {
      if (this.find(a, b) < 0) size++;
    });
    return size <= this.limit;
  }

  /** Adds the counts of another table (same seeds, same marks). */
  merge(other: CountTable): void {
    this.error += other.error;
    other.forEach((a, b, count, theirs) => {
      let entry = this.find(a, b);
      if (entry >= 0) this.addAt(entry, count);
      else entry = this.insertPruned(entry, a, b, count);
      if (other.hasText(theirs) && !this.hasText(entry)) this.copyText(entry, other, theirs);
    });
  }

  /** Puts a new pair into the free place `find` gave, after a clean-up if one is due. Returns its entry number. */
  insertPruned(
    free: number,
    a: number,
    b: number,
    weight: number,
    moved?: (from: number, to: number) => void,
  ): number {
    if (!this.full) return this.insert(free, a, b, weight);
    this.prune(moved);
    return this.insert(this.find(a, b), a, b, weight);
  }

  /** The `limit` entries with text that count most, highest first, then in the order of their bytes. */
  top(limit: number): TopEntry[] {
    return this.topBy(
      Float64Array.from({ length: this.#first + this.size }, (_, at) => this.countAt(at)),
      limit,
    );
  }

  /** The same by counts that are kept elsewhere, by entry number. */
  topBy(counts: ArrayLike<number>, limit: number): TopEntry[] {
    const best: number[] = [];
    const before = (x: number, y: number) =>
      counts[x] !== counts[y] ? counts[x] > counts[y] : this.#texts.compare(x, y) < 0;
    for (let entry = this.#first; entry < this.#first + this.size; entry++) {
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
    return this.#texts.of(entry);
  }

  /** Forgets all but the marks. */
  reset(): void {
    this.size = 0;
    this.error = NO_ERROR;
    this.#texts.reset();
    for (let entry = 1; entry < this.#first; entry++) this.#setCount(entry, 1);
    const entries = Math.max(FEWEST_ENTRIES, this.#first + 1);
    if (this.#room > entries) this.#resize(entries);
    else this.#fillSlots();
  }

  #grow(): void {
    const entries = this.#room;
    this.#resize(Math.min(entries * 2, Math.max(this.#first + this.limit, entries + 1)));
  }

  /** Makes room for entry numbers below `entries`, and keeps the entries there are. */
  #resize(entries: number): void {
    const end = this.#first + this.size;
    let slots = 8;
    while (slots < entries * 3) slots *= 2;
    this.#slots = new Int32Array(slots);
    this.#mask = slots - 1;
    this.#shift = Math.clz32(slots) + 1;
    const cells = this.#cells.subarray(0, end * 4);
    this.#cells = new Int32Array(entries * 4);
    this.#cells.set(cells);
    this.#room = entries;
    this.#texts.resize(entries, end);
    this.#fillSlots();
  }

  /** Puts the number of each entry into its slot. */
  #fillSlots(): void {
    this.#placesHold = false;
    const cells = this.#cells;
    const slots = this.#slots.fill(0);
    const end = this.#first + this.size;
    for (let entry = 1; entry < end; entry++) {
      slots[~this.find(cells[entry << 2], cells[(entry << 2) + 1])] = entry;
    }
  }

  /** The counts of all but the marked ones, until it is asked for again. */
  #counts(): Float64Array {
    if (scratch.length < this.size) scratch = new Float64Array(this.size * 2);
    const counts = scratch.subarray(0, this.size);
    for (let at = 0; at < counts.length; at++) counts[at] = this.countAt(this.#first + at);
    return counts;
  }
}

/** An entry of `top`. */
export interface TopEntry {
  entry: number;
  text: string;
  count: number;
}

/** What the low part of a count goes up to, and what one of the high part stands for. */
const LOW_PART = 2 ** 30;
const SPREAD = 0x2c1b3c6d;
/**
 * Zero as a double: a table whose first error replaced a small integer would change its shape, and all that the engine has
 * compiled for tables would be compiled again.
 */
const NO_ERROR = -0;
/** Entry numbers that an empty table has room for. */
const FEWEST_ENTRIES = 8;
/** Room for counts that are looked at for a moment, of whichever table. */
let scratch = new Float64Array(1024);
