/** Texts held at the most, and slots for hashes seen once. */
const MAX_TEXTS = 1 << 13;
const SLOTS = 1 << 15;
/** Bytes of a text, as many as the values have that are looked at. */
const LONGEST = 192;

const decoder = new TextDecoder();

/**
 * The texts of values by their hashes, of those only that are seen a second time: most ids never are. When there is no room all are
 * forgotten; what is still in use is soon seen again.
 */
export class RepeatedTexts {
  /** The hash that was seen last at each slot. */
  readonly #once = new Int32Array(SLOTS);
  readonly #texts = new Map<number, string>();
  readonly #known = new Int32Array(SLOTS);

  /** Whether the text of a value is wanted, which was seen now. */
  isNew(hash: number): boolean {
    const slot = (hash ^ hash >>> 16) & (SLOTS - 1);
    if (this.#known[slot] === hash) return false;
    if (this.#once[slot] !== hash) {
      this.#once[slot] = hash;
      return false;
    }
    return !this.#texts.has(hash);
  }

  setText(hash: number, bytes: Uint8Array, from: number, to: number): void {
    if (this.#texts.size >= MAX_TEXTS) this.clear();
    this.#texts.set(hash, decoder.decode(bytes.subarray(from, Math.min(to, from + LONGEST))));
    this.#known[(hash ^ hash >>> 16) & (SLOTS - 1)] = hash;
  }

  get(hash: number): string | null {
    return this.#texts.get(hash) ?? null;
  }

  clear(): void {
    this.#texts.clear();
    this.#once.fill(0);
    this.#known.fill(0);
  }
}
