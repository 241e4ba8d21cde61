/** The input ends before the block does: to be tried again with more. */
export class TooShort extends Error {}

/** Bits looked up at once; longer codes, which are rare, are found by their limits. */
const LOOKUP_BITS = 10;
const MAX_CODE_BITS = 20;
const MAX_SYMBOLS = 258;
/** Symbols after which another table is chosen. */
const GROUP_SYMBOLS = 50;
const OUTPUT_BYTES = 1 << 17;

/** One Huffman table: canonical codes by their length. */
interface CodeTable {
  /** Symbol << 5 | length by the next LOOKUP_BITS bits, 0 for longer codes. */
  lookup: Uint16Array;
  /** First code past those of each length, aligned to MAX_CODE_BITS. */
  limits: Int32Array;
  /** Of each length, what to take from a code to get its place in `symbols`. */
  bases: Int32Array;
  symbols: Uint16Array;
}

const CRC_TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit++) crc = crc < 0 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  return crc;
});

/**
 * Decodes a block of bzip2: Huffman codes, move-to-front, the inverse of the Burrows-Wheeler transform, and
 * run lengths before and after. The format was never published; this follows "Burrows-Wheeler transform" and
 * the description of the format by Joe Tsai ("BZIP2: Format Specification", 2016).
 */
export class Bzip2Block {
  /** Checksum of the block, once it was decoded. */
  crc = 0;
  /** Low byte: the sorted text; the rest: the index of the next. */
  #links: Uint32Array;
  #count = 0;
  #first = 0;
  /** Where the writing of the text is: bytes left, the present link, equal bytes in a row, repeats to come. */
  #state = { crc: -1, left: 0, link: 0, run: 0, last: -1, repeat: 0 };
  #input: Uint8Array = new Uint8Array(0);
  #at = 0;
  #buffer = 0;
  #held = 0;

  /** For blocks of at most `size` bytes. */
  constructor(size: number) {
    this.#links = new Uint32Array(size);
  }

  /** Reads from bit `bit` of `input` on. */
  begin(input: Uint8Array, bit: number): void {
    this.#input = input;
    this.#at = this.#buffer = this.#held = 0;
    if (bit > 0) this.bits(bit);
  }

  /** Bits of the input that were read. */
  get position(): number {
    return this.#at * 8 - this.#held;
  }

  /** Reads up to 24 bits. */
  bits(count: number): number {
    while (this.#held < count) {
      if (this.#at >= this.#input.length) throw new TooShort();
      this.#buffer = (this.#buffer << 8) | this.#input[this.#at++];
      this.#held += 8;
    }
    this.#held -= count;
    return (this.#buffer >>> this.#held) & ((1 << count) - 1);
  }

  /** Reads a checksum, as a signed number. */
  checksum(): number {
    return (this.bits(16) << 16) | this.bits(16);
  }

  /** Decodes the block whose first six bytes were read. Throws TooShort if the input ends inside it. */
  decode(): void {
    this.crc = this.checksum();
    if (this.bits(1) === 1) throw new Error("a block uses the obsolete randomised mode");
    this.#first = this.bits(24);
    const used = this.#readUsedBytes();
    const tableCount = this.bits(3);
    const selectors = this.#readSelectors(tableCount);
    const tables = Array.from({ length: tableCount }, () => this.#readTable(used.length + 2));
    this.#readText(used, selectors, tables);
    if (this.#first >= this.#count) throw new Error("a block's start is outside the block");
    this.#link();
  }

  /** The text of the block, in pieces; throws after the last if its checksum is wrong. */
  *output(): Generator<Uint8Array> {
    this.#state = { crc: -1, left: this.#count, link: this.#links[this.#first], run: 0, last: -1, repeat: 0 };
    for (;;) {
      const out = new Uint8Array(OUTPUT_BYTES);
      const length = this.#write(out);
      if (length === 0) break;
      yield out.subarray(0, length);
    }
    if (~this.#state.crc !== this.crc) throw new Error("the checksum of a block is wrong");
  }

  /** Writes the next piece of text: follows the links and repeats what a count after four equal bytes says. */
  #write(out: Uint8Array): number {
    const links = this.#links;
    let { crc, left, link, run, last, repeat } = this.#state;
    let to = 0;
    while (to < out.length) {
      if (repeat === 0) {
        if (left === 0) break;
        left--;
        link = links[link >>> 8];
        const byte = link & 255;
        if (run === 4) {
          repeat = byte;
          run = 0;
          continue;
        }
        run = byte === last ? run + 1 : 1;
        last = byte;
        repeat = 1;
      }
      repeat--;
      out[to++] = last;
      crc = (crc << 8) ^ CRC_TABLE[(crc >>> 24) ^ last];
    }
    this.#state = { crc, left, link, run, last, repeat };
    return to;
  }

  #readUsedBytes(): Uint8Array {
    const used: number[] = [];
    const groups = this.bits(16);
    for (let group = 0; group < 16; group++) {
      if ((groups & (0x8000 >> group)) === 0) continue;
      const bytes = this.bits(16);
      for (let i = 0; i < 16; i++) if ((bytes & (0x8000 >> i)) !== 0) used.push(group * 16 + i);
    }
    if (used.length === 0) throw new Error("a block uses no symbols");
    return Uint8Array.from(used);
  }

  /** Which table each group of symbols uses. */
  #readSelectors(tableCount: number): Uint8Array {
    const selectors = new Uint8Array(this.bits(15));
    if (tableCount < 2 || tableCount > 6 || selectors.length === 0) {
      throw new Error("a block has no code tables");
    }
    const order = [0, 1, 2, 3, 4, 5];
    for (let i = 0; i < selectors.length; i++) {
      let place = 0;
      while (this.bits(1) === 1) {
        if (++place >= tableCount) throw new Error("a block refers to a missing code table");
      }
      const [chosen] = order.splice(place, 1);
      order.unshift(chosen);
      selectors[i] = chosen;
    }
    return selectors;
  }

  #readTable(symbolCount: number): CodeTable {
    const lengths = new Uint8Array(symbolCount);
    let length = this.bits(5);
    for (let symbol = 0; symbol < symbolCount; symbol++) {
      while (this.bits(1) === 1) length += this.bits(1) === 0 ? 1 : -1;
      if (length < 1 || length > MAX_CODE_BITS) throw new Error("a code is too long");
      lengths[symbol] = length;
    }
    return codeTable(lengths);
  }

  /** Undoes the codes and move-to-front: the last column of the sorted rotations. */
  #readText(used: Uint8Array, selectors: Uint8Array, tables: CodeTable[]): void {
    const links = this.#links;
    const end = used.length + 1;
    const recent = used.slice();
    let count = 0;
    let run = 0;
    let weight = 1;
    for (let group = 0;; group++) {
      if (group >= selectors.length) throw new Error("a block has no end");
      const table = tables[selectors[group]];
      for (let left = GROUP_SYMBOLS; left > 0; left--) {
        const symbol = this.#symbol(table);
        if (symbol < 2) {
          run += weight << symbol;
          weight <<= 1;
          if (run > links.length) throw new Error("a block is too long");
          continue;
        }
        if (run > 0) {
          if (count + run > links.length) throw new Error("a block is too long");
          links.fill(recent[0], count, count + run);
          count += run;
          run = 0;
          weight = 1;
        }
        if (symbol === end) {
          this.#count = count;
          return;
        }
        if (count === links.length) throw new Error("a block is too long");
        const place = symbol - 1;
        const byte = recent[place];
        for (let i = place; i > 0; i--) recent[i] = recent[i - 1];
        recent[0] = byte;
        links[count++] = byte;
      }
    }
  }

