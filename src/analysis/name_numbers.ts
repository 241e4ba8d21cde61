import type { Batch } from "../record/batch.ts";
import { fieldText } from "../record/log_record.ts";

/** Names that get a number; all others share 1. */
const MAX_NAMES = 1000;
const SLOTS = 4096;

/** Small numbers for the names in a column of fields; 0 is for no name, 1 for names past the bound. */
export class NameNumbers {
  readonly #names = ["", "others"];
  readonly #a = new Int32Array(SLOTS);
  readonly #b = new Int32Array(SLOTS);
  readonly #numbers = new Int16Array(SLOTS);
  readonly #sources = new Map<number, number>();

  /** The number of the name in `field`, whose value has the hashes `a` and `b`. */
  of(a: number, b: number, batch: Batch, field: number): number {
    let slot = (Math.imul(a, 0x9e3779b1) ^ b) >>> 20 & (SLOTS - 1);
    for (let number; (number = this.#numbers[slot]) !== 0; slot = (slot + 1) & (SLOTS - 1)) {
      if (this.#a[slot] === a && this.#b[slot] === b) return number;
    }
    const name = fieldText(batch, field);
    if (name === null || name === "") return 0;
    if (this.#names.length > MAX_NAMES) return 1;
    this.#a[slot] = a;
    this.#b[slot] = b;
    return this.#numbers[slot] = this.#names.push(name.slice(0, 200)) - 1;
  }

  /** The number of what has no name but comes from a source. */
  ofSource(source: number): number {
    const known = this.#sources.get(source);
    if (known !== undefined) return known;
    if (this.#names.length > MAX_NAMES) return 0;
    const number = this.#names.push("") - 1;
    this.#sources.set(source, number);
    return number;
  }

  nameOf(number: number): string {
    return this.#names[number];
  }

  /** The source that a number is for; -1 if it is for a name. */
  sourceOf(number: number): number {
    for (const [source, known] of this.#sources) if (known === number) return source;
    return -1;
  }
}
