const NO_TEXT = -1;
const FEWEST_BYTES = 64;
/** The end of a text that was cut: `…`. */
const CUT = [0xe2, 0x80, 0xa6];
const decoder = new TextDecoder();

/** The texts of a table's entries, one behind the other in one piece of memory, by entry number. */
export class EntryTexts {
  readonly #longest: number;
  readonly #marked: boolean;
  #at = new Int32Array(0);
  #length = new Int32Array(0);
  #bytes = new Uint8Array(FEWEST_BYTES);
  #end = 0;

  /** `longest`: bytes kept of a text; `marked`: a text that was cut ends in `…`. */
  constructor(longest: number, marked: boolean) {
    this.#longest = longest;
    this.#marked = marked;
  }

  /** Bytes held. */
  get bytes(): number {
    return this.#at.length * 8 + this.#bytes.length;
  }

  /** Makes room for entry numbers below `entries`; those below `kept` are kept. */
  resize(entries: number, kept: number): void {
    const at = this.#at.subarray(0, kept);
    const length = this.#length.subarray(0, kept);
    this.#at = new Int32Array(entries);
    this.#length = new Int32Array(entries);
    this.#at.set(at);
    this.#length.set(length);
  }

  /** Forgets the bytes of all texts. */
  reset(): void {
    this.#end = 0;
    if (this.#bytes.length > FEWEST_BYTES) this.#bytes = new Uint8Array(FEWEST_BYTES);
  }

  /** An entry that is new has no text. */
  begin(entry: number): void {
    this.#length[entry] = NO_TEXT;
  }

  has(entry: number): boolean {
    return this.#length[entry] !== NO_TEXT;
  }

  /** Keeps the text of an entry, cut at the bound (at the start of a UTF-8 character). */
  set(entry: number, bytes: Uint8Array, from: number, to: number): void {
    let end = to;
    if (to - from > this.#longest) {
      end = from + this.#longest;
      while (end > from && (bytes[end] & 0xc0) === 0x80) end--;
    }
    const isMarked = end < to && this.#marked;
    const length = end - from + (isMarked ? CUT.length : 0);
    this.#reserve(length);
    const kept = this.#bytes;
    let at = this.#end;
    this.#at[entry] = at;
    this.#length[entry] = length;
    for (let i = from; i < end; i++) kept[at++] = bytes[i];
    if (isMarked) { for (const byte of CUT) kept[at++] = byte; }
    this.#end = at;
  }

  /** Keeps the text of an entry of another table. */
  copy(entry: number, other: EntryTexts, theirs: number): void {
    const from = other.#at[theirs];
    this.set(entry, other.#bytes, from, from + other.#length[theirs]);
  }

  /** An entry has another number. */
  move(from: number, to: number): void {
    this.#at[to] = this.#at[from];
    this.#length[to] = this.#length[from];
  }

  /** Makes the ASCII letters of an entry's text lower case. */
  lower(entry: number): void {
    const to = this.#at[entry] + this.#length[entry];
    for (let i = this.#at[entry]; i < to; i++) this.#bytes[i] |= 0x20;
  }

  of(entry: number): string {
    const from = this.#at[entry];
    return decoder.decode(this.#bytes.subarray(from, from + this.#length[entry]));
  }

  /** Below 0 if the bytes of `x` come before those of `y`, above if behind. */
  compare(x: number, y: number): number {
    const bytes = this.#bytes;
    const xAt = this.#at[x];
    const yAt = this.#at[y];
    const shorter = Math.min(this.#length[x], this.#length[y]);
    for (let i = 0; i < shorter; i++) {
      if (bytes[xAt + i] !== bytes[yAt + i]) return bytes[xAt + i] - bytes[yAt + i];
    }
    return this.#length[x] - this.#length[y];
  }

  /** Makes the memory anew once most of it belongs to others than the entries [from, to). */
  compact(from: number, to: number): void {
    let needed = 0;
    for (let entry = from; entry < to; entry++) needed += Math.max(0, this.#length[entry]);
    if (needed * 2 > this.#end) return;
    const bytes = this.#bytes;
    this.#bytes = new Uint8Array(Math.max(FEWEST_BYTES, needed * 2));
    this.#end = 0;
    for (let entry = from; entry < to; entry++) {
      const at = this.#at[entry];
      if (this.has(entry)) this.set(entry, bytes, at, at + this.#length[entry]);
    }
  }

  #reserve(length: number): void {
    if (this.#end + length <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#end + length));
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}