  #symbol(table: CodeTable): number {
    while (this.#held < MAX_CODE_BITS) {
      if (this.#at >= this.#input.length) throw new TooShort();
      this.#buffer = (this.#buffer << 8) | this.#input[this.#at++];
      this.#held += 8;
    }
    const code = (this.#buffer >>> (this.#held - MAX_CODE_BITS)) & ((1 << MAX_CODE_BITS) - 1);
    const entry = table.lookup[code >>> (MAX_CODE_BITS - LOOKUP_BITS)];
    if (entry !== 0) {
      this.#held -= entry & 31;
      return entry >>> 5;
    }
    let length = LOOKUP_BITS + 1;
    while (length <= MAX_CODE_BITS && code >= table.limits[length]) length++;
    if (length > MAX_CODE_BITS) throw new Error("a code is unknown");
    this.#held -= length;
    return table.symbols[(code >>> (MAX_CODE_BITS - length)) - table.bases[length]];
  }

  /** Links each byte of the sorted text to the one that follows it. */
  #link(): void {
    const links = this.#links;
    const places = new Int32Array(256);
    for (let i = 0; i < this.#count; i++) places[links[i] & 255]++;
    for (let byte = 0, sum = 0; byte < 256; byte++) {
      const here = places[byte];
      places[byte] = sum;
      sum += here;
    }
    for (let i = 0; i < this.#count; i++) links[places[links[i] & 255]++] |= i << 8;
  }
}

/** Canonical codes: shorter ones first, of one length in the order of their symbols. */
function codeTable(lengths: Uint8Array): CodeTable {
  const table: CodeTable = {
    lookup: new Uint16Array(1 << LOOKUP_BITS),
    limits: new Int32Array(MAX_CODE_BITS + 1),
    bases: new Int32Array(MAX_CODE_BITS + 1),
    symbols: new Uint16Array(MAX_SYMBOLS),
  };
  let code = 0;
  let place = 0;
  for (let length = 1; length <= MAX_CODE_BITS; length++) {
    table.bases[length] = code - place;
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      if (lengths[symbol] !== length) continue;
      table.symbols[place++] = symbol;
      if (length <= LOOKUP_BITS) {
        const from = code << (LOOKUP_BITS - length);
        table.lookup.fill((symbol << 5) | length, from, from + (1 << (LOOKUP_BITS - length)));
      }
      code++;
    }
    table.limits[length] = code << (MAX_CODE_BITS - length);
    code <<= 1;
  }
  return table;
}
